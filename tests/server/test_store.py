"""The store: writes that share a transaction, and what becomes of them when one of them is bad."""

from __future__ import annotations

import asyncio
import os
import threading

import pytest
import sqlalchemy as sa

from sampan.server import schema, store
from sampan.server.refusals import Refused
from sampan.server.rows import Note, Seat, write_note
from sampan.server.settings import Settings
from sampan.server.store import Conflict, Store, check_lengths
from sampan.server.table import Plan
from sampan.server.tables import Opening, Tables
from tests.shelf import FIRST

from .kit import FOR_TWO

WRITES = 100
SECRET = "hunter2-and-more"


def raises_a_bug(connection, table):
    write_note(connection, table, Note("chat", 0, {}, 0.0))
    raise ZeroDivisionError("a bug of ours")


def asks_nonsense(connection, table):
    write_note(connection, table, Note("chat", 0, {}, 0.0))
    connection.execute(sa.text("SELECT * FROM nowhere"))


def breaks_a_promise(connection, table):
    write_note(connection, table, Note("chat", 0, {}, 0.0))
    write_note(connection, None, Note("chat", 0, {}, 0.0))


def is_too_long(connection, table):
    write_note(connection, table, Note("x" * 100, 0, {}, 0.0))


BAD = {
    "sqlite": [raises_a_bug, asks_nonsense, breaks_a_promise],
    "postgres": [raises_a_bug, asks_nonsense, breaks_a_promise, is_too_long],
}


def together(settings, monkeypatch, jobs):
    """Let these writes share one transaction; returns their outcomes, the size of each batch, and the notes kept."""
    monkeypatch.setattr(store, "TOGETHER", WRITES)

    async def run():
        here = Store(settings)
        here.open()
        batches, held = [], threading.Event()
        commit = here._commit
        monkeypatch.setattr(here, "_commit", lambda batch: (batches.append(len(batch)), commit(batch)))
        try:
            chairs = [Seat(0, "open", ""), Seat(1, "open", "")]
            table = await Tables(here, settings).open(Opening(FIRST, FOR_TWO, chairs, False, "none", 0, "x"))
            batches.clear()
            first = asyncio.ensure_future(here.write(table.id, lambda connection: held.wait(60)))
            await asyncio.sleep(0)
            while not batches:  # the writer is busy with the first; all others wait behind it
                await asyncio.sleep(0.001)
            waiting = [asyncio.ensure_future(here.write(table.id, lambda c, j=job: j(c, table.id))) for job in jobs]
            await asyncio.sleep(0)
            held.set()
            done = await asyncio.gather(*waiting, return_exceptions=True)
            assert await first
            with here.engine.connect() as connection:
                kept = connection.execute(sa.select(sa.func.count()).select_from(schema.notes)).scalar()
            return done, batches, kept - 1  # a table opens with a note
        finally:
            here.close()

    return asyncio.run(run())


def good(connection, table):
    return write_note(connection, table, Note("chat", 0, {}, 0.0))


@pytest.mark.parametrize(("kind", "bad"), [(kind, bad) for kind, every in BAD.items() for bad in every])
def test_of_a_hundred_writes_committed_together_the_bad_one_alone_fails(database, monkeypatch, kind, bad):
    jobs = [good] * 40 + [bad] + [good] * 59
    done, batches, kept = together(Settings(database=database(kind)), monkeypatch, jobs)
    assert batches == [1, WRITES], "all of them shared one transaction"
    failed = [place for place, result in enumerate(done) if isinstance(result, Exception)]
    assert failed == [40] and isinstance(done[40], Refused | Conflict)
    assert kept == 99, "nothing of the bad one was written"


def loses_the_transaction(connection, table):
    bare = connection.connection.dbapi_connection
    if connection.dialect.name == "sqlite":
        bare.execute("ROLLBACK")  # as SQLite does by itself where the disk is full
        raise sa.exc.OperationalError("INSERT", {}, Exception("disk is full"))
    connection.execute(sa.text("SELECT pg_terminate_backend(pg_backend_pid())"))


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_where_the_transaction_itself_is_lost_no_write_in_it_counts_as_done(database, monkeypatch, kind):
    jobs = [good] * 3 + [loses_the_transaction] + [good] * 3
    done, batches, kept = together(Settings(database=database(kind)), monkeypatch, jobs)
    assert batches == [1, 7] and kept == 0
    assert [type(result) for result in done] == [Refused] * 7


def test_where_the_database_does_not_answer_nobody_is_told_where_it_stands(caplog):
    async def read():
        here = Store(Settings(database=f"postgresql://ada:{SECRET}@127.0.0.1:1/none"))
        return await here.read(lambda connection: None)

    with pytest.raises(Refused) as refused:
        asyncio.run(read())
    assert refused.value.code == "store_unavailable"
    assert not any(part in refused.value.detail for part in ("127.0.0.1", "port", "ada", SECRET))
    assert "is not responding" in caplog.text and SECRET not in caplog.text


@pytest.mark.parametrize("umask", [0o000, 0o022])
def test_only_its_owner_can_read_the_file(tmp_path, umask):
    place = tmp_path / "made" / "tables.sqlite"
    old = os.umask(umask)
    try:
        here = Store(Settings(database=str(place)))
        here.open()
        modes = {path.name: path.stat().st_mode & 0o777 for path in (place.parent, *place.parent.iterdir())}
        here.close()
    finally:
        os.umask(old)
    assert modes == {"made": 0o700, "tables.sqlite": 0o600, "tables.sqlite-wal": 0o600, "tables.sqlite-shm": 0o600}


def test_a_file_that_others_could_read_is_closed_to_them(tmp_path):
    place = tmp_path / "tables.sqlite"
    place.touch(0o644)
    here = Store(Settings(database=str(place)))
    here.open()
    here.close()
    assert place.stat().st_mode & 0o777 == 0o600


def test_what_a_column_cannot_hold_never_reaches_the_database():
    seat = Seat(0, "human", "A" * 40, bot="b" * 80)
    check_lengths(Plan(seats=[seat]))
    for bad in (Seat(0, "human", "A" * 41), Seat(0, "bot", "A", bot="b" * 81), Seat(0, "human", "A\0")):
        with pytest.raises(Refused, match=r"expected at most (40|80) characters"):
            check_lengths(Plan(seats=[bad]))
