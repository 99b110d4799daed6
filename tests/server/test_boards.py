"""The page's types are made from Python: whatever a game tells of a table or its box is exactly what they say."""

from __future__ import annotations

import random
from collections import Counter

import jsonschema_rs
import orjson
import pytest
from pydantic import ValidationError

from sampan.engine.check import all_options, varied_move
from sampan.engine.game import SPECTATOR
from sampan.games import load, names
from sampan.server.boards import box_model, view_model

EVERY = 4  # plies between two looks


def told(view) -> bytes:
    return orjson.dumps(view, option=orjson.OPT_SERIALIZE_NUMPY)


@pytest.mark.parametrize("name", names())
def test_every_view_of_whole_games_has_exactly_the_keys_and_types_of_its_model(name):
    game, model, made = load(name), view_model(name), Counter()
    for options in all_options(game):
        dice = random.Random(f"{name} {options}")
        state, ply = game.deal(options, dice.randrange(1 << 32)), 0
        while not game.over(state):
            if ply % EVERY == 0:
                for seat in (SPECTATOR, game.to_move(state)):
                    model.model_validate_json(told(game.view(state, seat)))
            game.play(state, varied_move(game, state, dice, made))
            ply += 1
        model.model_validate_json(told(game.view(state)))


@pytest.mark.parametrize("name", names())
def test_a_key_less_a_key_more_or_another_type_is_noticed(name):
    game, model = load(name), view_model(name)
    whole = game.view(game.deal(seed=1))
    for wrong in ({k: v for k, v in whole.items() if k != "turn"}, whole | {"new": 1}, whole | {"turn": "1"}):
        with pytest.raises(ValidationError):
            model.model_validate_json(told(wrong))


@pytest.mark.parametrize("name", names())
def test_the_box_is_what_its_schema_says(name):
    schema, tables = box_model(name).model_json_schema(), load(name).box.tables
    jsonschema_rs.validate(schema, tables)
    assert not jsonschema_rs.is_valid(schema, tables | {"new": 1})
