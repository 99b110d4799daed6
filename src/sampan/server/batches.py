"""What waits in a thread's queue is done together."""

from __future__ import annotations

import queue
from collections.abc import Iterator
from typing import TypeVar

Waiting = TypeVar("Waiting")


def batches(waiting: queue.SimpleQueue[Waiting | None], most: int) -> Iterator[list[Waiting]]:
    """All that has come since the last batch, at most so many; after what came before a None, nothing more."""
    while (first := waiting.get()) is not None:
        batch, last = [first], False
        while len(batch) < most and not waiting.empty() and not last:
            following = waiting.get()
            if following is None:
                last = True
            else:
                batch.append(following)
        yield batch
        if last:
            return
