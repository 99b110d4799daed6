"""Planned replies: played when just what was expected comes, dropped otherwise, and nobody else's business."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
import sqlalchemy as sa

from sampan.server import schema
from sampan.server.conditions import Condition, standing
from sampan.server.rows import Entry
from sampan.server.settings import Settings
from sampan.server.store import open_engine

from .kit import Server, seated, wait_for

SURE = ("end", "sail", "good", "build", "take")  # moves that depend on nobody's hand, the one that ends a turn first
SLOW = {"kind": "days", "amount": 2}


def entry(ply, seat, move, back_to=None):
    return Entry(ply, seat, move, back_to, False, 0.0)


@pytest.mark.parametrize(
    ("log", "to_move", "became"),
    [
        ([], 1, "waits"),
        ([("b", 1)], 1, "waits"),
        ([("b", 1), ("c", 1)], 0, "due"),
        ([("b", 1), ("c", 1), ("mine", 0)], 1, "played"),
        ([("b", 1), ("c", 1), ("mine", 0), ("z", 1)], 0, "played"),
        ([("x", 1)], 1, "dropped"),
        ([("b", 1), ("c", 1), ("other", 0)], 1, "dropped"),
        ([("b", 1)], 0, "dropped"),
        ([("b", 1), ("c", 1)], 1, "dropped"),
        ([("b", 1), (1, 1)], 1, "waits"),
        ([("b", 1), (1, 1), ("b", 1), ("c", 1)], 0, "due"),
        ([(0, 1), ("a", 0), ("b", 1), ("c", 1)], 0, "dropped"),
        ([("b", 1)], -1, "dropped"),
    ],
)
def test_what_becomes_of_a_planned_reply_follows_from_the_log(log, to_move, became):
    made = [entry(0, 0, "a")]
    for what, seat in log:
        made.append(entry(len(made), seat, *((None, what) if isinstance(what, int) else (what,))))
    planned = Condition(0, "", 1, 1, ["b", "c"], "mine", [])
    assert standing(planned, made, to_move) == became


@pytest.mark.parametrize(
    ("log", "to_move", "became"),
    [
        ([], 1, "waits"),
        ([("b", 1), ("x", 1)], 1, "waits"),
        ([("b", 1), ("x", 2)], 0, "due"),
        ([("b", 1), ("mine", 0)], 1, "played"),
        ([("b", 1), ("other", 0), ("mine", 0)], 1, "dropped"),
        ([("mine", 1), ("other", 0)], 1, "dropped"),
        ([("b", 1), (1, 1)], 1, "waits"),
        ([(0, 1), ("a", 0), ("b", 1)], 0, "dropped"),
        ([("b", 1)], -1, "dropped"),
    ],
)
def test_a_reply_to_whatever_comes_is_due_with_ones_next_decision(log, to_move, became):
    made = [entry(0, 0, "a")]
    for what, seat in log:
        made.append(entry(len(made), seat, *((None, what) if isinstance(what, int) else (what,))))
    planned = Condition(0, "", 1, 1, None, "mine", [])
    assert standing(planned, made, to_move) == became
    assert standing(replace(planned, settled=True), made, to_move) == ("played" if became == "played" else "dropped")


def whatever(server, letter):
    """The same slow game again, in which somebody could plan a reply to whatever comes."""
    table, people = seated(server, pace=SLOW, seed=1, key=letter * 32)
    to_move = people[0].view(table)["to_move"]
    waits, decides = people[1 - to_move], people[to_move]
    seen = waits.post(table, "ahead", {"ply": 0, "line": None})
    assert seen.status_code == 200 and seen.json()["to_move"] == 1 - to_move, seen.text
    return table, waits, decides, [move["text"] for move in seen.json()["moves"]]


def spoil(table, person, could):
    """Play a turn that builds where the other could, if that is possible."""
    while (view := person.view(table))["to_move"] == view["you"]:
        moves = {move["text"]: move["move"] for move in view["legal"]}
        person.move(
            table, view, next((moves[text] for text in could if text.startswith("build") and text in moves), None)
        )


def test_whatever_comes_a_reply_is_played_if_it_is_allowed_and_else_dropped(server):
    table, waits, decides, could = whatever(server, "a")
    spoil(table, decides, could)
    allowed = [move["text"] for move in waits.view(table)["legal"]]
    for letter, wanted in (("b", "played"), ("c", "dropped")):
        table, waits, decides, could = whatever(server, letter)
        move = next(text for text in could if (text in allowed) == (wanted == "played"))
        before = decides.get(table).content
        answer = waits.post(table, "reply", {"ply": 0, "line": None, "move": move}).json()
        assert (answer["outcome"], answer["whatever"], len(answer["says"])) == ("waits", True, 1)
        assert decides.get(table).content == before, "seen by nobody else"
        spoil(table, decides, could)
        ply = waits.view(table)["ply"]
        wait_for(lambda table=table, waits=waits, wanted=wanted: outcome(waits, table) == wanted)
        entries = waits.get(table, "/digest", since=0).json()["entries"]
        own = [one["move"] for one in entries if one["seat"] == waits.view(table)["you"]]
        assert own == ([move] if wanted == "played" else []) and ply <= len(entries)
    assert waits.post(table, "reply/drop").json() == {"outcome": None, "whatever": False, "says": []}


def slow(server, moves=0):
    """A slow game of two in which somebody waits: the table, who waits, and who must decide."""
    table, people = seated(server, pace=SLOW)
    for _ in range(moves):
        view = people[0].view(table)
        person = people[view["to_move"]]
        person.move(table, person.view(table))
    to_move = people[0].view(table)["to_move"]
    return table, people[1 - to_move], people[to_move]


def likely_line(table, waits, decides):
    """What the one to decide will do until the decision is the other's: found by playing it in the mind."""
    view, line = waits.view(table), []
    while True:
        seen = waits.post(table, "ahead", {"ply": view["ply"], "line": line})
        assert seen.status_code == 200, seen.text
        found = seen.json()
        if found["to_move"] == view["you"]:
            return line, found["moves"]
        texts = [one["text"] for one in found["moves"]]
        line.append(min(texts, key=lambda text: next((k for k, how in enumerate(SURE) if text.startswith(how)), 9)))


