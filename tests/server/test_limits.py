"""Limits at the socket: slow and silent connections, too many of them, and places kept for those who play."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import ExitStack, closing, contextmanager

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from sampan.server.counts import Counts, make_file
from sampan.server.limits import RESERVE
from sampan.server.live import MOST_STRANGERS, MOST_WINDOWS
from sampan.server.protocol import UNREAD_SECONDS, Unread
from tests.shelf import FIRST

from .kit import WAIT, Server, next_view, seated, wait_for, workers_of

GET = b"GET /api/games HTTP/1.1\r\nHost: a\r\n\r\n"


def reach(server, address="127.0.0.1"):
    """A connection from one of this machine's own addresses."""
    return socket.create_connection(("127.0.0.1", server.port), WAIT, source_address=(address, 0))


def answer_to(connection, sent=b""):
    """Everything the server says until it closes."""
    found = b""
    try:
        connection.sendall(sent)
        while part := connection.recv(65536):
            found += part
    except ConnectionError:
        pass
    return found


def is_served(connection):
    """Whether a request on this connection is answered."""
    try:
        connection.sendall(GET)
        answer = http.client.HTTPResponse(connection)
        answer.begin()
        return answer.status == 200 and bool(answer.read())
    except (ConnectionError, http.client.HTTPException):
        return False


@pytest.fixture(scope="module")
def hasty(database):
    """A server that waits for nobody longer than it may itself have to wait for a core."""
    running = Server(database("sqlite"), header_seconds=1.0, body_seconds=1.0)
    yield running
    running.stop()


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        (b"", b""),
        (b"\r\n\r\n", b"408"),
        (b"GET /api/games HTTP/1.1\r\nHost: a\r\nX-Slow", b"408"),
        (b"POST /api/tables HTTP/1.1\r\nHost: a\r\nContent-Length: 90\r\n\r\n{", b"408"),
        (b"POST /api/tables HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{", b"408"),
    ],
)
def test_a_request_that_does_not_come_whole_is_closed(hasty, sent, told):
    with closing(reach(hasty)) as slow:
        assert told in answer_to(slow, sent).partition(b"\r\n")[0]


@pytest.mark.parametrize("between", [b"\r\n", b"GET /api"])
def test_between_two_requests_a_half_sent_one_is_closed_too(hasty, between):
    with closing(reach(hasty)) as slow:
        assert is_served(slow)
        assert b"408" in answer_to(slow, between)


def test_drop_by_drop_is_no_way_to_keep_a_connection(hasty):
    with closing(reach(hasty)) as slow:
        slow.sendall(b"GET /api/games HTTP/1.1\r\n")
        with pytest.raises(ConnectionError):
            for _ in range(10_000):
                slow.sendall(b"X: y\r\n")
                time.sleep(0.02)


def test_a_refused_body_cannot_be_sent_for_ever(hasty):
    with closing(reach(hasty)) as slow:
        told = answer_to(slow, b"POST /api/tables HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n\r\n{")
        assert b" 413 " in told.partition(b"\r\n")[0]


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        (b"GET / HTTP/1.1\r\nHost: a\r\n" + b"X: " + b"y" * 100_000, b" 431 "),
        (b"GET / HTTP/1.1\r\nHost: a\r\n" + b"X: y\r\n" * 20_000, b" 431 "),
        (b"GET / HTTP/1.1\r\nHost: a\r\n" + b"X: " + b"y" * 70_000 + b"\r\n\r\n", b" 431 "),
        (b"GET /" + b"a" * 40_000 + b" HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", b" 414 "),
        (b"GET /" + b"a" * 100_000, b" 431 "),
    ],
)
def test_absurd_headers_get_a_refusal(small_server, sent, told):
    with closing(reach(small_server)) as connection:
        connection.sendall(sent)
        assert told in connection.recv(65536).partition(b"\r\n")[0]


def test_one_address_has_so_many_connections_and_no_other_is_the_worse_for_it(database, tmp_path):
    log = tmp_path / "log"
    server = Server(database("sqlite"), connections=10, log=log)
    try:
        with ExitStack() as open_ones:
            first = [open_ones.enter_context(closing(reach(server, "127.0.0.2"))) for _ in range(10)]
            assert all(is_served(connection) for connection in first)
            for _ in range(30):
                with closing(reach(server, "127.0.0.2")) as more:
                    assert answer_to(more) == b""
            with closing(reach(server, "127.0.0.3")) as other:
                assert is_served(other)
            assert all(is_served(connection) for connection in first), "those that are open stay"
        wait_for(lambda: is_served_anew(server, "127.0.0.2"))
    finally:
        server.stop()
    lines = [line for line in log.read_text().splitlines() if "refused" in line]
    assert 1 <= len(lines) < 10 and "127.0.0.2" in lines[0], "told, but not thirty times"


