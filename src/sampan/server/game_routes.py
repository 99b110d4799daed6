"""The addresses of a game at a table: moves, undo, proposals, chat, digest, record, and the live view."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Path, Query, Request, Response, WebSocket
from pydantic import ValidationError
from starlette.requests import cookie_parser

from sampan.engine.game import SPECTATOR
from sampan.engine.seeds import commitment

from . import clock, proposals, shapes, turns
from .address import client_of
from .digest import digest
from .history import practice, present_line
from .origins import came_from, origins_of
from .positions import gains, table_position
from .refusals import Refused
from .rematch import tell_declined
from .rows import Note, read_running
from .safety import App, Receive, Scope, Send, replayed
from .seats import alike, others_names
from .services import (
    COOKIE,
    ChairQuery,
    ServicesDep,
    TableId,
    Token,
    WatchQuery,
    cookie_name,
    may_say,
    usable_token,
)
from .successor import is_rematch
from .table import TABLE_ID, Plan, Table, hashed
from .views import response

router = APIRouter(prefix="/api/tables/{table_id}", tags=["game"])
MOVES = re.compile(f"/api/tables/({TABLE_ID.pattern})/moves")
ACTING = ("no_table", "not_seated", "not_running", "stale_ply")


@router.post(
    "/moves", response_model=shapes.TableView,
    responses=may_say(*ACTING, "not_your_decision", "unknown_move", "illegal_move"),
)  # fmt: skip
async def play_move(table_id: TableId, asked: shapes.PlayMove, services: ServicesDep, token: Token) -> Response:
    """Make a move in answer to a ply. Once this answers, the move is stored; sending it again is harmless."""
    return await services.tables.answer(
        table_id, token, lambda table, who: turns.move(table, who, asked.ply, asked.move)
    )


PLAY_MOVE = next(route for route in router.routes if getattr(route, "endpoint", None) is play_move)


def token_in(headers: list[tuple[bytes, bytes]]) -> str | None:
    """The token of a request's one cookie header, if it has one."""
    given = next((value for name, value in headers if name == b"cookie"), b"")
    return usable_token(cookie_parser(given.decode("latin-1")).get(COOKIE))


def move_in(headers: list[tuple[bytes, bytes]], body: bytes) -> shapes.PlayMove | None:
    """The move that is asked for; nothing where it is not written as usual."""
    names = [name for name, _ in headers]
    if names.count(b"cookie") > 1 or (b"content-type", b"application/json") not in headers:
        return None
    try:
        return shapes.PlayMove.model_validate(orjson.loads(body)) if names.count(b"content-type") == 1 else None
    except (orjson.JSONDecodeError, ValidationError):
        return None


