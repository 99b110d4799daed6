"""Plans and checks that several changes of a table share: closing it, changing one of its seats."""

from __future__ import annotations

from dataclasses import replace

from . import clock
from .refusals import Refused
from .rows import Note, Proposal, Seat
from .table import Plan, Table

LONGEST_NAME = 40


def closing(note: Note, proposals: list[Proposal]) -> Plan:
    """A plan that closes a table for good; nothing that was proposed can be done any more."""
    void = {proposal.number: "void" for proposal in proposals if proposal.outcome == "open"}
    return Plan({"status": "closed", "bot_due": False}, notes=[note], outcomes=void)


def check_not_closed(table: Table) -> None:
    """Nothing is done at a table that is closed."""
    if table.status == "closed":
        raise Refused("table_closed", "this table is closed", show=True)


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
    named = seat.token_hash is not None or (seat.kind == "bot" and seat.name != bot_name(seat.bot))
    name = seat.name if named else bot_name(bot)
    note = Note("bot_seated", seat.seat, {"bot": bot}, clock.now())
    invite = None if table.status == "open" else seat.invite_hash
    lapsed = away and (seat.lapsed or not seat.away)  # it is others who say so
    plays = replace(seat, kind="bot", bot=bot, name=name, away=away, lapsed=lapsed, invite_hash=invite, chosen="")
    return with_seat(table, plays, note)
