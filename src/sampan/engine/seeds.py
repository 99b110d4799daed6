"""Seeds: small whole numbers in the laboratory, 128 random bits where people play; and the promise of one."""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import Any

import numpy as np

from .errors import OptionError

BITS = 128
LONG = re.compile("[0-9a-f]{32}")  # how a seed of more than one word is written
WORDS = f"a whole number below 2**{BITS}"


def fresh_seed() -> int:
    """A seed that nobody can guess."""
    return secrets.randbits(BITS)


def checked_seed(seed: int | np.integer[Any]) -> np.uint64:
    """A seed where many games stand side by side, numbered from it on: one word."""
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or not 0 <= int(seed) < 2**64:
        raise OptionError(f"seed = {seed!r}: expected a whole number 0..{2**64 - 1}")
    return np.uint64(seed)


def seed_words(seed: int) -> tuple[np.uint64, np.uint64]:
    """A seed as the rules take it: its lower and its upper word."""
    if isinstance(seed, bool) or not 0 <= int(seed) < 2**BITS:
        raise OptionError(f"seed = {seed!r}: expected {WORDS}")
    return np.uint64(int(seed) % 2**64), np.uint64(int(seed) >> 64)


def seed_text(seed: int) -> str:
    """A seed as it is written: a small one as a number, a long one as 32 hexadecimal digits."""
    return str(seed) if seed < 2**64 else f"{seed:032x}"


def seed_from(given: Any) -> int | None:
    """A seed from a number or from its text; nothing where it is neither."""
    if isinstance(given, str):
        if LONG.fullmatch(given):
            return int(given, 16)
        return int(given) if re.fullmatch("[0-9]{1,20}", given) else None
    whole = isinstance(given, int) and not isinstance(given, bool)
    return given if whole and 0 <= given < 2**BITS else None


def seating(seed: int, players: int) -> list[int]:
    """A draw of seats that follows from the seed, apart from the game's own chance: who comes to sit in each."""
    left, drawn = list(range(players)), []
    for place in range(players):
        hashed = hashlib.sha256(f"seating:{seed_text(seed)}:{place}".encode()).digest()
        drawn.append(left.pop(int.from_bytes(hashed) % len(left)))  # of 256 bits: none is favored by what one could see
    return drawn


def commitment(salt: str, seed: str) -> str:
    """What is shown of a seed before the game is over: SHA-256 of `salt:seed`, the whole of it."""
    return hashlib.sha256(f"{salt}:{seed}".encode()).hexdigest()