class QuickMoves:
    """Moves, asked for more often than all else, on a short way: past the much that FastAPI does for any address.

    Stands before the routes. A request that looks exactly as our page sends it is answered by the same function, in the
    same way. Any other, right or wrong, goes the long way, where it is known what to say of it.
    """

    def __init__(self, app: App, refuse: Callable[[Refused], Response]) -> None:
        self.app, self.refuse = app, refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or one socket."""
        if scope["type"] != "http" or scope["method"] != "POST" or scope["query_string"]:
            await self.app(scope, receive, send)
            return
        found = MOVES.fullmatch(scope["path"].removeprefix(scope.get("root_path", "")))
        if found is None:
            await self.app(scope, receive, send)
            return
        body = (await receive()).get("body", b"")  # it is here as a whole, for it has been measured
        asked = move_in(scope["headers"], body)
        if asked is None:
            await self.app(scope, replayed(body, receive), send)
            return
        scope["route"] = PLAY_MOVE
        try:
            token = token_in(scope["headers"])
            answer = await play_move(found[1], asked, scope["app"].state.services, token)
        except Refused as refused:
            answer = self.refuse(refused)
        await answer(scope, receive, send)


@router.post("/undo", response_model=shapes.TableView, responses=may_say(*ACTING, "nothing_to_undo", "revealed"))
async def undo_move(table_id: TableId, asked: shapes.AtPly, services: ServicesDep, token: Token) -> Response:
    """Take back your last move, unless others have moved or something hidden has been revealed since."""
    return await services.tables.answer(table_id, token, lambda table, who: turns.undo(table, who, asked.ply, False))


@router.post("/restart", response_model=shapes.TableView, responses=may_say(*ACTING, "nothing_to_undo", "revealed"))
async def restart_turn(table_id: TableId, asked: shapes.AtPly, services: ServicesDep, token: Token) -> Response:
    """Take back your whole turn, as far back as nothing hidden has been revealed."""
    return await services.tables.answer(table_id, token, lambda table, who: turns.undo(table, who, asked.ply, True))


@router.post(
    "/takeback", response_model=shapes.TableView, responses=may_say(*ACTING, "nothing_to_undo", "proposal_open")
)
async def propose_takeback(
    table_id: TableId, asked: shapes.ProposeTakeback, services: ServicesDep, token: Token
) -> Response:
    """Go back further than an undo: at once if nobody else owns a seat, otherwise as a proposal to all who do."""
    return await services.tables.answer(
        table_id, token, lambda table, who: proposals.takeback(table, who, asked.ply, asked.back_to)
    )


@router.post(
    "/decision", response_model=shapes.TableView, responses=may_say(*ACTING, "nothing_to_undo", "proposal_open")
)
async def decide_again(table_id: TableId, asked: shapes.AtPly, services: ServicesDep, token: Token) -> Response:
    """Go back to your last decision, undoing what bots have played since; with other people, as a proposal to them."""
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
    """Accept or decline, even if you have left; all must accept. Decline your own proposal to withdraw it."""
    who = hashed(token)
    table = await services.tables.change(table_id, who, lambda table: proposals.answer(table, who, number, asked.agree))
    seat = table.seat_owned(who)
    if not asked.agree and seat is not None and is_rematch(table, number):
        await tell_declined(services, table, number, seat)
    return response(table, who)


@router.post(
    "/chat",
    response_model=shapes.TableView,
    responses=may_say("no_table", "not_seated", "muted", "name_needed", "name_taken"),
)
async def say(request: Request, table_id: TableId, asked: shapes.Say, services: ServicesDep, token: Token) -> Response:
    """Send a chat message to everyone at the table."""
    services.check_voice(request)

    def act(table: Table, who: str | None) -> Plan:
        seat, address = table.seat_held(who), client_of(request.scope)
        if seat is not None:
            services.chats.take(f"{table_id} {seat}", "messages")
            said = {"name": table.seats[seat].name, "text": asked.text}
        else:
            said = said_by_watcher(table, asked)
            for whose in (address, f"table {table_id}"):  # nor may many of them drown what players say
                services.watchers_chats.take(whose, "messages")
        return Plan(notes=[Note("chat", seat, said, clock.now())])

    return await services.tables.answer(table_id, token, act)


def said_by_watcher(table: Table, asked: shapes.Say) -> dict[str, str]:
    """The words of somebody who watches, where the host lets them chat; nobody speaks under a player's name."""
    if not table.row.watchers_chat:
        raise Refused("not_seated", "only players at the table can chat")
    if asked.name is None:
        raise Refused("name_needed", "name: expected a name, as you have no seat here")
    if alike(asked.name) in others_names(table, -1):
        raise Refused("name_taken", f"{asked.name!r}: somebody at this table already has that name")
    return {"name": asked.name, "text": asked.text}


