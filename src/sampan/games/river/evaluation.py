"""What bots evaluate a position by: a row of named figures for one player (`Figure`).

An evaluation is these figures times the weights in judgement.toml. What can be counted as points is counted as if the
game ended now; the weights say how much of it will still be there, and what everything else may yet become.
"""

from __future__ import annotations

from enum import IntEnum

from sampan.engine.bits import NONE, lowest, without
from sampan.engine.rule import rule

from .customers import customers_of
from .mastery import reached
from .moves import BUILD, DIE
from .scoring import goods_of, has_elder, noble_count, points_of, region_points
from .terms import (
    GOODS, MARKERS, MASTERIES_OPEN, NOBODY, NOWHERE, PLACES, REGIONS, REWARD_PARTS, RIVER_SPACES, ROW, SHIPS, SHORES,
    Ability, Ask, Customer, Reward, Stage,
)  # fmt: skip

ASIDES = (DIE, BUILD)  # turning the die and trading: they come before the action and decide nothing by themselves
MANY_KOKU = 12


class Figure(IntEnum):
    """One figure of a position."""

    ANYTHING = 0
    POINTS = 1
    REGIONS = 2  # their points if the game ended now, elders included
    STEPS = 3  # influence in all regions
    STARTED = 4  # regions with any influence
    CUSTOMERS = 5  # their points if the game ended now
    NEXT_CUSTOMER = 6  # what one more would add
    BONUSES = 7  # end bonuses of artisans, merchants and nobles
    ARTISANS = 8
    ELDERS = 9
    MERCHANTS = 10
    MONKS = 11
    NOBLES = 12
    KOKU = 13
    SPARE_KOKU = 14  # above a dozen
    GOODS = 15
    KINDS = 16  # of goods
    FAVOR = 17
    FAVOR_LIMIT = 18
    BUILDINGS = 19
    VISITS_VP = 20  # what own buildings pay, by the river spaces that touch them
    VISITS_KOKU = 21
    VISITS_GOODS = 22
    VISITS_FAVOR = 23
    VISITS_INFLUENCE = 24
    MASTERIES = 25  # points of open masteries, by how near they are
    READY = 26  # how much of the order of the best card in hand is there, times its worth
    NEXT_READY = 27  # the same of the second best
    CARDS = 28
    DELIVERABLE = 29  # a card that could be delivered at once
    ROYAL_SHIP = 30
    DOWNSTREAM = 31  # how far the ships have come towards the journey's end
    EMPEROR = 32  # owner's points still to come with the Emperor
    CHOOSING = 33  # it is this player's turn


FIGURES = len(Figure)


@rule
def time_gone(box, s):
    """How much of the game is over, from 0 to 1: the tiles that have left the stacks."""
    if s.last_turns >= 0:
        return 1.0
    total = int(box.era_size[s.players, 0]) + int(box.era_size[s.players, 1])
    return 1.0 - (int(s.stack_size[0]) + int(s.stack_size[1])) / total


@rule
def is_quiet(box, s):
    """Whether the player whose turn it is has acted and owes nothing: only then the position is quiet.

    Not in a last turn, which ends without a roll: what is left in hand looks worth something until it is over.
    """
    return s.stage == Stage.DONE and s.ask == Ask.END and s.last_turns < 0


@rule
def region_figures(box, s, seat, out):
    """Regions as they stand."""
    for region in range(REGIONS):
        points = region_points(box, s, region, seat)
        if has_elder(box, s, seat, region):
            points *= int(box.amount[Ability.DOUBLE_REGION])
        out[Figure.REGIONS] += points
        out[Figure.STEPS] += s.influence[seat, region]
        if s.influence[seat, region] > 0:
            out[Figure.STARTED] += 1


@rule
def served_figures(box, s, seat, out):
    """Customers delivered to: their number, their kinds and their end bonuses."""
    many = min(customers_of(s, seat), len(box.customer_points) - 1)
    out[Figure.CUSTOMERS] = box.customer_points[many]
    out[Figure.NEXT_CUSTOMER] = box.customer_points[min(many + 1, len(box.customer_points) - 1)] - out[Figure.CUSTOMERS]
    cards = s.delivered[seat]
    while cards != NONE:
        card = lowest(cards)
        cards = without(cards, card)
        kind, ability = box.card_type[card], box.card_endgame[card]
        amount = int(box.amount[ability])
        if kind == Customer.ARTISAN:
            out[Figure.ARTISANS] += 1
            out[Figure.BONUSES] += amount * goods_of(s, seat) / int(box.per[ability])
        elif kind == Customer.ELDER:
            out[Figure.ELDERS] += 1
        elif kind == Customer.MERCHANT:
            out[Figure.MERCHANTS] += 1
            out[Figure.BONUSES] += amount * int(s.koku[seat]) / int(box.per[ability])
        elif kind == Customer.MONK:
            out[Figure.MONKS] += 1
        else:
            out[Figure.NOBLES] += 1
            out[Figure.BONUSES] += amount * noble_count(box, s, seat, ability)


