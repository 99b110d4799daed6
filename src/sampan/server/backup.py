"""Copies of an SQLite file while it is being served, and their way back. PostgreSQL has tools of its own for both."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from .database import ServeError, database_name, one_line
from .migrations import newest
from .settings import Settings
from .store import keep_private

PATIENCE = 30.0  # seconds for a writer to end


def file_of(settings: Settings, command: str) -> Path:
    """The SQLite file; where PostgreSQL keeps the tables, the command that does it."""
    if settings.sqlite_path is None:
        way = "pg_dump -Fc -f FILE" if command == "backup" else "pg_restore --clean --if-exists --single-transaction -d"
        raise ServeError(f"{database_name(settings)} is not an SQLite file: use `{way} ...`, see docs/operating.md")
    return Path(settings.sqlite_path)


def backup(settings: Settings, target: Path, over: bool) -> int:
    """Copy the database as it is at one moment, while others write on; gives the number of tables in the copy."""
    source = file_of(settings, "backup")
    if not source.is_file():
        raise ServeError(f"database {database_name(settings)}: no such file: expected a server's database")
    if target.exists() and not over:
        raise ServeError(f"{target}: already exists: expected another name, or --overwrite")
    if target.exists() and target.samefile(source):
        raise ServeError(f"{target}: is the database itself: expected another file")
    draft = target.with_name(target.name + ".part")
    try:
        draft.unlink(missing_ok=True)
        os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except OSError as error:
        raise ServeError(f"{target}: cannot be written: {error.strerror or error}") from None
    try:
        with one_line(settings), opened(source) as there, opened(draft) as here:
            there.backup(here)  # one read transaction: what is committed meanwhile is not in it
            here.execute("PRAGMA journal_mode=DELETE")  # one file, nothing beside it
            number = checked(here, str(source))
        sync(draft)
        draft.replace(target)
        sync(target.parent)
    except OSError as error:
        raise ServeError(f"{target}: cannot be written: {error.strerror or error}") from None
    finally:
        draft.unlink(missing_ok=True)
    return number


def restore(settings: Settings, source: Path) -> tuple[int, Path | None]:
    """Put a copy in the database's place, whole or not at all; gives its tables, and where the former ones are."""
    target = file_of(settings, "restore")
    if not source.is_file():
        raise ServeError(f"{source}: no such file: expected one written by `sampan backup`")
    if target.exists() and target.samefile(source):
        raise ServeError(f"{source}: is the database itself: expected a copy of it")
    with closing(as_copy(source)) as copy:
        number = checked(copy, str(source))
        with one_line(settings):
            former = kept_aside(target)
            keep_private(target)
            with alone(target) as there:
                copy.backup(there)  # one transaction
    return number, former


def kept_aside(target: Path) -> Path | None:
    """A copy of what would be lost."""
    if not target.is_file() or not target.stat().st_size:
        return None
    with alone(target):
        pass  # before anything is written: nobody serves it
    name = f"{target.name}.before-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}"
    aside = target.with_name(name)
    os.close(os.open(aside, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    with opened(target) as there, opened(aside) as here:
        there.backup(here)
        here.execute("PRAGMA journal_mode=DELETE")
    return aside


@contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that is closed again."""
    with closing(sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)) as connection:
        yield connection


@contextmanager
def alone(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection beside which there is no other: leaving WAL asks for that, and a server never leaves it."""
    with closing(sqlite3.connect(path, timeout=0.5, isolation_level=None)) as connection:
        try:
            mode = connection.execute("PRAGMA journal_mode=DELETE").fetchone()[0]
        except sqlite3.OperationalError as error:
            if "locked" not in str(error):
                raise
            mode = "wal"
        if mode == "wal":
            raise ServeError(f"database {str(path)!r} is in use: stop its servers first")
        yield connection


def as_copy(path: Path) -> sqlite3.Connection:
    """A copy, which is only read."""
    try:
        path.open("rb").close()  # SQLite does not say why it cannot
        return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
    except OSError as error:
        raise ServeError(f"{path}: cannot be read: {error.strerror or error}") from None


def checked(copy: sqlite3.Connection, name: str) -> int:
    """Refuse what is damaged, no database of tables, or of a form that is newer than ours; count its tables."""
    try:
        state = copy.execute("PRAGMA integrity_check(1)").fetchone()[0]
        form = copy.execute("SELECT version_num FROM alembic_version").fetchone()[0]
        number = int(copy.execute("SELECT count(*) FROM tables").fetchone()[0])
    except (sqlite3.Error, TypeError) as error:
        raise ServeError(
            f"{name}: not a database of tables: {error}: expected a file written by `sampan backup`"
        ) from None
    if state != "ok":
        raise ServeError(f"{name}: is damaged: {' '.join(str(state).split())[:150]}")
    if form > newest():
        raise ServeError(f"{name}: has schema version {form}, from a newer Sampan: expected at most {newest()}")
    return number


def sync(path: Path) -> None:
    """See that it is on the disk."""
    with suppress(PermissionError):
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
