"""The boat actions FISH, TRADE, BUILD and SAIL: which boat, where to, what it does there (BOAT ACTIONS).

A boat that moves must act, so a landing is only offered where the boat can act; every other decision of the chain then
has an answer.
"""

from __future__ import annotations

from sampan.engine.rule import rule, small

from .board import has_tile, open_space, tile_left
from .geometry import both, either, empty, first_of, holds, keep, less, near, none, read, row_of, single, write_out
from .moves import GO, LAY
from .purse import receive
from .swamp import (
    boats_but, island_beside, island_of, last_ways_out, net_after, reach, settle, settlements, shuts_in, why_not_tile,
)  # fmt: skip
from .terms import BOATS, FISH_CARDS, NOBODY, NOWHERE, STACK_LIMIT, TEMPLES, Action, Guide, Source, Step, Why

# ---------------------------------------------------------------- how far, how much


@rule
def range_of(box, s, action):
    """Guide, sailing track and this turn's bonuses; SAIL adds what the map says (BOAT ACTIONS; D32)."""
    steps = int(box.guide_range[s.guide[s.turn]]) + int(s.sailing[s.turn]) + int(s.range_bonus)
    if action == Action.SAIL:
        steps += int(box.sail_bonus[s.side])
    return steps


@rule
def catch_of(box, s, seat):
    """Fish a boat takes: clan board, the Fisherman and this turn's tile (FISH; D27)."""
    fish = int(box.base_catch) + int(s.catch[seat]) + int(s.catch_bonus)
    return fish + int(box.guide_bonus[Guide.FISHERMAN]) if s.guide[seat] == Guide.FISHERMAN else fish


@rule
def cost_on(box, s, island):
    """Gold for each spirit of the island and the guide's settlement value, never below 0 (BUILD)."""
    spirits, value = int(s.island_spirits[island]), int(box.settlement[s.guide[s.turn]])
    return max(int(box.gold_per_spirit) * spirits + value - int(s.discount), 0)


@rule
def affordable(box, s, gold):
    """Hexes at one island that so much gold pays for."""
    sites = read(s.sites)
    found, all_paid = none(), True
    for island in range(s.islands):
        if cost_on(box, s, island) <= gold:
            found = either(found, row_of(s.island, island))
        else:
            all_paid = False
    return sites if all_paid else both(sites, near(box, s.side, found))


# ---------------------------------------------------------------- where a boat may land


@rule
def landings(box, s, boat, action, steps, gold):
    """Every hex where this boat may end its move, because it can act there."""
    skip = s.turn * BOATS + boat
    at = int(s.boat[s.turn, boat])
    if action == Action.SAIL:
        return sail_landings(box, s, skip, at, steps)
    ends = less(reach(box, s, at, steps), boats_but(s, skip))
    if action == Action.FISH:
        return both(ends, season(box, s))
    if action == Action.TRADE:
        return both(ends, near(box, s.side, hungry(s)))
    if s.near_island == 0:
        return building_berths(box, s, skip, ends, affordable(box, s, gold))
    found, sites = none(), affordable(box, s, gold)
    for island in range(s.islands):
        ring = near(box, s.side, row_of(s.island, island))
        found = either(found, building_berths(box, s, skip, both(ends, ring), both(sites, ring)))
    return found


@rule
def season(box, s):
    """The hexes with a fish of this round's card (FISH)."""
    return row_of(box.season, int(s.side) * FISH_CARDS + int(s.fish_card[s.round_now]))


@rule
def hungry(s):
    """Settlements with room for another fish (TRADE)."""
    return less(settlements(s), both(read(s.fish_odd), read(s.fish_two)))


@rule
def sail_landings(box, s, skip, at, steps):
    """Any other free water, and temples, where the move ends and boats may share (SAIL; D34)."""
    if steps <= 0:
        return none()
    passed = reach(box, s, at, steps - 1)
    around = near(box, s.side, either(passed, single(at)))
    water = less(either(passed, both(around, both(read(s.water), read(s.net)))), boats_but(s, skip))
    return less(either(water, both(around, row_of(box.temples, s.side))), single(at))


@rule
def building_berths(box, s, skip, ends, sites):
    """Of these ends, those beside one of these sites where a tile may be laid from there (BUILD; D17).

    Where the tile would cut off some water, the boat must not lie in that water.
    """
    sites = less(less(less(both(sites, read(s.net)), boats_but(s, skip)), read(s.never)), last_ways_out(box, s, skip))
    found = both(ends, near(box, s.side, less(sites, read(s.pinch))))
    hard = both(sites, read(s.pinch))
    while not empty(hard):
        cell = first_of(hard)
        hard = less(hard, single(cell))
        net = net_after(box, s, cell)
        if not shuts_in(box, s, skip, net):
            found = either(found, both(both(ends, near(box, s.side, single(cell))), net))
    return found


# ---------------------------------------------------------------- may I begin


