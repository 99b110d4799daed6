"""A hidden state as numbers for a learner: seat-relative (the seat itself first), scaled to about 0..1.

First plain figures, then planes: one number for every hex place, row by row.
"""

from __future__ import annotations

import numpy as np

from sampan.engine.bits import has
from sampan.engine.rule import copied_rule, rule

from .boats import season
from .geometry import NONE, ONE, both, less, lowest_bit, read, row_of
from .scoring import points_of
from .terms import (
    ACTIONS, BOARDS, BOATS, BONUS_TILES, GUIDES, HEXES, NEUTRAL, RACES, RACES_OPEN, RACE_PLACES, ROUNDS, SCORE_CARDS,
    SCORE_CARDS_OPEN, SEATS, SPACES, TEMPLES, TRACKS, WORDS, Action, Ask, Guide,
)  # fmt: skip

ASKS = len(Ask)
BITS = 64  # of a word
POINTS, GOLD, FEW, SOME = 100.0, 40.0, 5.0, 10.0


@copied_rule
def one_hot(out, at, many, place):
    """A 1 in one of several places, or none for a place below 0."""
    if place >= 0:
        out[at + int(place)] = 1.0
    return at + many


@copied_rule
def player_features(s, seat, out, at):
    """One player's store, workers, tracks and cards."""
    out[at] = s.gold[seat] / GOLD
    out[at + 1] = s.mana[seat] / FEW
    out[at + 2] = s.fish[seat] / SOME
    out[at + 3] = s.workers[seat] / FEW
    out[at + 4] = s.free[seat] / FEW
    out[at + 5] = s.axolotls[seat] / FEW
    out[at + 6] = s.sailing[seat] / FEW
    out[at + 7] = s.catch[seat] / FEW
    out[at + 8] = s.passed[seat]
    out[at + 9] = points_of(s, seat) / POINTS
    at += 10
    for track in range(TRACKS):
        out[at + track] = s.built[seat, track] / FEW
    at = one_hot(out, at + TRACKS, GUIDES, s.guide[seat])
    at = one_hot(out, at, BOARDS, s.board[seat])
    for temple in range(TEMPLES):
        out[at + temple] = 1.0 if s.temples[seat] & (1 << temple) else 0.0
    at += TEMPLES
    for tile in range(BONUS_TILES):
        out[at + tile] = 1.0 if has(s.tiles[seat], tile) else 0.0
    return at + BONUS_TILES


@copied_rule
def card_features(s, seat, out, at):
    """Cards and tiles everybody may reach for."""
    for guide in range(GUIDES):
        if has(s.guides_open, guide):
            out[at + guide] = 1.0
            out[at + GUIDES + guide] = s.guide_fish[guide] / FEW
    at += 2 * GUIDES
    for tile in range(BONUS_TILES):
        out[at + tile] = 1.0 if has(s.tiles_open, tile) else 0.0
    at += BONUS_TILES
    for place in range(RACES_OPEN):
        out[at + int(s.race[place])] = 1.0
        for claim in range(RACE_PLACES):
            if s.claims[place, claim] >= 0:
                out[at + RACES + int(s.race[place])] += 0.25
            if s.claims[place, claim] == seat:
                out[at + 2 * RACES + int(s.race[place])] = 1.0
    at += 3 * RACES
    for place in range(SCORE_CARDS_OPEN):
        out[at + int(s.score_card[place])] = 1.0
    at += SCORE_CARDS
    for temple in range(TEMPLES):
        out[at + temple] = s.temple_left[temple] / 4.0
    return at + TEMPLES


@copied_rule
def space_features(box, s, out, at):
    """Worker spaces that exist and are free, and the Leader's piece."""
    for action in range(ACTIONS):
        for place in range(SPACES):
            if place < box.spaces[s.side, action] and s.space[action, place] < 0:
                out[at + action * SPACES + place] = 0.5 if s.blocked == action * SPACES + place else 1.0
    return at + ACTIONS * SPACES


@copied_rule
def plane(out, at, cells, by):
    """Write a number for every hex of a set, and 0 for all others: that takes many hexes at once."""
    for word in range(WORDS):
        bits = cells[word]
        numbers = out[at + word * BITS : at + (word + 1) * BITS]
        for place in range(BITS):
            numbers[place] = by if (bits >> np.uint64(place)) & ONE != NONE else 0.0


@copied_rule
def mark(out, at, cells, by):
    """Add to the number of every hex of a small set."""
    for word in range(WORDS):
        bits = cells[word]
        while bits != NONE:
            out[at + word * BITS + lowest_bit(bits)] += by
            bits &= bits - ONE


