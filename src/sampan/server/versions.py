"""How often a table has changed: asked before every use of a table in memory, for other processes change it too.

On SQLite the question is put right on the event loop, through a connection that does nothing else: in WAL mode a reader
never waits for writers, and looking up a primary key takes less time than handing the question to a thread would.
"""

from __future__ import annotations

import sqlite3
from contextlib import suppress

import sqlalchemy as sa
from sqlalchemy import Connection

from . import schema
from .settings import Settings

PATIENCE = 0.0  # seconds for a file that is being recovered: the event loop never waits, a reader's thread does
QUESTION = "SELECT version FROM tables WHERE id = ?"


def read_version(connection: Connection, table: str) -> int | None:
    """How often this table has changed; None if there is no such table."""
    found = connection.execute(sa.select(schema.tables.c.version).where(schema.tables.c.id == table)).scalar()
    return None if found is None else int(found)


class Versions:
    """A connection of the event loop's own to an SQLite file; without one (PostgreSQL) it never knows."""

    def __init__(self, settings: Settings) -> None:
        self._path = settings.sqlite_path
        self._connection: sqlite3.Connection | None = None

    def open(self) -> None:
        """Connect, once the file has its present form."""
        if self._path is not None:
            self._connection = sqlite3.connect(
                self._path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
            )
            self._connection.execute("PRAGMA query_only=ON")

    def at_once(self, table: str) -> int | None:
        """The version in the file; None where a reader's thread has to find out."""
        if self._connection is None:
            return None
        with suppress(sqlite3.Error):
            found = self._connection.execute(QUESTION, (table,)).fetchone()
            return None if found is None else int(found[0])
        return None

    def close(self) -> None:
        """Let go of the file."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
