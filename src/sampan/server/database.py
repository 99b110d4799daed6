"""A database that cannot be used, in one line for the operator, without its password."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import alembic.util
import sqlalchemy as sa
from sqlalchemy import Connection, Engine

from sampan.engine.errors import SampanError

from .migrations import newest
from .settings import Settings
from .store import open_engine


class ServeError(SampanError):
    """The server, or something else with its database, cannot be started as asked."""


@contextmanager
def one_line(settings: Settings) -> Iterator[None]:
    """Say what is wrong with the database in one line."""
    try:
        yield
    except OSError as error:
        raise ServeError(f"database {database_name(settings)}: {error.strerror or error}") from None
    except UnicodeEncodeError as error:  # a word of the command that is no text
        raise ServeError(f"{error.object[:60]!a}: expected text in UTF-8") from None
    except (sa.exc.SQLAlchemyError, sqlite3.Error, alembic.util.CommandError) as error:
        reason = " ".join(str(getattr(error, "orig", None) or error).split())
        said = without_password(reason, settings.database)[:200]
        raise ServeError(f"database {database_name(settings)} cannot be used: {said}") from None


def database_name(settings: Settings) -> str:
    """The database by its name, without password or further settings."""
    if not settings.postgres:
        return repr(settings.database or settings.url)
    return repr(re.sub(r"://([^:@/]*)(:.*)?@", r"://\1@", settings.database.partition("?")[0]))


def without_password(text: str, database: str) -> str:
    """What was said about a database, without any part of its password."""
    found = re.search(r"://[^:@/]*:(.*)@", database)
    for part in re.split("[@/]", found[1]) if found else ():
        text = text.replace(part, "***") if part else text
    return text


@contextmanager
def in_use(settings: Settings) -> Iterator[Engine]:
    """The database of a server that may be running; one that is missing or of another form is not touched."""
    path = settings.sqlite_path
    if path is not None and not Path(path).is_file():
        raise ServeError(f"database {database_name(settings)}: no such file: expected a server's database")
    with one_line(settings):
        engine = open_engine(settings)
        try:
            with engine.connect().execution_options(reading=True) as connection:
                check_form(connection, settings)
            yield engine
        finally:
            engine.dispose()


def check_form(connection: Connection, settings: Settings) -> None:
    """Only a database of the present form is changed: an older one may still be in use by an older server."""
    if not sa.inspect(connection).has_table("alembic_version"):
        raise ServeError(f"database {database_name(settings)}: there are no tables in it: expected a server's database")
    form = str(connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar())
    if form != newest():
        name = database_name(settings)
        raise ServeError(f"database {name} has schema version {form}: expected {newest()}; `sampan serve` upgrades it")
