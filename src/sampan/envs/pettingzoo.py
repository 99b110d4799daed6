"""PettingZoo: `env(NAME)` is an AEC environment. Needs `pip install sampan[envs]`.

An observation is `{"observation": numbers, "action_mask": 0 or 1 for each move}`, made from what that seat may know.
A move that is not allowed ends the game at once: its maker gets -1, everybody else 0, and `infos` says why.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from sampan.drawing import drawn
from sampan.engine.errors import MoveError
from sampan.engine.game import Game
from sampan.engine.lanes import Lanes
from sampan.games import load

ILLEGAL = -1.0
SEEDS = 2**63


def env(game: str | Game, **how: Any) -> raw_env:
    """The environment: it checks moves by itself and needs no wrappers."""
    return raw_env(game, **how)


class raw_env(AECEnv):  # type: ignore[type-arg,misc]
    """One table; the agents are its seats."""

    metadata = {"render_modes": ["ansi", "human"], "name": "sampan_v1", "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        options: Mapping[str, int | str] | None = None,
        reward: str = "win",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game = load(game) if isinstance(game, str) else game
        self.lanes = Lanes(self.game, 1, options, reward=reward, again=False, threads=1)
        self.metadata = {**self.metadata, "name": f"sampan_{self.game.name}_v{self.game.version}"}
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.lanes.players)]
        self.agents = self.possible_agents[:]
        self._number = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        features, moves = len(self.game.feature_names), len(self.game.moves)
        seen = spaces.Box(-np.inf, np.inf, (features,), np.float32)
        observed: dict[str, spaces.Space[Any]] = {
            "observation": seen,
            "action_mask": spaces.Box(0, 1, (moves,), np.int8),
        }
        self.observation_spaces = {agent: spaces.Dict(observed) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(moves) for agent in self.possible_agents}
        self._dice = np.random.default_rng()
        self._nothing = dict.fromkeys(self.possible_agents, 0.0)
        self._mask, self._seen = self.lanes.masks[0].view(np.int8), self.lanes.observations[0]
        self._seat, self._earned = self.lanes.seats, self.lanes.rewards[0]

    def observation_space(self, agent: str) -> Any:
        """Numbers, and a mask of moves."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Every move there is; the mask says which are allowed."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game: the one of this seed, or any."""
        if seed is not None:
            self._dice = np.random.default_rng(seed)
        self.lanes.start(int(self._dice.integers(SEEDS)) if seed is None else seed)
        self.agents = self.possible_agents[:]
        self.rewards, self._cumulative_rewards = dict(self._nothing), dict(self._nothing)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._seat[0]]

    def observe(self, agent: str) -> dict[str, Any]:
        """What this seat sees now; only the seat to move has moves."""
        if agent == self.agent_selection and self._seat[0] >= 0:
            return {"observation": self._seen.copy(), "action_mask": self._mask.copy()}
        features = self.game.features(self.lanes.states, self._number[agent])
        return {"observation": features, "action_mask": np.zeros_like(self._mask)}

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """What the seat to move sees, what it has earned since it last moved, and whether it is over."""
        agent = self.agent_selection
        seen = self.observe(agent) if observe else None
        return (
            seen,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def step(self, action: Any) -> None:
        """Play a move of the seat to move."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        try:
            self.lanes.step_one(action)
        except MoveError as error:
            self._end_because(agent, str(error))
            return
        earned = self._earned.tolist()
        self.rewards = dict(zip(self.possible_agents, earned, strict=True))
        total = self._cumulative_rewards
        for other, points in self.rewards.items():
            total[other] += points
        seat = int(self._seat[0])
        if seat < 0:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[seat]
        if self.render_mode == "human":
            self.render()

    def _end_because(self, agent: str, reason: str) -> None:
        """A move that is not allowed ends the game for everybody."""
        self.rewards = {**self._nothing, agent: ILLEGAL}
        self.terminations = dict.fromkeys(self.agents, True)
        self.infos[agent] = {"illegal": reason}
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The table as text, as a spectator sees it."""
        drawing = drawn(self.game, self.lanes.states)
        if self.render_mode == "human":
            print(drawing)
            return None
        return drawing

    def close(self) -> None:
        """Nothing is held open."""
