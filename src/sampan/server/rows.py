"""Rows of the store as plain values, and how they are read."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cache
from typing import Any, TypedDict

import sqlalchemy as sa
from sqlalchemy import Connection

from . import schema
from .refusals import Refused

LATEST_NOTES = 60
LATEST_PROPOSALS = 20  # of those that are open no more, so that an answer may be repeated


@dataclass(frozen=True)
class TableRow:
    """A table without its seats and logs: the columns are explained in `schema.py`."""

    id: str
    game: str
    rules: int
    box: str
    options: dict[str, int | str]
    seed: str
    salt: str
    listed: bool
    pace: str  # none, soft, seconds, minutes or days
    pace_amount: int
    status: str  # open, running, over, or closed before its end
    host_hash: str
    opened_at: float
    moved_at: float
    version: int = 0
    ply: int = 0
    to_move: int = -1
    bot_due: bool = False
    opener: str = ""
    seen_at: float = 0.0
    dealt: str | None = None
    result: dict[str, Any] | None = None
    seating: str = "given"  # or random
    auto_start: bool = False
    watchers_chat: bool = False
    hints: bool = True
    pace_increment: int = 0
    due_at: float | None = None
    origin: dict[str, Any] | None = None  # as `origins.py` reads it

    @property
    def started(self) -> bool:
        """Whether it was dealt."""
        return self.ply > 0 or self.to_move >= 0 or self.status == "over"


class RowChange(TypedDict, total=False):
    """What a plan may change in a table's row; the version grows by itself."""

    status: str
    host_hash: str
    ply: int
    to_move: int
    bot_due: bool
    moved_at: float
    rules: int
    box: str
    dealt: str
    result: dict[str, Any]
    options: dict[str, int | str]
    auto_start: bool
    watchers_chat: bool
    hints: bool
    due_at: float | None


@dataclass(frozen=True)
class Seat:
    """One chair: who sits there, or may."""

    seat: int
    kind: str  # human, bot or open
    name: str
    bot: str = ""
    away: bool = False
    token_hash: str | None = None
    invite_hash: str | None = None
    sitter: str | None = None  # whose address it was taken from, without saying whose that is
    time_left: float | None = None
    lapsed: bool = False  # away, but without having left: time ran out, or nobody came
    owner_hash: str | None = None  # who gets it back on return, where a friend plays for them
    owner_name: str | None = None
    away_until: float | None = None
    away_used: float = 0.0
    chosen: str = ""  # the bot that this one plays for, until it is compiled


@dataclass(frozen=True)
class Pass:
    """What else opens a person's seat."""

    hash: str
    person: str  # the hash of the token they sat down with
    kind: str  # device, link, used (a link) or recovery
    at: float
    until: float | None = None


@dataclass(frozen=True)
class Entry:
    """One ply: a move, or a taking back."""

    ply: int
    seat: int
    move: str | None
    back_to: int | None
    bot: bool
    at: float
    mark: str | None = None


@dataclass(frozen=True)
class Note:
    """Something said or done at the table that is not a move."""

    kind: str
    seat: int | None
    args: dict[str, Any]
    at: float
    id: int = 0


@dataclass(frozen=True)
class Proposal:
    """Something everybody is asked for: moves taken back, another bot for a seat, another game."""

    number: int
    kind: str  # takeback, bot or rematch
    seat: int  # who proposes it
    back_to: int | None
    for_seat: int | None
    bot: str | None
    outcome: str  # open, agreed, declined, withdrawn or void
    at: float


@dataclass(frozen=True)
class Vote:
    """One seat's answer to a proposal."""

    number: int
    seat: int
    agreed: bool
    at: float


@dataclass
class Stored:
    """What the store knows about one table."""

    row: TableRow
    seats: list[Seat]
    entries: list[Entry]
    notes: list[Note]
    proposals: list[Proposal]
    votes: list[Vote]
    passes: list[Pass]


def check_row(source: sa.Table, values: dict[str, Any]) -> None:
    """Refuse text that is too long for its column, or that PostgreSQL cannot hold at all (U+0000)."""
    for name, most in text_lengths(source).items():
        text = values.get(name) or ""
        if len(text) > most or "\0" in text:
            raise Refused("unreadable", f"{name}: expected at most {most} characters of plain text, got {len(text)}")


@cache
def text_lengths(source: sa.Table) -> dict[str, int]:
    """How much text each column of a table holds."""
    texts = {column.name: column.type for column in source.columns if isinstance(column.type, sa.String)}
    return {name: kind.length for name, kind in texts.items() if kind.length is not None}


def write_note(connection: Connection, table: str, note: Note) -> int:
    values = {"kind": note.kind, "seat": note.seat, "args": note.args, "at": note.at}
    done = connection.execute(sa.insert(schema.notes).values(table_id=table, **values))
    assert done.inserted_primary_key is not None
    return int(done.inserted_primary_key[0])


