"""Build: pay for an empty shore space, take a tile of the row, put a marker on it (BUILD)."""

from __future__ import annotations

from sampan.engine.rule import rule

from .customers import has_artisan
from .purse import score
from .rewards import gain, gain_influence
from .row import row_empty
from .terms import NOWHERE, ROW_END, Ability, Patron, Refill, Source, Stage, Why


@rule
def build_cost(box, s, seat, shore):
    """The printed cost, less with the own artisan's marker in that region, never below 0 (R13)."""
    cost = int(box.shore_cost[shore])
    if has_artisan(box, s, seat, box.shore_region[shore]):
        cost -= box.amount[Ability.ARTISAN_DISCOUNT]
    return max(cost, 0)


@rule
def build_cost_at(box, games, i, seat, shore):
    """The same in game i of a batch, which is how Python code asks."""
    return build_cost(box[0], games[i], seat, shore)


@rule
def why_not_build(box, s, shore):
    """An empty space of the die's region that one can pay for; a full region only blocks itself (R13, R46).

    Kaiu Shihobu builds in any region (R34).
    """
    if box.shore_region[shore] != s.die[s.seat] and s.patron[s.seat] != Patron.SHIHOBU:
        return Why.WRONG_REGION
    if s.tile[shore] != NOWHERE:
        return Why.SPACE_TAKEN
    if row_empty(s):
        return Why.ROW_EMPTY
    if s.koku[s.seat] < build_cost(box, s, s.seat, shore):
        return Why.TOO_FEW_KOKU
    return Why.OK


@rule
def build(box, s, shore):
    """Pay for the space; the tile is chosen next (BUILD, steps 1 and 2)."""
    s.koku[s.seat] -= build_cost(box, s, s.seat, shore)
    s.building = shore
    s.stage = Stage.ACT


@rule
def why_not_take(box, s, place):
    """Any tile of the row may be taken."""
    if s.row[place] == NOWHERE:
        return Why.NO_TILE_THERE
    return Why.OK


@rule
def take(box, s, place):
    """Place the tile and the marker, gain its influence; no owner or visitor reward (BUILD, steps 3 to 5; R14).

    Yasuki Taka scores the river spaces beside it (R35).
    """
    seat, shore = s.seat, s.building
    region = box.shore_region[shore]
    tile = s.row[place]
    s.row[place] = NOWHERE
    s.tile[shore] = tile
    s.building = NOWHERE
    if place == ROW_END:
        gain(box, s, seat, box.row_end_reward, region, Source.OWNER)
    s.marker[shore, 0] = seat
    gain_influence(box, s, seat, region, int(box.tile_influence[tile]))
    if s.patron[seat] == Patron.TAKA:
        score(s, seat, Source.PATRON, box.patron_vp[Patron.TAKA] * box.shore_touches[shore])
    s.refill_due = Refill.AFTER_BUILD