@rule
def hex_features(box, s, seat, out, at):
    """Planes over the hexes: what lies where."""
    plane(out, at, read(s.water), 1.0)
    plane(out, at + HEXES, read(s.spirits), 1.0)
    plane(out, at + 2 * HEXES, row_of(box.temples, s.side), 1.0)
    plane(out, at + 3 * HEXES, season(box, s), 1.0)
    plane(out, at + 4 * HEXES, less(read(s.fish_odd), read(s.fish_two)), 1.0 / 3.0)
    mark(out, at + 4 * HEXES, less(read(s.fish_two), read(s.fish_odd)), 2.0 / 3.0)
    mark(out, at + 4 * HEXES, both(read(s.fish_odd), read(s.fish_two)), 1.0)
    out[at + 5 * HEXES : at + (6 + SEATS) * HEXES] = 0.0
    for other in range(s.players):
        plane(out, at + (6 + other) * HEXES, row_of(s.settled, (seat + other) % s.players), 1.0)
    plane(out, at + (6 + SEATS) * HEXES, row_of(s.settled, NEUTRAL), 1.0)
    if s.totem >= 0:
        out[at + 5 * HEXES + int(s.totem)] = 1.0
    at += (7 + SEATS) * HEXES
    out[at:] = 0.0
    for other in range(s.players):
        for boat in range(BOATS):
            where = int(s.boat[(seat + other) % s.players, boat])
            if where >= 0:
                out[at + other * HEXES + where] += 1.0
    at += SEATS * HEXES
    if s.boat_now >= 0:
        out[at + int(s.boat[s.turn, s.boat_now])] = 1.0
    if s.site >= 0:
        out[at + HEXES + int(s.site)] = 1.0


@rule
def features(box, s, seat, out):
    """Fill the feature vector; `seat` must be a player's."""
    out[:FIGURES] = 0.0
    at = one_hot(out, 0, SEATS - 1, s.players - 2)
    at = one_hot(out, at, ASKS, s.ask)
    at = one_hot(out, at, ROUNDS, s.round_now)
    at = one_hot(out, at, SEATS, (s.turn - seat + s.players) % s.players if s.turn >= 0 else -1)
    at = one_hot(out, at, ACTIONS, s.action)
    out[at] = s.axolotl_supply / SOME
    out[at + 1] = s.spirit_supply / FEW
    out[at + 2] = s.range_bonus / FEW
    out[at + 3] = s.catch_bonus / FEW
    out[at + 4] = s.discount / FEW
    out[at + 5] = s.caught / SOME
    out[at + 6] = s.sold / GOLD
    out[at + 7] = s.acted / FEW
    at += 8
    for place in range(s.players):
        if s.order[place] >= 0:
            out[at + int((s.order[place] - seat + s.players) % s.players)] = (place + 1) / FEW
    at += SEATS
    for other in range(SEATS):
        if other < s.players:
            player_features(s, (seat + other) % s.players, out, at)
        at += PLAYER_FEATURES
    at = card_features(s, seat, out, at)
    at = space_features(box, s, out, at)
    hex_features(box, s, seat, out, at)


def lower(enum: type) -> list[str]:
    return [member.name.lower() for member in enum]  # type: ignore[attr-defined]


PLAYER_NAMES = [
    "gold", "mana", "fish", "workers", "free", "axolotls", "sailing", "catch", "passed", "points",
    *(f"built_{track + 1}" for track in range(TRACKS)),
    *(f"guide_{name}" for name in lower(Guide)),
    *(f"board_{board}" for board in range(BOARDS)),
    *(f"temple_{temple + 1}" for temple in range(TEMPLES)),
    *(f"tile_{tile + 1}" for tile in range(BONUS_TILES)),
]  # fmt: skip
PLAYER_FEATURES = len(PLAYER_NAMES)
PLANES = [
    "water", "spirit", "temple", "season", "fish", "totem",
    *(f"settled_by_{seat}" for seat in range(SEATS)), "settled_by_nobody",
    *(f"boats_of_{seat}" for seat in range(SEATS)), "boat_in_hand", "site",
]  # fmt: skip


def feature_names() -> list[str]:
    """The name of every feature, in order."""
    return [
        *(f"players_{players}" for players in range(2, SEATS + 1)),
        *(f"ask_{name}" for name in lower(Ask)),
        *(f"round_{number + 1}" for number in range(ROUNDS)),
        *(f"turn_of_{seat}" for seat in range(SEATS)),
        *(f"action_{name}" for name in lower(Action)),
        "axolotl_supply", "spirit_supply", "range_bonus", "catch_bonus", "discount", "caught", "sold", "acted",
        *(f"order_of_{seat}" for seat in range(SEATS)),
        *(f"player_{seat}_{name}" for seat in range(SEATS) for name in PLAYER_NAMES),
        *(f"guide_{name}_{what}" for what in ("open", "fish") for name in lower(Guide)),
        *(f"tile_{tile + 1}_open" for tile in range(BONUS_TILES)),
        *(f"race_{card + 1}_{what}" for what in ("open", "claims", "mine") for card in range(RACES)),
        *(f"score_card_{card + 1}" for card in range(SCORE_CARDS)),
        *(f"temple_{temple + 1}_left" for temple in range(TEMPLES)),
        *(f"space_{name}_{place + 1}" for name in lower(Action) for place in range(SPACES)),
        *(f"{plane}_{cell}" for plane in PLANES for cell in range(HEXES)),
    ]  # fmt: skip


FIGURES = len(feature_names()) - len(PLANES) * HEXES  # before the planes
