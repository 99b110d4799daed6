"""The ground actions: IMPROVE SAILING is a step on a track; CELEBRATE and ADD SPIRIT WORSHIP are here."""

from __future__ import annotations

from sampan.engine.rule import rule

from .geometry import beside_one, both, either, empty, first_of, keep, less, near, read, row_of, single, size
from .purse import score
from .swamp import boats_but, island_beside, last_ways_out, lay_spirit, net_after, settlements, why_not_tile
from .terms import NOBODY, NOWHERE, Source, Why

# ---------------------------------------------------------------- celebrate


@rule
def why_not_feast(box, s, island):
    """Any island will do, even one without fish (CELEBRATE; D37)."""
    if island >= s.islands:
        return Why.NO_SUCH_ISLAND
    return Why.OK


@rule
def feast(box, s, island):
    """Feast on one island: the host scores its fed settlements, every owner the fish on theirs (CELEBRATE; D22)."""
    host = s.turn
    here = row_of(s.island, island)
    odd, two = both(read(s.fish_odd), here), both(read(s.fish_two), here)
    score(s, host, Source.FEASTS, size(either(odd, two)))
    if s.totem_island == island:
        score(s, host, Source.TOTEM, box.feast_at_totem)
    for owner in range(s.players):
        own = row_of(s.settled, owner)
        score(s, owner, Source.FISH_EATEN, size(both(odd, own)) + 2 * size(both(two, own)))
    keep(s.fish_odd, less(read(s.fish_odd), here))
    keep(s.fish_two, less(read(s.fish_two), here))
    s.feast_due = 0


# ---------------------------------------------------------------- add spirit


@rule
def shuts_settlement(box, s, net):
    """Whether a settlement loses its last side to water of the net; those shut in before do not count (D16, D46)."""
    temples = row_of(box.temples, s.side)
    towns = settlements(s)
    before = both(towns, near(box, s.side, less(read(s.net), temples)))
    return not empty(less(before, near(box, s.side, less(net, temples))))


@rule
def why_not_add_spirit(box, s, cell):
    """A spirit goes at one island without the totem, on no boat, and cuts off nothing (ADD SPIRIT; D16, D18)."""
    why = why_not_tile(box, s, cell, NOBODY)
    if why != Why.OK:
        return why
    if s.totem_island != NOWHERE and island_beside(box, s, cell) == s.totem_island:
        return Why.TOTEM_ISLAND
    if shuts_settlement(box, s, net_after(box, s, cell)):
        return Why.BLOCKS_SETTLEMENT
    return Why.OK


@rule
def easy_spirits(box, s, free):
    """Of these hexes, those that leave the net in one piece, no boat locked up and every settlement a shore."""
    lake = less(read(s.net), row_of(box.temples, s.side))
    last_shores = both(near(box, s.side, both(settlements(s), beside_one(box, s.side, lake))), lake)
    return less(less(less(free, read(s.pinch)), last_ways_out(box, s, NOBODY)), last_shores)


@rule
def free_for_spirit(box, s):
    """Hexes at one island without the totem, under no boat, that keep every temple open."""
    found = less(less(read(s.sites), read(s.never)), boats_but(s, NOBODY))
    if s.totem_island != NOWHERE:
        found = less(found, near(box, s.side, row_of(s.island, s.totem_island)))
    return found


@rule
def spirit_sites(box, s):
    """Every hex where a spirit may be laid."""
    free = free_for_spirit(box, s)
    found, hard = easy_spirits(box, s, free), both(free, read(s.pinch))
    while not empty(hard):
        one = single(first_of(hard))
        if why_not_add_spirit(box, s, first_of(hard)) == Why.OK:
            found = either(found, one)
        hard = less(hard, one)
    return found


@rule
def add_spirit(box, s, cell):
    """Lay the spirit, and move the totem onto it (ADD SPIRIT; D19)."""
    s.totem_island = island_beside(box, s, cell)
    s.totem = cell
    lay_spirit(box, s, cell)
    s.spirit_due = 0


@rule
def led_islands(s, seat):
    """Islands where the player has most settlements or ties for most; neutral ones are no rival (D38)."""
    led = 0
    for island in range(s.islands):
        if leads(s, seat, island):
            led += 1
    return led


@rule
def leads(s, seat, island):
    """Whether nobody has more settlements on the island than the player, who has one at least (D38)."""
    here = row_of(s.island, island)
    mine = size(both(here, row_of(s.settled, seat)))
    if mine == 0:
        return False
    for other in range(s.players):
        if size(both(here, row_of(s.settled, other))) > mine:
            return False
    return True
