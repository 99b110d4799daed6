"""What strangers can cost players, in figures: `python -m tests.server.hostile [SCENARIO ...]`.

Each scenario starts a server of its own on this machine, is hostile to it for a few seconds and prints what the others
noticed. Figures, not tests: what must hold at any speed stands in the tests. A new scenario is a function that takes
nothing, prints its figures and is added to SCENARIOS.
"""

from __future__ import annotations

import random
import socket
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

from sampan.server.live import MOST_STRANGERS

from .kit import WAIT, Person, Server, next_view, seated

ASKED = 200  # requests that a figure is made from


@contextmanager
def served(**settings) -> Iterator[tuple[Server, Path]]:
    """A server as it is by default, but for this; with its log."""
    usual = {"connections": 100, "sockets": 40, "rate": 1e6}
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        server = Server(Path(folder) / "tables.sqlite", log=log, **{**usual, **settings})
        try:
            yield server, log
        finally:
            server.stop()


def waiting(what: str, ask: Callable[[], object], times: int = ASKED) -> None:
    """How long people wait for this."""
    took = []
    for _ in range(times):
        start = time.perf_counter()
        ask()
        took.append(1000 * (time.perf_counter() - start))
    cuts = statistics.quantiles(took, n=100)
    print(f"  {what}: p50 {cuts[49]:.1f} ms, p99 {cuts[98]:.1f} ms, at most {max(took):.1f} ms")


def reach(server: Server, address: str = "127.0.0.2") -> socket.socket:
    """A connection from another of this machine's addresses."""
    return socket.create_connection(("127.0.0.1", server.port), WAIT, source_address=(address, 0))


def still_open(connections: list[socket.socket]) -> int:
    """How many of them the server has not closed."""
    count = 0
    for connection in connections:
        connection.setblocking(False)
        try:
            connection.recv(1)
        except BlockingIOError:
            count += 1
        except OSError:
            pass
        finally:
            connection.setblocking(True)
    return count


def silent() -> None:
    """1,100 silent connections, from one address and from fifty, at 1,024 descriptors."""
    for addresses in (1, 50):
        with served(descriptors=1024) as (server, log), ExitStack() as stack:
            table, people = seated(server)
            connections = []
            for n in range(1100):
                with suppress(OSError):
                    connections.append(stack.enter_context(closing(reach(server, f"127.0.0.{2 + n % addresses}"))))
            time.sleep(0.5)
            print(f"  1,100 silent connections from {addresses}: {still_open(connections)} are let in")
            waiting("a player's view", lambda: people[0].view(table))  # noqa: B023
            start = time.perf_counter()
            while not answered(server):
                time.sleep(0.05)
            print(f"  a newcomer is served after {time.perf_counter() - start:.1f} s")
            time.sleep(11)
            print(f"  after 11 s {still_open(connections)} are open")
            print(f"  log: {[line[25:] for line in log.read_text().splitlines()][:2]}")


def answered(server: Server) -> bool:
    """Whether somebody at another address is served."""
    try:
        with closing(reach(server, "127.0.0.99")) as newcomer:
            newcomer.settimeout(1)
            newcomer.sendall(b"GET /api/games HTTP/1.1\r\nHost: a\r\n\r\n")
            return newcomer.recv(64).startswith(b"HTTP/1.1 200")
    except OSError:
        return False


def slow() -> None:
    """90 requests that arrive a byte at a time."""
    with served() as (server, _), ExitStack() as stack:
        table, people = seated(server)
        dripping = [stack.enter_context(closing(reach(server))) for _ in range(90)]
        for connection in dripping:
            connection.sendall(b"GET /api/games HTTP/1.1\r\n")
        start = time.perf_counter()
        while dripping and time.perf_counter() - start < 30:
            for connection in list(dripping):
                try:
                    connection.sendall(b"X: y\r\n")
                except OSError:
                    dripping.remove(connection)
            time.sleep(0.2)
        print(f"  the last of 90 dripping requests was closed after {time.perf_counter() - start:.1f} s")
        waiting("a player's view", lambda: people[0].view(table))


