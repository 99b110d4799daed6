"""What thinking bots share, compiled with a game's rules: judging positions, and playing on without much thought.

A stretch is what one seat decides in a row within a turn: a worker, a boat, where to, what there. Only its end can be
judged fairly, so bots compare the ends of stretches, not their first steps.
"""

from __future__ import annotations

import math
import types
from collections.abc import Callable
from typing import Any

import numpy as np

from sampan.engine.chance import draw
from sampan.engine.errors import OptionError
from sampan.engine.game import Game
from sampan.engine.rule import JIT, bind

from .judgement import Habit

legal: Any = None
play: Any = None
look: Any = None
settled: Any = None
standing: Any = None
ASIDE_FIRST: Any = 0
ASIDE_LAST: Any = 0

LONGEST_STRETCH = 60
WIN = 0.85  # of the value of a finished game; the rest goes by points
CLOSE = 0.1  # how fast a lead in points tells, there


def rules_of(game: Game) -> dict[str, Any]:
    """The names a compiled thought may use: the game's rules, and which moves are asides."""
    rules = game.definition.rules
    if rules.look is None or rules.settled is None:
        raise OptionError(f"{game.name}: its positions cannot be judged: only the bot random can play it")
    first, last = game.definition.asides
    return {**vars(rules), "ASIDE_FIRST": first, "ASIDE_LAST": last}


def compiled_for(game: Game, functions: list[Callable[..., Any]]) -> Callable[..., Any]:
    """The last of these functions compiled with the game's rules; each may call the rules and those before it.

    The others are woven into it: compiled on their own, every one would carry the whole game along once more.
    """
    names = rules_of(game)
    for function in functions[:-1]:
        copy = types.FunctionType(function.__code__, {**function.__globals__, **names}, function.__name__)
        names[function.__name__] = woven(copy)
    return bind(functions[-1], game.name, game.definition.folder, names)


def woven(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that becomes part of whatever calls it."""
    if not JIT:
        return function
    import numba

    made: Callable[..., Any] = numba.njit(nogil=True, inline="always")(function)
    return made


def worth(box, s, seat, weights, row):
    """The points the seat may expect at the end; once the game is over, those it has."""
    total = 0.0
    if s.seat < 0:
        for source in range(s.vp.shape[1]):
            total += s.vp[seat, source]
        return total
    gone = look(box, s, seat, row) * (weights.shape[0] - 1)
    knot = min(int(gone), weights.shape[0] - 2)
    part = gone - knot
    for term in range(len(row)):
        if row[term] != 0.0:
            total += row[term] * (weights[knot, term] * (1.0 - part) + weights[knot + 1, term] * part)
    return total


def lead(box, s, seat, weights, row, habits):
    """What the seat may expect, less some of what its best rival may."""
    rival = -1e9
    for other in range(s.players):
        if other != seat:
            rival = max(rival, worth(box, s, other, weights, row))
    return worth(box, s, seat, weights, row) - habits[Habit.RIVAL] * rival


def judge(box, s, values, weights, row, habits):
    """How the seats share the prospect of winning, from what each may expect; a finished game is all but certain."""
    best = -1e9
    for seat in range(s.players):
        values[seat] = worth(box, s, seat, weights, row)
        best = max(best, values[seat])
    sharp, total = CLOSE, 0.0
    if s.seat >= 0:
        gone = look(box, s, 0, row)
        sharp = habits[Habit.SHARP_FIRST] * (1.0 - gone) + habits[Habit.SHARP_LAST] * gone
    for seat in range(s.players):
        values[seat] = math.exp((values[seat] - best) * sharp)
        total += values[seat]
    for seat in range(s.players):
        values[seat] /= total
    if s.seat < 0:
        points, share = np.zeros(8, np.int64), np.zeros(8)
        standing(box, s, points, share)
        for seat in range(s.players):
            values[seat] = WIN * share[seat] + (1.0 - WIN) * values[seat]


def play_stretch(box, s, chooser, out):
    """Decide at random for one seat until its stretch is over; asides are made seldom."""
    mover, turn = s.seat, s.turns
    for _ in range(LONGEST_STRETCH):
        number = legal(box, s, out)
        move = out[draw(chooser, number)]
        for _ in range(2):
            if ASIDE_FIRST <= move < ASIDE_LAST:
                move = out[draw(chooser, number)]
        play(box, s, move)
        if s.seat != mover or s.turns != turn:
            break


def play_best(box, states, tries, chooser, out, weights, row, habits):
    """Of so many random stretches of the seat to move in states[0], play the one that ends best."""
    mover = states[0].seat
    if tries <= 1:
        play_stretch(box, states[0], chooser, out)
        return
    best = -1e9
    for _ in range(tries):
        states[2] = states[0]
        play_stretch(box, states[2], chooser, out)
        value = lead(box, states[2], mover, weights, row, habits)
        if value > best:
            best = value
            states[1] = states[2]
    states[0] = states[1]


def rate_moves(box, stack, outs, numbers, tried, asides, most_asides, ratings, weights, row, habits):
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
        if level + 1 == depth or s.seat != mover or s.turns != turn or settled(box[0], s):
            ratings[tried[0] - 1] = max(ratings[tried[0] - 1], lead(box[0], s, mover, weights, row, habits))
            continue
        level += 1
        asides[level] = asides[level - 1] + aside
        numbers[level] = legal(box[0], stack[level], outs[level])
        tried[level] = 0
    return numbers[0]
