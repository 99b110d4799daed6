"""How processes hear of each other's changes: LISTEN/NOTIFY on PostgreSQL, a look at the logs' ends on SQLite."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable

import psycopg
import sqlalchemy as sa

from .settings import Settings
from .store import CHANNEL, Store

PATIENCE = 0.5  # seconds between looks at whether to stop, and between tries to connect again
log = logging.getLogger("sampan.server")


class Listener:
    """A thread that waits for news; `heard(table)` is called on the event loop, `missed()` after any gap."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings = store, settings
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self, heard: Callable[[str], None], missed: Callable[[], None]) -> None:
        """Begin to listen, if anybody else may be writing."""
        if not self.settings.shared:
            return
        loop = asyncio.get_running_loop()

        def tell(table: str) -> None:
            loop.call_soon_threadsafe(heard, table)

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

    def _listen(self, tell: Callable[[str], None], gap: Callable[[], None]) -> None:
        address = self.settings.url.replace("+psycopg", "", 1)
        while not self._stop.is_set():
            try:
                with psycopg.connect(address, autocommit=True) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    gap()  # what was said before we listened
                    while not self._stop.is_set():
                        for news in connection.notifies(timeout=PATIENCE):
                            process, _, table = news.payload.partition(" ")
                            if process != self.store.process:
                                tell(table)
            except (psycopg.Error, RuntimeError) as error:
                if not self._stop.is_set():
                    log.warning("listening was interrupted: %s", error)
                self._stop.wait(PATIENCE)

    def _poll(self, tell: Callable[[str], None], gap: Callable[[], None]) -> None:
        """Both logs only grow, so whatever is new lies behind the last row seen."""
        ends = {"moves": -1, "notes": -1}
        with self.store.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            for name in ends:
                ends[name] = connection.execute(sa.text(f"SELECT coalesce(max(rowid), 0) FROM {name}")).scalar_one()
            gap()
            seen = None
            while not self._stop.wait(self.settings.poll):
                try:
                    mark = connection.exec_driver_sql("PRAGMA data_version").scalar()
                    if mark == seen:
                        continue
                    fresh: set[str] = set()
                    for name, end in ends.items():
                        query = sa.text(f"SELECT rowid, table_id FROM {name} WHERE rowid > :end ORDER BY rowid")
                        for row, table in connection.execute(query, {"end": end}):
                            ends[name] = row
                            fresh.add(table)
                    seen = mark
                    for table in fresh:
                        tell(table)
                except (sa.exc.OperationalError, RuntimeError) as error:
                    log.warning("looking for changes was interrupted: %s", error)
