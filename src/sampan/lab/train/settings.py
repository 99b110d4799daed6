"""What a run of training is asked: settings, which stay the same when it is resumed, and a budget, which need not."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any

from sampan.engine.errors import OptionError


@dataclass(frozen=True)
class Recipe:
    """How one kind of target is learned unless said otherwise."""

    net: str
    games_per_round: int
    samples: int  # turns drawn of which the best is played
    epsilon: int  # turns of a thousand that are played as the first one drawn
    window: int  # rounds in the replay buffer
    minibatch: int


RECIPES = {
    "value": Recipe("value_net", games_per_round=8000, samples=16, epsilon=80, window=4, minibatch=4096),
    "comparison": Recipe("value_net", games_per_round=1600, samples=16, epsilon=80, window=40, minibatch=512),
    "policy": Recipe("policy_net", games_per_round=2000, samples=64, epsilon=50, window=4, minibatch=4096),
}
LEARNING_RATE = 1e-3  # at first, from random weights; half of it from a trained net
LAST_LEARNING_RATE = 0.05  # of the first, at the end of the budget
LATE = 0.6  # of the budget: from here on self-play for value targets draws twice as many turns and errs less
LATE_EPSILON = 30


@dataclass(frozen=True)
class Settings:
    """What makes a run this run: resumed, it has to be the same."""

    game: str
    targets: str
    inputs: int
    seed: int
    start: str
    bundled: bool
    games_per_round: int
    samples: int
    epochs: int
    window: int
    minibatch: int
    learning_rate: float

    def __post_init__(self) -> None:
        for name, least in (("games_per_round", 2), ("samples", 1), ("epochs", 1), ("window", 1), ("minibatch", 1)):
            if getattr(self, name) < least:
                raise OptionError(f"--{name.replace('_', '-')} {getattr(self, name)}: expected {least} or more")
        if not 0 < self.learning_rate <= 1:
            raise OptionError(f"--learning-rate {self.learning_rate}: expected a number above 0, at most 1")

    @property
    def recipe(self) -> Recipe:
        """What is usual for these targets."""
        return RECIPES[self.targets]

    def self_play(self, spent: float) -> tuple[int, int]:
        """Turns drawn and epsilon, once so much of the budget is spent."""
        if self.targets == "value" and spent > LATE:
            return 2 * self.samples, LATE_EPSILON
        return self.samples, self.recipe.epsilon

    def rate(self, spent: float) -> float:
        """The learning rate falls evenly."""
        return self.learning_rate * (1 - (1 - LAST_LEARNING_RATE) * min(1.0, spent))

    def check_same(self, before: dict[str, Any], where: str) -> None:
        """Refuse to go on with a run of other settings."""
        for name, value in asdict(self).items():
            if before.get(name) != value:
                raise OptionError(
                    f"{where} holds a run with {name} = {before.get(name)}, not {value}: expected the same settings, "
                    "or another --out"
                )


@dataclass(frozen=True)
class Budget:
    """When training ends: at whatever is spent first."""

    minutes: float | None = None
    games: int | None = None
    steps: int | None = None

    def __post_init__(self) -> None:
        given = {name: limit for name, limit in asdict(self).items() if limit is not None}
        for name, limit in given.items():
            if not (limit > 0 and math.isfinite(limit)):
                raise OptionError(f"--{name} {limit}: expected a number above 0")
        if not given:
            raise OptionError("expected --minutes, --games or --steps, to say when training stops")

    def spent(self, minutes: float, games: int, steps: int) -> float:
        """How much of it is spent, from 0 to 1 and beyond."""
        used = ((minutes, self.minutes), (games, self.games), (steps, self.steps))
        return max(done / limit for done, limit in used if limit is not None)
