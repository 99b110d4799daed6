"""Whose consent something needs: everybody's who owns a seat, whether they are here or not."""

from __future__ import annotations

from .clocks import overdue
from .rows import Proposal, Seat
from .successor import KIND as REMATCH
from .table import Plan, Table

MEANWHILE = "meanwhile"  # the kind of a proposed bot that plays until the chosen one is ready


def voters(table: Table, but: int) -> list[int]:
    """The people who are asked: also those who have left or let a bot play, but nobody whose time has run out."""
    here = [s.seat for s in table.seats if s.token_hash is not None and s.seat != but and not s.lapsed]
    return [seat for seat in here if not overdue(table, seat)]


def agreed(table: Table, proposal: Proposal) -> list[int]:
    """The seats that have said yes."""
    return [vote.seat for vote in table.votes if vote.number == proposal.number and vote.agreed]


def waiting(table: Table, proposal: Proposal) -> list[int]:
    """The seats whose answer is still awaited; those who have left a game are not asked to play another."""
    given = [vote.seat for vote in table.votes if vote.number == proposal.number]
    asked = [seat for seat in voters(table, proposal.seat) if seat not in given]
    return [seat for seat in asked if not table.seats[seat].away] if proposal.kind == REMATCH else asked


def open_proposals(table: Table) -> list[Proposal]:
    """What is being asked for now."""
    return [proposal for proposal in table.proposals if proposal.outcome == "open"]


def shown_kind(proposal: Proposal) -> str:
    """What everybody is asked; whether the bot would play for good follows from when it was asked."""
    return "bot" if proposal.kind == MEANWHILE else proposal.kind


def ended_by(table: Table, plan: Plan) -> dict[int, str]:
    """The open proposals that have no object any more once this plan is carried out."""
    void = [p.number for p in open_proposals(table) if p.number not in plan.outcomes and is_void(table, plan, p)]
    return dict.fromkeys(void, "void")


def is_void(table: Table, plan: Plan, proposal: Proposal) -> bool:
    """Something was played, the seat is another's or plays otherwise, or the game is over."""
    played = plan.entry is not None and proposal.kind == "takeback"
    owners = any(seat.token_hash != table.seats[seat.seat].token_hash for seat in plan.seats)
    changed = any(
        seat.seat == proposal.for_seat and playing(seat) != playing(table.seats[seat.seat]) for seat in plan.seats
    )
    return played or owners or changed or plan.values.get("status") in ("over", "closed")


def playing(seat: Seat) -> tuple[str, str, bool]:
    """Who plays in a seat."""
    return seat.kind, seat.bot, seat.away
