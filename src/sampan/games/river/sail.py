"""Sail: move a ship, visit four shore spaces, pay their owners, and maybe complete a journey (SAIL A SHIP)."""

from __future__ import annotations

import numpy as np

from sampan.engine.bits import has
from sampan.engine.rule import rule, small

from .buildings import built_in, opponent_owns, owns
from .customers import can, customers_of
from .moves import JOURNEY_KOKU
from .purse import gain_favor, gain_good, gain_koku, score
from .rewards import gain, gain_influence, gain_part, pay_owners
from .terms import (
    FACES, GOODS, MERCHANTS, NOWHERE, REGIONS, REWARD_PARTS, RIVER_SPACES, TOUCHING, Ability, Building, Patron,
    Refill, Reward, Source, Stage, Why,
)  # fmt: skip

REWARD_BIT = np.uint8(1)  # of s.journey: the journey's own reward; merchant m has bit m + 1


@rule
def why_not_sail(box, s, ship, shift):
    """Sailing is always possible; only a royal ship with its noble may shift the die, for this move alone (R32)."""
    if shift != 0:
        if s.royal[s.seat] != ship:
            return Why.NOT_ROYAL
        if not can(box, s, s.seat, Ability.ROYAL_DIE_SHIFT):
            return Why.NO_DIE_SHIFT
    return Why.OK


@rule
def destination(box, s, ship, shift):
    """Where the ship would come to, as far as the die shows; past the last space the count goes on (SAIL, step 1)."""
    steps = (s.die[s.seat] + shift * box.amount[Ability.ROYAL_DIE_SHIFT] + FACES) % FACES + 1
    return int(s.ship[s.seat, ship]) + steps


@rule
def destination_at(box, games, i, ship, shift):
    """The same in game i of a batch, which is how Python code asks."""
    return destination(box[0], games[i], ship, shift)


@rule
def sail(box, s, ship, shift):
    """Move the ship, then gain what the banks give; past the last space a journey is complete (SAIL, steps 1 to 4)."""
    seat = s.seat
    reached = destination(box, s, ship, shift)
    river = reached % RIVER_SPACES
    s.ship[seat, ship] = river
    s.stage = Stage.ACT
    royal = s.royal[seat] == ship
    for place in range(TOUCHING):
        visit(box, s, seat, box.river_shores[river, place], royal)
    for place in range(TOUCHING):
        if s.tile[box.river_shores[river, place]] != NOWHERE:
            pay_owners(box, s, box.river_shores[river, place], Source.OWNER)
    after_sailing(box, s, seat, river, royal)
    if reached >= RIVER_SPACES:
        complete_journey(box, s, seat)


@rule
def visit(box, s, seat, shore, royal):
    """The visitor's reward of one shore space; an empty one pays koku, too (SAIL, step 2; R16)."""
    tile = s.tile[shore]
    region = box.shore_region[shore]
    if tile == NOWHERE:
        gain(box, s, seat, box.empty_reward, region, Source.VISITOR)
        if royal and can(box, s, seat, Ability.ROYAL_EMPTY_KOKU):
            gain_koku(box, s, seat, int(box.amount[Ability.ROYAL_EMPTY_KOKU]))
    elif royal and box.tile_type[tile] == Building.MARKET and can(box, s, seat, Ability.ROYAL_MARKET_ANY_GOOD):
        visit_market_freely(box, s, seat, box.tile_visitor[tile], region)
    else:
        gain(box, s, seat, box.tile_visitor[tile], region, Source.VISITOR)


@rule
def visit_market_freely(box, s, seat, rewards, region):
    """The first noble: a market's good may be of any kind; its favor or card stays as it is (R32)."""
    for part in range(REWARD_PARTS):
        kind, amount = int(rewards[part, 0]), int(rewards[part, 1])
        if Reward.SILK <= kind <= Reward.PORCELAIN:
            s.goods_due[seat] = small(s.goods_due[seat] + amount)
        elif kind != Reward.NOTHING:
            gain_part(box, s, seat, kind, amount, region, Source.VISITOR)


@rule
def after_sailing(box, s, seat, river, royal):
    """Abilities that look at where the ship has come to, before any journey's end: some nobles, and Uji (R17, R38)."""
    own, opponents = False, False
    for place in range(TOUCHING):
        shore = box.river_shores[river, place]
        own = own or owns(s, seat, shore)
        opponents = opponents or opponent_owns(s, seat, shore)
    if royal:
        if can(box, s, seat, Ability.ROYAL_INFLUENCE_TOUCHING):
            influence_touching(box, s, seat, river)
        if opponents and can(box, s, seat, Ability.ROYAL_VP_OPPONENT_BUILDING):
            score(s, seat, Source.ROYAL_SHIP, box.amount[Ability.ROYAL_VP_OPPONENT_BUILDING])
        if own and can(box, s, seat, Ability.ROYAL_VP_OWN_BUILDING):
            score(s, seat, Source.ROYAL_SHIP, box.amount[Ability.ROYAL_VP_OWN_BUILDING])
    if opponents and s.patron[seat] == Patron.UJI:
        score(s, seat, Source.PATRON, box.patron_vp[Patron.UJI])