def strangers() -> None:
    """Strangers' sockets at one table, as many as there is room for and five more."""
    with served(sockets=10**6, connections=10**6) as (server, _), ExitStack() as stack:
        table, people = seated(server)
        stranger = server.person()
        refused = 0
        for _ in range(MOST_STRANGERS + 5):
            watching = stack.enter_context(stranger.watch(table))
            try:
                next_view(watching)
            except Exception:  # closed: there was no room
                refused += 1
        print(f"  of {MOST_STRANGERS + 5} strangers {refused} were refused")
        for seat, person in enumerate(people):
            start = time.perf_counter()
            with person.watch(table) as own:
                seen = next_view(own)["you"] == seat
            print(f"  player {seat}: let in {seen}, after {1000 * (time.perf_counter() - start):.0f} ms")


def compared() -> None:
    """What comparing a table's version with the file costs each request, beside what a request costs."""
    with served() as (server, _):
        table, people = seated(server)
        waiting("a view, compared with the file", lambda: people[0].view(table), 1000)


def bots() -> None:
    """40 tables ask for ten-second searches, and 12 people for hints: how long others wait for a club player's move."""
    with served(bot_threads=2, trusted_proxies=("127.0.0.1",), bots_each=150, tables_each=100) as (server, _):
        hogs = [server.person() for _ in range(40)]
        for number, hog in enumerate(hogs):
            hog.client.headers["x-forwarded-for"] = f"203.0.113.{number % 4}"
            table, _ = hog.open([{"kind": "human"}, *[{"kind": "bot", "bot": "search:10"}] * 3])
            hog.post(table, "start")
        club, master = (quiet_table(server, bot) for bot in ("club", "master"))  # compiles what has to be
        with ThreadPoolExecutor(12) as pool:
            asking = [pool.submit(ask_hint, server, number) for number in range(12)]
            for bot, (table, person) in (("club", club), ("master", master)):
                wait = [reply_time(table, person) for _ in range(12 if bot == "club" else 3)]
                print(f"  a {bot} bot elsewhere moves after {statistics.median(wait):.2f} s, at most {max(wait):.2f} s")
            table, person = club
            waiting("a digest", lambda: person.get(table, "/digest"), 100)
            print(f"  hints: {sorted(Counter(hint.result() for hint in asking).items())}")


def quiet_table(server: Server, bot: str) -> tuple[str, Person]:
    """A table of somebody else's against this bot, after the first moves."""
    person = server.person()
    person.client.headers["x-forwarded-for"] = "198.51.100.7"
    table, _ = person.open([{"kind": "human"}, {"kind": "bot", "bot": bot}])
    person.post(table, "start")
    reply_time(table, person)
    return table, person


def reply_time(table: str, person: Person) -> float:
    """Seconds from the end of a person's turn to the end of the bot's."""
    dice = random.Random(1)
    while True:
        view = person.view(table)
        if view["to_move"] != 0:
            time.sleep(0.01)
            continue
        after = person.move(table, view, dice.choice(view["legal"])["move"])
        if after["to_move"] != 0:
            start = time.perf_counter()
            while person.view(table)["to_move"] != 0:
                time.sleep(0.005)
            return time.perf_counter() - start


def ask_hint(server: Server, number: int) -> int:
    """The status of the answer to a request for a hint."""
    person = server.person()
    person.client.headers["x-forwarded-for"] = f"203.0.113.{100 + number}"
    table, _ = person.open([{"kind": "human"}, {"kind": "bot", "bot": "random"}])
    person.post(table, "start")
    while (view := person.view(table))["to_move"] != 0:
        time.sleep(0.05)
    return person.client.post(f"/api/tables/{table}/hint", json={"ply": view["ply"]}, timeout=600).status_code


SCENARIOS: dict[str, Callable[[], None]] = {
    "silent": silent,
    "slow": slow,
    "strangers": strangers,
    "compared": compared,
    "bots": bots,
}


def main() -> int:
    """Run the scenarios named, or all."""
    wanted = sys.argv[1:] or list(SCENARIOS)
    unknown = [name for name in wanted if name not in SCENARIOS]
    if unknown:
        print(f"{', '.join(unknown)}: expected some of {', '.join(SCENARIOS)}", file=sys.stderr)
        return 2
    for name in wanted:
        print(f"{name}: {SCENARIOS[name].__doc__}")
        SCENARIOS[name]()
    return 0


if __name__ == "__main__":
    sys.exit(main())
