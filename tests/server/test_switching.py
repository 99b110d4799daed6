"""From interpreted rules to compiled ones: the page is answered, moves are accepted and no game notices the switch."""

from __future__ import annotations

import random

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from sampan.compiling import readiness
from sampan.compiling.parts import Part, compile_part, ready
from sampan.compiling.readiness import Wait, note
from sampan.engine.record import parse_record, verify
from sampan.games import load, names
from tests.shelf import FIRST

from .kit import Server, next_view, play_on, seated, wait_for, workers_of

SECOND = names()[1]
BEFORE = {f"{game}.{kind}": Wait(0.25, 40.0) for game in names() for kind in ("rules", "greedy", "search", "hints")}
RULES_DONE = {name: wait for name, wait in BEFORE.items() if not name.endswith(".rules")}


@pytest.fixture
def folder(tmp_path):
    """What a compiler beside the server would write: so far nothing is compiled."""
    (tmp_path / readiness.WANTED).mkdir()
    note(tmp_path, BEFORE)
    return tmp_path


@pytest.fixture
def serve(database, folder):
    running = []

    def started(**settings):
        running.append(Server(database("sqlite"), compiling=str(folder), scan=0.2, **settings))
        return running[-1]

    yield started
    for server in running:
        server.stop()


@pytest.mark.parametrize("workers", [1, 2])
def test_one_game_is_played_across_the_switch(serve, folder, workers):
    server = serve(workers=workers)
    table, people = seated(server, 2)
    dice = random.Random(5)
    first = set(workers_of(server.process.pid))
    assert len(first) == workers
    play_on(table, people, 25, dice)
    with people[0].watch(table) as socket:
        before = next_view(socket)
        note(folder, RULES_DONE)
        wait_for(lambda: not first & set(workers_of(server.process.pid)))
        with pytest.raises(ConnectionClosed):
            while True:
                socket.recv(timeout=60)
    with people[0].watch(table) as socket:
        again = next_view(socket)
    assert again["moves"] == 25 and again == before, "the compiled rules show what the interpreted ones showed"
    assert len(workers_of(server.process.pid)) == workers
    view = play_on(table, people, dice=dice)
    assert view["status"] == "over"
    record = parse_record(people[0].get(table, "/record").text)
    assert load(FIRST).scores(verify(load(FIRST), record)) == view["scores"]


def test_nothing_is_refused_during_the_switch(serve, folder):
    server = serve()
    table, people = seated(server, 2)
    first = set(workers_of(server.process.pid))
    note(folder, RULES_DONE)
    asked = 0
    while first & set(workers_of(server.process.pid)):
        assert httpx.get(f"{server.address}/api/tables/{table}", timeout=30).status_code == 200
        asked += 1
    assert asked > 5
    assert people[0].view(table)["moves"] == 0


def test_a_bot_that_is_not_ready_waits_and_says_how_long_or_a_weaker_one_plays_at_once(serve, folder):
    note(folder, {f"{FIRST}.{kind}": Wait(0.4, 21.5) for kind in ("search", "hints")})
    server = serve()
    ada = server.person()
    seats = [{"kind": "human", "name": "Ada"}, {"kind": "bot", "bot": "master"}]
    table, _ = ada.open(seats, seed=4)
    ada.post(table, "start")
    view = ada.view(table)
    while view["to_move"] == 0:
        view = ada.move(table, view)
    waiting = ada.get(table, "/waiting").json()
    assert waiting == {
        "bot": {"seat": 1, "share": 0.4, "seconds": 21.5, "instead": "club"},
        "hint": {"share": 0.4, "seconds": 21.5},
    }
    wait_for((folder / readiness.WANTED / f"{FIRST}.search").exists)
    assert ada.view(table)["ply"] == view["ply"], "it has not moved"
    response = ada.post(table, "seats/1/bot", {"bot": waiting["bot"]["instead"]})
    assert response.status_code == 200, response.text
    moved = wait_for(lambda: (now := ada.view(table)) and now["ply"] > view["ply"] and now)
    assert "bot_seated" in str(moved) and ada.get(table, "/waiting").json()["bot"] is None


def test_a_hint_that_is_not_ready_is_refused_for_a_while_and_costs_nothing(serve, folder):
    note(folder, {f"{FIRST}.hints": Wait(0.9, 3.2)})
    server = serve()
    table, (ada, _) = seated(server, 2)
    view = ada.view(table)
    while view["to_move"] != 0:
        view = play_on(table, [ada, _], 1)
    view = ada.view(table)
    response = ada.post(table, "hint", {"ply": view["ply"]})
    assert response.status_code == 503 and response.json()["code"] == "not_ready"
    assert response.headers["retry-after"] == "4"
    assert "hint_asked" not in str(ada.view(table)) and (folder / readiness.WANTED / f"{FIRST}.hints").exists()
    note(folder, {})
    response = ada.post(table, "hint", {"ply": view["ply"]})
    assert response.status_code == 200 and response.json()["moves"]


def test_before_the_switch_bots_that_are_compiled_think_apart(serve, folder):
    """The first game's rules are still missing, so these are interpreted here; the second game's bots are compiled."""
    for kind in ("rules", "greedy", "search", "hints"):
        if not ready(Part(SECOND, kind)):
            compile_part(Part(SECOND, kind))
    note(folder, {f"{FIRST}.rules": Wait(0.5, 9.0)})
    server = serve()
    ada = server.person()
    table, _ = ada.open([{"kind": "bot", "bot": "club"}, {"kind": "human", "name": "Ada"}], game=SECOND, seed=2)
    ada.post(table, "start")
    wait_for(lambda: ada.view(table)["to_move"] == 1)
    view = ada.view(table)
    response = ada.post(table, "hint", {"ply": view["ply"]})
    assert response.status_code == 200 and response.json()["moves"], response.text
