"""What a move did, read from the states before and after alone: the test kit holds `describe` to it."""

from __future__ import annotations

from typing import Any

from sampan.engine.game import Game, State
from sampan.engine.layout import Fields

from .moves import KOKU_FOR_FAVOR, TRADES
from .terms import RIVER_SPACES, SHIPS, Stage

NAMING = frozenset({"shore", "place", "ship"})  # arguments that name a thing and claim nothing of it


def outcome(game: Game, before: State, move: int, after: State) -> dict[str, Any]:
    """The figures that `describe` gave for a move as they came out; None where more happened to them."""
    b, a = Fields(before), Fields(after)
    kind, place, seat = game.moves.kind(move), game.moves.place(move), int(b.seat)
    paid = b.koku[seat] - a.koku[seat]
    if kind == "die":
        return {"face": a.die[seat] + 1}
    if kind == "trade" and place == KOKU_FOR_FAVOR:
        return {"koku": paid}
    if kind == "trade":
        give, _ = TRADES[place]
        return {"number": b.goods[seat][give] - a.goods[seat][give]}
    if kind == "build":
        return {"cost": paid}
    if kind == "sail":
        ship = place % SHIPS
        sailed = (a.ship[seat][ship] - b.ship[seat][ship]) % RIVER_SPACES
        return {"river": a.ship[seat][ship] + 1, "steps": sailed}
    if kind == "journey" and place == 0:
        alone = b.journey == 1 and a.stack_size == b.stack_size and a.koku[seat] < game.box.record.cap_koku[0]
        return {"koku": -paid if alone else None}
    if kind == "face":
        return {"face": a.die[seat] + 1, "favor": b.favor[seat] - a.favor[seat] if b.stage != Stage.SETUP else None}
    return {}
