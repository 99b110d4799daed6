"""Opponents. A bot is given a hidden state and nothing else: `choose(game, hidden, seconds, seed) -> move`.

Here a bot is made from its name (`load`) and asked for a move (`decided`): a custom bot may raise, hang or make a move
that is not allowed, and that becomes one line of text.
"""

from __future__ import annotations

import importlib
import math
import re
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from sampan.engine.errors import OptionError, SampanError
from sampan.engine.game import Game, State

from .greedy import GreedyBot
from .levels import ITERATIONS, LEVELS, QUICK_SECONDS, LevelBot
from .random import RandomBot
from .search import SearchBot


class BotError(SampanError):
    """A bot that raised, took too long, or made a move that is not allowed."""

    exit_code = 1


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
FALLBACK = "greedy"  # who plays on where a custom bot fails
SECONDS = 0.5
LONGEST = 3600.0
GRACE = 20.0  # seconds beyond its own that a custom bot may take
STARTING = 120.0  # seconds to get ready, and for a process of its own to come up
__all__ = [
    "FALLBACK", "GRACE", "ITERATIONS", "KINDS", "LEVELS", "NAMES", "USUAL", "Bot", "BotError", "cost", "decided",
    "is_built_in", "load",
]  # fmt: skip
CUSTOM = re.compile(r"(?P<module>[A-Za-z_][\w.]*):(?P<made>[A-Za-z_]\w*)(?::(?P<budget>.*))?")
EXPECTED = f"{', '.join(LEVELS)}, random, greedy, search:SECONDS, search:NUMBERit or MODULE:CLASS"


def load(name: str, threads: int | None = None) -> tuple[Bot, float]:
    """A bot and its seconds per move.

    `master`, `greedy`, `search:0.5` (seconds), `search:2000it` (iterations), `my_bots:Clever` or `my_bots:Clever:2`.
    """
    kind, colon, budget = name.partition(":")
    if kind in NAMES:
        return built_in(name, kind, budget if colon else None, threads)
    custom = CUSTOM.fullmatch(name)
    if custom is None:
        raise OptionError(f"bot {name!r}: expected {EXPECTED}")
    seconds = SECONDS if custom["budget"] is None else seconds_of(name, custom["budget"])
    return custom_bot(name, custom["module"], custom["made"]), seconds


def is_built_in(name: str) -> bool:
    """Whether this bot comes with Sampan."""
    return name.partition(":")[0] in NAMES


def cost(name: str) -> float:
    """About the seconds that a move of this bot takes, whatever its budget is counted in."""
    kind, _, budget = name.partition(":")
    if kind in LEVELS:
        return LEVELS[kind]
    if kind in ("random", "greedy"):
        return QUICK_SECONDS
    if kind in NAMES and budget.endswith("it"):
        return int(budget.removesuffix("it")) / ITERATIONS
    return load(name)[1]


def built_in(name: str, kind: str, budget: str | None, threads: int | None) -> tuple[Bot, float]:
    """One of the bots that come with Sampan."""
    if kind in LEVELS or kind in ("random", "greedy"):
        if budget is not None:
            raise OptionError(f"bot {name!r}: expected {kind} alone; its thinking time is fixed")
        if kind in LEVELS:
            return LevelBot(kind, threads), max(SECONDS, LEVELS[kind])
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


def custom_bot(name: str, module: str, made: str) -> Bot:
    """A custom bot from its module: a class that is called without arguments and has `choose`."""
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


# ---------------------------------------------------------------- asking for a move


def decided(bot: Any, game: Game, hidden: State, seconds: float, seed: int) -> int:
    """A bot's move, checked; whatever it does wrong is a BotError."""
    try:
        get_ready(bot, game)
        with limited(math.inf if comes_with_sampan(bot) else seconds + GRACE):
            move = game.move_from(bot.choose(game, game.copy(hidden), seconds, seed))
    except Exception as error:
        raise BotError(f"the bot {name_of(bot)} failed: {type(error).__name__}: {error}") from None
    if game.why_not(hidden, move) != 0:
        raise BotError(f"the bot {name_of(bot)} failed: it chose {game.move_text(move)}, which is not allowed")
    return move


_prepared: dict[tuple[int, int], tuple[Any, Game]] = {}  # with bot and game, so that their ids stay taken


def get_ready(bot: Any, game: Game) -> None:
    """Let a custom bot that wants to prepare do so, once."""
    if not comes_with_sampan(bot) and hasattr(bot, "prepare") and (id(bot), id(game)) not in _prepared:
        with limited(STARTING):
            bot.prepare(game)
        _prepared[id(bot), id(game)] = bot, game


def comes_with_sampan(bot: Any) -> bool:
    """Whether a bot comes with Sampan: such a one ends by itself, though it may have to be compiled first."""
    return type(bot).__module__.startswith("sampan.bots.")


def name_of(bot: Any) -> str:
    """What a bot calls itself."""
    return str(getattr(bot, "name", type(bot).__name__))


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Break off what runs longer, where the system can: on the main thread of a process that has alarms."""
    if (
        math.isinf(seconds)
        or not hasattr(signal, "setitimer")
        or threading.current_thread() is not threading.main_thread()
    ):
        yield
        return

    def ring(*_: object) -> None:
        raise TimeoutError(f"no move within {seconds:g} seconds")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
