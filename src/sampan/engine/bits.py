"""Small sets in 64 bits: the cards of a hand, the tiles of an era."""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from .rule import rule

NONE = np.uint64(0)
ONE = np.uint64(1)
SIXTY_SEVEN = np.uint64(67)  # divides the 64 powers of two with 64 different remainders
PLACE_OF = np.array([next((place for place in range(64) if 2**place % 67 == rest), 0) for rest in range(67)], np.int8)


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
    return int(PLACE_OF[int((members & (~members + ONE)) % SIXTY_SEVEN)])
