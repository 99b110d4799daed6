"""Old tables: which go, which are closed, which stay; and that no clock which jumps takes anything away."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace

import pytest
import sqlalchemy as sa

from sampan.server import clock, retention, schema
from sampan.server.retention import CATCH_UP, Retention, aged
from sampan.server.rows import Seat
from sampan.server.settings import Settings
from sampan.server.store import Store
from sampan.server.table import DAY, hash_of
from sampan.server.tables import Opening, Tables
from sampan.server.turns import start
from tests.shelf import FIRST

from .kit import FOR_TWO

HOST = "h" * 32
YEAR = 365 * DAY


async def opened(tables, started):
    seats = [Seat(0, "human", "Ada", token_hash=hash_of(HOST)), Seat(1, "bot", "random", "random")]
    table = await tables.open(Opening(FIRST, FOR_TWO, seats, False, "none", 0, hash_of(HOST)))
    if started:
        await tables.change(table.id, hash_of(HOST), lambda t: start(t, hash_of(HOST)))
    return table.id


def age(store, table, days, **more):
    with store.engine.begin() as connection:
        values = {"moved_at": clock.now() - days * DAY, "version": schema.tables.c.version + 1, **more}
        connection.execute(sa.update(schema.tables).where(schema.tables.c.id == table).values(**values))


def statuses(store):
    with store.engine.connect() as connection:
        return dict(connection.execute(sa.select(schema.tables.c.id, schema.tables.c.status)).all())


def run(place, scene, **settings):
    """A scene with a store, its tables and whoever looks through them."""

    async def act():
        chosen = Settings(database=place, **settings)
        store = Store(chosen)
        store.open()
        tables = Tables(store, chosen)
        try:
            return await scene(store, tables, Retention(store, tables, None, chosen))
        finally:
            store.close()

    return asyncio.run(act())


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_what_was_never_started_goes_what_was_abandoned_is_closed_and_what_ended_stays(database, kind, caplog):
    async def scene(store, tables, keeper):
        made = {name: await opened(tables, "open" not in name) for name in (
            "old open", "new open", "open and closed", "old running", "new running", "old over", "old cut",
        )}  # fmt: skip
        age(store, made["new open"], 6)
        age(store, made["old open"], 8)
        age(store, made["open and closed"], 8, status="closed")
        age(store, made["new running"], 80)
        age(store, made["old running"], 91)
        age(store, made["old over"], 400, status="over")
        age(store, made["old cut"], 400, status="closed")
        await opened(tables, started=True)  # the latest event, by which a new store tells the time
        with caplog.at_level(logging.INFO, "sampan.server"):
            await keeper.look_through()
        left = statuses(store)
        assert {name: left.get(table) for name, table in made.items()} == {
            "old open": None, "new open": "open", "open and closed": None, "old running": "closed",
            "new running": "running", "old over": "over", "old cut": "closed",
        }  # fmt: skip
        said = [record.getMessage() for record in caplog.records]
        for name in ("old open", "open and closed", "old running"):
            assert sum(made[name] in line for line in said) == 1, "what goes is said"
        notes = (await tables.find(made["old running"])).notes
        assert notes[-1].kind == "closed_idle"
        with store.engine.connect() as connection:
            for part in (schema.seats, schema.notes, schema.moves):
                gone = part.c.table_id.in_([made["old open"], made["open and closed"]])
                assert connection.execute(sa.select(sa.func.count()).where(gone)).scalar() == 0
        before = statuses(store)
        await keeper.look_through()
        assert statuses(store) == before

    run(database(kind), scene)


def test_finished_games_go_only_where_the_operator_says_so_and_nothing_does_with_zero_days(database):
    async def scene(store, tables, keeper):
        over, waiting, running = [await opened(tables, started) for started in (True, False, True)]
        age(store, over, 31, status="over")
        age(store, waiting, 1000)
        age(store, running, 1000)
        await opened(tables, started=True)
        await keeper.look_through()
        left = statuses(store)
        assert over not in left and left[waiting] == "open" and left[running] == "running"

    run(database("sqlite"), scene, finished_days=30, unstarted_days=0, abandoned_days=0)


@pytest.mark.parametrize("jump", [YEAR, -YEAR])
def test_a_clock_that_jumps_takes_no_table_away(database, monkeypatch, jump):
    place = database("sqlite")

    async def before(store, tables, keeper):
        made = [await opened(tables, started) for started in (True, False)]
        age(store, made[0], 80)
        age(store, made[1], 5)
        await opened(tables, started=True)
        await keeper.look_through()
        return statuses(store)

    there = run(place, before)
    wall, even = clock.now() + jump, [1000.0]
    monkeypatch.setattr(retention.clock, "now", lambda: wall)
    monkeypatch.setattr(retention.clock, "steady", lambda: even[0])

    async def after(store, tables, keeper):  # also where the process has started anew and believes its clock
        await keeper.look_through()
        even[0] += DAY / 4
        await keeper.look_through()
        assert statuses(store) == there
        even[0] += 3 * DAY
        await keeper.look_through()
        return statuses(store)

    later = run(place, after)
    assert len(later) < len(there) if jump > 0 else later == there, "time that was served counts, whatever the clock"


def test_time_served_goes_on_with_the_clock_and_makes_up_what_it_missed():
    assert aged(1000.0, 60.0, 1060.0) == 1060.0
    assert aged(1000.0, 60.0, 1000.0 + YEAR) == 1000.0 + CATCH_UP * 60.0
    assert aged(1000.0, 60.0, 500.0) == 1000.0
    assert aged(1000.0, 0.0, 1000.0 + YEAR) == 1000.0


def test_a_table_that_somebody_starts_at_the_last_moment_stays(database):
    async def scene(store, tables, keeper):
        table = await opened(tables, started=False)
        version = (await tables.find(table)).version
        await tables.change(table, hash_of(HOST), lambda t: start(t, hash_of(HOST)))
        assert not await keeper._deleted(table, version, "too late")
        assert replace((await tables.find(table)).row).status == "running"

    run(database("sqlite"), scene)
