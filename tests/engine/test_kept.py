"""What is kept of compiled rules: a place that cannot be written, files that were only half written, a full disk."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from sampan.engine import kept, rule
from sampan.engine.numba_patches import cache

RULES = """
from sampan.engine.rule import rule
@rule
def more(x):
    return x + 1
@rule
def twice(x):
    return more(more(x))
print(twice(3), sum(twice.stats.cache_hits.values()), len(twice.overloads))
"""
NEEDS_JIT = pytest.mark.skipif(not rule.JIT, reason="needs compiled rules; SAMPAN_JIT=0 is set")


DAMAGES = {
    "half": lambda content: content[: len(content) // 2],
    "empty": lambda content: b"",
    "zeros": lambda content: bytes(len(content)),
    "rubbish": lambda content: b"?" * len(content),
}


@pytest.fixture
def folder(tmp_path):
    for name in DAMAGES:
        (tmp_path / f"{name}.py").write_text(RULES)
    return tmp_path


def run(folder, place, *modules):
    """What the rules of these modules say with their cache in this place, and what was said on the side."""
    settings = {**os.environ, "SAMPAN_CACHE": str(place), "TMPDIR": str(folder), "PYTHONPATH": str(folder)}
    command = [sys.executable, "-c", f"import {', '.join(modules or ['half'])}"]
    done = subprocess.run(command, env=settings, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines(), done.stderr


COMPILED, KEPT = "5 0 1", "5 1 1"


@NEEDS_JIT
@pytest.mark.parametrize("kind", ["nbi", "nbc"])
def test_a_file_that_was_only_half_written_is_compiled_again(folder, kind):
    place = folder / "cache"
    assert run(folder, place, *DAMAGES) == ([COMPILED] * 4, "")
    assert run(folder, place, *DAMAGES) == ([KEPT] * 4, "")
    for name, damaged in DAMAGES.items():
        files = [path for path in place.rglob(f"{name}*.{kind}") if path.stat().st_size]
        assert files, name
        for path in files:
            path.write_bytes(damaged(path.read_bytes()))
    assert run(folder, place, *DAMAGES) == ([COMPILED] * 4, ""), "compiled anew, without a word"
    assert run(folder, place, *DAMAGES) == ([KEPT] * 4, ""), "and kept"


@NEEDS_JIT
def test_a_cache_that_cannot_be_written_is_one_line_and_another_place(folder):
    (folder / "file").write_text("in the way")
    answer, said = run(folder, folder / "file" / "cache")
    assert answer == [COMPILED]
    assert len(said.splitlines()) == 1 and "compiled rules are kept in" in said and "Not a directory" in said
    assert run(folder, folder / "file" / "cache")[0] == [KEPT], "the other place is found again"


def test_a_temporary_place_that_others_can_write_to_is_not_used(tmp_path, monkeypatch):
    """Compiled code is run: nobody else may put some there."""
    monkeypatch.setattr(rule.tempfile, "gettempdir", lambda: str(tmp_path))
    usual = rule.temporary_root()
    assert usual.parent == tmp_path and usual == rule.temporary_root()
    usual.chmod(0o777)
    other = rule.temporary_root()
    assert other != usual and other.stat().st_mode & 0o077 == 0
    usual.rmdir()
    usual.symlink_to(other)
    assert rule.temporary_root() not in (usual, other)


@NEEDS_JIT
def test_a_full_disk_is_said_once_and_nothing_is_taken_for_kept(tmp_path, monkeypatch, capsys):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(cache, "lost", [])
    monkeypatch.setattr(cache.FunctionCache, "_save_overload", full)
    stored = object.__new__(cache.RuleCache)
    for _ in range(3):
        stored._save_overload(None, None)
    assert capsys.readouterr().err.count("No space left on device") == 1
    monkeypatch.setenv("SAMPAN_CACHE", str(tmp_path))
    kept.keep("this", frozenset({Path(__file__)}))
    assert not kept.kept("this", frozenset({Path(__file__)}))


@NEEDS_JIT
def test_what_is_marked_as_compiled_counts_only_while_all_of_it_is_there(tmp_path, monkeypatch):
    sources = frozenset({Path(__file__)})
    monkeypatch.setenv("SAMPAN_CACHE", str(tmp_path))
    monkeypatch.setattr(rule, "cache_folder", rule.cache_folder.__wrapped__)
    monkeypatch.setattr(kept, "cache_folder", rule.cache_folder)
    file = tmp_path / "rules" / "some.nbc"
    file.parent.mkdir()
    file.write_bytes(b"code")
    monkeypatch.setattr(cache, "used", {file: None})
    assert not kept.kept("this", sources)
    kept.keep("this", sources)
    assert kept.kept("this", sources) and not kept.kept("that", sources)
    file.write_bytes(b"cod")
    assert not kept.kept("this", sources), "half of it"
    kept.keep("this", sources)
    assert kept.kept("this", sources), "noted anew"
    mark = kept.mark_of("this", sources)
    noted = json.loads(mark.read_text())
    mark.write_text(json.dumps(noted | {"machine": ["3.9", "another"]}))
    assert not kept.kept("this", sources), "for another processor"
    for wrong in ("", "{", "[]", '{"machine": 3}', '{"files": {}}'):
        mark.write_text(wrong)
        assert not kept.kept("this", sources), wrong
    file.unlink()
    kept.keep("this", sources)
    assert not kept.kept("this", sources), "gone before it was noted"
