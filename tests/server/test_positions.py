"""What the page asks for: the box, what a move would bring, any position of a game, and several seats on one device."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace

import pytest

from sampan.engine.check import all_options
from sampan.engine.record import Record
from sampan.games import load, names
from sampan.server import positions
from sampan.server.refusals import STATUS
from sampan.server.table import game_here
from sampan.server.turns import advance
from tests.shelf import FIRST, expected, with_hands

from .kit import WAIT, seated
from .test_leaks import made_up
from .test_undo import mover

HAND = expected(with_hands()).hand
JSON = {"content-type": "application/json"}


def recorded(moves=12, name=FIRST):
    """A game's first moves, as a record file holds them."""
    game = load(name)
    record = Record.start(game, {"players": 2}, 7)
    state = game.deal(record.options, record.seed)
    for _ in range(moves):
        move = game.legal_moves(state)[-1]
        game.play(state, move)
        record.add(game, move, state)
    return game, record, state


def test_the_box_is_for_whoever_draws_it(small_server):
    _, people = seated(small_server)
    client = people[0].client
    plain, packed = (
        client.get(f"/api/games/{FIRST}/box", headers={"accept-encoding": way}) for way in ("identity", "gzip, br;q=1")
    )
    assert plain.json() == packed.json() == json.loads(json.dumps(load(FIRST).box.tables))
    assert (plain.headers.get("content-encoding"), packed.headers["content-encoding"]) == (None, "gzip")
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"]) / 3
    assert {one.headers["vary"] for one in (plain, packed)} == {"accept-encoding"}
    assert client.get("/api/games/nothing/box").status_code == 422


def test_gains_are_told_to_the_seat_that_decides_and_to_nobody_else(small_server):
    table, people = seated(small_server)
    person, view = mover(table, people)
    told = person.get(table, "/gains").json()
    assert told["ply"] == view["ply"]
    assert {gain["text"] for gain in told["gains"]} == {move["text"] for move in view["legal"]}
    other = next(one for one in people if one is not person)
    assert other.get(table, "/gains").json()["gains"] == []


def test_gains_say_what_the_move_then_does(small_server):
    table, people = seated(small_server)
    for _ in range(60):
        person, view = mover(table, people)
        told = {gain["text"]: gain for gain in person.get(table, "/gains").json()["gains"]}
        sure = next((text for text, gain in told.items() if gain["changes"] and not gain["final"]), "")
        if sure:
            break
        person.move(table, view)
    after = person.post(table, "moves", {"ply": view["ply"], "move": sure}).json()
    assert after["changes"][1:] == told[sure]["changes"]
    assert after["undo"] is not None, "what was not final can be undone"


@pytest.mark.parametrize("name", names())
def test_gains_tell_nothing_that_chance_decides(name, monkeypatch):
    """The same decision with the hidden part dealt in two ways promises the same."""
    game, dice = game_here(name), random.Random(6)
    options = next(iter(all_options(game)))
    table = made_up(game, options, seed=8)
    while not game.over(table.position.state):
        move, seat = dice.choice(game.legal_moves(table.position.state)), game.to_move(table.position.state)
        table.row = replace(table.row, to_move=seat)
        promised = []
        for ahead in (1, 2):
            monkeypatch.setattr(positions, "AHEAD", ahead)
            promised.append(positions.gains(table, seat)["gains"])
        assert promised[0] == promised[1]
        table.position = advance(game, table.position, move)
        table.forget_views()


def test_any_position_of_a_running_game_can_be_seen_with_ones_own_eyes(small_server):
    table, people = seated(small_server, game=with_hands())
    for _ in range(5):
        person, view = mover(table, people)
        person.move(table, view, view["legal"][-1]["move"])
    now = people[0].view(table)
    there = people[0].get(table, f"/at/{now['moves']}").json()
    assert there["board"] == now["board"] and there["changes"] == now["changes"]
    first = people[0].get(table, "/at/0").json()
    assert first["move"] is None and first["changes"] == [] and first["moves"] == now["moves"]
    hands = [player[HAND] for player in first["board"]["players"]]
    assert hands[1] is None, "a replay shows no more than the table does"
    assert people[0].get(table, f"/at/{now['moves'] + 1}").status_code == 404


