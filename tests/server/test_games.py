"""Whole games over the API, on both databases."""

from __future__ import annotations

import hashlib
import random

import pytest
from pydantic import TypeAdapter

from sampan.engine.record import parse_record, verify
from sampan.engine.seeds import seed_text
from sampan.games import load
from sampan.server.shapes import Digest, GameRecord, TableView
from tests.shelf import OWN, expected

from .kit import next_view, play_on, seated


def kinds(name):
    """Option sets to play: those that the game's tests name, or its least and its largest table."""
    players = next(option for option in load(name).options if option.name == "players").values
    return expected(name).tables or [({"players": players[0]}, 0), ({"players": players[-1]}, 1)]


CASES = [(name, options, bots) for name in OWN for options, bots in kinds(name)]


@pytest.mark.parametrize(("name", "options", "bots"), CASES)
def test_a_whole_game_is_played_and_its_record_proves_itself(server, name, options, bots):
    table, people = seated(server, options["players"], bots, options, game=name)
    early = people[0].view(table)
    assert early["seed"] is None and early["salt"] is None
    with server.person().watch(table) as watching:
        first = next_view(watching)
        assert first["you"] is None and first["legal"] == [] and first["status"] == "running"
        last = play_on(table, people, dice=random.Random(f"{name}{options}"))
        over = next_view(watching, lambda view: view["status"] == "over")
    assert last["status"] == "over" and last["winners"] == over["winners"] != []
    assert early["seed_hash"] == hashlib.sha256(f"{last['salt']}:{last['seed']}".encode()).hexdigest()
    text = people[0].get(table, "/record").text
    GameRecord.model_validate_json(text)
    record = parse_record(text)
    final = verify(load(name), record)
    assert seed_text(record.seed) == last["seed"] and len(last["seed"]) == 32
    assert load(name).scores(final) == last["scores"] and len(record.moves) == last["moves"]
    TypeAdapter(TableView).validate_json(people[0].get(table).text, strict=False)


def test_views_are_of_the_shape_they_promise(server):
    table, people = seated(server)
    play_on(table, people, moves=12)
    for person in (*people, server.person()):
        TableView.model_validate_json(person.get(table).text)
        Digest.model_validate_json(person.get(table, "/digest").text)
        assert set(person.view(table)) == set(TableView.model_fields)


def test_the_digest_tells_what_happened_since_a_ply(server):
    table, people = seated(server)
    view = play_on(table, people, moves=6)
    told = people[0].get(table, "/digest", since=4).json()
    assert [entry["ply"] for entry in told["entries"]] == [4, 5] and told["ply"] == 6 and not told["more"]
    assert told["entries"][-1]["changes"] == view["changes"] != []
    assert people[0].get(table, "/digest", since=99).json()["entries"] == []


def test_moves_are_given_by_number_or_text(server):
    table, people = seated(server)
    for how in ("move", "text"):
        view = people[0].view(table)
        person = people[view["to_move"]]
        view = person.view(table)
        after = person.move(table, view, view["legal"][0][how])
        assert after["ply"] == view["ply"] + 1 and after["changes"]


def test_listed_tables_are_listed_and_private_ones_are_not(server):
    host = server.person()
    seats = [{"kind": "human"}, {"kind": "open"}]
    listed, _ = host.open(seats, listed=True)
    private, _ = host.open(seats)
    shown = [entry["table"] for entry in host.client.get("/api/tables", params={"status": "open"}).json()]
    assert listed in shown and private not in shown
    assert all(entry["status"] == "over" for entry in host.client.get("/api/tables?status=over").json())


def test_a_reconnecting_watcher_gets_the_latest_view_again(server):
    table, people = seated(server)
    with people[0].watch(table) as socket:
        assert next_view(socket)["you"] == 0
    after = play_on(table, people, moves=3)
    with people[0].watch(table) as socket:
        view = next_view(socket)
    assert view["ply"] == after["ply"] and view["you"] == 0 and view["version"] == after["version"]