def is_served_anew(server, address):
    with closing(reach(server, address)) as again:
        return is_served(again)


def test_where_descriptors_run_out_connections_are_refused_and_tables_go_on(database, tmp_path):
    log = tmp_path / "log"
    server = Server(database("sqlite"), descriptors=200, header_seconds=2.0, log=log)  # 128 of them are kept back
    try:
        table, people = seated(server)
        with ExitStack() as silent:
            for _ in range(300):
                silent.enter_context(closing(reach(server, "127.0.0.9")))
            for _ in range(3):
                view = people[0].view(table)
                mover = people[view["to_move"]]
                mover.move(table, mover.view(table))
        wait_for(lambda: is_served_anew(server, "127.0.0.5"))
    finally:
        server.stop()
    assert "connection refused: 72 are open already" in log.read_text()


def test_strangers_in_the_live_view_never_keep_a_player_out(small_server):
    table, people = seated(small_server)
    stranger = small_server.person()
    with ExitStack() as watching:
        for _ in range(MOST_STRANGERS):
            next_view(watching.enter_context(stranger.watch(table)))
        with stranger.watch(table) as late, pytest.raises(ConnectionClosed) as closed:
            next_view(late)
        assert closed.value.rcvd.code == 1013
        for seat, person in enumerate(people):
            with person.watch(table) as socket:
                assert next_view(socket)["you"] == seat


def test_strangers_at_many_tables_leave_half_of_all_places_to_players(database):
    """40 connections are all there is, so 20 of them are for strangers, wherever they watch."""
    server = Server(database("sqlite"), descriptors=40 + RESERVE)
    try:
        places = [seated(server) for _ in range(2)]
        stranger = server.person()
        with ExitStack() as watching:
            for number in range(20):
                next_view(watching.enter_context(stranger.watch(places[number % 2][0])))
            with stranger.watch(places[0][0]) as late, pytest.raises(ConnectionClosed) as closed:
                next_view(late)
            assert closed.value.rcvd.code == 1013
            for table, people in places:
                assert next_view(watching.enter_context(people[1].watch(table)))["you"] == 1
    finally:
        server.stop()


def test_of_too_many_windows_of_one_seat_the_oldest_is_closed(small_server):
    table, people = seated(small_server)
    with ExitStack() as watching:
        windows = []
        for _ in range(MOST_WINDOWS):
            windows.append(watching.enter_context(people[0].watch(table)))
            next_view(windows[-1])
        newest = watching.enter_context(people[0].watch(table))
        assert next_view(newest)["you"] == 0
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                windows[0].recv(timeout=WAIT)
        assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (4409, "too_many_windows")
        mover = people[people[0].view(table)["to_move"]]
        ply = mover.move(table, mover.view(table))["ply"]
        for window in (*windows[1:], newest):
            next_view(window, lambda view: view["ply"] == ply)


def test_one_address_has_so_many_strangers_sockets(database):
    server = Server(database("sqlite"), sockets=3)
    try:
        table, people = seated(server)
        stranger = server.person()
        with ExitStack() as watching:
            for _ in range(3):
                next_view(watching.enter_context(stranger.watch(table)))
            with stranger.watch(table) as late, pytest.raises(ConnectionClosed) as closed:
                next_view(late)
            assert closed.value.rcvd.code == 1013
            with people[0].watch(table) as socket:
                assert next_view(socket)["you"] == 0
            place = f"ws://127.0.0.1:{server.port}/api/tables/{table}/live"
            with connect(place, source_address=("127.0.0.7", 0), compression=None) as elsewhere:
                assert next_view(elsewhere)["you"] is None
    finally:
        server.stop()


def test_a_watcher_who_talks_without_end_is_closed(small_server):
    table, _ = seated(small_server)
    with small_server.person().watch(table) as socket, pytest.raises(ConnectionClosed) as closed:
        next_view(socket)
        for _ in range(1000):
            socket.send("word")
        while True:
            socket.recv(timeout=WAIT)
    assert closed.value.rcvd.code == 1008


COUNTING = """
import sys
from sampan.server.counts import Counts
counts = Counts(sys.argv[1], 2)
for _ in range(int(sys.argv[2])):
    counts.add("connections", "a")
print(counts.count("connections", "a"), flush=True)
sys.stdin.readline()
"""


