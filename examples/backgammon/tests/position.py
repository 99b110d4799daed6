"""Positions laid out by hand."""

from __future__ import annotations

from sampan_backgammon.terms import CHECKERS, Ask
from sampan_backgammon.turn import show

from sampan.engine.game import Game, State


def position(
    game: Game,
    own: dict[int, int],
    other: dict[int, int],
    dice: tuple[int, int] | None = None,
    seat: int = 0,
    roll: bool = False,
) -> State:
    """Checkers of the seat to move and of the other, each by that player's own count; 0 is off, 25 the bar."""
    state = game.deal(None, 0)
    for owner, checkers in ((seat, own), (1 - seat, other)):
        assert sum(checkers.values()) == CHECKERS
        state.checkers[0, owner] = 0
        for place, number in checkers.items():
            state.checkers[0, owner, place] = number
    state.seat = seat
    if roll:
        state.ask, state.owed = Ask.ROLL, 0
    else:
        assert dice is not None
        show(state[0], max(dice), min(dice))
    assert game.definition.faults(game, state) == []
    return state
