"""Thousands of games stepped together, in the manner of Gymnasium's vector environments.

A lane holds a game with all its seats. Each step takes one move for each lane, of the seat that must move there, and
gives what the seats to move next see. A finished game is dealt anew in the same step: `terminated` says where, the
observation is already the new game's first, and `info` has the result. With `again=False` it stays finished instead:
its seat is -1, and whatever move it is given changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from sampan.engine.batch import DEVICES
from sampan.engine.errors import OptionError
from sampan.engine.game import Game
from sampan.engine.lanes import Lanes
from sampan.games import load

from .imagine import imagine


class BatchedEnv:
    """Games side by side. The arrays are the environment's own and are written anew by the next step."""

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1024,
        options: Mapping[str, int | str] | None = None,
        seed: int = 0,
        reward: str = "win",
        threads: int | None = None,
        device: str = "cpu",
        again: bool = True,
    ) -> None:
        if device not in DEVICES:
            raise OptionError(f"device = {device!r}: expected {' or '.join(DEVICES)}")
        self.game = load(game) if isinstance(game, str) else game
        self.lanes: Any
        if device == "cuda":
            from sampan.engine.cuda import CudaLanes

            self.lanes = CudaLanes(self.game, num_envs, options, seed, reward, again)
        else:
            self.lanes = Lanes(self.game, num_envs, options, seed, reward, again, threads)
        self.num_envs, self.num_seats = self.lanes.size, self.lanes.players
        self.num_features, self.num_moves = len(self.game.feature_names), len(self.game.moves)
        self._never: Any = np.zeros(self.num_envs, np.bool_)

    @property
    def states(self) -> Any:
        """The games themselves, a record for each lane, with everything that seats cannot see."""
        return self.lanes.states

    @property
    def observations(self) -> Any:
        """What the seat to move sees, a row for each lane."""
        return self.lanes.observations

    @property
    def masks(self) -> Any:
        """What it may do."""
        return self.lanes.masks

    @property
    def seats(self) -> Any:
        """Which seat that is; -1 where a game is over and not dealt anew."""
        return self.lanes.seats

    @property
    def info(self) -> dict[str, Any]:
        """Masks, seats, and the result of each lane's last finished game."""
        lanes = self.lanes
        return {
            "action_mask": lanes.masks,
            "seat": lanes.seats,
            "last_points": lanes.last_points,
            "last_share": lanes.last_share,
        }

    def reset(self, *, seed: int = 0) -> tuple[Any, dict[str, Any]]:
        """Deal every lane anew; lane k gets the game of seed + k."""
        self.lanes.start(seed)
        return self.observations, self.info

    def step(self, moves: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Play; returns observations, rewards (a column for each seat), terminated, truncated (never) and info."""
        self.lanes.step(moves)
        return self.observations, self.lanes.rewards, self.lanes.done, self._never, self.info

    def imagine(self, table: BatchedEnv, rows: Any, seeds: Any) -> None:
        """Let lane i hold the game of the table's lane rows[i] as its seat to move could imagine it, dealt by seeds[i].

        What that seat may not know is dealt anew, and dice fall anew, so looking ahead here is honest. Row -1 leaves a
        lane empty.
        """
        if not (isinstance(self.lanes, Lanes) and isinstance(table.lanes, Lanes)):
            raise OptionError("imagining on a GPU: expected environments with device = 'cpu'")
        imagine(self.lanes, table.lanes, rows, seeds)
