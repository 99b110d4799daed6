"""The search itself, compiled with a game's rules: one tree, grown iteration by iteration.

Each iteration imagines the hidden cards and the dice anew (`redeal`), walks down the tree, adds to it, lets the next
turns be played, and passes a value for every seat back up. Below a move lie its faces: what the seat to move may find
there, told apart by its legal moves and by what chance has shown it (`told`). Below a face lie its moves. So the answer
to a die depends on the die, and no seat is credited with knowing what it cannot see.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from sampan.engine.pick import stirred

from .judgement import Habit

legal: Any = None
play: Any = None
told: Any = None
imagine: Any = None
settled: Any = None
hope: Any = None
lean: Any = None
judge: Any = None
play_stretch: Any = None
play_best: Any = None

CARE = 16  # times as many ends of a stretch are looked at for the moves of the root
LEAST = 0.02  # of the odds of the best move: nothing is written off at first sight
LONGEST = 160  # moves from the root to a leaf, at most
LUCK = 2**40  # the luck of one thread is so far from that of the next
BITS = (1 << 42) - 1  # of a face's key

NODE = np.dtype(
    [
        ("value", np.float64),  # of a move: for the seat that made it
        ("key", np.int64),  # of a face: what tells it from others
        ("odds", np.float32),  # of a move: how much it promises at first sight
        ("first", np.int32),
        ("next", np.int32),
        ("visits", np.int32),
        ("move", np.int16),
        ("seat", np.int16),
    ],
    align=True,
)


def key_of(box, s, moves, number):
    """What tells this face from others: what the seat to move may do, and what chance has shown it."""
    key = int(told(box, s))
    for k in range(number):
        key = ((key * 1_000_003) ^ (moves[k] + 1)) & BITS
    return key


def key_at(box, states, moves):
    """The key of the position in states[0]."""
    return key_of(box[0], states[0], moves, legal(box[0], states[0], moves))


def face_of(nodes, node, key):
    """The face with this key below a move, or -1."""
    face = nodes[node].first
    while face >= 0 and nodes[face].key != key:
        face = nodes[face].next
    return face


def add_node(nodes, used, above):
    """A blank node below another."""
    entry = nodes[used]
    entry.value = 0.0
    entry.key = 0
    entry.odds = 0.0
    entry.visits = 0
    entry.move = -1
    entry.seat = -1
    entry.first = -1
    entry.next = nodes[above].first
    nodes[above].first = used
    return used + 1


def rating(box, states, ends, picker, out, mover, turn, ready, mind):
    """What the position in states[1] promises its mover: where a stretch is under way, the best of some ends.

    A stretch that was ready to end (states[0]) is judged before chance falls.
    """
    s = states[1]
    if s.seat != mover or s.turns != turn:
        before = ready and s.seat >= 0 and states[0].draws != s.draws
        return hope(box, states[0], mover, mind) if before else hope(box, s, mover, mind)
    if settled(box, s):
        return hope(box, s, mover, mind)
    best = -1e9
    for _ in range(ends):
        states[2] = states[1]
        play_stretch(box, states, mind.lines[0], 0, picker, out, mind)
        best = max(best, hope(box, states[3], mover, mind))
    return best


def add_moves(box, states, nodes, used, face, ends, moves, number, picker, out, mind):
    """Add a face's moves, each with its odds; none if there is no room for all of them."""
    if used + number > len(nodes):
        return used
    mover, turn, start, ready = states[0].seat, states[0].turns, used, settled(box, states[0])
    best = -1e9
    lean(box, states[0], mind)
    for k in range(number):
        states[1] = states[0]
        play(box, states[1], moves[k])
        used = add_node(nodes, used, face)
        entry = nodes[used - 1]
        entry.move = moves[k]
        entry.seat = mover
        entry.odds = rating(box, states, ends, picker, out, mover, turn, ready, mind)
        best = max(best, entry.odds)
    for k in range(start, used):
        nodes[k].odds = max(LEAST, math.exp((nodes[k].odds - best) / mind.habits[Habit.WARMTH]))
    return used


