"""The search itself, compiled with a game's rules: one tree, grown iteration by iteration.

Each iteration imagines the hidden cards and the dice anew (`redeal`), walks down the tree along moves that are legal
in that deal, adds one position, lets everybody play about one turn on, and passes a value for every seat back up.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from sampan.engine.chance import stirred

from .judgement import Habit

legal: Any = None
play: Any = None
imagine: Any = None
settled: Any = None
hope: Any = None
judge: Any = None
play_stretch: Any = None
play_best: Any = None

CARE = 16  # times as many ends of a stretch are looked at for the moves of the root
LEAST = 0.02  # of the odds of the best move: nothing is written off at first sight
LONGEST = 160  # moves from the root to a leaf, at most

NODE = np.dtype(
    [
        ("value", np.float64),  # for the seat that made the move
        ("odds", np.float32),  # how much the move promises at first sight
        ("base", np.float32),  # the best rating among the first children
        ("first", np.int32),
        ("next", np.int32),
        ("visits", np.int32),
        ("move", np.int16),
        ("seat", np.int16),
    ],
    align=True,
)


def rating(box, states, ends, chooser, out, mover, turn, mind):
    """What the position in states[1] promises its mover: where a stretch is under way, the best of some ends."""
    s = states[1]
    if s.seat != mover or s.turns != turn or settled(box, s):
        return hope(box, s, mover, mind)
    best = -1e9
    for _ in range(ends):
        states[2] = states[1]
        play_stretch(box, states[2], mind.lines[0], 0, chooser, out)
        best = max(best, hope(box, states[2], mover, mind))
    return best


def add_children(box, states, nodes, used, node, ends, moves, number, mark, chooser, out, mind):
    """Add the legal moves that have no node yet, each with its odds."""
    fresh = nodes[node].first < 0
    child = nodes[node].first
    known = 0
    while child >= 0:
        if mark[nodes[child].move] == 0:
            mark[nodes[child].move] = 1
        known += 1
        child = nodes[child].next
    start = used
    mover, turn = states[0].seat, states[0].turns
    best = -1e9
    for k in range(number):
        if mark[moves[k]] == 1 or used >= len(nodes):
            continue
        states[1] = states[0]
        play(box, states[1], moves[k])
        entry = nodes[used]
        entry.move = moves[k]
        entry.seat = mover
        entry.visits = 0
        entry.value = 0.0
        entry.odds = rating(box, states, ends, chooser, out, mover, turn, mind)
        best = max(best, entry.odds)
        entry.first = -1
        entry.next = nodes[node].first
        nodes[node].first = used
        used += 1
    if fresh:
        nodes[node].base = best
    for k in range(start, used):
        promise = math.exp(min(3.0, (nodes[k].odds - nodes[node].base) / mind.habits[Habit.WARMTH]))
        nodes[k].odds = max(LEAST, promise)
    child = nodes[node].first
    while child >= 0:
        mark[nodes[child].move] = 0
        child = nodes[child].next
    return used


def all_known(nodes, node, moves, number, mark):
    """Whether every legal move has its node; marks the legal moves with a 2 on the way."""
    for k in range(number):
        mark[moves[k]] = 2
    known = 0
    child = nodes[node].first
    while child >= 0:
        if mark[nodes[child].move] == 2:
            known += 1
        child = nodes[child].next
    for k in range(number):
        mark[moves[k]] = 0
    return known == number


def pick_child(nodes, node, moves, number, mark, mind):
    """The legal child with the best mean value, plus what its odds and its few visits promise."""
    for k in range(number):
        mark[moves[k]] = 1
    visits, value, total, seen = 0, 0.0, 1e-9, 0.0
    child = nodes[node].first
    while child >= 0:
        entry = nodes[child]
        if mark[entry.move] == 1:
            visits += entry.visits
            value += entry.value
            total += entry.odds
            if entry.visits > 0:
                seen += entry.odds
        child = entry.next
    unknown = value / visits - mind.habits[Habit.DOUBT] * math.sqrt(seen / total) if visits > 0 else 0.5
    chosen, best, root = -1, -1e9, mind.habits[Habit.CURIOSITY] * math.sqrt(visits + 1.0) / total
    child = nodes[node].first
    while child >= 0:
        entry = nodes[child]
        if mark[entry.move] == 1:
            known = entry.value / entry.visits if entry.visits > 0 else unknown
            promise = known + root * entry.odds / (1.0 + entry.visits)
            if promise > best:
                best, chosen = promise, child
        child = entry.next
    for k in range(number):
        mark[moves[k]] = 0
    return chosen


def play_on(box, states, chooser, out, mind):
    """From the leaf, let everybody play about one turn, each the best of a few random ones."""
    s = states[0]
    last = s.turns + int(mind.habits[Habit.TURNS] * s.players)
    for _ in range(int(8 * mind.habits[Habit.TURNS] * s.players)):
        if s.seat < 0 or s.turns >= last:
            break
        play_best(box, states, int(mind.habits[Habit.TRIES]), chooser, out, mind)


def grow(
    box, hidden, nodes, root, used, iterations, seed, states, chooser, moves, out, mark, path, mind,
):  # fmt: skip
    """Run so many iterations from the root; return how many nodes are in use."""
    chooser[0].rng = stirred(seed)
    viewer = hidden[0].seat
    s = states[0]
    for _ in range(iterations):
        states[0] = hidden[0]
        imagine(box[0], s, viewer, chooser[0])
        node, length = root, 0
        while s.seat >= 0 and length < LONGEST and (nodes[node].visits > 0 or node == root):
            number = legal(box[0], s, moves)
            if not all_known(nodes, node, moves, number, mark):
                ends = int(mind[0].habits[Habit.COMPLETIONS]) * (CARE if node == root else 1)
                used = add_children(
                    box[0], states, nodes, used, node, ends, moves, number, mark, chooser[0], out, mind[0]
                )
            child = pick_child(nodes, node, moves, number, mark, mind[0])
            if child < 0:
                break
            play(box[0], s, nodes[child].move)
            node = child
            path[length] = node
            length += 1
        if s.seat >= 0:
            play_on(box[0], states, chooser[0], out, mind[0])
        judge(box[0], s, mind[0])
        nodes[root].visits += 1
        for step in range(length):
            nodes[path[step]].visits += 1
            nodes[path[step]].value += mind[0].values[nodes[path[step]].seat]
    return used
