"""In a running game nobody changes another's opponent alone: bots are swapped and moves taken back by consent."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from sampan.server.consent import voters
from sampan.server.proposals import answer, takeback
from sampan.server.refusals import Refused
from sampan.server.rows import Seat
from sampan.server.seats import give_to_bot
from sampan.server.settings import Settings

from .kit import Server, next_view, play_on, seated
from .test_parts import opened


def ask_for_bot(person, table, seat, bot):
    return person.post(table, f"seats/{seat}/bot", {"bot": bot})


def agree(person, table, number, yes=True):
    return person.post(table, f"proposals/{number}/answer", {"agree": yes})


def test_another_bot_needs_everybodys_consent(server):
    table, (ada, bo, cy) = seated(server, players=4, bots=1)
    asked = ask_for_bot(ada, table, 3, "greedy")
    assert asked.status_code == 200 and asked.json()["seats"][3]["bot"] == "random", "nothing has changed yet"
    assert asked.json()["proposals"] == [
        {"number": 1, "kind": "bot", "by": 0, "back_to": None, "seat": 3, "bot": "greedy",
         "agreed": [], "waiting": [1, 2]}
    ]  # fmt: skip
    assert ask_for_bot(ada, table, 3, "greedy").json()["proposals"] == asked.json()["proposals"], (
        "said twice, asked once"
    )
    refused = ask_for_bot(bo, table, 3, "club")
    assert refused.status_code == 409 and refused.json()["code"] == "proposal_open"
    play_on(table, [ada, bo, cy], moves=4)
    half = agree(bo, table, 1).json()
    assert half["proposals"][0]["waiting"] == [2] and half["seats"][3]["bot"] == "random"
    done = agree(cy, table, 1).json()
    assert done["proposals"] == [] and done["seats"][3]["bot"] == "greedy"
    assert agree(cy, table, 1).json()["version"] >= done["version"], "the same answer again is harmless"
    assert [note["id"] for note in done["notes"]][-2:] == ["table_agreed", "table_bot_seated"]


def test_one_no_is_enough_and_whoever_asked_may_withdraw(server):
    table, (ada, bo) = seated(server, players=3, bots=1)
    ask_for_bot(ada, table, 2, "greedy")
    assert agree(bo, table, 1, yes=False).json()["proposals"] == []
    assert agree(bo, table, 1, yes=False).status_code == 200, "said twice"
    late = agree(bo, table, 1)
    assert late.status_code == 409 and late.json()["code"] == "no_proposal"
    assert ask_for_bot(bo, table, 2, "greedy").json()["proposals"][0]["number"] == 2
    assert agree(bo, table, 2).json()["proposals"][0]["waiting"] == [0], "to ask is to agree; it adds nothing"
    assert agree(bo, table, 2, yes=False).json()["proposals"] == []
    assert agree(ada, table, 2).json()["code"] == "no_proposal"
    assert agree(ada, table, 7).json()["code"] == "no_proposal"
    assert agree(server.person(), table, 2).json()["code"] == "not_seated"
    assert ada.view(table)["seats"][2]["bot"] == "random"


def test_alone_with_bots_one_changes_them_and_takes_back_at_once(server):
    table, (ada,) = seated(server, players=2, bots=1)
    assert ask_for_bot(ada, table, 1, "greedy").json()["seats"][1]["bot"] == "greedy"
    play_on(table, [ada], moves=5)
    view = ada.view(table)
    while view["to_move"] != 0:
        view = ada.view(table)
    back = ada.post(table, "takeback", {"ply": view["ply"], "back_to": 0})
    assert back.status_code == 200 and back.json()["proposals"] == [], back.text


def test_a_person_who_has_left_is_still_asked(server):
    table, (ada, bo) = seated(server, players=3, bots=1)
    view = play_on(table, [ada, bo], moves=6)
    bo.post(table, "leave", {"bot": "greedy"})
    wish = ada.post(table, "takeback", {"ply": ada.view(table)["ply"], "back_to": 0})
    while wish.json().get("code") == "stale_ply":
        wish = ada.post(table, "takeback", {"ply": ada.view(table)["ply"], "back_to": 0})
    assert wish.status_code == 200 and wish.json()["moves"] >= view["moves"], "nothing is taken back yet"
    assert ask_for_bot(ada, table, 1, "random").json()["seats"][1]["bot"] == "greedy", "nor is the leaver's bot swapped"
    seen = bo.view(table)
    assert seen["you"] is None and seen["left"] == 1
    number = next(p["number"] for p in seen["proposals"] if p["kind"] == "bot")
    assert agree(bo, table, number).json()["seats"][1]["bot"] == "random", "whoever has left may answer"


def test_a_proposal_survives_a_killed_server(database):
    server = Server(database("sqlite"))
    try:
        table, (ada, bo) = seated(server, players=3, bots=1)
        before = ask_for_bot(ada, table, 2, "greedy").json()["proposals"]
        server.kill()
        server.start()
        assert bo.view(table)["proposals"] == before
        with ada.watch(table) as socket:
            agree(bo, table, 1)
            assert next_view(socket, lambda view: not view["proposals"])["seats"][2]["bot"] == "greedy"
        server.kill()
        server.start()
        assert bo.view(table)["proposals"] == [], "what was answered stays answered"
        assert agree(bo, table, 1).status_code == 200, "and may be answered so again"
    finally:
        server.stop()


def test_a_proposed_bot_is_void_once_the_seat_has_changed(server):
    table, (ada, bo, cy) = seated(server, players=3)
    cy.post(table, "leave", {"bot": "random"})
    assert ask_for_bot(ada, table, 2, "greedy").json()["proposals"][0]["waiting"] == [1, 2]
    assert cy.join(table)["proposals"] == []
    assert agree(bo, table, 1).json()["code"] == "no_proposal"


def test_a_proposal_is_void_once_a_seat_has_another_owner(server):
    table, (ada, bo, cy) = seated(server, players=4, bots=1)
    ask_for_bot(ada, table, 3, "greedy")
    agree(bo, table, 1)
    bo.post(table, "leave", {})
    server.person().join(table, invite=ada.post(table, "seats/1/invite").json()["invite"])
    assert agree(cy, table, 1).json()["code"] == "no_proposal", "one who agreed sits here no more"


def test_a_leavers_seat_is_given_to_the_usual_bot_by_anybody_and_to_another_by_consent(server):
    table, (ada, bo, cy) = seated(server, players=3)
    cy.post(table, "leave", {})
    asked = ask_for_bot(ada, table, 2, "random").json()
    assert asked["seats"][2]["kind"] == "human" and asked["proposals"][0]["waiting"] == [1, 2]
    assert ask_for_bot(bo, table, 2, "club").json()["seats"][2]["bot"] == "club"
    assert bo.view(table)["proposals"] == [], "the seat has changed"


def sleeping(tmp_path, act):
    """A table of two people and a bot; whoever must decide has slept for three days of two."""

    async def run(store, tables, table):
        table.seats = [Seat(n, "human", f"P{n}", token_hash=str(n)) for n in range(2)]
        table.seats.append(Seat(2, "bot", "Bot", "random"))
        sleeper = table.to_move
        table.row = replace(table.row, pace="days", pace_amount=2, due_at=time.time() - 86_400)
        return act(table, sleeper, 1 - sleeper)

    return opened(Settings(database=str(tmp_path / "t.sqlite")), run)


def test_only_whoever_has_let_the_days_run_out_is_not_asked(tmp_path):
    def act(table, sleeper, other):
        assert voters(table, but=other) == [] and voters(table, but=sleeper) == [other]
        plan = give_to_bot(table, str(other), 2, "greedy")
        table.row = replace(table.row, due_at=time.time() + 86_400)
        assert voters(table, but=other) == [sleeper]
        return plan.seats[0].bot, give_to_bot(table, str(other), 2, "greedy").proposal.for_seat

    assert sleeping(tmp_path, act) == ("greedy", 2)


def test_a_sleeper_replaced_by_a_bot_has_left_and_may_return(tmp_path):
    def act(table, sleeper, other):
        seat = give_to_bot(table, str(other), sleeper, "club").seats[0]
        return seat.kind, seat.away, seat.token_hash == str(sleeper)

    assert sleeping(tmp_path, act) == ("bot", True, True)


def test_a_proposal_left_open_is_carried_out_when_asked_again_after_the_days(tmp_path):
    def act(table, sleeper, other):
        table.row = replace(table.row, due_at=time.time() + 86_400)
        plan = give_to_bot(table, str(other), 2, "greedy")
        table.apply(plan, list(range(len(plan.notes))))
        with pytest.raises(Refused):
            answer(table, None, 1, True)
        assert give_to_bot(table, str(other), 2, "greedy") is None
        table.row = replace(table.row, due_at=time.time() - 86_400)
        done = give_to_bot(table, str(other), 2, "greedy")
        with pytest.raises(Refused):
            takeback(table, str(other), table.ply, 0)
        return done.seats[0].bot, done.outcomes

    assert sleeping(tmp_path, act) == ("greedy", {1: "agreed"})
