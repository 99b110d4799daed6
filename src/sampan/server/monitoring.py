"""Whether the server is alive and ready, and its figures: for the operator, from where the operator says."""

from __future__ import annotations

import asyncio
from typing import Any

import sqlalchemy as sa
from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from prometheus_client import CONTENT_TYPE_LATEST
from sqlalchemy import Connection

from sampan import games
from sampan.compiling.parts import Part
from sampan.compiling.readiness import Readiness
from sampan.engine.rule import MODE

from . import metrics
from .address import Network, Scope, is_trusted
from .migrations import newest
from .refusals import Refused
from .services import Services, ServicesDep

ADDRESSES = ("/healthz", "/readyz", "/metrics")
FORWARDING = frozenset({b"x-forwarded-for", b"forwarded", b"via", b"x-real-ip"})
PATIENCE = 3.0  # seconds for the database to answer
EVERY = 2.0  # seconds between two looks at what is open
router = APIRouter(include_in_schema=False)


def check_monitor(peer: Any, scope: Scope, root: str, allowed: tuple[Network, ...]) -> None:
    """Hide these addresses from everybody but the operator; a proxy that we were not told of speaks for strangers."""
    if scope["type"] != "http" or scope["path"].removeprefix(root) not in ADDRESSES:
        return
    client = scope.get("client")
    hearsay = client == peer and any(name in FORWARDING for name, _ in scope["headers"])
    if hearsay or not client or not is_trusted(client[0], allowed):
        raise Refused("no_such_address", "Not Found")


@router.get("/healthz")
async def alive() -> Response:
    """The server is up."""
    return Response("alive\n", media_type="text/plain")


@router.get("/readyz")
async def ready(request: Request, services: ServicesDep) -> Response:
    """Whether the database responds with the current schema and the rules can be played; 503 if not.

    Interpreted rules can be played too, only slower; ask with `?compiled` to wait for compiled ones.
    """
    database, interpreted = await database_form(services), MODE == "later"
    enough = database == "ready" and not (interpreted and "compiled" in request.query_params)
    said = {"ready": enough, "database": database, "rules": "interpreted" if interpreted else "ready"}
    more = {"compiled_in": seconds_to_compiled(services.botwork.readiness)} if interpreted else {}
    return JSONResponse(said | more, 200 if enough else 503)


@router.get("/metrics")
async def figures() -> Response:
    """Metrics for Prometheus."""
    return Response(await asyncio.to_thread(metrics.text), media_type=CONTENT_TYPE_LATEST)


async def database_form(services: Services) -> str:
    """Whether the database can be used."""
    try:
        form = await asyncio.wait_for(services.store.read(read_form), PATIENCE)
    except TimeoutError:
        return f"no answer within {PATIENCE:g} seconds"
    except Refused:
        return "no answer"
    return "ready" if form >= newest() else f"schema version {form}: expected {newest()}"


def read_form(connection: Connection) -> str:
    """The last migration that was run; a newer server may have run further ones."""
    return str(connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar())


def seconds_to_compiled(readiness: Readiness) -> float:
    """About how long it will be until the rules of every game are compiled."""
    waits = [readiness.wait_for(Part(name, "rules").name) for name in games.names()]
    return max((wait.seconds for wait in waits if wait is not None), default=0.0)


async def measure_on(services: Services) -> None:
    """Note now and then what is open and what waits."""
    while True:
        measure(services)
        await asyncio.sleep(EVERY)


def measure(services: Services) -> None:
    """What is open and what waits, at this moment."""
    watchers = services.live.watchers
    metrics.LIVE_TABLES.set(services.tables.number)
    metrics.WATCHED.set(len(watchers))
    metrics.SOCKETS.set(sum(len(here) for here in watchers.values()))
    for kind, number in services.thinking.waiting().items():
        metrics.QUEUE.labels(kind).set(number)
