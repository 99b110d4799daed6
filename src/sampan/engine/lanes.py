"""Many games side by side, one move in each at a time: what a learner or a policy plays on.

Every lane holds a game. A step plays one move in each, writes what each seat earned, who must move now, what that seat
sees (from nothing but what it may know) and what it may do, and deals a finished game anew. All of it happens in
compiled code, on every core, in arrays made once. Lane k's first game is that of seed + k, its next seed + k + size.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from . import loops
from .errors import MoveError, OptionError
from .game import Game
from .layout import layout
from .rule import direct
from .seeds import checked_seed

Array = np.ndarray[Any, Any]
REWARDS = {"win": loops.WIN, "margin": loops.MARGIN, "gain": loops.GAIN}
LEAST_PER_THREAD = 64
WORD = 8
CACHED = 16 << 20  # bytes of observations that a processor's caches may hold beside everything else


def lane_record(seats: int) -> np.dtype[Any]:
    """What is noted beside each game."""
    return layout(
        [
            ("seed", np.uint64),
            ("points", np.int64, seats),  # when they were last asked for
            ("share", np.float64, seats),
            ("last_points", np.int64, seats),
            ("last_share", np.float64, seats),
            ("rewards", np.float32, seats),
            ("length", np.int32),
            ("last_length", np.int32),
            ("seat", np.int8),
            ("done", np.bool_),
        ]
    )


def checked_size(size: Any) -> int:
    """How many games."""
    if isinstance(size, bool) or not isinstance(size, int | np.integer) or size < 1:
        raise OptionError(f"size = {size!r}: expected a whole number, 1 or more")
    return int(size)


def reward_kind(name: Any) -> int:
    """A reward by its name."""
    if not isinstance(name, str) or name not in REWARDS:
        raise OptionError(f"reward = {name!r}: expected one of {', '.join(REWARDS)}")
    return REWARDS[name]


def rows_of(table: Array) -> Array:
    """The same memory as records, each with one row of the table, and where it has whole words these words.

    Numba knows no truths in records, but small numbers.
    """
    kind = np.dtype(np.int8 if table.dtype == np.bool_ else table.dtype)
    size = kind.itemsize * table.shape[1]
    fields = {"row": (kind, table.shape[1])}
    if size % WORD == 0:
        fields["words"] = (np.dtype(np.uint64), size // WORD)
    names, formats = list(fields), list(fields.values())
    record = np.dtype({"names": names, "formats": formats, "offsets": [0] * len(names), "itemsize": size})
    return table.view(record)[:, 0]


@dataclass(frozen=True)
class LaneSettings:
    """What lanes are asked for, checked: on a CPU and on a GPU alike."""

    size: int
    players: int
    numbers: Array  # the options as the rules take them
    reward: int

    @classmethod
    def checked(cls, game: Game, size: int, options: Mapping[str, int | str] | None, reward: str) -> LaneSettings:
        """The settings in full, or one clear line about the first that cannot be."""
        many, kind = checked_size(size), reward_kind(reward)
        return cls(many, int(game.resolve(options)["players"]), game.option_numbers(options), kind)


class Lanes:
    """Games side by side on the CPU. The arrays are written anew by every step; copy what you want to keep."""

    def __init__(
        self,
        game: Game,
        size: int,
        options: Mapping[str, int | str] | None = None,
        seed: int = 0,
        reward: str = "win",
        again: bool = True,
        threads: int | None = None,
    ) -> None:
        if threads is not None and threads < 1:
            raise OptionError(f"threads = {threads}: expected 1 or more")
        settings = LaneSettings.checked(game, size, options, reward)
        self.game, self.size, self.players = game, settings.size, settings.players
        self.kind, self.again, self._numbers = settings.reward, again, settings.numbers
        self.states = game.batch(self.size)
        self.notes = np.zeros(self.size, lane_record(game.definition.most_seats))
        self.observations = np.zeros((self.size, len(game.feature_names)), np.float32)
        self.masks = np.zeros((self.size, len(game.moves)), np.bool_)
        parts = max(1, min(threads or os.cpu_count() or 1, self.size // LEAST_PER_THREAD))
        self._pool = ThreadPoolExecutor(parts - 1) if parts > 1 else None
        self._moves = np.zeros(self.size, np.int64)
        self._start, self._advance = self._arguments(parts)
        self._loop = direct(game.loops["advance_changes" if self._many_bytes else "advance"], self._advance[0])
        self._refused = direct(game.loops["first_refused"], (self.notes, self._moves, self.masks))
        self.start(seed)

    def _arguments(self, parts: int) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
        """What the loops are called with, for each part of the lanes. It never changes, only what is in it.

        As plain arrays: Numba takes several times as long to look at NumPy's record arrays.
        """
        game, edges = self.game, [self.size * part // parts for part in range(parts + 1)]
        tables = (game.box.array, game.batch(1).view(np.ndarray), self.states.view(np.ndarray), self.notes)
        looks = rows_of(self.observations), rows_of(self.masks)
        how = (self._moves, self.kind, self.again, np.uint64(self.size), self._numbers)
        start, advance = [], []
        for low, high in pairwise(edges):
            rest = (game.batch(1).view(np.ndarray), rows_of(np.zeros((1, len(game.moves)), np.int16)), *looks)
            start.append((*tables, low, high, self._numbers, *rest))
            small = (rows_of(np.zeros_like(self.observations[:2])),) if self._many_bytes else ()
            advance.append((*tables, low, high, *how, *rest, *small))
        return start, advance

    @property
    def _many_bytes(self) -> bool:
        """Whether it pays to write only what changed."""
        return self.observations.nbytes > CACHED and self.observations.shape[1] * self.observations.itemsize % WORD == 0

    # ------------------------------------------------------------ what a step leaves behind

    @property
    def seats(self) -> Array:
        """Who must move in each lane; -1 where the game is over and not dealt anew."""
        return self.notes["seat"]

    @property
    def rewards(self) -> Array:
        """What each seat of each lane earned by the last move."""
        return self.notes["rewards"][:, : self.players]

    @property
    def done(self) -> Array:
        """Where the last move ended a game."""
        return self.notes["done"]

    @property
    def last_points(self) -> Array:
        """The final points of each lane's last finished game."""
        return self.notes["last_points"][:, : self.players]

    @property
    def last_share(self) -> Array:
        """Each seat's share of the victory in each lane's last finished game."""
        return self.notes["last_share"][:, : self.players]

    @property
    def last_length(self) -> Array:
        """How many decisions each lane's last finished game took."""
        return self.notes["last_length"]

    # ------------------------------------------------------------ playing

    def start(self, seed: int = 0) -> None:
        """Deal every lane anew."""
        first = checked_seed(seed)
        self.notes[:] = np.zeros(1, self.notes.dtype)
        self.notes["seed"] = np.arange(self.size, dtype=np.uint64) + first
        loop = self.game.loops["start"]
        self._in_parts(lambda k: loop(*self._start[k]))

    def step(self, moves: Any) -> None:
        """Play one move in each lane. If any is not allowed, MoveError names it and no lane has changed."""
        self._moves[:] = self.checked(moves)
        self._step()

    def step_one(self, move: Any) -> None:
        """The same for a single lane, without looking at more than one move: some microseconds instead of tens."""
        place = int(move)
        if not 0 <= place < self.masks.shape[1] or not self.masks[0, place]:
            self.checked(np.array([place]))
        self._moves[0] = place
        self._step()

    def checked(self, moves: Any) -> Array:
        """The moves as one array, if all of them are legal; in lanes that are over anything will do."""
        given = np.asarray(moves)
        if given.shape != (self.size,) or given.dtype.kind not in "iu":
            raise OptionError(
                f"moves of shape {given.shape} and type {given.dtype}: expected {self.size} whole numbers, one a lane"
            )
        whole = given.astype(np.int64, copy=False)
        lane = self._refused(self.notes, np.ascontiguousarray(whole), self.masks)
        if lane >= 0:
            try:
                self.game.play(self.game.copy(self.states[lane : lane + 1].view(np.recarray)), int(given[lane]))
            except MoveError as error:
                raise MoveError(f"lane {lane}: {error}", error.why) from None
        return whole

    def _step(self) -> None:
        if self._pool is None:
            self._loop(*self._advance[0])
        else:
            self._in_parts(lambda k: self._loop(*self._advance[k]))

    def _in_parts(self, part: Callable[[int], None]) -> None:
        """Every core its share of the lanes, this thread the first one."""
        others = [self._pool.submit(part, k) for k in range(1, len(self._advance))] if self._pool is not None else []
        part(0)
        for other in others:
            other.result()
