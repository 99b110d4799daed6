"""Setting up: the swamp, the cards, the players, the first guides, the starting settlements (GAME SET UP)."""

from __future__ import annotations

import numpy as np

from sampan.engine.bits import NONE, bit, has, without
from sampan.engine.chance import draw, draw_from
from sampan.engine.rule import rule

from .board import next_reward, open_space
from .geometry import (
    both, either, empty, first_of, holds, keep, keep_row, less, near, read, row_of, single, size, spread,
)  # fmt: skip
from .rounds import feed_guides, set_order, start_round
from .swamp import island_beside, keeps_temples, last_ways_out, lay_spirit, net_after, settle, survey, why_not_tile
from .terms import (
    ACTIONS, BOATS, BONUS_PER_ROUND, CLANS, FISH_CARDS, GUIDES, GUIDES_OPEN, NEUTRAL, NOBODY, NOWHERE, NUMBERS,
    RACE_PLACES, RACES, RACES_OPEN, ROUNDS, SCORE_CARDS, SCORE_CARDS_OPEN, SEATS, SPACES, SPECIALS, START_TILES,
    TEMPLES, TRACKS, Ask, Reward, Stage, Why,
)  # fmt: skip

BOARD_OPTION, CLAN_OPTION, NEAR_ISLAND_OPTION = 1, 5, 9  # where they stand among the options
RANDOM_CLAN = CLANS + 1  # among a seat's clans: any of them first, a random one last


@rule
def deal(box, s, options):
    """Lay out everything; then the players choose their first guides."""
    s.players = options[0]
    s.side = box.side_for[s.players]
    s.near_island = options[NEAR_ISLAND_OPTION]
    clear_table(s)
    lay_swamp(box, s)
    deal_cards(box, s)
    choose_clans(s, options)
    for seat in range(s.players):
        s.gold[seat] = box.start_gold
        s.mana[seat] = box.start_mana
        s.fish[seat] = box.start_fish
        s.workers[seat] = box.start_workers
        s.free[seat] = box.start_workers
    s.first = draw(s, s.players)
    s.stage = Stage.DRAFT
    s.seat = s.first
    s.ask = Ask.GUIDE


@rule
def clear_table(s):
    """Nothing lies anywhere yet."""
    s.turn = NOBODY
    s.totem = NOWHERE
    s.totem_island = NOWHERE
    s.site = NOWHERE
    s.track = NOWHERE
    s.boat_now = NOBODY
    s.action = NOBODY
    s.blocked = NOBODY
    s.builder_card = NOBODY
    for seat in range(SEATS):
        s.clan[seat] = NOBODY
        s.guide[seat] = NOBODY
        s.order[seat] = NOBODY
        for boat in range(BOATS):
            s.boat[seat, boat] = NOWHERE
    for action in range(ACTIONS):
        for place in range(SPACES):
            s.space[action, place] = NOBODY
    for card in range(RACES_OPEN):
        for place in range(RACE_PLACES):
            s.claims[card, place] = NOBODY
    for tile in range(SPECIALS):
        s.special_on[tile] = NOWHERE


# ---------------------------------------------------------------- common area


@rule
def lay_swamp(box, s):
    """The board with its printed islands, two spirits on their numbers, temple stacks (steps A, B, I, K; D6, D7)."""
    keep(s.water, row_of(box.water, s.side))
    keep(s.spirits, row_of(box.spirits, s.side))
    left = row_of(box.spirits, s.side)
    while not empty(left):
        island = spread(box, s.side, single(first_of(left)), left)
        left = less(left, island)
        keep_row(s.island, s.islands, island)
        s.island_spirits[s.islands] = size(island)
        s.islands += 1
    survey(box, s)
    pool, placed = bit(NUMBERS) - bit(0), 0
    while placed < box.spirits_on_board and pool != NONE:
        number = draw_from(s, pool)
        pool = without(pool, number)
        cell = int(box.number_at[s.side, number])
        if cell >= 0 and takes_spirit(box, s, cell):
            lay_spirit(box, s, cell)
            placed += 1
    s.spirit_supply = box.spirits_in_supply
    s.axolotl_supply = box.axolotls
    for number in range(ROUNDS):
        s.round_spirit[number] = 1
    for temple in range(TEMPLES):
        s.temple_left[temple] = box.temple_tiles[s.players, temple]


