"""What statistics of River of Gold count: clans, patrons, openings, building tiles and customers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from sampan.engine.game import Counted, Game, State
from sampan.engine.messages import Message

from .moves import Kind
from .narrate import card_args, term, tile_args
from .terms import CARDS, SEATS, Clan, Patron, Patrons
from .view import card_names, members, tile_names

ACTIONS = tuple(kind.name.lower() for kind in (Kind.BUILD, Kind.SAIL, Kind.DELIVER))
OPENING = 2  # turns


def tables() -> tuple[dict[str, int | str], ...]:
    """Two, three and four players, without patrons and with those of their clans, which chance deals."""
    clans = {f"clan{seat + 1}": "random" for seat in range(SEATS)}
    ways: tuple[dict[str, int | str], ...] = ({"patrons": "off", **clans}, {"patrons": "clan"})
    return tuple({"players": n, **way} for n, way in product((2, 3, 4), ways))


def had(game: Game, line: Sequence[tuple[State, int]], end: State) -> list[dict[str, list[str]]]:
    """Of each seat: its clan and patron, how it began, the tiles it built and the customers it served."""
    s = game.fields(end)
    seats: list[dict[str, list[str]]] = [
        {
            "clan": [Clan(s.clan[seat]).name.lower()],
            "patron": [Patron(s.patron[seat]).name.lower()] if s.patrons != Patrons.OFF else [],
            "opening": [],
            "tile": [],
            "card": [card_names(game)[card] for card in members(s.delivered[seat], CARDS)],
        }
        for seat in range(s.players)
    ]
    for state, move in line:
        kind, seat = game.moves.kind(move), game.to_move(state)
        if kind in ACTIONS and len(seats[seat]["opening"]) < OPENING:
            seats[seat]["opening"].append(kind)
        if kind == "take":
            seats[seat]["tile"].append(tile_names(game)[state.row[0][game.moves.place(move)]])
    for one in seats:
        one["opening"] = [" ".join(one["opening"])] if len(one["opening"]) == OPENING else []
    return seats


def named(game: Game, group: str, what: str) -> Message:
    """What is counted, for people."""
    if group == "opening":
        first, second = what.split()
        return "river_stats_opening", {"first": term("action", first), "second": term("action", second)}
    if group == "tile":
        return "river_stats_tile", tile_args(game, tile_names(game).index(what))
    if group == "card":
        return "river_card_name", card_args(game, card_names(game).index(what))
    return term(group, what), {}


COUNTED = Counted(tables(), had, named)
