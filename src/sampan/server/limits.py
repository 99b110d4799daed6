"""How much one address may ask for and keep open, and how much the whole process may."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from .address import counted, is_trusted, networks
from .bans import Bans
from .counts import Counts
from .logs import Occasional
from .metrics import REFUSED
from .settings import Settings

try:
    import resource
except ImportError:  # a system without descriptor limits
    resource = None  # type: ignore[assignment]

RESERVE = 128  # descriptors kept for the database, files and locks
ENOUGH = 1 << 20  # descriptors, where the system sets no bound
UNKNOWN = 1024
log = logging.getLogger("sampan.server")


def raise_descriptors() -> None:
    """Allow this process, and the workers it starts, as many open descriptors as the system lets us."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = ENOUGH if hard == resource.RLIM_INFINITY else min(hard, ENOUGH)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        except (OSError, ValueError) as error:  # some systems allow less than they say
            log.warning("the limit of open files stays at %d: %s", soft, type(error).__name__)


def most_connections() -> int:
    """Connections this process can hold at once and still open files."""
    soft = UNKNOWN if resource is None else resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if resource is not None and soft == resource.RLIM_INFINITY:
        soft = ENOUGH
    return max(16, soft - RESERVE)


@dataclass(frozen=True)
class Connection:
    """One open connection, counted for its address unless it is a proxy's."""

    who: str | None


class Limits:
    """All limits by address of one process, shared with its fellow workers."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.trusted = networks(settings.trusted_proxies)
        self.monitors = networks(settings.monitors, "--monitor")
        self.counts = Counts(settings.counts_file, settings.workers)
        self.requests = self.counts.rate("requests", settings.rate, settings.burst)
        a_minute = settings.tables_a_minute
        self.openings = self.counts.rate("openings", a_minute / 60, a_minute)
        self.most = most_connections()
        self.refusals = Occasional(log)
        self.bans = Bans()
        self._open = 0

    def connect(self, host: str) -> Connection | None:
        """Let a connection in, or say no."""
        if self._open >= self.most:
            REFUSED.inc()
            self.refusals.warn(f"connection refused: {self.most} are open already", host)
            return None
        who = None if is_trusted(host, self.trusted) else counted(host)
        if who is not None:
            if self.counts.count("connections", who) >= self.settings.connections:
                REFUSED.inc()
                self.refusals.warn(f"connection refused: its address has {self.settings.connections} open already", who)
                return None
            self.counts.add("connections", who)
        self._open += 1
        return Connection(who)

    def disconnect(self, connection: Connection) -> None:
        """It has ended."""
        self._open -= 1
        if connection.who is not None:
            self.counts.add("connections", connection.who, -1)
