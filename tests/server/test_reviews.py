"""Reviews of finished games: for whoever may see the game, made once and last, kept with it; refused in a line."""

from __future__ import annotations

import json
import sqlite3

import pytest

from sampan.server.review_routes import GameReview, ReviewState
from tests.shelf import FIRST

from .kit import Server, play_on, seated, wait_for

TINY = 0.03  # of the usual effort
PATIENCE = 600.0  # seconds, for what gives way to everything else on the machine
# A server whose reviews end when a file appears, and which says in others what it has begun.
SLOW = """
import pathlib, time, sampan.server.reviews as reviews
from sampan.review.shape import Chance, Review
folder = pathlib.Path({folder!r})
begun = iter(range(1000))
def reviewed(text, settings, thought, tell):
    record = reviews.parse_record(text)
    found = Review(record.game, record.rules, record.box, "e", 2, len(record.moves), 1, 2, [Chance(0, [0.5, 0.5])])
    tell(found)
    (folder / f"begun-{{next(begun)}}").touch()
    while not (folder / "go").exists() and not thought.stop.is_set():
        time.sleep(0.01)
    found.done = 2
    tell(found)
    return found
reviews.reviewed = reviewed
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("reviews")


@pytest.fixture(scope="module")
def slow(database, folder):
    running = Server(database("sqlite"), first=SLOW.format(folder=str(folder)))
    yield running
    running.stop()


def finished(server):
    table, people = seated(server)
    play_on(table, people)
    return table, people


def asked(person, table):
    return person.post(table, "review")


def test_a_review_adds_up_has_the_form_that_is_promised_and_is_there_for_whoever_may_see_the_game(database):
    server = Server(database("sqlite"), review_effort=TINY)
    try:
        table, _ = finished(server)
        anybody = server.person()
        assert anybody.get(table, "/review").json()["state"] == "none"
        assert asked(anybody, table).json()["state"] in ("waiting", "running")
        wait_for(lambda: anybody.get(table, "/review").json()["state"] == "done", PATIENCE)
        state = ReviewState.model_validate(anybody.get(table, "/review").json(), extra="forbid")
        review = state.review
        assert review is not None and (review.done, review.game) == (review.total, FIRST)
        assert [chance.at for chance in review.chances][-1] == review.plies
        for sheet in review.sheets:
            parts = sheet.start + sheet.luck + sheet.decisions + sheet.rivals + sheet.remainder
            assert parts == pytest.approx(sheet.result, abs=1e-9)
        assert asked(server.person(), table).json()["review"] is not None, "nobody waits for it twice"
    finally:
        server.stop()


def test_what_there_is_so_far_is_shown_once_and_another_look_brings_only_news(slow, folder):
    (folder / "go").unlink(missing_ok=True)
    table, (ada, _) = finished(slow)
    assert asked(ada, table).json()["state"] == "waiting"
    wait_for(lambda: ada.get(table, "/review").json()["state"] == "running")
    first = ada.get(table, "/review").json()
    assert (first["done"], first["total"]) == (1, 2) and first["review"]["chances"]
    assert ada.get(table, "/review", known=1).json() == {**first, "review": None}
    assert asked(ada, table).json()["state"] == "running", "asking again begins nothing"
    (folder / "go").touch()
    wait_for(lambda: ada.get(table, "/review", known=1).json()["state"] == "done")
    assert ada.get(table, "/review", known=2).json()["review"]["done"] == 2


def test_the_review_of_a_record_comes_line_by_line_and_ends_when_nobody_listens(slow, folder):
    (folder / "go").unlink(missing_ok=True)
    table, (ada, _) = finished(slow)
    record, begun = ada.get(table, "/record").content, len([*folder.glob("begun-*")])
    asking = {"content": record, "headers": {"content-type": "application/json"}}
    with ada.client.stream("POST", "/api/replay/review", **asking) as answer:
        assert answer.status_code == 200 and answer.headers["content-type"] == "application/x-ndjson"
        states = (json.loads(line) for line in answer.iter_lines())
        assert next(state for state in states if state["review"])["state"] == "running"
    with ada.client.stream("POST", "/api/replay/review", **asking) as answer:  # the first gave its place up
        wait_for(lambda: len([*folder.glob("begun-*")]) == begun + 2)
        (folder / "go").touch()
        last = [json.loads(line) for line in answer.iter_lines()][-1]
    assert last["state"] == "done" and GameReview.model_validate(last["review"], extra="forbid").done == 2
    assert ada.get(table, "/review").json()["state"] == "none", "nothing of it is kept"


def test_running_games_and_unstarted_tables_are_not_reviewed(small_server):
    table, (ada, _) = seated(small_server)
    for answer in (asked(ada, table), ada.get(table, "/review")):
        assert (answer.status_code, answer.json()["code"]) == (409, "not_over")
    waiting, _ = ada.open([{"kind": "human"}, {"kind": "open"}])
    assert asked(ada, waiting).json()["code"] == "not_over"
    assert asked(ada, "none-at-all0").json()["code"] == "no_table"


def test_a_record_that_is_not_a_finished_game_of_these_rules_is_refused_in_a_line(small_server):
    table, (ada, _) = finished(small_server)
    record = ada.get(table, "/record").json()
    half = len(record["moves"]) // 2
    cut = {**record, "moves": record["moves"][:half], "marks": record["marks"][: 4 * half]}
    for wrong, code in (
        ({**record, "over": False}, "not_over"),
        ({**cut, "over": True}, "bad_record"),
        ({**record, "rules": record["rules"] + 1}, "bad_record"),
    ):
        answer = ada.client.post("/api/replay/review", json=wrong)
        assert (answer.status_code, answer.json()["code"]) == (409, code), answer.text
        assert "\n" not in answer.json()["detail"]


def test_an_address_has_few_at_once_and_one_that_is_full_costs_nobody_else(slow, folder):
    (folder / "go").unlink(missing_ok=True)
    tables = [finished(slow) for _ in range(3)]
    answers = [asked(people[0], table) for table, people in tables]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[2].json()["code"] == "too_many_reviews" and answers[2].headers["retry-after"]
    (folder / "go").touch()
    for table, people in tables[:2]:
        wait_for(lambda table=table, people=people: people[0].get(table, "/review").json()["state"] == "done")
    last, people = tables[2]
    wait_for(lambda: asked(people[0], last).status_code == 200)
    wait_for(lambda: people[0].get(last, "/review").json()["state"] == "done")


def test_a_review_that_a_killed_server_left_is_made_anew_and_one_of_another_evaluation_goes(database, tmp_path):
    path, folder = database("sqlite"), tmp_path
    server = Server(path, first=SLOW.format(folder=str(folder)))
    try:
        table, (ada, _) = finished(server)
        asked(ada, table)
        wait_for(lambda: ada.get(table, "/review").json()["state"] == "running")
        server.kill()
        with sqlite3.connect(path) as store:  # as if a while had passed
            store.execute("UPDATE reviews SET beat_at = 1")
        server.start()
        ada = ada.at(server)
        assert ada.get(table, "/review").json()["state"] == "none"
        (folder / "go").touch()
        assert asked(ada, table).json()["state"] == "waiting"
        wait_for(lambda: ada.get(table, "/review").json()["state"] == "done")
        with sqlite3.connect(path) as store:
            store.execute("UPDATE reviews SET evaluation = 'of-another-net'")
        assert ada.get(table, "/review").json()["state"] == "none"
        asked(ada, table)
        wait_for(lambda: ada.get(table, "/review").json()["state"] == "done")
        with sqlite3.connect(path) as store:
            assert store.execute("SELECT COUNT(*) FROM reviews").fetchone() == (1,)
    finally:
        server.stop()


def test_of_two_processes_one_works_and_both_tell(database, tmp_path):
    path = database("sqlite")
    first, second = (Server(path, first=SLOW.format(folder=str(tmp_path))) for _ in range(2))
    try:
        table, (ada, _) = finished(first)
        other = ada.at(second)
        asked(ada, table)
        assert asked(other, table).json()["state"] in ("waiting", "running")
        wait_for(lambda: other.get(table, "/review").json()["state"] == "running")
        assert len([*tmp_path.glob("begun-*")]) == 1
        (tmp_path / "go").touch()
        wait_for(lambda: other.get(table, "/review").json()["state"] == "done")
    finally:
        first.stop()
        second.stop()


def test_nobody_waits_for_a_review(slow, folder):
    (folder / "go").unlink(missing_ok=True)
    table, (ada, _) = finished(slow)
    asked(ada, table)
    wait_for(lambda: ada.get(table, "/review").json()["state"] == "running")
    playing, people = seated(slow)
    view = people[0].view(playing)
    hint = people[view["to_move"]].post(playing, "hint", {"ply": view["ply"]})
    assert hint.status_code == 200, "a hint comes while a review is made"
    assert ada.get(table, "/review").json()["state"] == "running"
    (folder / "go").touch()
    wait_for(lambda: ada.get(table, "/review").json()["state"] == "done")
