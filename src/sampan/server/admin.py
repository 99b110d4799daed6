"""What an operator does with tables and people, on the database of a server that may be running.

Every change is written as a server writes it, so running servers hear of it and go on from there.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable
from dataclasses import asdict, replace
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection, Engine

from sampan.engine.errors import OptionError

from . import clock, schema
from .address import counted
from .bans import HASHED
from .plaintext import plain_text
from .plans import LONGEST_NAME, closing
from .reports import TABLE_ITSELF
from .retention import delete_table
from .rows import Note, Stored, read_table
from .store import CHANNEL, Conflict, write_plan
from .table import DAY, TABLE_ID, Plan

TRIES = 10
SEAT = re.compile(f"({TABLE_ID.pattern})/([1-9][0-9]?)")
REPORT = re.compile("report:([0-9]{1,9})")
LATEST = 20  # notes shown
LONGEST_WHY = 200


def found_table(connection: Connection, name: str) -> Stored:
    """A table by its name."""
    stored = read_table(connection, name)
    if stored is None:
        raise OptionError(f"table {name!r}: not found: expected one of `sampan admin tables`")
    return stored


def listed(
    connection: Connection, status: str | None, game: str | None, idle_days: float, limit: int
) -> list[dict[str, Any]]:
    """Tables, the latest first."""
    tables, seats, reports = schema.tables, schema.seats, schema.reports
    people = sa.select(sa.func.count()).where(seats.c.table_id == tables.c.id, seats.c.kind == "human")
    said = sa.select(sa.func.count()).where(reports.c.table_id == tables.c.id, reports.c.settled_at.is_(None))
    wanted = sa.select(
        tables.c.id.label("table"), tables.c.game, tables.c.status, tables.c.rules, tables.c.ply, tables.c.listed,
        tables.c.opened_at, tables.c.moved_at, people.scalar_subquery().label("people"),
        said.scalar_subquery().label("reports"),
    )  # fmt: skip
    if status is not None:
        wanted = wanted.where(tables.c.status == status)
    if game is not None:
        wanted = wanted.where(tables.c.game == game)
    if idle_days:
        wanted = wanted.where(tables.c.moved_at < clock.now() - idle_days * DAY)
    rows = connection.execute(wanted.order_by(tables.c.moved_at.desc()).limit(limit)).mappings()
    return [dict(row) for row in rows]


def facts_of(connection: Connection, name: str) -> dict[str, Any]:
    """A table without its secrets: neither seed nor tokens, for whoever sees them knows the cards."""
    stored = found_table(connection, name)
    row = {key: value for key, value in asdict(stored.row).items() if key not in ("seed", "salt", "host_hash", "dealt")}
    seats = [
        {"seat": seat.seat + 1, "kind": seat.kind, "name": seat.name, "bot": seat.bot, "away": seat.away,
         "person": seat.sitter}
        for seat in stored.seats
    ]  # fmt: skip
    notes = [
        {"kind": note.kind, "seat": None if note.seat is None else note.seat + 1, "args": note.args, "at": note.at}
        for note in stored.notes[-LATEST:]
    ]
    mine = [report for report in reported(connection, settled=True) if report["table"] == name]
    return {**row, "table": row.pop("id"), "seats": seats, "notes": notes, "reports": mine}


def reported(connection: Connection, settled: bool = False) -> list[dict[str, Any]]:
    """What players have reported, the oldest first."""
    reports = schema.reports
    wanted = sa.select(reports).order_by(reports.c.id)
    if not settled:
        wanted = wanted.where(reports.c.settled_at.is_(None))
    return [
        {"report": row.id, "table": row.table_id, "seat": None if row.seat == TABLE_ITSELF else row.seat + 1,
         "name": row.name, "words": row.words, "at": row.at, "settled": row.settled_at is not None}
        for row in connection.execute(wanted)
    ]  # fmt: skip


def settle(connection: Connection, number: int) -> None:
    """Note that a report was dealt with."""
    reports = schema.reports
    changed = connection.execute(sa.update(reports).where(reports.c.id == number).values(settled_at=clock.now()))
    if changed.rowcount != 1:
        raise OptionError(f"report {number}: not found: expected one of `sampan admin reports`")


def changed(engine: Engine, name: str, change: Callable[[Connection, Stored], None]) -> None:
    """Change a table as it is at this moment, and tell the servers; where one of them was quicker, look again."""
    for _ in range(TRIES):
        try:
            with engine.begin() as connection:
                change(connection, found_table(connection, name))
                if connection.dialect.name == "postgresql":
                    news = {"channel": CHANNEL, "news": f"admin {name}"}
                    connection.execute(sa.text("SELECT pg_notify(:channel, :news)"), news)
            return
        except Conflict:
            continue
    raise OptionError(f"table {name!r} keeps changing: try again")


def close(connection: Connection, stored: Stored) -> None:
    """Close a table that is open or running."""
    row = stored.row
    if row.status in ("over", "closed"):
        raise OptionError(f"table {row.id!r} is {row.status}: expected one that is open or running")
    note = Note("closed_operator", None, {}, clock.now())
    write_plan(connection, row.id, row.version, closing(note, stored.proposals))


def delete(connection: Connection, stored: Stored) -> None:
    """Take a table away."""
    delete_table(connection, stored.row.id, stored.row.version)


def rename(seat: int, name: str) -> Callable[[Connection, Stored], None]:
    """Another name for whoever sits there."""
    try:
        called = plain_text(name)
    except ValueError as error:
        raise OptionError(f"name {name!r}: {error}") from None
    if not 1 <= len(called) <= LONGEST_NAME:
        raise OptionError(f"name {name!r}: expected 1 to {LONGEST_NAME} characters")

    def change(connection: Connection, stored: Stored) -> None:
        there = seat_at(stored, seat)
        note = Note("renamed", there.seat, {"name": called}, clock.now())
        plan = Plan(seats=[replace(there, name=called)], notes=[note])
        write_plan(connection, stored.row.id, stored.row.version, plan)

    return change


def seat_at(stored: Stored, seat: int) -> Any:
    """A seat, the first of them 1."""
    if not 1 <= seat <= len(stored.seats):
        raise OptionError(f"seat {seat}: expected 1..{len(stored.seats)}")
    return stored.seats[seat - 1]


def person(connection: Connection, who: str) -> str:
    """Whom a ban is on: an address, a network, whoever sits at TABLE/SEAT, or whose name report:NUMBER is about."""
    if match := SEAT.fullmatch(who):
        sitter = seat_at(found_table(connection, match[1]), int(match[2])).sitter
        return hashed(who, sitter)
    if match := REPORT.fullmatch(who):
        reports = schema.reports
        sitter = connection.execute(sa.select(reports.c.sitter).where(reports.c.id == int(match[1]))).scalar()
        return hashed(who, sitter)
    try:
        network = ipaddress.ip_network(who, strict=False)
    except ValueError:
        raise OptionError(f"{who!r}: expected an address, a network, TABLE/SEAT or report:NUMBER") from None
    if network.is_loopback:
        raise OptionError(f"{who} is this machine: expected another address (behind a proxy: is --trusted-proxy set?)")
    if network.num_addresses == 1:  # as limits count: of IPv6 the whole /64 of one customer
        network = ipaddress.ip_network(counted(str(network.network_address)))
    return str(network)


def hashed(who: str, sitter: str | None) -> str:
    """A person without an address."""
    if not sitter:
        raise OptionError(f"{who}: no address is known there: expected a seat taken by a person")
    return HASHED + sitter


def ban(connection: Connection, kind: str, who: str, why: str, days: float) -> None:
    """Ban or mute somebody, for some days or (0) for good; once more says it anew."""
    bans, now = schema.bans, clock.now()
    if len(why) > LONGEST_WHY:
        raise OptionError(f"--why has {len(why)} characters: expected at most {LONGEST_WHY}")
    lift(connection, kind, who)
    until = now + days * DAY if days else None
    connection.execute(sa.insert(bans).values(who=who, kind=kind, why=why, at=now, until=until))


def lift(connection: Connection, kind: str, who: str) -> bool:
    """Let somebody play or speak again; whether there was anything to lift."""
    bans = schema.bans
    return connection.execute(sa.delete(bans).where(bans.c.who == who, bans.c.kind == kind)).rowcount > 0


def banned(connection: Connection) -> list[dict[str, Any]]:
    """Who is banned or muted, and why."""
    return [dict(row) for row in connection.execute(sa.select(schema.bans).order_by(schema.bans.c.at)).mappings()]


def statistics(connection: Connection) -> dict[str, Any]:
    """How much there is, and how much happened lately."""
    tables, seats = schema.tables, schema.seats
    now = clock.now()

    def count(source: sa.Table, *where: sa.ColumnElement[bool]) -> int:
        return int(connection.execute(sa.select(sa.func.count()).select_from(source).where(*where)).scalar_one())

    groups = connection.execute(
        sa.select(tables.c.game, tables.c.rules, tables.c.status, sa.func.count())
        .group_by(tables.c.game, tables.c.rules, tables.c.status)
        .order_by(tables.c.game, tables.c.rules, tables.c.status)
    )
    return {
        "tables": [{"game": g, "rules": rules, "status": status, "tables": n} for g, rules, status, n in groups],
        "opened_last_day": count(tables, tables.c.opened_at > now - DAY),
        "played_last_hour": count(tables, tables.c.moved_at > now - 3600, tables.c.ply > 0),
        "played_last_day": count(tables, tables.c.moved_at > now - DAY, tables.c.ply > 0),
        "played_last_week": count(tables, tables.c.moved_at > now - 7 * DAY, tables.c.ply > 0),
        "people": count(seats, seats.c.kind == "human", seats.c.token_hash.is_not(None)),
        "bots": count(seats, seats.c.kind == "bot"),
        "plies": count(schema.moves),
        "open_reports": count(schema.reports, schema.reports.c.settled_at.is_(None)),
        "bans": count(schema.bans),
    }
