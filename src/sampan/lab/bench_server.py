"""How much one server holds: `sampan bench server`. The load runs on the same cores and is part of the figures."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from sampan.engine.errors import SampanError

from .bench import machine
from .wire import Http, Socket

SEATS = 4  # and as many viewers of every table
OPENERS = 8  # lines on which tables are opened
CONNECTIONS = 64  # lines on which moves are made
LIMITS = ("--rate", "--tables", "--bots", "--connections", "--live-views")  # all of it comes from one address here
PLY = re.compile(rb'"ply":(\d+)')
PATIENCE = 30.0


class Place:
    """One table of the load: four people who watch, one of whom moves."""

    def __init__(self, table: str, cookies: list[str]) -> None:
        self.table, self.cookies = table, cookies
        self.view: dict[str, Any] = {}
        self.seen = [-1] * SEATS
        self.latest = [b""] * SEATS
        self.wanted = -1
        self.arrived: asyncio.Future[float] | None = None
        self.sockets: list[Socket] = []
        self.dice = random.Random(table)

    def heard(self, seat: int) -> Callable[[bytes], None]:
        """What the socket of this seat does with a view."""

        def hear(text: bytes) -> None:
            found = PLY.search(text)
            if found:
                self.seen[seat], self.latest[seat] = int(found[1]), text
                if self.arrived is not None and not self.arrived.done() and min(self.seen) >= self.wanted:
                    self.arrived.set_result(time.perf_counter())

        return hear

    async def move(self, http: Http, spent: list[float], acks: list[float]) -> None:
        """One move, from its request to the view reaching everybody."""
        seat = self.view["to_move"]
        ply = self.view["ply"]
        if self.view["you"] != seat:
            self.view = json.loads(self.latest[seat])  # everybody has been sent theirs
        body = json.dumps({"ply": ply, "move": self.dice.choice(self.view["legal"])["move"]}).encode()
        self.wanted, self.arrived = ply + 1, asyncio.get_running_loop().create_future()
        start = time.perf_counter()
        status, _, answer = await http.ask("POST", f"/api/tables/{self.table}/moves", body, self.cookies[seat])
        acks.append(time.perf_counter() - start)
        if status != 200:
            raise SampanError(f"bench: a move was answered with {status}: {answer[:200]!r}")
        self.view = json.loads(answer)
        spent.append(await asyncio.wait_for(self.arrived, PATIENCE) - start)


class Load:
    """Many tables at one server."""

    def __init__(self, host: str, port: int, game: str, progress: Callable[[str], None]) -> None:
        self.host, self.port, self.game, self.progress = host, port, game, progress
        self.https: list[Http] = []
        self.places: list[Place] = []

    async def set_up(self, tables: int) -> None:
        """Open the tables, fill and start them, and let everybody watch."""
        await self.connect(OPENERS)
        to_open = [None] * tables

        async def work(http: Http) -> None:
            while to_open:
                to_open.pop()
                self.places.append(await self.opened(http))
                self.progress(f"setting up: {len(self.places)} of {tables} tables")

        await asyncio.gather(*(work(http) for http in self.https))
        await self.connect(CONNECTIONS)
        deadline = time.perf_counter() + PATIENCE
        while any(min(place.seen) < 0 for place in self.places):  # until everybody has seen their table
            if time.perf_counter() > deadline:
                raise SampanError("bench: some watchers were never sent a view")
            await asyncio.sleep(0.05)

    async def connect(self, connections: int) -> None:
        """Have so many lines to ask on; not before they are used, for the server closes silent ones."""
        loop = asyncio.get_running_loop()
        while len(self.https) < connections:
            _, http = await loop.create_connection(Http, self.host, self.port)
            self.https.append(http)

    async def opened(self, http: Http) -> Place:
        """A running table with four watchers."""
        seats = [{"kind": "human"}] + [{"kind": "open"}] * (SEATS - 1)
        body = json.dumps({"game": self.game, "seats": seats}).encode()
        status, headers, answer = await http.ask("POST", "/api/tables", body)
        if status != 201:
            raise SampanError(f"bench: opening a table was answered with {status}: {answer[:200]!r}")
        place = Place(json.loads(answer)["view"]["table"], [headers["set-cookie"].partition(";")[0]])
        for _ in range(SEATS - 1):
            _, headers, _ = await http.ask("POST", f"/api/tables/{place.table}/join", b"{}")
            place.cookies.append(headers["set-cookie"].partition(";")[0])
        _, _, answer = await http.ask("POST", f"/api/tables/{place.table}/start", cookie=place.cookies[0])
        place.view = json.loads(answer)
        for seat in range(SEATS):
            path, cookie = f"/api/tables/{place.table}/live", place.cookies[seat]
            _, socket = await asyncio.get_running_loop().create_connection(
                lambda path=path, cookie=cookie, seat=seat: Socket(path, cookie, place.heard(seat)),  # type: ignore[misc]
                self.host, self.port,
            )  # fmt: skip
            place.sockets.append(socket)
        return place

    async def steady(self, seconds: float, every: float) -> dict[str, Any]:
        """Every table moves once every so often, for so long."""
        spent: list[float] = []
        acks: list[float] = []
        late: list[float] = []
        start = time.perf_counter() + 0.5

        async def keep_time(number: int, place: Place) -> None:
            due = start + every * number / len(self.places)
            while due < start + seconds and place.view["status"] == "running":
                await asyncio.sleep(max(0.0, due - time.perf_counter()))
                late.append(time.perf_counter() - due)
                await place.move(self.https[number % CONNECTIONS], spent, acks)
                due += every

        await asyncio.gather(*(keep_time(number, place) for number, place in enumerate(self.places)))
        took = time.perf_counter() - start
        return {
            "moves": len(spent),
            "moves_per_s": round(len(spent) / took, 1),
            "to_all_viewers_ms": shares(spent),
            "to_answer_ms": shares(acks),
            "load_late_ms": shares(late),
        }

    async def flat_out(self, seconds: float) -> dict[str, Any]:
        """As many moves as the server answers, 32 tables at a time."""
        spent: list[float] = []
        start = time.perf_counter()

        async def hurry(place: Place, http: Http) -> None:
            while time.perf_counter() < start + seconds and place.view["status"] == "running":
                await place.move(http, spent, [])

        await asyncio.gather(*(hurry(p, h) for p, h in zip(self.places[:32], self.https[:32], strict=False)))
        took = time.perf_counter() - start
        return {"moves_per_s": round(len(spent) / took, 1), "to_all_viewers_ms": shares(spent)}

    @property
    def bytes_heard(self) -> int:
        """What all watchers have been sent so far, and what was answered."""
        watchers = sum(socket.heard for place in self.places for socket in place.sockets)
        return watchers + sum(http.heard for http in self.https)

    def close(self) -> None:
        """Hang up."""
        for place in self.places:
            for socket in place.sockets:
                socket.transport.close()
        for http in self.https:
            http.transport.close()


def shares(times: list[float]) -> dict[str, float]:
    """Median, 99th percentile and longest, in milliseconds."""
    ordered = sorted(times) or [0.0]
    return {
        "p50": round(ordered[len(ordered) // 2] * 1000, 1),
        "p99": round(ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))] * 1000, 1),
        "max": round(ordered[-1] * 1000, 1),
    }


def raise_file_limit(wanted: int) -> None:
    """Every watcher is an open file."""
    try:
        import resource
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted, hard) if hard > 0 else wanted, hard))


def bench(
    game: str, tables: int, seconds: float, every: float, workers: int, database: str,
    progress: Callable[[str], None] = lambda step: None,
) -> dict[str, Any]:  # fmt: skip
    """All figures of the server."""
    raise_file_limit(tables * SEATS * 2 + 1000)
    with tempfile.TemporaryDirectory(prefix="sampan-bench-") as folder:
        place = database or str(Path(folder) / "tables.sqlite")
        words = ["serve", "--port", "0", "--database", place, "--workers", str(workers), "--log-level", "warning"]
        words += [word for limit in LIMITS for word in (limit, "1000000")]
        command = [sys.executable, "-m", "sampan.cli", *words]
        told = Path(folder) / "server.log"
        with (
            told.open("w", encoding="utf-8") as log,
            subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True) as server,
        ):
            assert server.stdout is not None
            try:
                address = re.search(r"http://([^:]+):(\d+)", server.stdout.readline())
                if address is None:
                    server.wait(30)
                    raise SampanError(f"bench: the server did not start: {told.read_text(encoding='utf-8').strip()}")
                measured = measure(address[1], int(address[2]), game, tables, seconds, every, progress, server.pid)
            finally:
                server.terminate()
                server.wait(30)
        sys.stderr.write(told.read_text(encoding="utf-8"))
    return {
        "server": "sqlite" if not database else database.partition(":")[0],
        "workers": workers,
        "game": game,
        "machine": machine(),
        "every_s": every,
        "viewers_a_table": SEATS,
        **measured,
    }


def measure(
    host: str, port: int, game: str, tables: int, seconds: float, every: float, progress: Callable[[str], None],
    server: int,
) -> dict[str, Any]:  # fmt: skip
    """Set up, measure, hang up; the server is the process of this number and its children."""

    async def run() -> dict[str, Any]:
        load = Load(host, port, game, progress)
        await asyncio.to_thread(wait_for_server, host, port)
        try:
            empty = memory_mb(server)
            await load.set_up(tables)
            progress(f"{tables} tables, one move every {every:g} s")
            spent, heard = cpu_seconds(server), load.bytes_heard
            steady = await load.steady(seconds, every)
            moves = max(1, steady["moves"])
            steady["server_cpu_ms_a_move"] = round((cpu_seconds(server) - spent) / moves * 1000, 2)
            steady["kb_a_move"] = round((load.bytes_heard - heard) / moves / 1000, 1)
            held = sum(not any(s.lost for s in place.sockets) for place in load.places)
            full = memory_mb(server)
            progress("as many moves as it can answer")
            return {
                "live_tables": held,
                "memory_mb": full,
                "memory_mb_a_table": round((full - empty) / tables, 3) if full and empty else None,
                "steady": steady,
                "flat_out": await load.flat_out(seconds / 4),
            }
        finally:
            load.close()

    return asyncio.run(run())


def wait_for_server(host: str, port: int) -> None:
    """Until it answers and is ready: not while its rules are still being compiled beside it."""
    import http.client

    deadline = time.monotonic() + 300
    while True:
        try:
            connection = http.client.HTTPConnection(host, port, timeout=10)
            connection.request("GET", "/readyz?compiled")
            answer = connection.getresponse()
            answer.read()
            connection.close()
            if answer.status != 503:
                return
        except (OSError, http.client.HTTPException):
            pass
        if time.monotonic() > deadline:
            raise SampanError("bench: the server did not become ready")
        time.sleep(0.1)


def family(pid: int) -> list[Path]:
    """What the system tells of a process and its children; nothing where it does not tell."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError, IndexError):
            if pid in (int(stat.parent.name), int(stat.read_text().rpartition(")")[2].split()[1])):
                found.append(stat.parent)
    return found


def cpu_seconds(pid: int) -> float:
    """Processor time of the server and its workers, where the system tells."""
    total, ticks = 0.0, os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
    for process in family(pid):
        with suppress(OSError):
            fields = (process / "stat").read_text().rpartition(")")[2].split()
            total += (int(fields[11]) + int(fields[12])) / ticks
    return total


def memory_mb(pid: int) -> float | None:
    """The memory the server and its workers use now, where the system tells."""
    total = 0
    for process in family(pid):
        with suppress(OSError):
            found = re.search(r"VmRSS:\s+(\d+) kB", (process / "status").read_text())
            total += int(found[1]) if found else 0
    return round(total / 1024, 1) or None
