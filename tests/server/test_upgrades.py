"""Rules that change while games run: a game that everybody sees the same goes on, any other stays to be read."""

from __future__ import annotations

import json

import numpy as np
import pytest

from sampan.engine.record import parse_record, verify
from sampan.games import load
from sampan.server.fingerprints import agrees, fingerprint, in_layout, named_layout
from sampan.server.table import Plan, Position
from tests.shelf import FIRST

from .kit import Server, play_on, seated

# A server of the next rules version.
NEXT_VERSION = f"""
from sampan.games import load
from sampan.server import table
game = load({FIRST!r})
object.__setattr__(game.definition, "version", game.definition.version + 1)
game.version += 1
vars(table._thread).clear()
"""
# The same moves stay legal, but somebody has a point more from the third turn on.
ANOTHER_POINT = """
from sampan.engine.game import Game
play = Game.play
def one_point_more(self, state, move):
    before = int(state.turns[0])
    play(self, state, move)
    if before < 3 <= int(state.turns[0]):
        state.vp[0, 0, 0] += 1
Game.play = one_point_more
"""
ANOTHER_DEAL = """
from sampan.engine.game import Game
deal = Game.deal
Game.deal = lambda self, options=None, seed=0: deal(self, options, seed + 1)
"""


def upgraded(server, changes):
    """The same database with other rules."""
    server.stop()
    server.first = NEXT_VERSION + changes
    server.start()


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_game_that_the_new_rules_play_the_same_goes_on(database, kind):
    server = Server(database(kind))
    try:
        table, people = seated(server)
        before = play_on(table, people, moves=9)
        undone = next((p for p in people if p.view(table)["undo"] is not None), None)
        if undone is not None:
            before = undone.post(table, "undo", {"ply": before["ply"]}).json()
        waiting, _ = people[0].open([{"kind": "human"}, {"kind": "bot", "bot": "random"}])
        finished, others = seated(server)
        play_on(finished, others)
        upgraded(server, "")
        again = [person.at(server) for person in people]
        view = again[0].view(table)
        assert (view["status"], view["rules"], view["ply"]) == ("running", before["rules"] + 1, before["ply"])
        said = [note for note in view["notes"] if note["id"] == "table_rules_changed"]
        assert [note["args"] for note in said] == [
            {"old": before["rules"], "new": before["rules"] + 1, "number": before["ply"] + 1}
        ]
        assert view["board"] is not None and view["scores"] == before["scores"]
        over = play_on(table, again)
        assert over["status"] == "over"
        record = parse_record(again[0].get(table, "/record").text)
        assert record.rules == before["rules"] + 1
        started = again[0].post(waiting, "start").json()
        assert started["rules"] == before["rules"] + 1
        assert not any(note["id"] == "table_rules_changed" for note in started["notes"])
        end = others[0].at(server).view(finished)
        assert end["status"] == "over" and end["winners"] and end["rules"] == before["rules"] + 1
    finally:
        server.stop()


def check_stays_finished(person, table, end, moves):
    """A game that was played to its end stays that, with its result, whatever the new rules make of it."""
    result = ("status", "ply", "rules", "scores", "score_sheet", "winners", "tie", "seed")
    for _ in range(2):
        view = person.view(table)
        assert {key: view[key] for key in result} == {key: end[key] for key in result} and view["winners"]
        assert [note["id"] for note in view["notes"]].count("table_rules_past") == 1 and view["moves"] < len(moves)
    short = person.get(table, "/brief").json()
    assert (short["status"], short["winners"], short["scores"]) == ("over", end["winners"], end["scores"])
    record = person.get(table, "/record").json()
    assert (record["over"], record["scores"], record["moves"]) == (True, end["scores"], moves)
    assert person.post(table, "again").status_code == 200, "and may be followed by another"


