"""Customer cards: the deck, the hands, the open discards."""

from __future__ import annotations

from sampan.engine.bits import NONE, bit, count, has, lowest, without
from sampan.engine.chance import draw_from, shuffle, undecided
from sampan.engine.rule import rule

from .terms import CARDS, Ability, Why


@rule
def can(box, s, seat, ability):
    """Whether one of the player's delivered customers has this ability."""
    return (s.delivered[seat] & box.ability_cards[ability]) != NONE


@rule
def reshuffle(s):
    """Make a new deck of the discards. Everybody can now tell which cards are left in hands (R52)."""
    s.kept = NONE
    for seat in range(s.players):
        s.kept |= s.hand[seat]
        s.kept_size[seat] = s.hand_size[seat]
    while s.discards != NONE:
        card = lowest(s.discards)
        s.discards = without(s.discards, card)
        s.deck[s.deck_size] = card
        s.deck_size += 1
    if not undecided(s):
        shuffle(s, s.deck, int(s.deck_size))


@rule
def cards_left(s):
    """The cards that are neither in a hand nor open: those of the deck."""
    left = bit(CARDS) - bit(0)
    left &= ~s.discards
    for seat in range(s.players):
        left &= ~s.delivered[seat] & ~s.hand[seat]
    return left


@rule
def draw_customer(s, seat):
    """Draw one card; only a card that is due from an empty deck brings the discards back (R23)."""
    if s.deck_size == 0:
        reshuffle(s)
    if s.deck_size == 0:
        return False
    s.deck_size -= 1
    if undecided(s):
        s.deck[s.deck_size] = draw_from(s, cards_left(s))
    s.hand[seat] |= bit(s.deck[s.deck_size])
    s.hand_size[seat] += 1
    s.deck[s.deck_size] = -1
    s.revealed += 1
    return True


@rule
def draw_then_discard(s, seat, draws, discards):
    """Draw cards and owe the discards; if the deck falls short, keep what came and discard nothing (R23)."""
    for _ in range(draws):
        if not draw_customer(s, seat):
            return
    s.discard_due += discards


@rule
def leave_hand(s, seat, card):
    """A card goes from the hand to where all can see it."""
    s.hand[seat] = without(s.hand[seat], card)
    s.hand_size[seat] -= 1
    if has(s.kept, card):
        s.kept = without(s.kept, card)
        s.kept_size[seat] -= 1


@rule
def why_not_discard(s, card):
    """Any card of the hand may go, old or new."""
    if not has(s.hand[s.seat], card):
        return Why.NOT_IN_HAND
    return Why.OK


@rule
def discard(s, card):
    """Put a card of the hand on the discards, face up."""
    leave_hand(s, s.seat, card)
    s.discards |= bit(card)
    s.discard_due -= 1


@rule
def customers_of(s, seat):
    """How many customers the player has delivered to."""
    return count(s.delivered[seat])


@rule
def has_artisan(box, s, seat, region):
    """Whether the player's marker is on the artisan space of this region."""
    mine = s.delivered[seat] & box.ability_cards[Ability.ARTISAN_DISCOUNT]
    return (mine & box.region_cards[region]) != NONE
