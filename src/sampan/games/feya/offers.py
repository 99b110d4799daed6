"""All that may be done now, looking only where something could be; `why_not` gives the reasons for the rest."""

from __future__ import annotations

from sampan.engine.bits import NONE, lowest, without
from sampan.engine.rule import rule

from .actions import offer_actions
from .boats import build_sites, offer_landings, offer_lays
from .bonus import why_not_use
from .geometry import write_out
from .land import spirit_sites
from .moves import DONE, FIRST, PASS, SITE, SWAP, USE, Kind
from .purse import why_not_swap
from .setup import start_sites_now
from .terms import ACTIONS, BOATS, BONUS_TILES, GUIDES, NOBODY, SPACES, SPECIALS, SWAPS, TRACKS, Ask, Stage, Why
from .turn import why_not_kind


@rule
def offer(box, s, kind, many, out, number):
    """Add those of the first so many moves of a kind that are allowed."""
    for place in range(many):
        if why_not_kind(box, s, kind, place) == Why.OK:
            out[number] = int(FIRST[kind]) + place
            number += 1
    return number


@rule
def offer_exchanges(box, s, out, number):
    """Add bonus tiles and exchanges, open at every decision of the own turn (D35)."""
    held = s.tiles[s.turn]
    while held != NONE:
        tile = lowest(held)
        held = without(held, tile)
        if why_not_use(box, s, tile) == Why.OK:
            out[number] = USE + tile
            number += 1
    for swap in range(SWAPS):
        if why_not_swap(box, s, swap) == Why.OK:
            out[number] = SWAP + swap
            number += 1
    return number


@rule
def legal(box, s, out):
    """Write every legal move in ascending order, and return how many there are."""
    question, number = s.ask, 0
    if s.seat == NOBODY:
        return 0
    if s.stage < Stage.CHOOSE:
        return offer_before(box, s, out)
    if question == Ask.GUIDE:
        number = offer(box, s, Kind.GUIDE, GUIDES, out, number)
    if question == Ask.ACTION:
        number = offer_actions(box, s, out, number)
    number = offer_exchanges(box, s, out, number)
    if question == Ask.ACTION:
        out[number] = PASS
        return number + 1
    if question == Ask.END:
        out[number] = DONE
        return number + 1
    return offer_answers(box, s, question, out, number)


@rule
def offer_before(box, s, out):
    """Add what may be done before the first turn of a round."""
    if s.ask == Ask.GUIDE:
        return offer(box, s, Kind.GUIDE, GUIDES, out, 0)
    if s.ask == Ask.START_TILE:
        return offer(box, s, Kind.TRACK, TRACKS, out, 0)
    if s.ask == Ask.BLOCK:
        number = offer(box, s, Kind.BLOCK, ACTIONS * SPACES, out, 0)
        out[number] = DONE
        return number + 1
    return write_out(start_sites_now(box, s), SITE, out, 0)


@rule
def offer_answers(box, s, question, out, number):
    """Add every answer to what an action or a pass asks."""
    if question == Ask.BOAT:
        number = offer(box, s, Kind.BOAT, BOATS, out, number)
        return offer(box, s, Kind.DONE, 1, out, number)
    if question == Ask.GO:
        return offer_landings(box, s, out, number)
    if question == Ask.LAY:
        number = offer_lays(box, s, out, number)
        return offer(box, s, Kind.DONE, 1, out, number)
    if question == Ask.SITE:
        return write_out(build_sites(box, s, int(s.gold[s.turn])), SITE, out, number)
    if question == Ask.SPIRIT:
        return write_out(spirit_sites(box, s), SITE, out, number)
    if question == Ask.TRACK:
        return offer(box, s, Kind.TRACK, TRACKS, out, number)
    if question == Ask.SPECIAL:
        return offer(box, s, Kind.SPECIAL, SPECIALS, out, number)
    if question == Ask.ISLAND:
        return offer(box, s, Kind.FEAST, int(s.islands), out, number)
    if question == Ask.BONUS:
        return offer(box, s, Kind.TAKE, BONUS_TILES, out, number)
    return number
