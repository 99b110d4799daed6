"""Comparison targets: several turns of one position, and what each came to in rollouts with the same seeds.

Who won says little about which of two turns of a position is better: what they differ by is small beside the luck that
follows. Here that luck is shared, so that the differences show.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sampan.bots.compare import IN_COMPARISON
from sampan.bots.evaluate import compiled_for
from sampan.bots.rollout import ROLLOUT, STATES
from sampan.bots.workspace import input_count
from sampan.engine.chance import DEAL, seed_chance
from sampan.engine.game import MOST_DECISIONS, Game
from sampan.engine.pick import new_picker, pick, pick_word, stirred

from .examples import Examples
from .self_play import Job, Player, scratch

deal: Any = None
play: Any = None
determinize: Any = None
fill_points: Any = None
fill_inputs: Any = None
play_stretch: Any = None
play_best: Any = None
rollout: Any = None

TURNS = (64, 16, 8, 4, 4, 2)  # that are compared in a position: each the best of so many drawn ones
EVERY = 8  # one turn of so many is compared with others
MOST_POSITIONS = 20  # of a game, on the average
ROLLOUTS = 8  # of each turn


def replay_turn(box, states, length, picker, out, work):
    """Play the turn in work.lines[1] again from states[STATES]; what is to be evaluated is then in states[STATES + 1].

    Returns its last move where that lets chance fall after what is evaluated, or -1.
    """
    states[2] = states[STATES]
    play_stretch(box, states, work.lines[1], length, picker, out, work)
    states[STATES + 1] = states[3]
    return work.lines[1, length - 1] if states[3].draws != states[2].draws else -1


def copy_inputs(box, s, seat, inputs, work):
    """Write down what a seat sees of a position."""
    fill_points(box, s, work)
    fill_inputs(box, s, seat, work)
    inputs[:] = work.inputs


def mean_of_rollouts(box, states, last, seat, rollouts, seed, picker, out, inputs, targets, work):
    """What the turn that led to states[STATES + 1] came to for the seat, in the mean of some rollouts from this seed.

    What anybody sees after the first fall of chance, and what came of that, goes into the second row.
    """
    total, viewer = 0.0, pick(picker, states[STATES].players)
    for number in range(rollouts):
        picker[0] = stirred(seed + np.uint64(number))
        states[0] = states[STATES + 1]
        determinize(box, states[0], seat, picker)
        if last >= 0:
            play(box, states[0], last)
        written = number == 0 and states[0].seat >= 0
        if written:
            copy_inputs(box, states[0], viewer, inputs[1], work)
        rollout(box, states, 0, picker, out, work)
        total += work.values[seat]
        if written:
            targets[1] = work.values[viewer]
    return total / rollouts


def compare_turns(box, states, compared, rollouts, seed, picker, out, inputs, targets, work):
    """Compare some turns of the position in states[STATES]; 1 unless one of them ends the game."""
    seat = states[STATES].seat
    for turn in range(len(compared)):
        picker[0] = stirred(seed - np.uint64(turn + 1))
        states[0] = states[STATES]
        length = play_best(box, states, compared[turn], picker, out, work)
        last = replay_turn(box, states, length, picker, out, work)
        if states[STATES + 1].seat < 0:
            return 0
        copy_inputs(box, states[STATES + 1], seat, inputs[turn, 0], work)
        same = -1
        for other in range(turn):
            if np.all(inputs[other, 0] == inputs[turn, 0]):
                same = other
        if same >= 0:
            inputs[turn], targets[turn] = inputs[same], targets[same]
            continue
        inputs[turn, 1] = inputs[turn, 0]
        targets[turn, 1] = -1.0
        targets[turn, 0] = mean_of_rollouts(
            box, states, last, seat, rollouts, seed, picker, out, inputs[turn], targets[turn], work
        )
        if targets[turn, 1] < 0.0:
            targets[turn, 1] = targets[turn, 0]
    return 1


def play_for_comparisons(
    box, blank, states, games, options, seed, samples, epsilon, compared, rollouts, picker, out, inputs, targets, most,
    work,
):  # fmt: skip
    """Play so many games, and compare turns in some of their positions; return in how many."""
    picker[0] = stirred(seed)
    positions, table = 0, STATES + 2
    s = states[table]
    for game in range(games):
        states[table] = blank[0]
        seed_chance(s, seed, np.uint64(game), DEAL)
        deal(box[0], s, options)
        made = 0
        while s.seat >= 0 and made < most:
            if pick(picker, EVERY) == 0 and positions < len(inputs):
                states[STATES] = states[table]
                word = pick_word(picker)
                positions += compare_turns(
                    box[0], states, compared, rollouts, word, picker, out, inputs[positions], targets[positions],
                    work[0],
                )  # fmt: skip
                picker[0] = stirred(word)
            states[0] = states[table]
            drawn = 1 if pick(picker, 1000) < epsilon else samples
            made += play_best(box[0], states, drawn, picker, out, work[0])
            states[table] = states[0]
    return positions


class ComparisonTargets:
    """Which of several turns is better."""

    def __init__(self, game: Game) -> None:
        self.game = game
        steps: list[Callable[..., Any]] = [replay_turn, copy_inputs, mean_of_rollouts, compare_turns]
        self.loop: Callable[..., Any] = compiled_for(game, [*ROLLOUT, *steps, play_for_comparisons])

    def play(self, job: Job, player: Player) -> Examples:
        """Turns of a job's games, by position: two rows of inputs each, and what each came to."""
        game, work, compared = self.game, player.workspace(self.game), np.array(TURNS, np.int64)
        for parameter, in_comparison in IN_COMPARISON.items():
            work.parameters[0][parameter] = work.parameters[0][in_comparison]
        targets = np.zeros((job.games * MOST_POSITIONS, len(compared), 2))
        inputs = np.zeros((*targets.shape, input_count(game)), np.float32)
        positions = self.loop(
            game.box.record, game.batch(1), game.batch(STATES + 3), job.games,
            game.option_numbers({"players": job.players}), np.uint64(job.seed), player.samples, player.epsilon,
            compared, ROLLOUTS, new_picker(), scratch(game), inputs, targets, MOST_DECISIONS, work,
        )  # fmt: skip
        return Examples(inputs[:positions].astype(np.float16), targets[:positions].astype(np.float32))
