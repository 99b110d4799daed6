"""Many machines: a database host, three server hosts and a host of clients, with a bad network between them."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

import httpx
import psycopg
import pytest

from .host_clients import Players, Watcher
from .hosts import Network, kill_group
from .installed import Unavailable
from .kit import STARTING, wait_for
from .postgres import Cluster

PORT = 8765
TABLES = 6
ROUNDS = 3
BACK = 10.0  # seconds within which every client must be back, through whatever host
LIMITS = ("--rate", "--tables", "--bots", "--connections", "--live-views")
HELD = """SELECT l.classid, l.objid, a.application_name FROM pg_locks l JOIN pg_stat_activity a USING (pid)
          WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1"""


class House:
    """All hosts; what they talk through is in the middle."""

    def __init__(self, network, folder):
        self.network, self.folder = network, folder
        self.clients = network.host("clients", 2)
        self.cluster = Cluster(network.host("database", 10))
        self.servers = [network.host(f"server{n}", 11 + n) for n in range(3)]
        self.processes, self.doors = {}, [f"{network.middle.address}:{8001 + n}" for n in range(3)]
        self.database = self.clients.run(self.cluster.database)
        ways = {8001 + n: (server.address, PORT) for n, server in enumerate(self.servers)}
        ways |= {5501 + n: (self.cluster.listens, self.cluster.port) for n in range(3)}
        script = str(Path(__file__).with_name("relay.py"))
        self.relay = subprocess.Popen(
            network.middle.command(sys.executable, script, json.dumps(ways), "1"),
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True,
        )  # fmt: skip
        assert self.relay.stdout.readline() == "ready\n"
        for number in range(3):
            self.start(number)

    def start(self, number):
        """As systemd does it: one whose connection breaks while it starts says so, ends and is begun again."""
        wait_for(lambda: self.begun(number), STARTING)

    def begun(self, number):
        self.begin(number)
        process = self.processes[number]
        wait_for(lambda: process.poll() is not None or self.clients.run(self.answers, number), STARTING)
        return process.poll() is None

    def begin(self, number):
        """The first server reaches its database directly: when that host is gone, the database must notice."""
        server = self.servers[number]
        database = self.database
        if number:
            database = database.replace(
                f"{self.cluster.listens}:{self.cluster.port}", f"{self.network.middle.address}:{5501 + number}"
            )
        words = ["serve", "--host", server.address, "--port", str(PORT), "--log-level", "warning"]
        words += ["--database", f"{database}?application_name={server.name}"]
        words += [word for limit in LIMITS for word in (limit, "1000000")]
        with (self.folder / f"{server.name}.log").open("a") as log:
            self.processes[number] = subprocess.Popen(
                server.command(sys.executable, "-m", "sampan.cli", *words),
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
            )  # fmt: skip

    def await_answer(self, number, seconds):
        wait_for(lambda: self.clients.run(self.answers, number), seconds)

    def answers(self, number):
        try:
            address = f"http://{self.servers[number].address}:{PORT}/api/tables"
            return httpx.get(address, timeout=3).status_code == 200
        except httpx.TransportError:
            return False

    def tell_relay(self, line):
        self.relay.stdin.write(f"{line}\n")
        self.relay.stdin.flush()

    def close(self):
        for process in (*self.processes.values(), self.relay):
            kill_group(process)
        self.cluster.stop()


@pytest.fixture
def house(tmp_path):
    network = None
    try:
        network = Network()
        found = House(network, tmp_path)
    except Unavailable as reason:
        if network is not None:
            network.close()
        print(f"skipped: {reason}")
        pytest.skip(str(reason))
    yield found
    found.close()
    network.close()


class Holders(threading.Thread):
    """Looks again and again at which hosts run the bots of which table."""

    def __init__(self, house):
        super().__init__()
        self.house, self.stopping = house, threading.Event()
        self.hosts, self.shared = Counter(), []

    def run(self):
        self.house.clients.enter()
        while not self.stopping.wait(0.1):
            try:
                with psycopg.connect(self.house.database, autocommit=True, connect_timeout=2) as connection:
                    while not self.stopping.wait(0.05):
                        self.look(connection)
            except psycopg.Error:
                continue

    def look(self, connection):
        rows = connection.execute(HELD).fetchall()
        self.hosts.update(host for _, _, host in rows)
        tables = Counter((high, low) for high, low, _ in rows)
        self.shared += [table for table, holders in tables.items() if holders > 1]


def back_after(clients, since):
    """Until everybody has heard something new since then; the longest it took."""
    deadline = since + 3 * BACK  # a client that is late is named with its time
    while time.monotonic() < deadline and any(client.heard <= since for client in clients):
        broken = [client.failure for client in clients if client.failure is not None]
        if broken:
            raise broken[0]
        time.sleep(0.05)
    late = [client for client in clients if client.heard <= since]
    took = time.monotonic() - since
    assert not late and took < BACK, f"after {took:.1f} s not back: {late}"
    return took


def disturb(house, clients):
    """Everything that can go wrong with a host, one after the other, each until everybody is back."""

    def step(name):
        print(name, end=": ", flush=True)
        print(f"{back_after(clients, time.monotonic()):.1f}", flush=True)

    step("undisturbed")
    kill_group(house.processes[1])
    step("a host is killed")
    house.start(1)
    house.network.cut_off(house.servers[0])
    step("a host is cut off")
    house.network.heal(house.servers[0])
    house.await_answer(0, BACK)
    house.tell_relay("stall 5503")
    step("a host's database does not answer")
    house.tell_relay("go 5503")
    house.await_answer(2, BACK)
    house.cluster.crash()
    house.cluster.start()
    step("the database was restarted")
    for number in range(3):
        house.await_answer(number, BACK)


def stored_moves(house):
    with psycopg.connect(house.database) as connection:
        return connection.execute("SELECT table_id, ply, seat, move FROM moves ORDER BY table_id, ply").fetchall()


@pytest.mark.soak
def test_no_host_that_dies_or_is_cut_off_costs_anybody_a_move(house):
    players = [Players(house.clients, house.doors, number) for number in range(TABLES)]
    clients = [*players, *(Watcher(each, number + 1) for number, each in enumerate(players))]
    holders = Holders(house)
    for thread in (*clients, holders):
        thread.start()
    try:
        for number in range(ROUNDS):
            print(f"round {number + 1}, seconds until everybody was back", flush=True)
            disturb(house, clients)
    finally:
        for thread in (*clients, holders):
            thread.stopping.set()
    holders.join()
    for client in clients:
        client.stop()

    moves = house.clients.run(stored_moves, house)
    written = {(table, ply): move for table, ply, _, move in moves}
    acknowledged = {key: move for each in players for key, move in each.acknowledged.items()}
    lost = {key: move for key, move in acknowledged.items() if written.get(key) != move}
    print(f"{len(acknowledged)} moves were acknowledged, {len(moves)} written; bots were run by {dict(holders.hosts)}")
    assert not lost, f"acknowledged and not there: {lost}"
    tables = Counter(table for table, *_ in moves)
    assert all((table, ply) in written for table, plies in tables.items() for ply in range(plies)), "a ply is missing"
    twice = [key for key in written if key not in acknowledged and of_a_person(moves, key)]
    assert len(twice) <= len(players), f"written without being acknowledged, beyond what was under way: {twice}"
    assert not holders.shared and len(holders.hosts) > 1, "bots are run by one host, and by another when that is gone"


def of_a_person(moves, key):
    return next(seat for table, ply, seat, _ in moves if (table, ply) == key) < 2
