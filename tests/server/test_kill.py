"""kill -9 under load: whatever was acknowledged is there, none of it twice, every seat is whose it was."""

from __future__ import annotations

import random
import secrets
import threading
import time

import httpx
import pytest
import sqlalchemy as sa

from sampan.server import schema
from sampan.server.settings import Settings
from sampan.server.store import open_engine
from tests.shelf import FIRST

from .kit import WAIT, Server, wait_for

TABLES = 4
KILLS = 100  # of each database, in the long campaign


def patiently(ask, *fine):
    """Ask again until there is an answer, as a page does: the same request, which must be harmless."""
    deadline = time.monotonic() + 2 * WAIT
    while True:
        try:
            answer = ask()
            assert answer.status_code in (200, 201, *fine), answer.text
            return answer.json()
        except httpx.TransportError:
            assert time.monotonic() < deadline
            time.sleep(0.05)


class Worker:
    """Somebody who does something on and on, on a thread of their own, until told to stop."""

    def __init__(self, server, number):
        self.server, self.dice = server, random.Random(number)
        self.failure = None
        self.stopping = threading.Event()
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def run(self):
        try:
            self.begin()
            while not self.stopping.is_set():
                self.one_step()
        except Exception as error:
            self.failure = error

    def begin(self):
        """Before the first step."""

    def stop(self):
        self.stopping.set()
        self.thread.join(3 * WAIT)
        if self.failure is not None:
            raise self.failure


class Guests(Worker):
    """Tables before their start: opened, joined, left, removed and closed, each request said until it is answered."""

    joined = 0

    def one_step(self):
        host, guest, late = (self.server.person() for _ in range(3))
        asked = {"game": FIRST, "seats": [{"kind": "human"}, {"kind": "open"}], "key": secrets.token_urlsafe(24)}
        table = patiently(lambda: host.client.post("/api/tables", json=asked))["view"]["table"]
        mine = {"name": "Bo", "key": secrets.token_urlsafe(24)}
        assert patiently(lambda: guest.post(table, "join", mine))["you"] == 1
        self.joined += 1
        other = {"name": "Cy", "key": secrets.token_urlsafe(24)}
        assert patiently(lambda: late.post(table, "join", other), 409)["code"] == "seat_taken"
        assert patiently(lambda: guest.post(table, "join", mine))["you"] == 1, "the same key has the same seat"
        way = self.dice.choice(["leave", "remove", "close"])
        if way == "leave":
            patiently(lambda: guest.post(table, "leave", {}), 403)  # said again, there is nothing left to leave
            assert patiently(lambda: late.post(table, "join", other))["you"] == 1
        elif way == "remove":
            patiently(lambda: host.post(table, "seats/1/remove"))
            assert patiently(lambda: guest.post(table, "join", mine), 409)["code"] == "seat_taken"
        else:
            patiently(lambda: host.post(table, "close"))
            assert patiently(lambda: late.post(table, "join", other), 409)["code"] == "table_closed"
        self.one_start(host, guest)
        for person in (host, guest, late):
            person.close()

    def one_start(self, host, guest):
        """A game that starts by itself when the guest sits down, with drawn seats: said again, it is the same one."""
        asked = {
            "game": FIRST, "seats": [{"kind": "human"}, {"kind": "open"}], "key": secrets.token_urlsafe(24),
            "seating": "random", "auto_start": True,
        }  # fmt: skip
        table = patiently(lambda: host.client.post("/api/tables", json=asked))["view"]["table"]
        mine = {"name": "Bo", "seat": 1, "key": secrets.token_urlsafe(24)}
        joined = patiently(lambda: guest.post(table, "join", mine))
        again = patiently(lambda: guest.post(table, "join", mine))
        other = patiently(lambda: host.get(table))
        assert {view["status"] for view in (joined, again, other)} == {"running"}
        assert joined["you"] == again["you"] == 1 - other["you"]


