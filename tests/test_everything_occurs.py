"""Thousands of random games: every kind of move, card and reason occurs, or is named here with the cause."""

from __future__ import annotations

from collections import Counter

import pytest

from sampan.engine.batch import watch
from sampan.engine.check import all_options
from sampan.engine.rule import JIT
from sampan.games import load, names

from .unmet import NEVER, SELDOM

GAMES = {"river": 700, "feya": 160}  # with each combination of options: 6,300 and 4,480 games
FIRST = {"river": 50_000, "feya": 0}  # seeds whose games meet even the rare reasons

# Moves whose labels are cards, tiles or goods: each one must be made. Hexes and shore spaces depend on the map.
CARD_KINDS = {
    "river": {
        "patron",
        "die",
        "trade",
        "take",
        "sail",
        "deliver",
        "discard",
        "good",
        "journey",
        "merchant",
        "sell",
        "face",
    },
    "feya": {"guide", "use", "boat", "track", "special", "take", "swap"},
}
NEVER_MADE = {
    "river": set(),
    "feya": {"use:vp4", "use:vp5", "use:vp6", "use:vp7", "use:vp8"},  # points at once: they are never held
}


@pytest.mark.skipif(not JIT, reason="thousands of games need compiled rules; SAMPAN_JIT=0 is set")
@pytest.mark.parametrize("name", names())
def test_every_kind_of_move_every_card_and_every_reason_occurs(name):
    game, made, met = load(name), Counter(), Counter()
    for number, options in enumerate(all_options(game)):
        moves, reasons = watch(game, GAMES[name], options, seed=FIRST[name] + 10_000 * number)
        made += moves
        met += reasons
    kinds = {game.moves.kind(move) for move in range(len(game.moves)) if made[game.move_text(move)]}
    assert {block.kind for block in game.moves.blocks} - kinds == set(), "kinds of move that were never made"
    cards = {game.move_text(m) for m in range(len(game.moves)) if game.moves.kind(m) in CARD_KINDS[name]}
    assert {text for text in cards if not made[text]} == NEVER_MADE[name], "cards and tiles that never came up"
    missing = {why.name for why in game.definition.why if not met[why.name]}
    assert missing - set(SELDOM[name]) == set(NEVER[name]), "reasons that were never met"
