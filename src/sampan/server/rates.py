"""So many a second, after a number at once."""

from __future__ import annotations

import time
from collections import OrderedDict

from .refusals import Refused

REMEMBERED = 10_000  # at once


class Rate:
    """So many a second for each of those it is asked about, after a number at once."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, who: str, now: float | None = None) -> bool:
        """Whether one more is within the limit; if so, it counts."""
        return self.wait(who, now) == 0.0

    def wait(self, who: str, now: float | None = None) -> float:
        """0 if one more is within the limit, and then it counts; else the seconds until it would be."""
        now = time.monotonic() if now is None else now
        left, then = self._known(who) or (self.burst, now)
        left = min(self.burst, left + max(0.0, now - then) * self.rate)
        self._keep(who, left - 1.0 if left >= 1.0 else left, now)
        return 0.0 if left >= 1.0 else (1.0 - left) / self.rate

    def take(self, who: str, what: str) -> None:
        """Count one more, or refuse it with when to come back."""
        if seconds := self.wait(who):
            raise Refused("too_many", f"too many {what}: wait a moment", wait=seconds)

    def _known(self, who: str) -> tuple[float, float] | None:
        return self._left.pop(who, None)

    def _keep(self, who: str, left: float, now: float) -> None:
        self._left[who] = (left, now)
        while len(self._left) > REMEMBERED:
            self._left.popitem(last=False)
