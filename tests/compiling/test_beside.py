"""What is compiled beside, in which order, and what is said about how long it will be. Nothing is compiled here."""

from __future__ import annotations

import os
import threading
from multiprocessing import Pipe
from types import SimpleNamespace

import pytest

from sampan.bots.levels import LEVELS
from sampan.compiling import beside, guess, parts, readiness
from sampan.compiling.parts import HINT, Part
from sampan.compiling.readiness import Readiness, Wait, note
from tests.server.kit import wait_for

FIRST, SECOND = parts.games.names()[:2]


class Compiler:
    """Stands in for the process: the test says when a part is done."""

    def __init__(self, ready=()):
        ours, self.line = Pipe()
        self.process = SimpleNamespace(kill=ours.close, wait=lambda: None)
        self.line.send({part.name: part in ready for part in parts.all_parts()})
        self.ours = ours

    def started(self, words, **more):
        return self.process, self.ours

    def asked(self):
        assert self.line.poll(20)
        return self.line.recv()

    def done(self, kept=True, seconds=3.0):
        self.line.send((kept, seconds, "the disk is full"))


@pytest.fixture
def compiling(monkeypatch, tmp_path):
    """Something that compiles beside, with a stand-in for its process."""
    monkeypatch.setattr(beside, "cache_root", lambda: tmp_path)
    begun = []

    def begin(compiler):
        monkeypatch.setattr(beside, "started", compiler.started)
        found = beside.Compiling()
        found.start(parts.all_parts())
        begun.append(found)
        return found

    yield begin
    for one in begun:
        one.stop()
        assert not one.folder.exists()


def test_the_rules_and_usual_bots_of_every_game_come_first_and_batches_last():
    order = [part.name for part in parts.all_parts()]
    usual = [f"{game}.{kind}" for game in parts.games.names() for kind in ("rules", "greedy")]
    assert order[: len(usual)] == usual and order[-1].endswith(".batches")
    for place, part in enumerate(parts.all_parts()):
        assert {one.name for one in parts.before(part)} <= set(order[:place]), "nothing before what it is made with"


def test_what_somebody_waits_for_is_compiled_before_what_nobody_waits_for(compiling):
    compiler = Compiler()
    folder = compiling(compiler).folder
    assert compiler.asked() == f"{FIRST}.rules"
    asking = Readiness(str(folder))
    asking.want(SECOND, HINT)
    compiler.done()
    for kind in ("rules", "search", "hints"):
        assert compiler.asked() == f"{SECOND}.{kind}", "with all that it is made with"
        compiler.done()
    assert compiler.asked() == f"{FIRST}.greedy", "then what comes next"


def test_what_is_ready_is_not_compiled_and_not_waited_for(compiling):
    there = [part for part in parts.all_parts() if part.game == FIRST and part.kind != "hints"]
    compiler = Compiler(there)
    asking = Readiness(str(compiling(compiler).folder))
    assert compiler.asked() == f"{SECOND}.rules"
    wait_for(lambda: asking.wait_for(f"{FIRST}.rules") is None)
    assert asking.wait_for_bot(FIRST, "master") is None and asking.wait_for_bot(FIRST, HINT) is not None
    assert not asking.rules_ready
    compiler.done()
    wait_for(lambda: asking.rules_ready)


def test_the_guess_follows_what_the_machine_has_shown(compiling):
    compiler = Compiler()
    asking = Readiness(str(compiling(compiler).folder))
    assert compiler.asked() == f"{FIRST}.rules"
    first = asking.wait_for(f"{SECOND}.batches")
    assert first.seconds == pytest.approx(sum(guess.USUAL[part.kind] for part in parts.all_parts()), abs=10)
    compiler.done(seconds=2 * guess.USUAL["rules"])
    assert compiler.asked() == f"{FIRST}.greedy"
    wait_for(lambda: asking.wait_for(f"{FIRST}.rules") is None)
    assert asking.wait_for(f"{FIRST}.greedy").seconds == pytest.approx(2 * guess.USUAL["greedy"], abs=5)
    assert 0 <= asking.wait_for(f"{SECOND}.batches").share <= 1
    assert beside.read_times()[f"{FIRST}.rules"] == 2 * guess.USUAL["rules"], "remembered for the next time"


