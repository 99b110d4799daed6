"""Workers are replaced one by one while people play: no request is refused, no move lost, none made twice."""

from __future__ import annotations

import http.client
import os
import signal
import subprocess
import sys
import threading
import time

import httpx
from websockets.exceptions import ConnectionClosed

from .kit import WAIT, Person, next_view, play_on, seated, wait_for, workers_of
from .test_processes import answers


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
        time.sleep(0.02)


class Askers:
    """People who ask without end, each in a thread of their own; whatever goes wrong is kept."""

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

        self._threads.append(threading.Thread(target=run))
        self._threads[-1].start()

    def stop(self):
        self._stop.set()
        for thread in self._threads:
            thread.join(60)


def test_a_rolling_restart_refuses_nothing(tmp_path):
    words = ["serve", "--port", "0", "--workers", "2", "--database", str(tmp_path / "t.sqlite"), "--rate", "100000"]
    with subprocess.Popen(
        [sys.executable, "-m", "sampan.cli", *words], stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        address = process.stdout.readline().split()[3]
        askers, lasting = Askers(), httpx.Client(base_url=address, timeout=60)
        trusting = [Trusting(address) for _ in range(3)]
        try:
            wait_for(lambda: answers(address))

            class Here:
                def person(self):
                    return Person(address)

            games = [seated(Here()) for _ in range(2)]
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
            askers.add(lambda: httpx.get(f"{address}/api/games", timeout=60).raise_for_status())  # a new one each time
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
            before = set(workers_of(process.pid))
            assert len(before) == 2
            os.kill(process.pid, signal.SIGHUP)
            wait_for(lambda: len(now := set(workers_of(process.pid))) == 2 and not now & before, 2 * WAIT)
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
            process.terminate()
            process.wait(60)
