"""The application: everything put together, started and stopped."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import orjson
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from sampan import games

from . import (
    absence,
    analysis,
    box_routes,
    branching,
    briefs,
    devices,
    game_routes,
    hints,
    monitoring,
    notice_routes,
    page,
    past_routes,
    prebuilt,
    puzzle_routes,
    rematch,
    replies,
    reports,
    review_routes,
    table_routes,
    teaching,
    texts,
    waiting,
)
from .bans import read_bans
from .botwork import Botwork
from .boxes import Boxes
from .document import correct, methods_of
from .fingerprints import keep_layouts
from .limits import Limits
from .live import Live
from .logs import configure
from .messenger import Messenger
from .monitoring import measure_on
from .notify import Listener
from .pools import Pools
from .presence import Presence
from .rates import Rate
from .refusals import Refused
from .retention import Retention
from .reviews import Reviews
from .safety import App, Guard
from .services import Services
from .settings import Settings
from .store import Conflict, Store
from .table import game_here
from .tables import Tables
from .thinking import Thinking
from .timekeeper import Timekeeper
from .webpush import Vapid, read_push_key

BANS_EVERY = 2.0  # seconds
STORE_EVERY, STORE_PATIENCE = 1.0, 4.0  # seconds
HTTP_CODES = {400: "bad_request", 404: "no_such_address", 405: "no_such_method"}
DESCRIPTION = """Board games by link. A seat is a token in a cookie; every answer names the ply it answers; a move is
answered once it is stored. Sentences are ids with arguments. The live view is a WebSocket at
`/api/tables/{table_id}/live`: it sends the whole view (`TableView`) at once and after every change."""
log = logging.getLogger("sampan.server")


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Open the store, listen for others, run bots; and all of it backwards."""
    settings: Settings = app.state.settings
    for name in games.names():
        game_here(name).compile()
    store = Store(settings)
    await asyncio.to_thread(store.open)
    with suppress(Conflict):  # another process keeps the same ones at this moment
        await store.write("", lambda connection: keep_layouts(connection, [game_here(name) for name in games.names()]))
    tables, boxes = Tables(store, settings), Boxes(store, settings)
    await boxes.start()
    live = Live(tables, app.state.limits)
    thinking, pools = Thinking(settings.bot_threads), Pools()
    botwork = Botwork(tables, store, settings, thinking, live.watched)
    live.seen = botwork.seen
    reviews = Reviews(store, settings, thinking, app.state.limits.counts)
    presence = Presence(store, tables, live, settings)
    messenger = Messenger(store, tables, botwork, settings)
    listener = Listener(store, settings)
    app.state.services = Services(
        settings=settings,
        store=store,
        tables=tables,
        boxes=boxes,
        live=live,
        presence=presence,
        thinking=thinking,
        botwork=botwork,
        pools=pools,
        reviews=reviews,
        reviews_by_address=Rate(1 / 20, 6),
        messenger=messenger,
        openings=app.state.limits.openings,
        chats=Rate(1.0, 10),
        watchers_chats=Rate(0.2, 5),
        hints=Rate(0.5, 6),
        hints_by_address=Rate(1.0, 12),
        reports=Rate(1 / 60, 10),
        subscriptions=Rate(0.2, 40),
        links=Rate(settings.links_a_minute / 60, 2 * settings.links_a_minute),
    )
    await mind_bans(store, live)
    listener.start(live.heard, live.missed)
    botwork.start()
    planned = replies.Replies(tables, store, settings)
    planned.start()
    retention, timekeeper = Retention(store, tables, botwork, settings), Timekeeper(store, tables, botwork, settings)
    retention.start()
    timekeeper.start()
    presence.start()
    messenger.vapid = await vapid_of(store, settings)
    messenger.start()
    besides = [asyncio.create_task(measure_on(app.state.services)), asyncio.create_task(mind_bans_on(store, live))]
    if settings.postgres:
        besides.append(asyncio.create_task(mind_store_on(store, live)))
    gc.collect()
    gc.freeze()  # what is here now stays: looking through it again and again would hold up moves
    gc.set_threshold(20_000, 20, 50)
    log.info("process %d is running", os.getpid())
    yield
    log.info("process %d is stopping", os.getpid())
    listener.stop()
    for task in besides:
        task.cancel()
    await messenger.stop()
    await retention.stop()
    await timekeeper.stop()
    await planned.stop()
    await presence.stop()
    await reviews.stop()
    await botwork.stop()
    thinking.close()
    pools.close()
    boxes.close()
    await asyncio.to_thread(store.close)


