"""What the balance of River of Gold is measured by: what is rotated, and what seats had of all there was."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from sampan.engine.balance import Aim, Balance, order_of, order_words, seated, turned
from sampan.engine.game import Game, State
from sampan.engine.layout import read_field

from . import counted
from .narrate import term
from .shape import names
from .terms import CARDS, MASTERIES_OPEN, SEATS, Clan, Patron, Patrons
from .view import card_names, members, tile_names

GROUPS = {
    "order": "Place in the order of turns",
    "clan": "Clans",
    "patron": "Patrons",
    "mastery": "Masteries",
    "tile": "Building tiles",
    "card": "Customers",
    "scoring": "Points of regions",
}
AIMS = {
    "order": Aim(won=0.15),
    "clan": Aim(won=0.15),
    "patron": Aim(won=0.15, chosen=0.04),
    "mastery": Aim(used=0.25),
    "tile": Aim(used=0.05),
    "card": Aim(used=0.05),
}


def cycle(players: int) -> list[dict[str, int | str]]:
    """Every clan in every seat against all others without patrons; between them, patrons of clans and in the draft."""
    found: list[dict[str, int | str]] = []
    clans = names(Clan)
    for others in permutations(range(1, SEATS), players - 1):
        for clan_of in turned(clans, others):
            found.append({"players": players, "patrons": "clan"})
            found.append({"players": players, "patrons": "draft"})
            off: dict[str, int | str] = {"players": players, "patrons": "off"}
            found.append(off | seated("clan", clan_of))
    return found


def dealt(game: Game, state: State) -> list[str]:
    """Who begins; the patrons of the draft, or everybody's clan where chance deals it; masteries, points of regions."""
    s = game.fields(state)
    kind = Patrons(s.patrons).name
    clans = [f"{kind} seat {seat} {s.clan[seat]}" for seat in range(s.players)] if s.patrons == Patrons.CLAN else []
    draft = [f"{kind} {patron}" for patron in members(s.open_patrons, len(Patron))]
    return [
        f"{kind} first {s.first}",
        *clans,
        *(draft if s.patrons == Patrons.DRAFT else []),
        *(f"mastery {mastery}" for mastery in s.mastery),
        *(f"scoring {region} {tile}" for region, tile in enumerate(s.scoring)),
    ]


def had(game: Game, line: Sequence[tuple[State, int]], end: State) -> list[dict[str, list[str]]]:
    """Of each seat: its place, clan and patron, the masteries it claimed, its tiles and customers."""
    s, masteries = game.fields(end), mastery_names(game)
    return [
        {
            "order": [order_of(s.players, s.first, seat)],
            "clan": row["clan"],
            "patron": row["patron"],
            "mastery": [masteries[s.mastery[m]] for m in range(MASTERIES_OPEN) if seat in s.claims[m]],
            "tile": row["tile"],
            "card": row["card"],
        }
        for seat, row in enumerate(counted.had(game, line, end))
    ]


def offered(game: Game, line: Sequence[tuple[State, int]], end: State) -> dict[str, list[str]]:
    """The patrons at each choice, the tiles that came to the row, the masteries; every customer was in the deck."""
    s, masteries = game.fields(end), mastery_names(game)
    patrons: list[str] = []
    rows: set[int] = set()
    for state, move in line:
        rows.update(tile for tile in read_field(state, "row") if tile >= 0)
        if game.moves.kind(move) == "patron":
            patrons += [game.moves.text(other).partition(":")[2] for other in game.legal_moves(state)]
    scoring = game.box.tables["region_scoring"]["tiles"]
    return {
        "patron": patrons,
        "mastery": [masteries[s.mastery[place]] for place in range(MASTERIES_OPEN)],
        "tile": sorted(tile_names(game)[tile] for tile in rows),
        "card": card_names(game)[:CARDS],
        "scoring": [f"{region + 1} {scoring[tile]['id']}" for region, tile in enumerate(s.scoring)],
    }


def mastery_names(game: Game) -> list[str]:
    """The masteries, in the order of their numbers."""
    return [row["id"] for row in game.box.tables["mastery"]["cards"]]


def named(game: Game, group: str, what: str) -> str:
    """What is looked at, in English."""
    words = game.words()
    if group == "order":
        return order_words(what)
    if group == "scoring":
        region, tile = what.split()
        return f"region {region}: {tile}"
    if group == "mastery":
        return words.say((term(group, what), {}))
    return words.say(counted.named(game, group, what))


BALANCE = Balance(cycle, dealt, had, offered, GROUPS, named, AIMS)
