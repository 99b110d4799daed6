"""What a host may do before the start, and who may invite to a seat after it."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from sampan.server.hosting import invite
from sampan.server.refusals import Refused
from sampan.server.rows import Seat
from sampan.server.seats import join
from sampan.server.settings import Settings
from sampan.server.table import hash_of

from .kit import next_view, play_on, seated
from .test_parts import opened

HOST = {"kind": "human", "name": "Ada"}


def waiting_room(server, guests=1, **more):
    """A table before its start: (table, host, guests)."""
    host, people = server.person(), [server.person() for _ in range(guests)]
    table, _ = host.open([HOST, *[{"kind": "open"}] * guests], **more)
    for number, guest in enumerate(people, 1):
        guest.join(table, name=f"Guest {number}")
    return table, host, people


def code_of(answer):
    assert 400 <= answer.status_code < 500, answer.text
    assert "\n" not in answer.json()["detail"]
    return answer.json()["code"]


def test_a_removed_guest_cannot_come_straight_back_by_the_link(server):
    table, host, (guest,) = waiting_room(server)
    key = "k" * 32
    assert code_of(guest.post(table, "seats/0/remove")) == "not_yours"
    assert code_of(server.person().post(table, "seats/1/remove")) == "not_yours"
    with guest.watch(table) as socket:
        assert next_view(socket)["you"] == 1
        gone = host.post(table, "seats/1/remove").json()
        assert next_view(socket, lambda view: view["you"] is None)["seats"][1]["kind"] == "human"
    free = {"seat": 1, "kind": "human", "name": "", "bot": None, "taken": False, "away": False, "lapsed": False}
    assert gone["seats"][1] == free | dict.fromkeys(("stands_in_for", "time_left", "away_until"))
    assert code_of(guest.post(table, "join", {})) == "seat_taken"
    assert code_of(guest.post(table, "join", {"seat": 1, "key": key})) == "seat_taken"
    assert host.post(table, "seats/1/remove").json()["version"] == gone["version"], "said twice, done once"
    given = host.post(table, "seats/1/invite").json()["invite"]
    friend = server.person()
    assert friend.join(table, invite=given, name="Cy")["you"] == 1
    assert friend.post(table, "start").status_code == 200
    assert code_of(host.post(table, "seats/1/remove")) == "not_open"


def test_a_host_removes_nobody_but_guests(server):
    table, host, _ = waiting_room(server)
    assert code_of(host.post(table, "seats/0/remove")) == "not_yours", "one leaves one's own seat"
    assert code_of(host.post(table, "seats/5/remove")) == "no_seat"


def test_an_invitation_issued_anew_replaces_the_old_one(server):
    host, first, second = (server.person() for _ in range(3))
    table, given = host.open([HOST, {"kind": "human"}])
    new = host.post(table, "seats/1/invite").json()["invite"]
    assert code_of(first.post(table, "join", {"invite": given["invites"][0]["invite"]})) == "wrong_invite"
    assert second.join(table, invite=new)["you"] == 1
    assert code_of(host.post(table, "seats/1/invite")) == "not_yours", "somebody sits there"


def test_an_invitation_keeps_an_open_seat_and_nobody_is_driven_from_it(server):
    host, guest, friend = (server.person() for _ in range(3))
    table, _ = host.open([HOST, {"kind": "open"}, {"kind": "bot", "bot": "random"}])
    given = host.post(table, "seats/1/invite").json()["invite"]
    assert code_of(guest.post(table, "join", {})) == "seat_taken", "the seat is kept now"
    assert host.post(table, "seats/1/open").json()["seats"][1]["kind"] == "open"
    assert guest.join(table)["you"] == 1
    assert code_of(friend.post(table, "join", {"invite": given})) == "wrong_invite"
    instead = host.post(table, "seats/2/invite").json()["invite"]
    assert friend.join(table, invite=instead)["you"] == 2, "a person instead of a bot"


def test_a_closed_table_is_over_before_it_began_and_everybody_is_told(server):
    table, host, (guest,) = waiting_room(server, listed=True)
    assert code_of(guest.post(table, "close")) == "not_yours"
    with guest.watch(table) as socket:
        assert next_view(socket)["status"] == "open"
        closed = host.post(table, "close").json()
        assert next_view(socket, lambda view: view["status"] == "closed")["notes"][-1]["id"] == "table_closed"
    assert host.post(table, "close").json()["version"] == closed["version"], "said twice, done once"
    for address in ("/api/tables", "/api/tables?status=open"):
        assert table not in [entry["table"] for entry in host.client.get(address).json()]
    for person, what, body in (
        (server.person(), "join", {}),
        (host, "start", None),
        (host, "seats/1/bot", {"bot": "random"}),
        (host, "seats/1/invite", None),
        (host, "seats/1/open", None),
        (host, "seats/1/remove", None),
        (guest, "leave", {}),
        (guest, "rename", {"name": "Zed"}),
    ):
        assert code_of(person.post(table, what, body)) == "table_closed", what
    for what, body in (("moves", {"ply": 0, "move": 0}), ("undo", {"ply": 0}), ("takeback", {"ply": 0, "back_to": 0})):
        assert code_of(host.post(table, what, body)) == "not_running", what
    assert host.view(table)["version"] == closed["version"]
    assert code_of(guest.post(table, "join", {})) == "table_closed"


def test_a_running_game_cannot_be_closed(server):
    table, people = seated(server)
    assert code_of(people[0].post(table, "close")) == "not_open"


def test_before_the_start_only_the_host_seats_bots(server):
    host, guest = server.person(), server.person()
    table, _ = host.open([HOST, {"kind": "open"}, {"kind": "human"}, {"kind": "bot", "bot": "random"}])
    guest.join(table)
    for seat in (1, 2, 3):
        assert code_of(guest.post(table, f"seats/{seat}/bot", {"bot": "greedy"})) == "not_yours", seat
    assert code_of(host.post(table, "seats/1/bot", {"bot": "greedy"})) == "not_yours", "somebody sits there"
    assert host.post(table, "seats/3/bot", {"bot": "greedy"}).json()["seats"][3]["bot"] == "greedy"


def test_a_host_who_leaves_before_the_start_hands_the_table_to_the_next(server):
    table, host, (one, two) = waiting_room(server, guests=2)
    assert not one.view(table)["host"]
    left = host.post(table, "leave", {}).json()
    assert not left["host"] and one.view(table)["host"] and not two.view(table)["host"]
    assert code_of(host.post(table, "seats/2/remove")) == "not_yours"
    assert one.post(table, "seats/2/remove").json()["seats"][2]["taken"] is False


def test_in_a_running_game_the_link_alone_takes_nobodys_seat(server):
    table, (ada, bo) = seated(server)
    bo.post(table, "leave", {"bot": "random"})
    stranger = server.person()
    assert code_of(stranger.post(table, "join", {})) == "seat_taken"
    assert code_of(stranger.post(table, "join", {"seat": 1})) == "seat_taken"
    given = ada.post(table, "seats/1/invite").json()["invite"]
    assert stranger.join(table, invite=given, name="Eve")["you"] == 1
    assert bo.view(table)["you"] is None and bo.view(table)["left"] is None
    play_on(table, [ada, stranger], moves=4)


def test_an_invitation_to_a_leavers_seat_is_void_once_they_are_back(server):
    table, (ada, bo) = seated(server)
    assert code_of(ada.post(table, "seats/1/invite")) == "not_yours"
    bo.post(table, "leave", {})
    given = ada.post(table, "seats/1/invite").json()["invite"]
    assert bo.join(table)["you"] == 1
    assert code_of(server.person().post(table, "join", {"invite": given})) == "wrong_invite"
    assert bo.view(table)["you"] == 1


def test_only_the_host_invites_unless_the_host_has_left(server):
    table, (ada, bo, cy) = seated(server, players=4, bots=1)
    cy.post(table, "leave", {})
    assert code_of(bo.post(table, "seats/2/invite")) == "not_yours"
    assert code_of(ada.post(table, "seats/3/invite")) == "not_yours", "a bot of nobody's has no one to replace"
    assert not bo.view(table)["host"]
    ada.post(table, "leave", {})
    assert bo.view(table)["host"]
    assert bo.post(table, "seats/2/invite").status_code == 200
    assert bo.post(table, "seats/0/invite").status_code == 200
    assert code_of(server.person().post(table, "seats/2/invite")) == "not_yours"


def test_an_invitation_to_a_sleepers_seat_lasts_as_long_as_the_sleep(tmp_path):
    async def act(store, tables, table):
        table.seats = [Seat(n, "human", f"P{n}", token_hash=hash_of(f"t{n}")) for n in range(2)]
        sleeper, other = table.to_move, 1 - table.to_move
        table.row = replace(table.row, pace="days", pace_amount=2, host_hash=hash_of(f"t{other}"))
        with pytest.raises(Refused, match="invite anyone"):
            invite(table, hash_of(f"t{other}"), sleeper, hash_of("i"))
        table.row = replace(table.row, due_at=time.time() - 86_400)
        plan = invite(table, hash_of(f"t{other}"), sleeper, hash_of("i"))
        table.apply(plan, [0])
        taken = join(table, hash_of("eve"), "Eve", None, "i")
        table.row = replace(table.row, due_at=time.time() + 86_400)
        with pytest.raises(Refused, match="invite"):
            join(table, hash_of("eve"), "Eve", None, "i")
        return taken.seats[0].seat == sleeper, taken.seats[0].token_hash == hash_of("eve")

    assert opened(Settings(database=str(tmp_path / "t.sqlite")), act) == (True, True)


def test_nobody_goes_by_anothers_name(server):
    table, host, (guest,) = waiting_room(server)
    for name in ("Ada", "ada", "ＡDA", " Ada "):
        assert code_of(guest.post(table, "rename", {"name": name})) == "name_taken", name
    assert guest.post(table, "rename", {"name": "Guest 1"}).status_code == 200, "one's own is no other's"
    other = server.person()
    elsewhere, _ = host.open([HOST, {"kind": "open"}, {"kind": "open"}])
    assert other.join(elsewhere, name="Ada")["seats"][1]["name"] == "Ada 2", "sitting down is not refused for it"
    assert guest.join(elsewhere, name="Ada")["seats"][2]["name"] == "Ada 3"
    assert host.post(table, "rename", {"name": "Grace"}).json()["seats"][0]["name"] == "Grace"
