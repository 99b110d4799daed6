"""What thinking bots share, compiled with a game's rules: judging positions, and playing on without much thought.

A stretch is what one seat decides in a row within a turn: a worker, a boat, where to, what there. Only its end can be
judged fairly, so bots compare the ends of stretches, not their first steps.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from sampan.engine.bits import NONE
from sampan.engine.chance import REDEAL, seed_chance
from sampan.engine.errors import OptionError
from sampan.engine.game import Game
from sampan.engine.pick import pick, pick_word
from sampan.engine.rule import bind, rule

from .judgement import MOMENTS, Habit
from .mind import LONGEST_STRETCH, SEATS

legal: Any = None
play: Any = None
look: Any = None
glimpse: Any = None
settled: Any = None
redeal: Any = None
standing: Any = None
ASIDE_FIRST: Any = 0
ASIDE_LAST: Any = 0

WIN = 0.85  # of the value of a finished game; the rest goes by points
CLOSE = 0.1  # how fast a lead in points tells, there
SELDOM = 0.1  # how readily an aside comes to mind without a leaning
WHIM = 32  # every so many moves any of them comes to mind
FINE = 1 << 24  # steps of a chance
ROOM = 4  # positions a thought works with: the one it is in, the best so far, the one on trial, the one to be judged


@rule
def no_glimpse(box, s, seat, out):
    """For a game that shows no details beside its figures."""


@rule
def nothing_told(box, s):
    """For a game in which the legal moves say all that chance has shown."""
    return 0


def rules_of(game: Game) -> dict[str, Any]:
    """The names a compiled thought may use: the game's rules, and which moves are asides."""
    rules = game.definition.rules
    if rules.look is None or rules.settled is None:
        raise OptionError(f"{game.name}: its positions cannot be judged: only the bot random can play it")
    first, last = game.definition.asides
    return {
        **vars(rules), "glimpse": rules.glimpse or no_glimpse, "told": rules.told or nothing_told,
        "ASIDE_FIRST": first, "ASIDE_LAST": last,
    }  # fmt: skip


def compiled_for(game: Game, functions: list[Callable[..., Any]]) -> Callable[..., Any]:
    """The last of these functions compiled with the game's rules; each may call the rules and those before it."""
    names = rules_of(game)
    for function in functions[:-1]:
        names[function.__name__] = bind(function, game.name, game.definition.folder, names)
    return bind(functions[-1], game.name, game.definition.folder, names)


def worth(box, s, seat, mind):
    """The points the seat may expect at the end; once the game is over, those it has."""
    total = 0.0
    if s.seat < 0:
        for source in range(s.vp.shape[1]):
            total += s.vp[seat, source]
        return total
    row = mind.rows[seat]
    mind.gone = look(box, s, seat, row)
    gone = mind.gone * (MOMENTS - 1)
    knot = min(int(gone), MOMENTS - 2)
    part = gone - knot
    for term in range(len(row)):
        if row[term] != 0.0:
            total += row[term] * (mind.weights[knot, term] * (1.0 - part) + mind.weights[knot + 1, term] * part)
    return total


def look_round(box, s, mind):
    """Look at every seat once: what each may expect."""
    for seat in range(s.players):
        mind.points[seat] = worth(box, s, seat, mind)


def lead(box, s, seat, mind):
    """What the seat may expect, less some of what its best rival may."""
    look_round(box, s, mind)
    rival = -1e9
    for other in range(s.players):
        if other != seat:
            rival = max(rival, mind.points[other])
    return mind.points[seat] - mind.habits[Habit.RIVAL] * rival


def fill_seen(box, s, seat, mind):
    """What the net looks at for one seat, from the last look round."""
    terms, strongest = mind.rows.shape[1], -1
    for other in range(s.players):
        if other != seat and (strongest < 0 or mind.points[other] > mind.points[strongest]):
            strongest = other
    for term in range(terms):
        mind.seen[term] = mind.rows[seat, term]
        mind.seen[terms + term] = mind.rows[strongest, term]
        total = 0.0
        if s.players > 2:
            for other in range(s.players):
                total += mind.rows[other, term]
            total = (total - mind.rows[seat, term]) / (s.players - 1)
        mind.seen[2 * terms + term] = total
    at = 3 * terms
    for moment in range(MOMENTS):
        mind.seen[at + moment] = max(0.0, 1.0 - abs(mind.gone * (MOMENTS - 1) - moment))
    at += MOMENTS
    for place in range(2 * SEATS - 1):
        mind.seen[at + place] = 0.0
    mind.seen[at + s.players - 2] = 1.0
    mind.seen[at + SEATS - 1 + (s.seat - seat + s.players) % s.players] = 1.0
    glimpse(box, s, seat, mind.seen[at + 2 * SEATS - 1 :])


