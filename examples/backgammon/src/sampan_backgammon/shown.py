"""The types of the view, from which the server's schema is written."""

from __future__ import annotations

from sampan.games.shown import Shown


class Player(Shown):
    """One player's checkers, the points counted from that player's side."""

    seat: int
    checkers: list[int]
    bar: int
    off: int
    pips: int
    points: int


class View(Shown):
    """The whole table."""

    ask: str
    turn: int
    turns: int
    dice: list[int]
    left: list[int]
    players: list[Player]
