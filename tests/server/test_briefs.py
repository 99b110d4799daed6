"""A table in short, as the list of one's own games asks for it."""

from __future__ import annotations

from .kit import play_on, seated


def brief(person, table):
    answer = person.get(table, "/brief")
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_brief_says_whose_turn_it_is_and_what_happened_last(server):
    table, (ada, bo) = seated(server)
    view = play_on(table, [ada, bo], moves=5)
    told = brief(ada, table)
    same = ("to_move", "moved_at", "changes", "status", "seats", "scores", "winners", "ply", "game")
    assert {key: told[key] for key in same} == {key: view[key] for key in same}
    assert told["changes"] and told["you"] == 0 and brief(bo, table)["you"] == 1
    assert brief(server.person(), table)["you"] is None
    assert "board" not in told and "legal" not in told, "it tells of no hand"


def test_a_brief_says_that_one_has_left_and_how_it_ended(server):
    table, (ada, bo) = seated(server)
    bo.post(table, "leave", {"bot": "random"})
    left = brief(bo, table)
    assert (left["you"], left["left"], left["seats"][1]["away"]) == (None, 1, True)
    bo.join(table)
    assert brief(bo, table)["left"] is None
    view = play_on(table, [ada, bo])
    over = brief(bo, table)
    assert over["status"] == "over" and over["to_move"] is None
    assert (over["winners"], over["scores"]) == (view["winners"], view["scores"])


def test_a_table_that_has_not_started_or_is_not_there(server):
    host = server.person()
    table, _ = host.open([{"kind": "human", "name": "Ada"}, {"kind": "open"}])
    told = brief(host, table)
    assert (told["status"], told["to_move"], told["changes"], told["scores"]) == ("open", None, [], [])
    assert host.get("nosuchtable_", "/brief").json()["code"] == "no_table"
