"""The steps by which the store came to its present form, run at every start."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, text

LOCK = 5_261_027  # any number, the same in every process


@cache
def newest() -> str:
    """The last of the steps."""
    return max(path.name.partition("_")[0] for path in (Path(__file__).parent / "versions").glob("[0-9]*.py"))


def migrate(engine: Engine) -> None:
    """Bring the store to the present form; processes that start together take turns."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    with engine.connect() as connection, unchecked(connection), connection.begin():  # SQLite waits for other writers
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


@contextmanager
def unchecked(connection: Connection) -> Iterator[None]:
    """SQLite alters a table by copying it: meanwhile rows that refer to the old one must not count as orphans."""
    if connection.dialect.name != "sqlite":
        yield
        return
    bare: Any = connection.connection.dbapi_connection  # the switch has no effect within a transaction
    bare.execute("PRAGMA foreign_keys=OFF")
    try:
        yield
    finally:
        bare.execute("PRAGMA foreign_keys=ON")
