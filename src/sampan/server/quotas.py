"""How much of the server one address may keep busy: tables that are open or running, and bots that sit at them.

A table knows its opener as a keyed hash of the address, with a key of the database's own: enough to count by.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

import sqlalchemy as sa
from sqlalchemy import Connection

from . import clock, schema
from .refusals import Refused
from .settings import Settings

BUSY = ("open", "running")
QUIET = 86_400.0  # seconds: a table where nothing happened for so long counts no more


def read_address_key(connection: Connection) -> bytes:
    """The key this database hashes addresses with; made once."""
    stored = sa.select(schema.meta.c.value).where(schema.meta.c.name == "address_key")
    found = connection.execute(stored).scalar()
    if found is None:
        found = secrets.token_hex(32)
        connection.execute(sa.insert(schema.meta).values(name="address_key", value=found))
    return bytes.fromhex(str(found))


def opener_of(key: bytes, address: str) -> str:
    """An address as a table keeps it."""
    return hmac.new(key, address.encode(), hashlib.sha256).hexdigest()[:24]


def check_table(connection: Connection, settings: Settings, opener: str, bots: int) -> None:
    """Refuse one more table with so many bots where the opener has enough of them."""
    tables, since = schema.tables, clock.now() - QUIET
    mine = sa.and_(tables.c.opener == opener, tables.c.status.in_(BUSY), tables.c.moved_at > since)
    many, oldest = connection.execute(sa.select(sa.func.count(), sa.func.min(tables.c.moved_at)).where(mine)).one()
    if many >= settings.tables_each:
        raise over(
            "too_many_tables",
            f"{many} of your tables are open or running: expected at most {settings.tables_each}",
            oldest,
        )
    check_bots(connection, settings, opener, bots)


def check_bots(connection: Connection, settings: Settings, opener: str, more: int) -> None:
    """Refuse more bots where those at the opener's tables are enough."""
    tables, seats, since = schema.tables, schema.seats, clock.now() - QUIET
    mine = sa.and_(tables.c.opener == opener, tables.c.status.in_(BUSY), tables.c.moved_at > since)
    sitting = sa.select(sa.func.count(), sa.func.min(tables.c.moved_at)).select_from(
        tables.join(seats, seats.c.table_id == tables.c.id)
    )
    many, oldest = connection.execute(sitting.where(mine, seats.c.kind == "bot")).one()
    if more and many + more > settings.bots_each:
        raise over("too_many_bots", f"{many} bots are at your tables: expected at most {settings.bots_each}", oldest)


def over(code: str, limit: str, oldest: float | None) -> Refused:
    """The refusal: what the limit is, and when the longest quiet table counts no more."""
    wait = min(QUIET, max(1.0, (oldest or clock.now()) + QUIET - clock.now()))  # also where a clock was ahead then
    return Refused(code, f"{limit}; finish or close one, or come back in {wait / 3600:.1f} hours", wait=wait)
