"""A game's judgement.toml: what each figure of a position is worth in points at the end, and how bots think about it.

A weight is given for several moments of the game, from its start to its end; between two moments it changes evenly.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from sampan.engine.errors import BoxError, OptionError
from sampan.engine.game import Game

MOMENTS = 5


class Habit(IntEnum):
    """How a bot thinks about one game."""

    RIVAL = 0  # how much the best rival's prospects count against one's own
    SHARP_FIRST = 1  # how surely a lead of one point wins, at the start of the game
    SHARP_LAST = 2  # and at its end
    CURIOSITY = 3  # how far the search trusts first sight over what it has found
    DOUBT = 4  # how much worse a move that was never tried is taken to be
    WARMTH = 5  # points of difference that make a move about e times likelier to be tried
    COMPLETIONS = 6  # random ends of a stretch looked at for the rating of its first move
    TRIES = 7  # random stretches of which the best is played beyond the tree
    TURNS = 8  # played beyond the tree, after the one under way
    PATIENCE = 9  # so many of them before the first judgement; the mean of that one and all after it counts
    LONG = 10  # so many iterations are a long thought, with time for a second look at the moves that came out ahead
    AGAIN = 11  # how much of it that takes; nothing: no second look
    AGAIN_TRIES = 12  # tries, turns and patience of a second look
    AGAIN_TURNS = 13
    AGAIN_PATIENCE = 14


@dataclass(frozen=True)
class Judgement:
    """Weights by moment and figure, and the habits."""

    weights: np.ndarray[Any, Any]
    habits: np.ndarray[Any, Any]


def judgement_of(game: Game) -> Judgement:
    """The judgement that lies in the game's folder."""
    if game.definition.rules.look is None:
        raise OptionError(f"{game.name}: its positions cannot be judged: only the bot random can play it")
    return read(game.definition.folder / "judgement.toml", tuple(game.definition.term_names()))


@cache
def read(path: Path, terms: tuple[str, ...]) -> Judgement:
    """Read and check a judgement."""
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BoxError(f"{path}: cannot be read: {error}: expected a judgement in TOML") from None
    weights = rows(path, tables, "worth", terms)
    if weights.shape != (len(terms), MOMENTS):
        raise BoxError(f"{path.name}: worth: expected {MOMENTS} numbers for every figure")
    return Judgement(
        np.ascontiguousarray(weights.T), rows(path, tables, "habits", tuple(habit.name.lower() for habit in Habit))
    )


def rows(path: Path, tables: dict[str, Any], key: str, names: tuple[str, ...]) -> np.ndarray[Any, Any]:
    """The entries of a table in the order of their names, none missing and none too many."""
    table = tables.get(key, {})
    for name in (*names, *table):
        if name not in table or name not in names:
            raise BoxError(f"{path.name}: {key}.{name}: expected exactly {', '.join(names)}")
    try:
        return np.array([table[name] for name in names], np.float64)
    except (TypeError, ValueError):
        raise BoxError(f"{path.name}: {key}: expected numbers") from None


def text_of(weights: np.ndarray[Any, Any], habits: np.ndarray[Any, Any], terms: list[str], title: str) -> str:
    """A judgement.toml of these figures."""
    lines = [
        f"# How thinking bots judge {title}. What the figures mean: `Term` in worth.py; the habits: docs/bots.md.",
        "# Where the weights come from, and what else was tried, stands there, too.",
        "", "[habits]", *(f"{habit.name.lower()} = {habits[habit]:g}" for habit in Habit), "",
        "# points at the end for one of each: at the start, after a quarter, half, three quarters, at the end",
        "[worth]",
        *(f"{name} = [{', '.join(f'{w:.3f}' for w in weights[:, place])}]" for place, name in enumerate(terms)), "",
    ]  # fmt: skip
    return "\n".join(lines)
