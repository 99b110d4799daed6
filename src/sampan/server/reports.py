"""Reporting a table or a name to the operator, who reads it with `sampan admin reports`."""

from __future__ import annotations

import logging
from contextlib import suppress

import sqlalchemy as sa
from fastapi import APIRouter, Request
from pydantic import BaseModel
from sqlalchemy import Connection

from . import clock, schema, shapes
from .address import client_of
from .plans import chosen_seat
from .refusals import Refused
from .services import ServicesDep, TableId, may_say
from .store import Conflict

TABLE_ITSELF = -1
MOST_OPEN = 50  # of one table: by then the operator knows
router = APIRouter(prefix="/api/tables/{table_id}", tags=["tables"])
log = logging.getLogger("sampan.server")


class Reported(BaseModel):
    """The report was noted; sending it again changes nothing."""

    reported: bool = True


@router.post("/report", responses=may_say("no_table", "no_seat"))
async def report(request: Request, table_id: TableId, asked: shapes.Report, services: ServicesDep) -> Reported:
    """Report a table, or the name in one of its seats, to the operator."""
    table = await services.tables.find(table_id)
    who = client_of(request.scope)
    reported = None if asked.seat is None else chosen_seat(table, asked.seat)
    services.reports.take(who, "reports")
    values = {
        "table_id": table_id,
        "seat": TABLE_ITSELF if reported is None else reported.seat,
        "name": "" if reported is None else reported.name,
        "words": asked.words or "",
        "sitter": "" if reported is None else reported.sitter or "",
        "reporter": services.tables.opener_of(who),
        "at": clock.now(),
    }
    with suppress(Conflict):  # the same person about the same thing
        await services.store.write(table_id, lambda connection: write_report(connection, table_id, values))
        log.info("table %s was reported: see sampan admin reports", table_id)
    return Reported()


def write_report(connection: Connection, table: str, values: dict[str, object]) -> None:
    """Note a report, unless the operator has more than enough about this table."""
    reports = schema.reports
    waiting = sa.select(sa.func.count()).where(reports.c.table_id == table, reports.c.settled_at.is_(None))
    if connection.execute(waiting).scalar_one() >= MOST_OPEN:
        raise Refused("too_many", "this table has already been reported many times", wait=3600.0)
    connection.execute(sa.insert(reports).values(**values))
