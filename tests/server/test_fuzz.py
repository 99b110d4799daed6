"""Whatever anybody sends: requests, bytes that are no request, frames that are none. Never a failure of ours."""

from __future__ import annotations

import base64
import json
import random
import secrets
import socket
import struct

import httpx
import pytest

from tests.shelf import FIRST

from .kit import WAIT, Server, play_on, seated

TEXTS = [
    "", " ", "\x00", "a\x00b", "\u200b", "\u202e", "٣", "３", "²", "𝟛", "\ud800", "\udfff\ud800", "💥",
    "e\u0301" * 50, "%00", "%", "..",
    "../../etc/passwd", "-1", "1e9", "0x10", "+3", " 3", "3 ", "1_000", "NaN", "'; DROP TABLE tables; --", "{}",
    "<b>", "A" * 12,
    "A" * 32, "x" * 5000, "None", "null", "true", "\r\nX: y", "\ufeff", "\U0010ffff", "search:1e-300", "search:nan",
    "search:inf",
    "search:٣", "search:0x1p3", "search:1_0", "master:", ":", "os:system", "random:random",
]  # fmt: skip
NUMBERS = [0, -1, 1, 15, 16, 2**31, 2**32, 2**53, 2**63, 2**64, 10**40, -(2**63) - 1, 0.5, 1.0, -0.0, 1e308, 3.0]
RAW = ["9" * 5000, "1e400", "-1e400", "NaN", "Infinity", "1" * 300 + ".0", "[" * 3000, '{"a":' * 900, '"\\ud800"',
'"\\u0000"',
       "01", "+1", "1.", ".5", "'a'", "tru", '"' + "\\n" * 9 + '"']  # fmt: skip
KINDS = ["application/json", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "",
         "application/json; charset=utf-16", "application/vnd.x+json", "a/b;" * 50, "\xff"]  # fmt: skip
METHODS = ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "PROPFIND"]


def any_value(dice, depth=0):
    """Any value there is in JSON, and some that there are not."""
    kind = dice.randrange(8 if depth < 3 else 5)
    if kind == 5:
        return [any_value(dice, depth + 1) for _ in range(dice.randrange(4))]
    if kind >= 6:
        return {dice.choice(TEXTS): any_value(dice, depth + 1) for _ in range(dice.randrange(4))}
    return [None, dice.random() < 0.5, dice.choice(NUMBERS), dice.choice(TEXTS), dice.choice(TEXTS)][kind]


def spoiled(dice, value, depth=0):
    """The same with something in it changed, left out or added."""
    if depth and dice.random() < 0.3:
        return any_value(dice)
    if isinstance(value, dict):
        changed = {key: spoiled(dice, inner, depth + 1) for key, inner in value.items() if dice.random() > 0.05}
        return changed | ({dice.choice(TEXTS): any_value(dice)} if dice.random() < 0.1 else {})
    if isinstance(value, list):
        return [spoiled(dice, inner, depth + 1) for inner in value] * dice.choice([1, 1, 1, 0, 40])
    return value


def written(dice, body):
    """A body as bytes; sometimes with something in it that JSON does not have."""
    text = json.dumps(body)
    if dice.random() < 0.2:
        at = text.find(":") + 1
        text = text[:at] + dice.choice(RAW) + text[at + 1 :]
    given = text.encode()
    if dice.random() < 0.05:
        at = dice.randrange(len(given) + 1)
        given = given[:at] + dice.randbytes(3) + given[at:]
    return given


