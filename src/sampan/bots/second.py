"""The second look: moves that came out ahead are compared once more, each as often, with the same luck and no tree.

A tree finds good moves, but what it looks into deeply it also learns to play on from better; so a move that was ahead
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

from .judgement import Habit
from .tree import LUCK

CROWD = 5  # moves that are compared, at most
ROUND = 10  # trials of each between two looks at how they stand
SOON = 5  # such rounds before anything is dropped
BEHIND, SLIGHT = 3.0, 0.002  # what is so many errors and so much of a win behind is dropped
AHEAD = 1.0  # errors that another move must be ahead to be made instead
BEYOND = 2**50  # its luck is so far from that of the search before it
AGAIN = {Habit.TRIES: Habit.AGAIN_TRIES, Habit.TURNS: Habit.AGAIN_TURNS, Habit.PATIENCE: Habit.AGAIN_PATIENCE}


def price(habits: np.ndarray[Any, Any]) -> float:
    """How many iterations of the search a trial here takes the time of, about."""
    usual = habits[Habit.TRIES] * (1 + habits[Habit.TURNS])
    return float(habits[Habit.AGAIN_TRIES] * (1 + habits[Habit.AGAIN_TURNS]) / usual)


class Standing:
    """How some moves stand: the mean value of every round of each, round by round with the same luck."""

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
        """How far a move is ahead of another, and the error of that; they had the same luck."""
        apart = np.subtract(self.rounds[move], self.rounds[other])
        return float(apart.mean()), float(apart.std(ddof=1)) / math.sqrt(len(apart))

    def drop(self) -> None:
        """Take out what is surely behind."""
        best = self.best
        if len(self.rounds[best]) < SOON:
            return
        for move in [move for move in self.moves if move != best]:
            ahead, error = self.lead(best, move)
            if ahead > BEHIND * error + SLIGHT:
                self.moves.remove(move)

    def choice(self, first: int) -> int:
        """The move to make, where the search would have made the first."""
        best = self.best
        if best == first or first not in self.moves:
            return best
        if len(self.rounds[best]) < SOON:
            return first
        ahead, error = self.lead(best, first)
        return best if ahead > AHEAD * error else first


class Bench:
    """One thread's room for it: a tree with no node beyond the root's moves."""

    def __init__(self, tree: Any, grow: Callable[..., Any]) -> None:
        self.tree, self.grow = tree, grow
        self.nodes: dict[int, int] = {}

    def begin(self, game: Game, hidden: State, luck: np.uint64) -> None:
        """Put a position on it."""
        self.tree.empty(1 + len(game.legal_moves(hidden)))
        habits = self.tree.mind.habits[0]
        habits[Habit.COMPLETIONS], habits[Habit.CURIOSITY] = 0, 1e9  # no first sight: all of them in turn
        for habit, again in AGAIN.items():
            habits[habit] = habits[again]
        self.box, self.hidden, self.luck = game.box.record, hidden, luck
        self._run(1)  # which adds the moves
        self.nodes = {int(self.tree.nodes[node].move): node for node in self.tree.children(self.tree.root)}
        for node in self.nodes.values():
            self.tree.nodes[node].visits, self.tree.nodes[node].value = 0, 0.0

    def play(self, moves: list[int]) -> list[float]:
        """Play on from each of these moves so many times; the mean values."""
        for move, node in self.nodes.items():
            self.tree.nodes[node].odds = 1.0 if move in moves else 0.0
        before = [float(self.tree.nodes[self.nodes[move]].value) for move in moves]
        self._run(ROUND * len(moves))
        after = [float(self.tree.nodes[self.nodes[move]].value) for move in moves]
        return [(late - early) / ROUND for early, late in zip(before, after, strict=True)]

    def _run(self, iterations: int) -> None:
        tree = self.tree
        tree.used = self.grow(
            self.box, self.hidden, tree.nodes, tree.root, tree.used, iterations, self.luck, tree.states, tree.picker,
            tree.moves, tree.out, tree.path, tree.mind,
        )  # fmt: skip


def look_again(
    game: Game, hidden: State, moves: list[int], benches: list[Bench], seed: int, more: Callable[[int], bool]
) -> list[tuple[int, float]]:
    """These moves with what each came to: the one to make, then the best; the first given is the search's own choice.

    Nothing where there is nothing to compare or no time for it.

    Before every round `more` is told how many trials it takes, and says whether there is time for it.
    """
    standing, first = Standing(list(moves)), moves[0]
    for number, bench in enumerate(benches):
        bench.begin(game, hidden, checked_seed((seed * 1_000_003 + number * LUCK + BEYOND) % 2**64))
    with ThreadPoolExecutor(len(benches)) as pool:
        while len(standing.moves) > 1 and more(ROUND * len(standing.moves) * len(benches)):
            for values in pool.map(lambda bench: bench.play(standing.moves), benches):
                for move, value in zip(standing.moves, values, strict=True):
                    standing.rounds[move].append(value)
            standing.drop()
    if not standing.rounds[first]:
        return []
    choice = standing.choice(first)
    order = sorted(moves, key=lambda move: (move != choice, move not in standing.moves, -standing.mean(move)))
    return [(move, standing.mean(move)) for move in order]
