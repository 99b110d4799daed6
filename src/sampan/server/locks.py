"""One process at a time runs a table's bots. A lock ends with the process that holds it, however that dies.

PostgreSQL: a session's advisory lock; a session that is not heard of for some seconds ends. SQLite: one byte of a file
beside the database, locked by the system.
"""

from __future__ import annotations

import hashlib
import os
import threading
from contextlib import suppress

import psycopg

from . import postgres
from .settings import Settings

try:
    import fcntl
except ImportError:  # a system without file locks runs a single worker
    fcntl = None  # type: ignore[assignment]


def key_of(table: str) -> int:
    """A table as a number; two tables that share one only wait for each other."""
    return int.from_bytes(hashlib.sha256(table.encode()).digest()[:8], "big") >> 2


class Locks:
    """The tables whose bots this process runs. Calls block for a moment: not for the event loop."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._guard = threading.Lock()
        self._held: set[str] = set()
        self._session: psycopg.Connection | None = None
        self._file: int | None = None

    def take(self, table: str) -> bool:
        """Whether the lock is ours now."""
        with self._guard:
            if table in self._held or not self._taken(key_of(table)):
                return False
            self._held.add(table)
            return True

    def keep(self, duty: str) -> bool:
        """Whether the lock is ours, now or already; it stays ours until the end."""
        with self._guard:
            if duty not in self._held and self._taken(key_of(duty)):
                self._held.add(duty)
            return duty in self._held

    def release(self, table: str) -> None:
        """Let another process have it."""
        with self._guard:
            if table in self._held:
                self._held.discard(table)
                self._released(key_of(table))

    def ping(self) -> None:
        """Show the database that we are there: who is silent for some seconds has its locks taken away."""
        with self._guard:
            if self._session is not None:
                try:
                    self._session.execute("SELECT 1")
                except psycopg.Error:
                    self._lost()

    def close(self) -> None:
        """Let go of everything."""
        with self._guard:
            self._held.clear()
            if self._session is not None:
                self._session.close()
            if self._file is not None:
                os.close(self._file)
            self._session = self._file = None

    def _taken(self, key: int) -> bool:
        if self.settings.postgres:
            try:
                found = self._connected().execute("SELECT pg_try_advisory_lock(%s)", (key,)).fetchone()
            except psycopg.Error:
                self._lost()
                return False
            return bool(found and found[0])
        if fcntl is None or ":memory:" in self.settings.url:
            return True
        try:
            fcntl.lockf(self._opened(), fcntl.LOCK_EX | fcntl.LOCK_NB, 1, key, os.SEEK_SET)
        except OSError:
            return False
        return True

    def _released(self, key: int) -> None:
        if self.settings.postgres:
            try:
                self._connected().execute("SELECT pg_advisory_unlock(%s)", (key,))
            except psycopg.Error:
                self._lost()
        elif fcntl is not None and self._file is not None:
            with suppress(OSError):
                fcntl.lockf(self._file, fcntl.LOCK_UN, 1, key, os.SEEK_SET)

    def _connected(self) -> psycopg.Connection:
        if self._session is None:
            self._session = postgres.session(self.settings)
            self._session.execute(f"SET idle_session_timeout = {postgres.GONE * 1000}")
        return self._session

    def _lost(self) -> None:
        """The session is gone and its locks with it."""
        self._held.clear()
        if self._session is not None:
            self._session.close()
        self._session = None

    def _opened(self) -> int:
        if self._file is None:
            path = self.settings.url.removeprefix("sqlite:///") + ".bots"
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        return self._file
