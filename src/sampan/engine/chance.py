"""Chance lives in the state: a keyed pseudorandom function in counter mode, in `s.key`, `s.draws` and `s.block`.

The stream's n-th block of 64 bits is SipHash-2-4 of n under the state's 128-bit key; a draw takes half a block.
Whoever has seen any number of dice and cards but not the key can predict the next one no better than by guessing, nor
learn what was drawn before; `forget` takes the key out of what leaves the table. Interpreted, native and CUDA runs draw
the same values.

With explicit chance (`explicit.py`) the caller chooses what falls. `draws` is then EXPLICIT and how many outcomes are
still to fall; `key` and `block` hold them as one number in mixed radix, the first one lowest. Where no more are chosen,
the rules note what is asked (`key`: the sides, and the set to draw from), and whatever they draw after that is to be
thrown away.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from typing import Any

import numpy as np

from .bits import NONE, count, lowest, without
from .rule import JIT, copied_rule, rule

# A 64-bit word: compiled, a machine word that wraps; interpreted, a Python number that `WORD` cuts off.
word: Any = np.uint64 if JIT else int
WORD = word(0xFFFFFFFFFFFFFFFF)
LOW = word(0xFFFFFFFF)
LOWS = word(1 << 32)
ONE = word(1)
FIRST, SECOND, THIRD, FOURTH = (  # SipHash's own constants: "somepseudorandomlygeneratedbytes"
    word(0x736F6D6570736575), word(0x646F72616E646F6D), word(0x6C7967656E657261), word(0x7465646279746573),
)  # fmt: skip
LAST_BLOCK = word(8 << 56)  # says that eight bytes were hashed
FINISH = word(0xFF)
B13, B16, B17, B21, B32, B43, B47, B48, B51 = (word(bits) for bits in (13, 16, 17, 21, 32, 43, 47, 48, 51))

FIELDS: list[tuple[Any, ...]] = [
    ("key", np.uint64, 2),
    ("draws", np.uint64),
    ("block", np.uint64),
]  # what every state keeps of chance
DEAL, REDEAL = range(2)  # what a seed is used for: each has a key of its own
EXPLICIT = word(1 << 63)  # in `draws`, which never gets that far by drawing
ASKED = word((1 << 63) + (1 << 62))
STEP, JUMP = word(6364136223846793005), word(1442695040888963407)  # of what is thrown away: Knuth's generator


@copied_rule
def sip_round(a, b, c, d):
    """One round of SipHash."""
    a = (a + b) & WORD
    c = (c + d) & WORD
    b = (((b << B13) & WORD) | (b >> B51)) ^ a
    d = (((d << B16) & WORD) | (d >> B48)) ^ c
    a = ((a << B32) & WORD) | (a >> B32)
    a = (a + d) & WORD
    c = (c + b) & WORD
    d = (((d << B21) & WORD) | (d >> B43)) ^ a
    b = (((b << B17) & WORD) | (b >> B47)) ^ c
    c = ((c << B32) & WORD) | (c >> B32)
    return a, b, c, d


@copied_rule
def sip_start(low, high):
    """SipHash's four words at the start, from a key."""
    return low ^ FIRST, high ^ SECOND, low ^ THIRD, high ^ FOURTH


@copied_rule
def sip_absorb(a, b, c, d, block):
    """Take in eight bytes: two rounds."""
    a, b, c, d = sip_round(a, b, c, d ^ block)
    a, b, c, d = sip_round(a, b, c, d)
    return a ^ block, b, c, d


@copied_rule
def sip_finish(a, b, c, d):
    """The hash of what was taken in: four rounds."""
    a, b, c, d = sip_round(a, b, c ^ FINISH, d)
    a, b, c, d = sip_round(a, b, c, d)
    a, b, c, d = sip_round(a, b, c, d)
    a, b, c, d = sip_round(a, b, c, d)
    return a ^ b ^ c ^ d


@rule
def sip_hash(low, high, number):
    """SipHash-2-4 of one number's eight bytes under a key of two words."""
    a, b, c, d = sip_start(low, high)
    a, b, c, d = sip_absorb(a, b, c, d, number)
    a, b, c, d = sip_absorb(a, b, c, d, LAST_BLOCK)
    return sip_finish(a, b, c, d)


@rule
def seed_chance(s, low, high, use):
    """Begin chance anew, with the key that a seed of two words has for this use."""
    s.key[0] = sip_hash(word(low), word(high), word(2 * use))
    s.key[1] = sip_hash(word(low), word(high), word(2 * use + 1))
    s.draws = NONE


@rule
def forget(s):
    """Take chance out of a state that leaves the table."""
    s.key[0] = NONE
    s.key[1] = NONE
    s.draws = NONE
    s.block = NONE


# ---------------------------------------------------------------- explicit chance


@rule
def undecided(s):
    """Whether chance is explicit: what lies face down is decided when it is turned up, not when it was laid down."""
    return word(s.draws) >= EXPLICIT


@rule
def divided(rest, number, sides):
    """One digit of a long division, 64 bits wide: the quotient and what is left over."""
    upper = (rest << B32) | (number >> B32)
    lower = (upper % sides << B32) | (number & LOW)
    return (upper // sides << B32) | (lower // sides), lower % sides


@rule
def chosen(s, sides, pool):
    """The outcome that the caller chose. Where there is none, note what is asked; then anything will do."""
    drawn = word(s.draws)
    if sides < 2:
        return int(word(0))
    if drawn == ASKED:
        s.block = (word(s.block) * STEP + JUMP) & WORD
        return int((word(s.block) >> B32) % word(sides))
    if drawn == EXPLICIT:
        s.key[0] = word(sides)
        s.key[1] = word(pool)
        s.draws = ASKED
        return int(word(0))
    s.draws = drawn - ONE
    s.block, rest = divided(NONE, word(s.block), word(sides))
    s.key[1], rest = divided(rest, word(s.key[1]), word(sides))
    s.key[0], rest = divided(rest, word(s.key[0]), word(sides))
    return int(rest)


# ---------------------------------------------------------------- drawing


@rule
def draw_half(s):
    """The next 32 random bits."""
    drawn = word(s.draws)
    block = word(s.block) >> B32
    if drawn & ONE == NONE:
        block = sip_hash(word(s.key[0]), word(s.key[1]), drawn >> ONE)
    s.block = block
    s.draws = drawn + ONE
    return block & LOW


@rule
def draw(s, sides):
    """A whole number from 0 to sides - 1, each exactly as likely; there may be up to 2**32 sides.

    32 bits times the sides: the upper half is the number. Some numbers would come up once more often than others, so
    as many of the lower halves as are left over are not taken.
    """
    if word(s.draws) >= EXPLICIT:
        return chosen(s, sides, NONE)
    many = word(sides)
    product = draw_half(s) * many
    if product & LOW < many:
        left_over = (LOWS - many) % many
        while product & LOW < left_over:
            product = draw_half(s) * many
    return int(product >> B32)


@rule
def draw_from(s, pool):
    """A random member of a set that has one."""
    size = count(pool)
    for _ in range(chosen(s, size, pool) if word(s.draws) >= EXPLICIT else draw(s, size)):
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
