"""A weaker bot plays where the chosen one is still being compiled: until that one is ready, not for good."""

from __future__ import annotations

from dataclasses import replace

from sampan.compiling.readiness import Readiness

from . import clock
from .plans import bot_name, with_seat
from .rows import Note, Seat
from .table import Plan, Table


def kept_in_mind(table: Table, plan: Plan, readiness: Readiness) -> None:
    """Let a bot that is seated in the place of one that is not ready play until it is."""
    for place, seat in enumerate(plan.seats):
        before = table.seats[seat.seat]
        chosen = before.chosen or before.bot
        if table.status != "running" or (before.kind, seat.kind) != ("bot", "bot") or seat.bot in (before.bot, chosen):
            continue
        if readiness.wait_for_bot(table.game.name, chosen) is None:
            continue
        if seat.bot == readiness.weaker(table.game.name, chosen):
            plan.seats[place] = replace(seat, chosen=chosen)
            said = Note("bot_meanwhile", seat.seat, {"bot": seat.bot, "chosen": chosen}, clock.now())
            plan.notes = [said if note.kind == "bot_seated" else note for note in plan.notes]


def back_again(table: Table, number: int) -> Plan | None:
    """The chosen bot is ready, and plays on."""
    seat: Seat = table.seats[number]
    if seat.kind != "bot" or not seat.chosen:
        return None
    name = bot_name(seat.chosen) if seat.name == bot_name(seat.bot) else seat.name
    note = Note("bot_back", number, {"bot": seat.chosen, "meanwhile": seat.bot}, clock.now())
    return with_seat(table, replace(seat, bot=seat.chosen, chosen="", name=name), note)
