"""The addresses of a game at a table: moves, undo, proposals, chat, digest, record, and the live view."""

from __future__ import annotations

from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Path, Query, Request, Response, WebSocket

from sampan.engine.game import SPECTATOR
from sampan.engine.seeds import commitment

from . import clock, proposals, shapes, turns
from .address import client_of
from .digest import digest
from .plans import Plan
from .positions import gains, table_position
from .refusals import Refused
from .rematch import tell_declined
from .rows import Note
from .services import ChairQuery, ServicesDep, TableId, Token, cookie_name, may_say
from .successor import is_rematch
from .table import Table, hashed, practice, present_line
from .views import response

router = APIRouter(prefix="/api/tables/{table_id}", tags=["game"])
ACTING = ("no_table", "not_seated", "not_running", "stale_ply")


@router.post(
    "/moves", response_model=shapes.TableView,
    responses=may_say(*ACTING, "not_your_decision", "unknown_move", "illegal_move"),
)  # fmt: skip
async def play_move(table_id: TableId, asked: shapes.PlayMove, services: ServicesDep, token: Token) -> Response:
    """Make a move in answer to a ply. Once this answers, the move is kept; saying the same again is harmless."""
    return await services.tables.answer(
        table_id, token, lambda table, who: turns.move(table, who, asked.ply, asked.move)
    )


@router.post("/undo", response_model=shapes.TableView, responses=may_say(*ACTING, "nothing_to_undo", "revealed"))
async def undo_move(table_id: TableId, asked: shapes.AtPly, services: ServicesDep, token: Token) -> Response:
    """Take back your last move, unless others have moved or something hidden has been shown since."""
    return await services.tables.answer(table_id, token, lambda table, who: turns.undo(table, who, asked.ply, False))


@router.post("/restart", response_model=shapes.TableView, responses=may_say(*ACTING, "nothing_to_undo", "revealed"))
async def restart_turn(table_id: TableId, asked: shapes.AtPly, services: ServicesDep, token: Token) -> Response:
    """Take back your whole turn, as far as nothing hidden has been shown."""
    return await services.tables.answer(table_id, token, lambda table, who: turns.undo(table, who, asked.ply, True))


@router.post(
    "/takeback", response_model=shapes.TableView, responses=may_say(*ACTING, "nothing_to_undo", "proposal_open")
)
async def propose_takeback(
    table_id: TableId, asked: shapes.ProposeTakeback, services: ServicesDep, token: Token
) -> Response:
    """Go back further than an undo: at once where nobody else owns a seat, else as a proposal to all who do."""
    return await services.tables.answer(
        table_id, token, lambda table, who: proposals.takeback(table, who, asked.ply, asked.back_to)
    )


@router.post(
    "/decision", response_model=shapes.TableView, responses=may_say(*ACTING, "nothing_to_undo", "proposal_open")
)
async def decide_again(table_id: TableId, asked: shapes.AtPly, services: ServicesDep, token: Token) -> Response:
    """Back to your last decision, with all that bots have played since; where other people play, a proposal to them."""
    return await services.tables.answer(
        table_id, token, lambda table, who: proposals.last_decision(table, who, asked.ply)
    )


@router.post(
    "/proposals/{number}/answer", response_model=shapes.TableView,
    responses=may_say("no_table", "not_seated", "no_proposal"),
)  # fmt: skip
async def answer_proposal(
    table_id: TableId,
    number: Annotated[int, shapes.InAddress, Path(**shapes.within(1, shapes.MOST_PLIES))],
    asked: shapes.AnswerProposal,
    services: ServicesDep,
    token: Token,
) -> Response:
    """Agree or decline, also if you have left; it is done when everybody agrees. Decline your own to withdraw it."""
    who = hashed(token)
    table = await services.tables.change(table_id, who, lambda table: proposals.answer(table, who, number, asked.agree))
    seat = table.seat_owned(who)
    if not asked.agree and seat is not None and is_rematch(table, number):
        await tell_declined(services, table, number, seat)
    return response(table, who)


