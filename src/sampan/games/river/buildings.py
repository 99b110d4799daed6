"""Who owns what: a building belongs to every player with a marker on it (BUILDING TILES; R1)."""

from __future__ import annotations

from sampan.engine.rule import rule

from .terms import BUILDING_TYPES, NOBODY, SHORES


@rule
def owns(s, seat, shore):
    """Whether the player has a marker on the building here."""
    return s.marker[shore, 0] == seat or s.marker[shore, 1] == seat


@rule
def opponent_owns(s, seat, shore):
    """Whether another player has a marker on the building here; it may be mine as well (R3)."""
    first, second = s.marker[shore, 0], s.marker[shore, 1]
    return (first != NOBODY and first != seat) or (second != NOBODY and second != seat)


@rule
def count_owned(box, s, seat, kind):
    """How many buildings of a type the player owns; two own markers on one tile count once (R2)."""
    total = 0
    for shore in range(SHORES):
        if owns(s, seat, shore) and box.tile_type[s.tile[shore]] == kind:
            total += 1
    return total


@rule
def most_of_one_type(box, s, seat):
    """The number of the player's buildings of the type they own most of."""
    most = 0
    for kind in range(BUILDING_TYPES):
        most = max(most, count_owned(box, s, seat, kind))
    return most


@rule
def types_owned(box, s, seat):
    """How many building types the player owns at least one of."""
    total = 0
    for kind in range(BUILDING_TYPES):
        if count_owned(box, s, seat, kind) > 0:
            total += 1
    return total


@rule
def built_in(box, s, seat, region):
    """Whether the player owns a building in this region."""
    for place in range(box.region_size[region]):
        if owns(s, seat, box.region_shores[region, place]):
            return True
    return False