class Fuzz:
    """One running table and somebody who sends it everything."""

    def __init__(self, server, seed):
        self.server, self.dice = server, random.Random(seed)
        self.table, self.people = seated(server)
        play_on(self.table, self.people, moves=6)
        self.client = self.people[0].client
        self.record = json.loads(self.client.get(f"/api/tables/{self.table}/record").text) | {"seed": 1, "marks": ""}
        table = f"/api/tables/{self.table}"
        self.bodies = {
            "/api/tables": {"game": FIRST, "seats": [{"kind": "human", "name": "Ada"}, {"kind": "bot",
            "bot": "random"}],
                            "options": {"players": 2}, "pace": {"kind": "soft", "amount": 30}, "listed": False,
                            "seed": 7},
            f"{table}/join": {"name": "Bo", "seat": 1, "invite": "x" * 32}, f"{table}/rename": {"name": "Ada"},
            f"{table}/moves": {"ply": 6, "move": "end"}, f"{table}/undo": {"ply": 6}, f"{table}/restart": {"ply": 6},
            f"{table}/takeback": {"ply": 6, "back_to": 1}, f"{table}/chat": {"text": "hello"},
            f"{table}/takeback/answer": {"ply": 6, "number": 1, "agree": False},
            f"{table}/links": {"kind": "device"}, f"{table}/links/use": {"link": "x" * 32},
            f"{table}/devices/forget": None,
            f"{table}/seats/1/bot": {"bot": "random"}, f"{table}/seats/1/invite": None, f"{table}/start": None,
            "/api/replay?at=3&seat=0": self.record,
        }  # fmt: skip
        self.looks = ["/api/games", f"/api/games/{FIRST}/box", "/api/tables?status=open&limit=3", table,
        f"{table}/digest?since=3",
                      f"{table}/at/3?as=1", f"{table}/gains", f"{table}/record", "/docs", "/", "/table/x",
                      "/replay"]  # fmt: skip

    def url(self, address):
        """The address, perhaps with a part of it replaced."""
        dice = self.dice
        path, _, query = address.partition("?")
        parts = path.split("/")
        if dice.random() < 0.4:
            parts[dice.randrange(1, len(parts))] = quoted(dice)
        if dice.random() < 0.4:
            names = ["as", "since", "limit", "status", "at", "\x00"]
            query = "&".join(f"{dice.choice(names)}={quoted(dice)}" for _ in range(dice.randrange(1, 4)))
        return "/".join(parts) + (f"?{query}" if query else "")

    def send(self, method, address, **more):
        """Send it; whatever comes back is no failure, and says in one line what it is."""
        answer = self.client.request(method, self.url(address), **more)
        assert answer.status_code < 500, (method, address, more, answer.text[:300])
        if answer.status_code >= 400 and method != "HEAD" and answer.headers.get("content-type") == "application/json":
            told = answer.json()
            assert told["code"] and told["detail"].isprintable(), told

    def one_request(self):
        dice = self.dice
        headers = {}
        if dice.random() < 0.2:
            headers["Cookie"] = f"sampan_seat={quoted(dice)}; sampan_seat_1={quoted(dice)}; {quoted(dice)}"
        if dice.random() < 0.3:
            self.send(
                dice.choice(METHODS if dice.random() < 0.2 else ["GET"]), dice.choice(self.looks), headers=headers
            )
            return
        address = dice.choice(list(self.bodies))
        body = self.bodies[address]
        if dice.random() < 0.85:
            body = spoiled(dice, body)
        kind = dice.choice(KINDS) if dice.random() < 0.15 else "application/json"
        headers["Content-Type"] = kind.encode("latin-1")
        self.send("POST", address, content=written(dice, body), headers=headers)


def quoted(dice):
    """A text as it may stand in an address: quoted, or hardly."""
    raw = dice.choice(TEXTS).encode("utf-8", "surrogatepass") if dice.random() < 0.8 else dice.randbytes(4)
    if dice.random() < 0.3:
        return "".join(f"%{byte:02x}" for byte in raw) + dice.choice(["", "%", "%f", "%zz"])
    return "".join(chr(b) if chr(b).isalnum() or chr(b) in "-_.~:" else f"%{b:02X}" for b in raw if b < 128)[:3000]


# ---------------------------------------------------------------- below HTTP


