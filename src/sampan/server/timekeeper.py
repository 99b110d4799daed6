"""Looks once a second whose time has run out; whichever process holds the lock does it for all."""

from __future__ import annotations

import logging

import sqlalchemy as sa
from sqlalchemy import Connection

from . import clock, schema
from .botwork import Botwork
from .clocks import ENDING, run_out
from .periodic import Periodic
from .refusals import Refused
from .settings import Settings
from .store import Store
from .tables import Tables

DUTY = "clocks"
log = logging.getLogger("sampan.server")


def read_due(connection: Connection, now: float) -> list[str]:
    """Tables where a person's time is up."""
    tables = schema.tables
    late = sa.and_(tables.c.due_at < now, tables.c.status == "running", tables.c.pace.in_(ENDING))
    found = sa.select(tables.c.id).where(late).order_by(tables.c.due_at).limit(1000)
    return [str(table) for table in connection.execute(found).scalars()]


class Timekeeper(Periodic):
    """Lets bots take over where time has run out."""

    def __init__(self, store: Store, tables: Tables, botwork: Botwork, settings: Settings) -> None:
        super().__init__("clocks", settings.scan)
        self.store, self.tables, self.botwork = store, tables, botwork

    async def look(self) -> None:
        """In one process for all."""
        if await self.botwork.alone(DUTY):
            await self.hand_over()

    async def hand_over(self) -> None:
        """Every table whose time is up, one after the other; one that cannot be read does not hold up the others."""
        now = clock.now()
        for name in await self.store.read(lambda connection: read_due(connection, now)):
            try:
                await self.tables.change(name, None, run_out)
            except Refused as refused:
                log.warning("table %s: its clock: %s", name, refused.detail)