@rule
def influence_touching(box, s, seat, river):
    """The third noble: influence once in each region on the ship's banks."""
    for region in range(REGIONS):
        for place in range(TOUCHING):
            if box.shore_region[box.river_shores[river, place]] == region:
                gain_influence(box, s, seat, region, int(box.amount[Ability.ROYAL_INFLUENCE_TOUCHING]))
                break


# ---------------------------------------------------------------- the journey's end


@rule
def complete_journey(box, s, seat):
    """A ship has left the last space: its reward, every own merchant, then the row's end tile goes (R15, R18)."""
    s.journey = REWARD_BIT
    for merchant in range(MERCHANTS):
        if has(s.delivered[seat], box.merchant_card[merchant]):
            s.journey |= np.uint8(2 << merchant)
    s.refill_due = Refill.AFTER_JOURNEY


@rule
def owes_reward(s):
    """Whether the journey's own reward is still to be chosen."""
    return s.journey & REWARD_BIT != 0


@rule
def owes_merchant(s, merchant):
    """Whether this merchant's ability is still to come."""
    return s.journey & np.uint8(2 << merchant) != 0


@rule
def why_not_journey(box, s, reward):
    """Koku, even where they would be lost, or a good that is not at its cap (R19)."""
    if not owes_reward(s):
        return Why.REWARD_TAKEN
    if reward != JOURNEY_KOKU:
        if box.journey_goods == 0:
            return Why.NOT_NOW
        if s.goods[s.seat, reward - 1] >= box.cap_good:
            return Why.GOOD_FULL
    return Why.OK


@rule
def take_journey_reward(box, s, reward):
    """Take the journey's koku, or its good; more goods than one, where a box gives them, are picked next."""
    s.journey &= ~REWARD_BIT
    if reward == JOURNEY_KOKU:
        gain_koku(box, s, s.seat, int(box.journey_koku))
    else:
        gain_good(box, s, s.seat, reward - 1, 1)
        s.goods_due[s.seat] = small(s.goods_due[s.seat] + box.journey_goods - 1)


@rule
def why_not_merchant(box, s, merchant):
    """Own merchants come one after the other, in any order (R18)."""
    if not has(s.delivered[s.seat], box.merchant_card[merchant]):
        return Why.NO_SUCH_MERCHANT
    if not owes_merchant(s, merchant):
        return Why.MERCHANT_DONE
    return Why.OK


@rule
def call_merchant(box, s, merchant):
    """One merchant's ability at the journey's end; its own choices end before the next one starts (R19, R33)."""
    seat = s.turn
    s.journey &= ~np.uint8(2 << merchant)
    ability = box.card_ongoing[box.merchant_card[merchant]]
    amount = int(box.amount[ability])
    if ability == Ability.JOURNEY_INFLUENCE_BUILT_REGIONS:
        for region in range(REGIONS):
            if built_in(box, s, seat, region):
                gain_influence(box, s, seat, region, amount)
    elif ability == Ability.JOURNEY_VP_PER_CUSTOMER:
        score(s, seat, Source.JOURNEY, amount * customers_of(s, seat))
    elif ability == Ability.JOURNEY_ANY_GOOD:
        s.goods_due[seat] = small(s.goods_due[seat] + amount)
    elif ability == Ability.JOURNEY_SELL_GOODS:
        s.selling = 1
    elif ability == Ability.JOURNEY_FAVOR:
        gain_favor(s, seat, amount)
    elif ability == Ability.JOURNEY_KOKU:
        gain_koku(box, s, seat, amount)


@rule
def could_sell(box, s, seat):
    """Whether a good could be sold now, or after turning koku into favor."""
    goods = 0
    for good in range(GOODS):
        goods += s.goods[seat, good]
    return goods > 0 and (s.koku[seat] < box.cap_koku or s.favor[seat] < s.favor_limit[seat])


@rule
def why_not_sell(box, s, good):
    """The selling merchant buys good by good, not from a player with all the koku they can hold (R19)."""
    if s.goods[s.seat, good] == 0:
        return Why.NO_SUCH_GOOD
    if s.koku[s.seat] >= box.cap_koku:
        return Why.KOKU_FULL
    return Why.OK


@rule
def sell(box, s, good):
    """Sell one good to the merchant."""
    s.goods[s.seat, good] -= 1
    gain_koku(box, s, s.seat, int(box.amount[Ability.JOURNEY_SELL_GOODS]))


@rule
def lone_merchant(s):
    """The merchant that is all the journey still owes, or -1: there is no order left to choose."""
    for merchant in range(MERCHANTS):
        if s.journey == np.uint8(2 << merchant):
            return merchant
    return -1
