"""kill -9 between a request and its answer: what friends ask for is done whole or not at all, and may be said again.

For each kind of request there is a case below; what comes by itself (time that runs out, a reply that is played) is cut
off in the same way.
"""

from __future__ import annotations

import secrets

import pytest

from sampan.games import load
from sampan.server import schema
from sampan.server.table import DAY
from tests.shelf import FIRST

from .fuse import Case, Stage, all_points, check
from .kit import WAIT, play_on, seated, wait_for
from .test_devices import link_of
from .test_replies import SLOW, outcome, plan, play_line

HUMAN, OPEN = {"kind": "human", "name": "Ada"}, {"kind": "open"}
GUEST_BEGINS, HOST_BEGINS = (
    next(seed for seed in range(99) if load(FIRST).to_move(load(FIRST).deal({"players": players}, seed)) == first)
    for players, first in ((2, 1), (3, 0))
)


# ---------------------------------------------------------------- one's seat, everywhere


def leave(stage):
    table, (_, bo) = seated(stage.server)
    return Case(table, lambda: bo.post(table, "leave", {}), lambda: bo.view(table)["left"] == 1, again=(403,))


def take_the_seat_back(stage):
    table, (_, bo) = seated(stage.server)
    bo.post(table, "leave", {"bot": None})
    return Case(table, lambda: bo.post(table, "join", {}), lambda: bo.view(table)["you"] == 1)


def sit_down(stage):
    ada, bo = stage.server.person(), stage.server.person()
    table, _ = ada.open([HUMAN, OPEN], auto_start=True, seating="random")
    body = {"name": "Bo", "key": secrets.token_urlsafe(24)}

    def done():
        view = ada.view(table)
        return view["status"] == "running" and sorted(seat["name"] for seat in view["seats"]) == ["Ada", "Bo"]

    return Case(table, lambda: bo.post(table, "join", body), done)


def make_a_link(stage, kind="device"):
    table, (_, bo) = seated(stage.server)
    made = bo.post(table, "links", {"kind": kind}).json()["link"] and bo.view(table)["links"][kind]

    def done():
        return bo.view(table)["links"][kind] > made  # another, in the place of the first

    return Case(table, lambda: bo.post(table, "links", {"kind": kind}), done, same=False)


def make_a_recovery_link(stage):
    return make_a_link(stage, "recovery")


def use_a_link(stage, kind="device"):
    table, (_, bo) = seated(stage.server)
    phone, thief = stage.server.person(), stage.server.person()
    body = {"link": link_of(bo, table, kind), "key": secrets.token_urlsafe(24)}

    def done():
        other = None if kind == "recovery" else thief.post(table, "links/use", {**body, "key": "t" * 32})
        return bo.view(table)["links"]["devices"] == 1 and (other is None or other.status_code != 200)

    return Case(table, lambda: phone.post(table, "links/use", body), done)


def use_a_recovery_link(stage):
    return use_a_link(stage, "recovery")


def revoke_a_link(stage):
    table, (_, bo) = seated(stage.server)
    link = link_of(bo, table, "recovery")

    def done():
        tried = stage.server.person().post(table, "links/use", {"link": link})
        return bo.view(table)["links"]["recovery"] is None and tried.json()["code"] == "wrong_link"

    return Case(table, lambda: bo.post(table, "links/revoke", {"kind": "recovery"}), done)


def forget_other_devices(stage):
    table, (_, bo) = seated(stage.server)
    phone = stage.server.person()
    phone.post(table, "links/use", {"link": link_of(bo, table)})

    def done():
        return phone.view(table)["you"] == 1 and bo.view(table)["you"] is None

    return Case(table, lambda: phone.post(table, "devices/forget"), done)


# ---------------------------------------------------------------- people who are gone, and time


def gone(stage):
    """A table without a clock where the host has waited for two days for a guest who has not been there."""
    table, people = seated(stage.server, seed=GUEST_BEGINS)
    stage.passes(table, 2 * DAY + 60)
    return table, people


def give_the_seat_of_somebody_gone_to_a_bot(stage):
    table, (ada, _) = gone(stage)

    def ask():
        return ada.post(table, "seats/1/bot", {"bot": "club"})

    return Case(table, ask, lambda: ada.view(table)["seats"][1]["kind"] == "bot", same=False)  # for it plays on


def invite_to_the_seat_of_somebody_gone(stage):
    table, (ada, _) = gone(stage)

    def done():
        return stage.value(schema.seats.c.invite_hash, table, schema.seats.c.seat == 1) is not None

    return Case(table, lambda: ada.post(table, "seats/1/invite"), done, same=False)


def sit_down_for_somebody_gone(stage):
    table, (ada, _) = gone(stage)
    friend, invite = stage.server.person(), ada.post(table, "seats/1/invite").json()["invite"]
    body = {"name": "Eve", "invite": invite, "key": secrets.token_urlsafe(24)}
    return Case(table, lambda: friend.post(table, "join", body), lambda: ada.view(table)["seats"][1]["name"] == "Eve")


