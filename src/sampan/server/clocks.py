"""Whose time runs, and what is left of it: the server's clock decides, pages count down.

`tables.due_at` is when the time of whoever must decide runs out. Where minutes are for a whole game, `seats.time_left`
is what a seat has left while its clock stands. At zero a bot takes over by itself; the seat stays its owner's.
"""

from __future__ import annotations

from dataclasses import replace

from sampan import bots

from . import clock
from .plans import with_seat
from .rows import Note, Seat
from .table import DAY, Plan, Table

UNITS = {"soft": 1.0, "seconds": 1.0, "minutes": 60.0, "days": DAY}  # seconds in one of a pace's amount
ENDING = ("seconds", "minutes", "days")  # the paces at whose end a bot takes over; a soft clock only shows
GONE_SECONDS = 2 * DAY
GRACE = 60.0  # seconds that somebody has at least who comes back to a clock of minutes


def overdue(table: Table, number: int) -> bool:
    """Whether this seat has let its time run out."""
    late = table.deadline is not None and clock.now() > table.deadline
    return late and table.row.pace in ENDING and table.to_move == number


def gone(table: Table, seat: Seat) -> bool:
    """Whether, where no clock says so, a seat's person has kept everybody waiting for two days without being here."""
    waits = table.status == "running" and table.to_move == seat.seat and seat.kind == "human"
    if not waits or table.row.pace in ENDING:
        return False
    seen = table.seen.get(seat.token_hash or "", 0.0)
    return clock.now() - max(seen, table.row.moved_at, seat.away_until or 0.0) >= GONE_SECONDS


def run_out(table: Table) -> Plan | None:
    """Time is up: the usual bot plays on, and the log says so; whoever was late takes the seat back with `join`."""
    if table.status != "running" or not overdue(table, table.to_move):
        return None
    seat = table.seats[table.to_move]
    late = replace(seat, kind="bot", bot=bots.USUAL, away=True, lapsed=seat.lapsed or not seat.away)
    return with_seat(table, late, Note("time_out", seat.seat, {}, clock.now()))


def settle(table: Table, plan: Plan) -> None:
    """What a plan does to the clocks, written with it."""
    row = replace(table.row, **plan.values)
    if row.pace == "none" or not row.started:
        return
    if row.status != "running":
        plan.values["due_at"] = None
        return
    before = table.seats[table.to_move] if table.status == "running" else None
    seats = {seat.seat: seat for seat in (*table.seats, *plan.seats)}
    now = plan.values.get("moved_at") or clock.now()
    if row.pace == "minutes":
        settle_minutes(table, plan, seats, before, row.to_move, now)
    after = seats[row.to_move]
    moved = plan.entry is not None or before is None
    if not moved and before is not None and running(before) == running(after):
        return
    if after.kind != "human":
        plan.values["due_at"] = None
    elif row.pace == "minutes":
        plan.values["due_at"] = now + (after.time_left or 0.0)
    elif moved or before is None or before.kind != "human" or table.row.due_at is None or owner(before) != owner(after):
        plan.values["due_at"] = begins(after, now) + row.pace_amount * UNITS[row.pace]
    else:  # the clock stood still for a while, or does from now on
        plan.values["due_at"] = begins(after, now) + table.row.due_at - begins(before, now)


def running(seat: Seat) -> tuple[str, str | None, float | None]:
    """What a seat's clock depends on."""
    return seat.kind, seat.token_hash, seat.away_until


def owner(seat: Seat) -> str | None:
    """Whose time it is; a further device or a friend who plays on has the time there is."""
    return seat.owner_hash or seat.token_hash


def begins(seat: Seat, now: float) -> float:
    """When a clock that is started now runs: it stands still while its owner is away."""
    return max(now, seat.away_until or 0.0)


def settle_minutes(
    table: Table, plan: Plan, seats: dict[int, Seat], before: Seat | None, to_move: int, now: float
) -> None:
    """What everybody has left; who has decided and ends a turn gets the increment, and loses it who takes that back."""
    row = table.row
    changed: dict[int, float] = {}
    if before is None:
        changed = dict.fromkeys(seats, row.pace_amount * UNITS["minutes"])
    elif row.due_at is not None:
        changed[before.seat] = max(0.0, row.due_at - now)
    if before is not None and plan.entry is not None and to_move != before.seat:
        if plan.entry.move is not None and before.kind == "human":
            changed[before.seat] = changed.get(before.seat, 0.0) + row.pace_increment
        elif plan.entry.move is None:
            left = seats[to_move].time_left or 0.0
            changed[to_move] = max(left - row.pace_increment, min(left, row.pace_increment))
    for seat in plan.seats:
        if seat.kind == "human" and table.seats[seat.seat].kind == "bot":  # back: what is left, but enough to play on
            changed[seat.seat] = max(seat.time_left or 0.0, GRACE, row.pace_increment)
    for number, left in changed.items():
        seats[number] = replace(seats[number], time_left=left)
        plan.seats = [*(seat for seat in plan.seats if seat.seat != number), seats[number]]
