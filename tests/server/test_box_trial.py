"""A box on trial: its process is ended in time, interpreted rules do meanwhile, and nothing is left behind."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections import Counter
from types import SimpleNamespace

import pytest

from sampan.boxes import kept, known, trial
from sampan.boxes.checking import checked, shipped
from sampan.engine.errors import BoxError
from sampan.engine.rule import cache_root
from sampan.games import load
from tests.shelf import FIRST

from .kit import Server
from .test_boxes import figures, one_figure, put, shape_of


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """A cache folder without compiled rules."""
    monkeypatch.setenv("SAMPAN_CACHE", str(tmp_path))
    monkeypatch.setattr(kept, "cache_root", lambda: tmp_path)
    monkeypatch.setattr(trial, "cache_root", lambda: tmp_path)
    return tmp_path / "boxes"


def box(which=0):
    return checked(one_figure(FIRST, which)[1], FIRST).box


def test_a_trial_that_takes_too_long_is_ended_and_leaves_nothing(cache, monkeypatch):
    told = {}

    def endless(words, timeout, **others):
        told["timeout"] = timeout
        raise subprocess.TimeoutExpired(words, timeout)

    monkeypatch.setattr(subprocess, "run", endless)
    with pytest.raises(BoxError, match="a game with this box failed: it did not end within 8 seconds"):
        trial.admit(FIRST, box(), 1, 2.0)
    assert told["timeout"] >= trial.PATIENCE * 2.0
    assert [*cache.iterdir()] == []


def test_a_process_that_is_killed_is_a_fault_of_the_box(cache, monkeypatch):
    monkeypatch.setattr(trial, "command", lambda words: ["sh", "-c", "kill -9 $$"])
    with pytest.raises(BoxError, match="its process ended with -9"):
        trial.admit(FIRST, box(), 1, 2.0)
    assert [*cache.iterdir()] == []


def test_without_rules_compiled_with_checks_a_box_is_tried_by_interpreted_ones(cache):
    found = trial.tried(FIRST, box(), 1, 30.0)
    assert (found.compiled, found.fault, found.games) == (False, "", 1)


def test_as_many_games_are_played_as_there_is_time_for_and_the_least_at_any_rate(monkeypatch):
    played = []
    monkeypatch.setattr(trial, "play_one", lambda *given: played.append(given))
    assert trial.play(load(FIRST), 50, 0.0, 3).games == 3
    seconds = iter(range(1000))
    monkeypatch.setattr(trial, "time", SimpleNamespace(monotonic=lambda: next(seconds)))
    assert trial.play(load(FIRST), 50, 10.0, 3).games == 12
    assert trial.play(load(FIRST), 5, 10.0, 3).games == 5


def boxes(many):
    """Valid boxes, each with another figure."""
    there, found = shipped(FIRST), []
    for at, shape in figures(shape_of(FIRST), there):
        for value in range(shape.least, shape.most + 1):
            one = checked(put(there, at, value), FIRST)
            if one.box is not None and one.box.hash != load(FIRST).box.hash:
                found.append(one.box)
                if len(found) == many:
                    return found
    raise AssertionError("too few figures")


def test_what_is_known_stays_bounded_and_is_found_again_in_the_cache_folder(cache, monkeypatch):
    monkeypatch.setattr(known, "MOST", 2)
    monkeypatch.setattr(known, "_texts", type(known._texts)())
    some = boxes(4)
    for one in some:
        known.learn(FIRST, one)
        assert known.is_known(FIRST, some[0].hash)
    assert len(known._texts) == 2 and (FIRST, some[0].hash) in known._texts, "what is played with stays in memory"
    assert all(known.is_known(FIRST, one.hash) for one in some)
    assert known.game_with(FIRST, some[0].hash).box.tables == some[0].tables
    assert not known.is_known(FIRST, load(FIRST).box.hash) and not known.is_known(FIRST, "../../etc/passwd")


def test_the_cache_folder_keeps_what_was_used_last_and_no_drafts(cache):
    cache.mkdir(parents=True)
    names = [f"{FIRST}-{k:016x}.toml" for k in range(6)]
    for age, name in enumerate([*names, "trying-1-2.toml", f"{names[0]}.77"]):
        (cache / name).write_text("x")
        os.utime(cache / name, (time.time() - 9000 - age,) * 2)
    (cache / "trying-3-4.toml").write_text("in use")
    kept.tidy(cache, most=5)
    left = {path.name for path in cache.iterdir()}
    assert "trying-3-4.toml" in left and "trying-1-2.toml" not in left and f"{names[0]}.77" not in left
    assert {names[0], names[1]} <= left and names[5] not in left


def memory_of(pid):
    """Megabytes in use by a process and those it began."""
    asked = ["ps", "-o", "rss=", "-p", str(pid), "--ppid", str(pid)]
    listed = subprocess.run(asked, capture_output=True, text=True, check=False)
    return sum(map(int, listed.stdout.split())) / 1024


@pytest.mark.soak
def test_ten_thousand_uploads_leave_what_the_caps_allow(database):
    """With the real caps: what is too much is refused, and neither files nor memory grow with the asking."""
    server = Server(database("sqlite"))
    folder = cache_root() / "boxes"
    try:
        client = server.person().client
        tables = [one.tables for one in boxes(200)]
        first = client.post("/api/boxes", json={"game": FIRST, "tables": tables[0]})
        assert first.status_code == 201, first.text
        files, before, codes = len([*folder.glob("*")]), memory_of(server.process.pid), Counter()
        for k in range(10_000):
            answer = client.post("/api/boxes", json={"game": FIRST, "tables": tables[k % len(tables)]})
            codes["kept" if answer.status_code == 201 else answer.json()["code"]] += 1
        more, grown = len([*folder.glob("*")]) - files, memory_of(server.process.pid) - before
        print(json.dumps({**codes, "files": more, "megabytes": round(grown)}))
        assert set(codes) <= {"kept", "too_many", "too_many_boxes"} and codes["too_many"] > 5000
        assert more <= codes["kept"] and not [*folder.glob("trying-*")]
        assert grown < 60
    finally:
        server.stop()
