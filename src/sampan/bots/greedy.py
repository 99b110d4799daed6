"""A quick opponent: looks to the end of its own stretch and takes what is worth most, with no thought of replies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sampan.engine.game import Game, State

from .mind import Mind, mind_of
from .thought import THOUGHTS, compiled_for, rate_moves

DEPTH = 6
Numbers = np.ndarray[Any, Any]


class GreedyBot:
    """One's own turn, looked through move by move; the second yardstick."""

    name = "greedy"

    def __init__(self, slips: float = 0.0) -> None:
        self.slips = slips  # in points: how much worse a move may look and still be made now and then
        self._minds: dict[str, Mind] = {}
        self._compiled: dict[str, Callable[..., Any]] = {}

    def choose(self, game: Game, hidden: State, seconds: float, seed: int) -> int:
        """The move after which one's own stretch can end best."""
        moves = game.legal_moves(hidden)
        if len(moves) == 1:
            return moves[0]
        ratings = self.ratings(game, hidden, seed)
        return moves[int(np.argmax(self._straight(game, np.array(moves), ratings, seed)))]

    def _straight(self, game: Game, moves: Numbers, ratings: Numbers, seed: int) -> Numbers:
        """The ratings, with slips where the bot makes some.

        A slip is a decision that could be better, never a pointless exchange: an aside is made only where nothing else
        promises as much.
        """
        first, last = game.definition.asides
        aside = (first <= moves) & (moves < last)
        if max(ratings[aside], default=-np.inf) > max(ratings[~aside], default=-np.inf):
            return ratings
        slips = self.slips * np.random.default_rng(seed).gumbel(size=len(ratings))
        return np.where(aside, -np.inf, ratings + slips)

    def ratings(self, game: Game, hidden: State, seed: int) -> Numbers:
        """What each legal move can lead to, in points ahead of the best rival."""
        if game.name not in self._compiled:
            self._minds[game.name] = mind_of(game)
            self._minds[game.name].taught = 0
            self._compiled[game.name] = compiled_for(game, [*THOUGHTS, rate_moves])
        stack = game.batch(DEPTH + 1)
        stack[0] = game.redeal(hidden, game.to_move(hidden), seed)[0]
        outs, ratings = np.zeros((DEPTH, len(game.moves)), np.int16), np.zeros(len(game.moves))
        numbers, tried, asides = (np.zeros(DEPTH + 1, np.int64) for _ in range(3))
        number = self._compiled[game.name](
            game.box.record, stack, outs, numbers, tried, asides, game.definition.most_asides, ratings,
            self._minds[game.name],
        )  # fmt: skip
        return ratings[:number]
