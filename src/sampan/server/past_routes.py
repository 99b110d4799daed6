"""The addresses of games that were played: where somebody really decided, and files for play trackers."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response

from sampan.engine.decisions import decisions
from sampan.engine.errors import SampanError
from sampan.engine.game import State
from sampan.engine.record import parse_record, replay
from sampan.trackers import ENDINGS, Kind, exported, play_of

from . import shapes
from .address import client_of
from .refusals import Refused
from .rows import TableRow
from .services import ServicesDep, TableId, Token, may_say
from .table import Table, game_of, hashed
from .table import replay as moments

router = APIRouter(prefix="/api", tags=["replays"])
ExportKind = Annotated[Kind, Path(description="bgstats: for the app BG Stats; csv: a table")]
MEDIA = {"bgstats": "application/json", "csv": "text/csv; charset=utf-8"}


@router.get(
    "/tables/{table_id}/decisions", response_model=shapes.Decisions,
    responses=may_say("no_table", "other_rules", "not_running"),
)  # fmt: skip
async def see_decisions(request: Request, table_id: TableId, services: ServicesDep, token: Token) -> dict[str, Any]:
    """After how many moves each seat had something to decide; in a running game, only for your own seat."""
    table = await services.tables.find(table_id)
    if not table.started:
        table.stage()
    only = None if table.status == "over" else table.viewer(hashed(token))[0]
    return await services.pools.positions.run(
        client_of(request.scope), table_decisions, table.row, table.moves, len(table.seats), only
    )


@router.post("/replay/decisions", response_model=shapes.Decisions, responses=may_say("bad_record"))
async def replay_decisions(request: Request, record: shapes.RecordGiven, services: ServicesDep) -> dict[str, Any]:
    """Where the seats of a record's game had something to decide."""
    text = await services.boxes.text_of(request, record)
    return await services.pools.replays.run(client_of(request.scope), record_decisions, text)


@router.get(
    "/tables/{table_id}/export/{kind}", response_class=Response,
    responses=may_say("no_table", "other_rules", "not_over"),
)  # fmt: skip
async def export_table(request: Request, table_id: TableId, kind: ExportKind, services: ServicesDep) -> Response:
    """A finished game as a file for a play tracker."""
    table = await services.tables.find(table_id)
    if table.status != "over" or table.cut_short or table.position is None:
        raise Refused("not_over", "expected a game that was played to its end by today's rules")
    content = await services.pools.records.run(client_of(request.scope), table_export, table, kind)
    return attached(content, kind, f"{table.row.game}-{table_id}")


@router.post("/replay/export/{kind}", response_class=Response, responses=may_say("bad_record"))
async def export_record(
    request: Request, kind: ExportKind, record: shapes.RecordGiven, services: ServicesDep
) -> Response:
    """The game of a record as a file for a play tracker."""
    text = await services.boxes.text_of(request, record)
    content = await services.pools.replays.run(client_of(request.scope), record_export, text, kind)
    return attached(content, kind, record.game)


def attached(content: str, kind: Kind, name: str) -> Response:
    """A file to be saved."""
    named = f'attachment; filename="{name}-{kind}.{ENDINGS[kind]}"'
    return Response(content.encode(), media_type=MEDIA[kind], headers={"content-disposition": named})


def table_decisions(row: TableRow, line: list[int], seats: int, only: int | None) -> dict[str, Any]:
    """Of a table's game; takes a while, so not on the event loop."""
    game = game_of(row)
    found = decisions(game, ((before, move) for before, move, _ in moments(game, row, line)), seats)
    return {"decisions": [plies if only in (None, seat) else [] for seat, plies in enumerate(found)]}


def record_decisions(text: str) -> dict[str, Any]:
    """Of a record's game."""
    try:
        record = parse_record(text)
        game = game_of(record)
        line: list[tuple[State, int]] = []
        before: State | None = None
        for _, move, state in replay(game, record):
            if before is not None:
                line.append((before, move))
            before = game.copy(state)
    except SampanError as error:
        raise Refused("bad_record", str(error)) from None
    assert before is not None
    return {"decisions": decisions(game, line, int(before.players[0]))}


def table_export(table: Table, kind: Kind) -> str:
    """Of a table's game."""
    return exported(play_of(game_of(table.row), table.record()), kind)


def record_export(text: str, kind: Kind) -> str:
    """Of a record's game."""
    try:
        record = parse_record(text)
        return exported(play_of(game_of(record), record), kind)
    except SampanError as error:
        raise Refused("bad_record", str(error)) from None