async def vapid_of(store: Store, settings: Settings) -> Vapid | None:
    """The server as push services know it, where it sends anything to devices."""
    if not settings.push:
        return None
    try:
        private = await store.write("", read_push_key)
    except Conflict:  # another process made it at the same moment
        private = await store.write("", read_push_key)
    return Vapid(private, settings.push_contact)


async def mind_store_on(store: Store, live: Live) -> None:
    """Let nobody watch what does not move because the database is out of reach: another host may reach it."""
    while True:
        await asyncio.sleep(STORE_EVERY)
        try:
            await asyncio.wait_for(store.read(lambda connection: None), STORE_PATIENCE)
        except (Refused, TimeoutError):
            live.end_all()


async def mind_bans(store: Store, live: Live) -> None:
    """Know whom the operator has banned by now; who is, sees no more."""
    if live.limits.bans.take(store.address_key, await store.read(read_bans)):
        live.end_banned()


async def mind_bans_on(store: Store, live: Live) -> None:
    """The same every other second."""
    while True:
        await asyncio.sleep(BANS_EVERY)
        with suppress(Refused):  # the database is away, which the log says by itself
            await mind_bans(store, live)


def problem(refused: Refused) -> Response:
    """A refusal as an answer."""
    body = orjson.dumps(refused.body() | {"view": None}, option=orjson.OPT_SERIALIZE_NUMPY)
    if refused.view is not None:
        body = body[: -len(b"null}")] + refused.view + b"}"
    headers = {name.decode(): value.decode() for name, value in refused.headers()}
    return Response(body, refused.status, headers, media_type="application/json")


async def on_refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return problem(error)


async def on_unreadable(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first: Any = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    code = "unknown_game" if first["type"] == "union_tag_invalid" and where == "body" else "unreadable"
    return problem(Refused(code, f"{where}: {first['msg']}"))


async def on_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    allowed = methods_of(request.app, request.scope["path"].removeprefix(request.scope.get("root_path", "")))
    wrong_method = bool(allowed) and request.method not in allowed.split(", ")  # the page's files do not know that
    status = 405 if wrong_method else error.status_code
    if status == 404 and (lost := page.lost_page(request)):
        return lost
    detail = f"{request.method}: expected {allowed}" if wrong_method else str(error.detail)
    response = problem(Refused(HTTP_CODES.get(status, "bad_request"), detail))
    response.headers.update(error.headers or {})
    if wrong_method:
        response.headers["allow"] = allowed
    return response


async def on_failure(_: Request, error: Exception) -> Response:
    """A mistake of ours; what it was is in the log, under the number in `x-request-id`."""
    return problem(Refused("server_failed", "something went wrong on the server; if nothing has changed, try again"))


def api(settings: Settings, limits: Limits | None = None) -> FastAPI:
    """The routes with their documentation."""
    app = FastAPI(title="Sampan", version="1", description=DESCRIPTION, lifespan=lifespan,
                  openapi_url="/api/openapi.json", docs_url=None, redoc_url=None)  # fmt: skip
    app.state.settings, app.state.limits = settings, limits
    app.include_router(table_routes.router)
    app.include_router(game_routes.router)
    app.include_router(box_routes.router)
    app.include_router(briefs.router)
    app.include_router(absence.router)
    app.include_router(devices.router)
    app.include_router(rematch.router)
    app.include_router(replies.router)
    app.include_router(branching.router)
    app.include_router(analysis.router)
    app.include_router(notice_routes.router)
    app.include_router(notice_routes.feeds)
    app.include_router(hints.router)
    app.include_router(review_routes.router)
    app.include_router(waiting.router)
    app.include_router(texts.router)
    app.include_router(teaching.router)
    app.include_router(puzzle_routes.router)
    app.include_router(past_routes.router)
    app.include_router(reports.router)
    app.include_router(monitoring.router)
    prebuilt.add_boards(app)
    page.add_pages(app, settings.root_path)
    correct(app)
    app.add_middleware(game_routes.QuickMoves, refuse=problem)
    app.add_exception_handler(Refused, on_refused)
    app.add_exception_handler(RequestValidationError, on_unreadable)
    app.add_exception_handler(HTTPException, on_http)
    app.add_exception_handler(Exception, on_failure)
    return app


def application(settings: Settings | None = None) -> App:
    """What uvicorn runs."""
    settings = settings or Settings.from_environment()
    configure(settings.log_level, settings.log_json)
    limits = Limits(settings)
    return Guard(api(settings, limits), limits)
