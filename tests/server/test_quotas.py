"""Quotas: so many tables and bots for one address, and bots that play for nobody pause until somebody looks."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import httpx
import pytest

from sampan.server.botwork import Botwork
from sampan.server.rows import Seat, write_seen_at
from sampan.server.settings import Settings
from sampan.server.store import Store
from sampan.server.tables import Opening, Tables
from sampan.server.thinking import Thinking
from sampan.server.turns import start
from tests.shelf import FIRST

from .kit import FOR_TWO, Server, wait_for

BOT = {"kind": "bot", "bot": "random"}
PEOPLE = [{"kind": "human"}, {"kind": "open"}]


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def small(request, database):
    """A server that allows little, behind a proxy that says who is asking."""
    running = Server(database(request.param), tables_each=3, bots_each=4, trusted_proxies=("127.0.0.1",), idle=0.5)
    yield running
    running.stop()


def open_from(server, address, seats):
    with httpx.Client(base_url=server.address, headers={"x-forwarded-for": address}, timeout=60) as client:
        return client.post("/api/tables", json={"game": FIRST, "seats": seats})


def test_an_address_has_so_many_tables_and_others_are_not_concerned(small):
    opened = [open_from(small, "203.0.113.1", PEOPLE) for _ in range(4)]
    assert [answer.status_code for answer in opened] == [201, 201, 201, 429]
    refused = opened[-1].json()
    assert refused["code"] == "too_many_tables" and refused["detail"].startswith(
        "3 of your tables are open or running: expected at most 3;"
    )
    assert 3600 < int(opened[-1].headers["retry-after"]) <= 86_400
    assert open_from(small, "203.0.113.2", PEOPLE).status_code == 201


def test_a_whole_ipv6_network_is_one_address(small):
    opened = [open_from(small, f"2001:db8:1:2::{n}", PEOPLE) for n in range(1, 5)]
    assert [answer.status_code for answer in opened] == [201, 201, 201, 429]
    assert open_from(small, "2001:db8:1:3::1", PEOPLE).status_code == 201


def test_a_closed_table_makes_room_for_another(small):
    with httpx.Client(base_url=small.address, headers={"x-forwarded-for": "203.0.113.3"}, timeout=60) as client:
        names = [client.post("/api/tables", json={"game": FIRST, "seats": PEOPLE}) for _ in range(3)]
        assert client.post("/api/tables", json={"game": FIRST, "seats": PEOPLE}).status_code == 429
        assert client.post(f"/api/tables/{names[-1].json()['view']['table']}/close").status_code == 200
        assert client.post("/api/tables", json={"game": FIRST, "seats": PEOPLE}).status_code == 201


def test_an_address_has_so_many_bots_however_they_sit_down(small):
    three = [{"kind": "human"}, BOT, BOT, BOT]
    assert open_from(small, "203.0.113.4", three).status_code == 201
    refused = open_from(small, "203.0.113.4", [{"kind": "human"}, BOT, BOT])
    assert (
        refused.json()["code"] == "too_many_bots"
        and "3 bots are at your tables: expected at most 4" in refused.json()["detail"]
    )
    with httpx.Client(base_url=small.address, headers={"x-forwarded-for": "203.0.113.4"}, timeout=60) as client:
        seats = [{"kind": "human"}, {"kind": "open"}, {"kind": "open"}]
        table = client.post("/api/tables", json={"game": FIRST, "seats": seats}).json()["view"]["table"]
        answers = [client.post(f"/api/tables/{table}/seats/{n}/bot", json={"bot": "random"}) for n in (1, 2)]
        assert [answer.status_code for answer in answers] == [200, 429]
        assert client.get(f"/api/tables/{table}").json()["seats"][2]["kind"] == "open", "nothing was written"


def test_a_table_does_not_tell_who_opened_it(small):
    view = open_from(small, "203.0.113.9", PEOPLE)
    assert "203.0.113.9" not in view.text and "opener" not in view.text


def among_bots(tables):
    seats = [Seat(n, "bot", "Bot", "random") for n in range(2)]
    return tables.open(Opening(FIRST, FOR_TWO, seats, False, "none", 0, "host"))


def test_bots_that_play_for_nobody_pause_and_go_on_when_somebody_looks(tmp_path):
    settings = Settings(database=str(tmp_path / "t.sqlite"), idle=1000.0, bot_pause=0.0)

    async def act():
        store = Store(settings)
        store.open()
        tables, thinking = Tables(store, settings), Thinking(1)
        botwork = Botwork(tables, store, settings, thinking)
        tables.changed.clear()  # only what is asked for here is decided
        table = await among_bots(tables)
        await tables.change(table.id, "host", lambda t: start(t, "host"))
        decided = [await botwork._decide(table.id)]
        long_ago = table.row.seen_at - 2000.0
        table.row = replace(table.row, seen_at=long_ago)
        await store.write(table.id, lambda c: write_seen_at(c, table.id, long_ago))
        decided.append(await botwork._decide(table.id))
        botwork.after_change(table)
        begun_unseen = set(botwork._busy)
        botwork.seen(table)
        begun_seen = set(botwork._busy)
        ply = table.ply
        while table.ply < ply + 3:
            await asyncio.sleep(0.01)
        await botwork.stop()
        thinking.close()
        store.close()
        return decided, begun_unseen, begun_seen == {table.id}

    assert asyncio.run(act()) == ([True, False], set(), True)


def test_somebody_who_looks_wakes_the_bots_of_a_table(small):
    with httpx.Client(base_url=small.address, headers={"x-forwarded-for": "203.0.113.7"}, timeout=60) as client:
        opened = client.post("/api/tables", json={"game": FIRST, "seats": [BOT, BOT]}).json()["view"]
        client.post(f"/api/tables/{opened['table']}/start")
        wait_for(lambda: client.get(f"/api/tables/{opened['table']}").json()["status"] == "over")


def test_a_table_with_people_waits_for_them_and_its_bots_never_pause(small):
    with httpx.Client(base_url=small.address, headers={"x-forwarded-for": "203.0.113.8"}, timeout=60) as client:
        opened = client.post("/api/tables", json={"game": FIRST, "seats": [{"kind": "human"}, BOT]}).json()["view"]
        view = client.post(f"/api/tables/{opened['table']}/start").json()
        wait_for(lambda: client.get(f"/api/tables/{opened['table']}").json()["to_move"] == 0)
        assert view["status"] == "running"
