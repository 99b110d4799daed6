"""What a move did, read from the states before and after alone: the test kit holds `describe` to it."""

from __future__ import annotations

from typing import Any

from sampan.engine.game import Game, State
from sampan.engine.layout import Fields

from .moves import ROLL
from .terms import BAR, OFF


def outcome(game: Game, before: State, move: int, after: State) -> dict[str, Any]:
    """Where a checker left and where it arrived; the bar and the tray are no figures."""
    if move == ROLL:
        return {}
    b, a = Fields(before), Fields(after)
    changes = [now - then for then, now in zip(b.checkers[b.seat], a.checkers[b.seat], strict=True)]
    places = {"start": changes.index(-1), "end": changes.index(1)}
    return {name: place for name, place in places.items() if OFF < place < BAR}
