"""Where somebody really decided: more than one way was open, beside moves that decide nothing by themselves."""

from __future__ import annotations

from collections.abc import Iterable

from .game import Game, State


def decides(game: Game, state: State, move: int) -> bool:
    """Whether this move was a choice; an aside that was made is one, asides that could have been made are not."""
    first, last = game.definition.asides
    return first <= move < last or sum(not first <= other < last for other in game.legal_moves(state)) > 1


def decisions(game: Game, line: Iterable[tuple[State, int]], seats: int) -> list[list[int]]:
    """Of every seat: after how many moves it had something to decide. The line is each position and its move."""
    found: list[list[int]] = [[] for _ in range(seats)]
    for ply, (state, move) in enumerate(line):
        if decides(game, state, move):
            found[game.to_move(state)].append(ply)
    return found
