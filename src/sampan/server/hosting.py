"""What a host may do with seats before the start, and who may invite to a seat after it."""

from __future__ import annotations

from dataclasses import replace

from . import clock
from .clocks import gone, overdue
from .plans import check_goes_on, check_not_closed, chosen_seat, with_seat
from .refusals import Refused
from .rows import Note, Seat
from .table import Plan, Table


def check_host_before_start(table: Table, token_hash: str | None, doing: str) -> None:
    """Only the host, and only before the start."""
    if not table.hosted_by(token_hash):
        raise Refused("not_yours", f"only the host can {doing}")
    check_not_closed(table)
    if table.status != "open":
        raise Refused("not_open", "the game has already started", show=True)


def free_seat(table: Table, token_hash: str | None, number: int) -> Plan:
    """Open a seat for anybody with the link."""
    seat = chosen_seat(table, number)
    check_host_before_start(table, token_hash, "open a seat")
    if seat.token_hash is not None:
        raise Refused("seat_taken", f"seat {number} is taken", show=True)
    return with_seat(table, Seat(number, "open", ""), Note("seat_opened", number, {}, clock.now()))


def remove(table: Table, token_hash: str | None, number: int) -> Plan | None:
    """Remove a guest; the seat is kept for an invitation, so that they do not come straight back by the link."""
    seat = chosen_seat(table, number)
    check_host_before_start(table, token_hash, "remove a player")
    if seat.token_hash is None:
        return None
    if seat.token_hash == table.person(token_hash):
        raise Refused("not_yours", f"seat {number} is your own: leave it instead")
    return with_seat(table, Seat(number, "human", ""), Note("removed", number, {"name": seat.name}, clock.now()))


def close(table: Table, token_hash: str | None) -> Plan | None:
    """Close a table that has not started: nobody can join or start it any more."""
    if table.status == "closed" and table.hosted_by(token_hash):
        return None
    check_host_before_start(table, token_hash, "close the table")
    return Plan({"status": "closed"}, notes=[Note("closed", table.seat_held(token_hash), {}, clock.now())])


def manners(
    table: Table, token_hash: str | None, auto_start: bool | None, watchers_chat: bool | None, hints: bool | None
) -> Plan | None:
    """How the table is run; whether those who watch may chat also while it is played, the rest only before."""
    if not table.in_charge(token_hash):
        raise Refused("not_yours", "only the host can change the table's options")
    check_not_closed(table)
    plan = Plan()
    if auto_start is not None and auto_start != table.row.auto_start:
        plan.values["auto_start"] = auto_start
    if hints is not None and hints != table.row.hints:
        plan.values["hints"] = hints
    if plan.values and table.status != "open":
        raise Refused("not_open", "the game has already started", show=True)
    if watchers_chat is not None and watchers_chat != table.row.watchers_chat:
        plan.values["watchers_chat"] = watchers_chat
    return plan if plan.values else None


def invite(table: Table, token_hash: str | None, number: int, new_hash: str) -> Plan:
    """A new invitation to a seat that nobody holds; never one that opens somebody's hand."""
    seat = chosen_seat(table, number)
    check_goes_on(table)
    if not may_invite(table, token_hash, seat):
        raise Refused("not_yours", f"you can't invite anyone to seat {number}")
    there = seat if table.status == "running" else Seat(number, "human", seat.name if seat.kind == "human" else "")
    return with_seat(table, replace(there, invite_hash=new_hash), Note("invited", number, {}, clock.now()))


def may_invite(table: Table, token_hash: str | None, seat: Seat) -> bool:
    """The host, or anybody at the table once the host has left: to a seat that nobody holds."""
    if table.status == "open":
        return table.hosted_by(token_hash) and seat.token_hash is None
    return table.in_charge(token_hash) and seat.token_hash is not None and given_up(table, seat)


def given_up(table: Table, seat: Seat) -> bool:
    """Whether nobody holds a seat: never taken, left, or its person let their time run out or is long gone."""
    return seat.token_hash is None or seat.away or overdue(table, seat.seat) or gone(table, seat)