def pass_on(seen, places, lines, sums):
    """Add to the sums every line times what is seen of it; most of it is nothing, and four at a time is fastest."""
    many = 0
    for place in range(len(seen)):
        places[many] = place
        many += 1 if seen[place] > 0.0 or seen[place] < 0.0 else 0
    for first in range(0, many - 3, 4):
        a, b, c, d = places[first], places[first + 1], places[first + 2], places[first + 3]
        seen_a, seen_b, seen_c, seen_d = seen[a], seen[b], seen[c], seen[d]
        line_a, line_b, line_c, line_d = lines[a], lines[b], lines[c], lines[d]
        for k in range(len(sums)):
            sums[k] += seen_a * line_a[k] + seen_b * line_b[k] + seen_c * line_c[k] + seen_d * line_d[k]
    for last in range(many - many % 4, many):
        seen_a, line_a = seen[places[last]], lines[places[last]]
        for k in range(len(sums)):
            sums[k] += seen_a * line_a[k]


def look_in(mind, bias, lines):
    """The inner layer's answer to what is seen, in mind.wide."""
    wide = mind.wide
    wide[:] = bias
    pass_on(mind.seen, mind.places, lines, wide)
    for inner in range(len(wide)):
        wide[inner] = max(wide[inner], np.float32(0.0))


def sense(mind):
    """The net's answer to what it sees: the logarithm of the odds of winning."""
    wide, narrow = mind.wide, mind.narrow
    look_in(mind, mind.inner_bias, mind.inner)
    narrow[:] = mind.outer_bias
    pass_on(wide, mind.places, mind.outer, narrow)
    total = mind.last_bias[0]
    for outer in range(len(narrow)):
        total += max(narrow[outer], np.float32(0.0)) * mind.last[outer]
    return float(total)


def judge_end(box, s, mind):
    """A finished game, after a look round: most goes to the winner, the rest by points."""
    points, share, total = np.zeros(8, np.int64), np.zeros(8), 0.0
    standing(box, s, points, share)
    for seat in range(s.players):
        mind.values[seat] = math.exp((mind.points[seat] - mind.points[0]) * CLOSE)
        total += mind.values[seat]
    for seat in range(s.players):
        mind.values[seat] = WIN * share[seat] + (1.0 - WIN) * mind.values[seat] / total


def judge(box, s, mind):
    """How the seats share the prospect of winning."""
    look_round(box, s, mind)
    if s.seat < 0:
        judge_end(box, s, mind)
        return
    total = 0.0
    if mind.taught == 1:
        for seat in range(s.players):
            fill_seen(box, s, seat, mind)
            mind.values[seat] = 1.0 / (1.0 + math.exp(-sense(mind)))
            total += mind.values[seat]
    else:
        sharp = mind.habits[Habit.SHARP_FIRST] * (1.0 - mind.gone) + mind.habits[Habit.SHARP_LAST] * mind.gone
        for seat in range(s.players):
            mind.values[seat] = math.exp((mind.points[seat] - mind.points[0]) * sharp)
            total += mind.values[seat]
    for seat in range(s.players):
        mind.values[seat] /= total


def hope(box, s, seat, mind):
    """How good a position is for one seat: the logarithm of its odds, or its lead in points where there is no net."""
    ahead = lead(box, s, seat, mind)
    if mind.taught == 0:
        return ahead
    if s.seat < 0:
        judge_end(box, s, mind)
        sure = min(0.9999, max(0.0001, mind.values[seat]))
        return math.log(sure / (1.0 - sure))
    fill_seen(box, s, seat, mind)
    return sense(mind)


def imagine(box, s, viewer, picker):
    """Fill in what the viewer cannot know, and let chance fall anew."""
    seed_chance(s, pick_word(picker), NONE, REDEAL)
    redeal(box, s, viewer)


