"""What a seat sees, as plain values with the names of the box; made from a hidden state alone."""

from __future__ import annotations

from functools import cache
from typing import Any

from sampan.engine.game import Game, State
from sampan.engine.layout import read_field
from sampan.engine.rule import JIT

from .moves import GO, LAY, SITE, hex_names, tile_names
from .outlook import UNKNOWN, Outlook, Prospects, outlook_for, prospects_for
from .shape import TEMPLE_NAMES, names
from .terms import (
    BOAT_ACTIONS, BOATS, BONUS_PER_ROUND, BONUS_TILES, GUIDES, NEUTRAL, OWNERS, RACES_OPEN, ROUNDS, SCORE_CARDS_OPEN,
    SEATS, SPACES, SPECIALS, TEMPLES, TRACK_LENGTH, WORDS, Action, Ask, Clan, Gain, Guide, Stage,
)  # fmt: skip

WORD_STARTS = tuple(64 * word for word in range(WORDS))  # the first hex in each word of a set
SIDES = ("small", "large")
BOARD_NAMES = ("normal", *names(Clan))
PLACES = {Ask.GO: GO, Ask.LAY: LAY} | dict.fromkeys((Ask.SITE, Ask.START_SITE, Ask.NEUTRAL_SITE, Ask.SPIRIT), SITE)


def cells(words: Any) -> list[int]:
    """The hexes of a set."""
    found = []
    for first, word in zip(WORD_STARTS, words, strict=True):
        left = int(word)
        while left:
            found.append(first + (left & -left).bit_length() - 1)
            left &= left - 1
    return found


def members(cards: Any, most: int) -> list[int]:
    """The members of a set of cards or tiles."""
    return [card for card in range(most) if int(cards) >> card & 1]


def fish_on(s: Any, cell: int) -> int:
    """How many fish lie on a settlement."""
    word, bit = cell // 64, cell % 64
    return (int(s.fish_odd[word]) >> bit & 1) + 2 * (int(s.fish_two[word]) >> bit & 1)


def named(labels: tuple[str, ...] | list[str], number: Any) -> str | None:
    """The name behind a number; None where nothing lies."""
    return labels[int(number)] if number >= 0 else None


