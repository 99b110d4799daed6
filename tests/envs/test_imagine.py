"""Imagined games: what the seat to move knows stays, all the rest is dealt anew, and the table is left alone."""

from __future__ import annotations

import numpy as np
import pytest

from sampan.engine.errors import OptionError
from sampan.engine.lanes import Lanes
from sampan.envs.imagine import imagine
from sampan.games import load
from tests.shelf import FIRST


def in_the_middle(name, size, steps, players=2):
    lanes, dice = Lanes(load(name), size, {"players": players}, seed=6, again=False), np.random.default_rng(6)
    for _ in range(steps):
        lanes.step((dice.random(lanes.masks.shape, np.float32) * lanes.masks).argmax(axis=1))
    return lanes


def test_a_copy_is_the_game_as_the_seat_to_move_could_deal_it():
    lanes = in_the_middle(FIRST, 4, 60)
    game, before = lanes.game, lanes.states.tobytes()
    copies, rows = Lanes(game, 8, {"players": 2}, again=False), np.array([3, 3, 0, 1, 2, 2, -1, -1])
    seeds = np.array([5, 5, 5, 9, 1, 2, 0, 0])
    imagine(copies, lanes, rows, seeds)
    for k, row in enumerate(rows[:6]):
        state, seat = lanes.states[row : row + 1], int(lanes.seats[row])
        assert copies.states[k : k + 1].tobytes() == game.redeal(game.hide(state, seat), seat, int(seeds[k])).tobytes()
        assert (copies.observations[k] == lanes.observations[row]).all() and (copies.masks[k] == lanes.masks[row]).all()
    assert (copies.seats == [*lanes.seats[rows[:6]], -1, -1]).all() and not copies.masks[6:].any()
    assert lanes.states.tobytes() == before


def test_nothing_hidden_gets_into_a_copy():
    """Two tables that differ only in what the seat to move may not know are imagined alike."""
    lanes, other = in_the_middle(FIRST, 6, 45), in_the_middle(FIRST, 6, 45)
    game = lanes.game
    for k in range(6):
        seat = int(other.seats[k])
        other.states[k] = game.redeal(game.hide(other.states[k : k + 1], seat), seat, 77)[0]
    assert (lanes.states != other.states).all()
    one, two = (Lanes(game, 6, {"players": 2}, again=False) for _ in range(2))
    for copies, table in ((one, lanes), (two, other)):
        imagine(copies, table, np.arange(6), np.arange(6))
    assert one.states.tobytes() == two.states.tobytes()


def test_copies_play_on_and_earn_from_where_they_stand():
    lanes = in_the_middle(FIRST, 2, 70)
    copies = Lanes(lanes.game, 2, {"players": 2}, reward="gain", again=False)
    imagine(copies, lanes, np.arange(2), np.arange(2))
    started, earned, dice = copies.notes["points"][:, :2].copy(), np.zeros((2, 2)), np.random.default_rng(1)
    while (copies.seats >= 0).any():
        copies.step((dice.random(copies.masks.shape, np.float32) * copies.masks).argmax(axis=1))
        earned += copies.rewards
    assert (earned == copies.last_points - started).all() and started.any()


@pytest.mark.parametrize(
    ("rows", "seeds", "said"),
    [
        ([0, 4], [1, 1], r"rows from 0 to 4: expected -1\.\.3"),
        ([-2, 0], [1, 1], r"rows from -2 to 0: expected -1\.\.3"),
        ([0], [1, 1], r"rows of shape \(1,\) and type int64: expected 2 whole numbers"),
        ([0, 1], [0.5, 1], r"seeds of shape \(2,\) and type float64: expected 2 whole numbers"),
    ],
)
def test_bad_rows_and_seeds_are_one_clear_line(rows, seeds, said):
    lanes, copies = in_the_middle(FIRST, 4, 0), in_the_middle(FIRST, 2, 0)
    before = copies.states.tobytes()
    with pytest.raises(OptionError, match=said):
        imagine(copies, lanes, np.array(rows), np.array(seeds))
    assert copies.states.tobytes() == before


def test_lanes_for_another_table_are_refused():
    lanes, three = in_the_middle(FIRST, 2, 0), in_the_middle(FIRST, 2, 0, players=3)
    for copies in (three, lanes):
        with pytest.raises(OptionError, match="expected other lanes for the same game and as many players"):
            imagine(copies, lanes, np.arange(2), np.arange(2))
