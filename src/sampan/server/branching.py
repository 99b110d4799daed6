"""Playing on from a position: a new table whose game leaves another one there."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request, Response
from pydantic import Field, StrictInt

from sampan.engine.game import EVERYBODY

from . import keys, shapes
from .address import client_of
from .leaving import LONGEST_LINE, MOST_ROLLS, Source, from_record, from_table, left
from .refusals import Refused
from .services import Services, ServicesDep, TableId, Token, may_say
from .table import hash_of, hashed
from .table_routes import laid, opened
from .tables import Opening

router = APIRouter(prefix="/api", tags=["tables"])
OPENING = (
    "no_such_move", "unknown_move", "illegal_move", "bad_record", "bad_option", "key_used", "too_many_tables",
    "too_many_bots",
)  # fmt: skip


class Somewhere(shapes.Asked):
    """A position: after so many moves of a game, and these that are tried out from there."""

    at: Annotated[StrictInt, Field(ge=0, le=shapes.MOST_PLIES, description="moves of the game"), shapes.Whole]
    line: Annotated[
        list[shapes.MoveText],
        Field(default_factory=list, max_length=LONGEST_LINE, description="moves tried out from there"),
    ]
    roll: Annotated[
        StrictInt, Field(ge=0, le=MOST_ROLLS, description="another number: other dice and cards"), shapes.Whole
    ] = 0


class PlayOn(Somewhere):
    """A new table that goes on from a position; it has as many seats as the game it leaves."""

    seats: Annotated[list[shapes.SeatAsked], Field(min_length=1, max_length=shapes.MOST_SEAT + 1)]
    pace: shapes.Pace = shapes.NoPace(kind="none")
    key: shapes.Key = None


class PlayOnRecord(PlayOn):
    """The same, from a record file."""

    record: shapes.RecordGiven


@router.post(
    "/tables/{table_id}/branches", status_code=201, response_model=shapes.Opened,
    responses=may_say("no_table", "other_rules", "not_running", "not_over", *OPENING),
)  # fmt: skip
async def play_on(request: Request, table_id: TableId, asked: PlayOn, services: ServicesDep, token: Token) -> Response:
    """Open a table that goes on from a position of this one: a game that is over, or your own against bots."""
    source = from_table(await services.tables.find(table_id), hashed(token))
    return await branched(request, source, asked, services)


@router.post(
    "/replay/branches", status_code=201, response_model=shapes.Opened, responses=may_say("other_rules", *OPENING)
)
async def play_on_record(request: Request, asked: PlayOnRecord, services: ServicesDep) -> Response:
    """Open a table that goes on from a position of a record file."""
    return await branched(request, from_record(await services.boxes.text_of(request, asked.record)), asked, services)


async def branched(request: Request, source: Source, asked: PlayOn, services: Services) -> Response:
    """The new table, or the one that this key has opened before."""
    if asked.line and source.known_to != EVERYBODY:
        raise Refused("not_over", "moves are tried out in games that are over: expected an empty line")
    who, key = client_of(request.scope), asked.key or keys.new_token()
    name = keys.table_id(key)
    found = None if asked.key is None else await services.tables.opened(name)
    if found is None:
        services.openings.take(who, "new tables")
    there = await services.pools.replays.run(who, left, source, asked.at, asked.line, asked.roll)
    players = source.record.options["players"]
    if players != len(asked.seats):
        raise Refused(
            "bad_option",
            f"seats: {len(asked.seats)} were given: expected {players}, as in the game it branches off from",
        )
    token = keys.seat_token(name, key)
    chairs, invites = laid(asked.seats, name, key, services, request)
    pace = (asked.pace.kind, asked.pace.amount)
    opening = Opening(
        source.record.game, source.record.options, chairs, False, *pace, hash_of(token), None, name, who,
        pace_increment=getattr(asked.pace, "increment", 0), origin=there.stored(), box=source.record.box,
    )  # fmt: skip
    return await opened(opening, found, invites, token, services)