def said(server, *parts):
    """Send these bytes and read what is answered until the server closes or says no more."""
    found = b""
    with socket.create_connection(("127.0.0.1", server.port), WAIT) as connection:
        try:
            for part in parts:
                connection.sendall(part)
            connection.shutdown(socket.SHUT_WR)
            while part := connection.recv(65536):
                found += part
        except TimeoutError:
            raise
        except OSError:
            pass
    return found


REQUESTS = [
    b"GET / HTTP/1.1\r\nHost: a\r\n\r\n", b"POST /api/tables HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}",
    b"POST /api/tables HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
    b"GET /api/tables HTTP/1.0\r\n\r\n", b"OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",
    b"GET http://[::1/ HTTP/1.1\r\nHost: a\r\n\r\n",
    b"CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n", b"GET /\xff\xfe HTTP/1.1\r\nHost: a\r\n\r\n",
    b"GET /%ff%00 HTTP/1.1\r\n\r\n",
    b"POST / HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00",
    b"\x00" * 64,
    b"GET / HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\nConnection: upgrade\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost:\x00a\r\n\r\n",
    b"GET / HTTP/1.1\nHost: a\n\n",
    b"POST /api/tables HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n{}",
    b"GET /docs HTTP/1.1\r\nHost: a\r\n\r\nGET /docs HTTP/1.1\r\nHost: a\r\n\r\n",
    b"A" * 9000 + b" / HTTP/1.1\r\n\r\n",
    b"POST /api/tables HTTP/1.1\r\nContent-Length: 99999999999999999999999\r\n\r\n",
    b"GET / HTTP/1.1\r\nX: " + b"y" * 70000,
    b"POST /api/tables HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n",
    b"GET  /  HTTP/1.1\r\n\r\n",
]  # fmt: skip


def broken_http(server, dice):
    """A request with some of its bytes changed, sent in pieces."""
    sent = bytearray(dice.choice(REQUESTS))
    for _ in range(dice.choice([0, 0, 1, 3])):
        sent[dice.randrange(len(sent))] = dice.randrange(256)
    at = dice.randrange(len(sent))
    for line in said(server, bytes(sent[:at]), bytes(sent[at:])).split(b"\r\n"):
        assert not line.startswith((b"HTTP/1.1 5", b"HTTP/1.0 5")), (bytes(sent[:200]), line)


def handshake(path, dice, **more):
    headers = {"Host": "a", "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
               "Sec-WebSocket-Key": base64.b64encode(dice.randbytes(16)).decode(), **more}  # fmt: skip
    lines = [f"{name}: {value}" for name, value in headers.items() if value is not None]
    return f"GET {path} HTTP/1.1\r\n".encode("latin-1") + "\r\n".join([*lines, "", ""]).encode("latin-1")


def frame(dice, opcode, payload, fin=True, masked=True, bits=0):
    """A frame, right or wrong."""
    head = bytes([fin << 7 | bits << 4 | opcode])
    size = len(payload)
    mask = dice.randbytes(4) if masked else b""
    length = bytes([size]) if size < 126 else bytes([126]) + struct.pack("!H", size) if size < 65536 else (
        bytes([127]) + struct.pack("!Q", size))  # fmt: skip
    body = bytes(b ^ mask[n % 4] for n, b in enumerate(payload)) if masked else payload
    return head + bytes([length[0] | masked << 7]) + length[1:] + mask + body


