"""What a seat sees, as plain values with the names of the box; made from a hidden state alone."""

from __future__ import annotations

from functools import cache
from typing import Any

from sampan.engine.game import Game, State
from sampan.engine.layout import read_field

from .moves import GOOD_NAMES
from .terms import CARDS, ERAS, MASTERIES_OPEN, PLACES, REGIONS, SHORES, TILES, Ask, Clan, Patron, Patrons, Stage


def members(cards: Any, most: int) -> list[int]:
    """The members of a set of cards or tiles."""
    held = int(cards)
    return [card for card in range(most) if held >> card & 1] if held else []


@cache
def tile_names(game: Game) -> list[str]:
    """The name of every tile, in the order of their numbers."""
    return [row["id"] for row in game.box.tables["buildings"]["tiles"] for _ in range(row["count"])]


@cache
def card_names(game: Game) -> list[str]:
    """The name of every customer card."""
    return [row["id"] for row in game.box.tables["customers"]["cards"]]


def named(names: list[str], number: Any) -> str | None:
    """The name behind a number; None where nothing lies."""
    return names[int(number)] if number >= 0 else None


def view(game: Game, state: State, seat: int) -> dict[str, Any]:
    """The whole table as this seat sees it."""
    s = game.fields(state)
    tiles, cards = tile_names(game), card_names(game)
    side = "side_2p" if s.players == 2 else "side_34p"
    return {
        "ask": Ask(int(s.ask)).name.lower(),
        "turn": int(s.turn),
        "first": int(s.first),
        "turns": int(s.turns),
        "last_turns": int(s.last_turns),
        "patrons": Patrons(int(s.patrons)).name.lower(),
        "open_patrons": [Patron(p).name.lower() for p in members(s.open_patrons, len(Patron))],
        "building": int(s.building) + 1 or None,
        "players": [player(game, s, other, seat, cards) for other in range(s.players)],
        "shores": [
            {
                "id": shore + 1,
                "tile": named(tiles, s.tile[shore]),
                "markers": [int(m) for m in s.marker[shore] if m >= 0],
            }
            for shore in range(SHORES)
        ],
        "row": [named(tiles, tile) for tile in s.row],
        "stacks": [
            {"era": era + 1, "size": int(size), "top": named(tiles, s.stack[era][size - 1]) if size else None}
            for era, size in ((era, s.stack_size[era]) for era in range(ERAS))
        ],
        "tiles_gone": [tiles[tile] for tile in members(s.tiles_gone, TILES)],
        "scoring": [
            {"region": region + 1, "id": row["id"], "points": row[side]}
            for region, row in ((r, game.box.tables["region_scoring"]["tiles"][s.scoring[r]]) for r in range(REGIONS))
        ],
        "masteries": [
            {"id": row["id"], "points": row[side], "claims": [int(c) for c in s.claims[place][:PLACES] if c >= 0]}
            for place, row in ((p, game.box.tables["mastery"]["cards"][s.mastery[p]]) for p in range(MASTERIES_OPEN))
        ],
        "deck_size": int(s.deck_size),
        "discards": [cards[card] for card in members(s.discards, CARDS)],
        "owed": {
            "goods": [int(due) for due in s.goods_due[: s.players]],
            "discards": int(s.discard_due),
            "journey_reward": bool(s.journey & 1),
            "merchants": [cards[card] for place, card in enumerate(game.box.figures.merchant_card)
                          if int(s.journey) >> (place + 1) & 1],
        },
    }  # fmt: skip


def own_view(game: Game, state: State, seat: int, common: dict[str, Any]) -> dict[str, Any]:
    """A spectator's view as this seat has it: nothing but the hand is its owner's alone."""
    players = list(common["players"])
    players[seat] = {**players[seat], "hand": hand_of(read_field(state, "hand")[seat], card_names(game))}
    return {**common, "players": players}


def hand_of(cards: int, names: list[str]) -> list[str]:
    """The customers in a hand."""
    return [names[card] for card in members(cards, CARDS)]


def has_rolled(s: Any, seat: int) -> bool:
    """Whether the die lies there: all roll in turn order, once the patrons are chosen and the hands dealt (R39)."""
    if s.stage != Stage.SETUP:
        return True
    before = [(other - s.first) % s.players for other in (seat, s.seat)]
    return bool(s.ask == Ask.FIRST_ROLL and before[0] < before[1])


def player(game: Game, s: Any, seat: int, viewer: int, cards: list[str]) -> dict[str, Any]:
    """One player's belongings; the hand itself only for its owner."""
    dealt = s.favor_limit[seat] > 0
    return {
        "seat": seat,
        "clan": Clan(int(s.clan[seat])).name.lower() if s.clan[seat] >= 0 else None,
        "patron": Patron(int(s.patron[seat])).name.lower() if s.patron[seat] >= 0 else None,
        "die": int(s.die[seat]) + 1 if has_rolled(s, seat) else None,
        "koku": int(s.koku[seat]),
        "goods": {name: int(amount) for name, amount in zip(GOOD_NAMES, s.goods[seat], strict=True)},
        "favor": int(s.favor[seat]),
        "favor_limit": int(s.favor_limit[seat]),
        "influence": [int(step) for step in s.influence[seat]],
        "ships": [int(space) + 1 for space in s.ship[seat]] if dealt else [],
        "royal": int(s.royal[seat]) + 1 or None,
        "hand": hand_of(s.hand[seat], cards) if seat == viewer else None,
        "hand_size": int(s.hand_size[seat]),
        "delivered": [cards[card] for card in members(s.delivered[seat], CARDS)],
        "points": sum(s.vp[seat]),
    }
