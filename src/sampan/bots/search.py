"""The strong opponent: Monte-Carlo tree search over what its seat may know, on several threads.

Every thread grows a tree of its own (mcts.py) and the trees are added up. With a budget in iterations the same
position, seed and number of threads give the same move, whatever came before; with a budget in seconds the part of the
tree that is still true is reused from one decision to the next. A long search ends by comparing the moves that came out
ahead (compare.py), where the game's parameters ask for it.
"""

from __future__ import annotations

import math
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from sampan.engine.game import Game, State
from sampan.engine.seeds import checked_seed

from .compare import MOST_CANDIDATES, Sampler, compare_moves, trial_cost
from .evaluate import compiled_for
from .mcts import MCTS, SEED_STRIDE, Tree, infoset_key, infoset_key_at
from .workspace import Parameter, nets_in, new_workspace

FULL = 700_000  # with so many nodes in use, a tree is not reused for the next decision
ROUND = 10  # iterations between two readings of the clock
ASIDE_MARGIN = 0.1  # of a win: what an aside must promise more than a move tried once; less if it was tried oftener
REPLAYED = 300  # positions looked through in search of this one in the old tree
Step = tuple[int, int]  # the key of an infoset, and the move made there


@dataclass(frozen=True)
class Ranked:
    """One move of the root: how often it was tried, and the prospect of winning it promises."""

    move: int
    visits: int
    value: float


