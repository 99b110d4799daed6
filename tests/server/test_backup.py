"""Copies of a served database, and their way back: under load, whole, private, and never over a server that runs."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import threading
from pathlib import Path

import pytest
from typer.testing import CliRunner

from sampan.cli import app
from sampan.server.backup import backup, restore
from sampan.server.database import ServeError
from sampan.server.settings import Settings

from .kit import Server, play_on, seated
from .postgres import tool

PLAYERS, BEFORE = 3, 6


class Crowd:
    """Tables at which people play on, as fast as they are answered, and what was acknowledged."""

    def __init__(self, server):
        self.tables = [seated(server) for _ in range(PLAYERS)]
        self.acknowledged = {table: play_on(table, people, BEFORE)["ply"] for table, people in self.tables}
        self._stop = threading.Event()
        self._threads = [threading.Thread(target=self._play, args=both) for both in self.tables]
        for thread in self._threads:
            thread.start()

    def _play(self, table, people):
        while not self._stop.is_set():
            view = play_on(table, people, moves=1)
            self.acknowledged[table] = view["ply"]
            if view["status"] != "running":
                return

    def stop(self):
        self._stop.set()
        for thread in self._threads:
            thread.join(120)


def copied_under_load(server, copy):
    """What was acknowledged before the copy and what after it, with the tables' people."""
    crowd = Crowd(server)
    try:
        before = dict(crowd.acknowledged)
        copy()
        return crowd.tables, before
    finally:
        crowd.stop()


def check_back(server, tables, before):
    """Everything that was acknowledged before the copy is there again, and the games go on."""
    for table, people in tables:
        again = [person.at(server) for person in people]
        view = again[0].view(table)
        assert view["ply"] >= before[table]
        log = again[0].get(table, "/digest").json()
        assert [entry["ply"] for entry in log["entries"]] == list(range(min(view["ply"], 200)))
        if view["status"] == "running":
            assert play_on(table, again, moves=2)["ply"] == view["ply"] + 2


def test_a_copy_made_under_load_has_every_move_acknowledged_before_it_and_is_put_back(database, tmp_path):
    place, copy = database("sqlite"), tmp_path / "tables.backup"
    server, settings = Server(place), Settings(database=place)
    try:
        made = []
        tables, before = copied_under_load(server, lambda: made.extend(backup(settings, copy, True) for _ in range(3)))
        assert made == [PLAYERS] * 3
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600
        assert sorted(path.name for path in tmp_path.iterdir()) == ["tables.backup"], "one file, nothing beside it"
        later, _ = seated(server)
        content = copy.read_bytes()
        with pytest.raises(ServeError, match="is in use"):
            restore(settings, copy)
        assert tables[0][1][0].view(later)["status"] == "running", "the server goes on"
        server.stop()
        number, former = restore(settings, copy)
        assert number == PLAYERS and copy.read_bytes() == content
        assert former is not None and stat.S_IMODE(former.stat().st_mode) == 0o600
        assert stat.S_IMODE(os.stat(place).st_mode) == 0o600
        server.start()
        check_back(server, tables, before)
        assert server.person().get(later).status_code == 404, "it was opened after the copy"
        server.stop()
        assert restore(settings, former)[0] == PLAYERS + 1, "and nothing was lost by it"
        server.start()
        assert server.person().get(later).status_code == 200
    finally:
        server.stop()


def test_a_killed_servers_last_moves_are_in_the_copy(database, tmp_path):
    place, copy = database("sqlite"), tmp_path / "copy"
    server = Server(place)
    try:
        table, people = seated(server)
        view = play_on(table, people, moves=9)
        server.kill()
        backup(Settings(database=place), copy, False)
        restore(Settings(database=place), copy)
        server.start()
        assert people[0].at(server).view(table)["ply"] == view["ply"]
    finally:
        server.stop()


def test_a_copy_comes_back_where_there_was_no_database_yet(database, tmp_path):
    place = database("sqlite")
    Server(place).stop()
    backup(Settings(database=place), tmp_path / "copy", False)
    fresh = tmp_path / "new" / "tables.sqlite"
    assert restore(Settings(database=str(fresh)), tmp_path / "copy") == (0, None)
    assert stat.S_IMODE(fresh.stat().st_mode) == 0o600
    Server(str(fresh)).stop()


@pytest.fixture
def copy(database, tmp_path):
    """A database that nobody serves, and a copy of it."""
    place, file = database("sqlite"), tmp_path / "copy"
    Server(place).stop()
    backup(Settings(database=place), file, False)
    return place, file


def said(*words):
    done = CliRunner().invoke(app, [*map(str, words)])
    assert done.exit_code != 0 and "\n" not in str(done.exception)
    return str(done.exception)


def test_what_cannot_be_copied_or_put_back_is_one_line_and_changes_nothing(copy, tmp_path):
    place, file = copy
    before = Path(place).read_bytes()
    text, half, newer = tmp_path / "text", tmp_path / "half", tmp_path / "newer"
    text.write_text("no database at all " * 100)
    half.write_bytes(file.read_bytes()[:20_000])
    newer.write_bytes(file.read_bytes())
    with sqlite3.connect(newer) as ahead:
        ahead.execute("UPDATE alembic_version SET version_num = '9999'")
    ahead.close()
    refused = {
        text: "not a database of tables", half: "", newer: "from a newer Sampan", tmp_path / "none": "no such file",
        tmp_path: "no such file", place: "the database itself",
    }  # fmt: skip
    for bad, why in refused.items():
        assert why in said("restore", bad, "--yes", "--database", place), bad
    assert "expected --yes" in said("restore", file, "--database", place)
    assert Path(place).read_bytes() == before
    assert "already exists" in said("backup", file, "--database", place)
    assert "the database itself" in said("backup", place, "--overwrite", "--database", place)
    assert "no such file" in said("backup", tmp_path / "x", "--database", tmp_path / "none")
    assert "cannot be written" in said("backup", tmp_path / "no" / "folder", "--database", place)
    assert "cannot be used" in said("backup", tmp_path / "x", "--database", text)
    for words in (["backup", tmp_path / "x"], ["restore", file, "--yes"]):
        named = said(*words, "--database", "postgresql://u:secret@h/d")
        assert "pg_" in named and "secret" not in named
    assert not (tmp_path / "x").exists() and not list(tmp_path.glob("*.part"))


def test_postgresql_is_copied_under_load_and_put_back_as_the_documentation_says(cluster, tmp_path):
    if not all(tool(name) for name in ("pg_dump", "pg_restore")):
        print("skipped: pg_dump and pg_restore are not installed")
        pytest.skip("pg_dump and pg_restore are not installed")
    place, copy = cluster.database(), tmp_path / "tables.dump"
    server = Server(place)

    def run(name, *words):
        subprocess.run([tool(name), *words], check=True, timeout=120)

    try:
        tables, before = copied_under_load(server, lambda: run("pg_dump", "-Fc", "-f", copy, place))
        later, _ = seated(server)
        server.stop()
        run("pg_restore", "--clean", "--if-exists", "--single-transaction", "-d", place, copy)
        server.start()
        check_back(server, tables, before)
        assert server.person().get(later).status_code == 404
    finally:
        server.stop()
