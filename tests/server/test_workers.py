"""The command with two workers: one is lost, all are, or they are replaced one by one while people play."""

from __future__ import annotations

import http.client
import os
import signal
import subprocess
import sys
import threading
from contextlib import ExitStack

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from .kit import WAIT, Person, client, got, next_view, play_on, seated, wait_for, workers_of
from .test_monitoring import figures, total


class Command:
    """`sampan serve --workers 2`, as an operator starts it."""

    def __init__(self, folder):
        words = ["serve", "--port", "0", "--workers", "2", "--database", str(folder / "t.sqlite"), "--rate", "100000"]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "sampan.cli", *words], stdout=subprocess.PIPE, text=True, start_new_session=True
        )
        line = self.process.stdout.readline()
        assert line.startswith("Sampan running at http://127.0.0.1:")
        self.address = line.split()[3]
        wait_for(self.answers)

    def person(self):
        return Person(self.address)

    def answers(self):
        try:
            return got(f"{self.address}/api/games").status_code == 200
        except httpx.TransportError:
            return False

    def workers(self):
        return workers_of(self.process.pid)

    def stop(self):
        self.process.terminate()
        self.process.wait(60)
        self.process.stdout.close()


@pytest.fixture(scope="module")
def command(tmp_path_factory):
    running = Command(tmp_path_factory.mktemp("workers"))
    yield running
    running.stop()


def test_play_goes_on_after_the_loss_of_one(command):
    table, people = seated(command)
    with people[0].watch(table) as socket:
        view = play_on(table, people, moves=10)
        assert next_view(socket, lambda v: v["ply"] == view["ply"])
    os.kill(command.workers()[0], signal.SIGKILL)
    wait_for(command.answers)
    again = [command.person() for _ in people]
    for old, new in zip(people, again, strict=True):
        new.client.cookies = old.client.cookies
    wait_for(lambda: reachable(again[0], table))
    play_on(table, again, moves=10)


def reachable(person, table):
    try:
        return person.get(table).status_code == 200
    except httpx.TransportError:
        return False


def test_they_tell_their_figures_together_and_a_killed_ones_sockets_are_gone(command):
    def moves():
        return total(figures(command.address), "sampan_moves_total", by="person")

    def sockets():
        return total(figures(command.address), "sampan_sockets")

    wait_for(lambda: sockets() == 0)
    before = moves()
    table, people = seated(command)
    play_on(table, people, moves=10)
    with ExitStack() as watching:
        for _ in range(6):
            watching.enter_context(people[0].watch(table))
        wait_for(lambda: sockets() == 6)
        for _ in range(8):  # whichever worker is asked
            assert moves() == before + 10
        for worker in command.workers():
            os.kill(worker, signal.SIGKILL)
        wait_for(command.answers)
        wait_for(lambda: sockets() == 0)
    assert moves() == before + 10, "what was counted stays"


class Trusting:
    """Keeps its connection until it is told that it ends, and never looks whether it has."""

    def __init__(self, address):
        self.place, self.line = address.removeprefix("http://"), None

    def ask(self):
        self.line = self.line or http.client.HTTPConnection(self.place, timeout=60)
        self.line.auto_open = 0 if self.line.sock else 1
        self.line.request("GET", "/api/games")
        answer = self.line.getresponse()
        answer.read()
        assert answer.status == 200
        if answer.getheader("connection") == "close":
            self.line.close()
            self.line = None


class Askers:
    """People who ask without end, each in a thread of their own, and leave each other time; what goes wrong is kept."""

    def __init__(self):
        self.wrong, self.asked = [], 0
        self._stop, self._threads = threading.Event(), []

    def add(self, ask):
        def run():
            while not self._stop.is_set():
                try:
                    ask()
                    self.asked += 1
                except Exception as error:
                    self.wrong.append(repr(error))
                self._stop.wait(0.05)

        self._threads.append(threading.Thread(target=run))
        self._threads[-1].start()

    def stop(self):
        self._stop.set()
        for thread in self._threads:
            thread.join(60)


def test_a_rolling_restart_refuses_nothing(command):
    """No move is lost, none made twice."""
    address = command.address
    askers, lasting = Askers(), client(base_url=address, timeout=WAIT)
    trusting = [Trusting(address) for _ in range(3)]
    try:
        wait_for(command.answers)
        games = [seated(command) for _ in range(2)]
        made = {table: 0 for table, _ in games}

        def play(table, people):
            view = people[0].view(table)
            if view["status"] == "running":
                play_on(table, people, moves=1)
                made[table] += 1

        for table, people in games:
            askers.add(lambda table=table, people=people: play(table, people))
        askers.add(lambda: lasting.get("/api/games").raise_for_status())
        for one in trusting:
            askers.add(one.ask)
        askers.add(lambda: got(f"{address}/api/games").raise_for_status())  # a new one each time
        watched, (watcher, *_) = games[0]
        seen = []

        def watch():
            try:
                with watcher.watch(watched) as socket:
                    seen.append(next_view(socket)["ply"])
                    next_view(socket, lambda view: False)
            except (ConnectionClosed, TimeoutError, AssertionError):
                return  # as a page does it, open the view anew

        looking = threading.Thread(target=watch)
        looking.start()
        wait_for(lambda: seen and askers.asked > 20)
        before = wait_for(lambda: len(now := set(command.workers())) == 2 and now)
        os.kill(command.process.pid, signal.SIGHUP)
        wait_for(lambda: len(now := set(command.workers())) == 2 and not now & before, 2 * WAIT)
        so_far = askers.asked
        wait_for(lambda: askers.asked > so_far + 20)
        askers.stop()
        assert askers.wrong == []
        looking.join(60)
        watch_again = [Person(address) for _ in games[0][1]]
        for old, new in zip(games[0][1], watch_again, strict=True):
            new.client.cookies = old.client.cookies
        for table, people in games:
            assert people[0].view(table)["ply"] == made[table], "none lost, none twice"
        with watch_again[0].watch(watched) as socket:
            assert next_view(socket)["ply"] == made[watched] >= seen[0]
    finally:
        askers.stop()
        for open_line in (lasting, *(one.line for one in trusting if one.line is not None)):
            open_line.close()
