"""Final scoring (FINAL SCORING), and who is ahead."""

from __future__ import annotations

from sampan.engine.bits import NONE, has
from sampan.engine.rule import rule

from .buildings import built_in, count_owned, types_owned
from .customers import customers_of
from .purse import score
from .terms import CARDS, GOODS, PLACES, REGIONS, SEATS, SOURCES, Ability, Building, Source


@rule
def region_points(box, s, region, seat):
    """The points of one region's scoring tile for one player, ties shared and rounded down (R47).

    With two players the second place is paid only within a few steps of the first (R48).
    """
    mine = int(s.influence[seat, region])
    if mine == 0:
        return 0
    ahead, level, best = 0, 0, mine
    for other in range(s.players):
        theirs = int(s.influence[other, region])
        best = max(best, theirs)
        if theirs > mine:
            ahead += 1
        elif theirs == mine:
            level += 1
    if s.players == 2 and ahead == 1 and best - mine > box.second_place_gap:
        return 0
    side = 0 if s.players == 2 else 1
    total = 0
    for place in range(ahead, min(ahead + level, PLACES)):
        total += box.scoring_points[side, s.scoring[region], place]
    return total // level


@rule
def has_elder(box, s, seat, region):
    """Whether the player's marker is on the elder space of this region."""
    mine = s.delivered[seat] & box.ability_cards[Ability.DOUBLE_REGION]
    return (mine & box.region_cards[region]) != NONE


@rule
def score_regions(box, s, seat):
    """Every region's tile; an elder doubles it after the split (R28)."""
    for region in range(REGIONS):
        points = region_points(box, s, region, seat)
        if has_elder(box, s, seat, region):
            points *= box.amount[Ability.DOUBLE_REGION]
        score(s, seat, Source.REGION, points)


@rule
def goods_of(s, seat):
    """All goods of a player, added up."""
    total = 0
    for good in range(GOODS):
        total += s.goods[seat, good]
    return total


@rule
def noble_count(box, s, seat, ability):
    """How many of what this noble counts the player has."""
    if ability == Ability.VP_PER_MARKET:
        return count_owned(box, s, seat, Building.MARKET)
    if ability == Ability.VP_PER_PORT:
        return count_owned(box, s, seat, Building.PORT)
    if ability == Ability.VP_PER_MANOR:
        return count_owned(box, s, seat, Building.MANOR)
    if ability == Ability.VP_PER_SHRINE:
        return count_owned(box, s, seat, Building.SHRINE)
    if ability == Ability.VP_PER_BUILDING_TYPE:
        return types_owned(box, s, seat)
    regions = 0
    for region in range(REGIONS):
        if built_in(box, s, seat, region):
            regions += 1
    return regions


@rule
def score_card(box, s, seat, card):
    """The end bonus of one customer, from what is left; several of a type each pay in full (R27, R29, R50)."""
    ability = box.card_endgame[card]
    amount = int(box.amount[ability])
    if ability == Ability.VP_PER_GOODS:
        score(s, seat, Source.ARTISANS, amount * (goods_of(s, seat) // int(box.per[ability])))
    elif ability == Ability.VP_PER_KOKU:
        score(s, seat, Source.MERCHANTS, amount * (int(s.koku[seat]) // int(box.per[ability])))
    elif ability >= Ability.VP_PER_MARKET:
        score(s, seat, Source.NOBLES, amount * noble_count(box, s, seat, ability))


@rule
def final_scoring(box, s):
    """Regions, the number of customers (R49), then the customers' own bonuses (FINAL SCORING)."""
    for seat in range(s.players):
        score_regions(box, s, seat)
        customers = min(customers_of(s, seat), len(box.customer_points) - 1)
        score(s, seat, Source.CUSTOMERS, box.customer_points[customers])
        for card in range(CARDS):
            if has(s.delivered[seat], card):
                score_card(box, s, seat, card)


@rule
def points_of(s, seat):
    """All points of a player, whatever their source."""
    total = 0
    for source in range(SOURCES):
        total += s.vp[seat, source]
    return total


@rule
def standing(box, s, points, share):
    """Points, and the share of the victory: most points, then most favor left, else shared (R51)."""
    best, winners = -1, 0
    for seat in range(SEATS):
        share[seat] = 0.0
        points[seat] = points_of(s, seat) if seat < s.players else 0
    for seat in range(s.players):
        rank = points[seat] * 128 + s.favor[seat]
        if rank > best:
            best, winners = rank, 1
        elif rank == best:
            winners += 1
    for seat in range(s.players):
        if points[seat] * 128 + s.favor[seat] == best:
            share[seat] = 1.0 / winners