class Load(Worker):
    """A game of two: moves as fast as they are answered, and now and then everything else people do at a table."""

    def begin(self):
        self.acknowledged = {}  # ply -> the move's text, or how many moves a taking back left
        self.chats = []
        self.people = [self.server.person() for _ in range(2)]
        keys = [{"key": secrets.token_urlsafe(24)} for _ in range(2)]
        asked = {"game": FIRST, "seats": [{"kind": "human"}, {"kind": "open"}], **keys[0]}
        self.table = patiently(lambda: self.people[0].client.post("/api/tables", json=asked))["view"]["table"]
        patiently(lambda: self.people[1].post(self.table, "join", keys[1]))
        patiently(lambda: self.people[0].post(self.table, "start"), 409)  # said again, it has started already

    def one_step(self):
        steps = [
            (70, self.one_move),
            (10, self.one_chat),
            (8, self.one_undo),
            (6, self.one_takeback),
            (6, self.one_leave),
        ]
        weights, ways = zip(*steps, strict=True)
        self.dice.choices(ways, weights)[0]()

    def view(self, seat):
        view = patiently(lambda: self.people[seat].get(self.table))
        assert view["you"] == seat or view["left"] == seat, "a seat is whose it was"
        return view

    def one_move(self):
        view = self.view(0)
        if view["status"] == "over":
            self.stopping.set()
            return
        view = self.view(view["to_move"])
        chosen = self.dice.choice(view["legal"])
        body = {"ply": view["ply"], "move": chosen["move"]}
        after = patiently(lambda: self.people[view["you"]].post(self.table, "moves", body))
        self.note(view, after, chosen["text"])

    def one_chat(self):
        words = secrets.token_hex(8)
        speaker = self.people[self.dice.randrange(2)]
        answer = patiently(lambda: speaker.post(self.table, "chat", {"text": words}), 429)
        if "code" not in answer:  # nobody was told to wait
            self.chats.append(words)

    def one_undo(self):
        view = self.view(self.dice.randrange(2))
        if view["undo"] is not None:
            asked = {"ply": view["ply"]}
            after = patiently(lambda: self.people[view["you"]].post(self.table, "undo", asked))
            self.note(view, after, view["undo"])

    def one_takeback(self):
        """Asked by one, agreed to by the other; either may have to be said again."""
        view = self.view(self.dice.randrange(2))
        if view["status"] != "running" or not view["moves"]:
            return
        asked = {"ply": view["ply"], "back_to": max(0, view["moves"] - 1 - self.dice.randrange(6))}
        after = patiently(lambda: self.people[view["you"]].post(self.table, "takeback", asked))
        number = after["proposals"][-1]["number"]
        other = self.people[1 - view["you"]]
        answer = {"agree": self.dice.random() < 0.8}
        done = patiently(lambda: other.post(self.table, f"proposals/{number}/answer", answer), 409)
        if "code" in done:  # said again after it was done
            assert done["code"] == "no_proposal", done
        if answer["agree"]:
            self.note(view, self.view(view["you"]), asked["back_to"])

    def one_leave(self):
        seat = self.dice.randrange(2)
        if self.view(seat)["status"] == "running":
            patiently(lambda: self.people[seat].post(self.table, "leave", {}), 403)
            assert patiently(lambda: self.people[seat].post(self.table, "join", {}))["you"] == seat

    def note(self, view, after, what):
        assert after["ply"] == view["ply"] + 1
        assert view["ply"] not in self.acknowledged
        self.acknowledged[view["ply"]] = what

    def check(self):
        """Compare what was acknowledged with what is kept."""
        entries = self.people[0].get(self.table, "/digest").json()
        kept = list(entries["entries"])
        while entries["more"]:
            entries = self.people[0].get(self.table, "/digest", since=len(kept)).json()
            kept += entries["entries"]
        assert [entry["ply"] for entry in kept] == list(range(len(kept))), "none is missing, none is there twice"
        for ply, what in self.acknowledged.items():
            assert what == (kept[ply]["move"] if kept[ply]["back_to"] is None else kept[ply]["back_to"]), (
                self.table,
                ply,
            )
        assert set(self.acknowledged) == set(range(len(kept))), "nothing was done that nobody asked for"
        assert self.people[0].view(self.table)["ply"] == len(kept)


def said(database, load):
    """All chats of a table, from the database itself: a view has only the latest."""
    engine = open_engine(Settings(database=database))
    with engine.connect() as connection:
        rows = connection.execute(sa.select(schema.notes.c.args).where(schema.notes.c.table_id == load.table)).scalars()
        found = {row["text"] for row in rows if "text" in row}
    engine.dispose()
    return found


def kill_again_and_again(database, kills, seed):
    print(f"seed {seed}")
    server = Server(database)
    dice = random.Random(seed)
    loads, guests, done = [Load(server, dice.random()) for _ in range(TABLES)], Guests(server, dice.random()), []
    try:
        for number in range(kills):
            wait_for(busy_again([*loads, guests], dice.randrange(5, 50)), 3 * WAIT)
            server.kill()
            server.start()
            done += [load for load in loads if finished(load)]
            loads = [Load(server, dice.random()) if load in done else load for load in loads]
            print(f"{number + 1} of {kills} kills, {len(done)} games finished, {guests.joined} joined", flush=True)
        for worker in (*loads, guests):
            worker.stop()
        for load in loads:
            load.check()
        for load in (*done, *loads):
            assert set(load.chats) <= said(database, load)
        assert sum(len(load.acknowledged) for load in loads) > 5
    finally:
        for worker in (*loads, guests):
            worker.stopping.set()
            worker.thread.join(3 * WAIT)
        server.stop()


def busy_again(loads, more):
    """Whether so many more moves have been acknowledged since now, or nobody is left to make them."""

    def made():
        return sum(len(getattr(load, "acknowledged", ())) + getattr(load, "joined", 0) for load in loads)

    before = made()

    def so():
        idle = any(load.failure for load in loads) or all(load.stopping.is_set() for load in loads)
        return idle or made() > before + more

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
    kill_again_and_again(database(kind), kills=1, seed=secrets.randbits(32))


@pytest.mark.soak
@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_server_killed_again_and_again_has_lost_nothing_it_acknowledged(database, kind):
    kill_again_and_again(database(kind), kills=KILLS, seed=secrets.randbits(32))