@rule
def any_boat_can(box, s, action, steps, gold):
    """Whether one of the player's boats could act."""
    for boat in range(BOATS):
        if s.boat[s.turn, boat] == NOWHERE or s.boats_done & (1 << boat):
            continue
        if not empty(landings(box, s, boat, action, steps, gold)):
            return True
    return False


@rule
def why_not_boats(box, s, action, more_range, more_fish):
    """A boat action needs one boat that does it, judged after the space's price and gain (D40)."""
    if action == Action.TRADE and s.fish[s.turn] + more_fish <= 0:
        return Why.NO_FISH
    if action == Action.BUILD and not tile_left(s, s.turn):
        return Why.NO_TILE_LEFT
    if not any_boat_can(box, s, action, range_of(box, s, action) + more_range, int(s.gold[s.turn])):
        return Why.NO_BOAT_CAN
    return Why.OK


@rule
def why_not_boat(box, s, boat):
    """A boat acts once, and only if it can get somewhere to act."""
    if s.boat[s.turn, boat] == NOWHERE:
        return Why.BOAT_NOT_ON_SWAMP
    if s.boats_done & (1 << boat):
        return Why.BOAT_DONE
    if s.action == Action.TRADE and s.fish[s.turn] <= 0:
        return Why.NO_FISH
    if s.action == Action.BUILD and not tile_left(s, s.turn):
        return Why.NO_TILE_LEFT
    if empty(landings(box, s, boat, s.action, range_of(box, s, s.action), int(s.gold[s.turn]))):
        return Why.NO_BOAT_CAN
    return Why.OK


@rule
def boats_left(s):
    """Whether a boat on the swamp has not acted yet."""
    for boat in range(BOATS):
        if s.boat[s.turn, boat] != NOWHERE and not s.boats_done & (1 << boat):
            return True
    return False


# ---------------------------------------------------------------- moving


@rule
def landings_now(box, s):
    """Where the boat in hand may end its move."""
    return landings(box, s, s.boat_now, s.action, range_of(box, s, s.action), int(s.gold[s.turn]))


@rule
def offer_landings(box, s, out, number):
    """Add every landing of the boat in hand."""
    return write_out(landings_now(box, s), GO, out, number)


@rule
def why_not_go(box, s, cell):
    """A boat ends on free water in range where it can act (BOAT ACTIONS)."""
    if holds(landings_now(box, s), cell):
        return Why.OK
    temple = holds(row_of(box.temples, s.side), cell)
    if not holds(read(s.water), cell) and not (temple and s.action == Action.SAIL):
        return Why.NOT_WATER
    if not holds(read(s.net), cell):
        return Why.CUT_OFF
    at = int(s.boat[s.turn, s.boat_now])
    if s.action == Action.SAIL and cell == at:
        return Why.MUST_MOVE
    if not temple and holds(boats_but(s, s.turn * BOATS + s.boat_now), cell):
        return Why.BOAT_THERE
    if temple or not holds(reach(box, s, at, range_of(box, s, s.action)), cell):
        return Why.OUT_OF_RANGE
    if s.action == Action.FISH:
        return Why.NOT_A_SEASON_FISH
    if s.action == Action.TRADE:
        return Why.NOT_NEXT_TO_SETTLEMENT
    return Why.NOTHING_TO_BUILD_THERE


@rule
def go(box, s, cell):
    """Move the boat in hand and let it do what needs no further choice."""
    seat = s.turn
    s.boat[seat, s.boat_now] = cell
    s.laid = 0
    if s.action == Action.FISH:
        fish = catch_of(box, s, seat)
        s.fish[seat] += fish
        s.caught += fish
        boat_done(s)
    elif s.action == Action.TRADE:
        s.step = Step.LAY
    elif s.action == Action.BUILD:
        s.step = Step.SITE
    else:
        enter_temple(box, s, seat, cell)
        boat_done(s)


@rule
def boat_done(s):
    """This boat has done the action; the next may."""
    s.boats_done |= 1 << s.boat_now
    s.acted += 1
    s.boat_now = NOBODY
    s.step = Step.NONE


@rule
def enter_temple(box, s, seat, cell):
    """Take the temple's top tile, one of each temple in a game; visited or empty it gives nothing (SAIL; D6)."""
    for temple in range(TEMPLES):
        if box.temple_at[s.side, temple] != cell:
            continue
        if s.temple_left[temple] > 0 and not s.temples[seat] & (1 << temple):
            s.temple_left[temple] -= 1
            s.temples[seat] |= 1 << temple
            receive(s, seat, box.temple_gain[s.players, temple, s.temple_left[temple]], Source.TEMPLES)


# ---------------------------------------------------------------- laying fish


@rule
def fish_on(s, cell):
    """How many fish lie on a settlement."""
    return (1 if holds(read(s.fish_odd), cell) else 0) + (2 if holds(read(s.fish_two), cell) else 0)