def return_to_a_seat_that_a_friend_kept(stage):
    table, (ada, bo) = gone(stage)
    friend, invite = stage.server.person(), ada.post(table, "seats/1/invite").json()["invite"]
    friend.join(table, name="Eve", invite=invite)

    def done():
        return bo.view(table)["you"] == 1 and friend.view(table)["you"] is None

    return Case(table, lambda: bo.post(table, "join", {}), done)


def return_to_a_seat_that_a_bot_kept(stage):
    table, (ada, bo) = gone(stage)
    ada.post(table, "seats/1/bot", {"bot": "club"})
    wait_for(lambda: ada.view(table)["to_move"] == 0)  # it has played the turn that was waited for
    return Case(table, lambda: bo.post(table, "join", {}), lambda: bo.view(table)["you"] == 1, same=False)


def absent(stage, back):
    """Whoever must decide in a slow game is away for some days, or back again."""
    table, people = seated(stage.server, pace=SLOW)
    view = people[0].view(table)
    mover, until = people[view["to_move"]], float(int(view["since"] + 5 * DAY))
    if back:
        assert mover.post(table, "away", {"until": until}).status_code == 200

    def done():
        view = mover.view(table)
        runs = view["since"] if back else until
        away = view["seats"][view["to_move"]]["away_until"]
        return away == (None if back else until) and view["deadline"] == pytest.approx(runs + 2 * DAY, abs=WAIT)

    return Case(table, lambda: mover.post(table, "away", {"until": None if back else until}), done)


def be_away(stage):
    return absent(stage, back=False)


def be_back(stage):
    return absent(stage, back=True)


def time_runs_out(stage):
    table, (ada, bo) = seated(stage.server, pace={"kind": "minutes", "amount": 5, "increment": 10})
    late = ada.view(table)["to_move"]

    def done():
        view = (ada, bo)[late].view(table)
        said = [note["id"] for note in view["notes"]].count("table_time_out")
        assert said <= 1
        return view["left"] == late and said == 1

    return Case(table, lambda: stage.passes(table, 301), done, by_itself=True)


# ---------------------------------------------------------------- requests


def asked_back(stage):
    """A game in which the guest wants to take everything back."""
    table, (ada, bo) = seated(stage.server)
    play_on(table, [ada, bo], moves=6)
    body = {"ply": bo.view(table)["ply"], "back_to": 0}
    return table, ada, bo, lambda: bo.post(table, "takeback", body)


def ask_to_take_back(stage):
    table, ada, _, ask = asked_back(stage)
    return Case(table, ask, lambda: [each["waiting"] for each in ada.view(table)["proposals"]] == [[0]])


def answered(stage, who, agree):
    table, ada, bo, ask = asked_back(stage)
    number = ask().json()["proposals"][0]["number"]

    def done():
        view = ada.view(table)
        return view["proposals"] == [] and view["moves"] == (0 if agree else 6)

    def answer():
        return (ada, bo)[who].post(table, f"proposals/{number}/answer", {"agree": agree})

    return Case(table, answer, done)


def agree_to_take_back(stage):
    return answered(stage, 0, True)


def decline_to_take_back(stage):
    return answered(stage, 0, False)


def withdraw_a_request(stage):
    return answered(stage, 1, False)


def ask_for_another_bot(stage):
    table, (ada, bo) = seated(stage.server, players=3, bots=1, seed=HOST_BEGINS)

    def done():
        return [each["kind"] for each in bo.view(table)["proposals"]] == ["bot"]

    return Case(table, lambda: ada.post(table, "seats/2/bot", {"bot": "learner"}), done)


def take_back_ones_own_move(stage):
    table, (ada, bo) = seated(stage.server, seed=GUEST_BEGINS)
    while bo.view(table)["undo"] is None:
        play_on(table, [ada, bo], moves=1)
    body = {"ply": bo.view(table)["ply"]}
    moves = bo.view(table)["moves"]
    return Case(table, lambda: bo.post(table, "undo", body), lambda: bo.view(table)["moves"] == moves - 1)


def be_told_by_a_feed(stage):
    table, (ada, _) = seated(stage.server)
    return Case(
        table,
        lambda: ada.post(table, "notices/feed", {}),
        lambda: ada.get(table, "/notices").json()["feed"],
        same=False,
    )


def be_told_by_a_webhook(stage):
    table, (ada, _) = seated(stage.server)
    body = {"address": "https://hook.invalid/secret"}

    def done():
        hook = ada.get(table, "/notices").json()["webhook"]
        return hook is not None and hook["host"] == "hook.invalid"

    return Case(table, lambda: ada.post(table, "notices/webhook", body), done, same=False)


# ---------------------------------------------------------------- setting up, and playing again