def write_table(connection: Connection, row: TableRow, seats: list[Seat], note: Note) -> None:
    """A new table with its seats."""
    connection.execute(sa.insert(schema.tables).values(**vars(row)))
    connection.execute(sa.insert(schema.seats), [{"table_id": row.id, **asdict(seat)} for seat in seats])
    write_note(connection, row.id, note)


PASSES = sa.select(schema.passes).where(schema.passes.c.table_id == sa.bindparam("table")).order_by(schema.passes.c.at)


def read_table(connection: Connection, table: str, since: int = 0) -> Stored | None:
    """A table with its log from this ply on."""
    row = connection.execute(sa.select(schema.tables).where(schema.tables.c.id == table)).mappings().one_or_none()
    if row is None:
        return None

    moves, notes, seats = schema.moves, schema.notes, schema.seats
    entries = connection.execute(
        sa.select(moves).where(moves.c.table_id == table, moves.c.ply >= since).order_by(moves.c.ply)
    ).mappings()
    latest = connection.execute(
        sa.select(notes).where(notes.c.table_id == table).order_by(notes.c.id.desc()).limit(LATEST_NOTES)
    ).mappings()
    sitting = connection.execute(sa.select(seats).where(seats.c.table_id == table).order_by(seats.c.seat)).mappings()
    return Stored(
        TableRow(**row),
        [_made(Seat, r) for r in sitting],
        [_made(Entry, r) for r in entries],
        [_made(Note, r) for r in reversed(latest.all())],
        *read_proposals(connection, table),
        [_made(Pass, r) for r in connection.execute(PASSES, {"table": table}).mappings()],
    )


def read_proposals(connection: Connection, table: str) -> tuple[list[Proposal], list[Vote]]:
    """The open proposals and the latest of the others, with the answers to them."""
    proposals, votes = schema.proposals, schema.votes
    newest = sa.select(sa.func.max(proposals.c.number)).where(proposals.c.table_id == table).scalar_subquery()
    wanted = sa.or_(proposals.c.outcome == "open", proposals.c.number > newest - LATEST_PROPOSALS)
    found = connection.execute(
        sa.select(proposals).where(proposals.c.table_id == table, wanted).order_by(proposals.c.number)
    ).mappings()
    asked = [_made(Proposal, r) for r in found]
    if not asked:
        return [], []
    about = votes.c.number.in_([proposal.number for proposal in asked])
    given = connection.execute(sa.select(votes).where(votes.c.table_id == table, about).order_by(votes.c.at)).mappings()
    return asked, [_made(Vote, r) for r in given]


def _made(kind: type[Any], row: Any) -> Any:
    return kind(**{key: value for key, value in row.items() if key != "table_id"})


def read_listed(connection: Connection, status: str | None, limit: int) -> list[tuple[TableRow, list[Seat]]]:
    """Listed tables, the latest first."""
    tables, seats = schema.tables, schema.seats
    wanted = sa.select(tables).where(tables.c.listed == sa.true(), tables.c.status != "closed")
    if status is not None:
        wanted = wanted.where(tables.c.status == status)
    found = connection.execute(wanted.order_by(tables.c.moved_at.desc()).limit(limit)).mappings().all()
    sitting = connection.execute(sa.select(seats).where(seats.c.table_id.in_([row["id"] for row in found]))).mappings()
    by_table: dict[str, list[Seat]] = {}
    for row in sitting:
        by_table.setdefault(row["table_id"], []).append(_made(Seat, row))
    return [(TableRow(**row), sorted(by_table[row["id"]], key=lambda seat: seat.seat)) for row in found]


def read_bots_due(connection: Connection, seen_since: float) -> list[str]:
    """Tables where it is a bot's decision, and where people play or somebody has looked since then."""
    tables, seats = schema.tables, schema.seats
    people = sa.exists().where(seats.c.table_id == tables.c.id, seats.c.kind == "human")
    waited_for = sa.and_(tables.c.bot_due == sa.true(), sa.or_(tables.c.seen_at > seen_since, people))
    due = sa.select(tables.c.id).where(waited_for).order_by(tables.c.moved_at).limit(1000)
    return [str(table) for table in connection.execute(due).scalars()]


def read_running(connection: Connection, names: list[str]) -> list[str]:
    """Which of these tables are there and not at their end."""
    tables = schema.tables
    going_on = tables.c.status.in_(("open", "running"))
    return [*connection.execute(sa.select(tables.c.id).where(tables.c.id.in_(names), going_on)).scalars()]


def read_seen_at(connection: Connection, table: str) -> float:
    """When somebody last looked at a table, as any process has noted it."""
    found = connection.execute(sa.select(schema.tables.c.seen_at).where(schema.tables.c.id == table)).scalar()
    return float(found or 0.0)


def write_seen_at(connection: Connection, table: str, at: float) -> None:
    """Note that somebody looks; nothing at the table changes by it."""
    connection.execute(sa.update(schema.tables).where(schema.tables.c.id == table).values(seen_at=at))
