"""Thousands of random games: every kind of move, card and reason occurs, or its game names it with the cause."""

from __future__ import annotations

from collections import Counter

import pytest

from sampan.engine.batch import watch
from sampan.engine.check import all_options
from sampan.engine.rule import JIT
from sampan.games import load

from .shelf import OWN, expected


@pytest.mark.skipif(not JIT, reason="thousands of games need compiled rules; SAMPAN_JIT=0 is set")
@pytest.mark.parametrize("name", OWN)
def test_every_kind_of_move_every_card_and_every_reason_occurs(name):
    game, expects, made, met = load(name), expected(name), Counter(), Counter()
    for number, options in enumerate(all_options(game)):
        moves, reasons = watch(game, expects.watched_games, options, seed=expects.watched_seed + 10_000 * number)
        made += moves
        met += reasons
    kinds = {game.moves.kind(move) for move in range(len(game.moves)) if made[game.move_text(move)]}
    assert {block.kind for block in game.moves.blocks} - kinds == set(), "kinds of move that were never made"
    cards = {game.move_text(m) for m in range(len(game.moves)) if game.moves.kind(m) in expects.card_kinds}
    assert {text for text in cards if not made[text]} == expects.never_made, "cards and tiles that never came up"
    missing = {why.name for why in game.definition.why if not met[why.name]}
    assert missing - set(expects.seldom) == set(expects.never), "reasons that were never met"
