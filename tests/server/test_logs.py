"""The log: one line an event, as text or JSON, and nothing secret in it, whatever happens."""

from __future__ import annotations

import json
import logging
import re
import subprocess
import sys

import pytest
import sqlalchemy as sa

from sampan.server.logs import Line, Occasional, request_id
from sampan.server.settings import Settings

from .kit import Server, next_view, play_on, seated, wait_for

TEXT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (DEBUG|INFO|WARNING|ERROR) +[\w.]+ (-|[0-9a-f]{12}) \S.*")
PASSWORD = "hunter2-and-more"
BAD_SEED = "seed-that-is-no-number"


def everything_happens(server):
    """Open, join, move, fail, ask nonsense with secrets in the query; returns those secrets."""
    table, people = seated(server, players=3, bots=1)
    with people[0].watch(table) as socket:
        play_on(table, people, moves=4)
        assert next_view(socket)
    host = server.person()
    other, opened = host.open([{"kind": "human"}, {"kind": "human"}])
    invite = opened["invites"][0]["invite"]
    server.person().join(other, invite=invite)
    tokens = [person.cookie(table).partition("=")[2] for person in people] + [host.cookie(other).partition("=")[2]]
    stranger = server.person()
    for query in (f"token={tokens[0]}", f"sampan_seat={tokens[1]}&as={invite}", f"password={PASSWORD}"):
        stranger.client.get(f"/api/tables/{table}?{query}")
        stranger.client.get(f"/nothing/{tokens[0]}?{query}")
        stranger.client.post(f"/api/tables/{table}/moves?{query}", content=b"{")
    stranger.client.get("/api/games", headers={"Cookie": f"sampan_seat={tokens[0]}", "Authorization": PASSWORD})
    assert stranger.client.post(f"/api/tables/{table}/join", json={"invite": "x" * 32}).status_code == 403
    link = host.post(other, "links", {"kind": "device"}).json()["link"]
    assert server.person().post(other, "links/use", {"link": link}).status_code == 200
    assert stranger.post(other, "links/use", {"link": link}).status_code == 403
    return table, other, people, host, [*tokens, invite, link]


def fail(server, engine, table, other, host):
    """A row that cannot be read, then a store that cannot write; returns the request that failed by our mistake."""
    tables = sa.table("tables", sa.column("id"), sa.column("seed"), sa.column("version"))
    with engine.begin() as connection:
        change = sa.update(tables).where(tables.c.id == table).values(seed=BAD_SEED[:20], version=tables.c.version + 5)
        connection.execute(change)
    failed = server.person().get(table)
    assert failed.status_code == 500 and failed.json()["code"] == "server_failed"
    with engine.begin() as connection:
        connection.execute(sa.text("ALTER TABLE notes RENAME TO notes_gone"))
    assert host.post(other, "chat", {"text": "a word that is not kept"}).status_code == 503
    with engine.begin() as connection:
        connection.execute(sa.text("ALTER TABLE notes_gone RENAME TO notes"))
    return failed.headers["x-request-id"]


def secrets_of(engine):
    with engine.connect() as connection:
        rows = connection.execute(sa.text("SELECT seed, salt, host_hash FROM tables")).all()
        hashes = connection.execute(sa.text("SELECT token_hash, invite_hash FROM seats")).all()
        passes = connection.execute(sa.text("SELECT hash, person FROM passes")).all()
    return [str(value) for row in (*rows, *hashes, *passes) for value in row if value]


@pytest.mark.parametrize(("kind", "as_json"), [("sqlite", True), ("postgres", False), ("sqlite", False)])
def test_whatever_happens_the_log_has_one_line_each_and_no_secret(database, tmp_path, kind, as_json):
    place, log = database(kind).replace("//sampan@", f"//sampan:{PASSWORD}@"), tmp_path / "log"
    server = Server(place, log=log, log_level="debug", log_json=as_json)
    engine = sa.create_engine(Settings(database=place).url)
    try:
        table, other, _, host, secret = everything_happens(server)
        secret += secrets_of(engine)
        failed = fail(server, engine, table, other, host)
        wait_for(lambda: "writ" in log.read_text())
    finally:
        server.stop()
        engine.dispose()
    told = log.read_text()
    lines = told.splitlines()
    assert len(lines) > 20 and "Traceback" not in told
    for line in lines:
        if as_json:
            assert {"time", "level", "logger", "request", "message"} <= set(json.loads(line))
        else:
            assert TEXT.fullmatch(line), line
    for value in (*secret, PASSWORD, BAD_SEED[:20], "a word that is not kept"):
        assert value not in told
    ours = [line for line in lines if failed in line and "rror" in line]
    assert any("AssertionError at sampan/server/table.py" in line for line in ours), "type and place, under its request"
    assert any("a write failed" in line for line in lines) and any(" is running" in line for line in lines)
    assert any(" is stopping" in line for line in lines)


def test_without_debug_an_exception_is_one_line_without_its_text_or_its_frames():
    record = logging.LogRecord("sampan.server", logging.ERROR, __file__, 1, "it failed\n%s", ("x\x1b[2J",), None)
    try:
        raise KeyError("a secret")
    except KeyError:
        record.exc_info = sys.exc_info()
    request_id.set("abc")
    line = Line(as_json=False, with_frames=False).format(record)
    assert re.search(r"ERROR   sampan.server abc it failed\\nx\\x1b\[2J: KeyError at server/test_logs.py:\d+$", line)
    assert "a secret" not in line
    framed = json.loads(Line(as_json=True, with_frames=True).format(record))
    assert framed["frames"] and "a secret" not in str(framed)
    request_id.set("-")


@pytest.mark.parametrize("secret", ["a" * 32, "0123456789" * 2, "://ada:hunter2@db"])
def test_what_looks_like_a_secret_is_struck_out(secret):
    record = logging.LogRecord("sampan.server", logging.INFO, __file__, 1, "see %s here", (secret,), None)
    line = Line(as_json=False, with_frames=True).format(record)
    assert secret not in line and "***" in line and line.endswith("here")


def test_what_happens_often_is_told_now_and_then_with_a_count(caplog):
    told = Occasional(logging.getLogger("sampan.server"), every=3600)
    for _ in range(50):
        told.warn("refused", "a")
    assert [record.getMessage() for record in caplog.records] == ["refused: a"]
    told._since["refused"] = (-1e9, told._since["refused"][1])
    told.warn("refused", "b")
    assert caplog.records[-1].getMessage() == "refused: b (and 49 more since the last such line)"


def test_every_answer_names_its_request(small_server):
    client = small_server.person().client
    names = [client.get(path).headers["x-request-id"] for path in ("/api/games", "/api/games", "/nothing", "/docs")]
    assert len(set(names)) == 4


def test_the_command_writes_json_lines_when_told_to(tmp_path):
    words = ["serve", "--port", "0", "--database", str(tmp_path / "t.sqlite"), "--log-json", "--log-level", "info"]
    with subprocess.Popen(
        [sys.executable, "-m", "sampan.cli", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout.readline().startswith("Sampan running at http://127.0.0.1:")
        process.terminate()
        _, told = process.communicate(timeout=240)
    messages = [json.loads(line)["message"] for line in told.splitlines()]
    assert messages[0].endswith("is running") and messages[-1].endswith("is stopping")
