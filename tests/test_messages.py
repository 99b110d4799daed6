"""Every message a game can send has a sentence; every sentence is sent by something."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from sampan.engine.check import all_options, varied_move
from sampan.engine.messages import Words, catalogue
from sampan.games import NAMES, load

GAMES_EACH = 2


def terms_in(value):
    """The message ids among a message's arguments."""
    if isinstance(value, dict):
        return {term for entry in value.values() for term in terms_in(entry)}
    if isinstance(value, list):
        return {term for entry in value for term in terms_in(entry)}
    return {value} if isinstance(value, str) else set()


@pytest.mark.parametrize("name", NAMES)
def test_every_message_of_whole_games_becomes_a_sentence(name):
    game = load(name)
    words = Words(game.definition.folder, seats={seat: f"Player {seat + 1}" for seat in range(4)})
    dice, made = random.Random(1), Counter()
    for options in all_options(game):
        for seed in range(GAMES_EACH):
            state = game.deal(options, seed)
            while not game.over(state):
                move, before = varied_move(game, state, dice, made), game.copy(state)
                refused = dice.randrange(len(game.moves))
                game.play(state, move)
                told = game.narrate(before, move, state)
                for message in [*told, game.describe(before, move), game.explain(before, refused)]:
                    assert message[0] in words.messages, message
                    said = words.say(message)
                    assert said and "{" not in said and f"{name}_" not in said, (message, said)


@pytest.mark.parametrize("name", NAMES)
def test_every_reason_source_and_kind_of_move_has_its_sentence(name):
    game = load(name)
    messages = catalogue(game.definition.folder)
    wanted = {f"{name}_why_{why.name.lower()}" for why in game.definition.why}
    wanted |= {f"{name}_source_{source}" for source in game.sources}
    wanted |= {f"{name}_{what}_{block.kind}" for what in ("move", "log") for block in game.moves.blocks}
    assert wanted - set(messages) == set()
