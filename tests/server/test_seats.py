"""Who sits where: links, invitations, names, leaving, bots."""

from __future__ import annotations

from tests.shelf import expected, with_hands

from .kit import next_view, play_on, seated, wait_for

HOST = [{"kind": "human", "name": "Ada"}]


def test_a_table_fills_by_link_and_starts_when_it_is_full(server):
    host, guest, late = (server.person() for _ in range(3))
    table, opened = host.open([*HOST, {"kind": "open"}])
    assert opened["view"]["you"] == 0 and opened["view"]["host"] and opened["view"]["board"] is None
    refused = host.post(table, "start")
    assert refused.status_code == 409 and refused.json()["code"] == "seats_empty"
    view = guest.join(table, name="Бо")
    assert view["you"] == 1 and view["seats"][1]["name"] == "Бо" and not view["host"]
    assert guest.join(table)["you"] == 1, "joining twice is harmless"
    assert guest.post(table, "join", {"seat": 0}).json()["code"] == "already_seated"
    assert late.post(table, "join", {"name": "Zed"}).json()["code"] == "seat_taken"
    assert late.post(table, "start").json()["code"] == "not_seated"
    assert guest.post(table, "start").json()["status"] == "running"
    assert host.post(table, "start").json()["code"] == "not_open"


def test_an_invitation_is_for_one_seat_and_one_person(server):
    host, friend, other = (server.person() for _ in range(3))
    table, opened = host.open([*HOST, {"kind": "human", "name": "Bo"}])
    invite = opened["invites"][0]["invite"]
    assert other.post(table, "join", {}).json()["code"] == "seat_taken", "the seat is kept"
    assert other.post(table, "join", {"invite": "x" * 32}).json()["code"] == "wrong_invite"
    assert friend.join(table, invite=invite)["seats"][1]["name"] == "Bo"
    assert other.post(table, "join", {"invite": invite}).json()["code"] == "wrong_invite"
    for person in (host, friend, other):
        assert person.post(table, "seats/1/invite").json()["code"] == "not_yours", "somebody holds it"


def test_renaming_and_chat_reach_everybody(server):
    table, people = seated(server)
    with server.person().watch(table) as socket:
        people[1].post(table, "rename", {"name": "Grace"})
        view = next_view(socket, lambda view: view["seats"][1]["name"] == "Grace")
        people[0].post(table, "chat", {"text": "<b>hello</b> 👋"})
        view = next_view(socket, lambda view: view["notes"][-1]["id"] == "table_chat")
    assert view["notes"][-1]["args"] == {"who": 0, "name": "Ada", "text": "<b>hello</b> 👋"}
    assert server.person().post(table, "chat", {"text": "hi"}).json()["code"] == "not_seated"
    assert server.person().post(table, "rename", {"name": "hi"}).json()["code"] == "not_seated"


def test_a_leavers_seat_goes_to_a_bot_and_back(server):
    table, people = seated(server, options={"players": 2}, game=with_hands())
    play_on(table, people, moves=4)
    refused = people[0].post(table, "seats/1/bot", {"bot": "random"})
    assert refused.status_code == 403 and refused.json()["code"] == "not_yours"
    left = people[1].post(table, "leave", {}).json()
    assert left["you"] is None and left["seats"][1]["away"] and left["legal"] == []
    assert people[0].post(table, "seats/1/bot", {"bot": "random"}).status_code == 200
    play_on(table, people[:1], moves=5)
    back = people[1].join(table)
    assert back["you"] == 1 and back["seats"][1]["kind"] == "human" and not back["seats"][1]["away"]
    play_on(table, people, moves=4)
    people[1].post(table, "leave", {"bot": "random"})
    taken = server.person()
    view = taken.join(table, name="Eve", invite=people[0].post(table, "seats/1/invite").json()["invite"])
    assert view["you"] == 1 and view["board"]["players"][1][expected(with_hands()).hand] is not None
    assert people[1].view(table)["you"] is None
    play_on(table, [people[0], taken], moves=4)


def test_before_the_start_leaving_opens_the_seat_again(server):
    host, guest = server.person(), server.person()
    table, _ = host.open([*HOST, {"kind": "open"}])
    guest.join(table)
    assert guest.post(table, "leave", {}).json()["seats"][1]["kind"] == "open"
    assert host.post(table, "seats/1/bot", {"bot": "random"}).json()["seats"][1]["kind"] == "bot"
    assert host.post(table, "seats/1/open").json()["seats"][1]["kind"] == "open"
    assert guest.post(table, "seats/1/open").json()["code"] == "not_yours"
    assert guest.join(table)["you"] == 1


def test_a_table_of_bots_plays_by_itself_while_its_host_watches(server):
    host = server.person()
    table, opened = host.open([{"kind": "bot", "bot": "random"}] * 2)
    assert opened["view"]["you"] is None and opened["view"]["host"]
    host.post(table, "start")
    view = wait_for(lambda: (v := host.view(table))["status"] == "over" and v)
    assert view["winners"] and all(entry["bot"] for entry in host.get(table, "/digest").json()["entries"])


def test_a_bot_thinks_without_holding_up_the_others(server):
    host = server.person()
    table, _ = host.open([*HOST, {"kind": "bot", "bot": "rollout:0.3"}])
    host.post(table, "start")
    with host.watch(table) as socket:
        view = next_view(socket)
        for _ in range(12):
            if view["to_move"] == 0:
                view = host.move(table, view)
            else:
                view = next_view(socket, lambda v, ply=view["ply"]: v["ply"] > ply)
    assert any(entry["bot"] for entry in host.get(table, "/digest").json()["entries"])


def test_a_sleeper_is_replaced_only_after_the_days_of_the_pace(server):
    table, people = seated(server, pace={"kind": "days", "amount": 1})
    view = people[0].view(table)
    assert view["deadline"] == view["since"] + 86400
    other = people[1 - view["to_move"]]
    assert other.post(table, f"seats/{view['to_move']}/bot", {"bot": "random"}).json()["code"] == "not_yours"
    soft, _ = seated(server, pace={"kind": "soft", "amount": 30})
    view = people[0].view(soft)
    assert view["deadline"] == view["since"] + 30
