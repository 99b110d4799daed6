"""Where a branch comes from: a game up to the move after which another one left it.

A branch keeps the position and nothing of what was to come: it has a seed of its own, from which all that was hidden
falls anew. Hidden is what nobody had seen, where the game it left was over and everything is known; else what one seat
could not know. A branch may leave another branch, so a record has a list of these, the first game first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .errors import MoveError, RecordError
from .eyes import EVERYBODY
from .game import Game, State
from .marks import MARK, mark_of
from .seeds import seed_from, seed_text

MOST = 32  # branches of branches
MOST_SEAT = 15


class GameOver(RecordError):
    """A branch would leave a game at its end, where nothing is left to play on from."""


@dataclass(frozen=True)
class Origin:
    """A game up to where it was left: its seed, its moves so far with their checksums, and who knew what there."""

    seed: int
    moves: list[str]
    marks: list[str] = field(default_factory=list)
    known_to: int = EVERYBODY  # or the seat for which what it could not know fell anew
    table: str = ""  # its name where it was played, if it has one

    def fields(self) -> dict[str, Any]:
        """As a record has it."""
        written: dict[str, Any] = {
            "seed": self.seed if self.seed < 2**64 else seed_text(self.seed),
            "moves": self.moves,
            "marks": "".join(self.marks),
            "known_to": None if self.known_to == EVERYBODY else self.known_to,
        }
        return written | ({"table": self.table} if self.table else {})


def origin_from(given: Any) -> Origin | None:
    """One of a record's origins; nothing where it is not of that form."""
    if not isinstance(given, Mapping):
        return None
    seed, moves, marks = seed_from(given.get("seed")), given.get("moves"), given.get("marks")
    known_to, table = given.get("known_to"), given.get("table", "")
    whole = isinstance(known_to, int) and not isinstance(known_to, bool) and 0 <= known_to <= MOST_SEAT
    if seed is None or not isinstance(marks, str) or not isinstance(table, str) or not (known_to is None or whole):
        return None
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        return None
    cut = [marks[at : at + MARK] for at in range(0, len(marks), MARK)]
    return Origin(seed, moves, cut, EVERYBODY if known_to is None else known_to, table)


def opened(
    game: Game, options: Mapping[str, int | str], origins: Sequence[Origin], seed: int, marked: bool = False
) -> State:
    """The position before the first move of a game with this seed: its deal, or the place where it left another game.

    With `marked` every checksum of the games it left is compared.
    """
    if len(origins) > MOST:
        raise RecordError(f"origins: {len(origins)} games one inside the other: expected at most {MOST}", 0)
    seeds = [origin.seed for origin in origins] + [seed]
    state = game.deal(options, seeds[0])
    for number, (origin, new) in enumerate(zip(origins, seeds[1:], strict=True), 1):
        where = f"origin {number}"
        if marked and len(origin.marks) != len(origin.moves):
            raise RecordError(f"{where}: checksums: {len(origin.marks)}: expected one for each of its moves", 0)
        for ply, text in enumerate(origin.moves):
            try:
                game.play(state, text)
            except MoveError as error:
                raise RecordError(f"{where}, move {ply + 1}: {error}", 0) from None
            if marked and origin.marks[ply] != mark_of(state):
                raise RecordError(f"{where}, move {ply + 1} ({text}) is not the one that was played", 0)
        state = left(game, state, origin.known_to, new, where)
    return state


def left(game: Game, state: State, known_to: int, seed: int, where: str = "the game") -> State:
    """A branch of a game that stands here."""
    if game.over(state):
        raise GameOver(f"{where} is over there: expected a position with a decision to make", 0)
    if known_to >= int(state.players[0]):
        raise RecordError(f"{where}: known_to = {known_to}: expected a seat 0..{int(state.players[0]) - 1} or null", 0)
    return game.branch(state, seed, known_to)
