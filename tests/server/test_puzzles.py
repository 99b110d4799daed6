"""Puzzles over the API: listed, seen, and tried move by move through the eyes of their seat."""

from __future__ import annotations

import json

import pytest

from sampan.games import load
from sampan.puzzles.shape import puzzles_of, read_puzzles
from sampan.puzzles.trying import imagined
from sampan.server import teaching
from tests.shelf import FIRST, expected, with_hands

GAME = with_hands()


@pytest.fixture
def client(small_server):
    return small_server.person().client


@pytest.fixture
def puzzle(client):
    """The first puzzle, as it is sent."""
    listed = client.get(f"/api/games/{GAME}/puzzles").json()
    return client.get(f"/api/games/{GAME}/puzzles/{listed['puzzles'][0]['id']}").json()


def tried(client, puzzle, line):
    return client.post(f"/api/games/{GAME}/puzzles/{puzzle['id']}/position", json={"line": line})


def test_all_are_listed_in_short_and_the_games_say_how_many_there_are(client):
    listed = client.get(f"/api/games/{GAME}/puzzles").json()
    there = puzzles_of(load(GAME))
    assert [one["id"] for one in listed["puzzles"]] == [one.id for one in there.puzzles]
    assert (listed["stale"], listed["command"], listed["box"]) == (there.stale(load(GAME)), there.command, there.box)
    assert all("turn" not in one and "record" not in one for one in listed["puzzles"])
    games = {one["game"]: one["puzzles"] for one in client.get("/api/games").json()}
    assert games[GAME] == len(there.puzzles)


def test_a_puzzle_comes_with_its_game_and_its_answer(client, puzzle):
    assert len(puzzle["record"]["moves"]) == puzzle["at"] == puzzle["turn"]["first"]
    assert puzzle["turn"]["best"]["moves"] in puzzle["accepted"]
    shown = client.post(f"/api/replay?at={puzzle['at']}&seat={puzzle['seat']}", json=without_nothing(puzzle["record"]))
    assert shown.status_code == 200, shown.text
    assert shown.json()["board"] == tried(client, puzzle, []).json()["board"], "the seat sees what it saw in the game"


def without_nothing(record):
    return {key: value for key, value in record.items() if value not in (None, "")}


def test_what_did_not_change_is_not_sent_again(client, puzzle):
    for address in ("", f"/{puzzle['id']}"):
        first = client.get(f"/api/games/{GAME}/puzzles{address}")
        again = client.get(f"/api/games/{GAME}/puzzles{address}", headers={"if-none-match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")


def test_the_answer_is_right_and_nothing_can_be_played_after_it(client, puzzle):
    answer = puzzle["turn"]["best"]["moves"]
    for length in range(len(answer)):
        there = tried(client, puzzle, answer[:length]).json()
        assert there["told"]["verdict"] == "on" and there["to_move"] == puzzle["seat"]
        assert answer[length] in [move["text"] for move in there["legal"]]
    solved = tried(client, puzzle, answer).json()
    assert (solved["told"]["verdict"], solved["told"]["line"], solved["legal"]) == ("right", 0, [])
    assert [move["text"] for move in solved["line"]] == answer
    for more in ([answer[-1]], ["end"]):
        assert tried(client, puzzle, answer + more).json()["code"] == "illegal_move"


def test_what_is_mostly_played_instead_is_told_with_cost_and_reasons(client, puzzle):
    said = tried(client, puzzle, puzzle["turn"]["played"]["moves"]).json()["told"]
    assert (said["verdict"], said["line"]) == ("worse", 1)
    assert (said["cost"], said["reasons"]) == (puzzle["turn"]["cost"], puzzle["turn"]["reasons"])


def test_a_position_is_shown_through_the_eyes_of_its_seat_also_after_the_turn(client, puzzle):
    game, there = load(GAME), next(one for one in puzzles_of(load(GAME)).puzzles if one.id == puzzle["id"])
    hand = expected(GAME).hand
    for line in ([], puzzle["turn"]["best"]["moves"]):
        board, world = tried(client, puzzle, line).json()["board"], imagined(game, there)
        for move in line:
            game.play(world, move)
        held = {
            seat: game.definition.view(game, game.hide(world, seat), seat)["players"][seat][hand]
            for seat in range(there.players)
        }
        assert board["players"][there.seat][hand] == json.loads(json.dumps(held[there.seat]))
        others = [board["players"][seat][hand] for seat in held if seat != there.seat]
        assert not any(others), "nobody else's hand is told"


def test_what_there_is_not_is_refused(client, puzzle):
    base = f"/api/games/{GAME}/puzzles"
    assert client.get(f"{base}/000000").json()["code"] == "no_puzzle"
    assert client.get(f"{base}/../x").status_code == 404
    assert client.post(f"{base}/000000/position", json={"line": []}).status_code == 404
    assert client.get("/api/games/nothing/puzzles").json()["code"] == "unknown_game"
    assert tried(client, puzzle, ["nothing:99"]).json()["code"] == "unknown_move"
    assert tried(client, puzzle, ["end"] * 65).status_code == 422
    assert client.post(f"{base}/{puzzle['id']}/position", json={"more": 1}).status_code == 422
    legal = {move["text"] for move in tried(client, puzzle, []).json()["legal"]}
    game = load(GAME)
    other = next(text for text in map(game.move_text, range(len(game.moves))) if text not in legal)
    refused = tried(client, puzzle, [other]).json()
    assert refused["code"] == "illegal_move" and refused["reason"]["id"].startswith(f"{GAME}_why_")


def test_a_damaged_file_costs_the_puzzles_and_nothing_else(monkeypatch, tmp_path):
    path = tmp_path / "puzzles.json"
    path.write_text("{", encoding="utf-8")
    monkeypatch.setattr(teaching, "puzzles_of", lambda game: read_puzzles(path))
    assert teaching.puzzles_shown(FIRST) == 0