@router.get("/digest", response_model=shapes.Digest, responses=may_say("no_table", "other_rules"))
async def see_digest(
    request: Request,
    table_id: TableId,
    services: ServicesDep,
    since: Annotated[int, shapes.InAddress, Query(**shapes.within(0, shapes.MOST_PLIES))] = 0,
) -> Response:
    """What has happened since a ply; everyone gets the same log."""
    table = await services.tables.find(table_id)
    who = client_of(request.scope)
    until = table.position.until if table.position is not None else 0
    body = await services.pools.digests.run(who, digest, table.row, list(table.log), since, until)
    return Response(orjson.dumps(body, option=orjson.OPT_SERIALIZE_NUMPY), media_type="application/json")


@router.get("/gains", response_model=shapes.Gains, responses=may_say("no_table", "other_rules"))
async def see_gains(table_id: TableId, services: ServicesDep, token: Token) -> Response:
    """What each of your moves would gain, as far as you can know; only for you, and only on your turn."""
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
    """The game after a number of moves, as you may see it."""
    table = await services.tables.find(table_id)
    viewer = table.viewer(hashed(token))[0]
    who = client_of(request.scope)
    body = await services.pools.positions.run(who, table_position, table.row, table.moves, viewer, at)
    return Response(orjson.dumps(body, option=orjson.OPT_SERIALIZE_NUMPY), media_type="application/json")


@router.get("/record", response_model=shapes.GameRecord, responses=may_say("no_table", "other_rules", "not_running"))
async def download_record(request: Request, table_id: TableId, services: ServicesDep) -> Response:
    """The record of the game; once it is over, with seed and checksums, so that `sampan verify` can prove it."""
    table = await services.tables.find(table_id)
    if not table.started:
        table.stage()
    named = f'attachment; filename="{table.row.game}-{table_id}.json"'
    headers = {"content-disposition": named}
    if table.position is not None:
        table.hidden(SPECTATOR)  # made here, where the table may change
    secret = await still_secret(services, table)
    content = await services.pools.records.run(client_of(request.scope), record_json, table, secret)
    return Response(content, media_type="application/json", headers=headers)


async def still_secret(services: ServicesDep, table: Table) -> bool:
    """Whether the seed of a game that this one left is a secret: it was left in the middle, and goes on."""
    there = came_from(table.row)
    if there is None or not there.waits_for:
        return False
    return bool(await services.store.read(lambda connection: read_running(connection, there.waits_for)))


def record_json(table: Table, secret: bool) -> bytes:
    """A finished game whole; of a running one only what everybody has seen; of one by other rules all that was kept."""
    if table.status != "running" and not table.cut_short and not secret:
        return table.record().to_json().encode()
    game, row = table.game, table.row
    moves = present_line(table.log) if table.cut_short else [game.move_text(move) for move in table.moves]
    fields: dict[str, Any] = {
        "sampan": 1 if row.origin is None else 2,
        "game": game.name,
        "rules": row.rules,
        "box": row.box,
        "options": row.options,
        "moves": moves,
        "over": table.status == "over",
        "scores": table.result()["scores"],
        "seed_hash": commitment(row.salt, row.seed),
    }
    fields["names"], fields["date"] = table.names_and_date()
    if game.own_box and not table.cut_short:
        fields["printed"] = game.box.tables
    if takebacks := practice(table.log):
        fields["takebacks"] = takebacks
    if table.seating:
        fields["seating"] = table.seating
    told = ["moves", "known_to", "table"]
    if table.cut_short and not secret:  # closed for good: whoever has those rules can replay it
        fields |= {"seed": row.seed, "salt": row.salt}
        told += ["seed", "marks"]
    if left := [origin.fields() for origin in origins_of(row)]:
        fields["origins"] = [{name: one[name] for name in told if name in one} for one in left]
    return orjson.dumps(fields)


@router.websocket("/live")
async def live(socket: WebSocket, table_id: str, chair: ChairQuery = None, watch: WatchQuery = None) -> None:
    """The whole view now and after every change."""
    token = None if watch else socket.cookies.get(cookie_name(chair))
    await socket.app.state.services.live.serve(socket, table_id, hashed(token))
