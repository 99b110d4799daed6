"""What the server counts and measures of itself, for Prometheus; workers share it through files of one folder.

Labels are taken from what we know (routes, games, statuses), never from what a client sends.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from typing import Any

from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge, Histogram, generate_latest, values
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

FOLDER = "PROMETHEUS_MULTIPROC_DIR"  # where the library looks for it, when it is first imported
METHODS = frozenset({"GET", "HEAD", "POST", "OPTIONS", "socket"})
QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
LONG = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 60.0)
LIVE_FILE = re.compile(r"gauge_live\w*_(\d+)\.db")

REQUESTS = Counter("sampan_requests", "requests answered", ["method", "route", "status"])
SECONDS = Histogram("sampan_request_seconds", "time from a request to the end of its answer", ["route"], buckets=QUICK)
REFUSED = Counter("sampan_connections_refused", "connections refused because too many were open")
MOVES = Counter("sampan_moves", "moves kept", ["game", "by"])
COMMITS = Counter("sampan_commits", "transactions committed")
FAILED = Counter("sampan_commits_failed", "transactions that failed")
COMMIT_SECONDS = Histogram("sampan_commit_seconds", "time a transaction took", buckets=QUICK)
COMMIT_WRITES = Histogram("sampan_commit_writes", "writes per transaction", buckets=(1, 2, 4, 8, 16, 32, 64))
WRITE_WAIT = Histogram("sampan_write_wait_seconds", "time a write waited for its transaction", buckets=QUICK)
THINKING_WAIT = Histogram(
    "sampan_thinking_wait_seconds", "time a bot's move, a hint or a review waited to start", ["kind"], buckets=LONG
)
THINKING = Histogram("sampan_thinking_seconds", "time a bot's move, a hint or a review took", ["kind"], buckets=LONG)
LIVE_TABLES = Gauge("sampan_live_tables", "tables in memory", multiprocess_mode="livesum")
WATCHED = Gauge("sampan_watched_tables", "tables with at least one live view", multiprocess_mode="livesum")
SOCKETS = Gauge("sampan_sockets", "open live views", multiprocess_mode="livesum")
QUEUE = Gauge("sampan_thinking_queue", "bots' moves and hints waiting to start", ["kind"], multiprocess_mode="livesum")
KINDS = ("quick", "long", "hint", "review")


def answered(scope: Any, status: int, seconds: float) -> None:
    """Count a request that has had its answer."""
    method = scope.get("method", "socket")
    route = getattr(scope.get("route"), "path", None) or "page"
    REQUESTS.labels(method if method in METHODS else "other", route, status).inc()
    if scope["type"] == "http":  # a socket lasts as long as somebody looks
        SECONDS.labels(route).observe(seconds)


@contextmanager
def shared_metrics() -> Iterator[None]:
    """A folder in which the workers that are started meanwhile keep what they measure."""
    folder = tempfile.mkdtemp(prefix="sampan-metrics-")
    os.environ[FOLDER] = folder
    try:
        yield
    finally:
        os.environ.pop(FOLDER, None)
        rmtree(folder, ignore_errors=True)


def is_shared() -> bool:
    """Whether this process keeps what it measures where others find it."""
    return FOLDER in os.environ and values.ValueClass.__name__ != "MutexValue"


def text() -> bytes:
    """All of it in Prometheus' format, over all workers."""
    if not is_shared():
        return generate_latest(REGISTRY)
    folder = os.environ[FOLDER]
    forget_dead(Path(folder))
    registry = CollectorRegistry()
    MultiProcessCollector(registry, folder)  # type: ignore[no-untyped-call]
    return generate_latest(registry)


def forget_dead(folder: Path) -> None:
    """What a worker held open is no more once it has ended, however it ended."""
    found = {int(match[1]) for path in folder.iterdir() if (match := LIVE_FILE.fullmatch(path.name))}
    for pid in found:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            mark_process_dead(pid, str(folder))  # type: ignore[no-untyped-call]
        except PermissionError:
            continue  # somebody's, so it is alive
