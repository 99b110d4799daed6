"""MaskablePPO of Stable-Baselines3 at River of Gold for two: one seat against a bot, through Gymnasium.

    pip install sampan[trainers]
    python examples/sb3_river.py --steps 120_000

docs/learning.md says what it reaches. What is learned is kept in `sb3-river.zip`, the learning curve in
`sb3-river.csv` and `sb3-river.svg`.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

try:
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.callbacks import BaseCallback
    from stable_baselines3.common.vec_env import DummyVecEnv
except ImportError:
    sys.exit("sb3_river.py: Stable-Baselines3-contrib is not installed: expected pip install 'sampan[trainers]'")

import gymnasium
import numpy as np
import torch
from ppo_river import OPTIONS, POINTS, Choose, Curve, broken

import sampan.envs.gymnasium  # noqa: F401  (makes the tables known)
from sampan.engine.errors import SampanError


class Lead(gymnasium.Wrapper):
    """Pays at once what a seat gains on the other, in tens of points: over a game this adds up to its final margin."""

    def reset(self, **how: Any) -> tuple[np.ndarray, dict[str, Any]]:
        """Deal a new game."""
        seen, info = super().reset(**how)
        self.lead = self.of(info)
        return seen, info

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Play our move and the bot's."""
        seen, _, over, cut, info = super().step(action)
        before, self.lead = self.lead, self.of(info)
        return seen, (self.lead - before) / POINTS, over, cut, info

    def of(self, info: dict[str, Any]) -> float:
        """How far ahead our seat is."""
        seat = self.unwrapped.seat
        return info["scores"][seat] - info["scores"][1 - seat]


def table(number: int, opponent: str) -> gymnasium.Env:
    """One of several tables; the learner has the first seat at every other one."""
    how = {"bots": [opponent], "seat": number % 2, "options": OPTIONS, "illegal": "raise"}
    return Lead(gymnasium.make("Sampan/River-v1", disable_env_checker=True, **how))


class Keeper(BaseCallback):
    """Remembers the network before each update, and goes back to it where an update broke it."""

    def _on_step(self) -> bool:
        return True

    def _on_rollout_start(self) -> None:
        layers = self.model.policy.state_dict()
        if broken(layers):
            self.model.policy.load_state_dict(self.before)
            raise SampanError("a weight = nan: expected a number; what was learned before is kept; try a lower --rate")
        self.before = {name: layer.clone() for name, layer in layers.items()}

    _on_training_end = _on_rollout_start


def choosing(model: MaskablePPO) -> Choose:
    """The model as a player of matches."""

    def choose(seen: np.ndarray, masks: np.ndarray) -> np.ndarray:
        return model.predict(seen, action_masks=masks)[0]

    return choose


def learn(how: argparse.Namespace) -> None:
    """Play and learn in turn, with a match now and then; whatever stops it, what was learned is kept."""
    torch.set_num_threads(1)
    torch.distributions.Distribution.set_default_validate_args(False)  # the keeper looks instead, and costs less
    tables = DummyVecEnv([lambda number=number: table(number, how.trainer) for number in range(how.tables)])
    tables.seed(how.seed)
    model = MaskablePPO(
        "MlpPolicy", tables, n_steps=256, batch_size=256, n_epochs=4, learning_rate=how.rate, gamma=1.0, ent_coef=0.01,
        policy_kwargs={"net_arch": [128, 128], "activation_fn": torch.nn.ReLU}, seed=how.seed, device="cpu",
    )  # fmt: skip
    curve = Curve(how.out, how.opponent, how.games)
    curve.measure(0, choosing(model))
    try:
        while (left := how.steps - model.num_timesteps) > 0:
            model.learn(min(left, how.every), Keeper(), reset_num_timesteps=model.num_timesteps == 0)
            curve.measure(model.num_timesteps, choosing(model))
    finally:
        if model.num_timesteps:
            model.save(how.out.with_suffix(".zip"))
            curve.keep()


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--steps", type=int, default=120_000, help="decisions to learn from")
    asked.add_argument("--tables", type=int, default=16, help="games side by side")
    asked.add_argument("--trainer", default="random", help="the bot it learns against")
    asked.add_argument("--opponent", default="random", help="the bot it meets in matches")
    asked.add_argument("--games", type=int, default=200, help="games of each match")
    asked.add_argument("--every", type=int, default=40_000, help="decisions between two matches")
    asked.add_argument("--rate", type=float, default=5e-4, help="how fast it learns")
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--out", type=Path, default=Path("sb3-river"))
    try:
        learn(asked.parse_args())
    except SampanError as error:
        print(f"sb3_river.py: {error}", file=sys.stderr)
        sys.exit(error.exit_code)


if __name__ == "__main__":
    main()
