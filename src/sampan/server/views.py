"""What a viewer is sent: the whole table as they may see it, written out once for each viewer and version."""

from __future__ import annotations

from typing import Any

import orjson
from fastapi import Response

from sampan.engine.game import SPECTATOR
from sampan.engine.messages import Message
from sampan.engine.seeds import commitment

from .consent import agreed, open_proposals, shown_kind, waiting
from .origins import shown
from .rows import Note, Proposal, Seat, TableRow
from .seating import as_seated_now
from .successor import next_table
from .table import Eyes, Table


def as_sent(message: Message) -> dict[str, Any]:
    """A message as it is sent."""
    return {"id": message[0], "args": message[1]}


def response(table: Table, token_hash: str | None) -> Response:
    """The table as the owner of this token may see it, as an answer."""
    return Response(view_bytes(table, table.viewer(token_hash)), media_type="application/json")


def view_bytes(table: Table, viewer: Eyes) -> bytes:
    """The view, as it goes over the wire: what is the same for all is written once, then what is this viewer's own."""
    if viewer not in table.views:
        if not table.shared_view:
            table.shared_view = written(shared(table))
        table.views[viewer] = table.shared_view[:-1] + b"," + written(personal(table, *viewer))[1:]
    return table.views[viewer]


def written(fields: dict[str, Any]) -> bytes:
    """As JSON."""
    return orjson.dumps(fields, option=orjson.OPT_SERIALIZE_NUMPY)


def shared(table: Table) -> dict[str, Any]:
    """What everybody may know, told from what a spectator sees."""
    row = table.row
    ended = table.status == "over" or (table.status == "closed" and table.started)
    seed_is_known = ended or not row.salt  # a seed that was asked for is no secret
    return {
        **heading(row, table.seats),
        "version": table.version,
        "own_box": table.game.own_box,
        "to_move": table.to_move if table.status == "running" else None,
        "since": row.moved_at,
        "deadline": table.deadline,
        "seed_hash": commitment(row.salt, row.seed),
        "seed": row.seed if seed_is_known else None,
        "salt": row.salt if seed_is_known else None,
        "moves": len(table.position.line) if table.position is not None else 0,
        "changes": [as_sent(message) for message in table.changes()],
        **table.result(),
        "proposals": [proposal(table, asked) for asked in open_proposals(table)],
        "next": next_table(table),
        "origin": shown(row),
        "notes": notes(table),
    }


def personal(table: Table, seat: int, host: bool, left: int | None) -> dict[str, Any]:
    """What is this viewer's own: the board through their eyes, and what they may do."""
    mine = {"you": None if seat == SPECTATOR else seat, "host": host, "left": left, "links": links(table, seat)}
    if table.position is None:
        return {**mine, "board": None, "legal": [], "undo": None, "restart": None}
    length, floor = len(table.position.line), table.undo_floor(seat)
    return {
        **mine,
        "board": board(table, seat),
        "legal": legal(table, seat),
        "undo": length - 1 if floor < length else None,
        "restart": floor if floor < length else None,
    }


def links(table: Table, seat: int) -> dict[str, Any] | None:
    """What one has made to come back to one's own seat, and on how many further devices it is open; never the links."""
    if seat == SPECTATOR:
        return None
    mine = [one for one in table.passes.values() if one.person == table.seats[seat].token_hash]
    made = {one.kind: one for one in mine}
    return {
        "device": made["link"].until if "link" in made else None,
        "recovery": made["recovery"].at if "recovery" in made else None,
        "devices": sum(one.kind == "device" for one in mine),
    }


def board(table: Table, seat: int) -> dict[str, Any]:
    """The game through a seat's eyes; what all see is told from what a spectator sees, and made once."""
    game, own = table.game, table.game.definition.own_view
    if own is None:
        return game.definition.view(game, table.hidden(seat), seat)
    if table.common_board is None:
        table.common_board = game.definition.view(game, table.hidden(SPECTATOR), SPECTATOR)
    return table.common_board if seat == SPECTATOR else own(game, table.hidden(seat), seat, table.common_board)


def heading(row: TableRow, seats: list[Seat]) -> dict[str, Any]:
    """What a list of tables shows of one."""
    return {
        "table": row.id,
        "game": row.game,
        "rules": row.rules,
        "box": row.box,
        "options": row.options,
        "listed": row.listed,
        "seating": row.seating,
        "auto_start": row.auto_start,
        "watchers_chat": row.watchers_chat,
        "hints": row.hints,
        "pace": {"kind": row.pace, "amount": row.pace_amount, "increment": row.pace_increment},
        "status": row.status,
        "opened_at": row.opened_at,
        "moved_at": row.moved_at,
        "ply": row.ply,
        "seats": [chair(seat) for seat in seats],
    }


def chair(seat: Seat) -> dict[str, Any]:
    """A seat without its secrets."""
    return {
        "seat": seat.seat,
        "kind": seat.kind,
        "name": seat.name,
        "bot": seat.bot or None,
        "taken": seat.kind == "bot" or (seat.token_hash is not None and not seat.away),
        "away": seat.away,
        "lapsed": seat.lapsed,
        "stands_in_for": seat.owner_name,
        "time_left": seat.time_left,
        "away_until": seat.away_until,
    }


def notes(table: Table) -> list[dict[str, Any]]:
    """What was said and done, by the seats people have now."""
    drawn = next((entry for entry in table.notes if entry.kind == "seats_drawn"), None)
    return [note(entry, as_seated_now(entry, drawn)) for entry in table.notes if entry is not drawn]


def note(entry: Note, seat: int | None) -> dict[str, Any]:
    """A note as a message; the words of a chat are its argument `text`."""
    who = {} if seat is None else {"who": seat}
    return {"number": entry.id, "at": entry.at, "id": f"table_{entry.kind}", "args": {**who, **entry.args}}


def legal(table: Table, seat: int) -> list[dict[str, Any]]:
    """The moves a viewer may make now: none but their own, for what others could do may tell what they hold."""
    if seat == SPECTATOR or seat != table.to_move or table.status != "running":
        return []
    game, hidden = table.game, table.hidden(seat)
    return [
        {"move": move, "text": game.move_text(move), **as_sent(game.describe(hidden, move))}
        for move in game.legal_moves(hidden)
    ]


def proposal(table: Table, asked: Proposal) -> dict[str, Any]:
    """What is being asked for, and whose answer is awaited."""
    return {
        "number": asked.number,
        "kind": shown_kind(asked),
        "by": asked.seat,
        "back_to": asked.back_to,
        "seat": asked.for_seat,
        "bot": asked.bot,
        "agreed": agreed(table, asked),
        "waiting": waiting(table, asked),
    }
