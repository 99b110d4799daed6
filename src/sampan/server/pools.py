"""Threads for what is read and replayed. Each kind has its own, so that none waits for another, and none for bots."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from .refusals import Refused

Result = TypeVar("Result")
AT_ONCE = 6  # of one kind, from one address


class Pool:
    """Some threads for one kind of work, of which one address may keep only so much waiting."""

    def __init__(self, name: str, threads: int) -> None:
        self.name = name
        self._threads = ThreadPoolExecutor(threads, name)
        self._asked: Counter[str] = Counter()

    async def run(self, who: str, work: Callable[..., Result], *args: object) -> Result:
        """Do this on one of the threads."""
        if self._asked[who] >= AT_ONCE:
            raise Refused("too_many", f"too many {self.name} at once: at most {AT_ONCE} from one address")
        self._asked[who] += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work, *args)
        finally:
            self._asked[who] -= 1
            if not self._asked[who]:
                del self._asked[who]

    def close(self) -> None:
        """Begin nothing more."""
        self._threads.shutdown(wait=False, cancel_futures=True)


class Pools:
    """All of them."""

    def __init__(self) -> None:
        self.digests, self.positions = Pool("digests", 1), Pool("positions", 1)
        self.records, self.replays = Pool("records", 1), Pool("replays", 1)

    def close(self) -> None:
        """Begin nothing more."""
        for pool in (self.digests, self.positions, self.records, self.replays):
            pool.close()
