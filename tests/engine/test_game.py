"""The Game object: options, seeds, moves and their refusals."""

from __future__ import annotations

import numpy as np
import pytest

from sampan.engine.errors import MoveError, OptionError, SampanError
from sampan.games import load


def test_the_same_seed_deals_the_same_game(river):
    assert river.deal({"players": 3}, 5).tobytes() == river.deal({"players": 3}, 5).tobytes()
    assert river.deal({"players": 3}, 5).tobytes() != river.deal({"players": 3}, 6).tobytes()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"players": 5}, "river: players = 5: expected one of 2, 3, 4"),
        ({"players": "two"}, "river: players = 'two': expected one of 2, 3, 4"),
        ({"players": True}, "river: players = True: expected one of 2, 3, 4"),
        ({"patrons": "all"}, "river: patrons = 'all': expected one of off, draft, clan"),
        ({"colour": "red"}, "river: colour = 'red': expected no such option; known: players, patrons"),
    ],
)
def test_bad_options_are_named(river, options, said):
    with pytest.raises(OptionError) as error:
        river.deal(options)
    assert str(error.value) == said


@pytest.mark.parametrize("seed", [-1, 2**128, True])
def test_bad_seeds_are_refused(river, seed):
    with pytest.raises(OptionError, match="seed = "):
        river.deal({}, seed)


def test_options_may_be_given_as_texts(river):
    assert river.resolve({"players": "4"}) == {"players": 4, "patrons": "off"}


def test_an_unknown_game_is_named():
    with pytest.raises(SampanError, match="'chess' is no game: expected one of river"):
        load("chess")


def test_play_changes_in_place_and_a_copy_stays(river):
    state = river.deal({}, 1)
    kept = river.copy(state)
    river.play(state, river.legal_moves(state)[0])
    assert kept.tobytes() == river.deal({}, 1).tobytes() != state.tobytes()


@pytest.mark.parametrize("move", ["good:silk", "take:1", "jump", "build:99", 10**6, -1])
def test_a_refused_move_leaves_every_byte_alone(river, move):
    state = river.deal({}, 1)
    before = state.tobytes()
    with pytest.raises(MoveError):
        river.play(state, move)
    assert state.tobytes() == before


def test_the_refusal_names_the_move_and_the_reason(river):
    state = river.deal({}, 1)
    with pytest.raises(MoveError) as error:
        river.play(state, "good:silk")
    assert str(error.value) == "good:silk is not allowed: Not now: first build, sail or deliver."
    assert error.value.why == river.definition.why.NOT_NOW


def test_the_mask_and_the_list_agree(river):
    state = river.deal({"patrons": "draft"}, 2)
    mask = river.legal(state)
    assert mask.dtype == np.bool_ and len(mask) == len(river.moves)
    assert list(np.flatnonzero(mask)) == river.legal_moves(state)


def test_every_feature_has_a_name_and_a_sensible_size(river):
    state = river.deal({"players": 4, "patrons": "clan"}, 2)
    assert len(set(river.feature_names)) == len(river.feature_names) == len(river.features(state, 0))
    seen = np.zeros(len(river.feature_names))
    for seed in range(40):
        state = river.deal({"players": 2 + seed % 3, "patrons": "draft"}, seed)
        for _ in range(150):
            moves = river.legal_moves(state)
            if not moves:
                break
            river.play(state, moves[seed % len(moves)])
        features = river.features(state, seed % 2)
        assert np.isfinite(features).all() and features.min() >= 0 and features.max() <= 6
        seen = np.maximum(seen, features)
    assert (seen > 0).mean() > 0.5


def test_leaf_counts_match_a_plain_walk(river):
    def walk(state, depth):
        if depth == 0 or river.over(state):
            return 1
        total = 0
        for move in river.legal_moves(state):
            after = river.copy(state)
            river.play(after, move)
            total += walk(after, depth - 1)
        return total

    state = river.deal({"players": 3}, 4)
    assert [river.count_leaves(state, depth) for depth in (1, 2, 3)] == [walk(state, depth) for depth in (1, 2, 3)]
