"""Who sits where when a game starts: as they came, or drawn from the game's seed; and a start that comes by itself."""

from __future__ import annotations

from dataclasses import replace

from sampan.engine.errors import SampanError
from sampan.engine.seeds import seating

from . import clock
from .fingerprints import fingerprint
from .refusals import Refused
from .rows import Note, RowChange, Seat, TableRow
from .table import Plan, Table, deal, game_of, seed_of


def order_of(row: TableRow, players: int) -> list[int]:
    """Who comes to sit in each seat: by the number of the seat they had before the start."""
    return seating(seed_of(row), players) if row.seating == "random" else list(range(players))


def empty_seats(seats: list[Seat]) -> list[int]:
    """The seats in which nobody sits yet."""
    return [s.seat for s in seats if s.kind == "open" or (s.kind == "human" and s.token_hash is None)]


def begun(table: Table, seats: list[Seat], by: int | None) -> Plan:
    """The plan of a start with these people: seats are drawn where that was chosen, and the game is dealt."""
    order, now = order_of(table.row, len(seats)), clock.now()
    seated = [replace(seats[who], seat=place) for place, who in enumerate(order)]
    options = game_of(table.row).reseated(table.row.options, order)
    try:
        position = deal(table.game, replace(table.row, options=options))
    except SampanError as error:  # a table that was laid out before the rules changed
        raise Refused("bad_option", str(error)) from None
    to_move = table.game.to_move(position.state)
    values: RowChange = {
        "status": "running",
        "to_move": to_move,
        "bot_due": seated[to_move].kind == "bot",
        "moved_at": now,
        "dealt": fingerprint(table.game, position),
        "rules": table.game.version,
        "box": table.game.box.hash,
    }
    if table.row.seating == "given":
        return Plan(values, notes=[Note("started", by, {}, now)], after=position)
    values["options"] = options
    said = Note("seats_drawn", None, {"seating": order}, now)
    starter = None if by is None else order.index(by)
    return Plan(values, seats=seated, notes=[said, Note("started", starter, {}, now)], after=position)


def started_by_itself(table: Table, plan: Plan) -> Plan:
    """The same plan, with the start where that was chosen and nobody is awaited any more."""
    wanted = plan.values.get("auto_start", table.row.auto_start)
    if table.status != "open" or not wanted or "status" in plan.values:
        return plan
    changed = {seat.seat: seat for seat in plan.seats}
    seats = [changed.get(seat.seat, seat) for seat in table.seats]
    people = any(seat.token_hash is not None for seat in seats)
    if empty_seats(seats) or not people or not (plan.seats or "auto_start" in plan.values):
        return plan
    start = begun(table, seats, None)
    values: RowChange = {**plan.values, **start.values}
    return replace(
        plan, values=values, seats=start.seats or plan.seats, notes=[*plan.notes, *start.notes], after=start.after
    )


def as_seated_now(note: Note, drawn: Note | None) -> int | None:
    """The seat of whoever a note is about, where it was written before seats were drawn."""
    if drawn is None or note.seat is None or note.id >= drawn.id:
        return note.seat
    order: list[int] = drawn.args["seating"]
    return order.index(note.seat)
