"""Chance: the published function, the same everywhere, exactly fair, and nothing of it in what leaves the table."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import numpy as np
import pytest

from sampan.engine.bits import NONE
from sampan.engine.chance import (
    DEAL,
    FIELDS,
    REDEAL,
    draw,
    draw_from,
    draw_half,
    forget,
    seed_chance,
    shuffle,
    sip_absorb,
    sip_finish,
    sip_hash,
    sip_start,
)  # fmt: skip
from sampan.engine.rule import rule
from sampan.games import load, names
from tests.shelf import FIRST

STATE = load(FIRST).definition.state  # a record of its own would be taken for part of a larger one by Numba
CHANCE_FIELDS = [name for name, *_ in FIELDS]

# SipHash-2-4 as its authors published it: key 00 01 .. 0f, messages 00 01 .. of every length from 0 on.
VECTORS = [
    "310e0edd47db6f72",
    "fd67dc93c539f874",
    "5a4fa9d909806c0d",
    "2d7efbd796666785",
    "b7877127e09427cf",
    "8da699cd64557618",
    "cee3fe586e46c9cb",
    "37d1018bf50002ab",
    "6224939a79f5f593",
    "b0e4a90bdf82009e",
    "f3b9dd94c5bb5d7a",
    "a7ad6b22462fb3f4",
    "fbe50e86bc8f1e75",
    "903d84c02756ea14",
    "eef27a8e90ca23f7",
    "e545be4961ca29a1",
]


@rule
def sip_hash_of(low, high, blocks):
    """SipHash-2-4 of a whole message, already cut into blocks."""
    a, b, c, d = sip_start(low, high)
    for block in blocks:
        a, b, c, d = sip_absorb(a, b, c, d, block)
    return sip_finish(a, b, c, d)


def word(content: bytes) -> np.uint64:
    return np.uint64(int.from_bytes(content, "little"))


def blocks_of(message: bytes) -> np.ndarray:
    """SipHash's padding: whole blocks of eight bytes, the last byte of the last one the length."""
    padded = message + bytes(-(len(message) + 1) % 8) + bytes([len(message) % 256])
    return np.array([word(padded[at : at + 8]) for at in range(0, len(padded), 8)], np.uint64)


LOW, HIGH = word(bytes(range(8))), word(bytes(range(8, 16)))


def generator(seed: int):
    states = np.zeros(1, STATE).view(np.recarray)
    seed_chance(states[0], np.uint64(seed % 2**64), np.uint64(seed >> 64), DEAL)
    return states[0]


def chi_square(counts) -> float:
    counts = np.asarray(counts)
    return float(((counts - counts.mean()) ** 2 / counts.mean()).sum())


@pytest.mark.parametrize("length", range(len(VECTORS)))
def test_the_published_vectors(length):
    found = sip_hash_of(LOW, HIGH, blocks_of(bytes(range(length))))
    assert int(found).to_bytes(8, "little").hex() == VECTORS[length]


def test_a_block_of_the_stream_is_the_hash_of_its_number():
    assert int(sip_hash(LOW, HIGH, word(bytes(range(8))))).to_bytes(8, "little").hex() == VECTORS[8]
    s = generator(7)
    s.key[0], s.key[1], s.draws = LOW, HIGH, np.uint64(2 * 5)
    block = int(sip_hash(LOW, HIGH, np.uint64(5)))
    assert [int(draw_half(s)), int(draw_half(s))] == [block % 2**32, block >> 32]
    assert int(s.draws) == 12


DRAWS = f"""
import json, sys
import numpy as np
from sampan.engine.chance import DEAL, draw, seed_chance, shuffle
from sampan.games import load
states = np.zeros(1, load({FIRST!r}).definition.state).view(np.recarray)
seed_chance(states[0], np.uint64(2**64 - 7), np.uint64(2**63 + 5), DEAL)
cards = np.arange(40, dtype=np.int8)
shuffle(states[0], cards, 40)
drawn = [int(draw(states[0], sides)) for sides in (6, 2**32, 3 << 30, 1, 7, 1000) * 50]
print(json.dumps([drawn, cards.tolist(), states.tobytes().hex()]))
"""


def test_interpreted_compiled_and_bounds_checked_draw_the_same():
    modes = {"interpreted": {"SAMPAN_JIT": "0"}, "compiled": {}, "bounds-checked": {"NUMBA_BOUNDSCHECK": "1"}}
    plain = {name: value for name, value in os.environ.items() if name not in ("SAMPAN_JIT", "NUMBA_BOUNDSCHECK")}
    found = {
        mode: json.loads(subprocess.check_output([sys.executable, "-W", "error", "-c", DRAWS], env={**plain, **extra}))
        for mode, extra in modes.items()
    }
    assert found["interpreted"] == found["compiled"] == found["bounds-checked"]
    assert len(set(found["compiled"][0])) > 100