def test_the_guess_does_not_promise_too_little():
    rules, greedy, search = (Part(FIRST, kind) for kind in ("rules", "greedy", "search"))
    order, usual = [rules, greedy, search], guess.USUAL
    fresh = guess.Guess({})
    assert fresh.left(order)[search] == usual["rules"] + usual["greedy"] + usual["search"]
    late = fresh.left(order, rules, 3 * usual["rules"])
    assert late[rules] == pytest.approx(0.75 * usual["rules"]), "what takes long takes a while longer"
    assert late[search] - late[rules] == pytest.approx(3 * (usual["greedy"] + usual["search"])), "so will the others"
    fresh.took(rules, 0.2)
    assert fresh.pace() == 1.0 and fresh.known == {}, "what was there already shows nothing"
    known = guess.Guess({search.name: 30.0, greedy.name: 10.0})
    known.took(search, 3.0)
    assert known.known[search.name] == 24.0, "perhaps most of it was there already"
    assert known.left([greedy])[greedy] == 5.0, "nor does one quick part make the others ten times as quick"
    known.took(greedy, 40.0)
    assert known.known[greedy.name] == 40.0


def test_what_cannot_be_compiled_beforehand_is_left_to_whoever_needs_it(compiling, caplog):
    compiler = Compiler()
    asking = Readiness(str(compiling(compiler).folder))
    compiler.asked()
    compiler.done(kept=False)
    compiler.asked()
    wait_for(lambda: asking.wait_for(f"{FIRST}.rules") is None)
    assert "the disk is full" in caplog.text
    compiler.line.close()
    wait_for(lambda: asking.rules_ready), "and if the compiler dies, all of it"
    assert asking.wait_for(f"{SECOND}.batches") is None and "ended unexpectedly" in caplog.text


def test_what_a_killed_one_left_behind_is_removed_and_what_a_living_one_uses_is_not(compiling, monkeypatch, tmp_path):
    monkeypatch.setattr(beside.tempfile, "tempdir", str(tmp_path))
    living = compiling(Compiler()).folder
    left = tmp_path / f"{beside.PREFIX}left"
    (left / "wanted").mkdir(parents=True)
    beside.remove_left_behind()
    assert left.exists(), "it may be somebody's who has just begun"
    for folder in (left, living):
        os.utime(folder, (0, 0))
    beside.remove_left_behind()
    assert living.parent == tmp_path and living.exists() and not left.exists()


def test_the_times_are_guessed_where_what_was_noted_is_damaged(tmp_path, monkeypatch):
    monkeypatch.setattr(beside, "cache_root", lambda: tmp_path)
    for content in ("{", "[]", '{"a": "b"}', '{"a": null}'):
        (tmp_path / beside.TIMES).write_text(content)
        assert beside.read_times() == {}, content
    monkeypatch.setattr(beside, "cache_root", lambda: tmp_path / "file" / "below")
    beside.write_times({"a": 1.0})


# ---------------------------------------------------------------- asking


@pytest.fixture
def folder(tmp_path):
    (tmp_path / readiness.WANTED).mkdir()
    return tmp_path


def test_every_bot_knows_what_it_needs():
    assert parts.needed_for(FIRST, "random") is None and parts.needed_for(FIRST, "my_bots:Clever") is None
    assert parts.needed_for(FIRST, "learner") == parts.needed_for(FIRST, "greedy") == Part(FIRST, "greedy")
    for bot in ("expert", "master", "search", "search:0.5", "search:200it", "rollout:1"):
        assert parts.needed_for(FIRST, bot) == Part(FIRST, "search"), bot
    assert parts.needed_for(SECOND, HINT) == Part(SECOND, "hints")


def test_a_weaker_level_is_named_where_one_is_ready(folder):
    note(folder, {f"{SECOND}.search": Wait(0.5, 10.0), f"{SECOND}.hints": Wait(0.4, 12.0)})
    asking = Readiness(str(folder))
    assert asking.weaker(SECOND, "master") == asking.weaker(SECOND, "search:1") == "club"
    assert asking.wait_for_bot(SECOND, "expert") == Wait(0.5, 10.0) and asking.wait_for_bot(FIRST, "expert") is None
    note(folder, {f"{SECOND}.{kind}": Wait(0.1, 30.0) for kind in ("greedy", "search")})
    assert all(asking.weaker(SECOND, level) is None for level in LEVELS), "none is ready"
    asking.want(SECOND, "club")
    asking.want(FIRST, "master")
    assert readiness.wanted(folder) == [Part(SECOND, "greedy")], "what is ready is not asked for"


def test_without_anything_compiled_beside_nothing_is_waited_for(tmp_path):
    for asking in (Readiness(), Readiness(str(tmp_path / "gone"))):
        assert asking.rules_ready and asking.wait_for_bot(FIRST, "master") is None
        asking.want(FIRST, "master")
    (tmp_path / readiness.STATUS).write_text("{")
    assert Readiness(str(tmp_path)).rules_ready, "half a note counts as none"


def test_the_parts_can_be_compiled_and_are_then_ready():
    for part in parts.all_parts():
        if part.game == FIRST and part.kind in ("rules", "greedy"):
            parts.compile_part(part)
            assert parts.ready(part)
    assert threading.active_count() >= 1
