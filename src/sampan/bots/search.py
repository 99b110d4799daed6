"""The strong opponent: Monte-Carlo tree search over what its seat may know, on several threads.

Every thread grows a tree of its own (tree.py) and the trees are added up. With a budget in iterations the same
position, seed and number of threads give the same move, whatever came before; with a budget in seconds the part of the
tree that is still true is kept from one decision to the next. Of a long thought the last part is a second look at the
moves that came out ahead (second.py), where the game's habits ask for one.
"""

from __future__ import annotations

import math
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from sampan.engine.game import Game, State
from sampan.engine.pick import new_picker
from sampan.engine.seeds import checked_seed

from .judgement import Habit
from .mind import mind_of
from .second import CROWD, Bench, look_again, price
from .thought import ROOM, THOUGHTS, compiled_for
from .tree import GROWTH, LONGEST, LUCK, NODE, key_at, key_of

NODES = 1_000_000
FULL = 700_000  # with so many nodes in use, a tree is not kept for the next decision
ROUND = 10  # iterations between two looks at the clock
CLEAR = 0.1  # of a win: what an aside must promise more than a move that was tried once; less if it was tried oftener
STEPS_BACK = 300  # moves replayed in search of the position in the old tree
Step = tuple[int, int]  # the key of a face, and the move made there


@dataclass(frozen=True)
class Ranked:
    """One move of the root: how often it was tried, and the prospect of winning it promises."""

    move: int
    visits: int
    value: float


class Tree:
    """One thread's tree and the room it works in."""

    def __init__(self, game: Game, room: int = NODES) -> None:
        moves = len(game.moves)
        self.empty(room)
        self.states, self.picker = game.batch(ROOM), new_picker()
        self.moves, self.out = np.zeros(moves, np.int16), np.zeros(moves, np.int16)
        self.path, self.mind = np.zeros(LONGEST, np.int64), mind_of(game)
        self.warm = False  # whether it has ever grown, which compiles

    def empty(self, room: int) -> None:
        """Forget everything, and have room for so many nodes from now on."""
        self.nodes: Any = np.empty(room, NODE).view(np.recarray)
        self.clear()

    def clear(self) -> None:
        """Forget everything."""
        root = self.nodes[0]
        root.first = root.next = -1
        self.root, self.used = 0, 1

    def children(self, node: int) -> list[int]:
        """The nodes below a node: faces below a move, moves below a face; none below -1."""
        found, child = [], int(self.nodes[node].first) if node >= 0 else -1
        while child >= 0:
            found.append(child)
            child = int(self.nodes[child].next)
        return found

    def child(self, face: int, move: int) -> int:
        """The node of a move below a face, or -1."""
        return next((child for child in self.children(face) if self.nodes[child].move == move), -1)

    def face(self, node: int, key: int) -> int:
        """The face with this key below a move, or -1."""
        return next((child for child in self.children(node) if self.nodes[child].key == key), -1)

    def face_after(self, node: int, path: list[Step], key: int) -> int:
        """The face with this key after a move and the steps that followed it, or -1."""
        for step, move in path:
            node = self.child(self.face(node, step), move)
        return self.face(node, key)

    def visits(self, face: int) -> int:
        """How often a face's moves were tried."""
        return sum(int(self.nodes[child].visits) for child in self.children(face))

    def decided(self, left: float) -> bool:
        """Whether so many more iterations could not bring another move to the front."""
        visits = sorted((int(self.nodes[child].visits) for child in self.children(self.root)), reverse=True)
        return len(visits) > 1 and visits[0] - visits[1] > left


@dataclass
class Memory:
    """What is left of the last decision: the position after the own move, and each tree's node of that move."""

    game: str
    seat: int
    state: State
    nodes: list[int]


