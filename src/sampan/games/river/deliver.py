"""Deliver: pay a customer's order, gain the delivery reward, start the ability, draw anew (DELIVER TO A CUSTOMER)."""

from __future__ import annotations

from sampan.engine.bits import NONE, bit, has
from sampan.engine.rule import rule

from .buildings import opponent_owns, owns
from .customers import leave_hand
from .purse import score
from .rewards import gain
from .terms import GOODS, NOBODY, NOWHERE, SHORES, Customer, Patron, Source, Stage, Target, Why


@rule
def why_not_deliver(box, s, card):
    """A hand card of the die's region whose whole order can be paid (R22); Yoritomo goes to any region (R36)."""
    seat = s.seat
    if not has(s.hand[seat], card):
        return Why.NOT_IN_HAND
    if box.card_region[card] != s.die[seat] and s.patron[seat] != Patron.YORITOMO:
        return Why.WRONG_REGION
    for good in range(GOODS):
        if s.goods[seat, good] < box.card_order[card, good]:
            return Why.ORDER_NOT_MET
    return Why.OK


@rule
def deliver(box, s, card):
    """Pay, lay the card open, gain by its type; a marker, a royal ship and new cards follow (DELIVER, steps 1 to 4).

    Kudaka scores the first customer of each region (R37).
    """
    seat = s.seat
    for good in range(GOODS):
        s.goods[seat, good] -= box.card_order[card, good]
    leave_hand(s, seat, card)
    region = box.card_region[card]
    first_here = (s.delivered[seat] & box.region_cards[region]) == NONE
    s.delivered[seat] |= bit(card)
    kind = box.card_type[card]
    gain(box, s, seat, box.delivery_reward[kind], region, Source.CUSTOMERS)
    if first_here and s.patron[seat] == Patron.KUDAKA:
        score(s, seat, Source.PATRON, box.patron_vp[Patron.KUDAKA])
    if kind == Customer.MONK:
        s.marker_due = box.card_target[card]
    elif kind == Customer.NOBLE and s.royal[seat] == NOBODY:
        s.royal_due = 1
    s.draw_due = 1
    s.stage = Stage.ACT


# ---------------------------------------------------------------- monks: the second marker


@rule
def why_not_marker(s, shore):
    """A building with exactly one marker: one's own or an opponent's, as the monk says (R30)."""
    if s.tile[shore] == NOWHERE or s.marker[shore, 0] == NOBODY:
        return Why.NO_MARKER_THERE
    if s.marker[shore, 1] != NOBODY:
        return Why.MARKERS_FULL
    if s.marker_due == Target.OWN and not owns(s, s.turn, shore):
        return Why.NOT_OWN_BUILDING
    if s.marker_due == Target.OPPONENT and not opponent_owns(s, s.turn, shore):
        return Why.NOT_OPPONENT_BUILDING
    return Why.OK


@rule
def marker_possible(s):
    """Whether any building can take the marker; if none can, it is skipped (R30)."""
    for shore in range(SHORES):
        if why_not_marker(s, shore) == Why.OK:
            return True
    return False


@rule
def place_marker(s, shore):
    """The second marker brings no influence, but from now on the owner's reward."""
    s.marker[shore, 1] = s.turn
    s.marker_due = Target.NONE


# ---------------------------------------------------------------- nobles: the royal ship


@rule
def launch_royal(s, ship):
    """The first noble swaps a common ship for the royal one, on the same space (R31)."""
    s.royal[s.turn] = ship
    s.royal_due = 0
