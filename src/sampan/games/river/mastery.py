"""Masteries: claimed automatically in the own turn, the best points first (CLAIM MASTERIES; R25)."""

from __future__ import annotations

from sampan.engine.bits import NONE, count
from sampan.engine.rule import rule

from .buildings import most_of_one_type, types_owned
from .purse import score
from .terms import CUSTOMER_TYPES, MASTERIES_OPEN, NOBODY, PLACES, REGIONS, Condition, Source


@rule
def customer_types(box, s, seat):
    """How many customer types the player has delivered to."""
    types = 0
    for kind in range(CUSTOMER_TYPES):
        if (s.delivered[seat] & box.type_cards[kind]) != NONE:
            types += 1
    return types


@rule
def most_customers_of_one_type(box, s, seat):
    """The number of customers of the type the player has delivered to most."""
    most = 0
    for kind in range(CUSTOMER_TYPES):
        most = max(most, count(s.delivered[seat] & box.type_cards[kind]))
    return most


@rule
def least_influence(s, seat):
    """The player's lowest step on any track."""
    least = int(s.influence[seat, 0])
    for region in range(1, REGIONS):
        least = min(least, int(s.influence[seat, region]))
    return least


@rule
def most_influence(s, seat):
    """The player's highest step on any track."""
    most = 0
    for region in range(REGIONS):
        most = max(most, int(s.influence[seat, region]))
    return most


@rule
def reached(box, s, seat, condition):
    """How far the player has come in what a mastery counts."""
    if condition == Condition.DISTINCT_CUSTOMER_TYPES_DELIVERED:
        return customer_types(box, s, seat)
    if condition == Condition.CUSTOMERS_OF_ONE_TYPE_DELIVERED:
        return most_customers_of_one_type(box, s, seat)
    if condition == Condition.BUILDINGS_OF_ONE_TYPE_OWNED:
        return most_of_one_type(box, s, seat)
    if condition == Condition.DISTINCT_BUILDING_TYPES_OWNED:
        return types_owned(box, s, seat)
    if condition == Condition.MIN_INFLUENCE_IN_ALL_REGIONS:
        return least_influence(s, seat)
    return most_influence(s, seat)


@rule
def claim(box, s, seat, place):
    """Claim one open mastery for the highest points still free, if it is met and not yet this player's."""
    card = s.mastery[place]
    side = 0 if s.players == 2 else 1
    for turn in range(PLACES):
        points = box.mastery_points[side, card, turn]
        if points == 0 or s.claims[place, turn] == seat:
            return
        if s.claims[place, turn] == NOBODY:
            if reached(box, s, seat, box.mastery_condition[card]) >= box.mastery_number[card]:
                s.claims[place, turn] = seat
                score(s, seat, Source.MASTERY, points)
            return


@rule
def claim_masteries(box, s, seat):
    """Claim every mastery that can be claimed now."""
    for place in range(MASTERIES_OPEN):
        claim(box, s, seat, place)
