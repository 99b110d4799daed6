"""`sampan admin` beside a running server: what it does, the players see; and what they report, it lists."""

from __future__ import annotations

import json
import os
import stat

import pytest
from typer.testing import CliRunner
from websockets.exceptions import ConnectionClosed

from sampan.cli import app

from .kit import Server, next_view, play_on, seated, wait_for

RUNNER = CliRunner()


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def place(request, database):
    """A server that believes what it is told of addresses, and its database."""
    running = Server(database(request.param), trusted_proxies=["127.0.0.1"])
    yield running
    running.stop()


def admin(server, *words, ok=True):
    """What the command says; as JSON where that was asked for."""
    done = RUNNER.invoke(app, ["admin", *words, "--database", server.settings["database"]])
    assert (done.exit_code == 0) == ok, (done.output, done.exception)
    return json.loads(done.stdout) if "--json" in words else done.output or str(done.exception)


def from_address(person, address):
    person.client.headers["X-Forwarded-For"] = address
    return person


def test_a_running_table_is_listed_shown_and_closed_while_people_watch(place):
    table, people = seated(place)
    view = play_on(table, people, moves=5)
    listed = {row["table"]: row for row in admin(place, "tables", "--status", "running", "--json")}
    assert (listed[table]["ply"], listed[table]["people"]) == (5, 2)
    shown = admin(place, "show", table, "--json")
    assert [seat["name"] for seat in shown["seats"]] == ["Ada", "Guest 1"] and shown["status"] == "running"
    assert not {"seed", "salt", "host_hash"} & set(shown) and "token" not in json.dumps(shown)
    assert table in admin(place, "tables") and "Ada" in admin(place, "show", table)
    assert "expected --yes" in admin(place, "close", table, ok=False)
    with people[1].watch(table) as socket:
        next_view(socket)
        assert "closed" in admin(place, "close", table, "--yes")
        seen = next_view(socket, lambda v: v["status"] == "closed")
    assert seen["notes"][-1]["id"] == "table_closed_operator" and seen["board"] is not None
    refused = people[view["to_move"]].post(table, "moves", {"ply": 5, "move": 0})
    assert refused.status_code == 409
    assert "expected one that is open or running" in admin(place, "close", table, "--yes", ok=False)


def test_a_deleted_table_is_gone_for_everybody_and_the_others_are_still_heard(place):
    other, watched = seated(place)
    table, people = seated(place)
    play_on(table, people, moves=5)
    with people[0].watch(table) as socket, watched[0].watch(other) as beside:
        next_view(socket)
        next_view(beside)
        admin(place, "delete", table, "--yes")
        with pytest.raises(ConnectionClosed) as closed:
            next_view(socket, lambda v: False)
        assert closed.value.rcvd.code == 4404
        view = play_on(other, watched, moves=3)  # its rows have the numbers of those that are gone
        assert next_view(beside, lambda v: v["ply"] == view["ply"])["moves"] == 3
    assert people[0].get(table).status_code == 404
    assert "not found: expected one of `sampan admin tables`" in admin(place, "show", table, ok=False)
    assert "not found: expected one of `sampan admin tables`" in admin(place, "delete", table, "--yes", ok=False)


def test_players_report_a_table_and_a_name_and_the_operator_lists_and_settles_them(place):
    table, people = seated(place)
    assert people[0].post(table, "report", {"seat": 1, "words": "look at that name"}).json() == {"reported": True}
    assert people[0].post(table, "report", {"seat": 1}).status_code == 200, "said twice"
    assert people[1].post(table, "report", {}).status_code == 200
    assert people[1].post(table, "report", {"seat": 9}).json()["code"] == "no_seat"
    found = [row for row in admin(place, "reports", "--json") if row["table"] == table]
    assert [(row["seat"], row["name"], row["words"]) for row in found] == [
        (2, "Guest 1", "look at that name"), (None, "", ""),
    ]  # fmt: skip
    admin(place, "rename", table, "2", "Somebody", "--yes")
    assert people[0].view(table)["seats"][1]["name"] == "Somebody"
    admin(place, "settle", *(str(row["report"]) for row in found))
    assert not [row for row in admin(place, "reports", "--json") if row["table"] == table]
    assert [row["settled"] for row in admin(place, "reports", "--all", "--json") if row["table"] == table] == [True] * 2
    assert "not found: expected one of `sampan admin reports`" in admin(place, "settle", "999999", ok=False)


def test_reports_of_one_address_are_limited(place):
    person = from_address(place.person(), "198.51.100.7")
    told = []
    for _ in range(12):
        table, _ = place.person().open([{"kind": "human"}, {"kind": "open"}])
        told.append(person.post(table, "report", {}).status_code)
    assert told[:10] == [200] * 10 and told[-1] == 429


