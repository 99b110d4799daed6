"""The small parts: limits, origins, plain text, the store, the migrations, bots that fail."""

from __future__ import annotations

import asyncio
import sys
import time
from dataclasses import replace

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from sampan import bots
from sampan.server import botwork as botwork_module
from sampan.server import schema
from sampan.server.botwork import Botwork
from sampan.server.history import present_line
from sampan.server.rates import Rate
from sampan.server.refusals import STATUS, Refused
from sampan.server.rows import Entry, Seat
from sampan.server.safety import same_origin
from sampan.server.seats import checked_bot, give_to_bot
from sampan.server.settings import Settings
from sampan.server.store import Conflict, Store, write_plan
from sampan.server.table import Plan
from sampan.server.tables import Opening, Tables
from sampan.server.thinking import Thinking
from sampan.server.turns import start
from sampan.server.views import view_bytes
from tests.shelf import FIRST

from .kit import FOR_TWO

LEFT_BEHIND = [("remove_column", "seats", "own_invite")]  # read no more; a server of the version before still writes it


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_the_migrations_lead_to_the_schema(database, kind):
    store = Store(Settings(database=database(kind)))
    store.open()
    with store.engine.connect() as connection:
        found = compare_metadata(MigrationContext.configure(connection), schema.metadata)
    assert [(change[0], change[2], getattr(change[3], "name", "")) for change in found] == LEFT_BEHIND
    store.close()


def test_a_rate_allows_a_burst_and_then_so_many_a_second():
    rate = Rate(2.0, 3.0)
    assert [rate.allows("a", now=0.0) for _ in range(5)] == [True, True, True, False, False]
    assert rate.allows("b", now=0.0)
    assert [rate.allows("a", now=1.0) for _ in range(3)] == [True, True, False]


@pytest.mark.parametrize(
    ("headers", "same"),
    [
        ({b"host": b"a:1", b"origin": b"http://a:1"}, True),
        ({b"host": b"a:1", b"origin": b"http://a:2"}, False),
        ({b"host": b"a:1", b"origin": b"null"}, False),
        ({b"host": b"a:1", b"origin": b"http://[bad"}, False),
        ({b"host": b"a:1"}, True),
        ({b"host": b"a:1", b"sec-fetch-site": b"cross-site"}, False),
        ({b"host": b"a:443", b"origin": b"https://a"}, True),
    ],
)
def test_where_a_request_comes_from(headers, same):
    assert same_origin(headers) is same


def test_the_present_line_is_what_take_backs_left():
    def entry(ply, move, back_to=None):
        return Entry(ply, 0, move, back_to, False, 0.0)

    log = [entry(0, "a"), entry(1, "b"), entry(2, None, 1), entry(3, "c"), entry(4, "d"), entry(5, None, 0)]
    assert present_line(log[:2]) == ["a", "b"]
    assert present_line(log[:5]) == ["a", "c", "d"]
    assert present_line(log) == []


def test_every_refusal_is_the_clients_fault_or_the_databases():
    ours = ("store_unavailable", "server_failed", "not_ready")
    assert {status for code, status in STATUS.items() if code not in ours} <= set(range(400, 500))


def opened(settings, act):
    """Run something with a store and a fresh table of two seats."""

    async def run():
        store = Store(settings)
        store.open()
        try:
            tables = Tables(store, settings)
            seats = [Seat(0, "human", "Ada", token_hash="ada"), Seat(1, "bot", "Bot", "random")]
            options = FOR_TWO
            table = await tables.open(Opening(FIRST, options, seats, False, "none", 0, "ada"))
            await tables.change(table.id, "ada", lambda t: start(t, "ada"))
            return await act(store, tables, await tables.find(table.id))
        finally:
            store.close()

    return asyncio.run(run())


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_one_failing_write_takes_no_other_with_it(database, kind):
    async def act(store, tables, table):
        def good(connection):
            return write_plan(connection, table.id, table.version, Plan())

        def bad(connection):
            connection.execute(sa.insert(schema.moves).values(
                table_id=table.id, ply=0, seat=0, move="x", back_to=None, bot=False, at=0.0))  # fmt: skip
            raise Conflict

        jobs = [store.write(table.id, job) for job in (bad, good, bad, bad)]
        done = await asyncio.gather(*jobs, return_exceptions=True)
        assert [type(result) for result in done] == [Conflict, list, Conflict, Conflict]
        with store.engine.connect() as connection:
            assert connection.execute(sa.select(sa.func.count()).select_from(schema.moves)).scalar() == 0
        return True

    assert opened(Settings(database=database(kind)), act)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_two_writers_of_one_version_cannot_both_win(database, kind):
    async def act(store, tables, table):
        plans = [store.write(table.id, lambda c: write_plan(c, table.id, table.version, Plan())) for _ in range(5)]
        done = await asyncio.gather(*plans, return_exceptions=True)
        return sorted(type(result).__name__ for result in done)

    assert opened(Settings(database=database(kind)), act) == ["Conflict"] * 4 + ["list"]


