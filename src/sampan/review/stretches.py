"""A record cut into stretches: what one seat decides in a row before others decide or chance reveals something."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sampan.bots.workspace import LONGEST_STRETCH
from sampan.engine.game import Game, State
from sampan.engine.record import Record, replay


@dataclass(frozen=True)
class Stretch:
    """One stretch of a game, with the real positions before and after it."""

    first: int
    seat: int
    moves: tuple[int, ...]
    before: State
    after: State
    forced: bool  # nothing to decide: in every position there was one move, beside exchanges that were not made
    chance: bool  # something fell at its end

    @property
    def last(self) -> int:
        """The first ply that no longer belongs to it."""
        return self.first + len(self.moves)


def ends(before: State, after: State, first: State) -> bool:
    """Whether a stretch that began with the first of these positions ends with this move."""
    other = any(int(after[name][0]) != int(first[name][0]) for name in ("seat", "turns"))
    return other or fell(before, after)


def fell(before: State, after: State) -> bool:
    """Whether chance fell, or something hidden came to light."""
    return any(int(after[name][0]) != int(before[name][0]) for name in ("draws", "revealed"))


def stretches(game: Game, record: Record) -> Iterator[Stretch]:
    """All stretches of a record, in order."""
    start: State | None = None
    previous: State | None = None
    moves: list[int] = []
    forced = True
    for ply, move, state in replay(game, record):
        if start is None or previous is None:
            start = previous = game.copy(state)
            continue
        forced = forced and is_forced(game, previous, move)
        moves.append(move)
        now = game.copy(state)
        if ends(previous, now, start) or len(moves) == LONGEST_STRETCH:
            seat = game.to_move(start)
            first, chance = ply - len(moves), fell(previous, now)
            yield Stretch(first, seat, tuple(moves), start, now, forced, chance)
            start, moves, forced = now, [], True
        previous = now


def is_forced(game: Game, state: State, move: int) -> bool:
    """Whether this move was the only one, asides that were not made left out."""
    first, last = game.definition.asides
    return [move] == [one for one in game.legal_moves(state) if one == move or not first <= one < last]