def test_a_banned_address_is_refused_and_its_views_end_until_the_ban_is_lifted(place):
    table, _ = seated(place)
    stranger = from_address(place.person(), "203.0.113.5")
    other = from_address(place.person(), "203.0.114.5")
    assert stranger.get(table).status_code == other.get(table).status_code == 200
    with stranger.watch(table, **{"X-Forwarded-For": "203.0.113.5"}) as socket:
        next_view(socket)
        admin(place, "ban", "203.0.113.0/24", "--why", "spam", "--yes")
        with pytest.raises(ConnectionClosed):
            next_view(socket, lambda v: False)
    assert stranger.get(table).json()["code"] == "banned" and other.get(table).status_code == 200
    assert [(row["who"], row["kind"], row["why"]) for row in admin(place, "bans", "--json")] == [
        ("203.0.113.0/24", "ban", "spam")
    ]
    admin(place, "unban", "203.0.113.0/24", "--yes")
    wait_for(lambda: stranger.get(table).status_code == 200)
    assert "no ban found" in admin(place, "unban", "203.0.113.0/24", "--yes", ok=False)


def test_whoever_sits_in_a_seat_is_muted_without_their_address_being_known(place):
    host, guest = (from_address(place.person(), f"2001:db8:0:{n}::7") for n in (1, 2))
    table, _ = host.open([{"kind": "human", "name": "Ada"}, {"kind": "open"}])
    guest.join(table, name="Rude")
    guest.post(table, "report", {})
    host.post(table, "report", {"seat": 1})
    number = next(row["report"] for row in admin(place, "reports", "--json") if row["name"] == "Rude")
    admin(place, "mute", f"{table}/2", "--days", "3", "--yes")
    wait_for(lambda: guest.post(table, "chat", {"text": "again"}).status_code == 403)
    assert guest.post(table, "chat", {"text": "again"}).json()["code"] == "muted"
    assert guest.post(table, "rename", {"name": "Ruder"}).json()["code"] == "muted"
    neighbour = from_address(guest, "2001:db8:0:2::8")  # the same customer
    assert neighbour.post(table, "chat", {"text": "again"}).status_code == 403
    assert host.post(table, "chat", {"text": "thanks"}).status_code == 200
    _, opened = guest.open([{"kind": "human", "name": "Rude"}, {"kind": "open"}])
    assert opened["view"]["seats"][0]["name"] == "Host", "nor do they choose a name"
    admin(place, "unmute", f"report:{number}", "--yes")
    wait_for(lambda: guest.post(table, "chat", {"text": "sorry"}).status_code == 200)


def test_statistics_count_what_is_there(place):
    before = admin(place, "stats", "--json")
    table, people = seated(place, bots=0)
    play_on(table, people, moves=4)
    after = admin(place, "stats", "--json")
    assert after["plies"] == before["plies"] + 4 and after["people"] == before["people"] + 2
    assert after["opened_last_day"] == before["opened_last_day"] + 1
    assert "plies" in admin(place, "stats")


@pytest.mark.parametrize(("words", "said"), [
    (["ban", "nobody", "--yes"], "expected an address, a network, TABLE/SEAT or report:NUMBER"),
    (["ban", "127.0.0.1", "--yes"], "is this machine"),
    (["mute", "Kf3b-9QdXw2z/1", "--yes"], "not found: expected one of `sampan admin tables`"),
    (["mute", "report:999999", "--yes"], "no address is known there"),
    (["show", "x" * 500], "not found: expected one of `sampan admin tables`"),
])  # fmt: skip
def test_what_makes_no_sense_is_one_line_and_changes_nothing(place, words, said):
    assert said in admin(place, *words, ok=False)


def test_a_database_that_is_none_is_one_line_and_is_not_made(tmp_path):
    folder, text, empty = tmp_path / "folder", tmp_path / "text", tmp_path / "empty"
    folder.mkdir()
    text.write_text("not a database, but long enough to be looked at as if it were one" * 20)
    empty.touch()
    for path, said in ((tmp_path / "none", "no such file"), (text, "cannot be used"), (empty, "there are no tables"),
                       (folder, "no such file")):  # fmt: skip
        done = RUNNER.invoke(app, ["admin", "tables", "--database", str(path)])
        assert done.exit_code != 0 and said in str(done.exception) and "\n" not in str(done.exception)
    assert not (tmp_path / "none").exists()
    if os.getuid() != 0:
        text.chmod(0)
        assert "cannot be used" in str(RUNNER.invoke(app, ["admin", "tables", "--database", str(text)]).exception)
    assert stat.S_ISREG(empty.stat().st_mode)
