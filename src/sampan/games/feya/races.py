"""Race cards: the first to reach an aim takes the best place; looked at as each turn ends (RACE CARDS; D13, D39)."""

from __future__ import annotations

from sampan.engine.rule import rule

from .geometry import both, row_of, size
from .purse import score
from .terms import NOBODY, RACES_OPEN, TRACKS, Race, Source

ON_ONE = 5
TWO, FIVE_ISLANDS = 2, 5
THREE, THREE_ISLANDS = 3, 3
SAILING = 4
WORKERS = 2
FISH = 7
GOLD = 30


@rule
def tiles_laid(s, seat):
    """How many settlements the player has on the swamp."""
    total = 0
    for track in range(TRACKS):
        total += s.built[seat, track]
    return total


@rule
def islands_with(s, seat, least):
    """On how many islands the player has at least so many settlements."""
    found = 0
    mine = row_of(s.settled, seat)
    for island in range(s.islands):
        if size(both(mine, row_of(s.island, island))) >= least:
            found += 1
    return found


@rule
def reached(box, s, seat, aim):
    """Whether the player meets the aim now."""
    if aim == Race.EVERY_ISLAND:
        return tiles_laid(s, seat) >= s.islands and islands_with(s, seat, 1) == s.islands
    if aim == Race.FIVE_ON_ONE:
        return tiles_laid(s, seat) >= ON_ONE and islands_with(s, seat, ON_ONE) > 0
    if aim == Race.TWO_ON_FIVE:
        return tiles_laid(s, seat) >= TWO * FIVE_ISLANDS and islands_with(s, seat, TWO) >= FIVE_ISLANDS
    if aim == Race.SAILING_FOUR:
        return s.sailing[seat] >= SAILING
    if aim == Race.THREE_ON_THREE:
        return tiles_laid(s, seat) >= THREE * THREE_ISLANDS and islands_with(s, seat, THREE) >= THREE_ISLANDS
    if aim == Race.BOTH_WORKERS:
        return s.workers[seat] - box.start_workers >= WORKERS
    if aim == Race.SEVEN_FISH:
        return s.caught >= FISH
    return s.sold >= GOLD


@rule
def check_races(box, s, seat):
    """Every card met for the first time takes an objective piece, on its best free place, for its points."""
    for card in range(RACES_OPEN):
        place, claimed = 0, False
        while place < box.race_places and s.claims[card, place] != NOBODY:
            claimed = claimed or s.claims[card, place] == seat
            place += 1
        if claimed or place == box.race_places:
            continue
        if reached(box, s, seat, box.race_aim[s.race[card]]):
            s.claims[card, place] = seat
            score(s, seat, Source.RACES, box.race_vp[place])