@router.post("/chat", response_model=shapes.TableView, responses=may_say("no_table", "not_seated", "muted"))
async def say(request: Request, table_id: TableId, asked: shapes.Say, services: ServicesDep, token: Token) -> Response:
    """Say something to everybody at the table."""
    services.check_voice(request)

    def act(table: Table, who: str | None) -> Plan:
        seat = table.seat_held(who)
        if seat is None:
            raise Refused("not_seated", "only players at the table can chat")
        services.chats.take(f"{table_id} {seat}", "words at once")
        return Plan(notes=[Note("chat", seat, {"name": table.seats[seat].name, "text": asked.text}, clock.now())])

    return await services.tables.answer(table_id, token, act)


@router.get("/digest", response_model=shapes.Digest, responses=may_say("no_table", "other_rules"))
async def see_digest(
    request: Request,
    table_id: TableId,
    services: ServicesDep,
    since: Annotated[int, shapes.InAddress, Query(**shapes.within(0, shapes.MOST_PLIES))] = 0,
) -> Response:
    """What happened since a ply; the same log for everybody."""
    table = await services.tables.find(table_id)
    who = client_of(request.scope)
    until = table.position.until if table.position is not None else 0
    body = await services.pools.digests.run(who, digest, table.row, list(table.log), since, until)
    return Response(orjson.dumps(body, option=orjson.OPT_SERIALIZE_NUMPY), media_type="application/json")


@router.get("/gains", response_model=shapes.Gains, responses=may_say("no_table", "other_rules"))
async def see_gains(table_id: TableId, services: ServicesDep, token: Token) -> Response:
    """What each of your moves would bring, as far as you can know: none but your own, when the decision is yours."""
    table = await services.tables.find(table_id)
    body = gains(table, table.seat_held(hashed(token)))
    return Response(orjson.dumps(body, option=orjson.OPT_SERIALIZE_NUMPY), media_type="application/json")


@router.get("/at/{at}", response_model=shapes.Position, responses=may_say("no_table", "no_such_move", "not_running"))
async def see_position(
    request: Request,
    table_id: TableId,
    at: Annotated[int, shapes.InAddress, Path(**shapes.within(0, shapes.MOST_PLIES))],
    services: ServicesDep,
    token: Token,
) -> Response:
    """The game after so many of its moves, as you may know it."""
    table = await services.tables.find(table_id)
    viewer = table.viewer(hashed(token))[0]
    who = client_of(request.scope)
    body = await services.pools.positions.run(who, table_position, table.row, table.moves, viewer, at)
    return Response(orjson.dumps(body, option=orjson.OPT_SERIALIZE_NUMPY), media_type="application/json")


@router.get("/record", response_model=shapes.GameRecord, responses=may_say("no_table", "other_rules", "not_running"))
async def download_record(request: Request, table_id: TableId, services: ServicesDep) -> Response:
    """The record of the game: with seed and check marks once it is over, then `sampan verify` can prove it."""
    table = await services.tables.find(table_id)
    if not table.started:
        table.stage()
    named = f'attachment; filename="{table.row.game}-{table_id}.json"'
    headers = {"content-disposition": named}
    if table.position is not None:
        table.hidden(SPECTATOR)  # made here, where the table may change
    content = await services.pools.records.run(client_of(request.scope), record_json, table)
    return Response(content, media_type="application/json", headers=headers)


def record_json(table: Table) -> bytes:
    """A finished game whole; of a running one only what everybody has seen; of one by other rules all that was kept."""
    if table.status != "running" and not table.cut_short:
        return table.record().to_json().encode()
    game, row, seen = table.game, table.row, table.position
    moves = present_line(table.log) if table.cut_short else [game.move_text(move) for move in table.moves]
    fields: dict[str, Any] = {
        "sampan": 1,
        "game": game.name,
        "rules": row.rules,
        "box": row.box,
        "options": row.options,
        "moves": moves,
        "over": False,
        "scores": [] if seen is None else game.scores(seen.hidden(game, SPECTATOR)),
        "seed_hash": commitment(row.salt, row.seed),
    }
    if takebacks := practice(table.log):
        fields["takebacks"] = takebacks
    if table.cut_short:  # closed for good: whoever has those rules can replay it
        fields |= {"seed": row.seed, "salt": row.salt}
    return orjson.dumps(fields)


@router.websocket("/live")
async def live(socket: WebSocket, table_id: str, chair: ChairQuery = None) -> None:
    """The whole view now and after every change."""
    token = socket.cookies.get(cookie_name(chair))
    await socket.app.state.services.live.serve(socket, table_id, hashed(token))
