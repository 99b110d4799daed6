"""Information-set Monte-Carlo tree search, compiled with a game's rules: one tree, grown iteration by iteration.

Each iteration determinizes the hidden cards and the dice anew (`redeal`), descends by PUCT, expands, plays a rollout
and backs up a value for every seat. Below a move lie its infosets: what the seat to move may find there, distinguished
by its legal moves and by what chance has revealed to it (`chance_key`). Below an infoset lie its moves. So the answer
to a die depends on the die, and no seat is credited with knowing what it cannot see.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from itertools import pairwise
from typing import Any

import numpy as np

from sampan.engine.game import Game, State
from sampan.engine.pick import new_picker, stirred

from .rollout import ROLLOUT, STATES
from .workspace import Parameter, new_workspace

legal: Any = None
play: Any = None
chance_key: Any = None
is_quiet: Any = None
fill_policy: Any = None
evaluate_seat: Any = None
determinize: Any = None
play_stretch: Any = None
rollout: Any = None

ROOT_EFFORT = 16  # times as many ends of a stretch are evaluated for the priors of the root
MIN_PRIOR = 0.02  # of the best move's prior: nothing is written off at first sight
MAX_DEPTH = 160  # moves from the root to a leaf
SEED_STRIDE = 2**40  # the seed of one thread is so far from that of the next
KEY_BITS = (1 << 42) - 1  # of an infoset's key
NODES = 1_000_000  # a tree has room for

NODE = np.dtype(
    [
        ("value", np.float64),  # of a move: for the seat that made it
        ("key", np.int64),  # of an infoset: what tells it from others
        ("prior", np.float32),  # of a move, not adding up to 1
        ("first", np.int32),
        ("next", np.int32),
        ("visits", np.int32),
        ("move", np.int16),
        ("seat", np.int16),
    ],
    align=True,
)


def infoset_key(box, s, moves, number):
    """What tells this infoset from others: what the seat to move may do, and what chance has revealed to it."""
    key = int(chance_key(box, s))
    for k in range(number):
        key = ((key * 1_000_003) ^ (int(moves[k]) + 1)) & KEY_BITS
    return key


def infoset_key_at(box, states, moves):
    """The key of the position in states[0]."""
    return infoset_key(box[0], states[0], moves, legal(box[0], states[0], moves))


def find_infoset(nodes, node, key):
    """The infoset with this key below a move, or -1."""
    infoset = nodes[node].first
    while infoset >= 0 and nodes[infoset].key != key:
        infoset = nodes[infoset].next
    return infoset


def add_node(nodes, used, above):
    """A blank node below another."""
    entry = nodes[used]
    entry.value = 0.0
    entry.key = 0
    entry.prior = 0.0
    entry.visits = 0
    entry.move = -1
    entry.seat = -1
    entry.first = -1
    entry.next = nodes[above].first
    nodes[above].first = used
    return used + 1


def rating(box, states, samples, picker, out, mover, turn, quiet, work):
    """What the position in states[1] promises its mover: where a stretch is under way, the best of some ends.

    A stretch that could have ended in states[0], a quiet position, is evaluated before chance falls.
    """
    s = states[1]
    if s.seat != mover or s.turns != turn:
        before = quiet and s.seat >= 0 and states[0].draws != s.draws
        return evaluate_seat(box, states[0], mover, work) if before else evaluate_seat(box, s, mover, work)
    if is_quiet(box, s):
        return evaluate_seat(box, s, mover, work)
    best = -1e9
    for _ in range(samples):
        states[2] = states[1]
        play_stretch(box, states, work.lines[0], 0, picker, out, work)
        best = max(best, evaluate_seat(box, states[3], mover, work))
    return best


def expand(box, states, nodes, used, infoset, samples, moves, number, picker, out, work):
    """Add an infoset's moves, each with its prior, a softmax of ratings; none if there is no room for all of them."""
    if used + number > len(nodes):
        return used
    mover, turn, start, quiet = states[0].seat, states[0].turns, used, is_quiet(box, states[0])
    best = -1e9
    fill_policy(box, states[0], work)
    for k in range(number):
        states[1] = states[0]
        play(box, states[1], moves[k])
        used = add_node(nodes, used, infoset)
        entry = nodes[used - 1]
        entry.move = moves[k]
        entry.seat = mover
        entry.prior = rating(box, states, samples, picker, out, mover, turn, quiet, work)
        best = max(best, entry.prior)
    for k in range(start, used):
        tempered = (nodes[k].prior - best) / work.parameters[Parameter.PRIOR_TEMPERATURE]
        nodes[k].prior = max(MIN_PRIOR, math.exp(tempered))
    return used


def select(nodes, infoset, work):
    """The move with the best mean value plus what its prior and its few visits promise (PUCT)."""
    visits, value, total, tried = 0, 0.0, 1e-9, 0.0
    child = nodes[infoset].first
    while child >= 0:
        entry = nodes[child]
        visits += entry.visits
        value += entry.value
        total += entry.prior
        if entry.visits > 0:
            tried += entry.prior
        child = entry.next
    fpu = value / visits - work.parameters[Parameter.FPU_REDUCTION] * math.sqrt(tried / total) if visits > 0 else 0.5
    chosen, best, scale = -1, -1e9, work.parameters[Parameter.C_PUCT] * math.sqrt(visits + 1.0) / total
    child = nodes[infoset].first
    while child >= 0:
        entry = nodes[child]
        mean = entry.value / entry.visits if entry.visits > 0 else fpu
        score = mean + scale * entry.prior / (1.0 + entry.visits)
        if score > best:
            best, chosen = score, child
        child = entry.next
    return chosen