def test_workers_share_their_counts_and_a_killed_ones_are_forgotten():
    file = make_file(2)
    try:
        here = Counts(str(file), 2)
        here.add("connections", "a")
        with subprocess.Popen([sys.executable, "-c", COUNTING, str(file), "5"], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, text=True) as other:  # fmt: skip
            assert other.stdout.readline() == "6\n"
            assert here.count("connections", "a") == 6 and here.count("connections", "b") == 0
            other.kill()
        with subprocess.Popen([sys.executable, "-c", COUNTING, str(file), "1"], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, text=True) as other:  # fmt: skip
            assert other.stdout.readline() == "2\n", "the row of the killed one was emptied and used again"
            other.kill()
        rates = [counts.rate("requests", 1.0, 4.0) for counts in (here, here)]
        assert [rates[n % 2].allows("c", now=1.0) for n in range(6)] == [True] * 4 + [False] * 2
    finally:
        file.unlink()


@pytest.fixture(scope="module")
def workers(database, tmp_path_factory):
    """Two real workers; what is spent does not come back, so that nothing here depends on the time."""
    log = tmp_path_factory.mktemp("workers") / "log"
    running = Server(database("sqlite"), log=log, log_level="info", workers=2, rate=1e-6, burst=40.0, connections=10)
    wait_for(lambda: log.read_text().count(" is running") == 2)
    yield running
    running.stop()


@contextmanager
def only(chosen, server):
    """While one worker is held still, all that comes is the other's; returns once that one serves."""
    other = workers_of(server.process.pid)[1 - chosen]
    os.kill(other, signal.SIGSTOP)
    try:
        wait_for(lambda: is_served_anew(server, f"127.0.0.{100 + chosen}"))
        yield
    finally:
        os.kill(other, signal.SIGCONT)


def test_the_rate_of_requests_is_shared_by_all_workers(workers):
    told = []
    for worker in range(2):
        with only(worker, workers), httpx.Client(transport=httpx.HTTPTransport(local_address="127.0.0.2")) as client:
            told += [client.get(f"{workers.address}/api/games").status_code for _ in range(25)]
    assert told == [200] * 40 + [429] * 10, "one burst of forty, not one for each worker"


def test_connections_are_counted_over_all_workers(workers):
    with ExitStack() as open_ones:
        held = []
        for worker in range(2):
            with only(worker, workers):
                some = [open_ones.enter_context(closing(reach(workers, "127.0.0.3"))) for _ in range(5)]
                assert all(is_served(connection) for connection in some)
                held += some
        for worker in range(2):
            with only(worker, workers), closing(reach(workers, "127.0.0.3")) as more:
                assert answer_to(more) == b"", "each of them holds five, together they are ten"
        with closing(reach(workers, "127.0.0.4")) as other:
            assert is_served(other)
        assert all(is_served(connection) for connection in held)
    wait_for(lambda: is_served_anew(workers, "127.0.0.3"))


def test_new_tables_have_a_rate_of_their_own_and_say_when_the_next_may_be_opened(database):
    server = Server(database("sqlite"), tables_a_minute=2.0)
    try:
        asked = {"game": FIRST, "seats": [{"kind": "human"}, {"kind": "open"}]}
        answers = [server.person().client.post("/api/tables", json=asked) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [201, 201, 429]
        assert answers[-1].json()["code"] == "too_many" and 20 < int(answers[-1].headers["retry-after"]) <= 30
    finally:
        server.stop()


def test_a_refusal_for_too_many_says_when_to_come_back(small_server):
    table, people = seated(small_server)
    said = [people[0].post(table, "chat", {"text": f"word {n}"}) for n in range(14)]
    refused = [answer for answer in said if answer.status_code == 429]
    assert refused and all(answer.headers["retry-after"] == "1" for answer in refused)
    assert json.loads(refused[0].text)["code"] == "too_many"


class Silent:
    """Stands for uvicorn's side of a connection, its loop and its transport at once."""

    def __init__(self):
        self.loop = self.transport = self
        self.timers, self.ended, self.told = [], False, []

    def pause_writing(self):
        self.told.append("pause")

    def resume_writing(self):
        self.told.append("resume")

    def call_later(self, seconds, what):
        self.timers.append([seconds, what])
        return self

    def cancel(self):
        self.timers.pop()

    def abort(self):
        self.ended = True


class Reader(Unread, Silent):
    pass


def test_a_client_that_leaves_its_answers_unread_is_closed_after_a_while():
    reader = Reader()
    reader.pause_writing()
    reader.pause_writing()
    assert [seconds for seconds, _ in reader.timers] == [UNREAD_SECONDS], "the time runs from the first pause"
    reader.timers[0][1]()
    assert reader.ended and reader.told == ["pause", "pause"], "uvicorn hears of it as well"


def test_one_that_reads_on_in_time_is_not():
    reader = Reader()
    reader.pause_writing()
    reader.resume_writing()
    assert reader.timers == [] and not reader.ended and reader.told == ["pause", "resume"]
