"""Sitting down, leaving, handing a seat to a bot and taking it back: each makes a plan, or refuses."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

from sampan import bots
from sampan.engine.errors import OptionError

from . import clock
from .clocks import overdue
from .hosting import given_up
from .plans import LONGEST_NAME, check_goes_on, check_not_closed, chosen_seat, with_bot, with_seat
from .proposals import another_bot
from .refusals import Refused
from .rows import Note, Seat
from .settings import Settings
from .table import Plan, Table, hash_of


def checked_bot(name: str, settings: Settings) -> str:
    """The name of a bot that may sit at a table: one of ours, or one the server's owner has allowed."""
    most_seconds = settings.bot_seconds
    try:
        if not bots.is_built_in(name) and name not in settings.custom_bots:
            raise OptionError(f"bot {name!r}: expected {', '.join((*bots.NAMES, *settings.custom_bots))}")
        bots.load(name)
        seconds = bots.cost(name)
    except OptionError as error:
        raise Refused("bad_option", str(error)) from None
    if seconds > most_seconds:
        raise Refused(
            "bad_option",
            f"bot {name!r}: expected at most {most_seconds:g} seconds per move, about "
            f"{most_seconds * bots.ITERATIONS:g} iterations",
        )
    return name


def join(
    table: Table, token_hash: str, name: str, number: int | None, invite: str | None, sitter: str | None = None
) -> Plan | None:
    """Sit down: in one's own seat again, on an invitation, or in an open seat; the token becomes the seat's."""
    check_not_closed(table)
    owned = table.seat_owned(token_hash)
    owned = table.seat_kept(token_hash) if owned is None else owned
    if owned is not None:
        drawn = table.started and table.row.seating == "random"  # they name the seat they had before
        if number not in (None, owned) and not drawn:
            raise Refused("already_seated", f"seat {owned} is yours: expected that one", show=True)
        return returned(table, token_hash, table.seats[owned], name)
    check_goes_on(table)
    seat = seat_for(table, number, invite)
    called = distinct(table, name or seat.name or "Guest", seat.seat)
    taken = Seat(seat.seat, "human", called, token_hash=token_hash, sitter=sitter, time_left=seat.time_left)
    if table.status == "running" and (seat.lapsed or not seat.away):  # who has not left gets the seat back on return
        kept = seat.owner_hash or seat.token_hash, seat.owner_name or seat.name
        taken = replace(taken, owner_hash=kept[0], owner_name=kept[1])
    plan = with_seat(table, taken, Note("joined", seat.seat, {"name": called}, clock.now()))
    if table.hosted_by(seat.token_hash):  # whoever takes over from the host
        plan.values["host_hash"] = token_hash
    return plan


def returned(table: Table, token_hash: str, seat: Seat, name: str) -> Plan | None:
    """Back in one's own seat: a bot or a friend who kept it warm gets up, and nobody is invited to it any more."""
    friend = seat.owner_hash is not None and table.person(token_hash) == seat.owner_hash
    if table.status == "over" or (seat.kind == "human" and not seat.away and not friend):
        return None
    called = distinct(table, name or (seat.owner_name if friend else None) or seat.name, seat.seat)
    back = replace(seat, kind="human", bot="", away=False, lapsed=False, name=called, invite_hash=None, away_until=None)
    back = replace(back, chosen="")
    plan = with_seat(table, back, Note("returned", seat.seat, {"name": called}, clock.now()))
    if friend:
        plan.seats = [replace(back, token_hash=seat.owner_hash, owner_hash=None, owner_name=None)]
        if table.hosted_by(seat.token_hash):
            plan.values["host_hash"] = seat.owner_hash or ""
    return plan


def seat_for(table: Table, number: int | None, invite: str | None) -> Seat:
    """The seat somebody new may sit down in: by the link only where it is open."""
    if invite is not None:
        asked = hash_of(invite)
        for seat in table.seats:
            if seat.invite_hash == asked and given_up(table, seat) and number in (None, seat.seat):
                return seat
        raise Refused("wrong_invite", "this invite was already used or is not valid")
    if number is None:
        number = next((seat.seat for seat in table.seats if seat.kind == "open"), None)
        if number is None:
            raise Refused("seat_taken", "no seat is open: expected an invite", show=True)
    seat = chosen_seat(table, number)
    if seat.kind != "open":
        raise Refused("seat_taken", f"seat {number} is not open: expected an invite", show=True)
    return seat


