"""The addresses of reviews: of a table's finished game, which is kept, and of a record file, which is not."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field

from sampan.engine.rule import MODE

from . import shapes
from .address import client_of
from .botwork import Botwork
from .hints import check_ready
from .refusals import Refused
from .reviews import checked_record
from .services import ServicesDep, TableId, may_say

router = APIRouter(prefix="/api", tags=["game"])
Share = Annotated[float, Field(description="of a win, from 0 to 1")]
BySeat = Annotated[list[float], Field(description="shares of a win, seat by seat")]
BySource = dict[str, float]
SWITCHING = 10.0  # seconds, about, until compiled workers take over


class ReviewedLine(BaseModel):
    """The moves of a turn, and what they promise the seat that makes them."""

    moves: list[str]
    says: Annotated[list[shapes.Message], Field(description="each move in words")]
    win: Share
    points: Annotated[float, Field(description="expected at the end; 0 where that was not looked at")]
    sources: Annotated[BySource, Field(description="the same points by where they come from")]
    rivals: Annotated[list[float], Field(description="what every seat may expect, the own one included")]


class ReviewedTurn(BaseModel):
    """What a seat decided in a row, and what that cost."""

    first: Annotated[int, Field(description="moves that were made before it")]
    last: Annotated[int, Field(description="moves that were made after it")]
    seat: int
    played: ReviewedLine
    best: Annotated[ReviewedLine, Field(description="the played one where nothing was clearly better")]
    others: list[ReviewedLine]
    deed: str
    best_deed: str
    gain: Annotated[float, Field(description="points by which the best line is surely ahead; 0: not known to be")] = 0.0
    reasons: Annotated[BySource, Field(description="where these come from, or what it costs the others")] = {}
    cost: Share
    error: Annotated[float, Field(description="the standard error of the cost")]
    trials: int
    verdict: Annotated[
        Literal["", "forced", "good", "inaccuracy", "mistake", "blunder"], Field(description="empty: not looked at yet")
    ]
    decision: BySeat
    luck: BySeat
    remainder: BySeat
    win_before: BySeat
    win_after: BySeat


class ReviewedChance(BaseModel):
    """Everybody's chance to win after so many moves."""

    at: int
    win: BySeat


class ReviewSheet(BaseModel):
    """One seat's whole game: start, luck, decisions, rivals and remainder add up to the result."""

    start: Share
    luck: float
    decisions: float
    rivals: float
    remainder: float
    result: Share
    accuracy: Annotated[float, Field(description="from 0 to 100")]
    points: BySource
    possible: Annotated[BySource, Field(description="or as a better line promised at a mistake, where that is more")]
    decided: Annotated[int, Field(description="turns with something to decide")]
    mistakes: Annotated[dict[str, int], Field(description="by verdict")]
    lessons: list[shapes.Message]


class GameReview(BaseModel):
    """A finished game, reviewed; while `done` is below `total` it is true as far as it goes."""

    sampan_review: Literal[1]
    game: str
    rules: int
    box: str
    evaluation: Annotated[str, Field(description="a fingerprint of what it was made with")]
    players: int
    plies: int
    done: int
    total: int
    chances: list[ReviewedChance]
    turns: list[ReviewedTurn]
    sheets: list[ReviewSheet]


class ReviewState(BaseModel):
    """How far a review is, and what it has found so far."""

    state: Annotated[Literal["none", "waiting", "running", "done"], Field(description="none: nobody works on it")]
    done: int
    total: Annotated[int, Field(description="0 as long as nobody knows")]
    review: Annotated[GameReview | None, Field(description="nothing if there is nothing new")]


def check_compiled(botwork: Botwork, game: str) -> None:
    """Refuse a review for now where what it thinks with is still being compiled."""
    check_ready(botwork, game)
    if MODE == "later":  # workers with compiled rules are about to take over
        raise Refused("not_ready", "the rules are still being compiled: try again in a moment", wait=SWITCHING)


OF_TABLE = ("no_table", "not_over", "other_rules")


@router.get("/tables/{table_id}/review", response_model=ReviewState, responses=may_say(*OF_TABLE))
async def see_review(
    table_id: TableId,
    services: ServicesDep,
    known: Annotated[int | None, shapes.InAddress, Query(**shapes.within(0, shapes.MOST_PLIES))] = None,
) -> Response:
    """A finished game's review so far; `known` is the `done` you already have."""
    found = await services.reviews.see(await services.tables.find(table_id))
    return Response(found.written(-1 if known is None else known), media_type="application/json")


@router.post(
    "/tables/{table_id}/review",
    response_model=ReviewState,
    responses=may_say(*OF_TABLE, "too_many_reviews", "not_ready"),
)
async def ask_review(request: Request, table_id: TableId, services: ServicesDep) -> Response:
    """Review a finished game for everyone who may see it; the review is kept."""
    table = await services.tables.find(table_id)
    found = await services.reviews.see(table)
    if found.state == "none":
        check_compiled(services.botwork, table.game.name)
        found = await services.reviews.ask(table, client_of(request.scope))
    return Response(found.written(), media_type="application/json")


@router.post(
    "/replay/review",
    responses={
        200: {"content": {"application/x-ndjson": {}}, "description": "one `ReviewState` per line, the last `done`"},
        **may_say("bad_record", "not_over", "too_many_reviews", "not_ready"),
    },
)
async def review_record(request: Request, record: shapes.RecordGiven, services: ServicesDep) -> Response:
    """Review a record file, line by line as it comes; nothing is kept, and disconnecting ends it."""
    who, text = client_of(request.scope), await services.boxes.text_of(request, record)
    found = await services.pools.replays.run(who, checked_record, text)
    check_compiled(services.botwork, found.game)
    services.reviews.check_room(who)
    services.reviews_by_address.take(who, "reviews of records")
    return StreamingResponse(
        services.reviews.of_record(text, who), media_type="application/x-ndjson", headers={"x-accel-buffering": "no"}
    )
