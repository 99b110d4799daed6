"""Playing on from a position: a new table says where it came from, and tells nothing that it should not."""

from __future__ import annotations

import json

import pytest

from sampan.engine.record import parse_record, verify
from sampan.games import load
from tests.shelf import FIRST

from .kit import Server, play_on, seated

AGAINST_BOTS = [{"kind": "human", "name": "Ada"}, {"kind": "bot", "bot": "random"}]
ALONE = [{"kind": "human", "name": "Ada"}, {"kind": "human", "name": "Bo"}]
AT = 20


@pytest.fixture(scope="module")
def finished(server):
    """A game between two people that is over."""
    table, people = seated(server)
    assert play_on(table, people)["status"] == "over"
    for person in people:
        person.close()
    return table


def branch(person, table, at=AT, seats=AGAINST_BOTS, **more):
    return person.post(table, "branches", {"at": at, "seats": seats, **more})


def begun(person, table, **more):
    answer = branch(person, table, **more)
    assert answer.status_code == 201, answer.text
    new = answer.json()["view"]["table"]
    view = person.post(new, "start")
    assert view.status_code == 200, view.text
    return new, view.json()


def record_of(person, table):
    return person.get(table, "/record").json()


def test_a_finished_game_goes_on_from_any_of_its_positions_at_a_new_table(server, finished):
    ada = server.person()
    there = ada.get(finished, f"/at/{AT}").json()
    new, view = begun(ada, finished)
    assert view["origin"] == {"table": finished, "at": AT, "tried": 0, "known_to": None}
    assert (view["moves"], view["to_move"], view["scores"]) == (0, there["to_move"], there["scores"])
    assert view["options"] == ada.view(finished)["options"] and not view["listed"]
    assert server.person().get(new, "/at/0").json()["board"] == there["board"], "the position is the same"
    assert view["seed"] is None and view["seed_hash"] != ada.view(finished)["seed_hash"]
    assert play_on(new, [ada])["status"] == "over"
    record = parse_record(json.dumps(record_of(ada, new)))
    assert [(one.table, len(one.moves)) for one in record.origins] == [(finished, AT)]
    verify(load(FIRST), record)
    assert record.seed_hash == view["seed_hash"], "the promise is that of its own seed"


def test_nothing_is_taken_back_behind_the_place_where_it_left(server, finished):
    ada = server.person()
    new, view = begun(ada, finished)
    while view["to_move"] != 0:
        view = ada.view(new)
    for what in ("undo", "restart", "decision"):
        assert ada.post(new, what, {"ply": view["ply"]}).json()["code"] in ("nothing_to_undo", "revealed")
    view = ada.move(new, view)
    while view["to_move"] != 0:
        view = ada.view(new)
    back = ada.post(new, "takeback", {"ply": view["ply"], "back_to": 0}).json()
    assert (back["moves"], back["origin"]["at"]) == (0, AT)


def test_in_the_middle_of_a_game_against_bots_what_one_cannot_know_falls_anew(server):
    table, (ada,) = seated(server, bots=1)
    before = play_on(table, [ada], moves=12)
    at = ada.view(table)["moves"]
    new, view = begun(ada, table, at=at)
    assert view["origin"] == {"table": table, "at": at, "tried": 0, "known_to": 0}
    mine = ada.get(table, f"/at/{at}").json()
    assert ada.get(new, "/at/0").json()["board"] == mine["board"], "I know what I knew"
    assert play_on(new, [ada])["status"] == "over"
    told = record_of(ada, new)
    assert told["over"] and "seed" not in told and "marks" not in told
    assert [set(one) for one in told["origins"]] == [{"moves", "known_to", "table"}]
    assert record_of(ada, table)["seed_hash"] == before["seed_hash"]
    assert play_on(table, [ada])["status"] == "over"
    record = parse_record(json.dumps(record_of(ada, new)))
    verify(load(FIRST), record)
    assert record.origins[0].known_to == 0


def test_games_that_others_play_are_left_alone(server):
    table, people = seated(server)
    play_on(table, people, moves=4)
    for person in (*people, server.person()):
        assert branch(person, table, at=2).json()["code"] == "not_over"
        assert person.post(table, "analysis", {"at": 2}).json()["code"] == "not_over"
        assert person.post(table, "analysis/advice", {"at": 2}).json()["code"] == "not_over"
    mine, (ada,) = seated(server, bots=1)
    assert branch(server.person(), mine, at=0).json()["code"] == "not_over", "nor by those who watch"
    assert ada.post(mine, "analysis", {"at": 0}).json()["code"] == "not_over"
    assert branch(ada, mine, at=0, line=["end"]).json()["code"] == "not_over"
    opened, _ = server.person().open([{"kind": "human"}, {"kind": "open"}])
    assert branch(server.person(), opened, at=0).json()["code"] == "not_running"


def test_a_lesson_is_left_with_everything_known(server):
    ada = server.person()
    table, opened = ada.open(ALONE, seed=7)
    ada.post(table, "join?as=1", {"invite": opened["invites"][0]["invite"], "seat": 1})
    assert ada.post(table, "start").json()["status"] == "running"
    _, view = begun(ada, table, at=0)
    assert view["origin"]["known_to"] is None and view["seed"] is None, "its own seed is a secret"


