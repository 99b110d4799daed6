"""Sets of hexes: one bit a hex in three 64-bit words, row after row, so that a whole set spreads by a few shifts.

Rows lie `box.width` bits apart and the last place of a row is never part of the swamp, so nothing leaks round an edge.
Every second row is shifted by half a hex: from an even row the neighbours above and below lie at the same place and
one to the left, from an odd row at the same place and one to the right.
"""

from __future__ import annotations

import numpy as np

from sampan.engine.bits import PLACE_OF, SIXTY_SEVEN
from sampan.engine.rule import rule

from .terms import WORDS

NONE = np.uint64(0)
ONE = np.uint64(1)
TOP = np.uint64(63)
WORD = np.uint64(64)
LOW_4 = np.uint64(0x0F0F0F0F0F0F0F0F)
LOW_2 = np.uint64(0x3333333333333333)
LOW_1 = np.uint64(0x5555555555555555)
SHIFT_2, SHIFT_4, SHIFT_8 = np.uint64(2), np.uint64(4), np.uint64(8)
SHIFT_16, SHIFT_32 = np.uint64(16), np.uint64(32)

# ---------------------------------------------------------------- sets


@rule
def none():
    """The empty set."""
    return (NONE, NONE, NONE)


@rule
def read(words):
    """A set kept in the box or the state."""
    return (words[0], words[1], words[2])


@rule
def row_of(words, row):
    """One of several sets kept together."""
    return (words[row, 0], words[row, 1], words[row, 2])


@rule
def keep(words, cells):
    """Store a set."""
    words[0] = cells[0]
    words[1] = cells[1]
    words[2] = cells[2]


@rule
def keep_row(words, row, cells):
    """Store one of several sets kept together."""
    words[row, 0] = cells[0]
    words[row, 1] = cells[1]
    words[row, 2] = cells[2]


@rule
def single(cell):
    """The set of one hex."""
    bit = ONE << np.uint64(cell & 63)
    word = cell >> 6
    return (bit if word == 0 else NONE, bit if word == 1 else NONE, bit if word == 2 else NONE)


@rule
def both(a, b):
    """What lies in both sets."""
    return (a[0] & b[0], a[1] & b[1], a[2] & b[2])


@rule
def either(a, b):
    """What lies in one set or the other."""
    return (a[0] | b[0], a[1] | b[1], a[2] | b[2])


@rule
def less(a, b):
    """The first set without the second."""
    return (a[0] & ~b[0], a[1] & ~b[1], a[2] & ~b[2])


@rule
def empty(a):
    """Whether nothing is in the set."""
    return (a[0] | a[1] | a[2]) == NONE


@rule
def same(a, b):
    """Whether two sets are equal."""
    return a[0] == b[0] and a[1] == b[1] and a[2] == b[2]


@rule
def holds(a, cell):
    """Whether the hex is in the set."""
    return ((a[cell >> 6] >> np.uint64(cell & 63)) & ONE) != NONE


@rule
def word_size(bits):
    """How many bits of a word are set: pairs are added, then fours, and so on."""
    bits = bits - ((bits >> ONE) & LOW_1)
    bits = (bits & LOW_2) + ((bits >> SHIFT_2) & LOW_2)
    bits = (bits + (bits >> SHIFT_4)) & LOW_4
    bits = bits + (bits >> SHIFT_8)
    bits = bits + (bits >> SHIFT_16)
    bits = bits + (bits >> SHIFT_32)
    return int(bits & np.uint64(127))


@rule
def size(a):
    """How many hexes the set has."""
    return word_size(a[0]) + word_size(a[1]) + word_size(a[2])


@rule
def lowest_bit(bits):
    """The place of the lowest set bit of a word that is not 0."""
    return int(PLACE_OF[int((bits & (~bits + ONE)) % SIXTY_SEVEN)])


@rule
def first_of(a):
    """The first hex of a set that is not empty."""
    if a[0] != NONE:
        return lowest_bit(a[0])
    if a[1] != NONE:
        return 64 + lowest_bit(a[1])
    return 128 + lowest_bit(a[2])


@rule
def write_out(a, start, out, number):
    """Write every hex of the set as a move of the block that begins at `start`, in ascending order."""
    for word in range(WORDS):
        bits = a[word]
        while bits != NONE:
            out[number] = start + word * 64 + lowest_bit(bits)
            number += 1
            bits &= bits - ONE
    return number


# ---------------------------------------------------------------- neighbours


@rule
def up_by(a, by):
    """Every hex `by` places on."""
    back = WORD - by
    return (a[0] << by, (a[1] << by) | (a[0] >> back), (a[2] << by) | (a[1] >> back))


@rule
def down_by(a, by):
    """Every hex `by` places back."""
    back = WORD - by
    return ((a[0] >> by) | (a[1] << back), (a[1] >> by) | (a[2] << back), a[2] >> by)


@rule
def near(box, side, a):
    """All hexes beside a hex of the set; the caller says of what kind they must be."""
    even, odd = row_of(box.even_rows, side), row_of(box.odd_rows, side)
    left, right = down_by(a, ONE), up_by(a, ONE)
    wide = either(a, either(both(left, even), both(right, odd)))
    return either(either(left, right), either(up_by(wide, box.width), down_by(wide, box.width)))


@rule
def spread(box, side, start, inside):
    """Everything inside that hangs together with the start, which need not lie inside itself."""
    found = both(start, inside)
    grown = both(either(start, near(box, side, start)), inside)
    while not same(found, grown):
        found = grown
        grown = either(found, both(near(box, side, found), inside))
    return found


@rule
def around(box, side, a):
    """Six sets, going round: hexes whose neighbour to the west, north-west, ... lies in the set."""
    even, odd = row_of(box.even_rows, side), row_of(box.odd_rows, side)
    above, below = up_by(a, box.width), down_by(a, box.width)
    return (
        up_by(a, ONE),
        either(both(up_by(above, ONE), even), both(above, odd)),
        either(both(above, even), both(down_by(above, ONE), odd)),
        down_by(a, ONE),
        either(both(below, even), both(down_by(below, ONE), odd)),
        either(both(up_by(below, ONE), even), both(below, odd)),
    )


@rule
def parted(box, side, a):
    """Hexes of the set whose neighbours in it form two arcs or more: only there can a new tile cut the set in two.

    Going round a hex, neighbours that follow each other touch; as long as they form one arc, any way through the hex
    has a way round it.
    """
    ring = around(box, side, a)
    once, twice = none(), none()
    for turn in range(6):
        arc = less(ring[turn], ring[(turn + 1) % 6])
        twice = either(twice, both(once, arc))
        once = either(once, arc)
    return both(twice, a)


@rule
def beside_one(box, side, a):
    """Hexes with exactly one neighbour in the set."""
    ring = around(box, side, a)
    once, twice = none(), none()
    for turn in range(6):
        twice = either(twice, both(once, ring[turn]))
        once = either(once, ring[turn])
    return less(once, twice)