def view(game: Game, state: State, seat: int) -> dict[str, Any]:
    """The whole table as this seat sees it; nothing but the dealer's chance is hidden."""
    s, seen, own = game.fields(state), outlook_for(game, state), prospects_for(game, state, seat)
    hexes = hex_names(game.box.figures.width)
    tables = game.box.tables
    return {
        "ask": Ask(int(s.ask)).name.lower(),
        "stage": Stage(int(s.stage)).name.lower(),
        "turn": int(s.turn),
        "first": int(s.first),
        "turns": int(s.turns),
        "round": int(s.round_now) + 1,
        "order": [int(other) for other in s.order[: s.players]],
        "side": SIDES[s.side],
        "boat_at_island": bool(s.near_island),
        "swamp": swamp(s, seen, own, hexes),
        "islands": islands(s, seen, own, hexes),
        "spaces": spaces(game, s),
        "builder_card": who(s.builder_card),
        "temples": temples(game, s, hexes),
        "axolotls": int(s.axolotl_supply),
        "spirits": int(s.spirit_supply),
        "rounds": [
            {
                "fish": tables["fish_cards"]["cards"][s.fish_card[number]],
                "spirit": bool(s.round_spirit[number]),
                "tiles": [tile_names(game.box)[tile] for tile in members(s.tiles_open, BONUS_TILES)
                          if tile // BONUS_PER_ROUND == number],
            }
            for number in range(ROUNDS)
        ],
        "races": [
            {
                "aim": tables["races"]["aims"][s.race[card]],
                "points": tables["races"]["vp"],
                "claims": [int(claim) for claim in s.claims[card] if claim >= 0],
            }
            for card in range(RACES_OPEN)
        ],
        "score_cards": [
            {
                "aim": tables["score_cards"]["aims"][s.score_card[card]],
                "worth": [int(worth) for worth in seen.cards[: s.players, card]],
            }
            for card in range(SCORE_CARDS_OPEN)
        ],
        "guides": [
            {"guide": Guide(guide).name.lower(), "fish": int(s.guide_fish[guide])}
            for guide in members(s.guides_open, GUIDES)
        ],
        "players": [player(game, s, seen, other, hexes) for other in range(s.players)],
        "under_way": under_way(s, hexes),
        "refused": refused(game, state, hexes) if seat == s.seat else [],
    }  # fmt: skip


def own_view(game: Game, state: State, seat: int, common: dict[str, Any]) -> dict[str, Any]:
    """A spectator's view as this seat has it: its own are what fish and feasts would bring it, and its refusals."""
    hexes = hex_names(game.box.figures.width)
    mine = {**common, "refused": refused(game, state, hexes) if seat == read_field(state, "seat") else []}
    if seat == read_field(state, "turn"):  # as whom a spectator looks
        return mine
    own, seats = prospects_for(game, state, seat), range(read_field(state, "players"))
    settled = [cell for towns in read_field(state, "settled") for cell in cells(towns)]
    pays, feasts = own.pays.tolist(), own.feasts.tolist()
    towns = zip(common["swamp"]["settlements"], settled, strict=True)
    mine["swamp"] = common["swamp"] | {"settlements": [town | {"pays": number(pays[cell])} for town, cell in towns]}
    mine["islands"] = [
        island | {"feast": [feast[other] for other in seats]}
        for island, feast in zip(common["islands"], feasts, strict=False)
    ]
    return mine


def who(stands: Any) -> dict[str, Any] | None:
    """The worker on a space: whose, and whether it is an axolotl."""
    return None if stands < 0 else {"seat": int(stands) % SEATS, "axolotl": int(stands) >= SEATS}


def number(found: Any) -> int | None:
    """A figure of the outlook; None where there is none."""
    return None if found == UNKNOWN else int(found)


def swamp(s: Any, seen: Outlook, own: Prospects, hexes: tuple[str, ...]) -> dict[str, Any]:
    """Every tile on the swamp, and where another might lie."""
    reached = set(cells(s.net))
    return {
        "spirits": [hexes[cell] for cell in cells(s.spirits)],
        "totem": named(hexes, s.totem),
        "settlements": [
            {
                "hex": hexes[cell],
                "owner": owner if owner != NEUTRAL else None,
                "fish": fish_on(s, cell),
                "pays": number(own.pays[cell]),
            }
            for owner in range(OWNERS)
            for cell in cells(s.settled[owner])
        ],
        "cut_off": [hexes[cell] for cell in cells(s.water) if cell not in reached],
        "sites": [hexes[cell] for cell in cells(seen.sites)],
    }


def islands(s: Any, seen: Outlook, own: Prospects, hexes: tuple[str, ...]) -> list[dict[str, Any]]:
    """The islands by number: their hexes, who lives there, and what building and feasting there would come to."""
    seats = range(s.players)
    return [
        {
            "id": island + 1,
            "hexes": [hexes[cell] for cell in cells(s.island[island])],
            "spirits": int(s.island_spirits[island]),
            "totem": bool(s.totem_island == island),
            "towns": [int(seen.towns[island, seat]) for seat in seats],
            "neutral": int(seen.towns[island, NEUTRAL]),
            "leaders": [seat for seat in seats if seen.leads[island, seat]],
            "cost": [number(seen.costs[island, seat]) for seat in seats],
            "feast": [int(own.feasts[island, seat]) for seat in seats],
        }
        for island in range(s.islands)
    ]


def spaces(game: Game, s: Any) -> dict[str, list[dict[str, Any]]]:
    """Worker spaces of each action: price, gain, who stands there, the Leader's piece."""
    rows = game.box.tables["actions"][SIDES[s.side]]
    return {
        name: [
            {
                "pay": space.get("pay", 0),
                "gain": space.get("gain", {}),
                "worker": who(s.space[action][place]),
                "reserved": bool(s.blocked == action * SPACES + place),
            }
            for place, space in enumerate(rows[name])
        ]
        for action, name in enumerate(names(Action))
    }


def temples(game: Game, s: Any, hexes: tuple[str, ...]) -> list[dict[str, Any]]:
    """The temples, how many tiles are left and what the top one gives."""
    box = game.box.record[0]
    found = []
    for temple in range(TEMPLES):
        left = int(s.temple_left[temple])
        top = box.temple_gain[s.players, temple, left - 1] if left else []
        gain = {name: int(many) for name, many in zip(names(Gain), top, strict=False) if many}
        at = hexes[box.temple_at[s.side, temple]]
        found.append({"temple": TEMPLE_NAMES[temple], "hex": at, "left": left, "top": gain})
    return found


def player(game: Game, s: Any, seen: Outlook, seat: int, hexes: tuple[str, ...]) -> dict[str, Any]:
    """One player's belongings, and how far the boats would get."""
    board = BOARD_NAMES[s.board[seat]]
    return {
        "seat": seat,
        "clan": Clan(int(s.clan[seat])).name.lower(),
        "board": board,
        "guide": Guide(int(s.guide[seat])).name.lower() if s.guide[seat] >= 0 else None,
        "passed": bool(s.passed[seat]),
        "gold": int(s.gold[seat]),
        "mana": int(s.mana[seat]),
        "fish": int(s.fish[seat]),
        "workers": int(s.workers[seat]),
        "free_workers": int(s.free[seat]),
        "axolotls": int(s.axolotls[seat]),
        "sailing": int(s.sailing[seat]),
        "catch": int(seen.caught[seat]),
        "range": int(seen.steps[seat, Action.FISH]),
        "boats": [named(hexes, cell) for cell in s.boat[seat]],
        "reach": [
            {
                name: [hexes[cell] for cell in cells(seen.lands[seat, boat, action])]
                for action, name in enumerate(names(Action)[:BOAT_ACTIONS])
            }
            for boat in range(BOATS)
        ],
        "built": [int(many) for many in s.built[seat]],
        "specials": specials(s, board),
        "temples": [TEMPLE_NAMES[temple] for temple in members(s.temples[seat], TEMPLES)],
        "tiles": [tile_names(game.box)[tile] for tile in members(s.tiles[seat], BONUS_TILES)],
        "points": sum(s.vp[seat]),
    }


def specials(s: Any, board: str) -> list[dict[str, int]]:
    """Special tiles lying on the salamanders' board: which, on which track and place."""
    if board != "salamander":
        return []
    places = [(tile, int(s.special_on[tile])) for tile in range(SPECIALS) if s.special_on[tile] >= 0]
    return [{"tile": tile + 1, "track": at // TRACK_LENGTH + 1, "place": at % TRACK_LENGTH + 1} for tile, at in places]


@cache
def drawn_hexes(game: Game, side: int) -> list[int]:
    """The hexes that a side of the map has."""
    box = game.box.figures
    return sorted(cells(box.water[side]) + cells(box.spirits[side]) + cells(box.temples[side]))


def refusals(game: Game, state: State, moves: list[int]) -> list[int]:
    """Why each of these moves is not allowed, or 0; compiled, all there are cost less than a few one by one."""
    if not JIT:
        return [int(game.why_not(state, move)) for move in moves]
    known = game.reasons(state)
    return [int(known[move]) for move in moves]


def refused(game: Game, state: State, hexes: tuple[str, ...]) -> list[dict[str, Any]]:
    """Where the boat, fish or tile in hand may not go, and why: hexes with the same reason together."""
    start = PLACES.get(read_field(state, "ask"))
    if start is None:
        return []
    found: dict[int, list[int]] = {}
    drawn = drawn_hexes(game, read_field(state, "side"))
    for cell, why in zip(drawn, refusals(game, state, [start + cell for cell in drawn]), strict=True):
        if why:
            found.setdefault(why, []).append(cell)
    reasons = [(game.explain(state, start + group[0]), group) for group in found.values()]
    return [{"id": name, "args": args, "hexes": [hexes[cell] for cell in group]} for (name, args), group in reasons]


def under_way(s: Any, hexes: tuple[str, ...]) -> dict[str, Any]:
    """What the turn is in the middle of."""
    return {
        "action": Action(int(s.action)).name.lower() if s.action >= 0 else None,
        "boat": int(s.boat_now) + 1 or None,
        "boats_done": [boat + 1 for boat in members(s.boats_done, 3)],
        "site": named(hexes, s.site),
        "track": int(s.track) + 1 or None,
        "range": int(s.range_bonus),
        "catch": int(s.catch_bonus),
        "discount": int(s.discount),
        "caught": int(s.caught),
        "sold": int(s.sold),
        "new_workers": int(s.fresh),
    }
