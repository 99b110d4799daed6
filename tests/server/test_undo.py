"""Undo, restarting a turn, and take-backs that everybody agrees to."""

from __future__ import annotations

import random

import pytest

from sampan.games import load
from tests.shelf import FIRST, with_hands

from .kit import play_on, seated, wait_for


def mover(table, people):
    view = people[0].view(table)
    return people[view["to_move"]], people[view["to_move"]].view(table)


def until_undo(table, people, deep=1):
    """Play until somebody may take back so many moves of their own."""
    for _ in range(200):
        person, view = mover(table, people)
        if view["undo"] is not None and view["moves"] - view["restart"] >= deep:
            return person, view
        quiet = [m for m in view["legal"] if m["text"].startswith(("trade", "die"))]
        person.move(table, view, (quiet or view["legal"])[0]["move"])
    raise AssertionError("no such position came up")


def test_an_undo_takes_back_the_last_own_move_and_the_log_keeps_both(server):
    table, people = seated(server)
    person, view = until_undo(table, people)
    before = person.get(table, "/digest", since=view["ply"] - 1).json()["entries"][0]
    done = person.post(table, "undo", {"ply": view["ply"]})
    assert done.status_code == 200, done.text
    after = done.json()
    assert after["moves"] == view["moves"] - 1 and after["ply"] == view["ply"] + 1
    assert after["changes"][0]["id"] == "table_taken_back"
    assert any(move["text"] == before["move"] for move in after["legal"]), "it may be played again"
    entries = person.get(table, "/digest").json()["entries"]
    assert entries[-2]["move"] == before["move"] and entries[-1]["back_to"] == after["moves"]
    again = person.post(table, "undo", {"ply": view["ply"]})
    assert again.status_code == 200 and again.json()["ply"] == after["ply"], "said twice, done once"


def test_restarting_a_turn_goes_back_to_its_start(server):
    table, people = seated(server)
    person, view = until_undo(table, people, deep=2)
    after = person.post(table, "restart", {"ply": view["ply"]}).json()
    assert after["moves"] == view["restart"] and after["restart"] is None
    game = load(FIRST)
    line = person.get(table, "/record").json()["moves"]
    assert len(line) == after["moves"]
    assert all(game.move_from(text) >= 0 for text in line)


def test_the_record_of_a_game_with_take_backs_still_proves_itself(server):
    from sampan.engine.record import parse_record, verify

    table, people = seated(server)
    for _ in range(3):
        person, view = until_undo(table, people)
        person.post(table, "undo", {"ply": view["ply"]})
        play_on(table, people, moves=3)
    play_on(table, people)
    record = parse_record(people[0].get(table, "/record").text)
    verify(load(FIRST), record)


def test_what_was_shown_or_others_did_cannot_be_undone(server):
    table, people = seated(server, game=with_hands())
    play_on(table, people, moves=20)
    for _ in range(60):
        person, view = mover(table, people)
        other = people[1 - view["to_move"]]
        refused = other.post(table, "undo", {"ply": view["ply"]})
        if view["moves"] and refused.status_code == 409:
            assert refused.json()["code"] in ("revealed", "nothing_to_undo")
            assert refused.json()["view"]["ply"] == view["ply"]
        if view["undo"] is None:
            assert person.post(table, "undo", {"ply": view["ply"]}).json()["code"] in ("revealed", "nothing_to_undo")
        person.move(table, view)


def test_a_take_back_needs_everybody(server):
    table, people = seated(server, players=3)
    view = play_on(table, people, moves=9)
    ply = view["ply"]
    assert people[0].post(table, "takeback", {"ply": ply - 1, "back_to": 2}).json()["code"] == "stale_ply"
    assert people[0].post(table, "takeback", {"ply": ply, "back_to": 9}).json()["code"] == "nothing_to_undo"
    asked = people[0].post(table, "takeback", {"ply": ply, "back_to": 2}).json()
    assert asked["proposals"] == [
        {"number": 1, "kind": "takeback", "by": 0, "back_to": 2, "seat": None, "bot": None,
         "agreed": [], "waiting": [1, 2]}
    ]  # fmt: skip
    assert people[1].post(table, "takeback", {"ply": ply, "back_to": 3}).json()["code"] == "proposal_open"
    declined = people[1].post(table, "proposals/1/answer", {"agree": False}).json()
    assert declined["proposals"] == [] and declined["moves"] == 9
    assert people[2].post(table, "proposals/1/answer", {"agree": True}).json()["code"] == "no_proposal"
    asked = people[0].post(table, "takeback", {"ply": ply, "back_to": 2}).json()
    assert asked["proposals"][0]["number"] == 2
    one = people[1].post(table, "proposals/2/answer", {"agree": True}).json()
    assert one["proposals"][0]["waiting"] == [2] and one["moves"] == 9
    done = people[2].post(table, "proposals/2/answer", {"agree": True}).json()
    assert done["proposals"] == [] and done["moves"] == 2 and done["ply"] == ply + 1
    again = people[2].post(table, "proposals/2/answer", {"agree": True}).json()
    assert again["ply"] == done["ply"], "said twice, done once"
    assert len(people[0].get(table, "/record").json()["moves"]) == 2
    play_on(table, people, moves=5)


