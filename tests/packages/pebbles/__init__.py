"""Pebbles, the smallest game there is: take one, two or three from a heap; whoever takes the last one wins.

It stands for a game of somebody else's package in the tests of the frame.
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path

import numpy as np
from rich.text import Text

from sampan.engine import box as boxes
from sampan.engine import chance
from sampan.engine.game import Definition, Option, Rules
from sampan.engine.layout import layout
from sampan.engine.moves import Block, MoveTable
from sampan.engine.rule import rule

MOST = 3
NOBODY = -1
STATE = layout(
    [
        *chance.FIELDS, ("vp", np.int16, (2, 1)), ("revealed", np.uint16), ("turns", np.uint16), ("players", np.int8),
        ("seat", np.int8), ("ask", np.int8), ("heap", np.int8),
    ]
)  # fmt: skip


class Why(IntEnum):
    OK = 0
    GAME_OVER = 1
    TOO_FEW = 2


class Source(IntEnum):
    WIN = 0


@rule
def deal(box, s, options):
    s.players, s.ask = 2, 1
    s.heap = box.least + chance.draw(s, int(box.more) + 1)


@rule
def why_not(box, s, move):
    if s.seat == NOBODY:
        return Why.GAME_OVER
    return Why.OK if move < s.heap else Why.TOO_FEW


@rule
def legal(box, s, out):
    number = 0 if s.seat == NOBODY else min(MOST, int(s.heap))
    for move in range(number):
        out[move] = move
    return number


@rule
def play(box, s, move):
    s.heap -= move + 1
    s.turns += 1
    if s.heap == 0:
        s.vp[s.seat, Source.WIN] = 1
        s.seat = NOBODY
        s.ask = 0
    else:
        s.seat = 1 - s.seat


@rule
def hide(box, s, seat):
    chance.forget(s)


@rule
def redeal(box, s, seat):
    pass


@rule
def standing(box, s, points, share):
    for seat in range(2):
        points[seat] = s.vp[seat, Source.WIN]
        share[seat] = 0.5 if s.seat != NOBODY else float(points[seat])


@rule
def features(box, s, seat, out):
    out[0] = s.heap / 20.0


@rule
def figures(box, s, seat, out):
    out[0] = 1.0 if s.vp[seat, Source.WIN] > 0 or (s.heap % (MOST + 1) == 0 and s.seat != seat) else 0.0
    return 0.5


@rule
def is_quiet(box, s):
    return True


BOX = np.dtype([("least", np.int8), ("more", np.int8)], align=True)
SHAPE = boxes.Table({"least": boxes.Int(4, 20), "more": boxes.Int(0, 20)})


def fill(tables, record):
    record.least, record.more = tables["least"], tables["more"]


GAME = Definition(
    interface=2,
    name="pebbles",
    title="Pebbles",
    version=1,
    package=__name__,
    folder=Path(__file__).parent,
    state=STATE,
    rules=Rules(deal, legal, why_not, play, hide, redeal, standing, features, figures, is_quiet),
    why=Why,
    source=Source,
    options=(Option("players", (2,), "how many sit at the table"),),
    most_seats=2,
    read_box=lambda path: boxes.read_box(path, SHAPE, BOX, fill),
    moves=lambda box: MoveTable([Block("take", tuple(str(number + 1) for number in range(MOST)))]),
    view=lambda game, state, seat: {"heap": int(state.heap[0]), "turn": int(state.seat[0])},
    describe=lambda game, state, move: ("pebbles_move_take", {"number": move + 1}),
    narrate=lambda game, before, move, after: [
        ("pebbles_log_take", {"who": int(before.seat[0]), "number": move + 1, "left": int(after.heap[0])})
    ],
    explain=lambda game, state, move, why: {"left": int(state.heap[0])},
    faults=lambda game, state: [] if 0 <= int(state.heap[0]) <= 40 else ["no such heap"],
    draw=lambda game, state, seat, words: Text("o" * int(state.heap[0])),
    draw_box=lambda box: Text(f"{box.record.least[0]} pebbles or more"),
    feature_names=lambda: ["heap"],
    figure_names=lambda: ["winning"],
)
