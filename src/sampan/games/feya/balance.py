"""What the balance of Feya's Swamp is measured by: what is rotated, and what seats had of all there was."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import permutations, product

from sampan.engine.balance import Aim, Balance, order_of, order_words, seated, turned
from sampan.engine.game import Game, State
from sampan.engine.layout import Fields, read_field

from . import counted
from .moves import CARD, WORKERS, tile_names
from .narrate import ACTION_NAMES, term
from .outlook import outlook_for
from .shape import TEMPLE_NAMES, names
from .terms import (
    BONUS_PER_ROUND, BONUS_TILES, GUIDES, RACES_OPEN, SCORE_CARDS_OPEN, SEATS, TEMPLES, TRACK_LENGTH, TRACKS, Clan,
    Guide,
)  # fmt: skip
from .tuning import TUNING
from .view import SIDES, members

BOARD_SIDES = ("normal", "advanced")
OPPOSITE = dict(zip(BOARD_SIDES, reversed(BOARD_SIDES), strict=True))
BUILDERS = "card"  # the Builder's own space

GROUPS = {
    "order": "Place in the choice of the first guide",
    "clan_board": "Clan and board",
    "guide": "Guides",
    "tile": "Bonus tiles",
    "race": "Races",
    "score_card": "Score cards: whoever got most from one",
    "temple": "Temples",
    "space": "Worker spaces",
    "track": "Settlements of each track",
    "catch": "Fishing capacity at the end",
    "sailing": "Steps sailed at the end",
    "map": "Sides of the map",
}
AIMS = {
    "order": Aim(won=0.15),
    "clan_board": Aim(won=0.10),
    "guide": Aim(won=0.15, chosen=0.04),
    "race": Aim(used=0.25),
    "tile": Aim(used=0.05),
    "temple": Aim(used=0.05),
    "space": Aim(used=0.05),
    "track": Aim(used=0.05),
}
POINTS = (110.0, 150.0)


# ---------------------------------------------------------------- what is rotated


def cycle(players: int) -> list[dict[str, int | str]]:
    """Every clan on each side of its board in every seat, against all others; each eight tables in a row are even."""
    found: list[dict[str, int | str]] = []
    clans = names(Clan)
    for others in permutations(range(1, SEATS), players - 1):
        for sides in product(BOARD_SIDES, repeat=players - 1):
            mixed = (BOARD_SIDES[0], *sides)
            for clan_of in turned(clans, others):
                for board_of in (mixed, [OPPOSITE[side] for side in mixed]):
                    table: dict[str, int | str] = {"players": players}
                    found.append(table | seated("clan", clan_of) | seated("board", board_of))
    return found


def dealt(game: Game, state: State) -> list[str]:
    """Who chooses first, and with what board; the guides, races, score cards and bonus tiles that lie open."""
    s = game.fields(state)
    return [
        f"first {s.first}",
        f"first {clan_board(s, s.first)}",
        *(f"guide {guide}" for guide in members(s.guides_open, GUIDES)),
        *(f"race {race}" for race in s.race),
        *(f"score card {card}" for card in s.score_card),
        *(f"tile {tile}" for tile in members(s.tiles_open, BONUS_TILES)),
    ]


# ---------------------------------------------------------------- what is looked at


def clan_board(s: Fields, seat: int) -> str:
    """A seat's clan and the side of its board."""
    return f"{Clan(s.clan[seat]).name.lower()} {BOARD_SIDES[s.board[seat] > 0]}"


def had(game: Game, line: Sequence[tuple[State, int]], end: State) -> list[dict[str, list[str]]]:
    """Of each seat: clan and board, guides, bonus tiles, races, score cards, temples, and how far it came."""
    s, box = game.fields(end), game.box.figures
    used = spaces_used(game, line)
    best = outlook_for(game, end).cards[: s.players]
    cards = game.box.tables["score_cards"]["aims"]
    found = []
    for seat, row in enumerate(counted.had(game, line, end)):
        top = [card for card in range(SCORE_CARDS_OPEN) if 0 < best[seat][card] == best[:, card].max()]
        found.append(
            {
                "order": [order_of(s.players, s.first, seat)],
                "clan_board": [clan_board(s, seat)],
                "guide": row["guide"],
                "tile": row["tile"],
                "race": row["race"],
                "score_card": [cards[s.score_card[card]] for card in top],
                "temple": [TEMPLE_NAMES[temple] for temple in members(s.temples[seat], TEMPLES)],
                "space": used[seat],
                "track": [str(track + 1) for track in range(TRACKS) for _ in range(s.built[seat][track])],
                "catch": [str(box.base_catch + s.catch[seat])],
                "sailing": [f"+{s.sailing[seat]}"],
            }
        )
    return found


def spaces_used(game: Game, line: Sequence[tuple[State, int]]) -> dict[int, list[str]]:
    """By seat, the spaces to which it sent workers."""
    found: dict[int, list[str]] = defaultdict(list)
    for state, move in line:
        if (kind := game.moves.kind(move)) in ACTION_NAMES:
            label = game.moves.place(move)
            place = BUILDERS if label >= CARD else str(label // WORKERS + 1)
            found[game.to_move(state)].append(f"{SIDES[read_field(state, 'side')]} {kind} {place}")
    return found


def offered(game: Game, line: Sequence[tuple[State, int]], end: State) -> dict[str, list[str]]:
    """At each choice the guides and bonus tiles there were; races, cards, temples and spaces of the whole game."""
    s, box = game.fields(end), game.box
    aims, cards = box.tables["races"]["aims"], box.tables["score_cards"]["aims"]
    side = SIDES[s.side]
    spaces = [
        f"{side} {action} {place + 1}"
        for action in ACTION_NAMES
        for place in range(len(box.tables["actions"][side][action]))
    ]
    guides, tiles = [], []
    for state, move in line:
        kind = game.moves.kind(move)
        if kind == "guide":
            guides += members(read_field(state, "guides_open"), GUIDES)
        elif kind == "take":
            first = BONUS_PER_ROUND * read_field(state, "round_now")
            tiles += [
                tile
                for tile in members(read_field(state, "tiles_open"), BONUS_TILES)
                if first <= tile < first + BONUS_PER_ROUND
            ]
    if Guide.BUILDER in guides:
        spaces.append(f"{side} build {BUILDERS}")
    return {
        "guide": [Guide(guide).name.lower() for guide in guides],
        "tile": [tile_names(box)[tile] for tile in tiles],
        "race": [aims[s.race[card]] for card in range(RACES_OPEN)],
        "score_card": [cards[s.score_card[card]] for card in range(SCORE_CARDS_OPEN)],
        "temple": list(TEMPLE_NAMES),
        "space": spaces,
        "track": [str(track + 1) for track in range(TRACKS) for _ in range(TRACK_LENGTH * s.players)],
        "map": [side],
    }


def named(game: Game, group: str, what: str) -> str:
    """What is looked at, in English."""
    words = game.words()
    if group == "order":
        return order_words(what)
    if group == "clan_board":
        clan, side = what.split()
        return f"{words.say((term('clan', clan), {}))}, {side} side"
    if group == "space":
        side, action, place = what.split()
        which = "the Builder's own" if place == BUILDERS else place
        return f"{side} map: {words.say((term('action', action), {}))}, {which}"
    if group in ("guide", "race", "score_card"):
        return words.say((term(group, what), {}))
    if group == "tile":
        return words.say(counted.named(game, "tile", what))
    return f"{group} {what}"


BALANCE = Balance(cycle, dealt, had, offered, GROUPS, named, AIMS, POINTS, TUNING)