BROKEN = """
import os
import threading

class Raises:
    def choose(self, game, hidden, seconds, seed):
        assert not hidden.key.any(), "bots see hidden states only"
        raise RuntimeError("oh no")

class Cheats:
    def choose(self, game, hidden, seconds, seed):
        return next(move for move in range(10**6) if move not in game.legal_moves(hidden))

class Spins:
    def choose(self, game, hidden, seconds, seed):
        while True:
            sum(range(10**6))

class Dies:
    def choose(self, game, hidden, seconds, seed):
        os._exit(3)

class Hangs:
    def choose(self, game, hidden, seconds, seed):
        threading.Event().wait()
"""


@pytest.mark.parametrize("way", ["Raises", "Cheats", "Hangs", "Spins", "Dies"])
def test_a_bot_that_fails_hands_its_seat_to_a_built_in_one_and_the_table_says_so(tmp_path, monkeypatch, way):
    (tmp_path / "broken_bots.py").write_text(BROKEN)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "broken_bots", raising=False)
    monkeypatch.setattr(bots, "GRACE", 0.0)
    own = f"broken_bots:{way}:0.01"
    settings = Settings(database=str(tmp_path / "t.sqlite"), bot_pause=0.0, custom_bots=(own,), bot_seconds=0.02)
    assert checked_bot(own, settings) == own

    async def act(store, tables, table):
        table.seats = [Seat(n, "bot", "Bot", own) for n in range(2)]
        thinking = Thinking(1)
        botwork = Botwork(tables, store, settings, thinking)
        tables.changed.clear()  # only what is asked for here is decided
        monkeypatch.setattr(bots, "FALLBACK", "random")
        for _ in range(8):
            assert await botwork._decide(table.id)
        await botwork.stop()
        thinking.close()
        return [(note.kind, note.args) for note in table.notes], table.ply, {seat.bot for seat in table.seats}

    notes, ply, players = opened(settings, act)
    told = [args for kind, args in notes if kind == "bot_failed"]
    assert ply == 8 and players <= {"random", own} and "random" in players
    assert told == [{"bot": own, "instead": "random"}] * len(told) and 1 <= len(told) <= 2, "each seat fails once"


def test_a_budget_kept_from_before_the_cap_ends_at_the_cap(tmp_path, monkeypatch):
    """A table may have been stored with a search that would never end: it is stopped, and says what it has found."""
    monkeypatch.setattr(botwork_module, "GRACE", 0.0)
    settings = Settings(database=str(tmp_path / "t.sqlite"), bot_pause=0.0, bot_seconds=0.05)

    async def act(store, tables, table):
        table.seats = [Seat(n, "bot", "Bot", "search:999999999it") for n in range(2)]
        thinking = Thinking(1)
        botwork = Botwork(tables, store, settings, thinking)
        tables.changed.clear()
        for _ in range(3):
            assert await botwork._decide(table.id)
        await botwork.stop()
        thinking.close()
        return table.ply, [note.kind for note in table.notes if note.kind == "bot_failed"]

    assert opened(settings, act) == (3, [])


def test_only_bots_the_owner_has_allowed_are_imported(tmp_path):
    with pytest.raises(Refused, match="expected beginner, learner, club"):
        checked_bot("os:system", Settings(database=str(tmp_path / "t.sqlite")))


def test_a_table_of_other_rules_is_named_as_such(tmp_path):
    async def act(store, tables, table):
        with store.engine.begin() as connection:
            connection.execute(sa.update(schema.tables).values(rules=99, version=50))
        table.stale = True
        with pytest.raises(Refused) as refused:
            await tables.find(table.id)
        return refused.value.code

    assert opened(Settings(database=str(tmp_path / "t.sqlite")), act) == "other_rules"


def test_after_the_days_of_the_pace_others_may_seat_a_bot_for_the_sleeper(tmp_path):
    async def act(store, tables, table):
        table.seats = [Seat(n, "human", "P", token_hash=str(n)) for n in range(2)]
        sleeper = table.to_move
        other = str(1 - sleeper)
        table.row = replace(table.row, pace="days", pace_amount=2, due_at=time.time() + 86_400)
        with pytest.raises(Refused):
            give_to_bot(table, other, sleeper, "random")
        table.row = replace(table.row, due_at=time.time() - 86_400)
        with pytest.raises(Refused):
            give_to_bot(table, str(sleeper), 1 - sleeper, "random")
        plan = give_to_bot(table, other, sleeper, "random")
        table.row = replace(table.row, pace="soft")
        with pytest.raises(Refused):
            give_to_bot(table, other, sleeper, "random")
        return plan.seats[0].kind, plan.values["bot_due"]

    assert opened(Settings(database=str(tmp_path / "t.sqlite")), act) == ("bot", True)


def test_a_small_memory_drops_tables_and_loads_them_again(tmp_path):
    async def act(store, tables, table):
        for _ in range(5):
            await tables.open(Opening(FIRST, FOR_TWO,
                                      [Seat(0, "open", ""), Seat(1, "open", "")], False, "none", 0, "x"))  # fmt: skip
        assert tables.held(table.id) is None
        again = await tables.find(table.id)
        assert again is not table and view_bytes(again, (0, True, None)) == view_bytes(table, (0, True, None))
        return len(tables._live)

    assert opened(Settings(database=str(tmp_path / "t.sqlite"), live_tables=2), act) == 2
