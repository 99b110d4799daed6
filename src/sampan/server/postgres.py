"""How PostgreSQL is reached: a host that is cut off is noticed within seconds, here and at the database.

Without this a cut-off host would keep its locks, on rows and on tables' bots, until the database's system gives the
connection up, which takes two hours.
"""

from __future__ import annotations

from typing import Any

import psycopg

from .settings import Settings

GONE = 5  # seconds without a sign of life
PROBES = {"keepalives_idle": 2, "keepalives_interval": 1, "keepalives_count": 3}
AT_THE_DATABASE = {
    **{f"tcp_{name}": value for name, value in PROBES.items()},
    "tcp_user_timeout": GONE * 1000,
    "idle_in_transaction_session_timeout": GONE * 1000,  # nothing of ours waits for anybody between two statements
}


def connect_args(settings: Settings) -> dict[str, Any]:
    """What every connection is opened with; what the owner's own address says about `options` stands."""
    args: dict[str, Any] = {"connect_timeout": GONE, "tcp_user_timeout": GONE * 1000, **PROBES}
    if "options=" not in settings.url:
        args["options"] = " ".join(f"-c {name}={value}" for name, value in AT_THE_DATABASE.items())
    return args


def session(settings: Settings) -> psycopg.Connection:
    """A connection outside of any transaction."""
    return psycopg.connect(settings.url.replace("+psycopg", "", 1), autocommit=True, **connect_args(settings))
