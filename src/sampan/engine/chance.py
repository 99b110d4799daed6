"""Chance lives in the state: one 64-bit multiply-with-carry generator, `s.rng`.

The numbers involved never leave 64 bits, so interpreted, native and CUDA runs draw the same values.
The multiplier is the well-tested one of the MWC64X family; the seed is stirred first, so that neighbouring seeds
give unrelated games.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from .bits import count, lowest, without
from .rule import rule

LOW = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)
QUARTER = np.uint64(16)
MULTIPLIER = np.uint64(4294883355)
STIR_BY = np.uint64(2654435769)
STIRS = 8


@rule
def stirred(seed):
    """Turn any seed into a generator state: a Feistel network over the two halves, then away from the dead states."""
    low = np.uint64(seed) & LOW
    high = np.uint64(seed) >> HALF
    for turn in range(STIRS):
        mixed = (low ^ np.uint64(turn + 1)) * STIR_BY
        low, high = high ^ ((mixed >> QUARTER) & LOW), low
    return ((np.uint64(1) + high % (MULTIPLIER - np.uint64(2))) << HALF) | low


@rule
def draw(s, sides):
    """A whole number from 0 to sides - 1, each as likely."""
    low = s.rng & LOW
    high = s.rng >> HALF
    s.rng = MULTIPLIER * low + high
    return int(((low ^ high) * np.uint64(sides)) >> HALF)


@rule
def draw_from(s, pool):
    """A random member of a set that has one."""
    for _ in range(draw(s, count(pool))):
        pool = without(pool, lowest(pool))
    return lowest(pool)


@rule
def shuffle(s, cards, size):
    """Bring the first `size` entries of an array into a random order."""
    for last in range(size - 1, 0, -1):
        other = draw(s, last + 1)
        card = cards[last]
        cards[last] = cards[other]
        cards[other] = card
