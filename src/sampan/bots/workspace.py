"""All that a search takes into compiled code, in one record: evaluation weights, search parameters, two nets, scratch.

Weights and parameters come from the game's judgement.toml. The evaluation is tapered: a weight is given for several
phases of the game, from its start to its end; between two phases it changes evenly. The value net answers how likely a
seat is to win, from the figures of all seats (`figures` of a game's evaluation.py); a game without one is judged by its
weights alone. The policy net answers which moves are worth trying first; a game without one tries all moves alike.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from sampan.engine.errors import BoxError, OptionError
from sampan.engine.game import Game

PHASES = 5
HIDDEN1, HIDDEN2 = 64, 32  # units in the value net's hidden layers; the policy net has the first only
LONGEST_STRETCH = 60
Net = dict[str, np.ndarray[Any, Any]]  # layers as a PyTorch state_dict has them: a weight is (outputs, inputs)
Workspace = Any  # one record of `workspace_type`


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
    ASIDES_PRICED = 15  # 1: an aside must clearly promise more than any other move; 0: only than one that ends the turn


def input_count(game: Game) -> int:
    """How many numbers a net is given: figures of the seat, of its strongest rival and the mean of all rivals', the
    phase, the number of players, whose turn it is, and the game's extra features.
    """
    seats = game.definition.most_seats
    return 3 * len(game.definition.figure_names()) + PHASES + 2 * seats - 1 + game.definition.extra_inputs


def value_net_shapes(game: Game) -> dict[str, tuple[int, ...]]:
    """The value net's layers and their sizes."""
    return {
        "hidden1.weight": (HIDDEN1, input_count(game)), "hidden1.bias": (HIDDEN1,),
        "hidden2.weight": (HIDDEN2, HIDDEN1), "hidden2.bias": (HIDDEN2,),
        "output.weight": (1, HIDDEN2), "output.bias": (1,),
    }  # fmt: skip


def policy_net_shapes(game: Game) -> dict[str, tuple[int, ...]]:
    """The policy net's layers and their sizes."""
    moves = len(game.moves)
    return {
        "hidden1.weight": (HIDDEN1, input_count(game)), "hidden1.bias": (HIDDEN1,),
        "output.weight": (moves, HIDDEN1), "output.bias": (moves,),
    }  # fmt: skip


def field_of(net: str, layer: str) -> str:
    """Where a net's layer lies in the record, where names have no dots."""
    return f"{net}_{layer.replace('.', '_')}"


def workspace_type(game: Game) -> np.dtype[Any]:
    """The record. Compiled code reads a weight input by input, so there it is (inputs, outputs)."""
    figures, seats, inputs = len(game.definition.figure_names()), game.definition.most_seats, input_count(game)
    return np.dtype(
        [
            ("weights", np.float64, (PHASES, figures)),
            ("parameters", np.float64, (len(Parameter),)),
            ("figures", np.float64, (seats, figures)),  # of every seat, of the position last evaluated
            ("points", np.float64, (seats,)),  # what a seat may expect at the end by its weights
            ("values", np.float64, (seats,)),  # how the seats share the prospect of winning
            ("value_sums", np.float64, (seats,)),  # of values, along a rollout
            ("progress", np.float64),  # how much of the game is over, from 0 to 1
            ("has_value_net", np.int64),
            ("has_policy_net", np.int64),
            *((field_of("value", name), np.float32, shape[::-1]) for name, shape in value_net_shapes(game).items()),
            *((field_of("policy", name), np.float32, shape[::-1]) for name, shape in policy_net_shapes(game).items()),
            ("policy", np.float32, (len(game.moves),)),  # how likely each move is drawn, not adding up to 1
            ("inputs", np.float32, (inputs,)),
            ("lines", np.int16, (2, LONGEST_STRETCH)),  # moves on trial, and the best so far
            ("active", np.int16, (inputs,)),  # inputs that are not 0
            ("hidden1", np.float32, (HIDDEN1,)),
            ("hidden2", np.float32, (HIDDEN2,)),
        ],
        align=True,
    )