@rule
def takes_spirit(box, s, cell):
    """A set-up spirit may found an island or enlarge one, but joins none and cuts off no temple (D43, D48)."""
    one = single(cell)
    if not holds(read(s.sites), cell) and island_beside(box, s, cell) != NOWHERE:
        return False
    return holds(read(s.water), cell) and keeps_temples(box, s, less(read(s.net), one))


@rule
def deal_cards(box, s):
    """Fish, score and race cards, bonus tiles for each round, and seven guides (steps D to J; D1)."""
    pool = bit(FISH_CARDS) - bit(0)
    for number in range(ROUNDS):
        s.fish_card[number] = draw_from(s, pool)
        pool = without(pool, s.fish_card[number])
    pool = bit(SCORE_CARDS) - bit(0)
    for place in range(SCORE_CARDS_OPEN):
        s.score_card[place] = draw_from(s, pool)
        pool = without(pool, s.score_card[place])
    pool = bit(RACES) - bit(0)
    for place in range(RACES_OPEN):
        s.race[place] = draw_from(s, pool)
        pool = without(pool, s.race[place])
    for number in range(ROUNDS):
        pool = (bit(BONUS_PER_ROUND) - bit(0)) << np.uint64(number * BONUS_PER_ROUND)
        for _ in range(s.players):
            tile = draw_from(s, pool)
            pool = without(pool, tile)
            s.tiles_open |= bit(tile)
    pool = bit(GUIDES) - bit(0)
    for _ in range(GUIDES_OPEN):
        guide = draw_from(s, pool)
        pool = without(pool, guide)
        s.guides_open |= bit(guide)


@rule
def choose_clans(s, options):
    """Clans asked for, then those left to chance, then the first ones left; each on its normal or its advanced side."""
    left = bit(CLANS) - bit(0)
    for seat in range(s.players):
        wanted = int(options[CLAN_OPTION + seat]) - 1
        if 0 <= wanted < CLANS and has(left, wanted):
            s.clan[seat] = wanted
            left = without(left, wanted)
    for seat in range(s.players):
        if int(options[CLAN_OPTION + seat]) == RANDOM_CLAN:
            s.clan[seat] = draw_from(s, left)
            left = without(left, s.clan[seat])
    for seat in range(s.players):
        for clan in range(CLANS):
            if s.clan[seat] == NOBODY and has(left, clan):
                s.clan[seat] = clan
                left = without(left, clan)
        s.board[seat] = (1 + s.clan[seat]) if options[BOARD_OPTION + seat] else 0


# ---------------------------------------------------------------- first guides


@rule
def draft(box, s, guide):
    """Take a first guide, clockwise; when all have one, those left get a fish and turn order is set."""
    s.guide[s.seat] = guide
    s.guides_open = without(s.guides_open, guide)
    s.seat = (s.seat + 1) % s.players
    if s.seat == s.first:
        feed_guides(s)
        set_order(box, s)
        s.stage = Stage.SETTLE
        settle_next(box, s)


# ---------------------------------------------------------------- starting settlements


@rule
def why_not_start(box, s, cell, neutral, boat):
    """Water beside a spirit, on an island new to the player, joining none and cutting off nothing (D8, D11, D33)."""
    if holds(read(s.water), cell) and not holds(near(box, s.side, read(s.spirits)), cell):
        return Why.NOT_NEXT_TO_SPIRIT
    why = why_not_tile(box, s, cell, NOBODY)
    if why != Why.OK:
        return why
    island = island_beside(box, s, cell)
    if neutral:
        if int(s.neutral_on[s.seat]) & (1 << island):
            return Why.ALREADY_ON_ISLAND
    elif not empty(both(row_of(s.island, island), row_of(s.settled, s.seat))):
        return Why.ALREADY_ON_ISLAND
    if boat and empty(both(near(box, s.side, single(cell)), net_after(box, s, cell))):
        return Why.BLOCKS_BOAT
    return Why.OK


