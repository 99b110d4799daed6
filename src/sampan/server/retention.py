"""What becomes of old tables: those never started go, abandoned ones are closed, finished ones stay unless told not to.

Ages count the time for which tables were served, kept in the store: neither a clock that jumps nor a server that was
off for a month takes anything away early. Whichever process holds the lock does it for all.
"""

from __future__ import annotations

import logging
from functools import partial

import sqlalchemy as sa
from sqlalchemy import Connection

from . import clock, schema
from .botwork import Botwork
from .boxes import expire
from .periodic import Periodic
from .plans import closing
from .refusals import Refused
from .rows import Note
from .settings import Settings
from .store import Conflict, Store
from .table import DAY, Plan, Table
from .tables import Tables

DUTY = "retention"
EVERY = 600.0  # seconds
CATCH_UP = 2.0  # how much faster than time itself the time served may go, until it is the clock's
TOGETHER = 200  # tables looked at in one go
SETTLED_DAYS = 90  # a report that was settled is kept
MENTIONED_DAYS = 30  # the mention of a deletion is kept: other processes read it within a second
SERVED = "time_served"
log = logging.getLogger("sampan.server")


def aged(served: float, elapsed: float, now: float) -> float:
    """The time by which ages are told, after the server has run on for so long."""
    return min(max(now, served), served + CATCH_UP * elapsed)


def tick(connection: Connection, elapsed: float, now: float) -> float:
    """Move the time served on and keep it; a store that has none yet begins with its latest event."""
    meta, tables = schema.meta, schema.tables
    kept = connection.execute(sa.select(meta.c.value).where(meta.c.name == SERVED)).scalar()
    if kept is None:
        latest = connection.execute(sa.select(sa.func.max(tables.c.moved_at))).scalar()
        served = min(now, float(latest)) if latest is not None else now
        connection.execute(sa.insert(meta).values(name=SERVED, value=repr(served)))
        return served
    served = aged(float(kept), elapsed, now)
    connection.execute(sa.update(meta).where(meta.c.name == SERVED).values(value=repr(served)))
    return served


def delete_table(connection: Connection, table: str, version: int) -> None:
    """Take a table away with all that belongs to it, unless it has changed since; other processes read of it."""
    tables = schema.tables
    same = (tables.c.id == table) & (tables.c.version == version)
    if connection.execute(sa.update(tables).where(same).values(version=version + 1)).rowcount != 1:
        raise Conflict
    for part in (
        schema.reviews,
        schema.presence,
        schema.passes,
        schema.conditions,
        schema.notices,
        schema.votes,
        schema.proposals,
        schema.notes,
        schema.moves,
        schema.seats,
    ):
        connection.execute(sa.delete(part).where(part.c.table_id == table))
    connection.execute(sa.delete(tables).where(tables.c.id == table))
    connection.execute(sa.insert(schema.deletions).values(table_id=table, at=clock.now()))


def never_started() -> sa.ColumnElement[bool]:
    """Tables that were opened and perhaps closed, but never dealt."""
    tables = schema.tables
    return sa.and_(tables.c.status.in_(("open", "closed")), tables.c.ply == 0, tables.c.to_move < 0)


def finished() -> sa.ColumnElement[bool]:
    """Games that are over, or were closed before their end."""
    tables = schema.tables
    dealt = sa.or_(tables.c.ply > 0, tables.c.to_move >= 0)
    return sa.or_(tables.c.status == "over", sa.and_(tables.c.status == "closed", dealt))


class Retention(Periodic):
    """Looks through the tables now and then."""

    def __init__(self, store: Store, tables: Tables, botwork: Botwork, settings: Settings) -> None:
        super().__init__("old tables", EVERY)
        self.store, self.tables, self.botwork, self.settings = store, tables, botwork, settings
        self._then: float | None = None  # when we last moved the time on

    async def look(self) -> None:
        """In one process for all."""
        if await self.botwork.alone(DUTY):
            await self.look_through()
        else:
            self._then = None  # another process keeps the time

    async def look_through(self) -> None:
        """Move the time on, and do what it is time for."""
        even = clock.steady()
        elapsed = 0.0 if self._then is None else even - self._then
        now = clock.now()
        served = await self.store.write("", lambda connection: tick(connection, elapsed, now))
        self._then = even
        settings = self.settings
        if settings.unstarted_days:
            await self._delete(never_started(), served - settings.unstarted_days * DAY, "it never started")
        if settings.abandoned_days:
            await self._close(served - settings.abandoned_days * DAY)
        if settings.finished_days:
            await self._delete(finished(), served - settings.finished_days * DAY, "its game is over")
        if settings.box_days:
            gone = await self.store.write("", lambda connection: expire(connection, served - settings.box_days * DAY))
            if gone:
                log.info("boxes deleted: %d: nobody has used them for %d days", gone, settings.box_days)
        await self.store.write("", lambda connection: tidy(connection, served))

    async def _found(self, which: sa.ColumnElement[bool], before: float) -> list[tuple[str, int]]:
        tables = schema.tables
        old = sa.select(tables.c.id, tables.c.version).where(which, tables.c.moved_at < before)
        wanted = old.order_by(tables.c.moved_at).limit(TOGETHER)
        return await self.store.read(lambda connection: [(row.id, row.version) for row in connection.execute(wanted)])

    async def _delete(self, which: sa.ColumnElement[bool], before: float, why: str) -> None:
        while found := await self._found(which, before):
            deleted = [await self._deleted(name, version, why) for name, version in found]
            if not any(deleted):
                return

    async def _deleted(self, name: str, version: int, why: str) -> bool:
        try:
            await self.store.write(name, partial(delete_table, table=name, version=version))
        except Conflict:
            return False
        log.info("table %s deleted: %s, and it was kept long enough", name, why)
        self.tables.forget(name)
        return True

    async def _close(self, before: float) -> None:
        while found := await self._found(schema.tables.c.status == "running", before):
            closed = [await self._closed(name, before) for name, _ in found]
            if not any(closed):
                return

    async def _closed(self, name: str, before: float) -> bool:
        def act(table: Table) -> Plan | None:
            idle = table.status == "running" and table.row.moved_at < before
            return closing(Note("closed_idle", None, {}, clock.now()), table.proposals) if idle else None

        try:
            table = await self.tables.change(name, None, act)
        except Refused as refused:
            log.warning("table %s could not be closed: %s", name, refused.detail)
            return False
        if table.status == "closed":
            log.info("table %s closed: nobody has played there for %d days", name, self.settings.abandoned_days)
        return table.status == "closed"


def tidy(connection: Connection, served: float) -> None:
    """Forget reports that were settled, mentions of deletions, and processes that ended, long ago."""
    reports, deletions, processes = schema.reports, schema.deletions, schema.processes
    connection.execute(sa.delete(processes).where(processes.c.beat_at < served - MENTIONED_DAYS * DAY))
    connection.execute(sa.delete(reports).where(reports.c.settled_at < served - SETTLED_DAYS * DAY))
    connection.execute(sa.delete(deletions).where(deletions.c.at < served - MENTIONED_DAYS * DAY))
