"""The time as tables know it: the system's, but a clock that is set while we run is followed slowly.

Seats are lost and tables closed by the time, so an hour must last an hour. Between two looks time goes on as a clock
that nobody sets has measured it, at most a quarter faster or slower, until it is the system's again; what the system
says is believed when a process starts.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

SLEW = 0.25  # of the time that passes: how fast a difference is made up
JUMP = 60.0  # seconds: a difference that is worth a line in the log
log = logging.getLogger("sampan.server")


def steady() -> float:
    """Seconds on a clock that nobody sets; on Linux one that does not stop while the machine sleeps."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot is None else time.clock_gettime(boot)


class Clock:
    """A clock that follows the system's."""

    def __init__(self, wall: Callable[[], float] = time.time, even: Callable[[], float] = steady) -> None:
        self._wall, self._even, self._guard = wall, even, threading.Lock()
        self._at, self._then, self._jumped = wall(), even(), False

    def now(self) -> float:
        """Seconds since 1970, as far as we believe it."""
        with self._guard:
            wall, then = self._wall(), self._even()
            passed = max(0.0, then - self._then)
            ahead = wall - (self._at + passed)
            self._tell(ahead)
            most = SLEW * passed
            self._at, self._then = self._at + passed + min(most, max(-most, ahead)), then
            return self._at

    def _tell(self, ahead: float) -> None:
        if abs(ahead) > JUMP and not self._jumped:
            log.warning(
                "the system clock jumped by %+.0f s: tables follow it slowly; restart to follow it at once", ahead
            )
        self._jumped = abs(ahead) > JUMP


now = Clock().now
