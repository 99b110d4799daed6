"""What happened since a ply: the one log that everybody reads, told from what a spectator may know."""

from __future__ import annotations

from typing import Any

from sampan.engine.game import Game, State

from .rows import Entry, TableRow
from .table import deal, game_here, played, taken_back
from .views import as_sent

MOST = 200  # entries in one answer


def digest(row: TableRow, log: list[Entry], since: int) -> dict[str, Any]:
    """The entries from this ply on, each with its changes; takes a while, so not on the event loop."""
    game = game_here(row.game)
    wanted = log[since : since + MOST]
    changes_by_ply = changes(game, row, log[: since + MOST], since) if wanted else {}
    entries = [
        {
            "ply": entry.ply,
            "seat": entry.seat,
            "bot": entry.bot,
            "at": entry.at,
            "move": entry.move,
            "back_to": entry.back_to,
            "changes": changes_by_ply[entry.ply],
        }
        for entry in wanted
    ]
    return {
        "table": row.id,
        "since": since,
        "ply": len(log),
        "more": since + MOST < len(log),
        "entries": entries,
    }


def changes(game: Game, row: TableRow, log: list[Entry], since: int) -> dict[int, Any]:
    """Replay the log, taking back where it took back, and tell what each ply from `since` on changed."""
    states: list[State] = [deal(game, row).state]
    found: dict[int, Any] = {}
    for entry in log:
        if entry.move is None:
            assert entry.back_to is not None
            del states[entry.back_to + 1 :]
            if entry.ply >= since:
                found[entry.ply] = [as_sent(taken_back(entry))]
            continue
        number = game.move_from(entry.move)
        before, after = states[-1], played(game, states[-1], number)
        states.append(after)
        if entry.ply >= since:
            seen = game.narrate(game.hide(before), number, game.hide(after))
            found[entry.ply] = [as_sent(message) for message in seen]
    return found
