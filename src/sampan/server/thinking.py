"""One place for thinking: bots' moves, hints and reviews wait in one queue, and whoever has had least is served first.

Quick thoughts (a club player's move) have a thread of their own, so they never wait for long ones; reviews of finished
games have one that gives way to all others, so that nobody waits for them. Within each kind the
turn goes to the owner, and then to the table, that has been served least so far (start-time fair queueing): forty
tables of one owner wait for each other, not for yours. Nothing else on the server starts threads that think.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

from . import metrics

QUICK = 0.1  # seconds: what takes longer is a long thought
NICENESS, LAST = 10, 19  # LAST: of reviews
QUICKLY, LONG, REVIEWS = "quick", "long", "review"  # how soon a thought must be thought out
OWNERS = 10_000  # remembered at once


@dataclass(eq=False)
class Thought:
    """Something to be thought out, and whom it counts for."""

    table: str
    owner: str
    seconds: float  # about what it will take
    run: Callable[[Thought], Any]  # looks at `stop` now and then: once it is set, it should end
    hint: bool = False
    review: bool = False
    most: float = 60.0  # seconds before the flag is set, from when it says `begin_time`
    outcome: Future[Any] = field(default_factory=Future)
    stop: threading.Event = field(default_factory=threading.Event)
    asked: float = field(default_factory=time.perf_counter)
    _timer: threading.Timer | None = None

    def begin_time(self) -> None:
        """From now on the time counts: whatever had to be compiled first is ready."""
        self._timer = threading.Timer(self.most, self.stop.set)
        self._timer.daemon = True
        self._timer.start()

    def end_time(self) -> None:
        """It has ended by itself."""
        if self._timer is not None:
            self._timer.cancel()

    @property
    def kind(self) -> str:
        """As it is measured."""
        return "hint" if self.hint else self.urgency

    @property
    def urgency(self) -> str:
        """How soon it must be thought out."""
        return REVIEWS if self.review else QUICKLY if self.seconds <= QUICK else LONG


class Turns:
    """Who is served next: a virtual clock for every owner and every table, moved on by what each was given."""

    def __init__(self) -> None:
        self.now = 0.0
        self._given: dict[str, float] = {}

    def rank(self, thought: Thought) -> tuple[float, float]:
        """The smaller, the sooner."""
        owner, table = self._given.get(thought.owner, 0.0), self._given.get(thought.table, 0.0)
        return max(owner, self.now), table

    def serve(self, thought: Thought) -> None:
        """Count a thought that begins now, at what it is expected to take."""
        self.now = self.rank(thought)[0]
        self._given[thought.owner] = self.now + thought.seconds
        self._given[thought.table] = self._given.get(thought.table, 0.0) + thought.seconds
        if len(self._given) > OWNERS:  # whoever is behind the clock is as good as new
            self._given = {name: given for name, given in self._given.items() if given > self.now}


def give_way(niceness: int) -> None:
    """Think, on this thread and those it starts, only while nobody else needs the machine: people wait for the page."""
    if sys.platform == "linux":  # elsewhere it would be the whole server
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)


class Thinking:
    """The queue and the threads that serve it: one for quick thoughts, one for reviews, the others for the rest."""

    def __init__(self, threads: int) -> None:
        self._bell = threading.Condition()
        self._waiting: list[Thought] = []
        self._running: set[Thought] = set()
        self._turns = {urgency: Turns() for urgency in (QUICKLY, LONG, REVIEWS)}
        self._closed = False
        self._names = itertools.count()
        for urgencies in ((QUICKLY,), (REVIEWS,), *[(LONG, QUICKLY)] * max(1, threads)):
            name = f"thinking-{next(self._names)}"
            threading.Thread(target=self._serve, args=(urgencies,), name=name, daemon=True).start()

    async def ask(self, thought: Thought) -> Any:
        """Wait for a thought's turn and its result; whoever stops waiting takes it back."""
        with self._bell:
            self._waiting.append(thought)
            self._bell.notify_all()
        try:
            return await asyncio.wrap_future(thought.outcome)
        except asyncio.CancelledError:
            self._withdraw(thought)
            raise

    def hints_of(self, name: str) -> int:
        """How many hints this owner or this table has waiting or under way."""
        with self._bell:
            found = [*self._waiting, *self._running]
        return sum(thought.hint and name in (thought.owner, thought.table) for thought in found)

    def waiting(self) -> dict[str, int]:
        """How many of each kind wait for their turn."""
        with self._bell:
            kinds = [thought.kind for thought in self._waiting]
        return {kind: kinds.count(kind) for kind in metrics.KINDS}

    def close(self) -> None:
        """Stop whatever is under way; nothing more begins."""
        with self._bell:
            self._closed = True
            for thought in self._running:
                thought.stop.set()
            waiting, self._waiting = self._waiting, []
            self._bell.notify_all()
        for thought in waiting:
            thought.outcome.cancel()

    def _withdraw(self, thought: Thought) -> None:
        with self._bell:
            if thought in self._waiting:
                self._waiting.remove(thought)
        thought.stop.set()

    # ------------------------------------------------------------ the threads

    def _serve(self, urgencies: tuple[str, ...]) -> None:
        give_way(LAST if REVIEWS in urgencies else NICENESS)
        while (thought := self._next(urgencies)) is not None:
            self._run(thought)

    def _run(self, thought: Thought) -> None:
        begun = time.perf_counter()
        metrics.THINKING_WAIT.labels(thought.kind).observe(begun - thought.asked)
        try:
            if thought.outcome.set_running_or_notify_cancel():
                thought.outcome.set_result(thought.run(thought))
        except Exception as error:  # its own, told to whoever asked
            thought.outcome.set_exception(error)
        finally:
            metrics.THINKING.labels(thought.kind).observe(time.perf_counter() - begun)
            thought.end_time()
            with self._bell:
                self._running.discard(thought)

    def _next(self, urgencies: tuple[str, ...]) -> Thought | None:
        """The thought whose turn it is; the threads for long ones take quick ones only when nothing long waits."""
        with self._bell:
            while not self._closed:
                for urgency in urgencies:
                    found = [thought for thought in self._waiting if thought.urgency == urgency]
                    if found:
                        return self._begin(min(found, key=self._turns[urgency].rank))
                self._bell.wait()
        return None

    def _begin(self, thought: Thought) -> Thought:
        self._turns[thought.urgency].serve(thought)
        self._waiting.remove(thought)
        self._running.add(thought)
        return thought
