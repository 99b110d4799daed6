"""A weaker bot plays where the chosen one is still being compiled: until that one is ready, not for good."""

from __future__ import annotations

from dataclasses import replace

from sampan.compiling.readiness import Readiness

from . import clock
from .consent import MEANWHILE
from .plans import bot_name, with_seat
from .rows import Note, Seat
from .table import Plan, Table


def kept_in_mind(table: Table, plan: Plan, readiness: Readiness) -> None:
    """Let a bot that is seated in the place of one that is not ready play until it is."""
    if table.status != "running":
        return
    asked = plan.proposal
    if asked is not None and asked.kind == "bot" and asked.for_seat is not None:
        chosen = chosen_at(table, asked.for_seat)
        if is_waited_for(table, chosen, readiness) and asked.bot == readiness.weaker(table.game.name, chosen):
            plan.proposal = replace(asked, kind=MEANWHILE)
    done = [number for number, outcome in plan.outcomes.items() if outcome == "agreed"]
    agreed = [one.for_seat for one in table.proposals if one.kind == MEANWHILE and one.number in done]
    for seat in list(plan.seats):
        before, chosen = table.seats[seat.seat], chosen_at(table, seat.seat)
        if (before.kind, seat.kind) != ("bot", "bot") or seat.bot in (before.bot, chosen):
            continue
        if is_waited_for(table, chosen, readiness):
            if seat.seat in agreed or seat.bot == readiness.weaker(table.game.name, chosen):
                said = Note("bot_meanwhile", seat.seat, {"bot": seat.bot, "chosen": chosen}, clock.now())
                change(plan, replace(seat, chosen=chosen), said)
        elif seat.seat in agreed:  # everybody said yes to something that need not be any more
            change(plan, before, None)


def chosen_at(table: Table, number: int) -> str:
    """The bot that was chosen for a seat, whichever plays there now."""
    return table.seats[number].chosen or table.seats[number].bot


def is_waited_for(table: Table, bot: str, readiness: Readiness) -> bool:
    """Whether a bot is still being compiled."""
    return readiness.wait_for_bot(table.game.name, bot) is not None


def change(plan: Plan, seat: Seat, said: Note | None) -> None:
    """Another bot than planned in a seat, and what is said of it."""
    plan.seats = [seat if planned.seat == seat.seat else planned for planned in plan.seats]
    notes = [said if note.kind == "bot_seated" else note for note in plan.notes]
    plan.notes = [note for note in notes if note is not None]


def back_again(table: Table, number: int) -> Plan | None:
    """The chosen bot is ready, and plays on."""
    seat: Seat = table.seats[number]
    if seat.kind != "bot" or not seat.chosen:
        return None
    name = bot_name(seat.chosen) if seat.name == bot_name(seat.bot) else seat.name
    note = Note("bot_back", number, {"bot": seat.chosen, "meanwhile": seat.bot}, clock.now())
    return with_seat(table, replace(seat, bot=seat.chosen, chosen="", name=name), note)
