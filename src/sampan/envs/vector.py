"""Gymnasium's vector environment: one seat at many tables of bots, in compiled code. Needs `pip install sampan[envs]`.

`gymnasium.make_vec("Sampan/NAME-v1", num_envs=64, vectorization_mode="vector_entry_point")` after importing
`sampan.envs.gymnasium`. It plays what as many single environments in a `SyncVectorEnv` would play, step for step, with
the same infos, and leaves the choice between Gymnasium's three ways to go on after a game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from sampan.drawing import drawn
from sampan.engine.errors import MoveError, OptionError
from sampan.engine.game import Game
from sampan.engine.lanes import LEAVE, checked_size
from sampan.engine.seeds import checked_seed

from .one_seat import ILLEGAL, ON_ILLEGAL, RENDERED, SEEDS, OneSeat, checked_choice, checked_reset

Array = np.ndarray[Any, Any]
Infos = dict[str, Any]


class TableVectorEnv(VectorEnv[Array, Array, Array]):
    """Many tables with the same seat to play and bots in all others; they move inside `reset` and `step`."""

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        bots: Sequence[str] = ("random",),
        seat: int = 0,
        options: Mapping[str, int | str] | None = None,
        reward: str = "win",
        illegal: str = "end",
        render_mode: str | None = None,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        threads: int | None = None,
    ) -> None:
        checked_choice("illegal", illegal, ON_ILLEGAL)
        checked_choice("render_mode", render_mode, [None, *RENDERED])
        mode = getattr(autoreset_mode, "value", autoreset_mode)
        checked_choice("autoreset_mode", mode, [mode.value for mode in AutoresetMode])
        self.num_envs = checked_size(num_envs, "num_envs")
        self.table = OneSeat(game, self.num_envs, bots, seat, options, reward, threads)
        self.game, self.lanes, self.seat = self.table.game, self.table.lanes, self.table.seat
        self.illegal, self.render_mode, self.copy, self.mode = illegal, render_mode, copy, AutoresetMode(mode)
        self.metadata = {"render_modes": RENDERED, "autoreset_mode": self.mode}
        self.single_observation_space = spaces.Box(-np.inf, np.inf, (len(self.game.feature_names),), np.float32)
        self.single_action_space = spaces.Discrete(len(self.game.moves))
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._seeds: list[int | None] = [None] * self.num_envs  # that each table's own dice start from
        self._dice: list[np.random.Generator | None] = [None] * self.num_envs
        self._ended, self._ready = np.zeros(self.num_envs, np.bool_), False

    # ------------------------------------------------------------ dealing

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Array, Infos]:
        """Deal all tables anew, or those of `options["reset_mask"]`; table k gets the game of seed + k."""
        mask = self._checked_mask(checked_reset(options, ["reset_mask"]).get("reset_mask"))
        seeds = self._checked_seeds(seed)
        if not (self._ready or mask.all()):
            raise gymnasium.error.ResetNeeded("no games are under way: expected reset() of all tables first")
        super().reset(seed=int(seed) if isinstance(seed, int | np.integer) else None)
        ready, self._ready = mask.all() or self._ready, False  # for a bot may fail
        self._deal(np.flatnonzero(mask), seeds)
        self._ready = bool(ready)
        return self._observations(), self._infos()

    def _checked_mask(self, mask: Any) -> Array:
        if mask is None:
            return np.ones(self.num_envs, np.bool_)
        if not isinstance(mask, np.ndarray) or mask.shape != (self.num_envs,) or mask.dtype != np.bool_:
            what = f"of shape {mask.shape} and type {mask.dtype}" if isinstance(mask, np.ndarray) else f"= {mask!r}"
            raise OptionError(f"reset_mask {what}: expected an array of {self.num_envs} truths")
        if not mask.any():
            raise OptionError("reset_mask without a single True: expected at least one table to deal anew")
        return mask

    def _checked_seeds(self, seed: Any) -> list[int | None]:
        """A seed for every table, or none."""
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, int | np.integer):
            seed = [int(checked_seed(seed)) + k for k in range(self.num_envs)]
        elif isinstance(seed, str) or not isinstance(seed, Sequence) or len(seed) != self.num_envs:
            raise OptionError(f"seed = {seed!r}: expected a whole number, or a list of {self.num_envs}")
        return [None if one is None else int(checked_seed(one)) for one in seed]

    def _deal(self, tables: Array, seeds: Sequence[int | None]) -> None:
        games = []
        for k in tables.tolist():
            if (seed := seeds[k]) is not None:
                self._seeds[k], self._dice[k] = seed, None
            games.append(self._next_game(k) if seed is None else seed)
        self._ended[tables] = False
        self.table.deal(tables, games)

    def _next_game(self, k: int) -> int:
        """From the table's own dice, which are made when they are first needed."""
        dice = self._dice[k]
        if dice is None:
            first = self._seeds[k]
            dice = self._dice[k] = seeding.np_random(int(self.np_random.integers(SEEDS)) if first is None else first)[0]
        return int(dice.integers(SEEDS))

    # ------------------------------------------------------------ playing

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array, Infos]:
        """Play our move at every table, then the bots' until it is our turn again or the game is over."""
        if not self._ready:
            raise gymnasium.error.ResetNeeded("no games are under way: expected reset() before the next step()")
        moves, anew = self.lanes.whole_numbers(actions, "actions"), self._ended.copy()
        if self.mode is AutoresetMode.DISABLED and anew.any():
            where = int(anew.argmax())
            raise gymnasium.error.ResetNeeded(f"table {where}: the game is over: expected reset() with a reset_mask")
        refused = self._refused(moves, anew)
        if refused or anew.any():
            moves = moves.copy()
            moves[anew] = moves[list(refused)] = LEAVE
        before = self.table.points[:, self.seat].copy()
        self._ready = False  # for a bot may fail
        self.lanes.advance(moves)
        self.table.think()
        rewards, terminated = self._outcome(before, anew, refused)
        infos = self._go_on(terminated, anew, refused)
        self._ready = True
        return self._observations(), rewards, terminated, np.zeros(self.num_envs, np.bool_), infos

    def _refused(self, moves: Array, anew: Array) -> dict[int, str]:
        """Why moves are not allowed, by table; where they shall raise, the first one does."""
        refused: dict[int, str] = {}
        if self.lanes.first_refused(moves) < 0:
            return refused
        for k in np.flatnonzero(~anew).tolist():
            error = self.lanes.why_not(k, int(moves[k]))
            if error is not None and self.illegal == "raise":
                raise MoveError(f"table {k}: {error}", error.why)
            if error is not None:
                refused[k] = str(error)
        return refused

    def _outcome(self, before: Array, anew: Array, refused: Mapping[int, str]) -> tuple[Array, Array]:
        """What the step earned at each table, and where it ended the game."""
        terminated = (self.lanes.seats < 0) & ~anew
        over = np.flatnonzero(terminated)
        rewards = np.zeros(self.num_envs)
        if self.table.as_it_comes:
            rewards[:] = np.where(anew, 0, self.table.points[:, self.seat] - before)
        else:
            rewards[over] = self.lanes.notes["rewards"][over, self.seat]
        for k in over.tolist():
            self.lanes.observations[k] = self.table.seen(k)
        for k in refused:
            rewards[k], terminated[k], self.lanes.masks[k] = ILLEGAL, True, False
        return rewards, terminated

    def _go_on(self, terminated: Array, anew: Array, refused: Mapping[int, str]) -> Infos:
        """Deal anew where it is time, and put together the infos."""
        nobody: list[int | None] = [None] * self.num_envs
        self._ended = terminated.copy()
        if self.mode is not AutoresetMode.SAME_STEP:
            if anew.any():
                self._deal(np.flatnonzero(anew), nobody)
            infos = self._infos()
            for k, why in refused.items():
                infos = self._add_info(infos, {"illegal": why}, k)
            return infos
        final: Infos = {}
        for k in np.flatnonzero(terminated).tolist():
            info = {"action_mask": self.lanes.masks[k].astype(np.int8), "scores": self.table.points[k].copy()}
            info |= {"illegal": refused[k]} if k in refused else {}
            final = self._add_info(final, {"final_obs": self.lanes.observations[k].copy(), "final_info": info}, k)
        if terminated.any():
            self._deal(np.flatnonzero(terminated), nobody)
        return self._infos() | final

    # ------------------------------------------------------------ looking

    def _observations(self) -> Array:
        return self.lanes.observations.copy() if self.copy else self.lanes.observations

    def _infos(self) -> Infos:
        """Masks and points of all tables, with Gymnasium's own marks that all of them have them."""
        masks = self.lanes.masks.view(np.int8)
        return {
            "action_mask": masks.copy() if self.copy else masks,
            "_action_mask": np.ones(self.num_envs, np.bool_),
            "scores": self.table.points.copy(),
            "_scores": np.ones(self.num_envs, np.bool_),
        }

    def action_masks(self) -> Array:
        """What is allowed now at each table, as truths."""
        return self.lanes.masks.copy()

    def render(self) -> tuple[str, ...] | None:
        """The tables as text, as our seat sees them."""
        drawings = tuple(drawn(self.game, self.table.state(k), self.seat) for k in range(self.num_envs))
        if self.render_mode == "human":
            print(*drawings, sep="\n")
            return None
        return drawings
