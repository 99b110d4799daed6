"""All that may be done now, looking only where something could be; `why_not` gives the reasons for the rest."""

from __future__ import annotations

from sampan.engine.bits import NONE, lowest, without
from sampan.engine.rule import copied_rule, rule

from .build import why_not_build
from .deliver import why_not_deliver
from .moves import BUILD, DELIVER, FIRST, SHIFTS, STEPS, TRADES, Kind
from .terms import CARDS, FACES, GOODS, MERCHANTS, NOBODY, PATRONS, ROW, SHIPS, SHORES, Ask, Patron, Why
from .turn import why_not_kind


@copied_rule
def offer(box, s, kind, many, out, number):
    """Add those of the first so many moves of a kind that are allowed."""
    for place in range(many):
        if why_not_kind(box, s, kind, place) == Why.OK:
            out[number] = int(FIRST[kind]) + place
            number += 1
    return number


@rule
def offer_actions(box, s, out, number):
    """Add every build, sail and delivery that is allowed, looking only where one could be."""
    first, last = 0, SHORES - 1
    if s.patron[s.seat] != Patron.SHIHOBU:
        region = s.die[s.seat]
        first = box.region_shores[region, 0]
        last = box.region_shores[region, box.region_size[region] - 1]
    for shore in range(first, last + 1):
        if why_not_build(box, s, shore) == Why.OK:
            out[number] = BUILD + shore
            number += 1
    ways = len(SHIFTS) if s.royal[s.seat] != NOBODY else 1
    number = offer(box, s, Kind.SAIL, ways * SHIPS, out, number)
    hand = s.hand[s.seat]
    while hand != NONE:
        card = lowest(hand)
        hand = without(hand, card)
        if why_not_deliver(box, s, card) == Why.OK:
            out[number] = DELIVER + card
            number += 1
    return number


@rule
def legal(box, s, out):
    """Write every legal move in ascending order, and return how many there are."""
    number = 0
    question = s.ask
    if s.seat == NOBODY:
        return 0
    if question == Ask.PATRON:
        return offer(box, s, Kind.PATRON, PATRONS, out, number)
    if question == Ask.FIRST_ROLL:
        number = offer(box, s, Kind.ROLL, 1, out, number)
        return offer(box, s, Kind.FACE, FACES, out, number)
    if question == Ask.ACTION:
        number = offer(box, s, Kind.DIE, len(STEPS), out, number)
    if s.seat == s.turn:
        number = offer(box, s, Kind.TRADE, len(TRADES) + 1, out, number)
    if question == Ask.ACTION:
        return offer_actions(box, s, out, number)
    return offer_answers(box, s, question, out, number)


@rule
def offer_answers(box, s, question, out, number):
    """Add every answer to a question that came up on the way."""
    if question == Ask.TILE:
        return offer(box, s, Kind.TAKE, ROW, out, number)
    if question == Ask.DISCARD:
        return offer(box, s, Kind.DISCARD, CARDS, out, number)
    if question == Ask.GOOD:
        return offer(box, s, Kind.GOOD, GOODS, out, number)
    if question == Ask.JOURNEY:
        number = offer(box, s, Kind.JOURNEY, 1 + GOODS, out, number)
        return offer(box, s, Kind.MERCHANT, MERCHANTS, out, number)
    if question == Ask.SELL:
        number = offer(box, s, Kind.SELL, GOODS, out, number)
        return offer(box, s, Kind.STOP, 1, out, number)
    if question == Ask.MARKER:
        return offer(box, s, Kind.MARKER, SHORES, out, number)
    if question == Ask.ROYAL:
        return offer(box, s, Kind.ROYAL, SHIPS, out, number)
    number = offer(box, s, Kind.END, 1, out, number)
    return offer(box, s, Kind.FACE, FACES, out, number)
