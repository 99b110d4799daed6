"""Servers as processes of their own, and people who talk to them."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import httpx
from websockets.sync.client import connect

from sampan.games import load
from tests.nursery import AVAILABLE, nursery
from tests.shelf import FIRST

from .ports import free_port

FOR_TWO = load(FIRST).resolve({"players": 2})
STARTER = """
import json, resource, sys
from sampan.server.serve import address_of, bound, serve
from sampan.server.settings import Settings
if descriptors := int(sys.argv[3]):
    resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))
settings = Settings(**json.loads(sys.argv[1]))
opened = bound("127.0.0.1", int(sys.argv[2]))
print(address_of(opened), flush=True)
serve(settings, opened)
"""
USUAL = {
    "rate": 1e6, "burst": 1e6, "tables_a_minute": 1e6, "links_a_minute": 1e6, "connections": 10**6, "sockets": 10**6,
    "tables_each": 10**6, "bots_each": 10**6,
    "bot_pause": 0.0, "scan": 0.3, "bot_threads": 1, "log_level": "warning",
    "box_games": 4, "box_compiling": False,
}  # fmt: skip
WAIT = 180.0  # for what is there at once, unless the machine is busy with much else
STARTING = 300.0  # a busy machine may have to load, or even compile, the rules first
PRESENT = []  # everybody a test has called for; they go home after it


def started(source, words, errors):
    """A process from nothing, where none can be forked."""
    command = [sys.executable, "-c", source, *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True, start_new_session=True)


class Server:
    """A server process of the tests; it can be killed and started again on the same database."""

    def __init__(self, database, port=0, log=None, descriptors=0, first="", **settings):
        self.settings = {**USUAL, **settings, "database": str(database)}
        self.port, self.log, self.descriptors = port or free_port(), log, descriptors
        self.first = first  # what the process does before it serves
        self.start()

    def start(self):
        source = self.first + STARTER
        words = [json.dumps(self.settings), str(self.port), str(self.descriptors)]
        with open(os.dup(2), "a") if self.log is None else self.log.open("a") as errors:
            self.process = nursery().fork(source, words, errors) if AVAILABLE else started(source, words, errors)
        self.address = self.process.stdout.readline().strip()
        self.port = int(self.address.rpartition(":")[2])
        try:
            wait_for(self.answers, STARTING)
        except AssertionError:
            self.kill()
            raise

    def answers(self):
        assert self.process.poll() is None, "the server ended by itself"
        with suppress(httpx.TransportError), client(timeout=5) as asking:
            return asking.get(f"{self.address}/api/games").status_code == 200
        return False

    def kill(self):
        """As if the power had gone."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.process.stdout.close()

    def person(self):
        return Person(self.address)


def client(**settings):
    """Without certificates: nothing here is encrypted, and reading them costs more than most of what is asked."""
    return httpx.Client(verify=False, **settings)


def got(address, method="GET", **more):
    """The answer to somebody who asks once, on a connection of their own."""
    with client(timeout=WAIT) as asking:
        return asking.request(method, address, **more)


class Person:
    """Somebody with a browser: a client that keeps its cookies."""

    def __init__(self, address):
        self.address = address
        self.client = client(base_url=address, timeout=WAIT)
        PRESENT.append(self)

    def open(self, seats, game=FIRST, **more):
        response = self.client.post("/api/tables", json={"game": game, "seats": seats, **more})
        assert response.status_code == 201, response.text
        opened = response.json()
        return opened["view"]["table"], opened

    def get(self, table, what="", **query):
        return self.client.get(f"/api/tables/{table}{what}", params=query)

    def post(self, table, what, body=None, **more):
        return self.client.post(f"/api/tables/{table}/{what}", json=body, **more)

    def view(self, table):
        response = self.get(table)
        assert response.status_code == 200, response.text
        return response.json()

    def join(self, table, **body):
        response = self.post(table, "join", body)
        assert response.status_code == 200, response.text
        return response.json()

    def move(self, table, view, move=None):
        move = view["legal"][0]["move"] if move is None else move
        response = self.post(table, "moves", {"ply": view["ply"], "move": move})
        assert response.status_code == 200, response.text
        return response.json()

    def at(self, server):
        """The same person at another server process: cookies are for the host, whatever its port."""
        other = Person(server.address)
        other.client.cookies = self.client.cookies
        return other

    def cookie(self, table):
        for cookie in self.client.cookies.jar:
            if cookie.path == f"/api/tables/{table}":
                return f"{cookie.name}={cookie.value}"
        return ""

    def watch(self, table, query="", **more):
        headers = {"Cookie": self.cookie(table)} if self.cookie(table) else {}
        place = f"{self.address.replace('http', 'ws')}/api/tables/{table}/live{query}"
        return connect(place, additional_headers={**headers, **more}, open_timeout=WAIT, compression=None)

    def close(self):
        self.client.close()


def seated(server, players=2, bots=0, options=None, **more):
    """A running table with people (and bots behind them); returns (table, people)."""
    people = [server.person() for _ in range(players - bots)]
    seats = [{"kind": "human", "name": "Ada"}] + [{"kind": "open"}] * (players - bots - 1)
    seats += [{"kind": "bot", "bot": "random"}] * bots
    table, _ = people[0].open(seats, options=options or {}, **more)
    for number, person in enumerate(people[1:], 1):
        person.join(table, name=f"Guest {number}")
    response = people[0].post(table, "start")
    assert response.status_code == 200, response.text
    return table, people


def play_on(table, people, moves=10**6, dice=None):
    """People move at random until the game is over or so many moves have been made; returns the last view."""
    dice = dice or random.Random(1)
    view = people[0].view(table)
    deadline = time.monotonic() + 4 * WAIT
    while view["status"] == "running" and moves > 0:
        assert time.monotonic() < deadline
        if view["to_move"] >= len(people):
            time.sleep(0.002)
            view = people[0].view(table)
            continue
        person = people[view["to_move"]]
        if view["you"] != view["to_move"]:
            view = person.view(table)
        view = person.move(table, view, dice.choice(view["legal"])["move"])
        moves -= 1
    return view


def wait_for(true, seconds=WAIT):
    """Until this holds; a generous time later it must."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if found := true():
            return found
        time.sleep(0.05)
    raise AssertionError(f"still waiting after {seconds:g} s")


def next_view(socket, wanted=lambda view: True):
    """The next view on a socket for which this holds."""
    deadline = time.monotonic() + WAIT
    while time.monotonic() < deadline:
        view = json.loads(socket.recv(timeout=WAIT))
        if wanted(view):
            return view
    raise AssertionError("no such view came")


def workers_of(parent):
    """The worker processes of a server."""
    children = [pid for kept in Path(f"/proc/{parent}/task").glob("*/children") for pid in kept.read_text().split()]
    return [int(pid) for pid in children if b"spawn_main" in words_of(pid)]


def words_of(pid):
    """The command line of a process; of one that has ended, nothing."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""
