"""Rules and lessons of each game: every reason why not has its paragraph; a lesson can be played as it is told."""

from __future__ import annotations

import json

import pytest

from sampan.games import definition, load

from .shelf import OWN


@pytest.mark.parametrize("name", OWN)
def test_every_reason_why_not_has_one_paragraph(name):
    game = definition(name)
    paragraphs = json.loads((game.folder / "help" / "paragraphs.json").read_text(encoding="utf-8"))
    answered = [reason for paragraph in paragraphs for reason in paragraph.get("answers", [])]
    assert sorted(answered) == sorted(why.name.lower() for why in game.why if why)


@pytest.mark.parametrize("name", OWN)
def test_a_lesson_can_be_played_as_it_is_told(name):
    game = load(name)
    script = json.loads((game.definition.folder / "lesson" / "steps.json").read_text(encoding="utf-8"))
    state = game.deal(script["options"], script["seed"])
    for step in script["steps"]:
        line = [step["move"], *step.get("then", [])] if "move" in step else []
        assert game.to_move(state) == 0, step["id"]
        for move in line:
            assert game.why_not(state, move) == 0, (step["id"], move)
            game.play(state, move)
    assert game.to_move(state) == 0 and 10 <= len(script["steps"]) <= 20
