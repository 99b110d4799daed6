"""What a page asks for where it has no board for a game: its sentences, and the table as text."""

from __future__ import annotations

import json

import pytest

from sampan.drawing import drawn
from sampan.engine.game import SPECTATOR
from sampan.games import load, names
from tests.shelf import with_hands

from .kit import seated
from .test_positions import JSON, recorded

LANGUAGES = ("en", "es", "pl", "ru")


@pytest.mark.parametrize("game", names())
def test_a_games_sentences_are_those_of_its_folder(small_server, game):
    client = seated(small_server)[1][0].client
    for language in LANGUAGES:
        found = client.get(f"/api/games/{game}/messages/{language}").json()
        folder = load(game).definition.folder
        assert found == json.loads((folder / "messages" / f"{language}.json").read_text(encoding="utf-8"))
    assert client.get(f"/api/games/{game}/messages/xx").status_code == 422
    assert client.get("/api/games/nothing/messages/en").status_code == 422


def test_a_tables_picture_is_drawn_from_what_its_viewer_may_know(small_server):
    table, people = seated(small_server, game=with_hands())
    view = people[0].view(table)
    game = load(view["game"])
    spoken = {people[0].get(table, "/picture", language=language).json()["text"] for language in LANGUAGES}
    assert len(spoken) == len(LANGUAGES)
    mine, other = (person.get(table, "/picture", language="pl").json() for person in people)
    assert (mine["at"], other["at"]) == (view["moves"], view["moves"])
    assert mine["text"] != other["text"], "each sees their own hand"
    assert people[0].get(table, "/picture", at=view["moves"] + 1).status_code == 404
    _, _, state = recorded(0, with_hands())
    for seat in (0, 1, SPECTATOR):
        assert drawn(game, game.hide(state, seat), seat) == drawn(game, state, seat), "drawing hides by itself, too"


def test_a_records_picture_is_a_spectators(small_server):
    game, record, state = recorded()
    client = seated(small_server)[1][0].client
    found = client.post("/api/replay/picture?at=12&language=ru", content=record.to_json(), headers=JSON).json()
    assert found == {"at": 12, "text": drawn(game, game.hide(state, SPECTATOR), SPECTATOR, "ru", 100)}
    beyond = client.post("/api/replay/picture?at=13", content=record.to_json(), headers=JSON)
    assert (beyond.status_code, beyond.json()["code"]) == (404, "no_such_move")


@pytest.mark.parametrize("game", names())
def test_a_games_rules_and_lesson_are_those_of_its_folder(small_server, game):
    client = seated(small_server)[1][0].client
    folder = load(game).definition.folder
    listed = next(entry for entry in client.get("/api/games").json() if entry["game"] == game)
    assert (listed["help"], listed["lesson"]) == ((folder / "help").is_dir(), (folder / "lesson").is_dir())
    for language in LANGUAGES:
        rules, texts = client.get(f"/api/games/{game}/help/{language}").json(), read(folder / "help", language)
        assert [rule["id"] for rule in rules] == [entry["id"] for entry in read(folder / "help", "paragraphs")]
        told = {rule["id"]: {key: rule[key] for key in ("title", "text", "find") if rule[key]} for rule in rules}
        assert told == {name: texts[name] for name in told}
        script, steps = client.get(f"/api/games/{game}/lesson/{language}").json(), read(folder / "lesson", "steps")
        assert (script["seed"], script["options"]) == (steps["seed"], steps["options"])
        moves = [(step["id"], step["move"], step["then"]) for step in script["steps"]]
        assert moves == [(step["id"], step.get("move"), step.get("then")) for step in steps["steps"]]
        assert script["words"] == read(folder / "lesson", language)


def read(folder, name):
    return json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
