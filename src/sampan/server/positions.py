"""Stepping through a game, and looking one move ahead: both told from what the viewer may know."""

from __future__ import annotations

from typing import Any

from sampan.engine.errors import SampanError
from sampan.engine.game import SPECTATOR, Game, State
from sampan.engine.record import parse_record, replay

from .refusals import Refused
from .rows import TableRow
from .table import Table, game_of, played, replayed
from .views import as_sent

AHEAD = 1  # the seed of the imagined rest of a game: only what does not depend on it is told


def position(game: Game, viewer: int, line: list[int], at: int, states: tuple[State | None, State]) -> dict[str, Any]:
    """One position of a game, with what the move before it changed."""
    before, state = states
    hidden = game.hide(state, viewer)
    changes: list[dict[str, Any]] = []
    if before is not None:
        changes = [as_sent(message) for message in game.narrate(game.hide(before, viewer), line[at - 1], hidden)]
    to_move = game.to_move(state)
    return {
        "game": game.name,
        "box": game.box.hash,
        "own_box": game.own_box,
        "players": int(state.players[0]),
        "at": at,
        "moves": len(line),
        "move": None if before is None else game.move_text(line[at - 1]),
        "seat": None if before is None else game.to_move(before),
        "to_move": None if to_move < 0 else to_move,
        "board": game.definition.view(game, hidden, viewer),
        "changes": changes,
        "scores": game.scores(hidden),
        "score_sheet": game.score_sheet(hidden),
        "winners": game.winners(hidden),
        "tie": game.tie(hidden),
    }


def table_position(row: TableRow, line: list[int], viewer: int, at: int) -> dict[str, Any]:
    """A table's game after so many moves; takes a while, so not on the event loop."""
    if at > len(line):
        raise Refused("no_such_move", f"move {at}: the game has {len(line)} so far")
    game = game_of(row)
    there = replayed(game, row, line[:at])
    return position(game, viewer, line, at, (there.before, there.state))


def record_position(text: str, at: int, viewer: int) -> dict[str, Any]:
    """A record's game after so many moves; what is wrong with a record is said in one line."""
    try:
        record = parse_record(text)
        game = game_of(record)
        line: list[int] = []
        found: tuple[State | None, State] | None = None
        before: State | None = None
        for ply, move, state in replay(game, record):
            if ply:
                line.append(move)
            if ply == at:
                found = (before, game.copy(state))
            before = game.copy(state)
    except SampanError as error:
        raise Refused("bad_record", str(error)) from None
    except RecursionError:
        raise Refused("bad_record", "the record is nested too deeply") from None
    if found is None:
        raise Refused("no_such_move", f"move {at}: the record has {len(line)}")
    players = int(found[1].players[0])
    return position(game, viewer if viewer < players else SPECTATOR, line, at, found)


def gains(table: Table, seat: int | None) -> dict[str, Any]:
    """What each move of this seat would bring, played on a copy whose hidden part is imagined: nothing can leak."""
    if seat is None or seat != table.to_move or table.status != "running":
        return {"ply": table.ply, "gains": []}
    game, hidden = table.game, table.hidden(seat)
    imagined = game.redeal(hidden, seat, AHEAD)
    found = []
    for move in game.legal_moves(hidden):
        after = played(game, imagined, move)
        final = int(after.revealed[0]) != int(imagined.revealed[0])
        seen = game.narrate(imagined, move, after)[1:]  # the first message is the move itself
        sure = [as_sent(message) for message in seen if message[0] not in game.definition.chance_messages]
        found.append({"text": game.move_text(move), "changes": sure, "final": final})
    return {"ply": table.ply, "gains": found}