def plan(server, pick=0):
    for _ in range(30):  # until a deal in which nothing hidden matters on the way
        table, waits, decides = slow(server)
        line, moves = likely_line(table, waits, decides)
        if all(text.startswith(SURE) for text in line):
            break
    move = moves[pick]["text"]
    answer = waits.post(table, "reply", {"ply": waits.view(table)["ply"], "line": line, "move": move})
    assert answer.status_code == 200 and answer.json()["outcome"] == "waits", answer.text
    return table, waits, decides, line, move


def play_line(table, person, line):
    for text in line:
        view = person.view(table)
        assert person.post(table, "moves", {"ply": view["ply"], "move": text}).status_code == 200


def outcome(person, table):
    return person.get(table, "/reply").json()["outcome"]


def test_the_reply_is_played_when_just_that_comes(server):
    table, waits, decides, line, move = plan(server)
    play_line(table, decides, line)
    wait_for(lambda: outcome(waits, table) == "played")
    made = waits.get(table, "/digest", since=0).json()["entries"][-1]
    assert (made["move"], made["seat"], made["bot"]) == (move, waits.view(table)["you"], False)
    assert len(waits.get(table, "/reply").json()["says"]) == len(line) + 1
    assert waits.post(table, "reply/drop").json() == {"outcome": None, "whatever": False, "says": []}


def test_nobody_else_learns_of_it(server):
    table, waits, decides = slow(server)
    stranger = server.person()
    before = [person.get(table).content for person in (decides, stranger)]
    line, moves = likely_line(table, waits, decides)
    asked = {"ply": waits.view(table)["ply"], "line": line, "move": moves[0]["text"]}
    assert waits.post(table, "reply", asked).status_code == 200
    assert [person.get(table).content for person in (decides, stranger)] == before, "not a byte, not a version"
    assert outcome(decides, table) is None
    assert stranger.get(table, "/reply").json()["code"] == "not_seated"
    assert stranger.post(table, "reply/drop").json()["code"] == "not_seated"
    assert outcome(waits, table) == "waits"
    for what in ("/record", "/digest", "/brief"):
        assert "says" not in decides.get(table, what).text and "reply" not in decides.get(table, what).text


def test_something_else_drops_it_and_only_its_owner_is_told(server):
    table, waits, decides, line, _ = plan(server)
    view = decides.view(table)
    other = next(one["text"] for one in view["legal"] if one["text"] != line[0])
    decides.post(table, "moves", {"ply": view["ply"], "move": other})
    wait_for(lambda: outcome(waits, table) == "dropped")
    assert outcome(decides, table) is None
    while (view := decides.view(table))["to_move"] == view["you"]:
        decides.move(table, view)
    ply = view["ply"]
    wait_for(lambda: settled(server, table))
    assert decides.view(table)["ply"] == ply, "nothing was played for its owner"


def settled(server, table):
    engine = open_engine(Settings(database=server.settings["database"]))
    with engine.connect() as connection:
        found = connection.execute(sa.select(schema.conditions.c.settled).where(schema.conditions.c.table_id == table))
        kept = [bool(one) for one in found.scalars()]
    engine.dispose()
    return kept == [True]


def test_what_cannot_be_planned_is_refused(small_server):
    table, waits, decides = slow(small_server)
    view = waits.view(table)
    line, moves = likely_line(table, waits, decides)

    def said(person, what, **body):
        answer = person.post(table, what, {"ply": view["ply"], **body})
        return answer.status_code, answer.json().get("code")

    assert said(decides, "ahead", line=[]) == (409, "your_turn")
    assert said(small_server.person(), "ahead", line=[]) == (403, "not_seated")
    assert said(waits, "ahead", line=["nonsense:1"]) == (409, "unknown_move")
    assert said(waits, "ahead", line=[*line, line[0]]) == (409, "illegal_move")
    assert said(waits, "ahead", line=["end"] * 41) == (422, "unreadable")
    assert said(waits, "reply", line=None, move="nonsense:1") == (409, "unknown_move")
    assert said(waits, "reply", line=line[:-1], move=moves[0]["text"]) == (409, "illegal_move")
    assert waits.post(table, "ahead", {"ply": view["ply"] + 1, "line": []}).json()["code"] == "stale_ply"
    quick, people = seated(small_server)
    idle = people[1 - people[0].view(quick)["to_move"]]
    assert idle.post(quick, "ahead", {"ply": 0, "line": []}).json()["code"] == "not_slow"


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_reply_outlives_its_server_and_is_played_by_another(kind, database):
    place = database(kind)
    first = Server(place, scan=3600.0)  # it looks once, and then no more
    second = None
    try:
        table, waits, decides, line, move = plan(first)
        play_line(table, decides, line)
        ply = waits.view(table)["ply"]
        first.kill()
        second = Server(place, port=first.port)
        wait_for(lambda: outcome(waits, table) == "played")
        entries = waits.get(table, "/digest", since=ply).json()["entries"]
        assert [one["move"] for one in entries] == [move], json.dumps(entries)
    finally:
        if second is not None:
            second.stop()
