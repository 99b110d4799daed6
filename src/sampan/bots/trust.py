"""A bot of somebody's own may raise, hang or make a move that is not allowed: here that becomes one line of text."""

from __future__ import annotations

import math
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sampan.engine.errors import SampanError
from sampan.engine.game import Game, State

GRACE = 20.0  # seconds beyond its own that somebody's own bot may take


class BotError(SampanError):
    """A bot that raised, took too long, or made a move that is not allowed."""

    exit_code = 1


def decided(bot: Any, game: Game, hidden: State, seconds: float, seed: int) -> int:
    """A bot's move, checked; whatever it does wrong is a BotError."""
    try:
        with limited(math.inf if ours(bot) else seconds + GRACE):
            move = game.move_from(bot.choose(game, game.copy(hidden), seconds, seed))
    except Exception as error:
        raise BotError(f"the bot {name_of(bot)} failed: {type(error).__name__}: {error}") from None
    if game.why_not(hidden, move) != 0:
        raise BotError(f"the bot {name_of(bot)} failed: it chose {game.move_text(move)}, which is not allowed")
    return move


def ours(bot: Any) -> bool:
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
