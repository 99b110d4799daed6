"""The fast generator, for what nobody gains by guessing: moves of random games, what a search tries, lessons.

A 64-bit multiply-with-carry generator (the multiplier is the well-tested one of the MWC64X family) in an array of one
word, the picker. Its output tells its state: what people play for is drawn from `chance` instead.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from typing import Any

import numpy as np

from .rule import rule

LOW = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)
QUARTER = np.uint64(16)
MULTIPLIER = np.uint64(4294883355)
STIR_BY = np.uint64(2654435769)
STIRS = 8


def new_picker() -> Any:
    """A picker, to be seeded by writing `stirred(seed)` into it."""
    return np.zeros(1, np.uint64)


@rule
def stirred(seed):
    """Turn any seed into a picker's word: a Feistel network over the two halves, then away from the dead states."""
    low = np.uint64(seed) & LOW
    high = np.uint64(seed) >> HALF
    for turn in range(STIRS):
        mixed = (low ^ np.uint64(turn + 1)) * STIR_BY
        low, high = high ^ ((mixed >> QUARTER) & LOW), low
    return ((np.uint64(1) + high % (MULTIPLIER - np.uint64(2))) << HALF) | low


@rule
def pick_half(picker):
    """The next 32 bits."""
    low = picker[0] & LOW
    high = picker[0] >> HALF
    picker[0] = MULTIPLIER * low + high
    return low ^ high


@rule
def pick(picker, sides):
    """A whole number from 0 to sides - 1, each as likely but for one part in 2**32 / sides."""
    return int((pick_half(picker) * np.uint64(sides)) >> HALF)


@rule
def pick_word(picker):
    """The next 64 bits."""
    low = pick_half(picker)
    return low | (pick_half(picker) << HALF)
