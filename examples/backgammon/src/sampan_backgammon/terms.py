"""The words of backgammon, the same in the box, the rules, the messages and the tests.

Each player counts the points from their own side: 24 is the farthest, 6 to 1 are home. Point p of one player is point
25 - p of the other.
"""

from __future__ import annotations

from enum import IntEnum

SEATS = 2
POINTS = 24
HOME = 6  # points 1 to 6
OFF, BAR = 0, 25  # where checkers go in the end, and where they wait after a hit
PLACES = 26
CHECKERS = 15
FACES = 6
NOBODY = -1
BARRED = -1  # uses of a die that must not be played: only one can be, and it is the other


class Ask(IntEnum):
    """What is being decided."""

    NOTHING = 0
    ROLL = 1
    MOVE = 2


class Source(IntEnum):
    """Where the points of a game come from: one each."""

    WIN = 0
    GAMMON = 1  # the loser has borne off nothing
    BACKGAMMON = 2  # and has a checker on the bar or in the winner's home


class Why(IntEnum):
    """Why a move is not allowed."""

    OK = 0
    GAME_OVER = 1
    ROLL_FIRST = 2
    ROLLED = 3
    NO_CHECKER = 4
    BAR_FIRST = 5
    NO_DIE = 6
    BLOCKED = 7
    NOT_HOME = 8
    CHECKER_BEHIND = 9
    HIGHER_DIE = 10
    USE_ALL_DICE = 11
