"""A clock for searches that must end in time, whatever the machine does."""

from __future__ import annotations


class Clock:
    """Time that passes by the same step at every reading."""

    def __init__(self, step: float) -> None:
        self.now, self.step = 0.0, step

    def __call__(self) -> float:
        self.now += self.step
        return self.now
