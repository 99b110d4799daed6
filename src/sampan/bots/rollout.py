"""Playing on beyond the tree, compiled with a game's rules: every player takes the best of some random stretches.

A stretch is what one seat decides in a row within a turn: a worker, a boat, where to, what there. Only its end can be
evaluated fairly, so bots compare the ends of stretches, not their first steps.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sampan.engine.bits import NONE
from sampan.engine.chance import REDEAL, seed_chance
from sampan.engine.pick import pick, pick_word

from .evaluate import EVALUATE
from .workspace import LONGEST_STRETCH, Parameter

legal: Any = None
play: Any = None
redeal: Any = None
is_quiet: Any = None
fill_policy: Any = None
evaluate: Any = None
evaluate_seat: Any = None

EXPLORATION = 32  # one of so many moves is drawn uniformly
FINE = 1 << 24  # steps of a chance
STATES = 4  # positions a rollout works with: the one it is in, the best so far, the one on trial, the one to evaluate


def determinize(box, s, viewer, picker):
    """Fill in what the viewer cannot know, and let chance fall anew."""
    seed_chance(s, pick_word(picker), NONE, REDEAL)
    redeal(box, s, viewer)


def sample_move(moves, number, picker, work):
    """One of the moves: mostly by the policy, now and then any."""
    if pick(picker, EXPLORATION) == 0:
        return moves[pick(picker, number)]
    total = 0.0
    for k in range(number):
        total += work.policy[moves[k]]
    left = total * pick(picker, FINE) / FINE
    for k in range(number - 1):
        left -= work.policy[moves[k]]
        if left < 0.0:
            return moves[k]
    return moves[number - 1]


def play_stretch(box, states, line, given, picker, out, work):
    """Decide for the seat to move in states[2] until its stretch is over: the line's given moves, then drawn ones.

    The line then has all moves; returns how many. What is to be evaluated is in states[3]: the end, or where the last
    move let chance fall (a die for the next turn), the position before it, for nobody can plan on that.
    """
    s = states[2]
    mover, turn = s.seat, s.turns
    for place in range(LONGEST_STRETCH):
        if place >= given:
            number = legal(box, s, out)
            line[place] = sample_move(out, number, picker, work) if number > 1 else out[0]
        quiet = is_quiet(box, s)
        if quiet:
            states[3] = states[2]
        play(box, s, line[place])
        if s.seat != mover or s.turns != turn:
            if not quiet or states[3].draws == s.draws:
                states[3] = states[2]
            return place + 1
    states[3] = states[2]
    return LONGEST_STRETCH


def play_best(box, states, samples, picker, out, work):
    """Of so many stretches of the seat to move in states[0], play the one that ends best; return its length.

    Every other one begins like the best so far and ends differently. The moves are in work.lines[1].
    """
    mover, best, length = states[0].seat, -1e9, 0
    fill_policy(box, states[0], work)
    trial, found = work.lines[0], work.lines[1]
    for sample in range(samples):
        states[2] = states[0]
        given = pick(picker, length) if sample % 2 == 1 else 0
        trial[:given] = found[:given]
        walked = play_stretch(box, states, trial, given, picker, out, work)
        value = evaluate_seat(box, states[3], mover, work) if samples > 1 else 0.0
        if value > best:
            best, length = value, walked
            found[:walked] = trial[:walked]
            states[1] = states[2]
    states[0] = states[1]
    return length


def rollout(box, states, under_way, picker, out, work):
    """From the leaf in states[0], play the turn under way to its end, then so many more; the values are in work.values.

    They are the mean over the positions on the way: an evaluation made soon misses what becomes of a plan, one made
    late is mostly about dice.
    """
    s, last = states[0], int(work.parameters[Parameter.ROLLOUT_TURNS]) + under_way
    first, evaluated = min(last, int(work.parameters[Parameter.ROLLOUT_BURN_IN]) + under_way), 0
    work.value_sums[:] = 0.0
    for turn in range(last + 1):
        if turn >= first or s.seat < 0:
            evaluate(box, s, work)
            work.value_sums[: s.players] += work.values[: s.players]
            evaluated += 1
        if s.seat < 0:
            missing = last - max(turn, first)
            work.value_sums[: s.players] += missing * work.values[: s.players]
            evaluated += missing
            break
        if turn < last:
            play_best(box, states, int(work.parameters[Parameter.ROLLOUT_SAMPLES]), picker, out, work)
    work.values[: s.players] = work.value_sums[: s.players] / evaluated


# in this order: each may call those before it
ROLLOUT: list[Callable[..., Any]] = [*EVALUATE, determinize, sample_move, play_stretch, play_best, rollout]
