"""Going back beyond one's own turn: proposed by one, agreed by everybody else at the table."""

from __future__ import annotations

import time

from .play import back, check_ply, running_seat
from .refusals import Refused
from .rows import Answer, Note, Plan, Takeback
from .table import Table
from .views import takeback as open_takeback
from .views import voters


def propose(table: Table, token_hash: str | None, ply: int, back_to: int) -> Plan | None:
    """Ask the others whether the game may go back to after this many moves; bots do not mind."""
    seat = running_seat(table, token_hash)
    check_ply(table, ply)
    asked = open_takeback(table)
    if asked is not None:
        if (asked["by"], asked["back_to"]) == (seat, back_to):
            return None
        raise Refused("takeback_open", "a take-back has been proposed already: answer that one first", show=True)
    length = len(table.stage().line)
    if not 0 <= back_to < length:
        raise Refused("nothing_to_undo", f"back_to = {back_to}: expected 0..{length - 1}", show=True)
    number = 1 if table.takeback is None else table.takeback.number + 1
    now = time.time()
    proposed = Takeback(ply, number, seat, back_to, now)
    plan = Plan() if voters(table, seat) else back(table, seat, back_to)
    plan.takeback = proposed
    plan.notes = [Note("takeback_asked", seat, {"moves": back_to}, now)]
    return plan


def answer(table: Table, token_hash: str | None, ply: int, number: int, agreed: bool) -> Plan | None:
    """Agree or decline; the last one to agree takes the moves back. Whoever proposed may withdraw by declining."""
    seat = running_seat(table, token_hash)
    given = [a for a in table.answers if a.seat == seat]
    if table.takeback is not None and table.takeback.number == number and given and given[-1].agreed == agreed:
        return None
    check_ply(table, ply)
    asked = open_takeback(table)
    if asked is None or asked["number"] != number:
        raise Refused("no_takeback", "no such take-back is being asked for", show=True)
    if given or (seat == asked["by"] and agreed) or (seat != asked["by"] and seat not in asked["waiting"]):
        raise Refused("no_takeback", "you have answered already", show=True)
    now = time.time()
    complete = agreed and asked["waiting"] == [seat]
    plan = back(table, asked["by"], asked["back_to"]) if complete else Plan()
    plan.answer = Answer(ply, number, seat, agreed, now)
    plan.notes = [Note("takeback_agreed" if agreed else "takeback_declined", seat, {}, now)]
    return plan