def descend(box, states, nodes, root, used, moves, picker, out, path, work):
    """From the root to an infoset that was never seen, or to the end of the game.

    Returns the path's length, how many nodes are in use, and 1 if a turn is under way that cannot be evaluated yet.
    """
    s, infoset, length, under_way = states[0], root, 0, 1
    while s.seat >= 0 and length < MAX_DEPTH:
        number = legal(box, s, moves)
        if length > 0:
            above, key = path[length - 1], infoset_key(box, s, moves, number)
            infoset = find_infoset(nodes, above, key)
            if infoset < 0:
                if used < len(nodes):
                    used = add_node(nodes, used, above)
                    nodes[used - 1].key = key
                break
        if nodes[infoset].first < 0:
            samples = int(work.parameters[Parameter.PRIOR_SAMPLES]) * (ROOT_EFFORT if infoset == root else 1)
            used = expand(box, states, nodes, used, infoset, samples, moves, number, picker, out, work)
            if nodes[infoset].first < 0:
                break
        mover, turn = s.seat, s.turns
        path[length] = select(nodes, infoset, work)
        play(box, s, nodes[path[length]].move)
        length += 1
        under_way = 1 if s.seat == mover and s.turns == turn and not is_quiet(box, s) else 0
    return length, used, under_way


def grow(box, hidden, nodes, root, used, iterations, seed, states, picker, moves, out, path, work):
    """Run so many iterations from the root; return how many nodes are in use.

    The nth trial of every move of the root has the same seed (common random numbers), so that moves differ by what they
    are worth.
    """
    s = states[0]
    for _ in range(iterations):
        trial = nodes[select(nodes, root, work[0])].visits if nodes[root].first >= 0 else 0
        picker[0] = stirred(seed + np.uint64(trial))
        states[0] = hidden[0]
        determinize(box[0], s, hidden[0].seat, picker)
        length, used, under_way = descend(box[0], states, nodes, root, used, moves, picker, out, path, work[0])
        rollout(box[0], states, under_way, picker, out, work[0])
        for step in range(length):
            nodes[path[step]].visits += 1
            nodes[path[step]].value += work[0].values[nodes[path[step]].seat]
    return used


# in this order: each may call those before it
MCTS: list[Callable[..., Any]] = [
    *ROLLOUT, infoset_key, find_infoset, add_node, rating, expand, select, descend, grow,
]  # fmt: skip


class Tree:
    """One thread's tree and the workspace it is grown in."""

    def __init__(self, game: Game, grow: Callable[..., Any], room: int = NODES) -> None:
        moves = len(game.moves)
        self.empty(room)
        self._grow = grow
        self.states, self.picker = game.batch(STATES), new_picker()
        self.moves, self.out = np.zeros(moves, np.int16), np.zeros(moves, np.int16)
        self.path, self.work = np.zeros(MAX_DEPTH, np.int64), new_workspace(game)
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

    def grow(self, game: Game, hidden: State, iterations: int, seed: np.uint64) -> None:
        """Run so many iterations from the root."""
        self.used = self._grow(
            game.box.record, hidden, self.nodes, self.root, self.used, iterations, seed, self.states, self.picker,
            self.moves, self.out, self.path, self.work,
        )  # fmt: skip

    def children(self, node: int) -> list[int]:
        """The nodes below a node: infosets below a move, moves below an infoset; none below -1."""
        found, child = [], int(self.nodes[node].first) if node >= 0 else -1
        while child >= 0:
            found.append(child)
            child = int(self.nodes[child].next)
        return found

    def leave_out(self, moves: Collection[int]) -> None:
        """Take these moves out of the root's, with all that grew below them."""
        kept = [child for child in self.children(self.root) if self.nodes[child].move not in moves]
        for before, child in pairwise([*kept, -1]):
            self.nodes[before].next = child
        self.nodes[self.root].first = kept[0] if kept else -1

    def child(self, infoset: int, move: int) -> int:
        """The node of a move below an infoset, or -1."""
        return next((child for child in self.children(infoset) if self.nodes[child].move == move), -1)

    def infoset(self, node: int, key: int) -> int:
        """The infoset with this key below a move, or -1."""
        return next((child for child in self.children(node) if self.nodes[child].key == key), -1)

    def visits(self, infoset: int) -> int:
        """How often an infoset's moves were tried."""
        return sum(int(self.nodes[child].visits) for child in self.children(infoset))

    def decided(self, left: float) -> bool:
        """Whether so many more iterations could not bring another move to the front."""
        visits = sorted((int(self.nodes[child].visits) for child in self.children(self.root)), reverse=True)
        return len(visits) > 1 and visits[0] - visits[1] > left
