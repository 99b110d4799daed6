"""Who is here: told to whoever asks, through whichever process people came, also after one was killed."""

from __future__ import annotations

import json

import pytest

from .kit import WAIT, Server, next_view, seated, wait_for

QUICK = {"presence": 0.15}


def told(socket, wanted):
    """The next word of who is here for which this holds; views are none."""

    def holds(frame):
        return "presence" in frame and wanted({one["seat"]: one for one in frame["presence"]})

    return {one["seat"]: one for one in next_view(socket, holds)["presence"]}


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_who_is_here_is_known_through_every_process_and_gone_with_a_killed_one(database, kind):
    place = database(kind)
    first, second = Server(place, **QUICK), Server(place, **QUICK)
    try:
        table, (ada, bo) = seated(first)
        with ada.watch(table, "?presence=1") as socket:
            alone = told(socket, lambda seats: seats[0]["here"])
            assert alone[1] == {"seat": 1, "here": False, "since": None}
            with bo.at(second).watch(table):
                told(socket, lambda seats: seats[1]["here"])
            gone = told(socket, lambda seats: not seats[1]["here"])
            assert gone[1]["since"] is not None and gone[0]["here"]
            with bo.at(second).watch(table):
                told(socket, lambda seats: seats[1]["here"])
                second.kill()
            assert told(socket, lambda seats: not seats[1]["here"])[1]["since"] > gone[1]["since"]
    finally:
        first.stop()
        if second.process.poll() is None:
            second.stop()


def test_a_page_loaded_anew_is_not_gone_and_spectators_are_nobody(database):
    server = Server(database("sqlite"), presence=1.0)  # gone after three of these
    try:
        table, (ada, bo) = seated(server)
        with ada.watch(table, "?presence=1") as socket, server.person().watch(table):
            with bo.watch(table):
                here = told(socket, lambda seats: seats[1]["here"])
            assert sorted(here) == [0, 1]
            with bo.watch(table):
                ada.post(table, "chat", {"text": "still there?"})
                frames = []
                while not frames or frames[-1].get("notes", [{"id": ""}])[-1]["id"] != "table_chat":
                    frames.append(json.loads(socket.recv(timeout=WAIT)))
                assert not any("presence" in frame for frame in frames)
    finally:
        server.stop()


def test_nobody_who_is_here_loses_the_seat_and_who_asks_for_no_presence_gets_none(small_server):
    table, (ada, bo) = seated(small_server)
    with bo.watch(table) as socket:
        next_view(socket)
        assert ada.post(table, "seats/1/bot", {"bot": "club"}).json()["code"] == "not_yours"
        ada.post(table, "chat", {"text": "hello"})
        assert "notes" in next_view(socket)
    wait_for(lambda: bo.view(table)["you"] == 1)
