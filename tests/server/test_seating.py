"""Setting a table up: seats drawn from the seed, a start that comes by itself, and who may chat."""

from __future__ import annotations

import json

import pytest

from sampan.engine.errors import RecordError
from sampan.engine.record import parse_record, verify
from sampan.engine.seeds import fresh_seed, seating
from sampan.games import load
from tests.shelf import FIRST

from .kit import WAIT, play_on, seated

HUMAN, OPEN = {"kind": "human", "name": "Ada"}, {"kind": "open"}
OWN = [option for option in load(FIRST).options if option.seat is not None]  # one for each seat
WISHES = {OWN[0].name: OWN[0].values[1], OWN[1].name: OWN[1].values[2]}


def test_every_order_of_seats_is_drawn_about_as_often():
    orders = [tuple(seating(fresh_seed(), 3)) for _ in range(6000)]
    counts = {order: orders.count(order) for order in orders}
    assert len(counts) == 6 and all(800 < number < 1200 for number in counts.values()), counts
    assert seating(7, 4) == seating(7, 4) and sorted(seating(7, 4)) == [0, 1, 2, 3]


def drawn_table(server, **more):
    """A game of three whose seats were drawn; those who sat there in the order in which they came."""
    ada, bo, cy = people = [server.person() for _ in range(3)]
    table, opened = ada.open([HUMAN, OPEN, OPEN], options=WISHES, seating="random", **more)
    assert opened["view"]["seating"] == "random"
    bo.join(table, name="Bo")
    bo.post(table, "chat", {"text": "hello"})
    cy.join(table, name="Cy")
    return table, people


def test_seats_are_drawn_at_the_start_and_what_belongs_to_a_person_goes_along(server):
    table, people = drawn_table(server)
    ada, bo, cy = people
    assert [person.view(table)["you"] for person in people] == [0, 1, 2]
    with bo.watch(table) as socket:
        assert ada.post(table, "start").json()["status"] == "running"
        while (seen := json.loads(socket.recv(timeout=WAIT)))["status"] == "open":
            pass
    places = [person.view(table)["you"] for person in people]
    view = ada.view(table)
    assert seen["you"] == places[1], "also on a live view that was open before"
    assert sorted(places) == [0, 1, 2]
    assert [view["seats"][place]["name"] for place in places] == ["Ada", "Bo", "Cy"]
    for person, wish in enumerate(WISHES.values()):
        assert view["options"][OWN[places[person]].name] == wish
    chat = next(note for note in view["notes"] if note["id"] == "table_chat")
    assert chat["args"] == {"who": places[1], "name": "Bo", "text": "hello"}, "who said it sits elsewhere now"
    assert cy.join(table, seat=2)["you"] == places[2], "asked again for the seat from before"
    record = ada.get(table, "/record").json()
    assert [record["seating"].index(k) for k in range(3)] == places and "seed" not in record


def test_the_draw_is_in_the_record_and_follows_from_the_seed(small_server):
    table, people = drawn_table(small_server, auto_start=True)
    view = people[0].view(table)
    assert view["status"] == "running", "the last to come made it full"
    at = {person.view(table)["you"]: person for person in people}
    assert play_on(table, [at[seat] for seat in range(3)])["status"] == "over"
    text = people[0].get(table, "/record").text
    record = parse_record(text)
    verify(load(FIRST), record)
    assert record.seating == seating(record.seed, 3)
    record.seating = record.seating[1:] + record.seating[:1]
    with pytest.raises(RecordError, match="which follows from the seed"):
        verify(load(FIRST), record)
    sent = {"content": text, "headers": {"content-type": "application/json"}}
    assert small_server.person().client.post("/api/replay", **sent).status_code == 200


def test_what_people_want_to_be_told_goes_along_with_them(server):
    crossed = next(seed for seed in range(100) if seating(seed, 2) == [1, 0])
    ada, bo = server.person(), server.person()
    table, _ = ada.open([HUMAN, OPEN], seating="random", seed=crossed)
    bo.join(table, name="Bo")
    feeds = [person.post(table, "notices/feed", {}).json()["path"] for person in (ada, bo)]
    ada.post(table, "start")
    assert [person.view(table)["you"] for person in (ada, bo)] == [1, 0]
    assert [person.client.get(feed).status_code for person, feed in zip((ada, bo), feeds, strict=True)] == [200, 200]
    assert [person.get(table, "/notices").json()["feed"] for person in (ada, bo)] == [True, True]


def test_the_same_key_finds_its_table_also_after_the_draw(server):
    ada, bo = server.person(), server.person()
    asked = {"game": FIRST, "seats": [HUMAN, OPEN], "seating": "random", "key": "k" * 32, "options": WISHES}
    opened = ada.client.post("/api/tables", json=asked).json()["view"]
    bo.join(opened["table"], name="Bo")
    ada.post(opened["table"], "start")
    again = ada.client.post("/api/tables", json=asked)
    assert again.status_code == 201 and again.json()["view"]["table"] == opened["table"]
    assert ada.client.post("/api/tables", json={**asked, "seating": "given"}).json()["code"] == "key_used"


def test_a_game_starts_by_itself_where_that_was_chosen(server):
    ada, bo = server.person(), server.person()
    table, _ = ada.open([HUMAN, OPEN, OPEN], auto_start=True)
    assert bo.join(table, name="Bo")["status"] == "open"
    assert bo.post(table, "manners", {"auto_start": False}).json()["code"] == "not_yours"
    assert ada.post(table, "manners", {"auto_start": False}).json()["auto_start"] is False
    assert ada.post(table, "seats/2/bot", {"bot": "random"}).json()["status"] == "open"
    assert ada.post(table, "manners", {"auto_start": True}).json()["status"] == "running"
    late = ada.post(table, "manners", {"auto_start": False})
    assert (late.status_code, late.json()["code"]) == (409, "not_open")


def test_those_who_watch_chat_only_where_the_host_lets_them(server):
    table, (ada, bo) = seated(server)
    eve = server.person()
    said = {"text": "well played", "name": "Eve"}
    assert eve.post(table, "chat", said).json()["code"] == "not_seated"
    assert bo.post(table, "manners", {"watchers_chat": True}).json()["code"] == "not_yours"
    assert ada.post(table, "manners", {"watchers_chat": True}).json()["watchers_chat"] is True
    assert eve.post(table, "chat", {"text": "well played"}).json()["code"] == "name_needed"
    assert eve.post(table, "chat", {**said, "name": "ADA"}).json()["code"] == "name_taken"
    assert eve.post(table, "chat", said).status_code == 200
    assert bo.view(table)["notes"][-1]["args"] == {"name": "Eve", "text": "well played"}
    answers = [eve.post(table, "chat", said).status_code for _ in range(8)]
    assert 429 in answers, "no flood of words"
    assert bo.post(table, "chat", {"text": "thanks"}).status_code == 200, "which costs players nothing"
    ada.post(table, "manners", {"watchers_chat": False})
    assert eve.post(table, "chat", said).json()["code"] == "not_seated"
