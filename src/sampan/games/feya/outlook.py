"""What somebody leaning over the table would ask before a move, answered by the rules themselves: how far each boat
gets and what it could do there, what an island costs, who leads it, what a feast would pay, what a score card is worth.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from sampan.engine.asking import given
from sampan.engine.game import Game, State
from sampan.engine.layout import read_field
from sampan.engine.rule import rule

from .board import tile_left
from .boats import catch_of, cost_on, fish_on, landings, price_on, range_of
from .geometry import both, empty, first_of, holds, keep, less, read, row_of, single, size
from .land import feast, leads
from .scoring import card_points
from .swamp import boats_but, island_beside, last_ways_out, net_after, settlements, shuts_in
from .terms import (
    BOAT_ACTIONS, BOATS, HEXES, ISLANDS, NOBODY, NOWHERE, OWNERS, SCORE_CARDS_OPEN, SEATS, STACK_LIMIT, WORDS, Action,
)  # fmt: skip

UNKNOWN = -1


@dataclass(frozen=True)
class Outlook:
    """The answers, as the rules write them down; seats and islands count from 0, UNKNOWN where there is none yet."""

    lands: np.ndarray[Any, Any]  #   [seat, boat, action] the hexes where the boat could act, as a set
    steps: np.ndarray[Any, Any]  #   [seat, action] how far boats go
    caught: np.ndarray[Any, Any]  #  [seat] fish a boat takes
    cards: np.ndarray[Any, Any]  #   [seat, card] what a score card would pay now
    towns: np.ndarray[Any, Any]  #   [island, owner] settlements
    leads: np.ndarray[Any, Any]  #   [island, seat]
    costs: np.ndarray[Any, Any]  #   [island, seat] gold for a settlement
    sites: np.ndarray[Any, Any]  #   water where a tile may lie: it joins no islands and cuts off no temple, no boat


@dataclass(frozen=True)
class Prospects:
    """What is a viewer's own of it."""

    feasts: np.ndarray[Any, Any]  #  [island, seat] points, were the viewer to feast there
    pays: np.ndarray[Any, Any]  #    [hex] what the viewer's next fish there would pay


@rule
def could_do(s, seat, action):
    """Whether a seat has what a boat's action takes: a fish to lay, a settlement to build."""
    if action == Action.TRADE:
        return s.fish[seat] > 0
    return tile_left(s, seat) if action == Action.BUILD else True


@rule
def open_sites(box, s):
    """Free water at exactly one island where a tile would cut off no temple and no boat (D15, D17)."""
    found = less(less(both(read(s.sites), read(s.net)), read(s.never)), boats_but(s, NOBODY))
    found = less(found, last_ways_out(box, s, NOBODY))
    hard = both(found, read(s.pinch))
    while not empty(hard):
        one = single(first_of(hard))
        if shuts_in(box, s, NOBODY, net_after(box, s, first_of(hard))):
            found = less(found, one)
        hard = less(hard, one)
    return found


@rule
def look_at_seat(box, s, seat, lands, steps, caught, cards, costs):
    """One seat's boats, range, catch, cards and prices, as if it were to play."""
    s.turn = seat
    for card in range(SCORE_CARDS_OPEN):
        cards[seat, card] = card_points(box, s, seat, box.score_aim[s.score_card[card]])
    caught[seat] = catch_of(box, s, seat)
    if s.guide[seat] == NOBODY:
        return
    for island in range(s.islands):
        costs[island, seat] = cost_on(box, s, island)
    for action in range(BOAT_ACTIONS):
        steps[seat, action] = range_of(box, s, action)
        for boat in range(BOATS):
            if s.boat[seat, boat] != NOWHERE and could_do(s, seat, action):
                found = landings(box, s, boat, action, range_of(box, s, action), int(s.gold[seat]))
                keep(lands[seat, boat, action], found)