def new_workspace(game: Game, value_net: Net | None = None, policy_net: Net | None = None) -> Workspace:
    """A workspace for one thread: the game's judgement, and its bundled nets unless others are given."""
    judgement = judgement_of(game)
    work = np.zeros(1, workspace_type(game)).view(np.recarray)
    work.weights, work.parameters = judgement.weights, judgement.parameters
    if value_net := value_net or bundled(game, "value_net.npz", value_net_shapes(game)):
        work.has_value_net = 1
    if policy_net := policy_net or bundled(game, "policy_net.npz", policy_net_shapes(game)):
        work.has_policy_net = 1
    for net, layers in (("value", value_net), ("policy", policy_net)):
        for name, layer in (layers or {}).items():
            work[field_of(net, name)][0] = layer.T
    return work


# ---------------------------------------------------------------- judgement.toml


@dataclass(frozen=True)
class Judgement:
    """Weights by phase and figure, the search's parameters, and how each level plays (levels.py)."""

    weights: np.ndarray[Any, Any]
    parameters: np.ndarray[Any, Any]
    levels: dict[str, Any]


def judgement_of(game: Game) -> Judgement:
    """The judgement that lies in the game's folder."""
    if game.definition.rules.figures is None:
        raise OptionError(f"{game.name}: its positions cannot be judged: only the bot random can play it")
    return read_judgement(game.definition.folder / "judgement.toml", tuple(game.definition.figure_names()))


@cache
def read_judgement(path: Path, figures: tuple[str, ...]) -> Judgement:
    """Read and check a judgement."""
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BoxError(f"{path}: cannot be read: {error}: expected a judgement in TOML") from None
    weights = numbers_of(path, tables, "weights", figures)
    if weights.shape != (len(figures), PHASES):
        raise BoxError(f"{path.name}: weights: expected {PHASES} numbers for every figure")
    names = tuple(parameter.name.lower() for parameter in Parameter)
    parameters = numbers_of(path, tables, "parameters", names)
    return Judgement(np.ascontiguousarray(weights.T), parameters, tables.get("levels", {}))


def numbers_of(path: Path, tables: dict[str, Any], key: str, names: tuple[str, ...]) -> np.ndarray[Any, Any]:
    """The entries of a table in the order of their names, none missing and none too many."""
    table = tables.get(key, {})
    for name in (*names, *table):
        if name not in table or name not in names:
            raise BoxError(f"{path.name}: {key}.{name}: expected exactly {', '.join(names)}")
    try:
        return np.array([table[name] for name in names], np.float64)
    except (TypeError, ValueError):
        raise BoxError(f"{path.name}: {key}: expected numbers") from None


# ---------------------------------------------------------------- nets


def bundled(game: Game, name: str, shapes: dict[str, tuple[int, ...]]) -> Net | None:
    """The net of this name that lies in the game's folder, if there is one."""
    path = game.definition.folder / name
    return read_net(path, shapes) if path.exists() else None


def nets_in(folder: Path, game: Game) -> tuple[Net | None, Net | None]:
    """The value net and the policy net in a folder that `sampan train` wrote into; one of them may be missing."""
    found: list[Net | None] = []
    for name, shapes in (("value_net.npz", value_net_shapes(game)), ("policy_net.npz", policy_net_shapes(game))):
        found.append(read_net(folder / name, shapes) if (folder / name).exists() else None)
    if found == [None, None]:
        raise BoxError(f"{folder}: no nets there: expected value_net.npz or policy_net.npz of sampan train")
    return found[0], found[1]


def read_net(path: Path, shapes: dict[str, tuple[int, ...]]) -> Net:
    """Read a net and check its sizes and numbers; arrays of other names are left alone."""
    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            net = {name: np.asarray(file[name], np.float32) for name in shapes}
    except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
        raise BoxError(f"{path.name}: cannot be read: {error}: expected a net of sampan train") from None
    for name, shape in shapes.items():
        if net[name].shape != shape:
            raise BoxError(f"{path.name}: {name}: {net[name].shape}: expected {shape}")
        if not np.isfinite(net[name]).all():
            raise BoxError(f"{path.name}: {name}: expected finite numbers")
    return net
