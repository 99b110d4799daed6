"""The generator: the same everywhere, fair, and different for neighbouring seeds."""

from __future__ import annotations

import numpy as np

from sampan.engine.chance import draw, draw_from, shuffle, stirred
from sampan.games import load

STATE = load("river").definition.state  # a record of its own would be taken for part of a larger one by Numba


def generator(seed: int):
    states = np.zeros(1, STATE).view(np.recarray)
    states[0].rng = stirred(np.uint64(seed))
    return states[0]


def test_the_first_draws_of_a_seed_never_change():
    s = generator(7)
    assert [int(draw(s, 6)) for _ in range(12)] == [2, 0, 5, 1, 4, 1, 5, 2, 0, 1, 3, 5]
    assert int(s.rng) == 0x2E5B582B84FB1C8C


def test_every_face_is_as_likely():
    s = generator(1)
    faces = np.bincount([draw(s, 6) for _ in range(60_000)], minlength=6)
    chi_square = ((faces - 10_000) ** 2 / 10_000).sum()
    assert chi_square < 20.5, faces  # one in a thousand fair dice would be worse


def test_neighbouring_seeds_give_unrelated_draws():
    first = [draw(generator(seed), 1000) for seed in range(2000)]
    assert len(set(first)) > 800
    steps = np.abs(np.diff(first))
    assert 280 < steps.mean() < 390  # a third of the range, as for independent draws


def test_the_extreme_seeds_work():
    for seed in (0, 2**64 - 1):
        s = generator(seed)
        assert len({draw(s, 1000) for _ in range(100)}) > 80


def test_a_shuffle_keeps_every_card_and_reaches_every_order():
    orders = set()
    s = generator(3)
    for _ in range(400):
        cards = np.arange(4, dtype=np.int8)
        shuffle(s, cards, 4)
        assert sorted(cards) == [0, 1, 2, 3]
        orders.add(tuple(int(card) for card in cards))
    assert len(orders) == 24


def test_a_shuffle_leaves_the_rest_of_the_array_alone():
    cards = np.arange(8, dtype=np.int8)
    shuffle(generator(5), cards, 3)
    assert list(cards[3:]) == [3, 4, 5, 6, 7]


def test_drawing_from_a_set_reaches_every_member_and_no_other():
    s = generator(9)
    members = {3, 17, 40, 63}
    pool = np.uint64(sum(1 << member for member in members))
    assert {int(draw_from(s, pool)) for _ in range(200)} == members