def test_a_record_file_goes_on_as_well(server, finished):
    ada = server.person()
    record = record_of(ada, finished)
    body = {"record": record, "at": 5, "seats": ALONE}
    answer = ada.client.post("/api/replay/branches", json=body)
    assert answer.status_code == 201 and len(answer.json()["invites"]) == 1
    assert answer.json()["view"]["origin"] == {"table": None, "at": 5, "tried": 0, "known_to": None}
    damaged = {**record, "moves": ["end", "end", *record["moves"]]}
    said = ada.client.post("/api/replay/branches", json=body | {"record": damaged})
    assert (said.status_code, said.json()["code"]) == (409, "bad_record")
    other = ada.client.post("/api/replay/branches", json=body | {"record": {**record, "rules": 99}})
    assert other.json()["code"] == "bad_record" and "rules version 99" in other.json()["detail"]
    again = branch(ada, answer.json()["view"]["table"], at=0)
    assert again.json()["code"] == "not_running"


def test_what_does_not_fit_is_refused_in_one_line_and_opens_nothing(server, finished):
    ada = server.person()
    moves = ada.view(finished)["moves"]
    for wrong, code in (
        ({"at": moves + 1}, "no_such_move"),
        ({"at": moves}, "no_such_move"),
        ({"seats": AGAINST_BOTS * 2}, "bad_option"),
        ({"line": ["nothing:99"]}, "unknown_move"),
    ):
        said = branch(ada, finished, **wrong)
        assert said.json()["code"] == code and "\n" not in said.json()["detail"], said.text
    assert branch(ada, finished, line=["end"] * 401).status_code == 422
    assert branch(ada, finished, at=-1).status_code == 422


def test_the_same_key_finds_the_same_table_and_opens_no_other(server, finished):
    ada, key = server.person(), "k" * 31 + ("s" if server.kind == "sqlite" else "p")
    first = branch(ada, finished, key=key).json()["view"]["table"]
    assert branch(ada, finished, key=key).json()["view"]["table"] == first
    assert branch(ada, finished, key=key, at=AT + 1).json()["code"] == "key_used"


def test_moves_are_tried_out_and_the_same_line_is_the_same_for_everybody(server, finished):
    ada, bo = server.person(), server.person()
    line, looks = [], []
    for _ in range(6):
        look = ada.post(finished, "analysis", {"at": AT, "line": line})
        assert look.status_code == 200, look.text
        looks.append(look.json())
        if not looks[-1]["legal"]:
            break
        line.append(looks[-1]["legal"][-1]["text"])
    assert looks[0]["board"] and looks[-1]["line"][0]["text"] == line[0]
    assert (looks[-1]["at"], looks[-1]["moves"]) == (AT, ada.view(finished)["moves"])
    same = bo.post(finished, "analysis", {"at": AT, "line": line[:5]}).json()
    assert same == looks[5]
    record = record_of(ada, finished)
    body = {"record": record, "at": AT, "line": line[:1]}
    assert ada.client.post("/api/replay/analysis", json=body).json()["line"] == looks[1]["line"]
    _new, view = begun(bo, finished, line=line[:3])
    assert view["origin"] == {"table": finished, "at": AT, "tried": 3, "known_to": None}
    assert view["scores"] == looks[3]["scores"] and view["to_move"] == looks[3]["to_move"]


def test_a_move_that_cannot_be_tried_says_why(server, finished):
    ada = server.person()
    look = ada.post(finished, "analysis", {"at": AT}).json()
    assert look["chance"] is not load(FIRST).definition.chance_only_deals
    allowed = {move["text"] for move in look["legal"]}
    game = load(FIRST)
    refused = next(text for text in map(game.move_text, range(len(game.moves))) if text not in allowed)
    said = ada.post(finished, "analysis", {"at": AT, "line": [refused]}).json()
    assert said["code"] == "illegal_move" and said["reason"]["id"].startswith(f"{FIRST}_why_")


def test_the_search_says_what_it_would_do_at_the_end_of_a_line_and_not_too_often(server, finished):
    ada = server.person()
    look = ada.post(finished, "analysis", {"at": AT}).json()
    legal = {move["text"] for move in look["legal"]}
    said = ada.post(finished, "analysis/advice", {"at": AT})
    assert said.status_code == 200, said.text
    assert {move["text"] for move in said.json()["moves"]} <= legal
    moves = ada.view(finished)["moves"]
    assert ada.post(finished, "analysis/advice", {"at": moves}).json()["code"] == "no_such_move"


def test_a_branch_outlives_the_process_and_counts_among_ones_tables(database):
    server = Server(database("sqlite"), tables_each=3)
    try:
        table, people = seated(server)
        play_on(table, people)
        ada = people[0]
        new, view = begun(ada, table, seats=[*ALONE[:1], {"kind": "bot", "bot": "random"}])
        view = play_on(new, [ada], moves=5)
        server.kill()
        server.start()
        ada = ada.at(server)
        again = ada.view(new)
        assert (again["origin"], again["seed_hash"]) == (view["origin"], view["seed_hash"])
        assert play_on(new, [ada])["status"] == "over"
        verify(load(FIRST), parse_record(json.dumps(record_of(ada, new))))
        codes = [branch(ada, table).json().get("code") for _ in range(4)]
        assert codes == [None, None, None, "too_many_tables"]
    finally:
        server.stop()
