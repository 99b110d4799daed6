"""From interpreted rules to compiled ones: the page is answered, moves are accepted and no game notices the switch."""

from __future__ import annotations

import random
import time

import pytest
from websockets.exceptions import ConnectionClosed

from sampan.compiling import readiness
from sampan.compiling.parts import Part, compile_part, ready
from sampan.compiling.readiness import Wait, note
from sampan.engine.record import parse_record, verify
from sampan.games import load, names
from tests.shelf import FIRST

from .kit import Server, got, next_view, play_on, seated, wait_for, workers_of

SECOND = names()[1]
BEFORE = {f"{game}.{kind}": Wait(0.25, 40.0) for game in names() for kind in ("rules", "greedy", "search", "hints")}
PERSON_BEGINS = next(seed for seed in range(99) if load(FIRST).to_move(load(FIRST).deal({"players": 3}, seed)) < 2)
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


def asked_ready(server, query):
    """What an operator's tools are told."""
    answer = got(f"{server.address}/readyz{query}")
    return answer.status_code, answer.json()


def test_one_game_is_played_across_the_switch_and_nothing_is_refused_meanwhile(serve, folder):
    server = serve(workers=2)
    cold = {"ready": True, "database": "ready", "rules": "interpreted", "compiled_in": 40.0}
    assert asked_ready(server, "") == (200, cold) and asked_ready(server, "?compiled") == (503, cold | {"ready": False})
    table, people = seated(server, 2)
    dice = random.Random(5)
    first = set(workers_of(server.process.pid))
    assert len(first) == 2
    play_on(table, people, 25, dice)
    with people[0].watch(table) as socket:
        before, asked = next_view(socket), 0
        note(folder, RULES_DONE)
        while first & set(workers_of(server.process.pid)):
            assert got(f"{server.address}/api/tables/{table}").status_code == 200
            asked += 1
            time.sleep(0.05)
        assert asked > 5
        with pytest.raises(ConnectionClosed):
            while True:
                socket.recv(timeout=60)
    with people[0].watch(table) as socket:
        again = next_view(socket)
    assert again["moves"] == 25 and again == before, "the compiled rules show what the interpreted ones showed"
    assert len(workers_of(server.process.pid)) == 2
    for query in ("", "?compiled"):
        assert asked_ready(server, query) == (200, {"ready": True, "database": "ready", "rules": "ready"})
    view = play_on(table, people, dice=dice)
    assert view["status"] == "over"
    record = parse_record(people[0].get(table, "/record").text)
    assert load(FIRST).scores(verify(load(FIRST), record)) == view["scores"]


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
    assert ada.get(table, "/waiting").json()["bot"] is None
    assert moved["seats"][1]["bot"] == moved["seats"][1]["name"] == "club"
    assert notes_about(moved, 1) == [("table_bot_meanwhile", {"bot": "club", "chosen": "master"})]
    while moved["to_move"] == 0:
        moved = ada.move(table, moved)
    wait_for(lambda: ada.view(table)["ply"] > moved["ply"])
    assert len(notes_about(ada.view(table), 1)) == 1, "said once, not with every move"
    note(folder, {})
    back = wait_for(lambda: told_back(ada, table))
    assert back["seats"][1]["bot"] == back["seats"][1]["name"] == "master"
    assert notes_about(back, 1)[1:] == [("table_bot_back", {"bot": "master", "meanwhile": "club"})]


def test_a_bot_agreed_to_only_once_the_chosen_one_was_ready_is_not_needed(serve, folder):
    """Everybody was asked whether it may play meanwhile; nobody wanted it for good."""
    note(folder, {f"{FIRST}.search": Wait(0.4, 21.5)})
    server = serve()
    ada, bo = server.person(), server.person()
    seats = [{"kind": "human", "name": "Ada"}, {"kind": "open"}, {"kind": "bot", "bot": "master"}]
    table, _ = ada.open(seats, seed=PERSON_BEGINS)
    bo.join(table, name="Bo")
    ada.post(table, "start")
    for _ in range(2):  # said twice, it is asked once
        asked = ada.post(table, "seats/2/bot", {"bot": "club"}).json()["proposals"]
    assert [(each["kind"], each["bot"], each["waiting"]) for each in asked] == [("bot", "club", [1])]
    note(folder, {})
    agreed = bo.post(table, f"proposals/{asked[0]['number']}/answer", {"agree": True}).json()
    assert agreed["proposals"] == [] and agreed["seats"][2]["bot"] == "master"
    assert notes_about(agreed, 2) == []


def told_back(person, table):
    """The view once the chosen bot is said to be back; until then the person plays on."""
    view = person.view(table)
    if "table_bot_back" in str(view["notes"]):
        return view
    if view["to_move"] == 0:
        person.move(table, view)
    return None


def notes_about(view, seat):
    """What was noted about who plays for a seat."""
    about = [note for note in view["notes"] if note["args"].get("who") == seat and "table_bot" in note["id"]]
    return [(note["id"], {key: said for key, said in note["args"].items() if key != "who"}) for note in about]


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
