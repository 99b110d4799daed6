"""A hidden state as numbers for a learner: seat-relative (the seat itself first), scaled to about 0..1."""

from __future__ import annotations

from sampan.engine.bits import NONE, count, lowest, without
from sampan.engine.rule import copied_rule, rule

from .moves import GOOD_NAMES
from .scoring import points_of
from .terms import (
    BUILDING_TYPES, CARDS, CUSTOMER_TYPES, ERAS, FACES, GOODS, MARKERS, MASTERIES, MASTERIES_OPEN, NOWHERE, PLACES,
    REGIONS, REWARD_PARTS, RIVER_SPACES, ROW, SEATS, SHIPS, SHORES, Ask, Building, Customer, Patron, Reward,
)  # fmt: skip

ASKS = len(Ask)
PATRON_CARDS = len(Patron)
REWARDS = len(Reward)
POINTS = 100.0
LONG = 18.0


@copied_rule
def one_hot(out, at, size, place):
    """A 1 in one of several places, or none for a place below 0."""
    if place >= 0:
        out[at + int(place)] = 1.0
    return at + size


@copied_rule
def mark_cards(cards, out, at):
    """A 1 for each card of a set."""
    while cards != NONE:
        card = lowest(cards)
        cards = without(cards, card)
        out[at + card] = 1.0


@copied_rule
def player_features(box, s, seat, out, at):
    """One player's purse, tracks, ships and cards."""
    out[at] = s.koku[seat] / box.cap_koku
    for good in range(GOODS):
        out[at + 1 + good] = s.goods[seat, good] / box.cap_good
    at += 1 + GOODS
    out[at] = s.favor[seat] / box.max_favor_limit
    out[at + 1] = s.favor_limit[seat] / box.max_favor_limit
    out[at + 2] = s.hand_size[seat] / 4.0
    out[at + 3] = points_of(s, seat) / POINTS
    out[at + 4] = s.goods_due[seat] / 2.0
    at += 5
    for region in range(REGIONS):
        out[at + region] = s.influence[seat, region] / LONG
    at = one_hot(out, at + REGIONS, FACES, s.die[seat])
    for ship in range(SHIPS):
        at = one_hot(out, at, RIVER_SPACES, s.ship[seat, ship])
    at = one_hot(out, at, SHIPS, s.royal[seat])
    at = one_hot(out, at, PATRON_CARDS, s.patron[seat])
    for kind in range(CUSTOMER_TYPES):
        out[at + kind] = count(s.delivered[seat] & box.type_cards[kind]) / 3.0
    at += CUSTOMER_TYPES
    mark_cards(s.delivered[seat], out, at)
    return at + CARDS


@copied_rule
def tile_features(box, tile, out, at):
    """What a tile of the row is and gives."""
    if tile != NOWHERE:
        out[at + int(box.tile_type[tile])] = 1.0
        out[at + BUILDING_TYPES] = box.tile_influence[tile] / 5.0
        for part in range(REWARD_PARTS):
            out[at + BUILDING_TYPES + 1 + int(box.tile_owner[tile, part, 0])] += box.tile_owner[tile, part, 1] / 3.0
    return at + BUILDING_TYPES + 1 + REWARDS


@copied_rule
def shore_features(box, s, seat, shore, out, at):
    """A shore space: the type of its building, and how many markers each player has on it."""
    tile = s.tile[shore]
    if tile == NOWHERE:
        return at + BUILDING_TYPES + SEATS
    out[at + int(box.tile_type[tile])] = 1.0
    at += BUILDING_TYPES
    for place in range(MARKERS):
        owner = int(s.marker[shore, place])
        if owner >= 0:
            out[at + (owner - seat if owner >= seat else owner - seat + int(s.players))] += 0.5
    return at + SEATS


@rule
def features(box, s, seat, out):
    """Fill the feature vector; `seat` must be a player's."""
    out[:] = 0.0
    at = one_hot(out, 0, SEATS - 1, s.players - 2)
    at = one_hot(out, at, ASKS, s.ask)
    at = one_hot(out, at, SEATS, (s.turn - seat + s.players) % s.players if s.turn >= 0 else -1)
    out[at] = s.deck_size / 30.0
    out[at + 1] = (s.last_turns + 1) / 5.0
    at += 2
    for era in range(ERAS):
        out[at + era] = s.stack_size[era] / 16.0
    at += ERAS
    mark_cards(s.hand[seat], out, at)
    at += CARDS
    for other in range(SEATS):
        if other < s.players:
            player_features(box, s, (seat + other) % s.players, out, at)
        at += PLAYER_FEATURES
    for place in range(ROW):
        at = tile_features(box, s.row[place], out, at)
    for shore in range(SHORES):
        at = shore_features(box, s, seat, shore, out, at)
    for region in range(REGIONS):
        for place in range(PLACES):
            out[at + place] = box.scoring_points[0 if s.players == 2 else 1, s.scoring[region], place] / 12.0
        at += PLACES
    for place in range(MASTERIES_OPEN):
        out[at + int(s.mastery[place])] = 1.0
        for claim in range(PLACES):
            if s.claims[place, claim] >= 0:
                out[at + MASTERIES + int(s.mastery[place])] += 0.25
            if s.claims[place, claim] == seat:
                out[at + 2 * MASTERIES + int(s.mastery[place])] = 1.0


def lower(enum: type) -> list[str]:
    return [member.name.lower() for member in enum]  # type: ignore[attr-defined]


PLAYER_NAMES = [
    "koku", *GOOD_NAMES, "favor", "favor_limit", "hand_size", "points", "goods_due",
    *(f"influence_{region + 1}" for region in range(REGIONS)),
    *(f"die_{face + 1}" for face in range(FACES)),
    *(f"ship_{ship + 1}_at_{space + 1}" for ship in range(SHIPS) for space in range(RIVER_SPACES)),
    *(f"royal_{ship + 1}" for ship in range(SHIPS)),
    *(f"patron_{name}" for name in lower(Patron)),
    *(f"delivered_{name}s" for name in lower(Customer)),
    *(f"delivered_card_{card + 1}" for card in range(CARDS)),
]  # fmt: skip
PLAYER_FEATURES = len(PLAYER_NAMES)


def feature_names() -> list[str]:
    """The name of every feature, in order."""
    return [
        *(f"players_{players}" for players in range(2, SEATS + 1)),
        *(f"ask_{name}" for name in lower(Ask)),
        *(f"turn_of_{seat}" for seat in range(SEATS)),
        "deck_size", "last_turns",
        *(f"stack_{era + 1}" for era in range(ERAS)),
        *(f"hand_card_{card + 1}" for card in range(CARDS)),
        *(f"player_{seat}_{name}" for seat in range(SEATS) for name in PLAYER_NAMES),
        *(
            f"row_{place + 1}_{name}"
            for place in range(ROW)
            for name in (*lower(Building), "influence", *(f"owner_{reward}" for reward in lower(Reward)))
        ),
        *(
            f"shore_{shore + 1}_{name}"
            for shore in range(SHORES)
            for name in (*lower(Building), *(f"markers_of_{seat}" for seat in range(SEATS)))
        ),
        *(f"scoring_{region + 1}_{place + 1}" for region in range(REGIONS) for place in range(PLACES)),
        *(f"mastery_{card + 1}_{what}" for what in ("open", "claims", "mine") for card in range(MASTERIES)),
    ]  # fmt: skip
