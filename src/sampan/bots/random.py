"""The simplest opponent: any legal move, each as likely."""

from __future__ import annotations

import random

from sampan.engine.game import Game, State


class RandomBot:
    """Plays at random; the yardstick that everything else must beat."""

    name = "random"

    def choose(self, game: Game, hidden: State, seconds: float, seed: int) -> int:
        """Any legal move."""
        return random.Random(seed).choice(game.legal_moves(hidden))
