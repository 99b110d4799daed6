"""PettingZoo: `env(NAME)` is an AEC environment, `parallel_env(NAME)` a parallel one. Needs `pip install sampan[envs]`.

An observation is `{"observation": numbers, "action_mask": 0 or 1 for each move}`, made from what that seat may know.
A move that is not allowed ends the game at once: its maker gets -1, everybody else 0, and `infos` says why. After
`max_cycles` decisions, where that is asked for, a game is truncated.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from sampan.drawing import drawn
from sampan.engine.errors import MoveError, OptionError
from sampan.engine.game import Game
from sampan.engine.lanes import Lanes, checked_size
from sampan.engine.seeds import checked_seed
from sampan.games import load

from .one_seat import ILLEGAL, RENDERED, SEEDS, checked_choice


def env(game: str | Game, **how: Any) -> raw_env:
    """The environment in which seats take turns: it checks moves by itself and needs no wrappers."""
    return raw_env(game, **how)


def parallel_env(game: str | Game, **how: Any) -> ParallelTable:
    """The environment in which all seats are asked at once, and the one whose turn it is plays; made like `env`."""
    return ParallelTable(raw_env(game, **how))


class raw_env(AECEnv):  # type: ignore[type-arg,misc]
    """One table; the agents are its seats."""

    metadata = {"render_modes": RENDERED, "name": "sampan_v1", "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        options: Mapping[str, int | str] | None = None,
        reward: str = "win",
        render_mode: str | None = None,
        max_cycles: int | None = None,
    ) -> None:
        super().__init__()
        checked_choice("render_mode", render_mode, [None, *RENDERED])
        self.max_cycles = None if max_cycles is None else checked_size(max_cycles, "max_cycles")
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
            self._dice = np.random.default_rng(int(checked_seed(seed)))
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
        try:
            self.lanes.step_one(action)
        except MoveError as error:
            self._end_because(agent, str(error))
            return
        self._cumulative_rewards[agent] = 0.0
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
            if self.max_cycles is not None and self.lanes.notes["length"][0] >= self.max_cycles:
                self.truncations = dict.fromkeys(self.agents, True)
        if self.render_mode == "human":
            self.render()

    def _end_because(self, agent: str, reason: str) -> None:
        """A move that is not allowed ends the game for everybody."""
        self._cumulative_rewards[agent] = 0.0
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


class ParallelTable(ParallelEnv):  # type: ignore[type-arg,misc]
    """One table that asks all seats at once: only what the seat to move answers is played.

    Whose turn it is stands in every info as `active_agent`, and only that seat's mask allows anything. What the others
    answer changes nothing, and they need not answer. Every seat sees what it may know, and nothing else.
    """

    def __init__(self, table: raw_env) -> None:
        self.table = table
        self.metadata, self.render_mode = table.metadata, table.render_mode
        self.possible_agents, self.agents = table.possible_agents, table.possible_agents[:]
        self.observation_spaces, self.action_spaces = table.observation_spaces, table.action_spaces

    @property
    def max_cycles(self) -> int | None:
        """After how many decisions a game is truncated, if it is."""
        return self.table.max_cycles

    @max_cycles.setter
    def max_cycles(self, number: int | None) -> None:
        self.table.max_cycles = number

    def observation_space(self, agent: str) -> Any:
        """Numbers, and a mask of moves."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Every move there is; the mask says which are allowed."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Deal a new game: the one of this seed, or any."""
        self.table.reset(seed, options)
        self.agents = self.possible_agents[:]
        return self._seen(), self._infos()

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Play the move of the seat whose turn it is."""
        if not self.agents:
            return {}, {}, {}, {}, {}
        table = self.table
        active = table.agent_selection
        if strange := [agent for agent in actions if agent not in self.agents]:
            raise OptionError(f"actions of {strange[0]!r}: expected one of {', '.join(self.agents)}")
        if actions.get(active) is None:
            raise OptionError(f"actions without one of {active}: it is its turn; expected a whole number")
        table.step(actions[active])
        observations, infos = self._seen(), self._infos()
        if any(table.terminations.values()) or any(table.truncations.values()):
            self.agents = []
        return observations, dict(table.rewards), dict(table.terminations), dict(table.truncations), infos

    def _seen(self) -> dict[str, Any]:
        return {agent: self.table.observe(agent) for agent in self.possible_agents}

    def _infos(self) -> dict[str, dict[str, Any]]:
        active = self.table.agent_selection
        return {agent: {**info, "active_agent": active} for agent, info in self.table.infos.items()}

    def render(self) -> Any:
        """The table as text, as a spectator sees it."""
        return self.table.render()

    def close(self) -> None:
        """Nothing is held open."""
