"""What must always hold, whatever is played: the test kit asks after every move."""

from __future__ import annotations

from sampan.engine.game import Game, State
from sampan.engine.interpreted import batch_of

from .terms import FACES, SHORES
from .view import card_names


def faults(game: Game, state: State) -> list[str]:
    """Everything in a state that cannot be: pieces lost or doubled, counters out of range."""
    s, box = batch_of(state)[0], batch_of(game.box.record)[0]
    players = int(s.players)
    wrong: list[str] = []
    hands = [int(s.hand[seat]) for seat in range(players)]
    delivered = [int(s.delivered[seat]) for seat in range(players)]
    deck = [1 << int(card) if card >= 0 else 0 for card in s.deck[: s.deck_size]]
    piles = [*hands, *delivered, int(s.discards), *deck]
    if sum(pile.bit_count() for pile in piles) != len(card_names(game)) or sum(piles) != 2 ** len(card_names(game)) - 1:
        wrong.append("a customer card is lost or doubled")
    if [hand.bit_count() for hand in hands] != [int(size) for size in s.hand_size[:players]]:
        wrong.append("a hand's size is not its number of cards")
    if [(hand & int(s.kept)).bit_count() for hand in hands] != [int(size) for size in s.kept_size[:players]]:
        wrong.append("the cards kept at the last reshuffle do not add up")
    tiles = [*s.tile, *s.row, *(s.stack[era, place] for era in range(2) for place in range(s.stack_size[era]))]
    lying = [int(tile) for tile in tiles if tile >= 0]
    if len(set(lying)) != len(lying) or any(int(s.tiles_gone) >> tile & 1 for tile in lying):
        wrong.append("a building tile lies in two places")
    for shore in range(SHORES):
        first, second = int(s.marker[shore, 0]), int(s.marker[shore, 1])
        if (first >= 0 and s.tile[shore] < 0) or (second >= 0 and first < 0) or max(first, second) >= players:
            wrong.append(f"the markers on shore space {shore + 1} cannot be")
    for seat in range(players):
        if not 0 <= s.koku[seat] <= box.cap_koku or not all(0 <= g <= box.cap_good for g in s.goods[seat]):
            wrong.append(f"seat {seat} holds more or less than anybody can")
        if not 0 <= s.favor[seat] <= s.favor_limit[seat] <= box.max_favor_limit:
            wrong.append(f"seat {seat} has favor beyond its limit")
        if not all(0 <= step <= box.track_length for step in s.influence[seat]) or not 0 <= s.die[seat] < FACES:
            wrong.append(f"seat {seat} stands beside a track or shows no face")
        if s.vp[seat].min() < 0:
            wrong.append(f"seat {seat} has lost points")
    return wrong
