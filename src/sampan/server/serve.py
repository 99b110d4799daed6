"""Running the server: in the foreground with any number of workers, or behind something else in the same command."""

from __future__ import annotations

import socket
import sqlite3
import threading
import time
from typing import Any

import alembic.util
import sqlalchemy as sa
import uvicorn
from uvicorn.supervisors import Multiprocess

from sampan.engine.errors import SampanError

from .migrations import migrate
from .settings import Settings
from .store import open_engine

APP = "sampan.server.app:application"
TRIED = 20  # ports, when the usual one is taken
STARTING = 120.0  # seconds a server may take to come up


class ServeError(SampanError):
    """The server cannot be started as asked."""


def bound(host: str, port: int, or_next: bool = False) -> socket.socket:
    """A socket to serve on; where the usual port is taken, perhaps one of the next."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for tried in range(port, port + (TRIED if or_next and port else 1)):
        opened = socket.socket(family, socket.SOCK_STREAM)
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            opened.bind((host, tried))
        except OSError as error:
            opened.close()
            reason = error.strerror or str(error)
            continue
        opened.listen(2048)
        opened.set_inheritable(True)
        return opened
    raise ServeError(f"{host}:{port} cannot be served on: {reason}: expected a free port, choose one with --port")


def address_of(opened: socket.socket) -> str:
    """Where a browser on this machine finds the socket."""
    host, port = opened.getsockname()[:2]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}"


def configured(settings: Settings, **more: Any) -> uvicorn.Config:
    """Uvicorn as we run it."""
    settings.to_environment()
    return uvicorn.Config(
        APP, factory=True, workers=settings.workers, log_level="warning", access_log=False, server_header=False,
        ws="websockets-sansio", ws_max_size=4096, ws_per_message_deflate=False, backlog=2048, timeout_keep_alive=65,
        timeout_graceful_shutdown=5, **more,
    )  # fmt: skip


def prepare(settings: Settings) -> None:
    """Bring the database to the present form before anybody is served; what is wrong with it is one line."""
    try:
        engine = open_engine(settings)
        migrate(engine)
        engine.dispose()
    except OSError as error:
        raise ServeError(f"database {settings.database!r}: {error.strerror or error}") from None
    except (sa.exc.SQLAlchemyError, sqlite3.Error, alembic.util.CommandError) as error:
        reason = " ".join(str(getattr(error, "orig", None) or error).split())
        raise ServeError(f"database {settings.database or settings.url!r} cannot be used: {reason[:200]}") from None


def serve(settings: Settings, opened: socket.socket) -> None:
    """Serve until told to stop."""
    prepare(settings)
    config = configured(settings)
    server = uvicorn.Server(config)
    if settings.workers > 1:
        Multiprocess(config, sockets=[opened]).run()
        return
    server.run(sockets=[opened])
    if not server.started:
        raise ServeError("the server could not start; the reason is above")


class Background:
    """A server that runs beside whatever else this command does."""

    def __init__(self, settings: Settings, opened: socket.socket) -> None:
        self.address, self._settings = address_of(opened), settings
        self._server = uvicorn.Server(configured(settings))
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [opened]}, daemon=True)

    def start(self) -> None:
        """Come up, or say that it did not."""
        prepare(self._settings)
        self._thread.start()
        deadline = time.monotonic() + STARTING
        while not self._server.started:
            if not self._thread.is_alive() or time.monotonic() > deadline:
                raise ServeError("the server could not start beside the table")
            time.sleep(0.02)

    def stop(self) -> None:
        """Go down."""
        self._server.should_exit = True
        self._thread.join(10)