@rule
def purse_figures(box, s, seat, out):
    """Koku, goods and favor."""
    koku = int(s.koku[seat])
    if s.building != NOWHERE and s.turn == seat:
        koku += int(box.shore_cost[s.building])  # paid for a tile that is still to be taken
    out[Figure.KOKU] = min(koku, MANY_KOKU)
    out[Figure.SPARE_KOKU] = max(0, koku - MANY_KOKU)
    out[Figure.GOODS] = goods_of(s, seat) + s.goods_due[seat]
    for good in range(GOODS):
        if s.goods[seat, good] > 0:
            out[Figure.KINDS] += 1
    out[Figure.FAVOR] = s.favor[seat]
    out[Figure.FAVOR_LIMIT] = s.favor_limit[seat]
    for ship in range(SHIPS):
        out[Figure.DOWNSTREAM] += s.ship[seat, ship] / RIVER_SPACES
    if s.royal[seat] != NOBODY:
        out[Figure.ROYAL_SHIP] = 1


@rule
def owner_figures(box, out, tile, touches, emperor):
    """What one marker on a building brings its owner."""
    for part in range(REWARD_PARTS):
        kind, amount = box.tile_owner[tile, part, 0], float(box.tile_owner[tile, part, 1])
        if kind == Reward.NOTHING:
            break
        if kind == Reward.VP:
            out[Figure.VISITS_VP] += amount * touches
            out[Figure.EMPEROR] += amount * emperor
        elif kind == Reward.KOKU:
            out[Figure.VISITS_KOKU] += amount * touches
        elif kind == Reward.FAVOR:
            out[Figure.VISITS_FAVOR] += amount * touches
        elif kind == Reward.INFLUENCE:
            out[Figure.VISITS_INFLUENCE] += amount * touches
        elif kind == Reward.ANY_GOOD or Reward.SILK <= kind <= Reward.PORCELAIN:
            out[Figure.VISITS_GOODS] += amount * touches
        else:
            out[Figure.VISITS_KOKU] += 2.0 * amount * touches  # koku for each of something: a couple


@rule
def building_figures(box, s, seat, out):
    """Own markers on the shore."""
    emperor = 1.0 if s.stack_size[0] > 0 else 0.0
    for shore in range(SHORES):
        for place in range(MARKERS):
            if s.marker[shore, place] == seat:
                out[Figure.BUILDINGS] += 1
                owner_figures(box, out, s.tile[shore], float(box.shore_touches[shore]), emperor)


@rule
def mastery_figures(box, s, seat, out):
    """Open masteries: the points still free, by how much of the way is done."""
    side = 0 if s.players == 2 else 1
    for place in range(MASTERIES_OPEN):
        card = s.mastery[place]
        for turn in range(PLACES):
            points = box.mastery_points[side, card, turn]
            if points == 0 or s.claims[place, turn] == seat:
                break
            if s.claims[place, turn] == NOBODY:
                part = reached(box, s, seat, box.mastery_condition[card]) / box.mastery_number[card]
                out[Figure.MASTERIES] += points * min(1.0, part) ** 2
                break


@rule
def card_worth(box, s, seat, card):
    """What delivering to this customer would bring beside its place in the row of customers, roughly."""
    kind = box.card_type[card]
    if kind == Customer.ELDER:
        return 1.0 + region_points(box, s, box.card_region[card], seat)
    if kind == Customer.NOBLE:
        return 4.0 + noble_count(box, s, seat, box.card_endgame[card])
    if kind == Customer.ARTISAN:
        return 3.0
    return 5.0


@rule
def hand_figures(box, s, seat, out):
    """Cards in hand, by how much of their order is there."""
    best, second = 0.0, 0.0
    hand = s.hand[seat]
    while hand != NONE:
        card = lowest(hand)
        hand = without(hand, card)
        wanted, missing = 0, 0
        for good in range(GOODS):
            order = int(box.card_order[card, good])
            wanted += order
            missing += max(0, order - int(s.goods[seat, good]))
        part = 1.0 - missing / wanted
        ready = part * part * card_worth(box, s, seat, card)
        if ready > best:
            best, second = ready, best
        elif ready > second:
            second = ready
        if missing == 0 and s.turn == seat and s.stage == Stage.CHOOSE and box.card_region[card] == s.die[seat]:
            out[Figure.DELIVERABLE] = 1
    out[Figure.READY], out[Figure.NEXT_READY], out[Figure.CARDS] = best, second, s.hand_size[seat]


@rule
def figures(box, s, seat, out):
    """Fill in every figure for one player; return how much of the game is over."""
    out[:] = 0.0
    out[Figure.ANYTHING] = 1.0
    out[Figure.POINTS] = points_of(s, seat)
    region_figures(box, s, seat, out)
    served_figures(box, s, seat, out)
    purse_figures(box, s, seat, out)
    building_figures(box, s, seat, out)
    mastery_figures(box, s, seat, out)
    hand_figures(box, s, seat, out)
    if s.turn == seat and s.stage == Stage.CHOOSE:
        out[Figure.CHOOSING] = 1.0
    return time_gone(box, s)


def figure_names() -> list[str]:
    """The names of the figures, in order."""
    return [figure.name.lower() for figure in Figure]


@rule
def chance_key(box, s):
    """What chance has revealed to the seat to move: its die, and while it takes a tile, what lies in the row."""
    key = int(s.die[s.seat])
    if s.ask == Ask.TILE:
        for place in range(ROW):
            key = key * 64 + s.row[place] + 1
    return key
