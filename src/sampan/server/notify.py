"""How processes hear of each other's changes: LISTEN/NOTIFY on PostgreSQL, a look at the logs' ends on SQLite."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from typing import Any

import psycopg

from . import postgres
from .settings import Settings
from .store import CHANNEL, Store

PATIENCE = 0.5  # seconds between looks at whether to stop, and between tries to connect again
LOGS = ("moves", "notes", "deletions")
Tell = Callable[[str, int | None], None]
log = logging.getLogger("sampan.server")


class Listener:
    """A thread that waits for news; `heard(table, version)` is called on the event loop, `missed()` after any gap."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings = store, settings
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self, heard: Callable[[str, int | None], None], missed: Callable[[], None]) -> None:
        """Begin to listen."""
        loop = asyncio.get_running_loop()

        def tell(table: str, version: int | None) -> None:
            loop.call_soon_threadsafe(heard, table, version)

        def gap() -> None:
            loop.call_soon_threadsafe(missed)

        listen = self._listen if self.settings.postgres else self._poll
        self._thread = threading.Thread(target=listen, args=(tell, gap), name="listener", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop listening."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(5)

    def _listen(self, tell: Tell, gap: Callable[[], None]) -> None:
        while not self._stop.is_set():
            try:
                with postgres.session(self.settings) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    gap()  # what was said before we listened
                    while not self._stop.is_set():
                        for news in connection.notifies(timeout=PATIENCE):
                            process, _, table = news.payload.partition(" ")
                            if process != self.store.process:
                                tell(table, None)
            except (psycopg.Error, RuntimeError) as error:
                if not self._stop.is_set():
                    log.warning("listening was interrupted: %s", error)
                self._stop.wait(PATIENCE)

    def _poll(self, tell: Tell, gap: Callable[[], None]) -> None:
        """Both logs only grow, so whatever is new lies behind the last row seen; but not once a table was deleted."""
        ends = dict.fromkeys(LOGS, 0)
        with closing(self.store.engine.raw_connection()) as connection:
            cursor = connection.cursor()
            for name in ends:
                ends[name] = last_row(cursor, name)
            gap()
            seen = None
            while not self._stop.wait(self.settings.poll):
                try:
                    mark = cursor.execute("PRAGMA data_version").fetchone()  # changes with others' commits
                    if mark != seen:
                        if gone := self._deleted(cursor, ends):
                            for table in gone:
                                tell(table, None)
                            gap()
                        for table, version in self._new_rows(cursor, ends).items():
                            tell(table, version)
                        seen = mark
                except (sqlite3.OperationalError, RuntimeError) as error:
                    log.warning("looking for changes was interrupted: %s", error)

    def _deleted(self, cursor: Any, ends: dict[str, int]) -> list[str]:
        """Tables that are no more. Numbers of their rows are given again, so the logs are read from their ends on."""
        query = "SELECT id, table_id FROM deletions WHERE id > ?"
        found = cursor.execute(query, (ends["deletions"],)).fetchall()
        if found:
            ends.update({name: last_row(cursor, name) for name in ("moves", "notes")})
            ends["deletions"] = max(row for row, _ in found)
        return [table for _, table in found]

    def _new_rows(self, cursor: Any, ends: dict[str, int]) -> dict[str, int]:
        fresh: dict[str, int] = {}
        for name in ("moves", "notes"):
            end = ends[name]
            joined = f"{name} new JOIN tables ON tables.id = new.table_id"
            query = f"SELECT new.rowid, tables.id, tables.version FROM {joined} WHERE new.rowid > ?"
            for row, table, version in cursor.execute(query, (end,)):
                ends[name] = max(ends[name], row)
                fresh[table] = max(fresh.get(table, 0), version)
        return fresh


def last_row(cursor: Any, log: str) -> int:
    """The number of a log's last row."""
    return int(cursor.execute(f"SELECT coalesce(max(rowid), 0) FROM {log}").fetchone()[0])
