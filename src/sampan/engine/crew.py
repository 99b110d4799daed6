"""Threads that share one piece of work: everybody has parts, and who is done with them takes some of another's.

A step of many games lasts less than a millisecond, about ten times as long as a thread takes to wake up. So nobody
waits for anybody to begin: the caller starts at once, and who comes late finds less to do. Parts are always the same
one's first, whose core has their games in its cache; others take them from the end.
"""

from __future__ import annotations

import threading
import weakref
from collections import deque
from collections.abc import Callable
from itertools import pairwise
from queue import SimpleQueue
from typing import Any

Part = Callable[[int, int], None]  # (part, who): who is 0 for the caller
Shares = list[deque[int]]  # the parts of each of the crew that are left
Job = tuple[Part, Shares, "SimpleQueue[Any]"]


class Crew:
    """The caller and some threads of its own, which sleep between two pieces of work."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        for who in range(1, size):
            threading.Thread(target=help_out, args=(self._jobs, who), name=f"sampan-{who}", daemon=True).start()
        weakref.finalize(self, send_home, self._jobs, size - 1)

    def share(self, part: Part, parts: int) -> None:
        """Do all the parts, each once; what one of them raises is raised when the others are done."""
        edges = [parts * who // self.size for who in range(self.size + 1)]
        left, done = [deque(range(low, high)) for low, high in pairwise(edges)], SimpleQueue[Any]()
        for _ in range(min(self.size, parts) - 1):
            self._jobs.put((part, left, done))
        finished, error = take_parts(part, left, 0)
        while finished < parts:
            by_another, wrong = done.get()
            finished, error = finished + by_another, error or wrong
        if error is not None:
            raise error


def take_parts(part: Part, left: Shares, who: int) -> tuple[int, BaseException | None]:
    """Take parts until none is left; how many that were, and the first error."""
    taken, error = 0, None
    while (k := next_part(left, who)) is not None:
        taken += 1
        try:
            part(k, who)
        except BaseException as wrong:
            error = error or wrong
    return taken, error


def next_part(left: Shares, who: int) -> int | None:
    """The first one of one's own, or else the last one of somebody's who has more."""
    while True:
        try:
            if left[who]:
                return left[who].popleft()
            others = max(left, key=len)
            return others.pop() if others else None
        except IndexError:  # somebody else was quicker
            pass


def help_out(jobs: SimpleQueue[Job | None], who: int) -> None:
    """What a thread does all its life; who comes when nothing is left says nothing, for nobody waits for it."""
    while (job := jobs.get()) is not None:
        part, left, done = job
        taken = take_parts(part, left, who)
        del job, part, left  # they hold the lanes, which may be gone before the next job comes
        if taken[0]:
            done.put(taken)


def send_home(jobs: SimpleQueue[Job | None], threads: int) -> None:
    """Let the threads end."""
    for _ in range(threads):
        jobs.put(None)
