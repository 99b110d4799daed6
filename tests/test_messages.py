"""Every message a game can send has a sentence; every sentence is sent by something."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from sampan.engine.check import all_options, varied_move
from sampan.engine.messages import catalogue, plural
from sampan.games import load, names
from sampan.review.shape import ASIDE

GAMES_OF_EACH = 18


def terms_in(value):
    """The message ids among a message's arguments."""
    if isinstance(value, dict):
        return {term for entry in value.values() for term in terms_in(entry)}
    if isinstance(value, list):
        return {term for entry in value for term in terms_in(entry)}
    return {value} if isinstance(value, str) else set()


@pytest.mark.parametrize("name", names())
def test_every_message_of_whole_games_becomes_a_sentence(name):
    game = load(name)
    words = game.words(seats={seat: f"Player {seat + 1}" for seat in range(4)})
    dice, made = random.Random(1), Counter()
    for seed, options in enumerate(dice.choices(list(all_options(game)), k=GAMES_OF_EACH)):
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


@pytest.mark.parametrize("name", names())
def test_every_reason_source_and_kind_of_move_has_its_sentence(name):
    game = load(name)
    messages = catalogue(game.definition.folder)
    wanted = {f"{name}_why_{why.name.lower()}" for why in game.definition.why}
    wanted |= {f"{name}_source_{source}" for source in game.sources}
    asides = (ASIDE,) if game.definition.asides[1] else ()
    deeds = {f"{name}_deed_{deed}" for deed in (*game.definition.deeds, "other", *asides) if game.definition.deeds}
    assert deeds == {message for message in messages if message.startswith(f"{name}_deed_")}
    wanted |= {f"{name}_{what}" for what in ("title", "about", "credits", "primer")}
    wanted |= {f"{name}_tie"} if game.definition.tie else set()
    wanted |= {f"{name}_{what}_{block.kind}" for what in ("move", "log") for block in game.moves.blocks}
    assert wanted - set(messages) == set()


LANGUAGES = [
    (name, file.stem) for name in names() for file in sorted((load(name).definition.folder / "messages").glob("*.json"))
]


@pytest.mark.parametrize(("name", "language"), LANGUAGES)
def test_every_language_has_every_sentence_and_can_be_spoken_at_the_terminal(name, language):
    game = load(name)
    folder = game.definition.folder
    assert set(catalogue(folder, language)) == set(catalogue(folder))
    words = game.words(language, seats={seat: f"Player {seat + 1}" for seat in range(4)})
    dice, made = random.Random(2), Counter()
    state = game.deal(None, 3)
    while not game.over(state):
        move, before = varied_move(game, state, dice, made), game.copy(state)
        game.play(state, move)
        for message in [*game.narrate(before, move, state), game.describe(before, move)]:
            said = words.say(message)
            assert said and "{" not in said and f"{name}_" not in said, (message, said)


@pytest.mark.parametrize(
    ("language", "numbers"),
    [
        ("en", {"one": [1], "other": [0, 2, 11, 21]}),
        ("es", {"one": [1], "other": [0, 2, 11, 21]}),
        ("pl", {"one": [1], "few": [2, 4, 22, 104], "many": [0, 5, 12, 14, 21, 112]}),
        ("ru", {"one": [1, 21, 101], "few": [2, 4, 22], "many": [0, 5, 11, 14, 111]}),
    ],
)
def test_numbers_ask_for_the_plural_of_their_language(language, numbers):
    for form, asked in numbers.items():
        assert {plural(language, number) for number in asked} == {form}
