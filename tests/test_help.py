"""The rules of each game in our own words: every reason why not has exactly one paragraph that explains it."""

from __future__ import annotations

import json

import pytest

from sampan.games import NAMES, definition

WRITTEN = [name for name in NAMES if (definition(name).folder / "help").exists()]


def test_river_has_its_rules():
    assert "river" in WRITTEN


@pytest.mark.parametrize("name", WRITTEN)
def test_every_reason_why_not_has_one_paragraph(name):
    game = definition(name)
    paragraphs = json.loads((game.folder / "help" / "paragraphs.json").read_text(encoding="utf-8"))
    answered = [reason for paragraph in paragraphs for reason in paragraph.get("answers", [])]
    assert sorted(answered) == sorted(why.name.lower() for why in game.why if why)
