"""Many games side by side, one move in each at a time: what a learner or a policy plays on.

Every lane holds a game. A step plays one move in each, writes what each seat earned, who must move now, what that seat
sees (from nothing but what it may know) and what it may do, and deals a finished game anew. All of it happens in
compiled code, on every core, in arrays made once. Lane k's first game is that of seed + k, its next seed + k + size.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from operator import index
from typing import Any

import numpy as np

from . import loops
from .crew import Crew
from .errors import MoveError, OptionError
from .game import Game
from .layout import layout
from .rule import direct
from .seeds import checked_seed

Array = np.ndarray[Any, Any]
REWARDS = {"win": loops.WIN, "margin": loops.MARGIN, "gain": loops.GAIN}
PASS, LEAVE = loops.PASS, loops.LEAVE
LEAST_PER_THREAD = 64
CUTS = (1 / 2, 3 / 4, 7 / 8, 1)  # of a thread's share: the last parts are small, so that nobody waits long for one
LEAST_CUT = 256  # lanes of a share
WORD = 8
CACHED = 16 << 20  # bytes of observations that a processor's caches may hold beside everything else


def lane_record(seats: int) -> np.dtype[Any]:
    """What is noted beside each game."""
    return layout(
        [
            ("seed", np.uint64),
            ("picker", np.uint64, (1,)),  # of the moves of random bots
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


def checked_size(size: Any, name: str = "size") -> int:
    """How many games."""
    if isinstance(size, bool) or not isinstance(size, int | np.integer) or size < 1:
        raise OptionError(f"{name} = {size!r}: expected a whole number, 1 or more")
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


def edges_of(size: int, threads: int) -> list[int]:
    """Where the parts begin and end that threads share: as many for each thread, the first ones the largest."""
    cuts = CUTS if size // threads >= LEAST_CUT and threads > 1 else (1,)
    shares = [(size * who // threads, size * (who + 1) // threads) for who in range(threads)]
    return [0, *(low + int((high - low) * cut) for low, high in shares for cut in cuts)]


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
        bots: Collection[int] | None = None,
    ) -> None:
        """With `bots`, the seats of bots that play at random, a step goes on until nobody of them must move.

        Rewards are then those of the last move of all, and games are not dealt anew by themselves.
        """
        if threads is not None and threads < 1:
            raise OptionError(f"threads = {threads}: expected 1 or more")
        settings = LaneSettings.checked(game, size, options, reward)
        self.game, self.size, self.players = game, settings.size, settings.players
        self.kind, self.again, self._numbers = settings.reward, again, settings.numbers
        self.states = game.batch(self.size)
        self.notes = np.zeros(self.size, lane_record(game.definition.most_seats))
        self.observations = np.zeros((self.size, len(game.feature_names)), np.float32)
        self.masks = np.zeros((self.size, len(game.moves)), np.bool_)
        if bots is not None and again:
            raise OptionError("bots at lanes that deal by themselves: expected again=False")
        workers = max(1, min(threads or os.cpu_count() or 1, self.size // LEAST_PER_THREAD))
        self._crew = Crew(workers) if workers > 1 else None
        self._edges = edges_of(self.size, workers)
        self._bots = loops.NO_BOTS if bots is None else sum(1 << seat for seat in set(bots))
        self._moves = np.zeros(self.size, np.int64)
        self._tables = (game.box.array, game.batch(1).view(np.ndarray), self.states.view(np.ndarray), self.notes)
        self._start, self._advance = zip(*(self._arguments() for _ in range(workers)), strict=True)
        self._whole = (*self._tables, 0, self.size, *self._advance[0])
        self._loop = direct(game.loops["advance_changes" if self._many_bytes else "advance"], self._whole)
        self._refused = direct(game.loops["first_refused"], (self.notes, self._moves, self.masks))
        self.start(seed)

    def _arguments(self) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """What one thread calls the loops with, beside the tables and the lanes: the same ever after, but for contents.

        As plain arrays: Numba takes several times as long to look at NumPy's record arrays.
        """
        game = self.game
        paper = game.batch(1).view(np.ndarray), rows_of(np.zeros((1, len(game.moves)), np.int16))
        rest = (*paper, rows_of(self.observations), rows_of(self.masks))
        how = (self._moves, self.kind, self.again, np.uint64(self.size), self._numbers, self._bots)
        small = (rows_of(np.zeros_like(self.observations[:2])),) if self._many_bytes else ()
        return (self._numbers, *rest), (*how, *rest, *small)

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
        self._in_parts(self.game.loops["start"], self._start)
        if self._bots > 0:
            self.advance(np.full(self.size, PASS))

    def start_some(self, lanes: Array, seeds: Any) -> None:
        """Deal these lanes anew, one from each seed, and leave the others alone."""
        loop = self.game.loops["start"]
        for lane, seed in zip(lanes.tolist(), seeds, strict=True):
            self.notes["seed"][lane] = checked_seed(seed)
            loop(*self._tables, lane, lane + 1, *self._start[0])
        if self._bots > 0:
            moves = np.full(self.size, LEAVE)
            moves[lanes] = PASS
            self.advance(moves)

    def step(self, moves: Any) -> None:
        """Play one move in each lane. If any is not allowed, MoveError names it and no lane has changed."""
        self._moves[:] = self.checked(moves)
        self._step()

    def step_one(self, move: Any) -> None:
        """The same for a single lane, without looking at more than one move: some microseconds instead of tens."""
        try:
            place = index(move)
        except TypeError:
            raise OptionError(f"move = {move!r}: expected a whole number") from None
        if (error := self.why_not(0, place)) is not None:
            raise error
        self._moves[0] = place
        self._step()

    def checked(self, moves: Any) -> Array:
        """The moves as one array, if all of them are legal; in lanes that are over anything will do."""
        whole = self.whole_numbers(moves)
        lane = self.first_refused(whole)
        if lane >= 0 and (error := self.why_not(lane, int(whole[lane]))) is not None:
            raise MoveError(f"lane {lane}: {error}", error.why)
        return whole

    def whole_numbers(self, moves: Any, name: str = "moves") -> Array:
        """The moves as one array of one form, or one clear line."""
        try:
            given = np.asarray(moves)
        except ValueError:
            given = np.array(moves, object)
        if given.shape != (self.size,) or given.dtype.kind not in "iu":
            raise OptionError(
                f"{name} of shape {given.shape} and type {given.dtype}: expected {self.size} whole numbers, one a lane"
            )
        return np.ascontiguousarray(given, np.int64)

    def first_refused(self, moves: Array) -> int:
        """The first lane whose move is not allowed, or -1."""
        return int(self._refused(self.notes, moves, self.masks))

    def why_not(self, lane: int, move: int) -> MoveError | None:
        """Why the move is not allowed in this lane, if it is not."""
        if 0 <= move < self.masks.shape[1] and self.masks[lane, move]:
            return None
        try:
            self.game.play(self.game.copy(self.states[lane : lane + 1].view(np.recarray)), move)
        except MoveError as error:
            return error
        return None

    def advance(self, moves: Array) -> None:
        """Play moves that are known to be allowed; a lane stays as it is (LEAVE), or only its bots move (PASS)."""
        self._moves[:] = moves
        self._step()

    def _step(self) -> None:
        if self._crew is None:
            self._loop(*self._whole)
        else:
            self._in_parts(self._loop, self._advance)

    def _in_parts(self, loop: Callable[..., Any], arguments: Sequence[tuple[Any, ...]]) -> None:
        """Every core some of the lanes, as it has time."""
        tables, edges = self._tables, self._edges

        def part(k: int, who: int) -> None:
            loop(*tables, edges[k], edges[k + 1], *arguments[who])

        if self._crew is None:
            part(0, 0)
        else:
            self._crew.share(part, len(edges) - 1)