def test_a_record_file_can_be_looked_through(small_server):
    _, people = seated(small_server)
    client = people[0].client
    game, record, state = recorded(name=with_hands())
    there = client.post(f"/api/replay?at={len(record.moves)}", content=record.to_json(), headers=JSON).json()
    assert there["scores"] == game.scores(state) and there["move"] == record.moves[-1]
    hands = [
        [
            player[HAND] is not None
            for player in client.post(where, content=record.to_json(), headers=JSON).json()["board"]["players"]
        ]
        for where in ("/api/replay", "/api/replay?at=3&seat=1")
    ]
    assert hands == [[False, False], [False, True]], "through a spectator's eyes, or a seat's"
    assert client.post("/api/replay?at=13", content=record.to_json(), headers=JSON).status_code == 404


def test_a_record_with_a_seed_of_one_word_or_two_is_read(small_server):
    client = small_server.person().client
    for seed in (2**64 - 1, 2**127 + 5):
        game = load(FIRST)
        record = Record.start(game, {"players": 2}, seed)
        board = client.post("/api/replay", content=record.to_json(), headers=JSON).json()["board"]
        assert board == json.loads(json.dumps(game.view(game.deal(record.options, seed)), default=int))


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (lambda text: text[: len(text) // 2], "unreadable"),
        (lambda text: text.replace(f'"{FIRST}"', '"chess"'), "bad_record"),
        (lambda text: text.replace('"players": 2', '"players": 9'), "bad_record"),
        (lambda text: text.replace('"rules": ', '"rules": 9'), "bad_record"),
        (lambda text: re.sub(r'("moves": \[\s*)"[^"]+"', r'\1"nonsense"', text), "bad_record"),
        (lambda text: text.replace('"seed": 7', '"seed": -7'), "bad_record"),
        (lambda text: text.replace('"seed": 7', '"seed": ' + "9" * 4000), "bad_record"),
        (lambda text: text.replace('"seed": 7', '"seed": ' + "9" * 5000), "bad_request"),
        (lambda text: text.replace('"moves"', '"movez"'), "unreadable"),
        (lambda text: "[]", "unreadable"),
        (lambda text: "", "unreadable"),
    ],
)
def test_a_damaged_record_is_refused_in_one_line(small_server, spoil, code):
    answer = small_server.person().client.post("/api/replay", content=spoil(recorded()[1].to_json()), headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (STATUS[code], code)
    assert "\n" not in answer.json()["detail"]


def test_one_device_holds_several_seats_and_shows_one_hand_at_a_time(small_server):
    _, people = seated(small_server)
    client = people[0].client
    seats = [{"kind": "human", "name": "Ann"}, {"kind": "human", "name": "Ben"}]
    opened = client.post("/api/tables", json={"game": with_hands(), "seats": seats}).json()
    table, invite = opened["view"]["table"], opened["invites"][0]["invite"]
    joined = client.post(f"/api/tables/{table}/join?as=1", json={"invite": invite})
    assert joined.json()["you"] == 1
    assert client.get(f"/api/tables/{table}").json()["you"] == 0
    assert client.get(f"/api/tables/{table}?as=1").json()["you"] == 1
    assert client.get(f"/api/tables/{table}?as=2").json()["you"] is None
    client.post(f"/api/tables/{table}/start")
    for seat, asked in enumerate(["", "?as=1"]):
        hands = [player[HAND] for player in client.get(f"/api/tables/{table}{asked}").json()["board"]["players"]]
        assert hands[seat] is not None and hands[1 - seat] is None


def test_a_wall_that_watches_sees_no_hand_whatever_seats_the_browser_holds(small_server):
    table, people = seated(small_server, game=with_hands())
    assert people[0].view(table)["you"] == 0
    watched = people[0].get(table, watch=1).json()
    with people[0].watch(table, "?watch=1") as line:
        shown = json.loads(line.recv(timeout=WAIT))
    for view in (watched, shown):
        assert view["you"] is None and view["legal"] == []
        assert [player[HAND] for player in view["board"]["players"]] == [None] * len(people)
    assert people[0].post(table, "undo?watch=1", {"ply": watched["ply"]}).status_code == 403
