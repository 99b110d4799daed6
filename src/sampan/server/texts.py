"""What a page needs for a game it has no board for: the game's sentences, and the table as text."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request
from pydantic import BaseModel, Field

from sampan import games
from sampan.drawing import drawn
from sampan.engine.errors import SampanError
from sampan.engine.game import SPECTATOR, Game, State
from sampan.engine.messages import catalogue
from sampan.engine.record import parse_record, replay

from . import shapes
from .address import client_of
from .refusals import Refused
from .rows import TableRow
from .services import ServicesDep, TableId, Token, may_say
from .table import game_of, hashed, known_game, replayed

router = APIRouter(prefix="/api", tags=["texts"])

Language = Literal["en", "es", "pl", "ru"]
Asked = Annotated[Language, Query(description="the language of its words")]
At = Annotated[int | None, shapes.InAddress, Query(**shapes.within(0, shapes.MOST_PLIES))]
WIDE = 100  # characters


class Picture(BaseModel):
    """The table as text after so many moves, as the viewer may know it."""

    at: int
    text: Annotated[str, Field(description="lines of characters of one width")]


@router.get("/games/{game}/messages/{language}", responses=may_say("unknown_game"))
async def see_messages(
    game: Annotated[str, Path(max_length=20, json_schema_extra={"enum": [*games.names()]})], language: Language
) -> dict[str, Any]:
    """The game's sentences by their ids: one form, or one for each plural as inlang's variants."""
    return dict(catalogue(known_game(game).definition.folder, language))


@router.get(
    "/tables/{table_id}/picture",
    response_model=Picture,
    responses=may_say("no_table", "other_rules", "not_running", "no_such_move"),
)
async def see_picture(
    request: Request, table_id: TableId, services: ServicesDep, token: Token, at: At = None, language: Asked = "en"
) -> dict[str, Any]:
    """The table as text: as it is now, or after a number of moves."""
    table = await services.tables.find(table_id)
    viewer = table.viewer(hashed(token))[0]
    who, moves = client_of(request.scope), len(table.moves) if at is None else at
    return await services.pools.positions.run(who, table_picture, table.row, table.moves, viewer, moves, language)


@router.post("/replay/picture", response_model=Picture, responses=may_say("bad_record", "no_such_move"))
async def replay_picture(
    request: Request, record: shapes.RecordGiven, services: ServicesDep, at: At = 0, language: Asked = "en"
) -> dict[str, Any]:
    """A record's game as text after a number of moves, as a spectator sees it."""
    text = await services.boxes.text_of(request, record)
    return await services.pools.replays.run(client_of(request.scope), record_picture, text, at or 0, language)


def table_picture(row: TableRow, line: list[int], viewer: int, at: int, language: str) -> dict[str, Any]:
    """A table's game after so many moves; takes a while, so not on the event loop."""
    if at > len(line):
        raise Refused("no_such_move", f"move {at}: the game has {len(line)} so far")
    game = game_of(row)
    return picture(game, replayed(game, row, line[:at]).state, viewer, at, language)


def record_picture(text: str, at: int, language: str) -> dict[str, Any]:
    """A record's game after so many moves."""
    try:
        record = parse_record(text)
        game = game_of(record)
        for ply, _, state in replay(game, record):
            if ply == at:
                return picture(game, state, SPECTATOR, at, language)
    except SampanError as error:
        raise Refused("bad_record", str(error)) from None
    except RecursionError:
        raise Refused("bad_record", "the record is nested too deeply") from None
    raise Refused("no_such_move", f"move {at}: the record has {len(record.moves)}")


def picture(game: Game, state: State, viewer: int, at: int, language: str) -> dict[str, Any]:
    """Drawn from what the viewer may know."""
    return {"at": at, "text": drawn(game, game.hide(state, viewer), viewer, language, WIDE)}
