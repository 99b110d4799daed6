"""What one person alone may not do in a running game: proposed by one, done when everybody who owns a seat agrees.

To play again is asked for in the same way, but each sits down for themselves, and a no ends it for nobody else.
"""

from __future__ import annotations

from . import clock
from .consent import open_proposals, shown_kind, waiting
from .plans import with_bot
from .refusals import Refused
from .rows import Note, Proposal, Vote
from .successor import KIND as REMATCH
from .table import Plan, Table, replay
from .turns import back, check_ply, running_seat


def takeback(table: Table, token_hash: str | None, ply: int, back_to: int) -> Plan | None:
    """Ask whether the game may go back to after this many moves; void as soon as anything is played."""
    seat = running_seat(table, token_hash)
    check_ply(table, ply)
    length = len(table.stage().line)
    if not 0 <= back_to < length:
        raise Refused("nothing_to_undo", f"back_to = {back_to}: expected 0..{length - 1}", show=True)
    now = clock.now()
    wanted = Proposal(next_number(table), "takeback", seat, back_to, None, None, "open", now)
    return proposed(table, wanted, Note("takeback_asked", seat, {"moves": back_to}, now))


def last_decision(table: Table, token_hash: str | None, ply: int) -> Plan | None:
    """Back to where one last had a choice, with all that others have played since: at once where only bots have."""
    seat = running_seat(table, token_hash)
    check_ply(table, ply)
    game, found = table.game, None
    for at, (before, _, _) in enumerate(replay(game, table.row, table.moves)):
        if game.to_move(before) == seat and len(game.legal_moves(game.hide(before, seat))) > 1:
            found = at
    if found is None:
        raise Refused("nothing_to_undo", "you have not made a move yet", show=True)
    return takeback(table, token_hash, ply, found)


def another_bot(table: Table, seat: int, number: int, bot: str) -> Plan | None:
    """Ask whether this bot may play for a seat; open until it is answered or the seat has changed."""
    now = clock.now()
    wanted = Proposal(next_number(table), "bot", seat, None, number, bot, "open", now)
    return proposed(table, wanted, Note("bot_asked", seat, {"whom": number, "bot": bot}, now))


def next_number(table: Table) -> int:
    """Proposals are numbered from 1 on at each table."""
    return 1 + max((proposal.number for proposal in table.proposals), default=0)


def proposed(table: Table, wanted: Proposal, note: Note) -> Plan | None:
    """Done at once where nobody else is asked. The same again changes nothing, unless nobody is awaited any more."""
    there = next((p for p in open_proposals(table) if subject(p) == subject(wanted)), None)
    if there is not None and (there.seat, there.back_to, there.bot) != (wanted.seat, wanted.back_to, wanted.bot):
        raise Refused("proposal_open", f"proposal {there.number} is still open: answer it first", show=True)
    if not waiting(table, there or wanted):
        return carried_out(table, there or wanted, stored=there is not None)
    return None if there is not None else Plan(proposal=wanted, notes=[note])


def subject(proposal: Proposal) -> tuple[str, int | None]:
    """What a proposal is about; about one thing there is one at a time."""
    return shown_kind(proposal), proposal.for_seat


def carried_out(table: Table, proposal: Proposal, stored: bool) -> Plan:
    """The plan of what everybody has agreed to."""
    if proposal.back_to is not None:
        plan = back(table, proposal.seat, proposal.back_to)
    else:
        assert proposal.for_seat is not None and proposal.bot is not None
        seat = table.seats[proposal.for_seat]
        plan = with_bot(table, seat, proposal.bot, away=seat.away)
    if stored:
        plan.outcomes[proposal.number] = "agreed"
    return plan


def answer(table: Table, token_hash: str | None, number: int, yes: bool) -> Plan | None:
    """Agree or decline, also where one has left; the last to agree carries it out. To decline one's own withdraws."""
    seat = table.seat_owned(token_hash)
    if seat is None:
        raise Refused("not_seated", "you have no seat at this table")
    asked = next((proposal for proposal in table.proposals if proposal.number == number), None)
    if asked is None:
        raise Refused("no_proposal", f"proposal {number}: not found", show=True)
    if answered(table, asked, seat) is yes:
        return None
    if asked.outcome != "open":
        raise Refused("no_proposal", f"proposal {number} is no longer open: {asked.outcome}", show=True)
    if seat == asked.seat:
        return Plan(outcomes={number: "withdrawn"}, notes=[Note("withdrawn", seat, {}, clock.now())])
    if answered(table, asked, seat) is not None:
        raise Refused("no_proposal", f"proposal {number}: you have already answered", show=True)
    if yes and asked.kind == REMATCH:
        raise Refused("no_proposal", f"proposal {number}: accept it by taking your seat, with POST .../again")
    return voted(table, asked, Vote(number, seat, yes, clock.now()))


def answered(table: Table, asked: Proposal, seat: int) -> bool | None:
    """What this seat has said so far; to propose is to agree."""
    if seat == asked.seat:
        return asked.outcome != "withdrawn"
    return next((vote.agreed for vote in table.votes if (vote.number, vote.seat) == (asked.number, seat)), None)


def voted(table: Table, asked: Proposal, vote: Vote) -> Plan:
    """The plan of one more answer."""
    said = Note("agreed", vote.seat, {}, vote.at) if vote.agreed else Note("declined", vote.seat, {}, vote.at)
    rest = [seat for seat in waiting(table, asked) if seat != vote.seat]
    if asked.kind == REMATCH:
        plan = Plan(outcomes={} if rest else {asked.number: "agreed"})
    elif not vote.agreed:
        plan = Plan(outcomes={asked.number: "declined"})
    else:
        plan = Plan() if rest else carried_out(table, asked, stored=True)
    plan.vote = vote
    plan.notes = [said, *plan.notes]
    return plan
