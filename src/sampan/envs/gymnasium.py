"""Gymnasium: one seat at a table of bots. Needs `pip install sampan[envs]`.

`gymnasium.make("Sampan/NAME-v1", bots=["greedy"])` after importing this module, NAME with a capital. The moves
allowed now are `info["action_mask"]`, as `action_space.sample(mask)` takes it, and `action_masks()`, as
Stable-Baselines3-contrib asks for them. What a move that is not allowed does is
a parameter: it ends the game with -1 (`illegal="end"`), or raises MoveError and changes nothing (`illegal="raise"`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from sampan import bots as players
from sampan.drawing import drawn
from sampan.engine.errors import MoveError, OptionError
from sampan.engine.game import Game
from sampan.engine.lanes import Lanes
from sampan.games import load, names

ILLEGAL = -1.0
SEEDS = 2**63


class TableEnv(gymnasium.Env[np.ndarray[Any, Any], np.int64]):
    """A table with bots in all other seats; they move inside `reset` and `step`."""

    metadata = {"render_modes": ["ansi", "human"]}  # noqa: RUF012

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
        self.game = load(game) if isinstance(game, str) else game
        self.lanes = Lanes(self.game, 1, options, reward=reward, again=False, threads=1)
        if not 0 <= seat < self.lanes.players:
            raise OptionError(f"seat = {seat}: expected 0..{self.lanes.players - 1}")
        if illegal not in ("end", "raise"):
            raise OptionError(f"illegal = {illegal!r}: expected end or raise")
        if not bots:
            raise OptionError("bots = []: expected at least one; the names are given to the other seats in turn")
        self.seat, self.illegal, self.render_mode = seat, illegal, render_mode
        others = [other for other in range(self.lanes.players) if other != seat]
        self.bots = {other: players.load(bots[k % len(bots)]) for k, other in enumerate(others)}
        self.observation_space = spaces.Box(-np.inf, np.inf, (len(self.game.feature_names),), np.float32)
        self.action_space = spaces.Discrete(len(self.game.moves))
        self._over, self._earned = True, 0.0
        self._seats, self._paid, self._mask = self.lanes.seats, self.lanes.rewards[0], self.lanes.masks[0].view(np.int8)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray[Any, Any], dict[str, Any]]:
        """Deal a new game (that of the seed, if there is one), and let the bots move until it is our turn."""
        super().reset(seed=seed)
        self.lanes.start(int(self.np_random.integers(SEEDS)) if seed is None else seed)
        self._over = False
        self._let_bots_move()
        return self._look(), self._info()

    def step(self, action: Any) -> tuple[np.ndarray[Any, Any], float, bool, bool, dict[str, Any]]:
        """Play our move, then the bots' until it is our turn again or the game is over."""
        if self._over:
            raise gymnasium.error.ResetNeeded("the game is over: expected reset() before the next step()")
        self._earned = 0.0
        try:
            self.lanes.step_one(action)
        except MoveError as error:
            if self.illegal == "raise":
                raise
            self._over = True
            return self._look(), ILLEGAL, True, False, {**self._info(), "illegal": str(error)}
        self._earned += float(self._paid[self.seat])
        self._let_bots_move()
        return self._look(), self._earned, self._over, False, self._info()

    def _let_bots_move(self) -> None:
        while (seat := int(self._seats[0])) not in (-1, self.seat):
            bot, seconds = self.bots[seat]
            hidden = self.game.hide(self.lanes.states, seat)
            self.lanes.step_one(bot.choose(self.game, hidden, seconds, int(self.np_random.integers(2**31))))
            self._earned += float(self._paid[self.seat])
        self._over = bool(self._seats[0] < 0)

    def _look(self) -> np.ndarray[Any, Any]:
        if self._over:
            return self.game.features(self.lanes.states, self.seat)
        return np.array(self.lanes.observations[0])

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask.copy(), "scores": self.game.scores(self.lanes.states)}

    def action_masks(self) -> np.ndarray[Any, Any]:
        """The moves allowed now."""
        return np.array(self.lanes.masks[0])

    def render(self) -> Any:
        """The table as text, as our seat sees it."""
        drawing = drawn(self.game, self.lanes.states, self.seat)
        if self.render_mode == "human":
            print(drawing)
            return None
        return drawing


for _name in names():
    gymnasium.register(
        id=f"Sampan/{_name.capitalize()}-v1", entry_point="sampan.envs.gymnasium:TableEnv", kwargs={"game": _name}
    )