class SearchBot:
    """Information-set Monte-Carlo tree search; `iterations` instead of seconds makes it repeatable."""

    name = "search"

    def __init__(
        self, iterations: int | None = None, threads: int | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.iterations = iterations
        self.threads = threads or (1 if iterations else os.cpu_count() or 1)
        self.clock = clock
        self.nets: Path | None = None  # a folder of nets to play with instead of the bundled ones
        self.stop = threading.Event()  # once it is set, a search under way ends with what it has found
        self.done = self.reused = 0  # iterations of the last decision, and those it found done already
        self._trees: dict[str, list[Tree]] = {}
        self._samplers: dict[str, list[Sampler]] = {}
        self._reuse = TreeReuse()

    def prepare(self, game: Game) -> None:
        """Compile and make room now rather than at the first decision."""
        state = game.deal()
        tree, hidden = self.trees(game)[0], game.hide(state, game.to_move(state))
        if not tree.warm:
            self._reuse.key(game, hidden)
            self._search(game, hidden, tree, 0, 0, 0.0, 1)
            tree.clear()
            tree.warm = True

    def choose(self, game: Game, hidden: State, seconds: float, seed: int) -> int:
        """The move tried most often within the time."""
        moves = game.legal_moves(hidden)
        if len(moves) > 1:
            left_out = dominated(game, hidden)
            moves = [move for move in moves if move not in left_out]
        return moves[0] if len(moves) == 1 else self.rank(game, hidden, seconds, seed)[0].move

    def rank(self, game: Game, hidden: State, seconds: float, seed: int) -> list[Ranked]:
        """Every move: the one to make first, then by how often they were tried or, compared again, by value.

        What is dominated goes last, untried.
        """
        start = self.clock()
        trees = self.trees(game)
        share, many = trees[0].work.parameters[0][[Parameter.COMPARE_SHARE, Parameter.COMPARE_FROM]].tolist()
        self.reused = self._reuse.find(game, hidden, trees, wanted=self.iterations is None)
        self.done, left_out = 0, dominated(game, hidden)
        if left_out:
            leave_out(game, hidden, trees, left_out, seed)
        if self.iterations:
            long = share > 0 and self.iterations >= many
            self._grow(game, hidden, trees, seed, 0.0, int(self.iterations * (1 - share if long else 1)))
        else:
            self._grow(game, hidden, trees, seed, start + seconds * (1 - share))
            gone = self.clock() - start
            long = share > 0 and self.done * seconds >= many * gone
            if share > 0 and not long and gone < seconds and not self.stop.is_set():
                self._grow(game, hidden, trees, seed, start + seconds)
        ranked = prefer_others(game, hidden, ranking(trees), self._priced(game))
        if long:
            ranked = self._compare(game, hidden, ranked, seed, start + seconds)
        self._reuse.remember(game, hidden, trees, ranked[0].move)
        return [*ranked, *(Ranked(move, 0, 0.0) for move in sorted(left_out))]

    def trees(self, game: Game) -> list[Tree]:
        """One tree a thread, made at the first decision in this game."""
        if game.name not in self._trees:
            grow = compiled_for(game, MCTS)
            self._trees[game.name] = [Tree(game, grow) for _ in range(self.threads)]
            self._samplers[game.name] = [Sampler(game, grow) for _ in range(self.threads)]
            if self.nets is not None:
                for tree in (*self._trees[game.name], *(sampler.tree for sampler in self._samplers[game.name])):
                    tree.work = new_workspace(game, *nets_in(self.nets, game))
        return self._trees[game.name]

    def _grow(self, game: Game, hidden: State, trees: list[Tree], seed: int, end: float, wanted: int = 0) -> None:
        """Grow every tree until this moment, or by its share of so many iterations."""

        def search(number: int) -> int:
            return self._search(game, hidden, trees[number], number, seed, end, -(-wanted // self.threads))

        if self.threads == 1:
            self.done += search(0)
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                self.done += sum(pool.map(search, range(self.threads)))

    def _search(self, game: Game, hidden: State, tree: Tree, number: int, seed: int, end: float, wanted: int) -> int:
        """Grow one tree until its budget is spent or no longer matters."""
        start, made, turn = self.clock(), 0, 0
        thread_seed = checked_seed((seed * 1_000_003 + number * SEED_STRIDE) % 2**64)
        while True:
            some = min(ROUND, wanted - made) if wanted else ROUND
            tree.grow(game, hidden, some, thread_seed)
            made += some
            turn += 1
            now = self.clock()
            left = wanted - made if wanted else (end - now) * made / max(1e-9, now - start)
            if left <= 0 or self.stop.is_set() or (turn % 8 == 0 and tree.decided(left)):
                return made

    def _compare(self, game: Game, hidden: State, ranked: list[Ranked], seed: int, end: float) -> list[Ranked]:
        """Compare the moves that came out ahead once more: first the one to make, then the others by value."""
        moves = [one.move for one in ranked if one.visits][:MOST_CANDIDATES]
        each = trial_cost(self._trees[game.name][0].work.parameters[0])

        def more(trials: int) -> bool:
            cost = math.ceil(trials * each)
            if self.stop.is_set():
                return False
            if self.done + cost > self.iterations if self.iterations else self.clock() >= end:
                return False
            self.done += cost
            return True

        found = compare_moves(game, hidden, moves, self._samplers[game.name], seed, more)
        if not found:
            return ranked
        visits = {one.move: one.visits for one in ranked}
        compared = [Ranked(move, visits[move], value) for move, value in found]
        ranked = [*compared, *(one for one in ranked if one.move not in moves)]
        return prefer_others(game, hidden, ranked, self._priced(game))

    def _priced(self, game: Game) -> bool:
        """Whether an aside has its price in the middle of a turn, too."""
        return bool(self._trees[game.name][0].work.parameters[0][Parameter.ASIDES_PRICED])


@dataclass
class Decision:
    """What is left of the last decision: the position after the move made, and each tree's node of that move."""

    game: str
    seat: int
    state: State
    nodes: list[int]


class TreeReuse:
    """From one decision of a seat to its next: the part of each tree that grew from the new position."""

    def __init__(self) -> None:
        self._last: Decision | None = None
        self._keys: dict[str, Callable[..., Any]] = {}

    def key(self, game: Game, state: State) -> int:
        """The key of the infoset of the seat to move."""
        if game.name not in self._keys:
            self._keys[game.name] = compiled_for(game, [infoset_key, infoset_key_at])
        return int(self._keys[game.name](game.box.record, state, np.zeros(len(game.moves), np.int16)))

    def remember(self, game: Game, hidden: State, trees: list[Tree], move: int) -> None:
        """Note the decision that was made."""
        seat = game.to_move(hidden)
        state = game.redeal(hidden, seat, 0)
        game.play(state, move)
        self._last = Decision(game.name, seat, state, [tree.child(tree.root, move) for tree in trees])

    def find(self, game: Game, hidden: State, trees: list[Tree], wanted: bool) -> int:
        """Root each tree where this position lies in it, if that is wanted and known, else empty it.

        Returns how many iterations the trees have seen from there.
        """
        last, self._last = self._last, None
        path = None
        if wanted and last and last.game == game.name and last.seat == game.to_move(hidden):
            path = self._path_to(game, last, hidden, trees[0])
        for number, tree in enumerate(trees):
            infoset = -1
            if last and path is not None and tree.used < FULL:
                node = last.nodes[number]
                for key, move in path:
                    node = tree.child(tree.infoset(node, key), move)
                infoset = tree.infoset(node, self.key(game, hidden))
            if infoset < 0:
                tree.clear()
            else:
                tree.root = infoset
        return sum(tree.visits(tree.root) for tree in trees)

    def _path_to(self, game: Game, last: Decision, hidden: State, tree: Tree) -> list[Step] | None:
        """The way from the remembered position to this one, through the old tree; None if chance came between."""
        wanted = hidden.tobytes()
        open_ends: list[tuple[State, int, list[Step]]] = [(last.state, last.nodes[0], [])]
        for _ in range(REPLAYED):
            if not open_ends:
                return None
            state, node, path = open_ends.pop(0)
            if game.hide(state, last.seat).tobytes() == wanted:
                return path
            if game.over(state) or int(state.revealed[0]) > int(hidden.revealed[0]):
                continue
            key = self.key(game, state)
            for child in tree.children(tree.infoset(node, key)):
                if tree.nodes[child].visits > 1:
                    after, move = game.copy(state), int(tree.nodes[child].move)
                    game.play(after, move)
                    open_ends.append((after, child, [*path, (key, move)]))
        return None


def prefer_others(game: Game, hidden: State, ranked: list[Ranked], priced: bool) -> list[Ranked]:
    """An aside has its price: another move goes first unless the aside clearly promises more.

    Where asides are not priced, that holds only where the other move would end the turn.
    """
    first, last = game.definition.asides
    best, ahead = ranked[0], next((one for one in ranked if not first <= one.move < last), None)
    if ahead is None or ahead is best or ahead.visits == 0:
        return ranked
    if best.value >= ahead.value + ASIDE_MARGIN / math.sqrt(ahead.visits):
        return ranked
    if not priced:
        after = game.redeal(hidden, game.to_move(hidden), 0)
        game.play(after, ahead.move)
        if game.to_move(after) == game.to_move(hidden) and after.turns[0] == hidden.turns[0]:
            return ranked
    return [ahead, *(one for one in ranked if one is not ahead)]


def dominated(game: Game, hidden: State) -> set[int]:
    """The legal moves that, by the game's own word, another one is never worse than."""
    judge = game.definition.dominated
    return judge(game, hidden, game.legal_moves(hidden)) if judge else set()


def leave_out(game: Game, hidden: State, trees: list[Tree], moves: set[int], seed: int) -> None:
    """Take these moves out of the root of every tree, once it has any."""
    for tree in trees:
        if not tree.children(tree.root):
            tree.grow(game, hidden, 1, checked_seed(seed % 2**64))
        tree.leave_out(moves)


def ranking(trees: list[Tree]) -> list[Ranked]:
    """The root's moves over all trees."""
    visits: dict[int, int] = {}
    values: dict[int, float] = {}
    for tree in trees:
        for child in tree.children(tree.root):
            entry = tree.nodes[child]
            move = int(entry.move)
            visits[move] = visits.get(move, 0) + int(entry.visits)
            values[move] = values.get(move, 0.0) + float(entry.value)
    order = sorted(visits, key=lambda move: (-visits[move], -values[move], move))
    return [Ranked(move, visits[move], values[move] / max(1, visits[move])) for move in order]
