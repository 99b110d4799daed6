"""Opponents. A bot is given a hidden state and nothing else: `choose(game, hidden, seconds, seed) -> move`."""

from __future__ import annotations

import importlib
import re
from typing import Protocol

from sampan.engine.errors import OptionError
from sampan.engine.game import Game, State

from .greedy import GreedyBot
from .levels import LEVELS, QUICK_SECONDS, LevelBot, level_cost, longest
from .random import RandomBot
from .search import SearchBot
from .trust import GRACE, BotError, decided


class Bot(Protocol):
    """Whatever can sit at the table."""

    name: str

    def choose(self, game: Game, hidden: State, seconds: float, seed: int) -> int:
        """One of the legal moves of the seat that must decide, from what that seat may know."""
        ...


KINDS = ("random", "greedy", "search")
OLD = ("rollout",)  # what search was before it grew trees: tables opened with it go on with search
NAMES = (*LEVELS, *KINDS, *OLD)
USUAL = "club"  # who fills a seat where nobody said who
FALLBACK = "greedy"  # who plays on where a bot of somebody's own fails
SECONDS = 0.5
LONGEST = 3600.0
ITERATIONS = 1000  # a second, where search is slowest
__all__ = [
    "FALLBACK", "GRACE", "ITERATIONS", "KINDS", "LEVELS", "NAMES", "USUAL", "Bot", "BotError", "cost", "decided",
    "is_built_in", "load",
]  # fmt: skip
OWN = re.compile(r"(?P<module>[A-Za-z_][\w.]*):(?P<made>[A-Za-z_]\w*)(?::(?P<budget>.*))?")
EXPECTED = f"{', '.join(LEVELS)}, random, greedy, search:SECONDS, search:NUMBERit or MODULE:CLASS"


def load(name: str, threads: int | None = None) -> tuple[Bot, float]:
    """A bot and its seconds per move.

    `master`, `greedy`, `search:0.5` (seconds), `search:2000it` (iterations), `my_bots:Clever` or `my_bots:Clever:2`.
    """
    kind, colon, budget = name.partition(":")
    if kind in NAMES:
        return built_in(name, kind, budget if colon else None, threads)
    own = OWN.fullmatch(name)
    if own is None:
        raise OptionError(f"bot {name!r}: expected {EXPECTED}")
    seconds = SECONDS if own["budget"] is None else seconds_of(name, own["budget"])
    return of_your_own(name, own["module"], own["made"]), seconds


def is_built_in(name: str) -> bool:
    """Whether this bot is one of ours."""
    return name.partition(":")[0] in NAMES


def cost(name: str) -> float:
    """About the seconds that a move of this bot takes, whatever its budget is counted in."""
    kind, _, budget = name.partition(":")
    if kind in LEVELS:
        return level_cost(kind)
    if kind in ("random", "greedy"):
        return QUICK_SECONDS
    if kind in NAMES and budget.endswith("it"):
        return int(budget.removesuffix("it")) / ITERATIONS
    return load(name)[1]


def built_in(name: str, kind: str, budget: str | None, threads: int | None) -> tuple[Bot, float]:
    """One of the bots that come with Sampan."""
    if kind in LEVELS or kind in ("random", "greedy"):
        if budget is not None:
            raise OptionError(f"bot {name!r}: expected {kind} alone; its thinking time is its own")
        if kind in LEVELS:
            return LevelBot(kind, threads), longest(kind)
        return (RandomBot() if kind == "random" else GreedyBot()), SECONDS
    if kind == "search" and budget is not None and budget.endswith("it"):
        number = budget.removesuffix("it")
        if not re.fullmatch("[0-9]{1,9}", number) or int(number) < 1:
            raise OptionError(f"bot {name!r}: expected a whole number of iterations, 1 or more, before 'it'")
        return SearchBot(int(number), threads), SECONDS
    seconds = SECONDS if budget is None else seconds_of(name, budget)
    return SearchBot(None, threads), seconds


def seconds_of(name: str, budget: str) -> float:
    """A thinking time."""
    try:
        seconds = float(budget)
    except ValueError:
        seconds = -1.0
    if not 0 < seconds <= LONGEST:
        raise OptionError(f"bot {name!r}: seconds = {budget!r}: expected a number above 0, at most {LONGEST:.0f}")
    return seconds


def of_your_own(name: str, module: str, made: str) -> Bot:
    """A bot from somebody's own module: a class that is called without arguments and has `choose`."""
    try:
        found = getattr(importlib.import_module(module), made)
    except (ImportError, AttributeError) as error:
        raise OptionError(f"bot {name!r}: {error}: expected a module that can be imported and a class in it") from None
    try:
        bot: Bot = found()
    except Exception as error:
        raise OptionError(f"bot {name!r}: {made}() raised {type(error).__name__}: {error}") from None
    if not callable(getattr(bot, "choose", None)):
        raise OptionError(f"bot {name!r}: expected a method choose(game, hidden, seconds, seed)")
    bot.name = name
    return bot
