"""What bots see in a position: named figures for one player, which judgement.toml weighs in points at the end."""

from __future__ import annotations

from enum import IntEnum

from sampan.engine.rule import rule

from .scoring import pips
from .terms import BAR, HOME, OFF, POINTS, Ask, Source

FARTHEST = 167  # pips of a player at the start
DIRECT = 6  # a lone checker within so many pips is hit by a single die


class Figure(IntEnum):
    """One figure of a position."""

    ANYTHING = 0
    SCORE = 1  # points of a finished game
    PIPS = 2  # still to go, in hundreds
    BAR = 3  # checkers on the bar
    OFF = 4  # checkers borne off
    DANGER = 5  # what lone checkers may lose: the chance of a hit times the way they would lose, in hundreds of pips
    BLOTS = 6  # lone checkers
    HOME_POINTS = 7  # points held at home
    PRIME = 8  # points held in a row, the longest such row
    ANCHOR = 9  # points held in the other's home
    STRAGGLERS = 10  # checkers there
    TO_ROLL = 11  # it is this player's turn


SOURCES = len(Source)


@rule
def hit_chance(s, seat, point):
    """About how likely the other player is to hit a lone checker there with the next roll."""
    other, target, chance = 1 - seat, BAR - point, 0.0
    for place in range(target + 1, BAR + 1):
        if s.checkers[other, place] > 0:
            away = place - target
            if away <= DIRECT:
                chance = max(chance, (10.0 + away) / 36.0)
            elif away <= 2 * DIRECT:
                chance = max(chance, 3.0 / 36.0)
    return chance


@rule
def figures(box, s, seat, out):
    """Write the figures of one player, and return how much of the game is over."""
    out[:] = 0.0
    for source in range(SOURCES):
        out[Figure.SCORE] += s.vp[seat, source]
    out[Figure.ANYTHING] = 1.0
    out[Figure.PIPS] = pips(s, seat) / 100.0
    out[Figure.BAR] = s.checkers[seat, BAR]
    out[Figure.OFF] = s.checkers[seat, OFF]
    out[Figure.TO_ROLL] = 1.0 if s.seat == seat else 0.0
    row = 0
    for point in range(1, POINTS + 1):
        number = s.checkers[seat, point]
        row = row + 1 if number > 1 else 0
        out[Figure.PRIME] = max(out[Figure.PRIME], row)
        if number == 1:
            out[Figure.BLOTS] += 1.0
            out[Figure.DANGER] += hit_chance(s, seat, point) * (BAR - point) / 100.0
        if number > 1 and point <= HOME:
            out[Figure.HOME_POINTS] += 1.0
        if point >= BAR - HOME:
            out[Figure.STRAGGLERS] += number
            if number > 1:
                out[Figure.ANCHOR] += 1.0
    left = pips(s, 0) + pips(s, 1)
    return min(1.0, max(0.0, 1.0 - left / (2.0 * FARTHEST)))


@rule
def is_quiet(box, s):
    """A position can be judged where somebody is to roll."""
    return s.ask == Ask.ROLL


@rule
def chance_key(box, s):
    """What chance has revealed: the dice."""
    return int(s.dice[0]) * 8 + int(s.dice[1])


def figure_names() -> list[str]:
    """The names of the figures, in order."""
    return [figure.name.lower() for figure in Figure]
