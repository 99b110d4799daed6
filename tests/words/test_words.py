"""Every sentence of page, games, help and lessons keeps to docs/words.md, in every language; so do terminal and server.

What a language still owes stands in `todo/LANGUAGE.toml`: a list of ids for each check. Nothing is added there; whoever
mends a sentence takes it off.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from sampan.drawing import WIDE
from sampan.engine.messages import LANGUAGES

from ..shelf import OWN
from .__main__ import PARTS, main
from .checks import CHECKS, banned_in, faults, table
from .rendered import rendered
from .sentences import SHELVES
from .terminal import banned_english, english_in_picture, numbered_english, pictures

TODO = Path(__file__).parent / "todo"


def owed(language: str, check: str) -> set[str]:
    """What a language still has to mend."""
    listed = tomllib.loads((TODO / f"{language}.toml").read_text(encoding="utf-8"))
    assert {*listed} <= {*CHECKS, "pictures"}, f"todo/{language}.toml: {sorted(listed)}: expected names of checks"
    return {*listed.get(check, [])}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("check", CHECKS)
def test_sentences_keep_to_the_guide(check, language):
    found, listed = faults(check, language), owed(language, check)
    assert {where: said for where, said in found.items() if where not in listed} == {}
    assert listed - {*found} == set(), f"mended: take it off todo/{language}.toml"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_can_be_read_with_names_and_numbers(language):
    for shelf in SHELVES:
        for name in shelf.read(language):
            for said in rendered(shelf, language, name):
                assert said.strip() and "{" not in said and "_why_" not in said, (name, said)


def test_the_english_of_terminal_command_line_and_server_keeps_to_the_guide():
    assert banned_english() == {}


def test_terminal_and_command_line_never_say_1_moves():
    assert numbered_english() == {}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", OWN)
def test_a_table_as_text_fits_its_width(name, language):
    for picture in pictures(name, language):
        assert "…" not in picture and max(map(len, picture.splitlines())) <= WIDE


@pytest.mark.parametrize("name", OWN)
def test_a_table_as_text_speaks_its_readers_language(name):
    listed = {word.split(".")[1] for word in owed("ru", "pictures") if word.startswith(f"{name}.")}
    found = english_in_picture(name)
    assert found - listed == set()
    assert listed - found == set(), "mended: take it off todo/ru.toml"


def test_banned_words_are_found_where_they_stand():
    assert banned_in("Laying the table now", "en") and banned_in("Накрываем стол", "ru")
    assert banned_in("Loading...", "pl") == [r"\.\.\."] and not banned_in("Loading…", "en")
    assert {*table("banned")} == {"all", *LANGUAGES}


@pytest.mark.parametrize("part", ["screens", "help", "lessons", "table"])
def test_everything_can_be_printed_for_a_reader(part, capsys):
    assert main(["pl", part]) == 0
    assert len(capsys.readouterr().out.splitlines()) > 50


def test_what_cannot_be_printed_is_refused_in_one_line(capsys):
    assert main(["xx"]) == 2 and main([]) == 2 and main(["en", "everything"]) == 2
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 3 and all("expected one of en, es, pl, ru" in line for line in said)
    assert all(part in said[0] for part in PARTS)
