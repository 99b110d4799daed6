"""Away until a day one names oneself, in games without a clock or of days a move: the clock stands still meanwhile."""

from __future__ import annotations

from dataclasses import replace

from fastapi import APIRouter, Response

from . import clock, shapes
from .plans import with_seat
from .refusals import Refused
from .rows import Note
from .services import ServicesDep, TableId, Token, may_say
from .table import DAY, Plan, Table
from .turns import running_seat

MOST_DAYS = 30  # of one person in one game, in all
SLOW = ("none", "soft", "days")  # the paces at which one may be away
router = APIRouter(prefix="/api/tables/{table_id}", tags=["tables"])


@router.post(
    "/away", response_model=shapes.TableView,
    responses=may_say("no_table", "not_seated", "not_running", "away_too_long", "other_rules"),
)  # fmt: skip
async def be_away(table_id: TableId, asked: shapes.BeAway, services: ServicesDep, token: Token) -> Response:
    """Say until when you are away, or that you are back; others see it, and your clock is paused."""
    return await services.tables.answer(table_id, token, lambda table, who: away(table, who, asked.until))


def away(table: Table, token_hash: str | None, until: float | None) -> Plan | None:
    """The plan of an absence; what is left of an earlier one does not count twice."""
    seat, now = table.seats[running_seat(table, token_hash)], clock.now()
    if until is not None and (table.row.pace not in SLOW or until <= now):
        raise Refused("away_too_long", "expected a future day, in a game without a clock or with days per move")
    if until == seat.away_until or (until is None and (seat.away_until or 0.0) <= now):
        return None
    used = seat.away_used - max(0.0, (seat.away_until or 0.0) - now) + max(0.0, (until or 0.0) - now)
    if used > MOST_DAYS * DAY:
        left = MOST_DAYS - (used - max(0.0, (until or 0.0) - now)) / DAY
        raise Refused("away_too_long", f"expected at most {max(0, int(left))} more days away from this game")
    note = Note("away", seat.seat, {}, now) if until is not None else Note("away_over", seat.seat, {}, now)
    return with_seat(table, replace(seat, away_until=until, away_used=used), note)
