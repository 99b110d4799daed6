"""What a seat sees, as plain values: everything but the dice to come."""

from __future__ import annotations

from typing import Any

from sampan.engine.game import Game, State
from sampan.engine.layout import Fields

from .terms import BAR, OFF, POINTS, SEATS, Ask


def view(game: Game, state: State, seat: int) -> dict[str, Any]:
    """The whole table; a player's points are counted from that player's own side."""
    s = Fields(state)
    left = [die for die, uses in zip(s.dice, s.uses, strict=True) for _ in range(uses)]
    return {
        "ask": Ask(s.ask).name.lower(),
        "turn": s.seat,
        "turns": s.turns,
        "dice": s.dice,
        "left": left if s.ask == Ask.MOVE else [],
        "players": [player(s, other) for other in range(SEATS)],
    }


def player(s: Any, seat: int) -> dict[str, Any]:
    """One player's checkers."""
    checkers = s.checkers[seat]
    return {
        "seat": seat,
        "checkers": checkers[1 : POINTS + 1],
        "bar": checkers[BAR],
        "off": checkers[OFF],
        "pips": sum(place * number for place, number in enumerate(checkers)),
        "points": sum(s.vp[seat]),
    }
