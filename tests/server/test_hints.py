"""Hints: the search's moves for whoever must decide, from what they may know, and everybody sees that one was asked."""

from __future__ import annotations

from sampan.games import load
from tests.shelf import FIRST

from .kit import seated

SOURCES = load(FIRST).sources


def test_whoever_must_decide_gets_legal_moves_with_points_by_source_and_the_table_says_so(server):
    table, people = seated(server)
    view = people[0].view(table)
    asking, other = people[view["to_move"]], people[1 - view["to_move"]]
    answer = asking.post(table, "hint", {"ply": view["ply"]})
    assert answer.status_code == 200 and answer.json()["ply"] == view["ply"]
    moves, legal = answer.json()["moves"], {move["text"]: move for move in asking.view(table)["legal"]}
    assert 1 <= len(moves) <= 3
    for move in moves:
        assert move["text"] in legal and move["says"]["id"] == legal[move["text"]]["id"]
        assert 0 <= move["win"] <= 1 and 0 < move["share"] <= 1
        assert abs(sum(move["sources"].values()) - move["points"]) < 1.5, "the sources add up to the points"
        assert len(move["rivals"]) == 2 and len(move["reasons"]) <= 3
        assert all(reason["source"] in {*SOURCES, "rivals"} and reason["points"] for reason in move["reasons"])
    wins = [move["win"] for move in moves]
    assert wins == sorted(wins, reverse=True), "what is likeliest to win stands first"
    assert asking.view(table)["ply"] == view["ply"], "a hint moves nothing"
    notes = [note for note in other.view(table)["notes"] if note["id"] == "table_hint_asked"]
    assert [note["args"]["who"] for note in notes] == [view["to_move"]]


def test_others_and_the_past_get_no_hints(server):
    table, people = seated(server)
    view = people[0].view(table)
    asking, other = people[view["to_move"]], people[1 - view["to_move"]]
    assert other.post(table, "hint", {"ply": view["ply"]}).json()["code"] == "not_your_decision"
    assert server.person().post(table, "hint", {"ply": view["ply"]}).json()["code"] == "not_seated"
    assert asking.post(table, "hint", {"ply": view["ply"] + 1}).json()["code"] == "stale_ply"
    codes = {asking.post(table, "hint", {"ply": view["ply"] + 1}).json()["code"] for _ in range(9)}
    assert codes == {"stale_ply"}, "a refused request costs nobody a hint"
    opened, _ = server.person().open([{"kind": "human"}, {"kind": "open"}])
    assert people[0].post(opened, "hint", {"ply": 0}).status_code in (403, 409)


def test_a_table_may_do_without_hints_which_its_host_decides_before_the_start(server):
    ada, bo = server.person(), server.person()
    table, opened = ada.open([{"kind": "human"}, {"kind": "open"}], hints=False)
    assert opened["view"]["hints"] is False
    bo.join(table, name="Bo")
    assert bo.post(table, "manners", {"hints": True}).json()["code"] == "not_yours"
    assert ada.post(table, "manners", {"hints": True}).json()["hints"] is True
    assert ada.post(table, "manners", {"hints": False}).json()["hints"] is False
    view = ada.post(table, "start").json()
    refused = (ada, bo)[view["to_move"] != view["you"]].post(table, "hint", {"ply": view["ply"]})
    assert (refused.status_code, refused.json()["code"]) == (409, "hints_off")
    assert ada.post(table, "manners", {"hints": True}).json()["code"] == "not_open", "nor does it change in a game"
    assert "hint_asked" not in str(ada.view(table)["notes"])
