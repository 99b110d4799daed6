"""The store: one writer a process, many readers; a write counts only once it is committed.

Writes that arrive together share one transaction (and one flush to the disk). Each has its own savepoint, so one that
fails, however it fails, takes none of the others with it; only losing the transaction itself fails them all.
"""

from __future__ import annotations

import asyncio
import logging
import os
import queue
import secrets
import stat
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from psycopg.pq import TransactionStatus
from sqlalchemy import Connection, Engine, event

from sampan.engine.errors import OptionError

from . import metrics, schema
from .batches import batches
from .logs import place_of
from .migrations import migrate
from .postgres import connect_args
from .questions import Questions
from .quotas import read_address_key
from .refusals import Refused
from .rows import check_row, write_note
from .settings import Settings
from .table import Plan
from .versions import Versions, read_version

Result = TypeVar("Result")
TOGETHER = 64  # most writes in one transaction
CHANNEL = "sampan"
BUSY_SECONDS = 30
log = logging.getLogger("sampan.server")


class Conflict(Exception):
    """Somebody else has changed the table since it was read."""


def keep_private(path: Path) -> None:
    """Let nobody but the owner read the file; SQLite gives the files it makes beside it the same rights."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    for each in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
        with suppress(FileNotFoundError, PermissionError):  # somebody else's file is theirs to guard
            mode = stat.S_IMODE(each.stat().st_mode)
            if each.is_file() and mode & 0o077:
                each.chmod(mode & 0o700)


def open_engine(settings: Settings) -> Engine:
    """An engine for the database, set up so that what is committed stays."""
    if settings.postgres:
        try:
            sa.make_url(settings.url)
        except ValueError:  # what is not said here is the address itself, which may have a password in it
            raise OptionError("--database postgresql://...: expected postgresql://USER@HOST:PORT/NAME") from None
        return sa.create_engine(
            settings.url, pool_size=6, max_overflow=2, pool_pre_ping=True, hide_parameters=True,
            connect_args=connect_args(settings),
        )  # fmt: skip
    if settings.sqlite_path is not None:
        keep_private(Path(settings.sqlite_path))
    engine = sa.create_engine(settings.url, connect_args={"timeout": BUSY_SECONDS}, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def _prepare(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # transactions begin where we say so
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        reading = connection.get_execution_options().get("reading", False)
        bare: Any = connection.connection.dbapi_connection
        bare.execute("BEGIN" if reading else "BEGIN IMMEDIATE")

    return engine


@dataclass
class Job:
    """One write, and where its outcome is awaited."""

    table: str
    run: Callable[[Connection], Any]
    outcome: asyncio.Future[Any]
    asked: float = field(default_factory=time.perf_counter)


class Store:
    """The database, from the event loop's side."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.process = secrets.token_hex(6)  # names this process to the others
        self.engine = open_engine(settings)
        self._versions = Versions(settings)
        self._questions = Questions(settings) if settings.postgres else None
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(4 if settings.postgres else 2, "reader")
        self._writer = threading.Thread(target=self._write_on, name="writer", daemon=True)

    def open(self) -> None:
        """Bring the database to the present form and start writing."""
        migrate(self.engine)
        self.address_key = self._address_key()
        self._versions.open()
        if self._questions is not None:
            self._questions.open()
        self._writer.start()

    def _address_key(self) -> bytes:
        try:
            with self.engine.begin() as connection:
                return read_address_key(connection)
        except sa.exc.IntegrityError:  # another process made it at the same moment
            with self.engine.begin() as connection:
                return read_address_key(connection)

    def close(self) -> None:
        """Finish what has been asked for, then let go of the database."""
        self._jobs.put(None)
        self._writer.join(BUSY_SECONDS)
        self._readers.shutdown()
        self._versions.close()
        if self._questions is not None:
            self._questions.close()
        self.engine.dispose()

    async def write(self, table: str, run: Callable[[Connection], Result]) -> Result:
        """Do this in a transaction; comes back after the commit."""
        outcome: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._jobs.put(Job(table, run, outcome))
        return await outcome

    async def read(self, run: Callable[[Connection], Result]) -> Result:
        """Do this on a reader's thread, with one consistent sight of the database."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, run)
        except (sa.exc.OperationalError, sa.exc.InterfaceError) as error:
            log.error("the database is not responding: %s", reason_of(error))
            raise Refused("store_unavailable", "the database is not responding: try again in a moment") from None

    async def version(self, table: str) -> int | None:
        """How often this table has changed, whichever process changed it; None if there is no such table."""
        if self._questions is not None:
            return await self._questions.ask(table)
        found = self._versions.at_once(table)
        return found if found is not None else await self.read(lambda connection: read_version(connection, table))

    def _read(self, run: Callable[[Connection], Result]) -> Result:
        isolation = {"isolation_level": "REPEATABLE READ"} if self.settings.postgres else {}
        with self.engine.connect().execution_options(reading=True, **isolation) as connection, connection.begin():
            return run(connection)

    # ------------------------------------------------------------ the writer's thread

    def _write_on(self) -> None:
        for batch in batches(self._jobs, TOGETHER):
            self._commit(sorted(batch, key=lambda job: job.table))  # one order for all: no deadlocks

    def _commit(self, batch: list[Job]) -> None:
        begun = time.perf_counter()
        for job in batch:
            metrics.WRITE_WAIT.observe(begun - job.asked)
        try:
            with self.engine.begin() as connection:
                done = [self._try(connection, job, alone=len(batch) == 1) for job in batch]
                if self.settings.postgres:
                    self._tell(
                        connection, {job.table for job, (_, error) in zip(batch, done, strict=True) if not error}
                    )
            metrics.COMMITS.inc()
            metrics.COMMIT_WRITES.observe(len(batch))
            metrics.COMMIT_SECONDS.observe(time.perf_counter() - begun)
        except Exception as error:
            if not isinstance(error, Refused | Conflict):  # what a single write refuses is no failure
                metrics.FAILED.inc()
            done = [(None, self._failed(error, len(batch)))] * len(batch)
        loop = batch[0].outcome.get_loop()
        if not loop.is_closed():
            loop.call_soon_threadsafe(_hand_out, batch, done)

    def _try(self, connection: Connection, job: Job, alone: bool) -> tuple[Any, Exception | None]:
        if alone:
            return job.run(connection), None
        try:
            with connection.begin_nested():
                return job.run(connection), None
        except Exception as error:
            if not in_transaction(connection):
                raise  # what the others have written is gone with it
            return None, self._failed(error)

    def _failed(self, error: Exception, writes: int = 1) -> Exception:
        """What whoever asked for a failed write is told."""
        if isinstance(error, Refused | Conflict):
            return error
        if isinstance(error, sa.exc.IntegrityError):
            return Conflict()
        log.error("%s failed: %s", "a write" if writes == 1 else f"{writes} writes", reason_of(error))
        return Refused("store_unavailable", "the database could not write this; if nothing has changed, try again")

    def _tell(self, connection: Connection, tables: set[str]) -> None:
        for table in sorted(tables):
            connection.execute(
                sa.text("SELECT pg_notify(:channel, :news)"), {"channel": CHANNEL, "news": f"{self.process} {table}"}
            )


def in_transaction(connection: Connection) -> bool:
    """Whether the transaction still stands: a lost connection ends it, and SQLite ends it itself on a full disk."""
    if connection.invalidated:
        return False
    bare: Any = connection.connection.dbapi_connection
    if connection.dialect.name == "sqlite":
        return bool(bare.in_transaction)
    return bool(bare.info.transaction_status == TransactionStatus.INTRANS)


def reason_of(error: BaseException) -> str:
    """What went wrong, in one line for the owner's log: the database's first line, or where our own mistake is."""
    if not isinstance(error, sa.exc.DBAPIError):
        return place_of(error)
    lines = str(error.orig).strip().splitlines()  # further lines quote what was to be written
    return f"{type(error).__name__}: {lines[0][:200] if lines else ''}"


def _hand_out(batch: list[Job], done: list[tuple[Any, Exception | None]]) -> None:
    for job, (result, error) in zip(batch, done, strict=True):
        if job.outcome.done():
            continue
        if error is None:
            job.outcome.set_result(result)
        else:
            job.outcome.set_exception(error)


# ---------------------------------------------------------------- a change of a table


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
    if len(plan.seats) > 1:  # seats were drawn: what people wanted to be told goes along
        for seat in plan.seats:
            theirs = (schema.notices.c.table_id == table) & (schema.notices.c.owner == seat.token_hash)
            connection.execute(sa.update(schema.notices).where(theirs).values(seat=seat.seat))
    if plan.proposal is not None:
        connection.execute(sa.insert(schema.proposals).values(table_id=table, **asdict(plan.proposal)))
    if plan.vote is not None:
        connection.execute(sa.insert(schema.votes).values(table_id=table, **asdict(plan.vote)))
    if plan.dropped:
        gone = schema.passes.c.hash.in_(plan.dropped)
        connection.execute(sa.delete(schema.passes).where(schema.passes.c.table_id == table, gone))
    for new in plan.passes:
        connection.execute(sa.insert(schema.passes).values(table_id=table, **vars(new)))
    for number, outcome in plan.outcomes.items():
        asked = (schema.proposals.c.table_id == table) & (schema.proposals.c.number == number)
        connection.execute(sa.update(schema.proposals).where(asked).values(outcome=outcome))
    return [write_note(connection, table, note) for note in plan.notes]
