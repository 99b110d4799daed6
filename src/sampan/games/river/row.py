"""The building row, the two eras, the Emperor's visit and the end of the game."""

from __future__ import annotations

from sampan.engine.bits import bit, without
from sampan.engine.chance import draw_from, undecided
from sampan.engine.rule import rule

from .purse import score
from .rewards import pay_owners
from .terms import ERAS, NOWHERE, ROW, ROW_END, SHORES, Refill, Source


@rule
def row_empty(s):
    """Whether no tile is left to build."""
    for place in range(ROW):
        if s.row[place] != NOWHERE:
            return False
    return True


@rule
def tiles_left(box, s, era):
    """The tiles of an era that do not lie on the board or in the row, and were not discarded from it."""
    left = box.era_tiles[era] & ~s.tiles_gone
    for shore in range(SHORES):
        if s.tile[shore] != NOWHERE:
            left = without(left, s.tile[shore])
    for place in range(ROW):
        if s.row[place] != NOWHERE:
            left = without(left, s.row[place])
    return left


@rule
def take_top(s, era):
    """Take the open tile from the top of a stack."""
    top = s.stack_size[era] - 1
    tile = s.stack[era, top]
    s.stack[era, top] = NOWHERE
    s.stack_size[era] = top
    return tile


@rule
def open_top(box, s, era):
    """The new top of a stack lies open (R6)."""
    if undecided(s) and s.stack_size[era] > 0:
        s.stack[era, s.stack_size[era] - 1] = draw_from(s, tiles_left(box, s, era))


@rule
def emperors_visit(box, s):
    """Every marker on every building pays its owner once; nobody visits (THE EMPEROR'S VISIT; R44)."""
    for shore in range(SHORES):
        pay_owners(box, s, shore, Source.EMPEROR)


@rule
def discard_row_end(s):
    """A completed journey takes the tile at the row's end out of the game (SAIL, step 4)."""
    if s.row[ROW_END] != NOWHERE:
        s.tiles_gone |= bit(s.row[ROW_END])
        s.row[ROW_END] = NOWHERE


@rule
def refill(box, s):
    """Slide the row to its end and add a tile from the current era; the last of an era starts what it starts.

    Era 1: the Emperor's visit. Era 2: the active player gets points, and everybody else has one more turn (R42 to R45).
    """
    if s.refill_due == Refill.AFTER_JOURNEY:
        discard_row_end(s)
    s.refill_due = Refill.NONE
    for place in range(ROW_END, -1, -1):
        if s.row[place] == NOWHERE:
            for behind in range(place, 0, -1):
                s.row[behind] = s.row[behind - 1]
            s.row[0] = NOWHERE
            break
    for era in range(ERAS):
        if s.stack_size[era] == 0:
            continue
        s.row[0] = take_top(s, era)
        open_top(box, s, era)
        s.revealed += 1
        if s.stack_size[era] == 0 and era == 0:
            emperors_visit(box, s)
        elif s.stack_size[era] == 0:
            score(s, s.turn, Source.LAST_TILE, box.trigger_vp)
            s.last_turns = s.players
        break
