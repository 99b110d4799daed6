"""A server that kills itself at a point of a request that the test has chosen.

Either with everything written but nothing committed, or committed and nobody told.
"""

from __future__ import annotations

import subprocess
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import httpx
import sqlalchemy as sa

from sampan.server import schema
from sampan.server.settings import Settings
from sampan.server.store import open_engine

from .kit import WAIT, Server, wait_for

FUSE = """
import os, signal, threading
from pathlib import Path
import sqlalchemy as sa
from sampan.server import store
fuse, writing = Path({fuse!r}), threading.local()

def burn(point):
    if not fuse.exists():
        return
    when, number, table = fuse.read_text().split(" ")
    if when != point or (table and table not in writing.tables):
        return
    if number == "1":
        os.kill(os.getpid(), signal.SIGKILL)
    fuse.write_text(f"{{when}} {{int(number) - 1}} {{table}}")

def commit(self, batch, commit=store.Store._commit):
    writing.tables = {{job.table for job in batch}}
    commit(self, batch)

def hand_out(batch, done, hand_out=store._hand_out):
    writing.tables = {{job.table for job in batch}}
    burn("after")
    hand_out(batch, done)

store.Store._commit, store._hand_out = commit, hand_out
writes = lambda connection: not connection.get_execution_options().get("reading") and hasattr(writing, "tables")
sa.event.listen(sa.Engine, "commit", lambda connection: writes(connection) and burn("before"))
"""


@dataclass
class Case:
    """What is asked for, how one sees that it is done, and what the same request may be told once it is."""

    table: str
    ask: Any
    done: Any
    again: tuple[int, ...] = (200,)  # statuses of the same request, said again after it was done
    same: bool = True  # whether saying it again changes nothing
    by_itself: bool = False  # it is not the answer that is waited for
    commits: tuple[int, ...] = (1,)  # the commits after which there is something to be cut off
    everywhere: bool = False  # also commits of other tables count


class Stage:
    """A server with a fuse."""

    def __init__(self, place, folder):
        self.fuse = folder / "fuse"
        self.server = Server(place, first=FUSE.format(fuse=str(self.fuse)))
        self.engine = open_engine(Settings(database=place))

    def close(self):
        self.server.stop()
        self.engine.dispose()

    def kept(self, table):
        """Everything the store has of a table."""
        found = []
        with self.engine.connect() as connection:
            for each in schema.metadata.sorted_tables:
                column = each.c.id if each is schema.tables else each.c.get("table_id")
                if column is not None:
                    rows = connection.execute(sa.select(each).where(column == table))
                    found += sorted((each.name, str(tuple(row))) for row in rows)
        return found

    def value(self, column, table, which):
        """One thing the store has of a table."""
        with self.engine.connect() as connection:
            return connection.execute(sa.select(column).where(column.table.c.table_id == table, which)).scalar()

    def passes(self, table, seconds):
        """As if so much time had gone by at a table."""
        tables = schema.tables
        earlier = {name: tables.c[name] - seconds for name in ("moved_at", "due_at")}
        with self.engine.begin() as connection:
            later = sa.update(tables).where(tables.c.id == table)
            connection.execute(later.values(version=tables.c.version + 1, **earlier))

    def cut_off(self, case, when, number):
        """Ask, and be killed at this point; then everything is up again."""
        self.fuse.write_text(f"{when} {number} {'' if case.everywhere else case.table}")
        with suppress(httpx.TransportError):
            case.ask()
        try:
            self.server.process.wait(WAIT)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"nothing was written {when} commit {number}") from None
        finally:
            self.fuse.unlink()
        self.server.process.stdout.close()
        self.server.start()


def check(stage, make, when, number):
    """One case, cut off at one point."""
    case = make(stage)
    before = stage.kept(case.table)
    stage.cut_off(case, when, number)
    if case.by_itself:
        wait_for(case.done)
        return
    if (when, number) == ("before", 1):
        assert stage.kept(case.table) == before, "not at all"
    if when == "after" and number == case.commits[-1]:
        assert case.done(), "whole, though nobody was told"
        known = case.again
    else:
        known = (200, *case.again)
    answer = case.ask()
    assert answer.status_code in known, answer.text
    assert case.done(), "said again, it is done"
    after = stage.kept(case.table)
    assert case.ask().status_code in case.again
    assert case.done()
    if case.same:
        assert stage.kept(case.table) == after, "once more changes nothing"


def all_points(stage, make):
    """Cut a case off before and after each of its commits."""
    for number in make(stage).commits:
        for when in ("before", "after"):
            check(stage, make, when, number)
            print(f"{make.__name__.replace('_', ' ')}: killed {when} commit {number}", flush=True)
