"""What statistics of Feya's Swamp count: clans, boards, guides, openings, bonus tiles and races."""

from __future__ import annotations

from collections.abc import Sequence

from sampan.engine.game import Counted, Game, State
from sampan.engine.messages import Message

from .moves import tile_names
from .narrate import ACTION_NAMES, term, tile_words
from .terms import RACES_OPEN, SEATS, Clan

OPENING = 2  # actions


def tables() -> tuple[dict[str, int | str], ...]:
    """Two, three and four players with clans that chance deals, on normal boards and with every other one advanced."""
    clans = {f"clan{seat + 1}": "random" for seat in range(SEATS)}
    seats = range(1, SEATS + 1)
    boards: tuple[dict[str, int | str], ...] = (
        {},
        {f"board{seat}": "advanced" for seat in seats if seat % 2},
        {f"board{seat}": "advanced" for seat in seats if seat % 2 == 0},
    )
    return tuple({"players": n, **clans, **advanced} for n in (2, 3, 4) for advanced in boards)


def had(game: Game, line: Sequence[tuple[State, int]], end: State) -> list[dict[str, list[str]]]:
    """Of each seat: its clan and board, how it began, the guides and bonus tiles it took and the races it finished."""
    s = game.fields(end)
    aims = game.box.tables["races"]["aims"]
    seats: list[dict[str, list[str]]] = [
        {
            "clan": [Clan(s.clan[seat]).name.lower()],
            "board": ["advanced" if s.board[seat] else "normal"],
            "opening": [],
            "guide": [],
            "tile": [],
            "race": [aims[s.race[card]] for card in range(RACES_OPEN) if seat in s.claims[card]],
        }
        for seat in range(s.players)
    ]
    for state, move in line:
        kind, seat = game.moves.kind(move), game.to_move(state)
        if kind in ACTION_NAMES and len(seats[seat]["opening"]) < OPENING:
            seats[seat]["opening"].append(kind)
        if kind == "guide":
            seats[seat]["guide"].append(game.moves.text(move).partition(":")[2])
        if kind == "take":
            seats[seat]["tile"].append(tile_names(game.box)[game.moves.place(move)])
    for one in seats:
        one["opening"] = [" ".join(one["opening"])] if len(one["opening"]) == OPENING else []
    return seats


def named(game: Game, group: str, what: str) -> Message:
    """What is counted, for people."""
    if group == "opening":
        first, second = what.split()
        return "feya_stats_opening", {"first": term("action", first), "second": term("action", second)}
    if group == "tile":
        words = tile_words(game, tile_names(game.box).index(what))
        return words["id"], words["args"]
    return term("option_board1" if group == "board" else group, what), {}


COUNTED = Counted(tables(), had, named)
