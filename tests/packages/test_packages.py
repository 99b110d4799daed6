"""Games of other people's packages: found where they are installed, refused in one line where they do not fit."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from sampan import games
from sampan.games.packages import shelf_of

from .installing import install


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A folder on the path where packages can be installed; modules loaded from it are forgotten afterwards."""
    monkeypatch.syspath_prepend(tmp_path)
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        del sys.modules[name]


def test_an_installed_game_is_found_behind_the_own_ones(place):
    own = games.names()
    install(place)
    shelf = shelf_of()
    assert tuple(shelf.games) == (*own, "pebbles") and shelf.refused == []


def insist_refused(place, expected: str, module: str = "pebbles") -> None:
    own = games.names()
    shelf = shelf_of()
    assert tuple(shelf.games) == own, "the other games are played as usual"
    (line,) = shelf.refused
    assert line.startswith(f"package sampan-{module}: game ") and expected in line and "\n" not in line, line


def edit(path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_a_package_without_rules_is_refused(place):
    edit(install(place) / "__init__.py", "Rules(deal, legal, why_not,", "Rules(deal, None, why_not,")
    insist_refused(place, "rules.legal is missing: expected a rule")


def test_a_module_that_cannot_be_imported_is_refused(place):
    edit(install(place) / "__init__.py", "MOST = 3\n", "MOST = 3\nraise RuntimeError('no\\nlight')\n")
    insist_refused(place, "pebbles:GAME cannot be loaded: RuntimeError")


def test_what_is_no_definition_is_refused(place):
    install(place, target="MOST")
    insist_refused(place, "pebbles:MOST is a int: expected a Definition")


def test_a_wrong_box_is_refused(place):
    edit(install(place) / "box.toml", "least = 12", "least = 99")
    insist_refused(place, "box.toml: least = 99: expected a whole number 4..20")


@pytest.mark.parametrize("label", ["'1 or so'", "'1'"], ids=["unreadable", "all the same"])
def test_a_wrong_move_table_is_refused(place, label):
    edit(install(place) / "__init__.py", "tuple(str(number + 1) for", f"tuple({label} for")
    insist_refused(place, "expected a box and a move table")


def test_a_taken_name_is_refused(place):
    install(place, name=games.names()[0])
    insist_refused(place, "the name is taken: expected another one")


def test_of_two_packages_with_one_name_the_first_one_is_played(place):
    install(place, "pebbles")
    edit(install(place, "stones") / "__init__.py", 'title="Pebbles"', 'title="Stones"')
    shelf = shelf_of()
    assert shelf.games["pebbles"].title == "Pebbles"
    assert shelf.refused == ["package sampan-stones: game 'pebbles': the name is taken: expected another one"]


def test_a_name_that_is_not_the_entry_points_is_refused(place):
    install(place, name="stones")
    insist_refused(place, "it calls itself 'pebbles': expected the same name as its entry point")


@pytest.mark.parametrize("language", ["en", "pl"])
def test_a_sentence_missing_in_one_language_is_refused(place, language):
    file = install(place) / "messages" / f"{language}.json"
    words = json.loads(file.read_text(encoding="utf-8"))
    del words["pebbles_why_too_few"]
    file.write_text(json.dumps(words), encoding="utf-8")
    insist_refused(place, f"messages/{language}.json: pebbles_why_too_few is missing")


def test_a_missing_language_is_refused(place):
    (install(place) / "messages" / "ru.json").unlink()
    insist_refused(place, "messages/ru.json cannot be read")


def test_a_game_for_another_version_of_sampan_is_refused(place):
    edit(install(place) / "__init__.py", "interface=2", "interface=7")
    insist_refused(place, "written for interface 7 of Sampan: expected 2")


def test_a_definition_with_fields_of_another_version_is_refused(place):
    edit(install(place) / "__init__.py", "interface=2,", "interface=2,\n    dice_tower=2,")
    insist_refused(place, "unexpected keyword argument 'dice_tower': expected a Definition for interface 2 of Sampan")


def test_the_command_says_what_is_wrong_and_goes_on(tmp_path):
    edit(install(tmp_path) / "__init__.py", "interface=2", "interface=7")
    command = [sys.executable, "-m", "sampan.cli", "features", games.names()[0]]
    done = subprocess.run(
        command, env={**os.environ, "PYTHONPATH": str(tmp_path)}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0 and done.stdout.startswith("# What a seat")
    assert done.stderr.count("\n") == 1 and done.stderr.startswith("sampan: package sampan-pebbles: game 'pebbles': ")