def change_the_manners(stage):
    ada = stage.server.person()
    table, _ = ada.open([HUMAN, OPEN])

    def done():
        view = ada.view(table)
        return view["auto_start"] and view["watchers_chat"]

    return Case(table, lambda: ada.post(table, "manners", {"auto_start": True, "watchers_chat": True}), done)


def start_by_new_manners(stage):
    ada, bo = stage.server.person(), stage.server.person()
    table, _ = ada.open([HUMAN, OPEN])
    bo.join(table, name="Bo")
    return Case(
        table, lambda: ada.post(table, "manners", {"auto_start": True}), lambda: ada.view(table)["status"] == "running"
    )


def over(stage):
    table, people = seated(stage.server)
    assert play_on(table, people)["status"] == "over"
    return table, people


def ask_to_play_again(stage):
    """Three commits: the new table, the seat there, the request at the old table."""
    table, (ada, bo) = over(stage)

    def done():
        asked = bo.view(table)
        return asked["next"] is not None and [each["waiting"] for each in asked["proposals"]] == [[1]]

    return Case(table, lambda: ada.post(table, "again"), done, commits=(1, 2, 3), everywhere=True)


def agree_to_play_again(stage):
    table, (ada, bo) = over(stage)
    new = ada.post(table, "again").json()["table"]

    def done():
        return ada.view(new)["seats"][0]["taken"] and ada.view(table)["proposals"] == []

    return Case(table, lambda: bo.post(table, "again"), done, commits=(1, 2), everywhere=True)


def decline_to_play_again(stage):
    table, (ada, bo) = over(stage)
    new = ada.post(table, "again").json()["table"]
    number = bo.view(table)["proposals"][0]["number"]

    def done():
        told = [note["id"] for note in ada.view(new)["notes"]].count("table_rematch_declined")
        return bo.view(table)["proposals"] == [] and told == 1

    def ask():
        return bo.post(table, f"proposals/{number}/answer", {"agree": False})

    return Case(table, ask, done, commits=(1, 2), everywhere=True)


# ---------------------------------------------------------------- planned replies


def planned(stage):
    table, waits, decides, line, move = plan(stage.server)
    assert waits.post(table, "reply/drop").status_code == 200
    body = {"ply": waits.view(table)["ply"], "line": line, "move": move}
    return table, waits, decides, line, move, lambda: waits.post(table, "reply", body)


def plan_a_reply(stage):
    table, waits, *_, ask = planned(stage)
    return Case(table, ask, lambda: outcome(waits, table) == "waits")


def drop_a_reply(stage):
    table, waits, *_, ask = planned(stage)
    ask()
    return Case(table, lambda: waits.post(table, "reply/drop"), lambda: outcome(waits, table) is None)


def a_reply_is_played(stage):
    """Three commits: the move that was expected, the reply, and that nothing is left to do."""
    table, waits, decides, line, move, ask = planned(stage)
    ask()
    play_line(table, decides, line[:-1])
    ply = waits.view(table)["ply"]

    def done():
        made = [one["move"] for one in waits.get(table, "/digest", since=ply).json()["entries"]]
        assert made in ([], line[-1:], [line[-1], move]), made
        return made == [line[-1], move] and outcome(waits, table) == "played"

    def last():
        return decides.post(table, "moves", {"ply": ply, "move": line[-1]})

    return Case(table, last, done, commits=(2, 3), by_itself=True)


# ---------------------------------------------------------------- all of them

CASES = [
    leave, take_the_seat_back, sit_down, make_a_link, make_a_recovery_link, use_a_link, use_a_recovery_link,
    revoke_a_link, forget_other_devices, give_the_seat_of_somebody_gone_to_a_bot, invite_to_the_seat_of_somebody_gone,
    sit_down_for_somebody_gone, return_to_a_seat_that_a_friend_kept, return_to_a_seat_that_a_bot_kept, be_away,
    be_back, time_runs_out, ask_to_take_back, agree_to_take_back, decline_to_take_back, withdraw_a_request,
    ask_for_another_bot, take_back_ones_own_move, be_told_by_a_feed, be_told_by_a_webhook, change_the_manners,
    start_by_new_manners, ask_to_play_again, agree_to_play_again, decline_to_play_again, plan_a_reply, drop_a_reply,
    a_reply_is_played,
]  # fmt: skip


@pytest.fixture(params=["sqlite", "postgres"])
def stage(request, database, tmp_path):
    made = Stage(database(request.param), tmp_path)
    yield made
    made.close()


def test_a_few_requests_cut_off_are_done_whole_or_not_at_all(stage):
    check(stage, give_the_seat_of_somebody_gone_to_a_bot, "after", 1)
    check(stage, time_runs_out, "before", 1)
    check(stage, plan_a_reply, "after", 1)
    check(stage, ask_to_play_again, "before", 3)


@pytest.mark.soak
def test_every_request_cut_off_is_done_whole_or_not_at_all(stage):
    for make in CASES:
        all_points(stage, make)
