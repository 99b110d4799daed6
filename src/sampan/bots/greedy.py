"""A quick opponent: searches its own stretch to the end and takes what is worth most, with no thought of replies."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sampan.engine.game import Game, State

from .evaluate import EVALUATE, compiled_for
from .workspace import Workspace, new_workspace

legal: Any = None
play: Any = None
is_quiet: Any = None
evaluate_seat: Any = None
ASIDE_FIRST: Any = 0
ASIDE_LAST: Any = 0

DEPTH = 6
Numbers = np.ndarray[Any, Any]


def rate_moves(box, stack, outs, numbers, tried, asides, most_asides, ratings, work):
    """Rate every move of stack[0] by the best end of the own stretch it can lead to; return how many there are.

    A walk without recursion: level k has its state in stack[k], its moves in outs[k], how many it has tried so far.
    """
    mover, turn, depth = stack[0].seat, stack[0].turns, len(outs)
    numbers[0] = legal(box[0], stack[0], outs[0])
    ratings[: numbers[0]] = -1e9
    level, tried[0], asides[0] = 0, 0, 0
    while level >= 0:
        if tried[level] == numbers[level]:
            level -= 1
            continue
        move = outs[level, tried[level]]
        tried[level] += 1
        aside = 1 if ASIDE_FIRST <= move < ASIDE_LAST else 0
        if level > 0 and aside == 1 and asides[level] >= most_asides:
            continue
        stack[level + 1] = stack[level]
        play(box[0], stack[level + 1], move)
        s = stack[level + 1]
        if s.seat >= 0 and s.draws != stack[level].draws and is_quiet(box[0], stack[level]):
            stack[level + 1] = stack[level]  # quiet: evaluated before chance falls
        if level + 1 == depth or s.seat != mover or s.turns != turn or is_quiet(box[0], s):
            ratings[tried[0] - 1] = max(ratings[tried[0] - 1], evaluate_seat(box[0], s, mover, work[0]))
            continue
        level += 1
        asides[level] = asides[level - 1] + aside
        numbers[level] = legal(box[0], stack[level], outs[level])
        tried[level] = 0
    return numbers[0]


class GreedyBot:
    """Exhaustive search of the own stretch by the linear evaluation; the second yardstick."""

    name = "greedy"

    def __init__(self, slips: float = 0.0) -> None:
        self.slips = slips  # in points: how much worse a move may be rated and still be made now and then
        self._workspaces: dict[str, Workspace] = {}
        self._compiled: dict[str, Callable[..., Any]] = {}

    def choose(self, game: Game, hidden: State, seconds: float, seed: int) -> int:
        """The move after which one's own stretch can end best."""
        moves = game.legal_moves(hidden)
        if len(moves) == 1:
            return moves[0]
        ratings = self.ratings(game, hidden, seed)
        return moves[int(np.argmax(self._with_slips(game, np.array(moves), ratings, seed)))]

    def _with_slips(self, game: Game, moves: Numbers, ratings: Numbers, seed: int) -> Numbers:
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
            self._workspaces[game.name] = new_workspace(game)
            self._workspaces[game.name].has_value_net = 0  # its reasons can be read: points, and nothing else
            self._compiled[game.name] = compiled_for(game, [*EVALUATE, rate_moves])
        stack = game.batch(DEPTH + 1)
        stack[0] = game.redeal(hidden, game.to_move(hidden), seed)[0]
        outs, ratings = np.zeros((DEPTH, len(game.moves)), np.int16), np.zeros(len(game.moves))
        numbers, tried, asides = (np.zeros(DEPTH + 1, np.int64) for _ in range(3))
        number = self._compiled[game.name](
            game.box.record, stack, outs, numbers, tried, asides, game.definition.most_asides, ratings,
            self._workspaces[game.name],
        )  # fmt: skip
        return ratings[:number]
