"""Trying moves out in a game that is over or a record: any line of them, and what the search thinks of its end.

Nothing is kept. Chance inside a tried line falls anew and is the same for everybody who looks at that line.
"""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from sampan.engine.game import EVERYBODY, Game, State

from . import shapes
from .address import client_of
from .branching import Somewhere
from .hints import AT_ONCE, SECONDS, check_ready, thought_out
from .leaving import Source, from_record, from_table, positions, tried
from .positions import position
from .refusals import Refused
from .services import Services, ServicesDep, TableId, Token, may_say
from .table import game_of, hashed
from .views import as_sent, written

router = APIRouter(prefix="/api", tags=["game"])
LOOKING = ("no_such_move", "unknown_move", "illegal_move", "bad_record", "other_rules")
OF_TABLE = ("no_table", "not_running", "not_over")
THINKING = ("too_many_hints", "not_ready")


class LookInto(Somewhere):
    """A position of a record file."""

    record: shapes.RecordGiven


class TriedMove(shapes.Message):
    """A move of a tried line, in words."""

    text: str
    seat: int


class Analysis(shapes.Position):
    """A position of a tried line, through the eyes of whoever must decide there, and what could be played."""

    line: Annotated[list[TriedMove], Field(description="the moves so far that were tried out")]
    legal: list[shapes.LegalMove]
    chance: Annotated[bool, Field(description="whether anything is still left to chance in such a game")]


class Advice(BaseModel):
    """What the search would do there: nothing where the game is over."""

    moves: list[shapes.Advised]


@router.post("/tables/{table_id}/analysis", response_model=Analysis, responses=may_say(*OF_TABLE, *LOOKING))
async def look_into(
    request: Request, table_id: TableId, asked: Somewhere, services: ServicesDep, token: Token
) -> Response:
    """A position of a finished game after moves of your own."""
    source = open_to_all(from_table(await services.tables.find(table_id), hashed(token)))
    return await looked(request, source, asked, services)


@router.post("/replay/analysis", response_model=Analysis, responses=may_say(*LOOKING))
async def look_into_record(request: Request, asked: LookInto, services: ServicesDep) -> Response:
    """A position of a record file after moves of your own."""
    return await looked(request, from_record(await services.boxes.text_of(request, asked.record)), asked, services)


@router.post(
    "/tables/{table_id}/analysis/advice", response_model=Advice, responses=may_say(*OF_TABLE, *LOOKING, *THINKING)
)
async def advise(
    request: Request, table_id: TableId, asked: Somewhere, services: ServicesDep, token: Token
) -> Response:
    """What the search would do in a position of a finished game."""
    source = open_to_all(from_table(await services.tables.find(table_id), hashed(token)))
    return await advised(request, source, asked, services)


@router.post("/replay/analysis/advice", response_model=Advice, responses=may_say(*LOOKING, *THINKING))
async def advise_record(request: Request, asked: LookInto, services: ServicesDep) -> Response:
    """What the search would do in a position of a record file."""
    return await advised(request, from_record(await services.boxes.text_of(request, asked.record)), asked, services)


def open_to_all(source: Source) -> Source:
    """Refuse to look into a game that somebody plays: nothing but hints, of which the table is told."""
    if source.known_to != EVERYBODY:
        raise Refused("not_over", "this game is not over yet: it can be analyzed once it is")
    return source


async def looked(request: Request, source: Source, asked: Somewhere, services: Services) -> Response:
    """The position, worked out where nobody waits for it."""
    found = await services.pools.replays.run(client_of(request.scope), seen, source, asked.at, asked.line, asked.roll)
    return Response(written(found), media_type="application/json")


async def advised(request: Request, source: Source, asked: Somewhere, services: Services) -> Response:
    """The best moves, once it is this address's turn to think."""
    who = client_of(request.scope)
    check_ready(services.botwork, source.record.game)
    if services.thinking.hints_of(who) >= AT_ONCE["address"]:
        few = f"at most {AT_ONCE['address']} from an address"
        raise Refused("too_many_hints", f"too many hints are being worked out: {few}", wait=SECONDS)
    if not services.hints_by_address.allows(who):
        raise Refused("too_many_hints", "too many hints: expected at most one every two seconds", wait=2.0)
    hidden = await services.pools.replays.run(who, deciding, source, asked.at, asked.line, asked.roll)
    moves = []
    if hidden is not None:
        moves = await thought_out(services, f"analysis {who}", who, game_of(source.record), hidden)
    return Response(written({"moves": moves}), media_type="application/json")


def seen(source: Source, at: int, line: list[str], roll: int) -> dict[str, Any]:
    """A tried position as it is sent; takes a while, so not on the event loop."""
    game, branch = tried(source, at, line, roll)
    states = positions(game, branch)
    viewer = game.to_move(states[-1] if not game.over(states[-1]) else states[-2])
    found = tried_position(game, viewer, states, line)
    return {**found, "at": at, "moves": len(source.record.moves)}


def tried_position(game: Game, viewer: int, states: list[State], line: list[str]) -> dict[str, Any]:
    """The last of these positions, through somebody's eyes, and the moves that led there from the first."""
    numbers = [game.move_from(text) for text in line]
    state, before = states[-1], states[-2] if line else None
    found = position(game, viewer, numbers, len(line), (before, state))
    hidden = game.hide(state, viewer)
    return {
        **found,
        "line": [
            {"text": text, "seat": game.to_move(there), **as_sent(game.describe(there, number))}
            for text, number, there in zip(line, numbers, states, strict=False)
        ],
        "legal": [
            {"move": move, "text": game.move_text(move), **as_sent(game.describe(hidden, move))}
            for move in game.legal_moves(hidden)
        ],
        "chance": not game.definition.chance_only_deals,
    }


def deciding(source: Source, at: int, line: list[str], roll: int) -> State | None:
    """A tried position as whoever must decide there may know it; nothing where nobody must."""
    game: Game
    game, branch = tried(source, at, line, roll)
    state = positions(game, branch)[-1]
    return None if game.over(state) else game.hide(state, game.to_move(state))
