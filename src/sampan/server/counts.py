"""Counts that all workers of one server share, by address, in a small file that each of them maps into its memory.

Addresses are hashed (with a random key, so nobody can aim at another's bucket) into buckets. What is open is counted in
a row of each worker's own, and the sum over the rows is what counts: a worker holds its row by a lock on a byte of the
file, so that the row of one that was killed is free at once and is emptied by whoever takes it next. Rates share one
pair of numbers a bucket; two workers that write it at the same moment let one request too many through, no more.
"""

from __future__ import annotations

import hashlib
import mmap
import os
import secrets
import tempfile
import time
from functools import lru_cache
from pathlib import Path

from .rates import Rate

try:
    import fcntl
except ImportError:  # a system without file locks runs a single worker
    fcntl = None  # type: ignore[assignment]

BUCKETS = 1 << 16
OPEN = ("connections", "sockets", "reviews")  # what is counted while it is open
RATES = ("requests", "openings")  # what is counted by the second
KEY = 64  # bytes at the beginning
RATE_BYTES = len(RATES) * BUCKETS * 16
ROW = len(OPEN) * BUCKETS * 4


def rows_for(workers: int) -> int:
    """Rows in the file: while workers are replaced there are twice as many of them."""
    return 2 * workers + 2


def make_file(workers: int) -> Path:
    """The file, made by the parent before its workers start; only its owner can read it."""
    handle, name = tempfile.mkstemp(prefix="sampan-counts-")
    with os.fdopen(handle, "wb") as file:
        file.write(secrets.token_bytes(KEY))
        file.truncate(KEY + RATE_BYTES + rows_for(workers) * ROW)
    return Path(name)


class Counts:
    """One worker's part in the counting. Without a file it counts for itself alone."""

    def __init__(self, path: str = "", workers: int = 1) -> None:
        self._file: int | None = None
        shared = bool(path) and fcntl is not None
        self._rows = rows_for(workers) if shared else 1
        size = KEY + RATE_BYTES + self._rows * ROW
        if shared:
            self._file = os.open(path, os.O_RDWR | os.O_CLOEXEC)
            self._memory = mmap.mmap(self._file, size)
        else:
            self._memory = mmap.mmap(-1, size)
            self._memory[:KEY] = secrets.token_bytes(KEY)
        self._key = bytes(self._memory[:KEY])
        self._row = self._claimed()
        whole = memoryview(self._memory)
        self._rates = whole[KEY : KEY + RATE_BYTES].cast("d")
        self._open = whole[KEY + RATE_BYTES :].cast("I")
        self.bucket = lru_cache(maxsize=10_000)(self._bucket)

    def _claimed(self) -> int:
        """A row that no living worker holds, emptied."""
        row = 0
        if self._file is not None:
            row = next(row for row in range(self._rows) if locked(self._file, row))
        start = KEY + RATE_BYTES + row * ROW
        self._memory[start : start + ROW] = bytes(ROW)
        return row

    def _bucket(self, who: str) -> int:
        digest = hashlib.blake2b(who.encode(), key=self._key, digest_size=8).digest()
        return int.from_bytes(digest, "little") % BUCKETS

    def _place(self, row: int, kind: str, who: str) -> int:
        return (row * len(OPEN) + OPEN.index(kind)) * BUCKETS + self.bucket(who)

    def count(self, kind: str, who: str) -> int:
        """How many of this kind are open for this address, over all workers."""
        return sum(self._open[self._place(row, kind, who)] for row in range(self._rows))

    def add(self, kind: str, who: str, number: int = 1) -> None:
        """One more is open here, or with -1 one less."""
        place = self._place(self._row, kind, who)
        self._open[place] = max(0, self._open[place] + number)

    def rate(self, kind: str, rate: float, burst: float) -> Rate:
        """A limit by the second that all workers share."""
        return SharedRate(self, self._rates[RATES.index(kind) * BUCKETS * 2 :][: BUCKETS * 2], rate, burst)


class SharedRate(Rate):
    """A rate whose numbers lie in the shared file: for each bucket what was left, and when."""

    def __init__(self, counts: Counts, cells: memoryview[float], rate: float, burst: float) -> None:
        super().__init__(rate, burst)
        self._counts, self._cells = counts, cells

    def _known(self, who: str) -> tuple[float, float] | None:
        place = 2 * self._counts.bucket(who)
        left, then = self._cells[place], self._cells[place + 1]
        return None if then == 0.0 else (left, then)

    def _keep(self, who: str, left: float, now: float) -> None:
        place = 2 * self._counts.bucket(who)
        self._cells[place], self._cells[place + 1] = left, now or time.monotonic()


def locked(file: int, row: int) -> bool:
    """Whether this row is ours now; the system takes it back when the process ends, however it ends."""
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, row, os.SEEK_SET)
    except OSError:
        return False
    return True
