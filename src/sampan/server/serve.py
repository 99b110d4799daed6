"""Running the server: in the foreground with any number of workers, or behind something else in the same command."""

from __future__ import annotations

import errno
import http.client
import ipaddress
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import uvicorn

from sampan.compiling.beside import compiling_beside
from sampan.compiling.parts import Part
from sampan.compiling.readiness import Readiness

from .address import networks
from .counts import make_file
from .database import ServeError, one_line
from .limits import raise_descriptors
from .logs import configure
from .metrics import shared_metrics
from .migrations import migrate
from .protocol import HttpConnection, LiveConnection
from .settings import Settings
from .store import open_engine
from .switching import Switching, Workers

APP = "sampan.server.app:application"
PORTS = 65536
TRIED = 20  # ports, when the usual one is taken
STARTING = 120.0  # seconds a server may take to come up
PING_EVERY = 45.0  # seconds: proxies close a line after 60 silent ones
WORKER_STARTING = 60  # seconds for a worker that takes another's place
ALL = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # every address of this machine, and one of them
OURS = "expected an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them"
ELSEWHERE = {"0.0.0.0": "192.0.2.1", "::": "2001:db8::1"}  # addresses for examples: nothing is ever sent there


def bound(host: str, port: int, or_next: bool = False) -> socket.socket:
    """A socket to serve on; where the usual port is taken, perhaps one of the next."""
    if not host:
        raise ServeError(f"--host '': {OURS}")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for tried in range(port, min(port + (TRIED if or_next and port else 1), PORTS)):
        opened = socket.socket(family, socket.SOCK_STREAM)
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            opened.bind((host, tried))
        except OSError as error:
            opened.close()
            reason = error.strerror
            if error.errno in (errno.EADDRINUSE, errno.EACCES):
                continue
            raise ServeError(f"--host {host}: {error.strerror or error}: {OURS}") from None
        except UnicodeError:
            opened.close()
            raise ServeError(f"--host {host[:60]!r}: {OURS}") from None
        opened.listen(2048)
        opened.set_inheritable(True)
        return opened
    raise ServeError(f"{host}:{port} cannot be used: {reason}: expected a free port, choose one with --port")


def address_of(opened: socket.socket, root: str = "") -> str:
    """Where a browser finds the socket: where it listens to everybody, an address that others can use too."""
    host, port = opened.getsockname()[:2]
    reached = outward(opened.family, host) if host in ALL else host
    return f"http://{f'[{reached}]' if ':' in reached else reached}:{port}{root}"


def is_loopback(opened: socket.socket) -> bool:
    """Whether only this machine reaches what listens here."""
    return ipaddress.ip_address(opened.getsockname()[0].partition("%")[0]).is_loopback


def outward(family: int, host: str) -> str:
    """This machine's own address, as the network sees it; its loopback where there is no network."""
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((ELSEWHERE[host], 9))  # chooses a way, sends nothing
            return str(probe.getsockname()[0])
        except OSError:
            return ALL[host]


def configured(settings: Settings, **more: Any) -> uvicorn.Config:
    """Uvicorn as we run it."""
    settings.to_environment()
    return uvicorn.Config(
        APP, factory=True, workers=settings.workers, log_config=None, access_log=False, server_header=False,
        http=HttpConnection, ws=LiveConnection, proxy_headers=False, ws_max_size=4096, ws_per_message_deflate=False,
        ws_ping_interval=PING_EVERY,
        backlog=2048, timeout_keep_alive=65, timeout_graceful_shutdown=5, timeout_worker_healthcheck=WORKER_STARTING,
        **more,
    )  # fmt: skip


def prepare(settings: Settings) -> None:
    """Bring the database to the present form before anybody is served; what is wrong is one line."""
    networks(settings.trusted_proxies)
    networks(settings.monitors, "--monitor")
    with one_line(settings):
        engine = open_engine(settings)
        migrate(engine)
        engine.dispose()


def serve(
    settings: Settings,
    opened: socket.socket,
    ready: Callable[[], None] | None = None,
    missing: Sequence[Part] = (),
) -> None:
    """Serve until told to stop; `ready` is called once somebody who asks is answered.

    The missing parts are compiled beside it; where rules are among them, they run interpreted until then.
    """
    configure(settings.log_level, settings.log_json)
    raise_descriptors()
    prepare(settings)
    if ready is not None:
        threading.Thread(target=await_answer, args=(opened, settings.root_path, ready), daemon=True).start()
    with compiling_beside(missing) as folder, shared_counts(settings) as counting:
        compiling = folder or settings.compiling
        config = configured(replace(counting, compiling=compiling))
        if not Readiness(compiling).rules_ready:
            Switching(config, [opened], compiling).run()
            return
        if settings.workers > 1:
            Workers(config, sockets=[opened]).run()
            return
        server = uvicorn.Server(config)
        server.run(sockets=[opened])
        if not server.started:
            raise ServeError("the server could not start; the reason is above")


@contextmanager
def shared_counts(settings: Settings) -> Iterator[Settings]:
    """The same settings with a file for the counts, where several workers share them."""
    if settings.workers == 1:
        yield settings
        return
    file = make_file(settings.workers)
    try:
        with shared_metrics():
            yield replace(settings, counts_file=str(file))
    finally:
        file.unlink(missing_ok=True)


def await_answer(opened: socket.socket, root: str, ready: Callable[[], None]) -> None:
    """Ask until there is an answer."""
    host, port = opened.getsockname()[:2]
    deadline = time.monotonic() + STARTING
    while time.monotonic() < deadline:
        asking = http.client.HTTPConnection(ALL.get(host, host), port, timeout=STARTING)
        try:
            asking.request("GET", f"{root}/api/games")
            if asking.getresponse().status < 500:
                ready()
                return
        except (OSError, http.client.HTTPException):
            time.sleep(0.1)
        finally:
            asking.close()