def broken_socket(server, table, dice):
    """A socket that is opened rightly or wrongly, and then speaks nonsense."""
    place = dice.choice([table, table, "%00" * 12, "A" * 12, "٣" * 3, "../" * 3, "x" * 9000, "%ff%fe", ""])
    path = f"/api/tables/{place}/live{dice.choice(['', '?as=1', '?as=%D9%A3', '?as=' + 'x' * 99, '?%00'])}"
    wrong = dice.choice([{}, {}, {}, {"Sec-WebSocket-Key": "x"}, {"Sec-WebSocket-Version": "99"},
    {"Origin": "http://b"},
                         {"X": "y" * 9000}, {f"X-{n}": "y" for n in range(200)}, {"Cookie": "sampan_seat=\xff"},
                         {"Sec-WebSocket-Key": None}, {"Content-Length": "5"},
                         {"Sec-WebSocket-Extensions": "permessage-deflate; x=" + "9" * 99}])  # fmt: skip
    frames = [frame(dice, dice.randrange(16), dice.randbytes(dice.choice([0, 1, 125, 126, 5000])), dice.random() < 0.7,
                    dice.random() < 0.8, dice.choice([0, 0, 0, 1, 7])) for _ in range(dice.randrange(5))]  # fmt: skip
    frames += [
        frame(dice, 1, b"a", fin=False),
        *[frame(dice, 0, b"b" * 999, fin=False) for _ in range(dice.randrange(8))],
    ]
    frames += dice.choice(
        [[], [frame(dice, 8, b"\x03")], [frame(dice, 1, b"\xff\xfe")], [frame(dice, 8, b"\x03\xe8bye")]]
    )
    opening = handshake(path.encode().decode("latin-1"), dice, **wrong)
    for line in said(server, opening, *frames).split(b"\r\n"):
        assert not line.startswith(b"HTTP/1.1 5"), (opening[:200], line)


def campaign(server, log, requests, seed):
    """So many of all kinds; afterwards the server is well, and its log knows of no mistake of ours."""
    fuzz = Fuzz(server, seed)
    done = 0
    while done < requests:
        try:
            fuzz.one_request()
        except (UnicodeEncodeError, httpx.InvalidURL, httpx.LocalProtocolError):
            continue  # the client itself refuses to send this
        if done % 3 == 0:
            broken_http(server, fuzz.dice)
            broken_socket(server, fuzz.table, fuzz.dice)
        done += 1
    assert server.person().view(fuzz.table)["table"] == fuzz.table
    wrong = [line for line in log.read_text().splitlines() if "ERROR" in line or "Traceback" in line]
    assert not wrong, wrong[:5]


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def target(request, database, tmp_path_factory):
    log = tmp_path_factory.mktemp("fuzz") / "log"
    running = Server(database(request.param), log=log)
    yield running, log
    running.stop()


def test_nothing_that_is_sent_makes_the_server_fail(target):
    campaign(*target, requests=250, seed=20)


@pytest.mark.soak
def test_whatever_is_sent_thousands_of_times_the_server_does_not_fail(target):
    seed = secrets.randbits(32)
    print(f"seed {seed}")
    campaign(*target, requests=10_000, seed=seed)


@pytest.mark.parametrize("table", ["%00" * 12, "%00", "A" * 11, "A" * 13, "%D9%A3" * 12, "x" * 3000])
def test_the_live_view_of_what_cannot_be_a_table_is_closed_at_once(target, table):
    server, _ = target
    dice = random.Random(1)
    told = said(server, handshake(f"/api/tables/{table}/live", dice))
    assert told.startswith(b"HTTP/1.1 101") and struct.pack("!H", 4404) in told


NO_RECORDS = [
    "9" * 5000, '{"box": "\\ud800"}', '{"options": {"\\ud800": 1}}', '{"options": {"players": []}}',
    '{"game": "../os"}', '{"seed": -1}', '{"rules": 1e999}', '{"moves": ["\\ud800"]}',
]  # fmt: skip


@pytest.mark.parametrize("record", NO_RECORDS, ids=range(len(NO_RECORDS)))
def test_a_record_that_is_none_is_refused_in_one_line(target, record):
    server, _ = target
    table, people = seated(server)
    whole = people[0].get(table, "/record").json() | {"seed": 1, "marks": ""}
    text = record if record.startswith("9") else json.dumps(whole | json.loads(record))
    answer = people[0].client.post("/api/replay", content=text, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 409, 422) and answer.json()["code"] in (
        "bad_request",
        "bad_record",
        "unreadable",
    )
    assert answer.json()["detail"].isprintable()
