"""Plays the replies that people have planned, in whichever process finds one due; and the addresses to plan one."""

from __future__ import annotations

import logging
from typing import Annotated, Literal

from fastapi import APIRouter, Response
from pydantic import BaseModel, Field

from . import conditions, shapes
from .conditions import LONGEST_LINE, Condition
from .periodic import Periodic
from .refusals import Refused
from .services import Services, ServicesDep, TableId, Token, may_say
from .settings import Settings
from .store import Conflict, Store
from .table import Table, hashed
from .tables import Tables
from .views import written

router = APIRouter(prefix="/api/tables/{table_id}", tags=["game"])
PLANNING = (
    "no_table", "not_seated", "not_running", "stale_ply", "not_slow", "your_turn", "not_your_decision", "unknown_move",
    "illegal_move",
)  # fmt: skip
log = logging.getLogger("sampan.server")

Line = Annotated[
    list[shapes.MoveText] | None,
    Field(max_length=LONGEST_LINE, description="moves of others, in order; null: whatever comes"),
]


class LookAhead(shapes.Asked):
    """After these moves of others, or after whatever comes."""

    ply: shapes.Ply
    line: Line


class PlanReply(LookAhead):
    """If these come, or whatever comes, I play that."""

    move: shapes.MoveText


class Ahead(BaseModel):
    """What could come, as far as you can know; dice and cards are imagined."""

    ply: int
    to_move: Annotated[int, Field(description="whose decision it would be; -1: the game would be over")]
    line: Annotated[list[shapes.Message], Field(description="the moves so far, in words")]
    moves: list[shapes.LegalMove]


class PlannedReply(BaseModel):
    """Your planned reply, and what has become of it."""

    outcome: Annotated[
        Literal["waits", "played", "dropped"] | None, Field(description="nothing where none was planned")
    ]
    whatever: Annotated[bool, Field(description="whether it is played whatever comes, if it is allowed then")]
    says: Annotated[list[shapes.Message], Field(description="what must come and then your move, in words")]


@router.post("/ahead", response_model=Ahead, responses=may_say(*PLANNING))
async def look_ahead(table_id: TableId, asked: LookAhead, services: ServicesDep, token: Token) -> Response:
    """What could follow these moves by others, or what you could play after any, in a slow game: to plan a reply."""
    table = await services.tables.find(table_id)
    found = conditions.ahead(table, hashed(token), asked.ply, asked.line)
    return Response(written(found), media_type="application/json")


@router.get("/reply", response_model=PlannedReply, responses=may_say("no_table", "not_seated"))
async def see_reply(table_id: TableId, services: ServicesDep, token: Token) -> Response:
    """The reply you have planned; nobody else sees it."""
    table = await services.tables.find(table_id)
    return told(table, await own_condition(services, table, token))


@router.post("/reply", response_model=PlannedReply, responses=may_say(*PLANNING))
async def plan_reply(table_id: TableId, asked: PlanReply, services: ServicesDep, token: Token) -> Response:
    """Plan a reply for your next decision, replacing the last one: to exactly these moves, or to whatever comes."""
    table = await services.tables.find(table_id)
    condition = conditions.planned(table, hashed(token), asked.ply, asked.line, asked.move)
    try:
        await services.store.write(table_id, lambda c: conditions.write_condition(c, table_id, condition))
    except Conflict:
        raise Refused("store_unavailable", "another reply was planned at the same moment: try again") from None
    return told(table, condition)


@router.post("/reply/drop", response_model=PlannedReply, responses=may_say("no_table", "not_seated"))
async def drop_reply(table_id: TableId, services: ServicesDep, token: Token) -> Response:
    """Withdraw your planned reply, or dismiss what became of it."""
    table = await services.tables.find(table_id)
    seat = owned_seat(table, token)
    await services.store.write(table_id, lambda c: conditions.drop_condition(c, table_id, seat))
    return told(table, None)


def owned_seat(table: Table, token: str | None) -> int:
    """The seat of whoever asks."""
    seat = table.seat_owned(hashed(token))
    if seat is None:
        raise Refused("not_seated", "you have no seat at this table")
    return seat


async def own_condition(services: Services, table: Table, token: str | None) -> Condition | None:
    """What whoever asks has planned; what the seat's former owner had is none of theirs."""
    seat = owned_seat(table, token)
    found = await services.store.read(lambda connection: conditions.read_condition(connection, table.id, seat))
    return found if found is not None and found.owner == table.seats[seat].token_hash else None


def told(table: Table, condition: Condition | None) -> Response:
    """The answer to its owner."""
    outcome = None if condition is None else conditions.standing(condition, table.log, table.to_move)
    says = [] if condition is None else condition.says
    whatever = condition is not None and condition.line is None
    body = {"outcome": "waits" if outcome == "due" else outcome, "whatever": whatever, "says": says}
    return Response(written(body), media_type="application/json")


class Replies(Periodic):
    """Looks for planned replies that are due, and plays them; several processes may, for only one move is written."""

    def __init__(self, tables: Tables, store: Store, settings: Settings) -> None:
        super().__init__("planned replies", settings.scan)
        self.tables, self.store = tables, store

    async def look(self) -> None:
        """Every reply that is due; one that cannot be played now does not hold up the others."""
        for name, seat in await self.store.read(conditions.read_due):
            try:
                await self.play(name, seat)
            except Refused as refused:
                log.warning("table %s: the reply planned for seat %d: %s", name, seat, refused.detail)

    async def play(self, name: str, seat: int) -> None:
        """Play a reply if just what was expected has come; else, or where it is not allowed, drop it."""
        found = await self.store.read(lambda connection: conditions.read_condition(connection, name, seat))
        if found is None or found.settled:
            return
        try:
            table = await self.tables.change(name, None, lambda table: conditions.reply(table, found))
            if conditions.standing(found, table.log, table.to_move) == "waits":  # something was undone just now
                return
        except Refused as refused:
            if refused.code in ("store_unavailable", "no_table"):
                raise
        await self.store.write(name, lambda connection: conditions.settle_condition(connection, name, found))
