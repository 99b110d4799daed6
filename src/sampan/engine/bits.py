"""Small sets in 64 bits: the cards of a hand, the tiles of an era."""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from .rule import rule

NONE = np.uint64(0)
ONE = np.uint64(1)


@rule
def bit(member):
    """The set that holds this member alone."""
    return ONE << np.uint64(member)


@rule
def has(members, member):
    """Whether the set holds this member."""
    return ((members >> np.uint64(member)) & ONE) != NONE


@rule
def without(members, member):
    """The set less one member."""
    return members & ~bit(member)


@rule
def count(members):
    """How many members the set has."""
    size = 0
    while members != NONE:
        members &= members - ONE
        size += 1
    return size


@rule
def lowest(members):
    """The smallest member of a set that is not empty."""
    place = 0
    while members & np.uint64(0xFF) == NONE:
        members >>= np.uint64(8)
        place += 8
    while members & ONE == NONE:
        members >>= ONE
        place += 1
    return place
