"""Compiled rules: cached on disk, and never older than their sources."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from sampan.engine import rule as rules
from sampan.engine import sources
from tests.shelf import OWN, expected


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """Sampan's sources once more, to be edited."""
    copied = tmp_path / "src"
    shutil.copytree(sources.ROOT / "sampan", copied / "sampan", ignore=shutil.ignore_patterns("page", "*.npz"))
    monkeypatch.setattr(sources, "ROOT", copied)
    sources.imported.cache_clear()
    yield copied / "sampan"
    sources.imported.cache_clear()


def keys(checkout: Path) -> dict[str, str]:
    """The cache keys of what is compiled: of rules of every game, the engine's loops and every bot."""
    sources.text_hash.cache_clear()
    sources.sources_of.cache_clear()
    return {file: sources.key_of(sources.sources_of(checkout / file)) for file in [*RULES.values(), *FRAME]}


FOLDER = sources.ROOT / "sampan" / "bots"
RULES = {name: f"games/{name}/{expected(name).compiled}" for name in OWN}
FRAME = [
    "engine/loops.py",
    *(f"bots/{path.name}" for path in FOLDER.glob("*.py") if "engine.rule import" in path.read_text()),
]
EDITS = [
    (f"games/{name}/{file}", [RULES[name]] if compiles else [])
    for name in OWN
    for file, compiles in expected(name).edits.items()
]


@pytest.mark.parametrize(
    ("edited", "changed"),
    [
        *EDITS,
        ("engine/check.py", []),
        ("engine/chance.py", [*RULES.values(), *FRAME]),
        ("engine/rule.py", [*RULES.values(), *FRAME]),
    ],
)
def test_an_edit_changes_the_keys_of_what_is_made_of_it_and_no_other(checkout, edited, changed):
    before = keys(checkout)
    with (checkout / edited).open("a") as file:
        file.write("EDITED = 1\n")
    after = keys(checkout)
    assert len(FRAME) > 1 and sorted(file for file in after if after[file] != before[file]) == sorted(changed)


def test_a_constant_bound_to_a_loop_is_part_of_its_key():
    files = sources.sources_of(Path(__file__).resolve())
    assert len({sources.key_of(files), sources.key_of(files | {"LAST = 3"}), sources.key_of(files | {"LAST = 4"})}) == 3


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
    """The loop and a rule in two folders; only the rule changes."""
    for name in ("loops", "rules"):
        (tmp_path / name).mkdir()
    (tmp_path / "loops" / "looping.py").write_text("def twice(x):\n    return step(step(x))\n")
    program = (
        f"import sys; sys.path += [{str(tmp_path / 'loops')!r}, {str(tmp_path / 'rules')!r}]\n"
        "from sampan.engine.rule import bind\nimport looping, stepping\n"
        "print(bind(looping.twice, 'game', {'step': stepping.step})(1))"
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


def test_the_oldest_unused_versions_of_a_module_are_dropped(tmp_path, monkeypatch):
    monkeypatch.setenv("SAMPAN_CACHE", str(tmp_path))
    for age in range(rules.CACHED_VERSIONS + 5):
        old = tmp_path / "rules" / "engine.this" / f"old{age:03}"
        old.mkdir(parents=True)
        os.utime(old, (age, age))
    place = rules.cache_folder.__wrapped__("engine.this", frozenset({Path(__file__)}))
    left = {path.name for path in place.parent.iterdir()}
    assert place.name in left
    assert len(left) == rules.CACHED_VERSIONS + 1
    assert "old000" not in left and f"old{rules.CACHED_VERSIONS + 4:03}" in left


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
