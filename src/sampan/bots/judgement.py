"""A game's judgement.toml: what each figure of a position is worth in points at the end, and how bots search.

The evaluation is tapered: a weight is given for several phases of the game, from its start to its end; between two
phases it changes evenly.
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

PHASES = 5


class Parameter(IntEnum):
    """A hyperparameter of the search, set for one game."""

    RIVAL_WEIGHT = 0  # how much the best rival's expected points count against one's own
    LEAD_SLOPE_START = 1  # how surely a lead of one point wins, at the start of the game, where there is no value net
    LEAD_SLOPE_END = 2  # and at its end
    C_PUCT = 3  # how far the search trusts the prior over what it has found
    FPU_REDUCTION = 4  # how much worse a move that was never tried is taken to be
    PRIOR_TEMPERATURE = 5  # difference of ratings that makes a move about e times likelier to be tried
    PRIOR_SAMPLES = 6  # random ends of a stretch that are evaluated for the rating of its first move
    ROLLOUT_SAMPLES = 7  # random stretches of which the best is played beyond the tree
    ROLLOUT_TURNS = 8  # played beyond the tree, after the one under way
    ROLLOUT_BURN_IN = 9  # so many of them before the first evaluation; the mean of that one and all after it counts
    COMPARE_FROM = 10  # iterations of a search that is long enough to end by comparing the moves that came out ahead
    COMPARE_SHARE = 11  # how much of it that takes; nothing: no comparison
    COMPARE_SAMPLES = 12  # samples, turns and burn-in of a rollout in a comparison
    COMPARE_TURNS = 13
    COMPARE_BURN_IN = 14


@dataclass(frozen=True)
class Judgement:
    """Weights by phase and figure, and the search's parameters."""

    weights: np.ndarray[Any, Any]
    parameters: np.ndarray[Any, Any]


def judgement_of(game: Game) -> Judgement:
    """The judgement that lies in the game's folder."""
    if game.definition.rules.figures is None:
        raise OptionError(f"{game.name}: its positions cannot be judged: only the bot random can play it")
    return read(game.definition.folder / "judgement.toml", tuple(game.definition.figure_names()))


@cache
def read(path: Path, figures: tuple[str, ...]) -> Judgement:
    """Read and check a judgement."""
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BoxError(f"{path}: cannot be read: {error}: expected a judgement in TOML") from None
    weights = rows(path, tables, "weights", figures)
    if weights.shape != (len(figures), PHASES):
        raise BoxError(f"{path.name}: weights: expected {PHASES} numbers for every figure")
    names = tuple(parameter.name.lower() for parameter in Parameter)
    return Judgement(np.ascontiguousarray(weights.T), rows(path, tables, "parameters", names))


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


def text_of(weights: np.ndarray[Any, Any], parameters: np.ndarray[Any, Any], figures: list[str], title: str) -> str:
    """A judgement.toml of these numbers."""
    lines = [
        f"# How bots evaluate {title}: `Figure` in evaluation.py says what the figures mean, `Parameter` in",
        "# sampan/bots/judgement.py what the parameters do. What was tried is in docs/lab-notebook.md.",
        "", "[parameters]", *(f"{name.name.lower()} = {parameters[name]:g}" for name in Parameter), "",
        "# points at the end for one of each: at the start, after a quarter, half, three quarters, at the end",
        "[weights]",
        *(f"{name} = [{', '.join(f'{w:.3f}' for w in weights[:, place])}]" for place, name in enumerate(figures)), "",
    ]  # fmt: skip
    return "\n".join(lines)
