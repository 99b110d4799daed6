"""An answer that never arrives: the same request again gives the same seat and the same table."""

from __future__ import annotations

import json
import secrets
import socket
from contextlib import suppress

import httpx
import pytest

from tests.shelf import FIRST, OWN

from .kit import Server, wait_for

HOST = {"kind": "human", "name": "Ada"}
DIES_BEFORE_ANSWERING = """
import os, signal
from sampan.server import table_routes
table_routes.hand_over = lambda *rest: os.kill(os.getpid(), signal.SIGKILL)
"""


def new_key():
    return secrets.token_urlsafe(24)


def send_and_hang_up(server, address, body):
    """A client that is gone before its answer comes."""
    sent = json.dumps(body).encode()
    head = f"POST {address} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    with socket.create_connection(("127.0.0.1", server.port)) as line:
        line.sendall(f"{head}Content-Length: {len(sent)}\r\n\r\n".encode() + sent)


def test_a_join_whose_answer_was_lost_is_repeated_into_the_same_seat(server):
    host, guest, stranger = (server.person() for _ in range(3))
    table, opened = host.open([HOST, {"kind": "human"}, {"kind": "open"}])
    asked = {"name": "Bo", "invite": opened["invites"][0]["invite"], "key": new_key()}
    send_and_hang_up(server, f"/api/tables/{table}/join", asked)
    wait_for(lambda: host.view(table)["seats"][1]["taken"])
    version = host.view(table)["version"]
    assert stranger.post(table, "join", {**asked, "key": new_key()}).json()["code"] == "wrong_invite"
    assert guest.join(table, **asked)["you"] == 1
    assert guest.view(table)["you"] == 1, "the cookie came with the second answer"
    assert host.view(table)["version"] == version, "nobody sat down a second time"


def test_the_same_key_needs_no_invitation_once_it_has_a_seat(server):
    host, guest = server.person(), server.person()
    table, opened = host.open([HOST, {"kind": "human"}, {"kind": "open"}])
    key = new_key()
    server.person().join(table, invite=opened["invites"][0]["invite"], key=key)
    assert guest.join(table, key=key)["you"] == 1
    other = server.person()
    assert other.post(table, "join", {"key": key, "seat": 2}).json()["code"] == "already_seated"
    assert not host.view(table)["seats"][2]["taken"]


def test_a_key_opens_one_seat_at_one_table_only(server):
    host, guest = server.person(), server.person()
    table, _ = host.open([HOST, {"kind": "open"}])
    elsewhere, _ = host.open([HOST, {"kind": "open"}])
    key = new_key()
    guest.join(table, key=key)
    guest.join(elsewhere, key=key)
    token = guest.cookie(table).partition("=")[2]
    assert token != key and token != guest.cookie(elsewhere).partition("=")[2] and len(token) == 32


def test_a_seat_that_is_held_on_another_device_alone_does_not_come_back_by_the_old_key(server):
    host, guest, phone, again = (server.person() for _ in range(4))
    table, opened = host.open([HOST, {"kind": "human"}])
    asked = {"invite": opened["invites"][0]["invite"], "key": new_key()}
    guest.join(table, **asked)
    link = guest.post(table, "links", {"kind": "device"}).json()["link"]
    assert phone.post(table, "links/use", {"link": link, "key": new_key()}).json()["you"] == 1
    assert phone.post(table, "devices/forget").json()["you"] == 1
    assert again.post(table, "join", asked).json()["code"] == "wrong_invite"
    assert phone.view(table)["you"] == 1 and guest.view(table)["you"] is None


def test_a_table_whose_answer_was_lost_is_opened_once(server):
    host = server.person()
    asked = {"game": FIRST, "listed": True, "seats": [HOST, {"kind": "human"}, {"kind": "open"}], "key": new_key()}
    send_and_hang_up(server, "/api/tables", asked)
    first, second = (host.client.post("/api/tables", json=asked) for _ in range(2))
    assert first.status_code == second.status_code == 201
    assert first.json() == second.json() and first.headers["set-cookie"] == second.headers["set-cookie"]
    table = first.json()["view"]["table"]
    assert first.json()["view"]["you"] == 0 and first.json()["view"]["host"]
    assert [one["table"] for one in host.client.get("/api/tables?status=open").json()].count(table) == 1
    guest = server.person()
    assert guest.join(table, invite=second.json()["invites"][0]["invite"])["you"] == 1
    third = host.client.post("/api/tables", json=asked).json()
    assert third["view"]["seats"][1]["taken"] and third["invites"] == [], "a used invitation is not given out again"


def test_a_key_that_has_opened_another_table_is_refused(server):
    host, another = server.person(), next(name for name in OWN if name != FIRST)
    asked = {"game": FIRST, "seats": [HOST, {"kind": "open"}], "key": new_key()}
    assert host.client.post("/api/tables", json=asked).status_code == 201
    for other in (
        {"game": another},
        {"listed": True},
        {"seats": [HOST, {"kind": "open"}, {"kind": "open"}]},
    ):
        refused = host.client.post("/api/tables", json={**asked, **other})
        assert refused.status_code == 409 and refused.json()["code"] == "key_used", other
        assert "\n" not in refused.json()["detail"]


@pytest.mark.parametrize("key", ["", "x" * 31, "x" * 33, "ß" * 32, " " * 32, 7])
def test_a_key_is_thirty_two_plain_characters(small_server, key):
    host = small_server.person()
    table, _ = host.open([HOST, {"kind": "open"}])
    refused = small_server.person().post(table, "join", {"key": key})
    assert refused.status_code == 422 and refused.json()["code"] == "unreadable"
    assert not host.view(table)["seats"][1]["taken"]


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_server_killed_between_writing_and_answering_gives_the_same_seat_again(database, kind):
    place = database(kind)
    server = Server(place)
    try:
        host = server.person()
        table, opened = host.open([HOST, {"kind": "human"}])
        server.kill()
        server.first = DIES_BEFORE_ANSWERING
        server.start()
        asked = {"name": "Bo", "invite": opened["invites"][0]["invite"], "key": new_key()}
        opening = {"game": FIRST, "seats": [HOST, {"kind": "bot", "bot": "random"}], "key": new_key()}
        guest = server.person()
        for address, body in ((f"/api/tables/{table}/join", asked), ("/api/tables", opening)):
            with suppress(httpx.TransportError):
                answer = guest.client.post(address, json=body)
                raise AssertionError(f"answered {answer.status_code} instead of dying")
            server.process.wait()
            server.process.stdout.close()
            server.start()
        server.kill()
        server.first = ""
        server.start()
        assert guest.view(table)["seats"][1]["taken"], "it had been written"
        assert guest.join(table, **asked)["you"] == 1
        mine = guest.client.post("/api/tables", json=opening).json()["view"]
        assert mine["you"] == 0 and mine["version"] == 0
    finally:
        server.stop()
