"""Gymnasium: one seat at a table of bots. Needs `pip install sampan[envs]`.

`gymnasium.make("Sampan/NAME-v1", bots=["greedy"])` after importing this module, NAME with a capital, and
`gymnasium.make_vec("Sampan/NAME-v1", num_envs=64)` for many tables at once (`vector.py`). The moves allowed now are
`info["action_mask"]`, as `action_space.sample(mask)` takes it, and `action_masks()`, as Stable-Baselines3-contrib asks
for them. What a move that is not allowed does is a parameter: it ends the game with -1 (`illegal="end"`), or raises
MoveError and changes nothing (`illegal="raise"`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from sampan.drawing import drawn
from sampan.engine.errors import MoveError
from sampan.engine.game import Game
from sampan.games import names

from .one_seat import ILLEGAL, ON_ILLEGAL, RENDERED, SEEDS, OneSeat, checked_choice, checked_reset

Array = np.ndarray[Any, Any]
LANE = np.zeros(1, np.int64)  # the only one


class TableEnv(gymnasium.Env[Array, np.int64]):
    """A table with bots in all other seats; they move inside `reset` and `step`."""

    metadata = {"render_modes": RENDERED}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        bots: Sequence[str] = ("random",),
        seat: int = 0,
        options: Mapping[str, int | str] | None = None,
        reward: str = "win",
        illegal: str = "end",
        render_mode: str | None = None,
    ) -> None:
        checked_choice("illegal", illegal, ON_ILLEGAL)
        checked_choice("render_mode", render_mode, [None, *RENDERED])
        self.table = OneSeat(game, 1, bots, seat, options, reward, threads=1)
        self.game, self.lanes, self.seat = self.table.game, self.table.lanes, self.table.seat
        self.illegal, self.render_mode = illegal, render_mode
        self.observation_space = spaces.Box(-np.inf, np.inf, (len(self.game.feature_names),), np.float32)
        self.action_space = spaces.Discrete(len(self.game.moves))
        self._over = True
        self._seats, self._points = self.lanes.seats, self.table.points[0]
        self._paid, self._seen = self.lanes.notes["rewards"][0], self.lanes.observations[0]
        self._mask: Array = self.lanes.masks[0].view(np.int8)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Deal a new game (that of the seed, if there is one), and let the bots move until it is our turn."""
        checked_reset(options)
        super().reset(seed=seed)
        self._over = True  # for a bot may fail
        self.table.deal(LANE, [int(self.np_random.integers(SEEDS)) if seed is None else seed])
        return self._look(), self._info()

    def step(self, action: Any) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Play our move, then the bots' until it is our turn again or the game is over."""
        if self._over:
            raise gymnasium.error.ResetNeeded("the game is over: expected reset() before the next step()")
        before = int(self._points[self.seat])
        try:
            self.lanes.step_one(action)
        except MoveError as error:
            if self.illegal == "raise":
                raise
            self._over, self._mask[:] = True, 0
            return self._seen.copy(), ILLEGAL, True, False, {**self._info(), "illegal": str(error)}
        self._over = True
        self.table.think()
        seen, earned = self._look(), 0.0
        if self.table.as_it_comes:
            earned = float(self._points[self.seat] - before)
        elif self._over:
            earned = float(self._paid[self.seat])
        return seen, earned, self._over, False, self._info()

    def action_masks(self) -> Array:
        """What is allowed now, as truths: under this name sb3-contrib's MaskablePPO asks for it."""
        return np.array(self._mask, np.bool_)

    def _look(self) -> Array:
        self._over = bool(self._seats[0] < 0)
        return self.table.seen(0) if self._over else self._seen.copy()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask.copy(), "scores": self._points.copy()}

    def render(self) -> Any:
        """The table as text, as our seat sees it."""
        drawing = drawn(self.game, self.lanes.states, self.seat)
        if self.render_mode == "human":
            print(drawing)
            return None
        return drawing


for _name in names():
    gymnasium.register(
        id=f"Sampan/{_name.capitalize()}-v1",
        entry_point="sampan.envs.gymnasium:TableEnv",
        vector_entry_point="sampan.envs.vector:TableVectorEnv",
        kwargs={"game": _name},
    )