@pytest.mark.parametrize(("kind", "changes"), [
    ("sqlite", ANOTHER_POINT), ("postgres", ANOTHER_POINT), ("sqlite", ANOTHER_DEAL),
])  # fmt: skip
def test_a_game_that_the_new_rules_play_otherwise_is_closed_and_can_be_read(database, kind, changes):
    server = Server(database(kind))
    try:
        table, people = seated(server)
        before = play_on(table, people, moves=40)
        assert before["status"] == "running"
        finished, others = seated(server)
        end = play_on(finished, others)
        moves = others[0].get(finished, "/record").json()["moves"]
        upgraded(server, changes)
        check_stays_finished(others[0].at(server), finished, end, moves)
        again = [person.at(server) for person in people]
        view = again[0].view(table)
        assert (view["status"], view["ply"], view["rules"]) == ("closed", before["ply"], before["rules"])
        assert view["notes"][-1]["id"] == "table_rules_closed"
        assert (view["board"] is None) == (changes is ANOTHER_DEAL), "shown as far as it is the game that was played"
        assert view["moves"] < before["moves"] and view["to_move"] is None and view["legal"] == []
        log = again[0].get(table, "/digest").json()["entries"]
        assert len(log) == before["ply"] and all(entry["changes"] for entry in log)
        assert log[-1]["changes"] == [{"id": "table_played", "args": {"who": log[-1]["seat"], "move": log[-1]["move"]}}]
        refused = again[before["to_move"]].post(table, "moves", {"ply": before["ply"], "move": 0})
        assert refused.status_code == 409 and refused.json()["code"] == "not_running"
        for what, body in {"hint": {"ply": view["ply"]}, "undo": {"ply": view["ply"]}, "leave": {}}.items():
            assert again[0].post(table, what, body).status_code == 409
        record = again[0].get(table, "/record").json()
        assert (record["rules"], record["over"], len(record["moves"])) == (before["rules"], False, before["moves"])
        game = load(FIRST)
        state = game.deal(record["options"], int(str(record["seed"]), 16))
        for move in record["moves"]:
            game.play(state, move)
        assert game.scores(state) == before["scores"], "with the old rules the record is the game"
        assert len(again[0].view(table)["notes"]) == len(view["notes"]), "it is said once"
    finally:
        server.stop()


def test_a_table_of_newer_rules_than_ours_is_left_alone(database):
    server = Server(database("sqlite"), first=NEXT_VERSION)
    try:
        table, people = seated(server)
        server.stop()
        server.first = ""
        server.start()
        refused = people[0].at(server).get(table)
        assert refused.status_code == 409 and refused.json()["code"] == "other_rules"
    finally:
        server.stop()


def test_a_game_closed_in_the_middle_has_a_record_that_proves_itself(small_server):
    from sampan.server.settings import Settings
    from sampan.server.store import open_engine, write_plan

    table, people = seated(small_server)
    before = play_on(table, people, moves=12)
    engine = open_engine(Settings(database=small_server.settings["database"]))
    with engine.begin() as connection:
        write_plan(connection, table, before["version"], Plan({"status": "closed", "bot_due": False}))
    engine.dispose()
    view = people[0].view(table)
    assert (view["status"], view["moves"], view["scores"]) == ("closed", 12, before["scores"])
    assert view["board"] is not None and view["seed"] is not None
    record = parse_record(people[0].get(table, "/record").text)
    verify(load(FIRST), record)
    assert len(record.moves) == 12


def dealt(seed=5):
    game = load(FIRST)
    return game, Position(game.deal({"players": 2}, seed), [])


def test_a_fingerprint_sees_dice_hands_and_points_and_nothing_that_nobody_has_seen():
    game, position = dealt()
    mark, layouts = fingerprint(game, position), {named_layout(game.definition.state)[0]: game.definition.state}
    assert agrees(game, position, mark, layouts)
    assert not agrees(game, position, mark, {}), "made in a layout that nobody kept"
    assert not agrees(game, dealt(6)[1], mark, layouts)
    unseen = game.copy(position.state)
    unseen.key[0][0] += 1
    assert agrees(game, Position(unseen, []), mark, layouts)
    for seat in (-1, 0, 1):  # something that this seat alone sees
        other = Position(position.state, [])
        changed = game.copy(other.hidden(game, seat))
        changed.vp[0, 0, 0] += 1
        other._hidden[seat] = changed
        assert not agrees(game, other, mark, layouts)


def test_a_fingerprint_outlives_another_layout_of_the_same_game():
    game, position = dealt()
    old = game.definition.state
    fields = [(name, old[name].base, old[name].shape) for name in old.names if name != "spare"]
    wider = [(n, np.dtype("<i4") if t == np.int8 else t, s) for n, t, s in reversed(fields)]
    new = np.dtype([("quite_new", np.int16, (3,)), *wider])
    state = np.zeros(1, new)
    for name, _, _ in fields:
        state[name] = position.state[name]
    state["quite_new"] = 7
    assert in_layout(state.view(np.recarray), old) == position.state.tobytes()
    state["vp"] += 1
    assert in_layout(state.view(np.recarray), old) != position.state.tobytes()
    assert json.dumps(named_layout(old)[1]), "kept as text"
