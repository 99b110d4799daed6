"""All that a thinking bot takes into compiled code, in one record: weights, habits, instinct, and room to work in.

The instinct is a small net that was taught by games against itself (`sampan.lab.teach`): from the figures of all seats
(`look` of a game's worth.py) to how likely a seat is to win. A game without one is judged by its weights alone.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from sampan.engine.errors import BoxError
from sampan.engine.game import Game

from .judgement import MOMENTS, Habit, judgement_of

WIDE, NARROW = 64, 32  # the net's two inner layers
SEATS = 4
LONGEST_STRETCH = 60
LAYERS = ("inner", "inner_bias", "outer", "outer_bias", "last", "last_bias")
Net = dict[str, np.ndarray[Any, Any]]
Mind = Any  # one record of `mind_type`


def inputs_of(game: Game) -> int:
    """How many numbers the net looks at: figures of the seat, of its strongest rival and the mean of all rivals', the
    moment, the number of players, whose turn it is, and the game's details.
    """
    return 3 * len(game.definition.term_names()) + MOMENTS + SEATS - 1 + SEATS + game.definition.glimpses


def shapes(game: Game) -> dict[str, tuple[int, ...]]:
    """The layers and their sizes."""
    return {
        "inner": (inputs_of(game), WIDE), "inner_bias": (WIDE,), "outer": (WIDE, NARROW), "outer_bias": (NARROW,),
        "last": (NARROW,), "last_bias": (1,),
    }  # fmt: skip


def mind_type(game: Game) -> np.dtype[Any]:
    """The record."""
    terms = len(game.definition.term_names())
    return np.dtype(
        [
            ("weights", np.float64, (MOMENTS, terms)),
            ("habits", np.float64, (len(Habit),)),
            ("rows", np.float64, (SEATS, terms)),  # what was last seen of every seat
            ("points", np.float64, (SEATS,)),  # and what it may expect by its weights
            ("values", np.float64, (SEATS,)),  # how the seats share the prospect of winning
            ("gone", np.float64),
            ("taught", np.int64),  # 1 if there is an instinct
            *((name, np.float32, shape) for name, shape in shapes(game).items()),
            ("seen", np.float32, (inputs_of(game),)),
            ("lines", np.int16, (2, LONGEST_STRETCH)),  # moves on trial, and the best so far
            ("places", np.int16, (inputs_of(game),)),
            ("wide", np.float32, (WIDE,)),
            ("narrow", np.float32, (NARROW,)),
        ],
        align=True,
    )


def mind_of(game: Game, net: Net | None = None) -> Mind:
    """A mind for one thread: the game's judgement, and its instinct unless another is given."""
    judgement = judgement_of(game)
    mind = np.zeros(1, mind_type(game)).view(np.recarray)
    mind.weights, mind.habits = judgement.weights, judgement.habits
    path = game.definition.folder / "instinct.npz"
    if net is None and path.exists():
        net = read(path, game)
    if net is not None:
        for name in LAYERS:
            mind[name][0] = net[name]
        mind.taught = 1
    return mind


def read(path: Path, game: Game) -> Net:
    """Read an instinct and check its sizes."""
    try:
        with np.load(path, allow_pickle=False) as file:
            net = {name: np.asarray(file[name], np.float32) for name in LAYERS}
    except (OSError, ValueError, KeyError) as error:
        raise BoxError(f"{path.name}: cannot be read: {error}: expected an instinct of sampan.lab.teach") from None
    for name, shape in shapes(game).items():
        if net[name].shape != shape:
            raise BoxError(f"{path.name}: {name}: {net[name].shape}: expected {shape}")
    return net