@rule
def look_at_island(s, island, towns, led):
    """One island: whose settlements stand there, and who leads."""
    here = row_of(s.island, island)
    for owner in range(OWNERS):
        own = row_of(s.settled, owner)
        towns[island, owner] = size(both(here, own))
    for seat in range(s.players):
        led[island, seat] = leads(s, seat, island)


@rule
def look_round(boxes, games, lands, steps, caught, cards, towns, led, costs, sites):
    """What all see, on a copy, which is spoilt on the way; what a turn has won counts for its player."""
    box, s = boxes[0], games[0]
    mover = int(s.turn)
    more_range, more_catch, discount = int(s.range_bonus), int(s.catch_bonus), int(s.discount)
    for seat in range(s.players):
        mine = seat == mover
        s.range_bonus = more_range if mine else 0
        s.catch_bonus = more_catch if mine else 0
        s.discount = discount if mine else 0
        look_at_seat(box, s, seat, lands, steps, caught, cards, costs)
    for island in range(s.islands):
        look_at_island(s, island, towns, led)
    keep(sites, open_sites(box, s))


@rule
def look_for(boxes, games, viewer, feasts, pays):
    """What fish and feasts would bring a viewer; each feast is held in the second of two games."""
    box, s, tried = boxes[0], games[0], games[1]
    towns = settlements(s)
    for cell in range(HEXES):
        if holds(towns, cell) and fish_on(s, cell) < STACK_LIMIT:
            pays[cell] = price_on(box, s, viewer, cell)
    for island in range(s.islands):
        games[1] = games[0]
        tried.turn = viewer
        feast(box, tried, island)
        for seat in range(s.players):
            for source in range(len(s.vp[seat])):
                feasts[island, seat] += int(tried.vp[seat, source]) - int(s.vp[seat, source])


@rule
def island_by(boxes, games, cell):
    """The island that a tile would join."""
    return island_beside(boxes[0], games[0], cell)


@rule
def cost_by(boxes, games, island):
    """What a settlement on an island costs whoever plays."""
    return cost_on(boxes[0], games[0], island)


@rule
def fish_price(boxes, games, seat, cell):
    """What a seat's next fish on a settlement would pay."""
    return price_on(boxes[0], games[0], seat, cell)


@rule
def range_for(boxes, games, action):
    """How far boats go."""
    return range_of(boxes[0], games[0], action)


def outlook_for(game: Game, state: State) -> Outlook:
    """Look at the whole table."""
    seen = Outlook(
        lands=np.zeros((SEATS, BOATS, BOAT_ACTIONS, WORDS), np.uint64),
        steps=np.zeros((SEATS, BOAT_ACTIONS), np.int64),
        caught=np.zeros(SEATS, np.int64),
        cards=np.zeros((SEATS, SCORE_CARDS_OPEN), np.int64),
        towns=np.zeros((ISLANDS, OWNERS), np.int64),
        leads=np.zeros((ISLANDS, SEATS), np.bool_),
        costs=np.full((ISLANDS, SEATS), UNKNOWN, np.int64),
        sites=np.zeros(WORDS, np.uint64),
    )
    look_round(
        given(game.box.record), given(game.copy(state)), seen.lands, seen.steps, seen.caught, seen.cards, seen.towns,
        seen.leads, seen.costs, seen.sites,
    )  # fmt: skip
    return seen


def prospects_for(game: Game, state: State, viewer: int) -> Prospects:
    """Look at fish and feasts for a viewer; a spectator looks as the player whose turn it is."""
    seat = viewer if viewer >= 0 else read_field(state, "turn")
    own = Prospects(feasts=np.zeros((ISLANDS, SEATS), np.int64), pays=np.full(HEXES, UNKNOWN, np.int64))
    if seat >= 0:
        pair = np.frombuffer(bytearray(state.tobytes() * 2), state.dtype)
        look_for(given(game.box.record), given(pair), seat, own.feasts, own.pays)
    return own
