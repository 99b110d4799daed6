"""Opponents. A bot is given a hidden state and nothing else: `choose(game, hidden, seconds, seed) -> move`."""

from __future__ import annotations

from typing import Protocol

from sampan.engine.errors import OptionError
from sampan.engine.game import Game, State

from .random import RandomBot
from .rollout import RolloutBot


class Bot(Protocol):
    """Whatever can sit at the table."""

    name: str

    def choose(self, game: Game, hidden: State, seconds: float, seed: int) -> int:
        """One of the legal moves of the seat that must decide, from what that seat may know."""
        ...


KINDS: dict[str, type[RandomBot | RolloutBot]] = {"random": RandomBot, "rollout": RolloutBot}


def load(name: str) -> tuple[Bot, float]:
    """A bot and its seconds per move, from a name such as `rollout:0.5`."""
    kind, colon, given = name.partition(":")
    if kind not in KINDS:
        raise OptionError(f"bot {name!r}: expected one of {', '.join(KINDS)}, with :SECONDS where it thinks")
    try:
        seconds = float(given) if colon else 0.5
    except ValueError:
        seconds = -1.0
    if not 0 < seconds <= 3600:
        raise OptionError(f"bot {name!r}: seconds = {given!r}: expected a number above 0, at most 3600")
    return KINDS[kind](), seconds