@rule
def why_not_lay(box, s, cell):
    """A fish goes on a settlement beside the boat, three at most (TRADE)."""
    if not holds(settlements(s), cell):
        return Why.NOT_A_SETTLEMENT
    if not holds(near(box, s.side, single(int(s.boat[s.turn, s.boat_now]))), cell):
        return Why.NOT_NEXT_TO_BOAT
    if fish_on(s, cell) >= STACK_LIMIT:
        return Why.STACK_FULL
    if s.fish[s.turn] <= 0:
        return Why.NO_FISH
    return Why.OK


@rule
def offer_lays(box, s, out, number):
    """Add every settlement beside the boat that takes a fish."""
    if s.fish[s.turn] <= 0:
        return number
    beside = near(box, s.side, single(int(s.boat[s.turn, s.boat_now])))
    return write_out(both(beside, hungry(s)), LAY, out, number)


@rule
def lay(box, s, cell):
    """Lay one fish, for gold on a settlement not one's own (TRADE; D29)."""
    fish = fish_on(s, cell)
    gold = price_on(box, s, s.turn, cell)
    s.fish[s.turn] -= 1
    s.laid = small(s.laid + 1)
    keep(s.fish_odd, flipped(read(s.fish_odd), cell))
    if fish == 1:
        keep(s.fish_two, either(read(s.fish_two), single(cell)))
    s.gold[s.turn] += gold
    s.sold += gold


@rule
def price_on(box, s, seat, cell):
    """What the next fish on a settlement pays: by how many lie there, more where the totem is, nothing on one's own."""
    if holds(row_of(s.settled, seat), cell):
        return 0
    price = int(box.fish_price[min(fish_on(s, cell), STACK_LIMIT - 1)])
    totem = s.totem_island != NOWHERE and island_of(s, cell) == s.totem_island
    return price + int(box.fish_at_totem) if totem else price


@rule
def flipped(cells, cell):
    """The set with one hex put in or taken out."""
    one = single(cell)
    return less(cells, one) if holds(cells, cell) else either(cells, one)


# ---------------------------------------------------------------- building


@rule
def why_not_site_for(box, s, cell, gold):
    """A settlement goes on free water beside the boat, at one island that so much gold pays for (BUILD; D15)."""
    skip = s.turn * BOATS + s.boat_now
    at = int(s.boat[s.turn, s.boat_now])
    if not holds(read(s.water), cell):
        return Why.NOT_WATER
    if not holds(near(box, s.side, single(at)), cell):
        return Why.NOT_NEXT_TO_BOAT
    why = why_not_tile(box, s, cell, skip)
    if why != Why.OK:
        return why
    if not holds(net_after(box, s, cell), at):
        return Why.BLOCKS_BOAT
    island = island_beside(box, s, cell)
    if s.near_island and not holds(near(box, s.side, row_of(s.island, island)), at):
        return Why.BOAT_NOT_NEXT_TO_ISLAND
    if cost_on(box, s, island) > gold:
        return Why.TOO_LITTLE_GOLD
    return Why.OK


@rule
def build_sites(box, s, gold):
    """Every hex the boat in hand may build on."""
    found = none()
    around = both(near(box, s.side, single(int(s.boat[s.turn, s.boat_now]))), read(s.sites))
    while not empty(around):
        cell = first_of(around)
        around = less(around, single(cell))
        if why_not_site_for(box, s, cell, gold) == Why.OK:
            found = either(found, single(cell))
    return found


@rule
def why_not_pick_site(box, s, cell):
    """Where the boat in hand may build with the gold there is."""
    return why_not_site_for(box, s, cell, int(s.gold[s.turn]))


@rule
def pick_site(box, s, cell):
    """Choose the hex; the settlement's track is chosen next."""
    s.site = cell
    s.step = Step.TRACK


@rule
def why_not_build(box, s, track):
    """The settlement comes from the left end of any track that still has one (BUILD)."""
    return Why.OK if has_tile(s, s.turn, track) else Why.NO_TILE_LEFT


@rule
def build(box, s, track):
    """Pay, take the track's first settlement to the chosen hex and open its space (BUILD)."""
    seat, cell = int(s.turn), int(s.site)
    s.gold[seat] -= cost_on(box, s, island_beside(box, s, cell))
    settle(box, s, seat, cell)
    s.site = NOWHERE
    boat_done(s)
    open_space(box, s, seat, track, cell)


@rule
def could_finish(box, s, gold):
    """Whether the action begun can still be finished with so much gold (D35)."""
    if s.action != Action.BUILD:
        return True
    if s.step == Step.GO:
        return not empty(landings(box, s, s.boat_now, s.action, range_of(box, s, s.action), gold))
    if s.step == Step.SITE:
        return not empty(build_sites(box, s, gold))
    if s.step == Step.TRACK:
        return cost_on(box, s, island_beside(box, s, int(s.site))) <= gold
    return s.acted > 0 or any_boat_can(box, s, s.action, range_of(box, s, s.action), gold)
