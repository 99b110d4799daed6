"""River's deal and events with explicit chance: tiles and cards are decided when they are turned up."""

from __future__ import annotations

import random

import pytest

from sampan.engine.game import EVERYBODY
from sampan.games.river.terms import FACES, NOWHERE, RIVER_SPACES, Ask


def cards_of(hand: int) -> list[int]:
    return [card for card in range(64) if int(hand) >> card & 1]


def top(s, era: int) -> int:
    """The open tile of a stack."""
    return int(s.stack[0, era, s.stack_size[0, era] - 1])


def seats_from_first(s):
    return [(int(s.first[0]) + order) % int(s.players[0]) for order in range(int(s.players[0]))]


def handed_out(game, s):
    """Ships, hands and first dice."""
    start = game.box.record[0].start_river
    for seat in seats_from_first(s):
        yield from ((ship - int(first) - 1) % RIVER_SPACES for ship, first in zip(s.ship[0, seat], start, strict=True))
    for seat in seats_from_first(s):
        yield from cards_of(s.hand[0, seat])
    for seat in seats_from_first(s):
        yield s.die[0, seat]


def fall_as(explicit, values) -> None:
    """Let these fall; one that is left over has nothing to be chosen from."""
    for value in values:
        if explicit.chance is not None and int(value) in explicit.chance.outcomes:
            explicit.fall(int(value))


def insist_same(game, explicit, state) -> None:
    assert explicit.chance is None
    assert explicit.state.tobytes() == game.hide(state, EVERYBODY).tobytes()


@pytest.mark.parametrize("seed", range(12))
def test_whatever_a_seed_deals_can_be_chosen(game, seed):
    options = {"players": 2 + seed % 3, "clan1": "random", "clan2": "random"}
    s, explicit = game.deal(options, seed), game.explicit(options)
    board = [*s.scoring[0, :-1], *s.mastery[0], *(tile for tile in s.tile[0] if tile != NOWHERE)]
    row = [s.row[0, -1], top(s, 1), *s.row[0, -2::-1], top(s, 0)]  # the first tile lies open before era 2's does
    fall_as(explicit, [*board, *row, s.first[0], s.clan[0, 0], s.clan[0, 1], *handed_out(game, s)])
    insist_same(game, explicit, s)


@pytest.mark.parametrize("patrons", ["draft", "clan"])
def test_what_is_handed_out_after_the_patrons_can_be_chosen(game, patrons):
    for seed in range(6):
        state, dice = game.deal({"players": 3, "patrons": patrons}, seed), random.Random(seed)
        explicit = game.explicit(state)
        while int(state.ask[0]) == Ask.PATRON:
            move = dice.choice(game.legal_moves(state))
            explicit.play(move)
            game.play(state, move)
        if int(state.ask[0]) != Ask.FIRST_ROLL:
            fall_as(explicit, handed_out(game, state))
            insist_same(game, explicit, state)


def met_events(game, seed: int):
    """The events of a random game in which whoever can deliver does: the kind of move, and what falls."""
    explicit, dice = game.explicit(game.deal({"players": 2}, seed)), random.Random(seed)
    while not game.over(explicit.state):
        if explicit.chance is None:
            moves = game.legal_moves(explicit.state)
            delivering = [move for move in moves if game.moves.kind(move) == "deliver"]
            explicit.play(dice.choice(delivering or moves))
        else:
            yield game.moves.kind(explicit.move), explicit.copy()
            explicit.fall(dice.choice(explicit.chance.outcomes))


def test_dice_have_six_faces_and_cards_are_those_of_the_deck(game):
    kinds = set()
    for kind, event in met_events(game, 3):
        kinds.add(kind)
        s, outcomes = event.state, event.chance.outcomes
        if kind == "end":
            assert outcomes == tuple(range(FACES))
        elif kind == "deliver":
            seen = {card for seat in range(2) for card in cards_of(s.hand[0, seat] | s.delivered[0, seat])}
            seen |= set(cards_of(s.discards[0]))
            assert not {*seen, *event.fallen} & set(outcomes)
            assert len(outcomes) == s.deck_size[0] - len(event.fallen)
    assert {"end", "deliver"} <= kinds


def test_a_tile_of_the_row_is_one_that_nobody_has_seen(game):
    era_tiles = [set(cards_of(tiles)) for tiles in game.box.record[0].era_tiles]
    met = 0
    for kind, event in met_events(game, 2):
        if kind == "take":
            met += 1
            s, outcomes = event.state, event.chance.outcomes
            seen = {*s.row[0].tolist(), *s.tile[0].tolist(), *cards_of(s.tiles_gone[0])}
            seen |= {top(s, era) for era in range(2)}
            assert not seen & set(outcomes)
            assert any(set(outcomes) == tiles - seen for tiles in era_tiles)
    assert met > 5
