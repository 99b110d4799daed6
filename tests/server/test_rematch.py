"""Playing again: the same people one seat further, everybody is asked, nobody is waited for in vain."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from sampan.games import load
from tests.shelf import FIRST

from .kit import play_on, seated


def finished(server, players=2, bots=0, **more):
    table, people = seated(server, players=players, bots=bots, **more)
    view = play_on(table, people)
    assert view["status"] == "over"
    return table, people, view


def again(person, table):
    answer = person.post(table, "again")
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_everybody_is_asked_and_sits_one_seat_further(server):
    old, (ada, bo), before = finished(server, pace={"kind": "days", "amount": 3})
    assert before["next"] is None
    new = again(ada, old)
    assert (new["you"], new["status"], new["host"], new["table"] != old) == (1, "open", True, True)
    assert (new["options"], new["pace"]) == (before["options"], before["pace"])
    assert [(seat["name"], seat["taken"]) for seat in new["seats"]] == [("Guest 1", False), ("Ada", True)]
    asked = bo.view(old)
    assert asked["next"] == new["table"]
    assert [(p["kind"], p["by"], p["waiting"]) for p in asked["proposals"]] == [("rematch", 0, [1])]
    assert again(ada, old)["table"] == new["table"], "said twice"
    joined = again(bo, old)
    assert (joined["table"], joined["you"]) == (new["table"], 0)
    assert bo.view(old)["proposals"] == [] and bo.view(old)["next"] == new["table"]
    assert bo.view(old)["status"] == "over", "the finished game stays as it was"
    assert bo.post(new["table"], "start").json()["status"] == "running"
    assert ada.view(new["table"])["you"] == 1, "each holds their own seat there"
    assert again(bo, old)["status"] == "running", "and finds it again"
    stranger = server.person()
    assert stranger.post(new["table"], "join", {}).status_code == 409
    assert stranger.view(new["table"])["you"] is None


def test_against_bots_it_needs_nobody(server):
    old, (ada,), before = finished(server, players=3, bots=2)
    new = again(ada, old)
    assert new["you"] == 1 and [seat["kind"] for seat in new["seats"]] == ["bot", "human", "bot"]
    assert [seat["name"] for seat in new["seats"]] == [before["seats"][k]["name"] for k in (2, 0, 1)]
    assert ada.view(old)["proposals"] == []
    assert ada.post(new["table"], "start").json()["status"] == "running"


def test_one_no_ends_it_for_nobody_else(server):
    old, (ada, bo, cy), _ = finished(server, players=3)
    new = again(bo, old)["table"]
    number = ada.view(old)["proposals"][0]["number"]
    said = ada.post(old, f"proposals/{number}/answer", {"agree": False}).json()
    assert said["proposals"][0]["waiting"] == [2]
    told = bo.view(new)
    assert told["notes"][-1]["id"] == "table_rematch_declined" and told["notes"][-1]["args"] == {"name": "Ada"}
    assert told["seats"][1] == {**told["seats"][1], "name": "", "taken": False}
    again(cy, old)
    assert cy.view(old)["proposals"] == []
    assert bo.post(new, "seats/1/bot", {"bot": "random"}).status_code == 200
    assert bo.post(new, "start").json()["status"] == "running"
    late = ada.post(old, "again")
    assert late.status_code == 409 and late.json()["code"] == "seat_taken"


def test_agreeing_means_sitting_down_and_asking_may_be_withdrawn(server):
    old, (ada, bo), _ = finished(server)
    new = again(ada, old)["table"]
    number = bo.view(old)["proposals"][0]["number"]
    plain = bo.post(old, f"proposals/{number}/answer", {"agree": True})
    assert plain.status_code == 409 and plain.json()["code"] == "no_proposal"
    ada.post(old, f"proposals/{number}/answer", {"agree": False})
    gone = bo.view(old)
    assert gone["proposals"] == [] and gone["next"] is None and bo.view(new)["status"] == "closed"
    other = again(bo, old)
    assert other["table"] != new and other["you"] == 0


def test_a_closed_table_is_not_the_next_one(server):
    old, (ada, bo), _ = finished(server)
    new = again(ada, old)["table"]
    ada.post(new, "close")
    other = again(bo, old)
    assert other["table"] != new and other["host"]
    assert [p["by"] for p in ada.view(old)["proposals"]] == [1]


def test_whoever_has_left_is_not_waited_for(server):
    table, people = seated(server, players=3)
    people[2].post(table, "leave", {"bot": "random"})
    assert play_on(table, people[:2])["status"] == "over"
    new = again(people[0], table)
    assert people[1].view(table)["proposals"][0]["waiting"] == [1]
    assert (new["seats"][0]["kind"], new["seats"][0]["name"]) == ("bot", "random")


def test_two_who_ask_at_once_meet_at_one_table(server):
    old, (ada, bo), _ = finished(server)
    with ThreadPoolExecutor(2) as both:
        found = list(both.map(lambda person: again(person, old), (ada, bo)))
    assert found[0]["table"] == found[1]["table"] and {view["you"] for view in found} == {0, 1}
    assert ada.view(old)["proposals"] == []


def test_only_people_of_a_finished_game_ask(server):
    table, (ada, _) = seated(server)
    early = ada.post(table, "again")
    assert early.status_code == 409 and early.json()["code"] == "not_over"
    assert server.person().post(table, "again").json()["code"] == "not_seated"


def test_a_device_that_is_passed_around_keeps_all_its_seats(server):
    host = server.person()
    old, opened = host.open([{"kind": "human", "name": "Ada"}, {"kind": "human", "name": "Bo"}])
    host.post(f"{old}", "join?as=1", {"invite": opened["invites"][0]["invite"]})
    view = host.post(old, "start").json()
    while view["status"] == "running":
        chair = {} if view["to_move"] == 0 else {"as": 1}
        view = host.get(old, "", **chair).json()
        made = {"ply": view["ply"], "move": view["legal"][len(view["legal"]) // 2]["move"]}
        view = host.post(old, "moves", made, params=chair).json()
    first = host.post(old, "again").json()
    both = host.post(old, "again?as=1").json()
    assert (first["you"], both["you"], both["table"]) == (1, 0, first["table"])
    assert host.post(first["table"], "start").json()["you"] == 1
    assert host.get(first["table"], "", **{"as": 0}).json()["you"] == 0, "the further seat has a cookie of its own"


def test_what_is_about_a_seat_goes_with_its_person(small_server):
    own = [option for option in load(FIRST).options if option.seat is not None]
    wishes = {own[0].name: own[0].values[1], own[1].name: own[1].values[2]}
    old, people, before = finished(small_server, players=3, options=wishes, watchers_chat=True)
    new = again(people[0], old)
    assert [new["options"][option.name] for option in own[:3]] == [own[0].values[0], *wishes.values()]
    assert new["watchers_chat"] and not before["auto_start"]
