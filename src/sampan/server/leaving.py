"""Which positions may be left for a game of one's own or looked into, and what is known there.

A game that is over is open to everybody, and so is one whose seed was known from the start. A game against bots may be
left in the middle of it by the person who plays: all that they cannot know falls anew, so the branch tells nothing of
it. A game that goes on with other people in it is left alone.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

from sampan.engine.errors import SampanError
from sampan.engine.game import EVERYBODY, Game, State
from sampan.engine.origin import GameOver
from sampan.engine.record import Record, parse_record
from sampan.engine.seeds import seed_text

from .conditions import number_of
from .origins import CameFrom, came_from, origins_of
from .refusals import Refused
from .rows import TableRow
from .table import Table, game_of, played, seed_of

LONGEST_LINE = 400  # moves tried out
MOST_ROLLS = 999


@dataclass(frozen=True)
class Source:
    """A game whose positions may be left, and by whom what is known there."""

    record: Record  # without check marks
    known_to: int = EVERYBODY
    table: str = ""
    waits_for: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The same for the same game, wherever it is asked about: chance inside an analysis follows from it."""
        return self.table or f"{self.record.game} {seed_text(self.record.seed)} {' '.join(self.record.moves)}"


def ended(table: Table) -> bool:
    """Whether nothing about the game is secret any more."""
    return table.status == "over" or (table.status == "closed" and table.started)


def knower(table: Table, token_hash: str | None) -> int:
    """For whom what is hidden falls anew: everybody together, where all is known, or the one person at the table."""
    if table.cut_short:
        raise Refused("other_rules", "this game was played under other rules: it can be viewed, but not continued")
    table.stage()
    if ended(table):
        return EVERYBODY
    seat = table.seat_held(token_hash)
    if seat is None:
        raise Refused("not_over", "this game is not over yet: until it is, only its players can branch off from it")
    if not table.row.salt:  # a seed that was asked for is known to all
        return EVERYBODY
    others = [one for one in table.seats if one.seat != seat and (one.kind != "bot" or one.token_hash is not None)]
    if others:
        raise Refused("not_over", "other people play in this game: you can branch off from it once it is over")
    return seat


def from_table(table: Table, token_hash: str | None) -> Source:
    """A table's game as whoever asks may leave it."""
    known_to, row, there = knower(table, token_hash), table.row, came_from(table.row)
    moves = [table.game.move_text(move) for move in table.moves]
    waits_for = [] if there is None else there.waits_for
    if known_to != EVERYBODY:
        waits_for = [*waits_for, table.id]
    return Source(bare_record(row, moves), known_to, table.id, waits_for)


def bare_record(row: TableRow, moves: list[str]) -> Record:
    """A table's game as a record without check marks."""
    return Record(row.game, row.rules, row.box, dict(row.options), seed_of(row), moves, origins=origins_of(row))


def from_record(text: str) -> Source:
    """The game of a record file; what is wrong with it is said in one line."""
    try:
        return Source(parse_record(text))
    except SampanError as error:
        raise Refused("bad_record", str(error)) from None
    except RecursionError:
        raise Refused("bad_record", "the record is nested too deeply") from None


def rolled(source: Source, at: int, roll: int) -> int:
    """The seed of chance inside an analysis: the same for everybody who looks at the same line of the same game."""
    made_from = f"analysis:{source.name}:{at}:{roll}"
    return int.from_bytes(hashlib.sha256(made_from.encode()).digest()[:16])


def tried(source: Source, at: int, line: list[str], roll: int) -> tuple[Game, Record]:
    """The game that leaves a source after so many moves, and these moves that were tried out in it."""
    record = source.record
    if at > len(record.moves):
        raise Refused("no_such_move", f"move {at}: the game has {len(record.moves)}")
    try:
        game = game_of(record)
        branch = record.branch(game, at, rolled(source, at, roll), source.known_to, source.table)
    except GameOver as error:
        raise Refused("no_such_move", str(error)) from None
    except SampanError as error:
        raise Refused("bad_record", str(error)) from None
    branch.moves = list(line)
    return game, branch


def positions(game: Game, branch: Record) -> list[State]:
    """The positions of a tried line, from where it leaves the game; a move that cannot be made there is refused."""
    return walked(game, branch.opened(game), branch.moves)


def walked(game: Game, start: State, line: list[str]) -> list[State]:
    """The positions of a line from this one on; a move that cannot be made there is refused."""
    found = [start]
    for text in line:
        state, number = found[-1], number_of(game, text)
        if game.over(state):
            raise Refused("illegal_move", f"{text}: the game is over there")
        hidden = game.hide(state, game.to_move(state))
        if game.why_not(hidden, number) != 0:
            reason = game.explain(hidden, number)
            raise Refused("illegal_move", f"{text} is not allowed: {game.words().say(reason)}", reason=reason)
        found.append(played(game, state, number))
    return found


def left(source: Source, at: int, line: list[str], roll: int) -> CameFrom:
    """Where a new game comes from that leaves the source there; takes a while, so not on the event loop."""
    game, branch = tried(source, at, line, roll)
    if line:
        positions(game, branch)
        try:
            branch = branch.branch(game, len(line), 0)
        except GameOver as error:
            raise Refused("no_such_move", str(error)) from None
        except SampanError as error:  # more branches of branches than are kept
            raise Refused("bad_record", str(error)) from None
    return CameFrom(branch.origins, source.table, at, len(line), source.waits_for)