def alike(name: str) -> str:
    """Names that look the same count as one."""
    return unicodedata.normalize("NFKC", name).casefold()


def others_names(table: Table, number: int) -> set[str]:
    """What the others at the table are called."""
    return {alike(seat.name) for seat in table.seats if seat.seat != number}


def distinct(table: Table, name: str, number: int) -> str:
    """A name that nobody else at the table goes by: this one, or with a number."""
    taken = others_names(table, number)
    numbered = (f"{name[: LONGEST_NAME - 3]} {n}" for n in range(2, len(table.seats) + 2))
    return next((called for called in (name, *numbered) if alike(called) not in taken), name)


def seat_of(table: Table, token_hash: str | None) -> Seat:
    """The seat of whoever asks."""
    seat = table.seat_held(token_hash)
    if seat is None:
        raise Refused("not_seated", "you have no seat at this table")
    return table.seats[seat]


def rename(table: Table, token_hash: str | None, name: str) -> Plan | None:
    """Another name for oneself."""
    seat = seat_of(table, token_hash)
    check_not_closed(table)
    if seat.name == name:
        return None
    if alike(name) in others_names(table, seat.seat):
        raise Refused("name_taken", f"{name!r}: somebody at this table already has that name")
    return with_seat(table, replace(seat, name=name), Note("renamed", seat.seat, {"name": name}, clock.now()))


def leave(table: Table, token_hash: str | None, bot: str | None) -> Plan:
    """Get up: before the start the seat is open again, and the next is host; later it waits, or a bot plays for it."""
    seat = seat_of(table, token_hash)
    check_goes_on(table)
    note = Note("left", seat.seat, {"name": seat.name}, clock.now())
    if table.status == "open":
        plan = with_seat(table, Seat(seat.seat, "open", ""), note)
        rest = [other.token_hash for other in table.seats if other.token_hash not in (None, seat.token_hash)]
        if table.hosted_by(token_hash) and rest:
            plan.values["host_hash"] = rest[0]
        return plan
    if bot is None:
        return with_seat(table, replace(seat, kind="human", bot="", away=True, lapsed=False, chosen=""), note)
    return with_seat(table, replace(seat, kind="bot", bot=bot, away=True, lapsed=False, chosen=""), note)


def give_to_bot(table: Table, token_hash: str | None, number: int, bot: str) -> Plan | None:
    """A bot for a seat: the host's choice before the start; then for one's own or a vacant one, or by consent."""
    seat, asker = chosen_seat(table, number), table.seat_held(token_hash)
    if asker is None and not table.hosted_by(token_hash):
        raise Refused("not_seated", "only players at the table can add a bot")
    check_goes_on(table)
    if (seat.kind, seat.bot) == ("bot", bot):
        return None
    if table.status == "open":
        return bot_before_start(table, token_hash, seat, bot)
    if asker == number:
        return with_bot(table, seat, bot, away=False)
    if seat.kind != "bot" and not given_up(table, seat):
        raise Refused("not_yours", f"seat {number} is taken")
    if seat.kind != "bot" and (bot == bots.USUAL or not others_present(table, (asker, number))):
        return with_bot(table, seat, bot, away=True)
    if asker is not None:
        return another_bot(table, asker, number, bot)
    if any(other.token_hash is not None for other in table.seats):
        raise Refused("not_seated", "only players at the table can suggest another bot")
    return with_bot(table, seat, bot, away=False)


def bot_before_start(table: Table, token_hash: str | None, seat: Seat, bot: str) -> Plan:
    """Before the start the host seats bots, where nobody else sits."""
    if not table.hosted_by(token_hash):
        raise Refused("not_yours", "before the start only the host can add bots")
    if seat.token_hash not in (None, table.person(token_hash)):
        raise Refused("not_yours", f"seat {seat.seat} is taken")
    return with_bot(table, seat, bot, away=False)


def others_present(table: Table, but: tuple[int | None, int]) -> bool:
    """Whether anybody else is at the table whose opponent a bot would be."""
    return any(
        seat.token_hash is not None and not seat.away and not overdue(table, seat.seat)
        for seat in table.seats
        if seat.seat not in but
    )
