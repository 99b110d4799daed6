"""Levels a person understands: learner, club, expert and master, set for each game so that neighbours differ clearly.

How much stronger each is than the one below was measured in the arena: docs/bots.md has the table.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass

from sampan.engine.errors import OptionError
from sampan.engine.game import Game, State

from .greedy import GreedyBot
from .search import SearchBot

LEVELS = ("learner", "club", "expert", "master")


@dataclass(frozen=True)
class Strength:
    """How a level plays one game: by first sight with slips of so many points, or by search with so many iterations."""

    slips: float = 0.0
    iterations: int = 0
    seconds: float = 0.0


STRENGTHS: dict[str, dict[str, Strength]] = {
    "river": {
        "learner": Strength(slips=10.0),
        "club": Strength(slips=0.8),
        "expert": Strength(iterations=60),
        "master": Strength(seconds=1.0),
    },
    "feya": {
        "learner": Strength(slips=4.0),
        "club": Strength(slips=1.2),
        "expert": Strength(iterations=60),
        "master": Strength(seconds=1.0),
    },
}
QUICK_SECONDS = 0.03  # a move at first sight
USUAL = "river"  # a game without levels of its own is played like this one


class LevelBot:
    """One of the four levels, in any game."""

    def __init__(self, level: str, threads: int | None = None) -> None:
        if level not in LEVELS:
            raise OptionError(f"level {level!r}: expected one of {', '.join(LEVELS)}")
        self.name, self.level, self.threads = level, level, threads
        self.stop = threading.Event()  # as a search has it
        self._players: dict[str, GreedyBot | SearchBot] = {}

    def prepare(self, game: Game) -> None:
        """Compile now rather than at the first decision, where there is a search to compile."""
        player = self._player(game)
        if isinstance(player, SearchBot):
            player.prepare(game)

    def choose(self, game: Game, hidden: State, seconds: float, seed: int) -> int:
        """As strong as the level is in this game; a longer time changes nothing."""
        player = self._player(game)
        if isinstance(player, SearchBot):
            player.stop = self.stop
        return player.choose(game, hidden, self._strength(game).seconds, seed)

    def _strength(self, game: Game) -> Strength:
        return STRENGTHS.get(game.name, STRENGTHS[USUAL])[self.level]

    def _player(self, game: Game) -> GreedyBot | SearchBot:
        strength = self._strength(game)
        if game.name not in self._players:
            self._players[game.name] = (
                GreedyBot(strength.slips)
                if not strength.iterations and not strength.seconds
                else SearchBot(strength.iterations or None, self.threads)
            )
        return self._players[game.name]


def level_cost(level: str) -> float:
    """About the seconds a move of this level takes in any game."""
    quick = QUICK_SECONDS if level in ("learner", "club") else 2 * QUICK_SECONDS
    return max(quick, *(strengths[level].seconds for strengths in STRENGTHS.values()))


def longest(level: str) -> float:
    """The most seconds a move of this level takes in any game; one that counts iterations is far below half of one."""
    return max(0.5, *(strengths[level].seconds for strengths in STRENGTHS.values()))
