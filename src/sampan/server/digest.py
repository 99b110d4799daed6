"""What happened since a ply: the one log that everybody reads, told from what a spectator may know."""

from __future__ import annotations

from typing import Any

from sampan.engine.game import Game, State
from sampan.engine.messages import Message

from .history import present_line, taken_back
from .rows import Entry, TableRow
from .table import deal, game_of, played
from .views import as_sent

MOST = 200  # entries in one answer


def digest(row: TableRow, log: list[Entry], since: int, until: int | None = None) -> dict[str, Any]:
    """The entries from this ply on, each with its changes; takes a while, so not on the event loop.

    Those from `until` on were played by rules that are not today's: of them the moves themselves are told.
    """
    game = game_of(row)
    wanted = log[since : since + MOST]
    followed = len(log) if until is None else until
    changes_by_ply = changes(game, row, log[: min(followed, since + MOST)], since) if wanted else {}
    entries = [
        {
            "ply": entry.ply,
            "seat": entry.seat,
            "bot": entry.bot,
            "at": entry.at,
            "move": entry.move,
            "back_to": entry.back_to,
            "changes": changes_by_ply[entry.ply] if entry.ply < followed else [as_sent(plainly(log, entry))],
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


def plainly(log: list[Entry], entry: Entry) -> Message:
    """A move by rules that are not today's, as its text."""
    if entry.move is None:
        return taken_back(entry, len(present_line(log[: entry.ply])))
    return "table_played", {"who": entry.seat, "move": entry.move}


def changes(game: Game, row: TableRow, log: list[Entry], since: int) -> dict[int, Any]:
    """Replay the log, taking back where it took back, and tell what each ply from `since` on changed."""
    if not log:
        return {}
    states: list[State] = [deal(game, row).state]
    found: dict[int, Any] = {}
    for entry in log:
        if entry.move is None:
            assert entry.back_to is not None
            if entry.ply >= since:
                found[entry.ply] = [as_sent(taken_back(entry, len(states) - 1))]
            del states[entry.back_to + 1 :]
            continue
        number = game.move_from(entry.move)
        before, after = states[-1], played(game, states[-1], number)
        states.append(after)
        if entry.ply >= since:
            seen = game.narrate(game.hide(before), number, game.hide(after))
            found[entry.ply] = [as_sent(message) for message in seen]
    return found
