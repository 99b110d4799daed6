"""Several processes on one database: any of them serves any table, each hears of the others, one runs the bots."""

from __future__ import annotations

import pytest

from .kit import Server, next_view, play_on, seated, wait_for


def single(database, kind):
    """Two processes on one new database; neither is told of the other."""
    place = database(kind)
    return [Server(place), Server(place)]


@pytest.mark.parametrize("kind", ["postgres", "sqlite"])
def test_two_processes_share_every_table(database, kind):
    one, two = single(database, kind)
    try:
        table, people = seated(one)
        elsewhere = [person.at(two) for person in people]
        with elsewhere[1].watch(table) as socket:
            assert next_view(socket)["you"] == 1
            view = play_on(table, people, moves=3)
            heard = next_view(socket, lambda v: v["ply"] == view["ply"])
            assert heard["version"] == view["version"]
            view = play_on(table, elsewhere, moves=2)
            assert people[0].view(table)["ply"] == view["ply"], "read after written, wherever"
            mixed = [people[0], elsewhere[1]]
            view = play_on(table, mixed, moves=10)
            assert next_view(socket, lambda v: v["ply"] == view["ply"])["moves"] == 15
        view = people[0].view(table)
        person, there = people[view["to_move"]], elsewhere[view["to_move"]]
        view = person.view(table)
        body = {"ply": view["ply"], "move": view["legal"][0]["move"]}
        assert person.post(table, "moves", body).json()["ply"] == there.post(table, "moves", body).json()["ply"]
    finally:
        one.stop()
        two.stop()


@pytest.mark.parametrize(("kind", "rounds"), [("sqlite", 40), ("postgres", 20)])
def test_who_leaves_through_one_process_and_joins_through_another_sits_there_each_time(database, kind, rounds):
    one, two = single(database, kind)
    try:
        host, there, here = one.person(), two.person(), one.person()
        table, _ = host.open([{"kind": "human"}, {"kind": "open"}])
        for _ in range(rounds):
            seen = there.join(table)
            assert seen["you"] == 1 and seen["seats"][1]["taken"]
            here.client.cookies = there.client.cookies
            left = here.post(table, "leave", {}).json()
            assert left["you"] is None and not left["seats"][1]["taken"]
    finally:
        one.stop()
        two.stop()


# A server whose bots think for ever, and which says in a file that one has begun.
THINKS_FOR_EVER = """
import pathlib, sampan.server.botwork as botwork, threading
def think(*rest):
    pathlib.Path({begun!r}).touch()
    threading.Event().wait()
botwork.think = think
"""


@pytest.mark.parametrize("kind", ["postgres", "sqlite"])
def test_a_killed_processes_bots_go_on_elsewhere(database, tmp_path, kind):
    place, begun = database(kind), tmp_path / "begun"
    one = Server(place, first=THINKS_FOR_EVER.format(begun=str(begun)))
    two = None
    try:
        table, (host,) = seated(one, players=2, bots=1)
        view = host.view(table)
        while view["to_move"] == 0:
            view = host.move(table, view)
        wait_for(begun.exists)  # the bot thinks, in the first process
        two = Server(place)
        elsewhere = host.at(two)
        assert elsewhere.view(table)["ply"] == view["ply"], "one process at a time runs a table's bots"
        one.kill()
        wait_for(lambda: elsewhere.view(table)["ply"] > view["ply"])
        assert elsewhere.get(table, "/digest", since=view["ply"]).json()["entries"][0]["bot"]
    finally:
        one.stop()
        if two is not None:
            two.stop()
