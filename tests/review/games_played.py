"""Finished games to review, and a review that takes a second."""

from __future__ import annotations

import random

from sampan.engine.game import Game
from sampan.engine.record import Record
from sampan.review.judge import Effort

QUICK = Effort(search=3, first=2, second=3, trials=1, worlds=2, rounds=1, deals=3)


def finished(game: Game, seed: int, players: int = 2) -> Record:
    """A random game to its end."""
    dice, record = random.Random(seed), Record.start(game, {"players": players}, seed)
    state = game.deal(record.options, seed)
    while not game.over(state):
        move = dice.choice(game.legal_moves(state))
        game.play(state, move)
        record.add(game, move, state)
    return record
