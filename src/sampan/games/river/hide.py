"""Hidden from a seat: other hands, the order of deck and stacks below their open tops, the generator (R6)."""

from __future__ import annotations

from sampan.engine.bits import NONE, bit, without
from sampan.engine.chance import draw_from, forget
from sampan.engine.eyes import EVERYBODY
from sampan.engine.rule import rule

from .row import tiles_left
from .terms import CARDS, ERAS, NOWHERE


@rule
def hide(box, s, seat):
    """Blank what the seat may not know; what everybody could work out stays."""
    for other in range(s.players):
        if other != seat and seat != EVERYBODY:
            s.hand[other] = NONE
    for place in range(CARDS):
        s.deck[place] = NOWHERE
    for era in range(ERAS):
        for place in range(s.stack_size[era] - 1):
            s.stack[era, place] = NOWHERE
    forget(s)


@rule
def redeal(box, s, seat):
    """Fill the blanks at random: unseen cards to hands and deck, unseen tiles to the stacks."""
    redeal_customers(s, seat)
    for era in range(ERAS):
        redeal_stack(box, s, era)


@rule
def redeal_customers(s, seat):
    """Cards that stayed in hands at the last reshuffle can only be in hands; all others are anybody's or the deck's."""
    unseen = bit(CARDS) - bit(0)
    unseen &= ~s.discards
    for other in range(s.players):
        unseen &= ~s.delivered[other]
    for other in range(s.players):
        if other == seat or seat == EVERYBODY:
            unseen &= ~s.hand[other]
    kept = s.kept & unseen
    unseen &= ~kept
    for other in range(s.players):
        if other == seat or seat == EVERYBODY:
            continue
        s.hand[other] = NONE
        for place in range(s.hand_size[other]):
            if place < s.kept_size[other]:
                card = draw_from(s, kept)
                kept = without(kept, card)
            else:
                card = draw_from(s, unseen)
                unseen = without(unseen, card)
            s.hand[other] |= bit(card)
    for place in range(s.deck_size):
        s.deck[place] = draw_from(s, unseen)
        unseen = without(unseen, s.deck[place])


@rule
def redeal_stack(box, s, era):
    """Tiles of the era that nobody has seen, below the open top."""
    unseen = tiles_left(box, s, era)
    top = s.stack_size[era] - 1
    if top >= 0:
        unseen = without(unseen, s.stack[era, top])
    for place in range(top):
        s.stack[era, place] = draw_from(s, unseen)
        unseen = without(unseen, s.stack[era, place])