def test_the_first_draws_of_a_seed_never_change():
    s = generator(7)
    assert [int(draw(s, 6)) for _ in range(12)] == [3, 2, 5, 0, 5, 1, 5, 5, 5, 2, 0, 3]


def test_all_bits_of_a_long_seed_count():
    drawn = {tuple(int(draw(s, 1000)) for _ in range(4)) for s in [generator(1 << bit) for bit in range(128)]}
    assert len(drawn) == 128


def test_a_seed_has_another_key_for_every_use():
    deal, redeal = generator(7), generator(7)
    seed_chance(redeal, np.uint64(7), NONE, REDEAL)
    assert list(deal.key) != list(redeal.key) and int(deal.key[0]) != int(deal.key[1])


def test_every_face_is_as_likely():
    s = generator(1)
    faces = np.bincount([draw(s, 6) for _ in range(60_000)], minlength=6)
    assert chi_square(faces) < 20.5, faces  # one in a thousand fair dice would be worse


def test_no_number_is_favoured_where_the_sides_do_not_divide_the_words():
    """With three quarters of 2**32 sides, a remainder or a product that is not rejected favours some twice."""
    s = generator(2)
    drawn = np.array([draw(s, 3 << 30) for _ in range(30_000)], np.int64)
    for counts in (np.bincount(drawn % 3), np.bincount(drawn >> 30)):
        assert len(counts) == 3 and chi_square(counts) < 13.8, counts


def test_neighbouring_seeds_give_unrelated_draws():
    first = [draw(generator(seed), 1000) for seed in range(2000)]
    assert len(set(first)) > 800
    steps = np.abs(np.diff(first))
    assert 280 < steps.mean() < 390  # a third of the range, as for independent draws


def test_the_extreme_seeds_work():
    for seed in (0, 2**64 - 1, 2**128 - 1):
        s = generator(seed)
        assert len({draw(s, 1000) for _ in range(100)}) > 80


def test_every_order_of_a_shuffle_is_as_likely():
    orders: dict[tuple[int, ...], int] = {}
    s = generator(3)
    for _ in range(12_000):
        cards = np.arange(4, dtype=np.int8)
        shuffle(s, cards, 4)
        assert sorted(cards) == [0, 1, 2, 3]
        order = tuple(int(card) for card in cards)
        orders[order] = orders.get(order, 0) + 1
    assert len(orders) == 24 and chi_square(list(orders.values())) < 49.8


def test_a_shuffle_leaves_the_rest_of_the_array_alone():
    cards = np.arange(8, dtype=np.int8)
    shuffle(generator(5), cards, 3)
    assert list(cards[3:]) == [3, 4, 5, 6, 7]


def test_every_member_of_a_set_is_as_likely_to_be_drawn():
    s = generator(9)
    members = [3, 17, 40, 63]
    pool = np.uint64(sum(1 << member for member in members))
    drawn = [int(draw_from(s, pool)) for _ in range(8_000)]
    assert set(drawn) == set(members)
    assert chi_square([drawn.count(member) for member in members]) < 16.3


def test_forgetting_leaves_not_a_bit():
    s = generator(11)
    draw(s, 6)
    forget(s)
    assert not any(np.any(s[field]) for field in CHANCE_FIELDS)


def middle(game, seed: int):
    """A game in the middle, its next draws still to come from its own key."""
    state = game.deal({"players": 3}, seed)
    dice = np.random.default_rng(1)
    for _ in range(60):
        game.play(state, int(dice.choice(game.legal_moves(state))))
    return state


@pytest.mark.parametrize("name", names())
def test_whatever_leaves_the_table_does_not_depend_on_the_key(name):
    """The same position with every bit of chance turned round looks the same to everybody, in every form."""
    game = load(name)
    state = middle(game, 2**127 + 12345)
    other = game.copy(state)
    for field in CHANCE_FIELDS:
        other[field] = ~other[field]
    for seat in range(-1, 3):
        hidden = game.hide(state, seat)
        assert hidden.tobytes() == game.hide(other, seat).tobytes()
        assert not any(np.any(hidden[field]) for field in CHANCE_FIELDS)
        assert game.view(state, seat) == game.view(other, seat)
        assert game.redeal(hidden, seat, 5).tobytes() == game.redeal(game.hide(other, seat), seat, 5).tobytes()
        if seat >= 0:
            assert (game.features(state, seat) == game.features(other, seat)).all()


@pytest.mark.parametrize("name", names())
def test_an_imagined_game_has_a_key_of_its_own(name):
    game = load(name)
    state = middle(game, 3)
    imagined = [game.redeal(game.hide(state, 0), 0, seed) for seed in (3, 4)]
    assert len({one.key.tobytes() for one in (state, *imagined)}) == 3
