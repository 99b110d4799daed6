"""`sampan admin`, `backup` and `restore`: for whoever operates a server."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sampan.engine.errors import OptionError

from .arguments import AsJson

if TYPE_CHECKING:
    from sqlalchemy import Connection

admin = typer.Typer(no_args_is_help=True, help="Manage a server's tables, even while it is running.")
MOST_DAYS = 36_500  # a hundred years
MOST_ROWS = 1_000_000
MOST_REPORTS = 2**31 - 1  # the largest number a report can have
Database = Annotated[str, typer.Option(help="a file, or postgresql://...; the default file if omitted")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="do not ask")]
Names = Annotated[list[str], typer.Argument(metavar="TABLE...", help="names of tables, as in their links")]
Who = Annotated[str, typer.Argument(help="an address, a network, TABLE/SEAT (the first seat is 1) or report:NUMBER")]
Days = Annotated[float, typer.Option(min=0, max=MOST_DAYS, help="for this many days; 0 for forever")]
Why = Annotated[str, typer.Option(help="a note to yourself")]


class Status(StrEnum):
    """What a table may be."""

    open = "open"
    running = "running"
    over = "over"
    closed = "closed"


def reading(database: str, read: Callable[[Connection], Any]) -> Any:
    """What is found in the database of a server."""
    from sampan.server.database import in_use
    from sampan.server.settings import Settings

    with in_use(Settings(database=database)) as engine, engine.connect() as connection:
        return read(connection.execution_options(reading=True))


def writing(database: str, write: Callable[[Connection], Any]) -> Any:
    """A change in the database of a server."""
    from sampan.server.database import in_use
    from sampan.server.settings import Settings

    with in_use(Settings(database=database)) as engine, engine.begin() as connection:
        return write(connection)


def changing(database: str, names: list[str], change: Any) -> None:
    """A change of tables, one by one."""
    from sampan.server.admin import changed
    from sampan.server.database import in_use
    from sampan.server.settings import Settings

    with in_use(Settings(database=database)) as engine:
        for name in names:
            changed(engine, name, change)


def confirm(question: str, yes: bool) -> None:
    """Ask, unless told not to; where nobody can be asked, the answer is no."""
    if yes:
        return
    if not sys.stdin.isatty():
        raise OptionError(f"{question} No terminal to ask in: expected --yes")
    typer.confirm(question, abort=True)


def day(at: float | None) -> str:
    """A time for people; also one that no calendar has."""
    if at is None:
        return "for good"
    try:
        return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M}"
    except (OverflowError, ValueError, OSError):
        return "?"


def plain(value: object) -> str:
    """A value in a cell; what people have written cannot draw anything."""
    text = "" if value is None else str(value)
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def print_rows(rows: list[dict[str, Any]], as_json: bool, times: tuple[str, ...] = ("at",)) -> None:
    """Rows as a table, or as JSON."""
    if as_json:
        print(json.dumps(rows))
        return
    if not rows:
        print("none")
        return
    cells = [[day(value) if key in times else plain(value) for key, value in row.items()] for row in rows]
    lines = [list(rows[0]), *cells]
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    for line in lines:  # whole, however narrow the screen: names are there to be copied
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())


@admin.command()
def tables(
    status: Annotated[Status | None, typer.Option(help="only tables with this status")] = None,
    game: Annotated[str | None, typer.Option(help="only tables of this game")] = None,
    idle: Annotated[float, typer.Option(min=0, max=MOST_DAYS, help="only those idle for at least this many days")] = 0,
    limit: Annotated[int, typer.Option(min=1, max=MOST_ROWS, help="at most this many")] = 50,
    database: Database = "",
    as_json: AsJson = False,
) -> None:
    """List tables, the latest first."""
    from sampan.server.admin import listed

    wanted = None if status is None else status.value
    rows = reading(database, lambda connection: listed(connection, wanted, game, idle, limit))
    print_rows(rows, as_json, ("opened_at", "moved_at"))


@admin.command()
def show(
    table: Annotated[str, typer.Argument(help="the name of a table")], database: Database = "", as_json: AsJson = False
) -> None:
    """Show one table: its players, chat and reports, but nothing that is hidden in its game."""
    from sampan.server.admin import facts_of

    found = reading(database, lambda connection: facts_of(connection, table))
    if as_json:
        print(json.dumps(found))
        return
    parts = {key: found.pop(key) for key in ("seats", "notes", "reports")}
    for key, value in found.items():
        print(f"{key}  {day(value) if key.endswith('_at') else plain(value)}")
    for name, rows in parts.items():
        print(f"\n{name}")
        print_rows(rows, False)


@admin.command()
def close(names: Names, yes: Yes = False, database: Database = "") -> None:
    """Close tables: nobody can play there anymore, but everyone can still view them."""
    from sampan.server import admin as work

    confirm(f"Close {', '.join(names)}?", yes)
    changing(database, names, work.close)
    print(f"closed: {', '.join(names)}")


@admin.command()
def delete(names: Names, yes: Yes = False, database: Database = "") -> None:
    """Delete tables with their games, chats and seats."""
    from sampan.server import admin as work

    confirm(f"Delete {', '.join(names)} for good?", yes)
    changing(database, names, work.delete)
    print(f"deleted: {', '.join(names)}")


@admin.command()
def rename(
    table: Annotated[str, typer.Argument(help="the name of a table")],
    seat: Annotated[int, typer.Argument(help="the seat; 1 is the first")],
    name: Annotated[str, typer.Argument(help="the new name of whoever sits there")],
    yes: Yes = False,
    database: Database = "",
) -> None:
    """Rename a player."""
    from sampan.server import admin as work

    change = work.rename(seat, name)
    confirm(f"Rename seat {seat} of {table} to {name!r}?", yes)
    changing(database, [table], change)
    print(f"renamed: {table}/{seat}")


@admin.command()
def reports(
    everything: Annotated[bool, typer.Option("--all", help="include settled ones")] = False,
    database: Database = "",
    as_json: AsJson = False,
) -> None:
    """List reports by players."""
    from sampan.server.admin import reported

    print_rows(reading(database, lambda connection: reported(connection, everything)), as_json)


@admin.command()
def settle(
    numbers: Annotated[
        list[int], typer.Argument(min=1, max=MOST_REPORTS, metavar="NUMBER...", help="numbers of reports")
    ],
    database: Database = "",
) -> None:
    """Mark reports as settled."""
    from sampan.server import admin as work

    def write(connection: Connection) -> None:
        for number in numbers:
            work.settle(connection, number)

    writing(database, write)
    print(f"settled: {', '.join(map(str, numbers))}")


def sanction(kind: str, who: str, days: float, why: str, yes: bool, database: str) -> None:
    """Ban or mute."""
    from sampan.server import admin as work

    person = reading(database, lambda connection: work.person(connection, who))
    confirm(f"{kind.capitalize()} {who}{f' ({person})' if person != who else ''}?", yes)
    writing(database, lambda connection: work.ban(connection, kind, person, why, days))
    print(f"{kind}: {person}; servers apply it within two seconds")


def lift(kind: str, who: str, yes: bool, database: str) -> None:
    """Take a ban or a mute back."""
    from sampan.server import admin as work

    person = who if who.startswith("#") else reading(database, lambda connection: work.person(connection, who))
    confirm(f"Lift the {kind} of {who}?", yes)
    if not writing(database, lambda connection: work.lift(connection, kind, person)):
        raise OptionError(f"{who}: no {kind} found: expected one of `sampan admin bans`")
    print(f"lifted: {kind} of {person}")


@admin.command()
def ban(who: Who, days: Days = 0, why: Why = "", yes: Yes = False, database: Database = "") -> None:
    """Ban someone from the server."""
    sanction("ban", who, days, why, yes, database)


@admin.command()
def mute(who: Who, days: Days = 0, why: Why = "", yes: Yes = False, database: Database = "") -> None:
    """Mute someone: they can play, but not chat or change their name."""
    sanction("mute", who, days, why, yes, database)


@admin.command()
def unban(who: Who, yes: Yes = False, database: Database = "") -> None:
    """Lift a ban."""
    lift("ban", who, yes, database)


@admin.command()
def unmute(who: Who, yes: Yes = False, database: Database = "") -> None:
    """Lift a mute."""
    lift("mute", who, yes, database)


@admin.command()
def bans(database: Database = "", as_json: AsJson = False) -> None:
    """List who is banned or muted; people without an address start with #."""
    from sampan.server.admin import banned

    print_rows(reading(database, banned), as_json, ("at", "until"))


