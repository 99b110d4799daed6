"""The end of a long search: moves that came out ahead are compared, each as often, with the same seeds and no tree.

A tree finds good moves, but what it searches deeply it also learns to play on from better; so a move that was ahead
early stays ahead. Here every move is played on from in the same way. It is made instead of the search's own choice only
where it is ahead by more than chance explains.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from sampan.engine.game import Game, State
from sampan.engine.seeds import checked_seed

from .mcts import SEED_STRIDE, Tree
from .workspace import Parameter

MOST_CANDIDATES = 5  # moves that are compared
ROUND = 10  # trials of each between two checks of how they stand
MIN_ROUNDS = 5  # before anything is dropped
DROP_ERRORS, DROP_MARGIN = 3.0, 0.002  # what is so many errors and so much of a win behind is dropped
SWITCH_ERRORS = 1.0  # that another move must be ahead to be made instead
SEED_OFFSET = 2**50  # its seeds are so far from those of the search before it
IN_COMPARISON = {
    Parameter.ROLLOUT_SAMPLES: Parameter.COMPARE_SAMPLES,
    Parameter.ROLLOUT_TURNS: Parameter.COMPARE_TURNS,
    Parameter.ROLLOUT_BURN_IN: Parameter.COMPARE_BURN_IN,
}


def trial_cost(parameters: np.ndarray[Any, Any]) -> float:
    """How many iterations of the search a trial here takes the time of, about."""
    usual = parameters[Parameter.ROLLOUT_SAMPLES] * (1 + parameters[Parameter.ROLLOUT_TURNS])
    return float(parameters[Parameter.COMPARE_SAMPLES] * (1 + parameters[Parameter.COMPARE_TURNS]) / usual)


class Candidates:
    """How some moves stand: the mean value of every round of each, round by round with the same seeds."""

    def __init__(self, moves: list[int]) -> None:
        self.moves = moves
        self.rounds: dict[int, list[float]] = {move: [] for move in moves}

    def mean(self, move: int) -> float:
        """What a move has come to so far."""
        return float(np.mean(self.rounds[move]))

    @property
    def best(self) -> int:
        """The move that has come to most, of those that are still compared."""
        return max(self.moves, key=self.mean)

    def lead(self, move: int, other: int) -> tuple[float, float]:
        """How far a move is ahead of another, and the error of that; they are paired by their seeds."""
        apart = np.subtract(self.rounds[move], self.rounds[other])
        return float(apart.mean()), float(apart.std(ddof=1)) / math.sqrt(len(apart))

    def drop(self) -> None:
        """Take out what is surely behind."""
        best = self.best
        if len(self.rounds[best]) < MIN_ROUNDS:
            return
        for move in [move for move in self.moves if move != best]:
            ahead, error = self.lead(best, move)
            if ahead > DROP_ERRORS * error + DROP_MARGIN:
                self.moves.remove(move)

    def choice(self, first: int) -> int:
        """The move to make, where the search would have made the first."""
        best = self.best
        if best == first or first not in self.moves:
            return best
        if len(self.rounds[best]) < MIN_ROUNDS:
            return first
        ahead, error = self.lead(best, first)
        return best if ahead > SWITCH_ERRORS * error else first


class Sampler:
    """Plays on from the moves of one position, on one thread: a tree with no node beyond the root's moves."""

    def __init__(self, game: Game, grow: Callable[..., Any]) -> None:
        self.tree = Tree(game, grow, 1)
        self.nodes: dict[int, int] = {}

    def begin(self, game: Game, hidden: State, seed: np.uint64) -> None:
        """Take up a position."""
        self.tree.empty(1 + len(game.legal_moves(hidden)))
        parameters = self.tree.work.parameters[0]
        parameters[Parameter.PRIOR_SAMPLES], parameters[Parameter.C_PUCT] = 0, 1e9  # no priors: all of them in turn
        for parameter, here in IN_COMPARISON.items():
            parameters[parameter] = parameters[here]
        self.game, self.hidden, self.seed = game, hidden, seed
        self.tree.grow(game, hidden, 1, seed)  # which adds the moves
        self.nodes = {int(self.tree.nodes[node].move): node for node in self.tree.children(self.tree.root)}
        for node in self.nodes.values():
            self.tree.nodes[node].visits, self.tree.nodes[node].value = 0, 0.0

    def visits(self, move: int) -> int:
        """How often a move was played on from."""
        return int(self.tree.nodes[self.nodes[move]].visits)

    def play(self, moves: list[int]) -> list[float]:
        """Play one round on from each of these moves; the mean values."""
        for move, node in self.nodes.items():
            self.tree.nodes[node].prior = 1.0 if move in moves else 0.0
        before = [float(self.tree.nodes[self.nodes[move]].value) for move in moves]
        self.tree.grow(self.game, self.hidden, ROUND * len(moves), self.seed)
        after = [float(self.tree.nodes[self.nodes[move]].value) for move in moves]
        return [(late - early) / ROUND for early, late in zip(before, after, strict=True)]


def compare_moves(
    game: Game, hidden: State, moves: list[int], samplers: list[Sampler], seed: int, more: Callable[[int], bool]
) -> list[tuple[int, float]]:
    """These moves with what each came to: the one to make, then the best; the first given is the search's own choice.

    Nothing where there is nothing to compare or no time for it.

    Before every round `more` is given how many trials it takes, and says whether there is time for it.
    """
    candidates, first = Candidates(list(moves)), moves[0]
    for number, sampler in enumerate(samplers):
        sampler.begin(game, hidden, checked_seed((seed * 1_000_003 + number * SEED_STRIDE + SEED_OFFSET) % 2**64))
    with ThreadPoolExecutor(len(samplers)) as pool:
        while len(candidates.moves) > 1 and more(ROUND * len(candidates.moves) * len(samplers)):
            for values in pool.map(lambda sampler: sampler.play(candidates.moves), samplers):
                for move, value in zip(candidates.moves, values, strict=True):
                    candidates.rounds[move].append(value)
            candidates.drop()
    if not candidates.rounds[first]:
        return []
    choice = candidates.choice(first)
    order = sorted(moves, key=lambda move: (move != choice, move not in candidates.moves, -candidates.mean(move)))
    return [(move, candidates.mean(move)) for move in order]
