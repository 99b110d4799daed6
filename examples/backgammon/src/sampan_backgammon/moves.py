"""The moves: the roll, and one checker by one die, from a point or the bar to a point or off the board."""

from __future__ import annotations

from sampan.engine.box import Box
from sampan.engine.moves import Block, MoveTable
from sampan.engine.rule import rule

from .terms import BAR, FACES, HOME

NAMES = ("off", *(str(point) for point in range(1, BAR)), "bar")
STEPS = tuple(
    (start, end) for start in range(1, BAR + 1) for end in range(start - 1, max(start - FACES, 0) - 1, -1)
)  # (from, to), by the point they start from, the shortest first
STARTS, ENDS = tuple(start for start, _ in STEPS), tuple(end for _, end in STEPS)
ROLL, STEP = 0, 1
MOVES = MoveTable([Block("roll"), Block("move", tuple(f"{NAMES[start]}/{NAMES[end]}" for start, end in STEPS))])
FIRST_LONG = STEPS.index((HOME + 1, HOME))  # from here on every checker has six ways to go


def moves_of(box: Box) -> MoveTable:
    """The same for every box."""
    return MOVES


@rule
def step_of(start, end):
    """The number of the move from a point to another."""
    if start <= HOME:
        return STEP + start * (start - 1) // 2 + start - end - 1
    return STEP + FIRST_LONG + FACES * (start - HOME - 1) + start - end - 1
