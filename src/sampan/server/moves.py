"""The game at a table: moves, undo, proposals, chat, digest, record, and the live view."""

from __future__ import annotations

import time
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Path, Query, Request, Response, WebSocket

from sampan.engine.game import SPECTATOR
from sampan.engine.seeds import commitment

from . import play, proposals, shapes
from .address import client_of
from .desk import AtDesk, ChairQuery, TableId, Token, cookie_name, hashed, may_say, shown
from .digest import digest
from .refusals import Refused
from .rows import Note, Plan
from .steps import gains, table_position
from .table import Table

router = APIRouter(prefix="/api/tables/{table_id}", tags=["game"])
ACTING = ("no_table", "not_seated", "not_running", "stale_ply")


@router.post(
    "/moves", response_model=shapes.TableView,
    responses=may_say(*ACTING, "not_your_decision", "unknown_move", "illegal_move"),
)  # fmt: skip
async def play_move(table_id: TableId, asked: shapes.PlayMove, desk: AtDesk, token: Token) -> Response:
    """Make a move in answer to a ply. Once this answers, the move is kept; saying the same again is harmless."""
    known = hashed(token)
    return shown(await desk.tables.change(table_id, known, lambda t: play.move(t, known, asked.ply, asked.move)), token)


@router.post("/undo", response_model=shapes.TableView, responses=may_say(*ACTING, "nothing_to_undo", "revealed"))
async def undo_move(table_id: TableId, asked: shapes.AtPly, desk: AtDesk, token: Token) -> Response:
    """Take back your last move, unless others have moved or something hidden has been shown since."""
    known = hashed(token)
    return shown(await desk.tables.change(table_id, known, lambda t: play.undo(t, known, asked.ply, False)), token)


@router.post("/restart", response_model=shapes.TableView, responses=may_say(*ACTING, "nothing_to_undo", "revealed"))
async def restart_turn(table_id: TableId, asked: shapes.AtPly, desk: AtDesk, token: Token) -> Response:
    """Take back your whole turn, as far as nothing hidden has been shown."""
    known = hashed(token)
    return shown(await desk.tables.change(table_id, known, lambda t: play.undo(t, known, asked.ply, True)), token)


@router.post(
    "/takeback", response_model=shapes.TableView, responses=may_say(*ACTING, "nothing_to_undo", "proposal_open")
)
async def propose_takeback(table_id: TableId, asked: shapes.ProposeTakeback, desk: AtDesk, token: Token) -> Response:
    """Go back further than an undo: at once where nobody else owns a seat, else as a proposal to all who do."""
    known = hashed(token)
    return shown(
        await desk.tables.change(table_id, known, lambda t: proposals.takeback(t, known, asked.ply, asked.back_to)),
        token,
    )


@router.post(
    "/proposals/{number}/answer", response_model=shapes.TableView,
    responses=may_say("no_table", "not_seated", "no_proposal"),
)  # fmt: skip
async def answer_proposal(
    table_id: TableId,
    number: Annotated[int, shapes.InAddress, Path(**shapes.within(1, shapes.MOST_PLIES))],
    asked: shapes.AnswerProposal,
    desk: AtDesk,
    token: Token,
) -> Response:
    """Agree or decline, also if you have left; it is done when everybody agrees. Decline your own to withdraw it."""
    known = hashed(token)
    return shown(
        await desk.tables.change(table_id, known, lambda t: proposals.answer(t, known, number, asked.agree)), token
    )


@router.post("/chat", response_model=shapes.TableView, responses=may_say("no_table", "not_seated"))
async def say(table_id: TableId, asked: shapes.Say, desk: AtDesk, token: Token) -> Response:
    """Say something to everybody at the table."""
    known = hashed(token)

    def act(table: Table) -> Plan:
        seat = table.seat_held(known)
        if seat is None:
            raise Refused("not_seated", "only people at the table may speak")
        desk.chats.take(f"{table_id} {seat}", "words at once")
        return Plan(notes=[Note("chat", seat, {"name": table.seats[seat].name, "text": asked.text}, time.time())])

    return shown(await desk.tables.change(table_id, known, act), token)


@router.get("/digest", response_model=shapes.Digest, responses=may_say("no_table", "other_rules"))
async def see_digest(
    request: Request,
    table_id: TableId,
    desk: AtDesk,
    since: Annotated[int, shapes.InAddress, Query(**shapes.within(0, shapes.MOST_PLIES))] = 0,
) -> Response:
    """What happened since a ply; the same log for everybody."""
    table = await desk.tables.find(table_id)
    who = client_of(request.scope)
    told = await desk.pools.digests.run(who, digest, dict(table.row), list(table.log), since)
    return Response(orjson.dumps(told, option=orjson.OPT_SERIALIZE_NUMPY), media_type="application/json")


@router.get("/gains", response_model=shapes.Gains, responses=may_say("no_table", "other_rules"))
async def see_gains(table_id: TableId, desk: AtDesk, token: Token) -> Response:
    """What each of your moves would bring, as far as you can know: none but your own, when the decision is yours."""
    table = await desk.tables.find(table_id)
    told = gains(table, table.seat_held(hashed(token)))
    return Response(orjson.dumps(told, option=orjson.OPT_SERIALIZE_NUMPY), media_type="application/json")


@router.get("/at/{at}", response_model=shapes.Position, responses=may_say("no_table", "no_such_move", "not_running"))
async def see_position(
    request: Request,
    table_id: TableId,
    at: Annotated[int, shapes.InAddress, Path(**shapes.within(0, shapes.MOST_PLIES))],
    desk: AtDesk,
    token: Token,
) -> Response:
    """The game after so many of its moves, as you may know it."""
    table = await desk.tables.find(table_id)
    viewer = table.viewer(hashed(token))[0]
    line = [step.move for step in table.stage().line]
    who = client_of(request.scope)
    told = await desk.pools.positions.run(who, table_position, dict(table.row), line, viewer, at)
    return Response(orjson.dumps(told, option=orjson.OPT_SERIALIZE_NUMPY), media_type="application/json")


@router.get("/record", response_model=shapes.GameRecord, responses=may_say("no_table", "other_rules", "not_running"))
async def download_record(request: Request, table_id: TableId, desk: AtDesk) -> Response:
    """The record of the game: with seed and check marks once it is over, then `sampan verify` can prove it."""
    table = await desk.tables.find(table_id)
    table.stage()
    named = f'attachment; filename="{table.game.name}-{table_id}.json"'
    headers = {"content-disposition": named}
    table.hidden(SPECTATOR)  # made here, where the table may change
    content = await desk.pools.records.run(client_of(request.scope), record_json, table)
    return Response(content, media_type="application/json", headers=headers)


def record_json(table: Table) -> bytes:
    """A finished game whole; of a running one only what everybody has seen."""
    if table.status == "over":
        return table.record().to_json().encode()
    game = table.game
    fields: dict[str, Any] = {
        "sampan": 1,
        "game": game.name,
        "rules": game.version,
        "box": game.box.hash,
        "options": table.row["options"],
        "moves": [game.move_text(step.move) for step in table.stage().line],
        "over": False,
        "scores": game.scores(table.hidden(-1)),
        "seed_hash": commitment(table.row["salt"], table.row["seed"]),
    }
    return orjson.dumps(fields)


@router.websocket("/live")
async def live(socket: WebSocket, table_id: str, chair: ChairQuery = None) -> None:
    """The whole view now and after every change."""
    token = socket.cookies.get(cookie_name(chair))
    await socket.app.state.desk.live.serve(socket, table_id, hashed(token))
