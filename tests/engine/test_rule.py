"""Compiled rules: cached on disk, and never older than their sources."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sampan.engine import rule as rules


def test_an_edit_in_any_file_of_the_folder_changes_the_key(tmp_path):
    (tmp_path / "inner").mkdir()
    (tmp_path / "a.py").write_text("one = 1\n")
    (tmp_path / "inner" / "b.py").write_text("two = 2\n")
    before = rules.sources_key.__wrapped__(tmp_path)
    assert rules.sources_key.__wrapped__(tmp_path) == before
    (tmp_path / "inner" / "b.py").write_text("two = 3\n")
    assert rules.sources_key.__wrapped__(tmp_path) != before


PROGRAM = """
import sys
sys.path.insert(0, {folder!r})
import caller
print(caller.answer(1))
"""


@pytest.mark.skipif(not rules.JIT, reason="needs compiled rules; SAMPAN_JIT=0 is set")
def test_a_rule_changed_in_another_file_is_never_served_from_the_cache(tmp_path):
    """Numba alone looks only at the caller's own file; here the callee changes and the caller does not."""
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "caller.py").write_text(
        "from sampan.engine.rule import rule\nimport callee\n@rule\ndef answer(x):\n    return callee.step(x)\n"
    )

    def run(step: int) -> str:
        (folder / "callee.py").write_text(
            f"from sampan.engine.rule import rule\n@rule\ndef step(x):\n    return x + {step}\n"
        )
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM.format(folder=str(folder))],
            env={**os.environ, "SAMPAN_CACHE": str(tmp_path / "cache")},
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.strip()

    assert run(1) == "2"
    assert run(10) == "11"
    found = list((tmp_path / "cache").rglob("caller.answer*.nbi"))
    assert len(found) == 2, "one compiled rule for each version of the sources"


@pytest.mark.skipif(not rules.JIT, reason="needs compiled rules; SAMPAN_JIT=0 is set")
def test_a_loop_is_never_older_than_the_rules_it_is_given(tmp_path):
    """The loop, the game and a rule in three folders; only the rule changes."""
    for name in ("loops", "game", "rules"):
        (tmp_path / name).mkdir()
    (tmp_path / "loops" / "looping.py").write_text("def twice(x):\n    return step(step(x))\n")
    program = (
        f"import sys; sys.path += [{str(tmp_path / 'loops')!r}, {str(tmp_path / 'rules')!r}]\n"
        "from pathlib import Path\nfrom sampan.engine.rule import bind\nimport looping, stepping\n"
        f"print(bind(looping.twice, 'game', Path({str(tmp_path / 'game')!r}), {{'step': stepping.step}})(1))"
    )
    for step, answer in ((1, "3"), (10, "21")):
        (tmp_path / "rules" / "stepping.py").write_text(
            f"from sampan.engine.rule import rule\n@rule\ndef step(x):\n    return x + {step}\n"
        )
        settings = {**os.environ, "SAMPAN_CACHE": str(tmp_path / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run([sys.executable, "-c", program], env=settings, capture_output=True, text=True, check=True)
        assert done.stdout.strip() == answer


@pytest.mark.skipif(not rules.JIT, reason="needs compiled rules; SAMPAN_JIT=0 is set")
def test_two_places_with_the_same_sources_share_what_is_compiled(tmp_path):
    """Another checkout of the same text compiles nothing; one of another text everything."""
    program = "import adding; print(adding.more(2), sum(adding.more.stats.cache_hits.values()))"
    said = []
    for place, step in (("here", 1), ("there", 1), ("elsewhere", 10)):
        folder = tmp_path / place / "game"
        folder.mkdir(parents=True)
        (folder / "adding.py").write_text(
            f"from sampan.engine.rule import rule\n@rule\ndef more(x):\n    return x + {step}\n"
        )
        settings = {**os.environ, "SAMPAN_CACHE": str(tmp_path / "cache"), "PYTHONPATH": str(folder)}
        done = subprocess.run([sys.executable, "-c", program], env=settings, capture_output=True, text=True, check=True)
        said.append(done.stdout.split())
    assert said == [["3", "0"], ["3", "1"], ["12", "0"]]


def test_the_oldest_unused_caches_are_dropped(tmp_path, monkeypatch):
    monkeypatch.setenv("SAMPAN_CACHE", str(tmp_path))
    for age in range(rules.KEPT_CACHES + 5):
        old = tmp_path / f"old{age:03}"
        old.mkdir()
        os.utime(old, (age, age))
    place = rules.cache_folder.__wrapped__(Path(__file__).parent)
    left = {path.name for path in tmp_path.iterdir()}
    assert place.name in left
    assert len(left) == rules.KEPT_CACHES + 1
    assert "old000" not in left and f"old{rules.KEPT_CACHES + 4:03}" in left


def test_a_counter_that_would_wrap_round_stops_the_game():
    assert rules.small(127) == 127
    with pytest.raises(AssertionError):
        rules.small(128)


WIDTHS = """
import numpy as np
from sampan.engine.rule import copied_rule, rule
@rule
def negative(x):
    return -x
@copied_rule
def twice(x):
    return x + x
@rule
def total(row):
    return negative(row[0]) + negative(np.int16(300)) + negative(3) + twice(row[0])
row = np.array([-127], np.int8)
print(total(row), len(negative.callee.overloads), len(negative.overloads), negative(row[0]), len(negative.overloads))
"""


@pytest.mark.skipif(not rules.JIT, reason="needs compiled rules; SAMPAN_JIT=0 is set")
def test_a_rule_called_with_numbers_of_any_width_is_compiled_once(tmp_path):
    """And gives the same compiled anew, from the cache, and called from Python."""
    (tmp_path / "widths.py").write_text(WIDTHS)
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, str(tmp_path / "widths.py")],
            env={**os.environ, "SAMPAN_CACHE": str(tmp_path / "cache")},
            capture_output=True,
            text=True,
            check=True,
        )
        told = done.stdout.split()
        assert told[0] == str(127 - 300 - 3 - 254) and told[1] in ("0", "1") and told[2:] == ["0", "127", "1"]
    assert len(list((tmp_path / "cache").rglob("callees/**/widths.negative*.nbi"))) == 1
    assert len(list((tmp_path / "cache").rglob("callees/**/widths.negative*.nbc"))) == 1
