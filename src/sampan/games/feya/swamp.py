"""The swamp: islands that grow but never join, the net of water that boats and temples share, how far a boat gets."""

from __future__ import annotations

from sampan.engine.rule import rule, small

from .geometry import (
    both, either, empty, first_of, holds, keep, keep_row, less, near, none, parted, read, row_of, same, single, spread,
)  # fmt: skip
from .terms import BOATS, NOWHERE, OWNERS, Why

# ---------------------------------------------------------------- islands


@rule
def island_of(s, cell):
    """The island a settlement or spirit belongs to: tiles that touch are one island (D9)."""
    for island in range(s.islands):
        if holds(row_of(s.island, island), cell):
            return island
    return NOWHERE


@rule
def island_beside(box, s, cell):
    """The first island that touches this hex."""
    beside = near(box, s.side, single(cell))
    for island in range(s.islands):
        if not empty(both(beside, row_of(s.island, island))):
            return island
    return NOWHERE


@rule
def settlements(s):
    """All settlements, whoever they belong to."""
    found = none()
    for owner in range(OWNERS):
        found = either(found, row_of(s.settled, owner))
    return found


@rule
def settle(box, s, owner, cell):
    """Lay a settlement; it belongs to the island it touches, and a fish under it is gone for good."""
    island = island_beside(box, s, cell)
    keep_row(s.settled, owner, either(row_of(s.settled, owner), single(cell)))
    lay_tile(box, s, island, cell)


@rule
def lay_spirit(box, s, cell):
    """Lay a spirit; where it touches no island it is one of its own (set-up only; D43)."""
    island = island_beside(box, s, cell)
    if island == NOWHERE:
        island = int(s.islands)
        s.islands += 1
    keep(s.spirits, either(read(s.spirits), single(cell)))
    s.island_spirits[island] = small(s.island_spirits[island] + 1)
    lay_tile(box, s, island, cell)


@rule
def lay_tile(box, s, island, cell):
    """A tile takes a hex from the water for good."""
    keep_row(s.island, island, either(row_of(s.island, island), single(cell)))
    keep(s.water, less(read(s.water), single(cell)))
    survey(box, s)


# ---------------------------------------------------------------- the net


@rule
def survey(box, s):
    """Work out where tiles may go next: hexes at one island, the net, and what would cut it (D17)."""
    side = s.side
    water, once, twice = read(s.water), none(), none()
    for island in range(s.islands):
        ring = both(near(box, side, row_of(s.island, island)), water)
        twice = either(twice, both(once, ring))
        once = either(once, ring)
    sites = less(once, twice)
    keep(s.sites, sites)
    net = spread(box, side, harbour(box, s), either(water, row_of(box.temples, side)))
    keep(s.net, net)
    pinch, never = none(), none()
    suspects = both(parted(box, side, net), sites)
    while not empty(suspects):
        one = single(first_of(suspects))
        suspects = less(suspects, one)
        if not hangs_together(box, side, one, less(net, one)):
            if keeps_temples(box, s, less(net, one)):
                pinch = either(pinch, one)
            else:
                never = either(never, one)
    keep(s.pinch, pinch)
    keep(s.never, never)


@rule
def harbour(box, s):
    """The first temple, where every look at the net begins."""
    return single(int(box.temple_at[s.side, 0]))


@rule
def hangs_together(box, side, hole, rest):
    """Whether all that touched the hole in the net is still joined without it."""
    beside = both(near(box, side, hole), rest)
    if empty(beside):
        return True
    found = single(first_of(beside))
    while not empty(less(beside, found)):
        grown = either(found, both(near(box, side, found), rest))
        if same(grown, found):
            return False
        found = grown
    return True


@rule
def keeps_temples(box, s, rest):
    """Whether every temple still lies in one net."""
    return empty(less(row_of(box.temples, s.side), spread(box, s.side, harbour(box, s), rest)))


@rule
def net_after(box, s, cell):
    """The net once a tile lies on this hex."""
    rest = less(read(s.net), single(cell))
    if holds(read(s.pinch), cell) or holds(read(s.never), cell):
        return spread(box, s.side, harbour(box, s), rest)
    return rest


# ---------------------------------------------------------------- boats


@rule
def boats_but(s, skip):
    """The hexes of all boats except one; `skip` counts boats through all seats, -1 leaves out none."""
    found = none()
    for boat in range(s.players * BOATS):
        at = int(s.boat[boat // BOATS, boat % BOATS])
        if at >= 0 and boat != skip:
            found = either(found, single(at))
    return found


@rule
def shuts_in(box, s, skip, net):
    """Whether some boat would lie outside this net; on a tile its neighbours count, temples too (D15, D17)."""
    for boat in range(s.players * BOATS):
        at = int(s.boat[boat // BOATS, boat % BOATS])
        if at < 0 or boat == skip or holds(net, at):
            continue
        if empty(both(near(box, s.side, single(at)), net)):
            return True
    return False


@rule
def last_ways_out(box, s, skip):
    """Hexes that are the only way off a tile for some boat."""
    found, net = none(), read(s.net)
    for boat in range(s.players * BOATS):
        at = int(s.boat[boat // BOATS, boat % BOATS])
        if at < 0 or boat == skip or holds(net, at):
            continue
        ways = both(near(box, s.side, single(at)), net)
        if not empty(ways) and same(ways, single(first_of(ways))):
            found = either(found, ways)
    return found


@rule
def reach(box, s, at, steps):
    """All water a boat gets to in so many steps, past other boats, its own place included if that is water.

    From a tile a boat could also slip into water that is cut off; that is closed to boats (D47).
    """
    water = both(read(s.water), read(s.net))
    front = single(at)
    found = both(front, water)
    for _ in range(steps):
        grown = either(found, both(near(box, s.side, front), water))
        if same(grown, found):
            break
        found = grown
        front = grown
    return found


# ---------------------------------------------------------------- where a tile may lie


@rule
def why_not_tile(box, s, cell, skip):
    """A tile needs free water at exactly one island, and must not cut off a temple or a boat (BUILD; D15, D17)."""
    if not holds(read(s.water), cell):
        return Why.NOT_WATER
    if holds(boats_but(s, skip), cell):
        return Why.BOAT_THERE
    if not holds(read(s.sites), cell):
        return Why.NOT_NEXT_TO_ISLAND if island_beside(box, s, cell) == NOWHERE else Why.JOINS_ISLANDS
    if holds(read(s.never), cell):
        return Why.BLOCKS_TEMPLE
    if shuts_in(box, s, skip, net_after(box, s, cell)):
        return Why.BLOCKS_BOAT
    return Why.OK