class SearchBot:
    """Information-set Monte-Carlo tree search; `iterations` instead of seconds makes it repeatable."""

    name = "search"

    def __init__(
        self, iterations: int | None = None, threads: int | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.iterations = iterations
        self.threads = threads or (1 if iterations else os.cpu_count() or 1)
        self.clock = clock
        self.stop = threading.Event()  # once it is set, a search under way ends with what it has found
        self.done = self.kept = 0  # iterations of the last decision, and those it found done already
        self._grow: dict[str, Callable[..., Any]] = {}
        self._key: dict[str, Callable[..., Any]] = {}
        self._trees: dict[str, list[Tree]] = {}
        self._benches: dict[str, list[Bench]] = {}
        self._memory: Memory | None = None

    def prepare(self, game: Game) -> None:
        """Compile and make room now rather than at the first decision."""
        state = game.deal()
        tree, hidden = self._ready(game)[0], game.hide(state, game.to_move(state))
        if not tree.warm:
            self._key_at(game, hidden)
            self._search(game, hidden, tree, 0, 0, 0.0, 1)
            tree.clear()
            tree.warm = True

    def choose(self, game: Game, hidden: State, seconds: float, seed: int) -> int:
        """The move tried most often within the time."""
        moves = game.legal_moves(hidden)
        return moves[0] if len(moves) == 1 else self.rank(game, hidden, seconds, seed)[0].move

    def rank(self, game: Game, hidden: State, seconds: float, seed: int) -> list[Ranked]:
        """Every move: the one to make first, then by how often they were tried or, compared again, by value."""
        start = self.clock()
        trees = self._ready(game)
        again, many = trees[0].mind.habits[0][[Habit.AGAIN, Habit.LONG]].tolist()
        self._recall(game, hidden, trees)
        self.done = 0
        if self.iterations:
            long = again > 0 and self.iterations >= many
            self._grow_on(game, hidden, trees, seed, 0.0, int(self.iterations * (1 - again if long else 1)))
        else:
            self._grow_on(game, hidden, trees, seed, start + seconds * (1 - again))
            gone = self.clock() - start
            long = again > 0 and self.done * seconds >= many * gone
            if again > 0 and not long and gone < seconds and not self.stop.is_set():
                self._grow_on(game, hidden, trees, seed, start + seconds)
        ranked = straight(game, hidden, ranking(trees))
        if long:
            ranked = self._look_again(game, hidden, ranked, seed, start + seconds)
        self._remember(game, hidden, trees, ranked[0].move)
        return ranked

    def _ready(self, game: Game) -> list[Tree]:
        """The trees of this game."""
        if game.name not in self._grow:
            self._grow[game.name] = compiled_for(game, [*THOUGHTS, *GROWTH])
            self._key[game.name] = compiled_for(game, [key_of, key_at])
            self._trees[game.name] = [Tree(game) for _ in range(self.threads)]
            self._benches[game.name] = [Bench(Tree(game, 1), self._grow[game.name]) for _ in range(self.threads)]
        return self._trees[game.name]

    def _grow_on(self, game: Game, hidden: State, trees: list[Tree], seed: int, end: float, wanted: int = 0) -> None:
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
        luck = checked_seed((seed * 1_000_003 + number * LUCK) % 2**64)
        while True:
            some = min(ROUND, wanted - made) if wanted else ROUND
            tree.used = self._grow[game.name](
                game.box.record, hidden, tree.nodes, tree.root, tree.used, some, luck, tree.states, tree.picker,
                tree.moves, tree.out, tree.path, tree.mind,
            )  # fmt: skip
            made += some
            turn += 1
            now = self.clock()
            left = wanted - made if wanted else (end - now) * made / max(1e-9, now - start)
            if left <= 0 or self.stop.is_set() or (turn % 8 == 0 and tree.decided(left)):
                return made

    def _look_again(self, game: Game, hidden: State, ranked: list[Ranked], seed: int, end: float) -> list[Ranked]:
        """Compare the moves that came out ahead once more: first the one to make, then the others by value."""
        moves = [one.move for one in ranked if one.visits][:CROWD]
        each = price(self._trees[game.name][0].mind.habits[0])

        def more(trials: int) -> bool:
            cost = math.ceil(trials * each)
            if self.stop.is_set():
                return False
            if self.done + cost > self.iterations if self.iterations else self.clock() >= end:
                return False
            self.done += cost
            return True

        found = look_again(game, hidden, moves, self._benches[game.name], seed, more)
        if not found:
            return ranked
        visits = {one.move: one.visits for one in ranked}
        compared = [Ranked(move, visits[move], value) for move, value in found]
        return straight(game, hidden, [*compared, *(one for one in ranked if one.move not in moves)])

    # ------------------------------------------------------------ from one decision to the next

    def _remember(self, game: Game, hidden: State, trees: list[Tree], move: int) -> None:
        seat = game.to_move(hidden)
        state = game.redeal(hidden, seat, 0)
        game.play(state, move)
        self._memory = Memory(game.name, seat, state, [tree.child(tree.root, move) for tree in trees])

    def _recall(self, game: Game, hidden: State, trees: list[Tree]) -> None:
        """Keep the part of each tree that grew from this position, if it is known; else start anew."""
        memory, self._memory = self._memory, None
        path = None
        if self.iterations is None and memory and memory.game == game.name and memory.seat == game.to_move(hidden):
            path = self._path_to(game, memory, hidden, trees[0])
        for number, tree in enumerate(trees):
            face = -1
            if memory and path is not None and tree.used < FULL:
                face = tree.face_after(memory.nodes[number], path, self._key_at(game, hidden))
            if face < 0:
                tree.clear()
            else:
                tree.root = face
        self.kept = sum(tree.visits(tree.root) for tree in trees)

    def _key_at(self, game: Game, state: State) -> int:
        return int(self._key[game.name](game.box.record, state, np.zeros(len(game.moves), np.int16)))

    def _path_to(self, game: Game, memory: Memory, hidden: State, tree: Tree) -> list[Step] | None:
        """The way from the remembered position to this one, through the old tree; None if chance came between."""
        wanted = hidden.tobytes()
        open_ends: list[tuple[State, int, list[Step]]] = [(memory.state, memory.nodes[0], [])]
        for _ in range(STEPS_BACK):
            if not open_ends:
                return None
            state, node, path = open_ends.pop(0)
            if game.hide(state, memory.seat).tobytes() == wanted:
                return path
            if game.over(state) or int(state.revealed[0]) > int(hidden.revealed[0]):
                continue
            key = self._key_at(game, state)
            for child in tree.children(tree.face(node, key)):
                if tree.nodes[child].visits > 1:
                    after, move = game.copy(state), int(tree.nodes[child].move)
                    game.play(after, move)
                    open_ends.append((after, child, [*path, (key, move)]))
        return None


def straight(game: Game, hidden: State, ranked: list[Ranked]) -> list[Ranked]:
    """Where the turn could end, an exchange has its price: unless it clearly promises more, end the turn without it."""
    first, last = game.definition.asides
    best, ahead = ranked[0], next((one for one in ranked if not first <= one.move < last), None)
    if ahead is None or ahead is best or ahead.visits == 0:
        return ranked
    if best.value >= ahead.value + CLEAR / math.sqrt(ahead.visits):
        return ranked
    after = game.redeal(hidden, game.to_move(hidden), 0)
    game.play(after, ahead.move)
    if game.to_move(after) == game.to_move(hidden) and after.turns[0] == hidden.turns[0]:
        return ranked
    return [ahead, *(one for one in ranked if one is not ahead)]


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