@admin.command()
def stats(database: Database = "", as_json: AsJson = False) -> None:
    """Count tables, people and recent activity."""
    from sampan.server.admin import statistics

    found = reading(database, statistics)
    if as_json:
        print(json.dumps(found))
        return
    print_rows(found.pop("tables"), False)
    for key, value in found.items():
        print(f"{key.replace('_', ' ')}  {value}")


def backup(
    file: Annotated[Path, typer.Argument(help="where to write the backup")],
    overwrite: Annotated[bool, typer.Option(help="overwrite an existing file")] = False,
    database: Annotated[str, typer.Option(help="the SQLite file; the default one if omitted")] = "",
) -> None:
    """Back up a server's tables to a file that only you can read, even while it is running."""
    from sampan.server.backup import backup as copy
    from sampan.server.settings import Settings

    number = copy(Settings(database=database), file, overwrite)
    print(f"{file}: tables saved: {number}")


def restore(
    file: Annotated[Path, typer.Argument(help="a file written by `sampan backup`")],
    yes: Yes = False,
    database: Annotated[str, typer.Option(help="the SQLite file; the default one if omitted")] = "",
) -> None:
    """Restore a server's tables from a backup; stop the server first. The previous tables are kept."""
    from sampan.server.backup import restore as put_back
    from sampan.server.settings import Settings

    confirm(f"Replace the current tables with those in {file}?", yes)
    number, former = put_back(Settings(database=database), file)
    print(f"tables restored: {number}")
    if former is not None:
        print(f"the previous tables are kept in {former}")
