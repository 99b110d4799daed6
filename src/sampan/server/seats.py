"""Sitting down, leaving, handing a seat to a bot and taking it back: each makes a plan, or refuses."""

from __future__ import annotations

import time
from dataclasses import replace

from sampan import bots
from sampan.engine.errors import OptionError

from .consent import overdue
from .plans import chosen_seat, with_bot, with_seat
from .proposals import another_bot
from .refusals import Refused
from .rows import Note, Plan, Seat
from .settings import Settings
from .table import Table, hash_of


def checked_bot(name: str, settings: Settings) -> str:
    """The name of a bot that may sit at a table: one of ours, or one the server's owner has allowed."""
    most_seconds = settings.bot_seconds
    try:
        if not bots.is_built_in(name) and name not in settings.own_bots:
            raise OptionError(f"bot {name!r}: expected {', '.join((*bots.NAMES, *settings.own_bots))}")
        _, seconds = bots.load(name)
    except OptionError as error:
        raise Refused("bad_option", str(error)) from None
    if seconds > most_seconds:
        raise Refused("bad_option", f"bot {name!r}: expected at most {most_seconds:g} seconds a move")
    return name


def join(table: Table, token_hash: str, name: str, number: int | None, invite: str | None) -> Plan | None:
    """Sit down: on an invitation, in one's own seat again, or wherever a seat is free; the token becomes the seat's."""
    held = table.seat_held(token_hash)
    if held is not None:
        if number not in (None, held):
            raise Refused("already_seated", f"you sit in seat {held}", show=True)
        return returned(table, table.seats[held], name)
    if table.status == "over":
        raise Refused("not_running", "the game is over", show=True)
    seat = seat_for(table, token_hash, number, invite)
    taken = replace(seat, kind="human", name=name or seat.name or "Guest", away=False, bot="", token_hash=token_hash)
    if invite is not None:
        taken = replace(taken, invite_hash=None)
    return with_seat(table, taken, Note("joined", seat.seat, {"name": taken.name}, time.time()))


def returned(table: Table, seat: Seat, name: str) -> Plan | None:
    """Back in one's own seat; a bot that kept it warm gets up."""
    if seat.kind == "human":
        return None
    back = replace(seat, kind="human", bot="", name=name or seat.name)
    return with_seat(table, back, Note("returned", seat.seat, {"name": back.name}, time.time()))


def seat_for(table: Table, token_hash: str | None, number: int | None, invite: str | None) -> Seat:
    """The seat somebody may sit down in."""
    if invite is not None:
        asked = hash_of(invite)
        for seat in table.seats:
            if seat.invite_hash == asked and number in (None, seat.seat):
                return seat
        raise Refused("wrong_invite", "this invitation is not valid, or has been used")
    if number is None:
        left = table.seat_left(token_hash)
        free = [left] if left is not None else [seat.seat for seat in table.seats if seat.free]
        if not free:
            raise Refused("seat_taken", "no seat is free", show=True)
        number = free[0]
    seat = chosen_seat(table, number)
    if not seat.free:
        raise Refused("seat_taken", f"seat {number} is taken", show=True)
    return seat


def own(table: Table, token_hash: str | None) -> Seat:
    """The seat of whoever asks."""
    seat = table.seat_held(token_hash)
    if seat is None:
        raise Refused("not_seated", "no seat at this table is yours")
    return table.seats[seat]


def rename(table: Table, token_hash: str | None, name: str) -> Plan | None:
    """Another name for oneself."""
    seat = own(table, token_hash)
    if seat.name == name:
        return None
    return with_seat(table, replace(seat, name=name), Note("renamed", seat.seat, {"name": name}, time.time()))


def leave(table: Table, token_hash: str | None, bot: str | None) -> Plan:
    """Get up: before the start the seat is open again; later it waits for its owner, another, or plays as a bot."""
    seat = own(table, token_hash)
    if table.status == "over":
        raise Refused("not_running", "the game is over", show=True)
    note = Note("left", seat.seat, {"name": seat.name}, time.time())
    if table.status == "open":
        return with_seat(table, Seat(seat.seat, "open", ""), note)
    if bot is None:
        return with_seat(table, replace(seat, kind="human", bot="", away=True), note)
    return with_seat(table, replace(seat, kind="bot", bot=bot, away=True), note)


def give_to_bot(table: Table, token_hash: str | None, number: int, bot: str) -> Plan | None:
    """A bot for a seat: the host's choice before the start; then for one's own or a vacant one, or by consent."""
    seat, asker = chosen_seat(table, number), table.seat_held(token_hash)
    if asker is None and not table.hosted_by(token_hash):
        raise Refused("not_seated", "only people at the table may seat a bot")
    if table.status == "over":
        raise Refused("not_running", "the game is over", show=True)
    if (seat.kind, seat.bot) == ("bot", bot):
        return None
    if table.status == "open":
        return bot_before_start(table, token_hash, seat, bot)
    if asker == number:
        return with_bot(table, seat, bot, away=False)
    vacant = seat.away or overdue(table, number)
    if seat.kind != "bot" and not vacant:
        raise Refused("not_yours", f"somebody sits in seat {number}")
    if seat.kind != "bot" and (bot == bots.USUAL or not others_present(table, (asker, number))):
        return with_bot(table, seat, bot, away=True)
    if asker is not None:
        return another_bot(table, asker, number, bot)
    if any(other.token_hash is not None for other in table.seats):
        raise Refused("not_seated", "only people at the table may propose another bot")
    return with_bot(table, seat, bot, away=False)


def bot_before_start(table: Table, token_hash: str | None, seat: Seat, bot: str) -> Plan:
    """Before the start the host seats bots, where nobody else sits."""
    if not table.hosted_by(token_hash):
        raise Refused("not_yours", "before the start only the host seats bots")
    if seat.token_hash not in (None, token_hash):
        raise Refused("not_yours", f"somebody sits in seat {seat.seat}")
    return with_bot(table, seat, bot, away=False)


def others_present(table: Table, but: tuple[int | None, int]) -> bool:
    """Whether anybody else is at the table whose opponent a bot would be."""
    return any(
        seat.token_hash is not None and not seat.away and not overdue(table, seat.seat)
        for seat in table.seats
        if seat.seat not in but
    )


def free_seat(table: Table, token_hash: str | None, number: int) -> Plan:
    """Open a seat for anybody with the link, before the start."""
    seat = chosen_seat(table, number)
    if not table.hosted_by(token_hash):
        raise Refused("not_yours", "only whoever opened the table may open a seat")
    if table.status != "open":
        raise Refused("not_open", "the game has started already", show=True)
    if seat.kind == "human" and seat.token_hash is not None:
        raise Refused("seat_taken", f"somebody sits in seat {number}", show=True)
    return with_seat(table, Seat(number, "open", ""), Note("seat_opened", number, {}, time.time()))


def invite(table: Table, token_hash: str | None, number: int, new_hash: str) -> Plan:
    """A new invitation to a seat: to one's own, for another device, or by the host to one that nobody holds."""
    seat = chosen_seat(table, number)
    mine = table.seat_held(token_hash) == number
    nobodys = seat.token_hash is None or seat.away
    if not mine and not (table.hosted_by(token_hash) and nobodys):
        raise Refused("not_yours", f"seat {number} is not yours to invite to")
    if table.status == "over":
        raise Refused("not_running", "the game is over", show=True)
    return with_seat(table, replace(seat, invite_hash=new_hash), Note("invited", number, {}, time.time()))