def pick_move(nodes, face, mind):
    """The move with the best mean value, plus what its odds and its few visits promise."""
    visits, value, total, seen = 0, 0.0, 1e-9, 0.0
    child = nodes[face].first
    while child >= 0:
        entry = nodes[child]
        visits += entry.visits
        value += entry.value
        total += entry.odds
        if entry.visits > 0:
            seen += entry.odds
        child = entry.next
    unknown = value / visits - mind.habits[Habit.DOUBT] * math.sqrt(seen / total) if visits > 0 else 0.5
    chosen, best, root = -1, -1e9, mind.habits[Habit.CURIOSITY] * math.sqrt(visits + 1.0) / total
    child = nodes[face].first
    while child >= 0:
        entry = nodes[child]
        known = entry.value / entry.visits if entry.visits > 0 else unknown
        promise = known + root * entry.odds / (1.0 + entry.visits)
        if promise > best:
            best, chosen = promise, child
        child = entry.next
    return chosen


def play_on(box, states, under_way, picker, out, mind):
    """From the leaf, play the turn under way to its end, then so many more, each the best of a few random ones.

    The values are the mean of what is thought of the positions on the way: a judgement made soon misses what becomes of
    a plan, one made late is mostly about dice.
    """
    s, last = states[0], int(mind.habits[Habit.TURNS]) + under_way
    first, judged = min(last, int(mind.habits[Habit.PATIENCE]) + under_way), 0
    mind.sums[:] = 0.0
    for turn in range(last + 1):
        if turn >= first or s.seat < 0:
            judge(box, s, mind)
            mind.sums[: s.players] += mind.values[: s.players]
            judged += 1
        if s.seat < 0:
            missing = last - max(turn, first)
            mind.sums[: s.players] += missing * mind.values[: s.players]
            judged += missing
            break
        if turn < last:
            play_best(box, states, int(mind.habits[Habit.TRIES]), picker, out, mind)
    mind.values[: s.players] = mind.sums[: s.players] / judged


def walk_down(box, states, nodes, root, used, moves, picker, out, path, mind):
    """From the root to a face that was never seen, or to the end of the game.

    Returns the path's length, how many nodes are in use, and 1 if a turn is under way that cannot be judged yet.
    """
    s, face, length, under_way = states[0], root, 0, 1
    while s.seat >= 0 and length < LONGEST:
        number = legal(box, s, moves)
        if length > 0:
            above, key = path[length - 1], key_of(box, s, moves, number)
            face = face_of(nodes, above, key)
            if face < 0:
                if used < len(nodes):
                    used = add_node(nodes, used, above)
                    nodes[used - 1].key = key
                break
        if nodes[face].first < 0:
            ends = int(mind.habits[Habit.COMPLETIONS]) * (CARE if face == root else 1)
            used = add_moves(box, states, nodes, used, face, ends, moves, number, picker, out, mind)
            if nodes[face].first < 0:
                break
        mover, turn = s.seat, s.turns
        path[length] = pick_move(nodes, face, mind)
        play(box, s, nodes[path[length]].move)
        length += 1
        under_way = 1 if s.seat == mover and s.turns == turn and not settled(box, s) else 0
    return length, used, under_way


def grow(box, hidden, nodes, root, used, iterations, seed, states, picker, moves, out, path, mind):
    """Run so many iterations from the root; return how many nodes are in use.

    The nth trial of every move of the root has the same luck, so that moves differ by what they are worth.
    """
    s = states[0]
    for _ in range(iterations):
        trial = nodes[pick_move(nodes, root, mind[0])].visits if nodes[root].first >= 0 else 0
        picker[0] = stirred(seed + np.uint64(trial))
        states[0] = hidden[0]
        imagine(box[0], s, hidden[0].seat, picker)
        length, used, under_way = walk_down(box[0], states, nodes, root, used, moves, picker, out, path, mind[0])
        play_on(box[0], states, under_way, picker, out, mind[0])
        for step in range(length):
            nodes[path[step]].visits += 1
            nodes[path[step]].value += mind[0].values[nodes[path[step]].seat]
    return used


# in this order: each may call those before it
GROWTH: list[Callable[..., Any]] = [
    key_of, face_of, add_node, rating, add_moves, pick_move, play_on, walk_down, grow,
]  # fmt: skip
