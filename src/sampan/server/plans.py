"""A change of a table as a plan: how it is written, how it is taken over in memory, and the plans of a seat."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from functools import cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from . import clock, schema
from .refusals import Refused
from .rows import LATEST_NOTES, Entry, Note, Proposal, RowChange, Seat, Vote, check_row, write_note
from .store import Conflict
from .table import Position, Table

LONGEST_NAME = 40


@dataclass
class Plan:
    """A change of a table, thought out but not yet written: whole or not at all."""

    values: RowChange = field(default_factory=RowChange)
    entry: Entry | None = None
    seats: list[Seat] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    proposal: Proposal | None = None
    vote: Vote | None = None
    outcomes: dict[int, str] = field(default_factory=dict)  # of proposals, by number
    after: Position | None = None  # where the game stands then, if it has moved

    def apply_to(self, table: Table, note_ids: list[int]) -> None:
        """Take over in memory what has just been committed."""
        table.row = replace(table.row, **self.values, version=table.version + 1)
        for seat in self.seats:
            table.seats = [seat if old.seat == seat.seat else old for old in table.seats]
        if self.entry is not None:
            table.log.append(self.entry)
        if self.proposal is not None:
            table.proposals = [*table.proposals, self.proposal]
        if self.vote is not None:
            table.votes = [*table.votes, self.vote]
        table.proposals = [replace(p, outcome=self.outcomes.get(p.number, p.outcome)) for p in table.proposals]
        if self.after is not None:
            table.position = self.after
        numbered = [replace(note, id=number) for note, number in zip(self.notes, note_ids, strict=True)]
        table.notes = [*table.notes, *numbered][-LATEST_NOTES:]
        table.forget_views()


def check_lengths(plan: Plan) -> None:
    """Refuse what a column cannot hold before it reaches the database."""
    for seat in plan.seats:
        check_row(schema.seats, vars(seat))
    if plan.entry is not None:
        check_row(schema.moves, vars(plan.entry))


ADD_MOVE = sa.insert(schema.moves)


@cache
def update_of(names: tuple[str, ...]) -> sa.Update:
    """The change of these columns, only if the table still has the version it was thought out on; made once."""
    tables = schema.tables
    given: dict[str, Any] = {name: sa.bindparam(name) for name in (*names, "version")}
    same = (tables.c.id == sa.bindparam("known_id"), tables.c.version == sa.bindparam("known_version"))
    return sa.update(tables).where(*same).values(given)


def write_plan(connection: Connection, table: str, version: int, plan: Plan) -> list[int]:
    """Write a plan made for this version of the table, whole or not at all; return the notes' numbers."""
    known = {"known_id": table, "known_version": version, "version": version + 1}
    changed = connection.execute(update_of(tuple(sorted(plan.values))), {**plan.values, **known})
    if changed.rowcount != 1:
        raise Conflict
    if plan.entry is not None:
        connection.execute(ADD_MOVE, {"table_id": table, **vars(plan.entry)})
    for seat in plan.seats:
        chosen = (schema.seats.c.table_id == table) & (schema.seats.c.seat == seat.seat)
        connection.execute(sa.update(schema.seats).where(chosen).values(**asdict(seat)))
    if plan.proposal is not None:
        connection.execute(sa.insert(schema.proposals).values(table_id=table, **asdict(plan.proposal)))
    if plan.vote is not None:
        connection.execute(sa.insert(schema.votes).values(table_id=table, **asdict(plan.vote)))
    for number, outcome in plan.outcomes.items():
        asked = (schema.proposals.c.table_id == table) & (schema.proposals.c.number == number)
        connection.execute(sa.update(schema.proposals).where(asked).values(outcome=outcome))
    return [write_note(connection, table, note) for note in plan.notes]


def closing(note: Note, proposals: list[Proposal]) -> Plan:
    """A plan that closes a table for good; nothing that was proposed can be done any more."""
    void = {proposal.number: "void" for proposal in proposals if proposal.outcome == "open"}
    return Plan({"status": "closed", "bot_due": False}, notes=[note], outcomes=void)


def check_not_closed(table: Table) -> None:
    """Nothing is done at a table that is closed."""
    if table.status == "closed":
        raise Refused("table_closed", "this table is closed", show=True)


def check_goes_on(table: Table) -> None:
    """Nobody sits down or is invited where there is nothing left to play."""
    check_not_closed(table)
    if table.status == "over":
        raise Refused("not_running", "the game is over", show=True)


def chosen_seat(table: Table, number: int) -> Seat:
    """A seat by its number."""
    if not 0 <= number < len(table.seats):
        raise Refused("no_seat", f"seat {number}: expected 0..{len(table.seats) - 1}")
    return table.seats[number]


def with_seat(table: Table, seat: Seat, note: Note) -> Plan:
    """A plan that changes one seat; whether a bot must move now may change with it."""
    due = (
        table.status == "running" and (seat if table.to_move == seat.seat else table.seats[table.to_move]).kind == "bot"
    )
    return Plan({"bot_due": due}, seats=[seat], notes=[note])


def bot_name(bot: str) -> str:
    """What a bot is called where nobody has named it."""
    return bot.partition(":")[0][:LONGEST_NAME]


def with_bot(table: Table, seat: Seat, bot: str, away: bool) -> Plan:
    """A plan by which a bot plays for a seat; its owner, if it has one, may take it back."""
    name = seat.name if seat.token_hash is not None else bot_name(bot)
    note = Note("bot_seated", seat.seat, {"bot": bot}, clock.now())
    invite = None if table.status == "open" else seat.invite_hash
    return with_seat(table, replace(seat, kind="bot", bot=bot, name=name, away=away, invite_hash=invite), note)