def lean(box, s, mind):
    """How readily each move comes to the mind of the seat to move, within the stretch that begins here."""
    pulls = mind.pulls
    if mind.leans == 0:
        pulls[:] = np.float32(1.0)
        pulls[ASIDE_FIRST:ASIDE_LAST] = np.float32(SELDOM)
        return
    look_round(box, s, mind)
    fill_seen(box, s, s.seat, mind)
    look_in(mind, mind.sight_bias, mind.sight)
    pulls[:] = mind.pull_bias
    pass_on(mind.wide, mind.places, mind.pull, pulls)
    for move in range(len(pulls)):
        pulls[move] = math.exp(pulls[move])


def what_comes(moves, number, picker, mind):
    """One of the moves: mostly as one leans, now and then any."""
    if pick(picker, WHIM) == 0:
        return moves[pick(picker, number)]
    total = 0.0
    for k in range(number):
        total += mind.pulls[moves[k]]
    left = total * pick(picker, FINE) / FINE
    for k in range(number - 1):
        left -= mind.pulls[moves[k]]
        if left < 0.0:
            return moves[k]
    return moves[number - 1]


def play_stretch(box, states, line, kept, picker, out, mind):
    """Decide for the seat to move in states[2] until its stretch is over: first as the line has it, then as one leans.

    The line then has all moves; returns how many. What is to be judged is in states[3]: the end, or where the last move
    let chance fall (a die for the next turn), the position before it, for nobody can plan on that.
    """
    s = states[2]
    mover, turn = s.seat, s.turns
    for place in range(LONGEST_STRETCH):
        if place >= kept:
            number = legal(box, s, out)
            line[place] = what_comes(out, number, picker, mind) if number > 1 else out[0]
        ready = settled(box, s)
        if ready:
            states[3] = states[2]
        play(box, s, line[place])
        if s.seat != mover or s.turns != turn:
            if not ready or states[3].draws == s.draws:
                states[3] = states[2]
            return place + 1
    states[3] = states[2]
    return LONGEST_STRETCH


def play_best(box, states, tries, picker, out, mind):
    """Of so many stretches of the seat to move in states[0], play the one that ends best; return its length.

    Every other one begins like the best so far and ends differently. The moves are in mind.lines[1].
    """
    mover, best, length = states[0].seat, -1e9, 0
    lean(box, states[0], mind)
    trial, found = mind.lines[0], mind.lines[1]
    for turn in range(tries):
        states[2] = states[0]
        kept = pick(picker, length) if turn % 2 == 1 else 0
        trial[:kept] = found[:kept]
        walked = play_stretch(box, states, trial, kept, picker, out, mind)
        value = hope(box, states[3], mover, mind) if tries > 1 else 0.0
        if value > best:
            best, length = value, walked
            found[:walked] = trial[:walked]
            states[1] = states[2]
    states[0] = states[1]
    return length


def rate_moves(box, stack, outs, numbers, tried, asides, most_asides, ratings, mind):
    """Rate every move of stack[0] by the best end of the own stretch it can lead to; return how many there are.

    A walk without recursion: level k keeps its state in stack[k], its moves in outs[k], how many it has tried so far.
    """
    mover, turn, depth = stack[0].seat, stack[0].turns, len(outs)
    numbers[0] = legal(box[0], stack[0], outs[0])
    ratings[: numbers[0]] = -1e9
    level, tried[0], asides[0] = 0, 0, 0
    while level >= 0:
        if tried[level] == numbers[level]:
            level -= 1
            continue
        move = outs[level, tried[level]]
        tried[level] += 1
        aside = 1 if ASIDE_FIRST <= move < ASIDE_LAST else 0
        if level > 0 and aside == 1 and asides[level] >= most_asides:
            continue
        stack[level + 1] = stack[level]
        play(box[0], stack[level + 1], move)
        s = stack[level + 1]
        if s.seat >= 0 and s.draws != stack[level].draws and settled(box[0], stack[level]):
            stack[level + 1] = stack[level]  # ready to end: judged before chance falls
        if level + 1 == depth or s.seat != mover or s.turns != turn or settled(box[0], s):
            ratings[tried[0] - 1] = max(ratings[tried[0] - 1], hope(box[0], s, mover, mind[0]))
            continue
        level += 1
        asides[level] = asides[level - 1] + aside
        numbers[level] = legal(box[0], stack[level], outs[level])
        tried[level] = 0
    return numbers[0]


# in this order: each may call those before it
THOUGHTS: list[Callable[..., Any]] = [
    worth, look_round, lead, fill_seen, pass_on, look_in, sense, judge_end, judge, hope, imagine, lean,
    what_comes, play_stretch, play_best,
]  # fmt: skip
