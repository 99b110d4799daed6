"""All that a thinking bot takes into compiled code, in one record: weights, habits, two nets, and room to work in.

The instinct is a small net that was taught by games against itself (`sampan.lab.teach`): from the figures of all seats
(`look` of a game's worth.py) to how likely a seat is to win. A game without one is judged by its weights alone.
The leaning is another (`sampan.lab.lean`): from the same figures to which moves come to mind first. A game without one
tries its moves as they come.
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
Net = dict[str, np.ndarray[Any, Any]]
Mind = Any  # one record of `mind_type`


def inputs_of(game: Game) -> int:
    """How many numbers the net looks at: figures of the seat, of its strongest rival and the mean of all rivals', the
    moment, the number of players, whose turn it is, and the game's details.
    """
    return 3 * len(game.definition.term_names()) + MOMENTS + SEATS - 1 + SEATS + game.definition.glimpses


def instinct_shapes(game: Game) -> dict[str, tuple[int, ...]]:
    """The instinct's layers and their sizes."""
    return {
        "inner": (inputs_of(game), WIDE), "inner_bias": (WIDE,), "outer": (WIDE, NARROW), "outer_bias": (NARROW,),
        "last": (NARROW,), "last_bias": (1,),
    }  # fmt: skip


def leaning_shapes(game: Game) -> dict[str, tuple[int, ...]]:
    """The leaning's layers and their sizes."""
    moves = len(game.moves)
    return {"sight": (inputs_of(game), WIDE), "sight_bias": (WIDE,), "pull": (WIDE, moves), "pull_bias": (moves,)}


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
            ("sums", np.float64, (SEATS,)),  # of values, along a way of play
            ("gone", np.float64),
            ("taught", np.int64),  # 1 if there is an instinct
            ("leans", np.int64),  # 1 if there is a leaning
            *((name, np.float32, shape) for name, shape in instinct_shapes(game).items()),
            *((name, np.float32, shape) for name, shape in leaning_shapes(game).items()),
            ("pulls", np.float32, (len(game.moves),)),  # how readily each move comes to mind
            ("seen", np.float32, (inputs_of(game),)),
            ("lines", np.int16, (2, LONGEST_STRETCH)),  # moves on trial, and the best so far
            ("places", np.int16, (inputs_of(game),)),
            ("wide", np.float32, (WIDE,)),
            ("narrow", np.float32, (NARROW,)),
        ],
        align=True,
    )


def mind_of(game: Game, instinct: Net | None = None, leaning: Net | None = None) -> Mind:
    """A mind for one thread: the game's judgement, and its instinct and leaning unless others are given."""
    judgement = judgement_of(game)
    mind = np.zeros(1, mind_type(game)).view(np.recarray)
    mind.weights, mind.habits = judgement.weights, judgement.habits
    if instinct := instinct or own(game, "instinct.npz", instinct_shapes(game)):
        mind.taught = 1
    if leaning := leaning or own(game, "leaning.npz", leaning_shapes(game)):
        mind.leans = 1
    for name, layer in {**(instinct or {}), **(leaning or {})}.items():
        mind[name][0] = layer
    return mind


def own(game: Game, name: str, shapes: dict[str, tuple[int, ...]]) -> Net | None:
    """The net of this name that lies in the game's folder, if there is one."""
    path = game.definition.folder / name
    return read(path, shapes) if path.exists() else None


def read(path: Path, shapes: dict[str, tuple[int, ...]]) -> Net:
    """Read a net and check its sizes."""
    try:
        with np.load(path, allow_pickle=False) as file:
            net = {name: np.asarray(file[name], np.float32) for name in shapes}
    except (OSError, ValueError, KeyError) as error:
        raise BoxError(f"{path.name}: cannot be read: {error}: expected a net of sampan.lab") from None
    for name, shape in shapes.items():
        if net[name].shape != shape:
            raise BoxError(f"{path.name}: {name}: {net[name].shape}: expected {shape}")
    return net