def test_a_proposed_take_back_is_void_once_somebody_has_moved(server):
    table, people = seated(server)
    view = play_on(table, people, moves=5)
    people[0].post(table, "takeback", {"ply": view["ply"], "back_to": 1})
    after = play_on(table, people, moves=1)
    assert after["proposals"] == []
    late = people[1].post(table, "proposals/1/answer", {"agree": True})
    assert late.status_code == 409 and late.json()["code"] == "no_proposal"
    assert people[0].view(table)["moves"] == after["moves"]


@pytest.mark.parametrize("what", ["undo", "restart"])
def test_a_finished_game_stays_finished(small_server, what):
    table, people = seated(small_server)
    view = play_on(table, people)
    for person in people:
        refused = person.post(table, what, {"ply": view["ply"]})
        assert refused.status_code == 409 and refused.json()["code"] == "not_running"
    refused = people[0].post(table, "takeback", {"ply": view["ply"], "back_to": 0})
    assert refused.json()["code"] == "not_running"


def against_a_bot(server, forced=False):
    """My turn again, after a bot's; returns my last view in which I had a choice, and the present one."""
    table, (ada,) = seated(server, players=2, bots=1, game=with_hands())
    chosen, without, dice, view = None, False, random.Random(3), ada.view(table)
    for _ in range(400):
        if view["to_move"] != 0:
            view = wait_for(lambda: (seen := ada.view(table))["to_move"] == 0 and seen)
        entries = ada.get(table, "/digest").json()["entries"]
        since = [] if chosen is None else entries[chosen["ply"] :]
        if any(entry["bot"] for entry in since) and without >= forced:
            return table, ada, chosen, view
        if len(view["legal"]) > 1:
            chosen, without = view, False
        else:
            without = True
        view = ada.move(table, view, dice.choice(view["legal"])["move"])
    raise AssertionError("no such position came up")


def test_what_one_had_to_do_was_no_decision(server):
    table, ada, chosen, view = against_a_bot(server, forced=True)
    back = ada.post(table, "decision", {"ply": view["ply"]}).json()
    assert back["moves"] == chosen["moves"] and back["legal"] == chosen["legal"]


def test_against_bots_one_decides_again_and_the_bots_moves_go_along(server):
    table, ada, chosen, view = against_a_bot(server)
    back = ada.post(table, "decision", {"ply": view["ply"]}).json()
    assert back["moves"] == chosen["moves"] and back["to_move"] == 0
    assert back["legal"] == chosen["legal"] and back["board"] == chosen["board"], "the very same decision"
    gone = view["moves"] - chosen["moves"]
    assert gone > 1 and back["changes"] == [
        {"id": "table_taken_back", "args": {"who": 0, "moves": chosen["moves"], "n": gone}}
    ]
    told = ada.get(table, "/digest", since=view["ply"]).json()["entries"][0]
    assert told["changes"] == back["changes"]
    assert ada.get(table, "/record").json()["takebacks"] == 1, "the record says that it was practice"
    assert ada.post(table, "decision", {"ply": view["ply"]}).json()["code"] == "stale_ply"
    first = ada.post(table, "decision", {"ply": back["ply"]})
    while first.status_code == 200:
        back, first = first.json(), ada.post(table, "decision", {"ply": first.json()["ply"]})
    assert first.json()["code"] == "nothing_to_undo"


def test_the_same_dice_come_again_after_deciding_again(server):
    table, ada, chosen, view = against_a_bot(server)
    entries = ada.get(table, "/digest").json()["entries"][chosen["ply"] :]
    mine = next(entry for entry in entries if not entry["bot"])
    back = ada.post(table, "decision", {"ply": view["ply"]}).json()
    ada.move(table, back, mine["move"])
    same = ada.get(table, "/digest", since=back["ply"]).json()["entries"][0]
    assert same["changes"] == mine["changes"]


def test_with_other_people_deciding_again_is_asked_for(server):
    table, people = seated(server)
    view = play_on(table, people, moves=12)
    mover = people[1 - view["to_move"]]
    asked = mover.post(table, "decision", {"ply": view["ply"]}).json()
    assert asked["moves"] == view["moves"] and asked["proposals"][0]["waiting"] == [view["to_move"]]
    assert server.person().post(table, "decision", {"ply": view["ply"]}).json()["code"] == "not_seated"
