"""How a box is entered: every field that a game's box has is called something, in every language."""

from __future__ import annotations

import json

import pytest

from sampan.engine.messages import catalogue
from sampan.games import load
from tests.shelf import OWN

LANGUAGES = ("en", "es", "pl", "ru")


def keys(value, path=()):
    """The paths of all fields in a box, without places in lists."""
    if isinstance(value, dict):
        for key, entry in value.items():
            if key != "source":
                yield (*path, key)
                yield from keys(entry, (*path, key))
    elif isinstance(value, list):
        for entry in value:
            yield from keys(entry, path)


def named(path, called):
    """Whether a field is called something, by its key or the last keys of its path."""
    return any(".".join(path[at:]) in called for at in range(len(path)))


@pytest.mark.parametrize("game", OWN)
def test_every_field_and_step_is_called_something_in_every_language(game):
    definition = load(game).definition
    folder = definition.folder / "entry"
    steps = json.loads((folder / "steps.json").read_text(encoding="utf-8"))
    words = {one: json.loads((folder / f"{one}.json").read_text(encoding="utf-8")) for one in LANGUAGES}
    for language, found in words.items():
        assert found["fields"].keys() == words["en"]["fields"].keys(), language
        assert [*found["steps"]] == [step["id"] for step in steps], language
        said = catalogue(definition.folder, language)
        lent = [field[1:] for field in found["fields"].values() if field.startswith("=")]
        assert set(lent) <= said.keys(), language
    called = words["en"]["fields"]
    nameless = {
        path
        for path in keys(load(game).box.tables)
        if not any(".".join(path[at:]) in called for at in range(len(path)))
    }
    assert nameless == set()
    tables = load(game).box.tables
    for step in steps:
        for field in step["fields"]:
            at = tables
            for key in field.split("."):
                at = at[key]
