"""The loops again as CUDA kernels: one thread for one game, the rules unchanged.

As in `loops`, the names below stand for one game's own: its loops, the form of its state, how many moves it has.
Threads of a GPU are fast only where neighbours do the same thing at the same time. So before every move of a playout
the games are sorted by what is asked in them (`s.ask`).
"""

# mypy: disable-error-code="no-untyped-def, misc"
from __future__ import annotations

from typing import Any

import numpy as np

from .bits import NONE
from .pick import pick, stirred

cuda: Any = None
STATE: Any = None
MOVES = 0
ASKS = 64  # no game asks more different things
deal_at: Any = None
legal: Any = None
play: Any = None
start_at: Any = None
observe_at: Any = None
advance_at: Any = None


def deal_all(box, blank, games, options, seeds, pickers, lengths, live):
    """Deal every game; each has a picker beside it for its moves."""
    i = cuda.grid(1)
    if i < len(games):
        deal_at(box, blank, games, i, options, seeds[i], NONE)
        pickers[i] = stirred(seeds[i])
        lengths[i] = 0
        live[i] = i


def count_asks(games, live, number, asked):
    """How many of the live games ask each thing; those that are over count nowhere."""
    mine = cuda.shared.array(ASKS, np.int32)
    t = cuda.threadIdx.x
    if t < ASKS:
        mine[t] = 0
    cuda.syncthreads()
    i = cuda.grid(1)
    if i < number and games[live[i]].seat >= 0:
        cuda.atomic.add(mine, games[live[i]].ask, 1)
    cuda.syncthreads()
    if t < ASKS:
        cuda.atomic.add(asked, t, mine[t])


def add_up(asked, total):
    """Turn the counts into the places where each thing's games begin."""
    if cuda.grid(1) > 0:
        return
    at = 0
    for ask in range(ASKS):
        number = asked[ask]
        asked[ask] = at
        at += number
    total[0] = at


def sort_by_ask(games, live, number, asked, order):
    """Write down the live games, those that ask the same side by side."""
    mine = cuda.shared.array(ASKS, np.int32)
    begins = cuda.shared.array(ASKS, np.int32)
    t = cuda.threadIdx.x
    if t < ASKS:
        mine[t] = 0
    cuda.syncthreads()
    i = cuda.grid(1)
    ask, rank = -1, 0
    if i < number and games[live[i]].seat >= 0:
        ask = int(games[live[i]].ask)
        rank = cuda.atomic.add(mine, ask, 1)
    cuda.syncthreads()
    if t < ASKS:
        begins[t] = cuda.atomic.add(asked, t, mine[t])
    cuda.syncthreads()
    if ask >= 0:
        order[begins[ask] + rank] = live[i]


def play_one(box, games, order, number, pickers, lengths):
    """One uniformly random move in each of the ordered games, the same as on a CPU."""
    t = cuda.grid(1)
    if t >= number:
        return
    i = order[t]
    out = cuda.local.array(MOVES, np.int16)
    many = legal(box[0], games[i], out)
    play(box[0], games[i], out[pick(pickers[i : i + 1], many)])
    lengths[i] += 1


def start(box, blank, games, lanes, options, observations, masks):
    """Deal every game and look at it."""
    i = cuda.grid(1)
    if i >= len(games):
        return
    spare = cuda.local.array(1, STATE)
    out = cuda.local.array(MOVES, np.int16)
    start_at(box, blank, games, lanes, i, options)
    lanes[i].done = False
    observe_at(box, games, lanes, i, spare, out, observations[i], masks[i])


def advance(box, blank, games, lanes, moves, kind, again, stride, options, observations, masks):
    """One move in every game, then a look at each."""
    i = cuda.grid(1)
    if i >= len(games):
        return
    spare = cuda.local.array(1, STATE)
    out = cuda.local.array(MOVES, np.int16)
    advance_at(box, blank, games, lanes, i, moves[i], kind, again, stride, options)
    observe_at(box, games, lanes, i, spare, out, observations[i], masks[i])


KERNELS = (deal_all, count_asks, add_up, sort_by_ask, play_one, start, advance)