@rule
def start_sites(box, s, neutral, boat):
    """Every hex for a starting settlement of the player to move."""
    free = less(both(read(s.sites), near(box, s.side, read(s.spirits))), read(s.never))
    for island in range(s.islands):
        here = row_of(s.island, island)
        there = int(s.neutral_on[s.seat]) & (1 << island) != 0
        if not neutral:
            there = not empty(both(here, row_of(s.settled, s.seat)))
        if there:
            free = less(free, near(box, s.side, here))
    found = less(less(free, read(s.pinch)), last_ways_out(box, s, NOBODY))
    if boat:
        found = both(found, near(box, s.side, read(s.net)))
    hard = both(free, read(s.pinch))
    while not empty(hard):
        cell = first_of(hard)
        hard = less(hard, single(cell))
        if why_not_start(box, s, cell, neutral, boat) == Why.OK:
            found = either(found, single(cell))
    return found


@rule
def with_boat(box, s, track):
    """Whether the next settlement of the track carries a boat."""
    return next_reward(box, s, s.seat, track) == Reward.BOAT


@rule
def why_not_choose_start_tile(box, s, track):
    """One of the three darker settlements that is still on the clan board (STARTING SETTLEMENTS)."""
    if not box.board_start[s.board[s.seat], track] or s.built[s.seat, track] > 0:
        return Why.NO_START_TILE
    if empty(start_sites(box, s, False, with_boat(box, s, track))):
        return Why.NO_PLACE_FOR_TILE
    return Why.OK


@rule
def settle_next(box, s):
    """Ask the next player for a starting settlement, then for neutral ones with two players, then begin (D10, D50)."""
    while s.lot < START_TILES * s.players:
        s.seat = s.order[s.lot % s.players]
        tracks, only = 0, NOWHERE
        for track in range(TRACKS):
            if why_not_choose_start_tile(box, s, track) == Why.OK:
                tracks += 1
                only = track
        if tracks > 0:
            s.track = only if tracks == 1 else NOWHERE
            s.ask = Ask.START_SITE if tracks == 1 else Ask.START_TILE
            return
        s.lot += 1
    while s.players == 2 and s.lot < 2 * START_TILES * s.players:
        s.seat = s.order[s.lot % s.players]
        if not empty(start_sites(box, s, True, False)):
            s.ask = Ask.NEUTRAL_SITE
            return
        s.lot += 1
    s.lot = 0
    start_round(box, s)


@rule
def choose_start_tile(box, s, track):
    """Pick which of the starting settlements to lay next (D52)."""
    s.track = track
    s.ask = Ask.START_SITE


@rule
def why_not_place_start(box, s, cell):
    """Where the starting or neutral settlement in hand may go."""
    if s.ask == Ask.NEUTRAL_SITE:
        return why_not_start(box, s, cell, True, False)
    return why_not_start(box, s, cell, False, with_boat(box, s, s.track))


@rule
def start_sites_now(box, s):
    """Every hex for the starting or neutral settlement in hand."""
    if s.ask == Ask.NEUTRAL_SITE:
        return start_sites(box, s, True, False)
    return start_sites(box, s, False, with_boat(box, s, s.track))


@rule
def place_start(box, s, cell):
    """Lay a starting settlement, its boat on top, or a neutral one."""
    if s.ask == Ask.NEUTRAL_SITE:
        s.neutral_on[s.seat] = int(s.neutral_on[s.seat]) | (1 << island_beside(box, s, cell))
        settle(box, s, NEUTRAL, cell)
    else:
        settle(box, s, s.seat, cell)
        open_space(box, s, int(s.seat), int(s.track), cell)
    s.boats_done = 0
    s.track = NOWHERE
    s.lot += 1
    settle_next(box, s)
