"""Race cards: the first to reach an aim takes the best place; looked at as each turn ends (RACE CARDS; D13, D39)."""

from __future__ import annotations

from sampan.engine.rule import rule

from .geometry import both, row_of, size
from .purse import score
from .terms import NOBODY, RACES_OPEN, TRACKS, Race, Source


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
    many, islands = int(box.race_need[aim, 0]), int(box.race_need[aim, 1])
    if aim == Race.EVERY_ISLAND:
        return tiles_laid(s, seat) >= s.islands and islands_with(s, seat, 1) == s.islands
    if aim == Race.SAILING_FOUR:
        return s.sailing[seat] >= many
    if aim == Race.BOTH_WORKERS:
        return s.workers[seat] - box.start_workers >= many
    if aim == Race.SEVEN_FISH:
        return s.caught >= many
    if aim == Race.THIRTY_GOLD:
        return s.sold >= many
    return tiles_laid(s, seat) >= many * islands and islands_with(s, seat, many) >= islands


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
