"""The plans that others are made of: a seat changed, a bot seated."""

from __future__ import annotations

import time
from dataclasses import replace

from .refusals import Refused
from .rows import Note, Plan, Seat
from .table import Table

LONGEST_NAME = 40


def check_not_closed(table: Table) -> None:
    """Nothing is done at a table that its host has closed."""
    if table.status == "closed":
        raise Refused("table_closed", "the host has closed this table", show=True)


def check_goes_on(table: Table) -> None:
    """Nobody sits down or is invited where there is nothing left to play."""
    check_not_closed(table)
    if table.status == "over":
        raise Refused("not_running", "the game is over", show=True)


def chosen_seat(table: Table, number: int) -> Seat:
    """A seat by its number."""
    if not 0 <= number < len(table.seats):
        raise Refused("no_seat", f"seat {number}: expected 0..{len(table.seats) - 1}")
    return table.seats[number]


def with_seat(table: Table, seat: Seat, note: Note) -> Plan:
    """A plan that changes one seat; whether a bot must move now may change with it."""
    due = (
        table.status == "running" and (seat if table.to_move == seat.seat else table.seats[table.to_move]).kind == "bot"
    )
    return Plan({"bot_due": due}, seats=[seat], notes=[note])


def bot_name(bot: str) -> str:
    """What a bot is called where nobody has named it."""
    return bot.partition(":")[0][:LONGEST_NAME]


def with_bot(table: Table, seat: Seat, bot: str, away: bool) -> Plan:
    """A plan by which a bot plays for a seat; its owner, if it has one, may take it back."""
    name = seat.name if seat.token_hash is not None else bot_name(bot)
    note = Note("bot_seated", seat.seat, {"bot": bot}, time.time())
    invite = None if table.status == "open" else seat.invite_hash
    return with_seat(table, replace(seat, kind="bot", bot=bot, name=name, away=away, invite_hash=invite), note)
