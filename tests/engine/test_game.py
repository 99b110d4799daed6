"""The Game object: options, seeds, moves and their refusals."""

from __future__ import annotations

import numpy as np
import pytest

from sampan.engine.check import all_options
from sampan.engine.errors import MoveError, OptionError, SampanError
from sampan.games import load, names
from tests.shelf import FIRST

VALUES = {option.name: ", ".join(map(str, option.values)) for option in load(FIRST).options}
LAST = list(VALUES)[-1]
ALL = list(all_options(load(FIRST)))


def test_the_same_seed_deals_the_same_game(game):
    assert game.deal({"players": 3}, 5).tobytes() == game.deal({"players": 3}, 5).tobytes()
    assert game.deal({"players": 3}, 5).tobytes() != game.deal({"players": 3}, 6).tobytes()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"players": 5}, f"players = 5: expected one of {VALUES['players']}"),
        ({"players": "two"}, f"players = 'two': expected one of {VALUES['players']}"),
        ({"players": True}, f"players = True: expected one of {VALUES['players']}"),
        ({LAST: "all"}, f"{LAST} = 'all': expected one of {VALUES[LAST]}"),
        ({"colour": "red"}, f"colour = 'red': expected no such option; known: {', '.join(VALUES)}"),
    ],
)
def test_bad_options_are_named(game, options, said):
    with pytest.raises(OptionError) as error:
        game.deal(options)
    assert str(error.value) == f"{game.name}: {said}"


@pytest.mark.parametrize("seed", [-1, 2**128, True])
def test_bad_seeds_are_refused(game, seed):
    with pytest.raises(OptionError, match="seed = "):
        game.deal({}, seed)


def test_options_may_be_given_as_texts(game):
    usual = {option.name: option.values[0] for option in game.options}
    assert game.resolve({"players": "4"}) == {**usual, "players": 4}


def test_an_unknown_game_is_named():
    with pytest.raises(SampanError, match=f"'chess' is not a game here: expected one of {', '.join(names())}"):
        load("chess")


def test_play_changes_in_place_and_a_copy_stays(game):
    state = game.deal({}, 1)
    kept = game.copy(state)
    game.play(state, game.legal_moves(state)[0])
    assert kept.tobytes() == game.deal({}, 1).tobytes() != state.tobytes()


@pytest.mark.parametrize("move", ["jump", "99", ":", 10**6, -1, *(f"illegal {number}" for number in range(3))])
def test_a_refused_move_leaves_every_byte_alone(game, move):
    """One that is none, or one that is not allowed now."""
    state = game.deal({}, 1)
    if str(move).startswith("illegal"):
        move = game.move_text(int(np.flatnonzero(~game.legal(state))[int(move[-1]) * 9]))
    before = state.tobytes()
    with pytest.raises(MoveError):
        game.play(state, move)
    assert state.tobytes() == before


def test_the_refusal_names_the_move_and_the_reason(game):
    state = game.deal({}, 1)
    refused = int(game.legal(state).argmin())
    with pytest.raises(MoveError) as error:
        game.play(state, refused)
    reason = game.words().say(game.explain(state, refused))
    assert str(error.value) == f"{game.move_text(refused)} is not allowed: {reason}"
    assert error.value.why == game.why_not(state, refused) != 0


def test_the_mask_and_the_list_agree(game):
    state = game.deal(ALL[-1], 2)
    mask = game.legal(state)
    assert mask.dtype == np.bool_ and len(mask) == len(game.moves)
    assert list(np.flatnonzero(mask)) == game.legal_moves(state)


def test_leaf_counts_match_a_plain_walk(game):
    def walk(state, depth):
        if depth == 0 or game.over(state):
            return 1
        total = 0
        for move in game.legal_moves(state):
            after = game.copy(state)
            game.play(after, move)
            total += walk(after, depth - 1)
        return total

    state = game.deal({"players": 3}, 4)
    assert [game.count_leaves(state, depth) for depth in (1, 2, 3)] == [walk(state, depth) for depth in (1, 2, 3)]
