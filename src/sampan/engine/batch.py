"""Many games at once: uniformly random play on every core, each game fixed by its seed alone."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from .errors import OptionError
from .game import MOST_DECISIONS, Game, State
from .lanes import Lanes
from .pick import new_picker
from .seeds import checked_seed

DEVICES = ("cpu", "cuda")
SLICE = 256  # games between two looks at the progress


@dataclass(frozen=True)
class Playouts:
    """Finished games and how many decisions each took."""

    states: State
    lengths: np.ndarray[Any, Any]

    @property
    def decisions(self) -> int:
        """All decisions of all games."""
        return int(self.lengths.sum())


def play_out(
    game: Game,
    games: int,
    options: Mapping[str, int | str] | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: Callable[[int], None] = lambda done: None,
    device: str = "cpu",
) -> Playouts:
    """Play whole games with random moves. Game k depends on seed + k alone, not on threads or on the device.

    The games come back as arrays of this machine; `cuda.play_out` leaves them in the GPU's memory.
    """
    if device not in DEVICES:
        raise OptionError(f"device = {device!r}: expected {' or '.join(DEVICES)}")
    if device == "cuda":
        from . import cuda

        there = cuda.play_out(game, games, options, seed)
        return Playouts(there.to_host(), there.lengths.copy_to_host())
    if games < 1:
        raise OptionError(f"games = {games}: expected 1 or more")
    if threads is not None and threads < 1:
        raise OptionError(f"threads = {threads}: expected 1 or more")
    numbers = game.option_numbers(options)
    states, lengths = game.batch(games), np.zeros(games, np.int64)
    seeds = np.arange(games, dtype=np.uint64) + checked_seed(seed)
    loop, blank = game.loops["play_out"], game.batch(1)

    def play(first: int) -> int:
        last = min(first + SLICE, games)
        out, picker = np.zeros(len(game.moves), np.int16), new_picker()
        loop(game.box.record, blank, states, first, last, numbers, seeds, picker, out, lengths, MOST_DECISIONS)
        return last - first

    done = 0
    with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
        for finished in pool.map(play, range(0, games, SLICE)):
            done += finished
            progress(done)
    return Playouts(states, lengths)


def watch(
    game: Game, games: int, options: Mapping[str, int | str] | None = None, seed: int = 0, every: int = 5
) -> tuple[Counter[str], Counter[str]]:
    """What occurs in random games: how often each move was made, and how often each reason refused a move."""
    made, reasons = np.zeros(len(game.moves), np.int64), np.zeros(len(game.definition.why), np.int64)
    seeds = np.arange(games, dtype=np.uint64) + checked_seed(seed)
    out, state, picker, blank = np.zeros(len(game.moves), np.int16), game.batch(1), new_picker(), game.batch(1)
    game.loops["watch"](
        game.box.record, blank, state, 0, games, game.option_numbers(options), seeds, picker, out, made, reasons, every
    )
    moves = Counter({game.move_text(move): int(times) for move, times in enumerate(made)})
    return moves, Counter({why.name: int(reasons[why]) for why in game.definition.why})


Policy = Callable[[np.ndarray[Any, Any], np.ndarray[Any, Any], np.ndarray[Any, Any]], Any]


def play_by(
    game: Game,
    games: int,
    policy: Policy,
    options: Mapping[str, int | str] | None = None,
    seed: int = 0,
    threads: int | None = None,
) -> Playouts:
    """Play whole games with moves from a policy: it gets observations, masks and seats of all games, and answers moves.

    In games that are already over, the seat is -1 and whatever the policy answers is not played.
    """
    lanes = Lanes(game, games, options, seed, again=False, threads=threads)
    while (lanes.seats >= 0).any():
        lanes.step(policy(lanes.observations, lanes.masks, lanes.seats))
    return Playouts(lanes.states, lanes.last_length.astype(np.int64))
