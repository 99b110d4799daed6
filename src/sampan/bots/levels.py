"""Levels a person understands, from beginner to master, set for each game so that neighbors differ clearly.

What a level does is declared by the game (`[levels]` of its judgement.toml). How much stronger each is than the one
below was measured in the arena: docs/bots.md has the table.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Any

from sampan.engine.errors import BoxError, OptionError
from sampan.engine.game import Game, State

from .greedy import DEPTH, GreedyBot
from .search import SearchBot
from .workspace import judgement_of

QUICK_SECONDS = 0.03  # a move at first sight
ITERATIONS = 1000  # of a search in a second, where it is slowest
# weakest first, and the seconds that a move of each may take in any game, about
LEVELS = {
    "beginner": QUICK_SECONDS, "learner": QUICK_SECONDS, "club": QUICK_SECONDS, "expert": 2 * QUICK_SECONDS,
    "master": 1.0,
}  # fmt: skip
WAYS = "expected one of slips, iterations and seconds, a number above 0; with slips perhaps sight, from 1 to"


@dataclass(frozen=True)
class Strength:
    """How a level plays one game: at first sight with slips of so many points, or by search; one of the three.

    At first sight it may look only so many moves ahead.
    """

    slips: float = 0.0
    sight: int = 0
    iterations: int = 0
    seconds: float = 0.0

    @property
    def cost(self) -> float:
        """About the seconds of a move."""
        return max(QUICK_SECONDS, self.seconds, self.iterations / ITERATIONS)


def strength_of(game: Game, level: str) -> Strength:
    """What the game declares for a level."""
    declared: Any = judgement_of(game).levels.get(level)
    where = f"{game.name}: judgement.toml: levels.{level} = {declared!r}"
    try:
        strength = Strength(**declared)
        fits = [number > 0 for way, number in declared.items() if way != "sight"] == [True]
        fits = fits and isinstance(strength.iterations, int) and sees(strength, "sight" in declared)
    except TypeError:
        fits = False
    if not fits:
        raise BoxError(f"{where}: {WAYS} {DEPTH}")
    if strength.cost > LEVELS[level]:
        most = LEVELS[level]
        raise BoxError(f"{where}: expected at most {most:g} s or {most * ITERATIONS:g} iterations")
    return strength


def sees(strength: Strength, limited: bool) -> bool:
    """Whether a level sees as far as it can: a limit is some moves of a player at first sight."""
    return not limited or (strength.slips > 0 and strength.sight in range(1, DEPTH + 1))


class LevelBot:
    """One of the levels, in any game."""

    def __init__(self, level: str, threads: int | None = None) -> None:
        if level not in LEVELS:
            raise OptionError(f"level {level!r}: expected one of {', '.join(LEVELS)}")
        self.name, self.level, self.threads = level, level, threads
        self.stop = threading.Event()  # as a search has it
        self._players: dict[str, tuple[GreedyBot | SearchBot, Strength]] = {}

    def prepare(self, game: Game) -> None:
        """Compile now rather than at the first decision, where there is a search to compile."""
        player, _ = self.player(game)
        if isinstance(player, SearchBot):
            player.prepare(game)

    def choose(self, game: Game, hidden: State, seconds: float, seed: int) -> int:
        """As strong as the level is in this game; a longer time changes nothing."""
        player, strength = self.player(game)
        if isinstance(player, SearchBot):
            player.stop = self.stop
        return player.choose(game, hidden, strength.seconds, seed)

    def player(self, game: Game) -> tuple[GreedyBot | SearchBot, Strength]:
        """Who plays this game for the level, and how strongly."""
        if game.name not in self._players:
            strength = strength_of(game, self.level)
            search = strength.iterations or strength.seconds
            self._players[game.name] = (
                SearchBot(strength.iterations or None, self.threads)
                if search
                else GreedyBot(strength.slips, strength.sight or DEPTH),
                strength,
            )
        return self._players[game.name]
