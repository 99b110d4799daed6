"""kill -9 under load: every acknowledged move is there, none twice, every table replays."""

from __future__ import annotations

import random
import threading
import time

import httpx
import pytest

from .kit import WAIT, Server, seated, wait_for

TABLES = 4


class Load:
    """One thread a table, moving as fast as it is answered and noting every answer."""

    def __init__(self, server, number):
        self.server, self.dice = server, random.Random(number)
        self.table, self.people = seated(server)
        self.acknowledged = {}  # ply -> text of the move
        self.failure = None
        self.stopping = threading.Event()
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def run(self):
        try:
            while not self.stopping.is_set():
                self.one_move()
        except Exception as error:
            self.failure = error

    def one_move(self):
        view = self.patiently(lambda: self.people[0].get(self.table))
        if view["status"] == "over":
            self.stopping.set()
            return
        person = self.people[view["to_move"]]
        view = self.patiently(lambda: person.get(self.table))
        chosen = self.dice.choice(view["legal"])
        body = {"ply": view["ply"], "move": chosen["move"]}
        after = self.patiently(lambda: person.post(self.table, "moves", body))
        assert after["ply"] == view["ply"] + 1
        assert view["ply"] not in self.acknowledged
        self.acknowledged[view["ply"]] = chosen["text"]

    def patiently(self, ask):
        """Ask again until there is an answer, as a page does: the same request, which must be harmless."""
        deadline = time.monotonic() + 2 * WAIT
        while True:
            try:
                answer = ask()
                assert answer.status_code == 200, answer.text
                return answer.json()
            except httpx.TransportError:
                assert time.monotonic() < deadline
                time.sleep(0.05)

    def stop(self):
        self.stopping.set()
        self.thread.join(3 * WAIT)
        if self.failure is not None:
            raise self.failure

    def check(self):
        """Compare what was acknowledged with what is kept."""
        entries = self.people[0].get(self.table, "/digest").json()
        kept = list(entries["entries"])
        while entries["more"]:
            entries = self.people[0].get(self.table, "/digest", since=len(kept)).json()
            kept += entries["entries"]
        assert [entry["ply"] for entry in kept] == list(range(len(kept))), "none is missing, none is there twice"
        for ply, text in self.acknowledged.items():
            assert kept[ply]["move"] == text, (self.table, ply)
        assert self.people[0].view(self.table)["ply"] == len(kept)


def kill_again_and_again(database, kills, seed):
    server = Server(database)
    dice = random.Random(seed)
    loads = [Load(server, number) for number in range(TABLES)]
    try:
        for _ in range(kills):
            wait_for(busy_again(loads))
            time.sleep(dice.uniform(0.0, 0.4))
            server.kill()
            server.start()
            loads = [Load(server, dice.random()) if finished(load) else load for load in loads]
        for load in loads:
            load.stop()
        for load in loads:
            load.check()
        assert sum(len(load.acknowledged) for load in loads) > 5
    finally:
        for load in loads:
            load.stopping.set()
            load.thread.join(3 * WAIT)
        server.stop()


def busy_again(loads):
    """Whether a few more moves have been acknowledged since now, or nobody is left to make them."""
    made = sum(len(load.acknowledged) for load in loads)

    def so():
        idle = any(load.failure for load in loads) or all(load.stopping.is_set() for load in loads)
        return idle or sum(len(load.acknowledged) for load in loads) > made + 5

    return so


def finished(load):
    """Whether a table's game is over; then it is checked and another opened."""
    if not load.stopping.is_set():
        return False
    load.stop()
    load.check()
    return True


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_killed_server_has_lost_nothing_it_acknowledged(database, kind):
    kill_again_and_again(database(kind), kills=1, seed=time.time())


@pytest.mark.soak
@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_server_killed_a_dozen_times_has_lost_nothing_it_acknowledged(database, kind):
    kill_again_and_again(database(kind), kills=12, seed=time.time())
