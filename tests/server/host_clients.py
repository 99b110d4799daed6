"""People and watchers on a host of their own, who go through another server when theirs does not answer."""

from __future__ import annotations

import json
import random
import secrets
import threading
import time

import httpx
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from tests.shelf import FIRST

PATIENCE = 3.0  # seconds for an answer, before another server is asked
GIVING_UP = 90.0
PAUSE = 0.03  # between two moves


class Client(threading.Thread):
    """Does something on and on from one host, through any of several servers, until told to stop."""

    def __init__(self, host, servers, number):
        super().__init__()
        self.host, self.servers, self.at = host, servers, number % len(servers)
        self.dice, self.stopping, self.failure = random.Random(number), threading.Event(), None
        self.heard = time.monotonic()  # when something new came last

    def run(self):
        try:
            self.host.enter()
            while not self.stopping.is_set():
                self.one_step()
        except Exception as error:
            self.failure = error
        finally:
            self.close()

    def close(self):
        """Hang up."""

    def elsewhere(self):
        self.at = (self.at + 1) % len(self.servers)
        self.stopping.wait(0.05)

    def stop(self):
        self.stopping.set()
        self.join(2 * GIVING_UP)
        if self.failure is not None:
            raise self.failure


class Players(Client):
    """Two people and a bot, one table after another; remembers every move that was acknowledged."""

    def __init__(self, host, servers, number):
        super().__init__(host, servers, number)
        self.acknowledged = {}  # (table, ply) -> the move's text
        self.people = [httpx.Client(timeout=PATIENCE) for _ in range(2)]
        self.table = None

    def close(self):
        for person in self.people:
            person.close()

    def ask(self, person, method, path, body=None, fine=()):
        """Say it until somebody answers, as a page does: the same request, which must be harmless."""
        deadline = time.monotonic() + GIVING_UP
        while True:
            try:
                answer = self.people[person].request(method, f"http://{self.servers[self.at]}{path}", json=body)
                if answer.status_code < 500:
                    assert answer.status_code in (200, 201, *fine), f"{method} {path} {body}: {answer.text[:300]}"
                    return answer.json()
            except httpx.TransportError:
                pass
            assert time.monotonic() < deadline, f"nobody answers {method} {path}"
            self.elsewhere()

    def one_step(self):
        if self.table is None:
            self.sit_down()
        view = self.ask(0, "GET", f"/api/tables/{self.table}")
        if view["status"] == "over":
            self.table = None
        elif view["to_move"] < 2:
            self.move(view["to_move"])
        self.stopping.wait(PAUSE)

    def sit_down(self):
        keys = [secrets.token_urlsafe(24) for _ in range(2)]
        seats = [{"kind": "human"}, {"kind": "open"}, {"kind": "bot", "bot": "random"}]
        opened = self.ask(0, "POST", "/api/tables", {"game": FIRST, "seats": seats, "key": keys[0]})
        table = opened["view"]["table"]
        self.ask(1, "POST", f"/api/tables/{table}/join", {"key": keys[1]})
        self.ask(0, "POST", f"/api/tables/{table}/start", fine=(409,))  # said again, it has started already
        self.table = table

    def move(self, seat):
        view = self.ask(seat, "GET", f"/api/tables/{self.table}")
        chosen, ply = self.dice.choice(view["legal"]), view["ply"]
        self.ask(seat, "POST", f"/api/tables/{self.table}/moves", {"ply": ply, "move": chosen["move"]})
        self.acknowledged[self.table, ply] = chosen["text"]
        self.heard = time.monotonic()


class Watcher(Client):
    """Watches where the players are, through a server of its own choice."""

    def __init__(self, players, number):
        super().__init__(players.host, players.servers, number)
        self.players, self.versions = players, {}

    def one_step(self):
        table = self.players.table
        if table is None:
            self.stopping.wait(PAUSE)
            return
        try:
            address = f"ws://{self.servers[self.at]}/api/tables/{table}/live"
            with connect(address, open_timeout=PATIENCE, close_timeout=0.2, compression=None) as socket:
                while not self.stopping.is_set() and self.players.table == table:
                    self.take(socket, table)
        except (OSError, TimeoutError, WebSocketException):
            self.elsewhere()

    def take(self, socket, table):
        try:
            view = json.loads(socket.recv(timeout=0.5))
        except TimeoutError:
            return
        known = self.versions.get(table, -1)
        self.versions[table] = max(known, view["version"])
        if view["version"] > known:
            self.heard = time.monotonic()
