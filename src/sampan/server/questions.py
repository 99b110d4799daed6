"""How often tables have changed, asked of PostgreSQL: questions that arrive together are one question.

Every use of a table asks, so this has a thread and a connection of its own: no transaction, one way there and back.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
from contextlib import suppress

import psycopg

from .batches import batches
from .postgres import session
from .refusals import Refused
from .settings import Settings

TOGETHER = 256
QUESTION = "SELECT id, version FROM tables WHERE id = ANY(%s)"
Waiting = tuple[str, "asyncio.Future[int | None]"]
log = logging.getLogger("sampan.server")


class Questions:
    """Asks on a thread of its own; an answer was true at some moment after the question was put."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._waiting: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._session: psycopg.Connection | None = None
        self._thread = threading.Thread(target=self._answer_on, name="questions", daemon=True)

    def open(self) -> None:
        """Begin."""
        self._thread.start()

    def close(self) -> None:
        """Answer what has been asked, then end."""
        self._waiting.put(None)
        if self._thread.is_alive():
            self._thread.join(10)

    async def ask(self, table: str) -> int | None:
        """How often this table has changed; None if there is no such table."""
        answer: asyncio.Future[int | None] = asyncio.get_running_loop().create_future()
        self._waiting.put((table, answer))
        return await answer

    def _answer_on(self) -> None:
        for batch in batches(self._waiting, TOGETHER):
            self._answer(batch)
        self._hang_up()

    def _answer(self, batch: list[Waiting]) -> None:
        found, refused = None, None
        try:
            found = self._found(list({table for table, _ in batch}))
        except psycopg.Error as error:
            log.error("the database is not responding: %s", type(error).__name__)
            refused = Refused("store_unavailable", "the database is not responding: try again in a moment")
        loop = batch[0][1].get_loop()
        with suppress(RuntimeError):  # nobody waits any more
            loop.call_soon_threadsafe(hand_out, batch, found, refused)

    def _found(self, tables: list[str]) -> dict[str, int]:
        """The versions; a connection that turns out to be gone is made anew, once."""
        known = self._session is not None
        try:
            return self._read(tables)
        except psycopg.Error:
            self._hang_up()
            if not known:
                raise
        return self._read(tables)

    def _read(self, tables: list[str]) -> dict[str, int]:
        if self._session is None:
            self._session = session(self.settings)
        return dict(self._session.execute(QUESTION, (tables,)).fetchall())

    def _hang_up(self) -> None:
        if self._session is not None:
            self._session.close()
        self._session = None


def hand_out(batch: list[Waiting], found: dict[str, int] | None, refused: Refused | None) -> None:
    """Give everybody their answer."""
    for table, answer in batch:
        if answer.done():
            continue
        if found is None:
            assert refused is not None
            answer.set_exception(Refused(refused.code, refused.detail))
        else:
            answer.set_result(found.get(table))
