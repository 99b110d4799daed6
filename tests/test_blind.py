"""The frame knows no game: nothing outside a game's own folders names one, in code, build or tests.

The page's own test does the same for all below `web`, and what a person reads about Sampan may name its games.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sampan.games import definition

from .shelf import OWN

ROOT = Path(__file__).parents[1]
FRAME = ("src", "tests", ".ci")
FILES = ("Makefile", "pyproject.toml", "constraints.txt", ".gitignore")
MADE = re.compile(r"__pycache__|\.egg-info|src/sampan/server/page/")
OF_A_GAME = ("src/sampan/games/{name}", "tests/{name}", "tests/golden/{name}", "tests/rulebook/test_{name}.py")
SHORT = 3  # letters of a word that a title may share with anything
ENTRY_POINTS = re.compile(r'^\[project\.entry-points\."sampan\.games"\]\n(\w+ = ".*"\n)+', re.M)


def title_of(name: str) -> set[str]:
    """The words of a game's title."""
    return {word for word in re.findall(r"[a-z]+", definition(name).title.lower()) if len(word) > SHORT}


def files_without(*games: str) -> list[Path]:
    """All files but these games' own."""
    own = [ROOT / place.format(name=name) for name in games for place in OF_A_GAME]
    found = [path for folder in FRAME for path in sorted((ROOT / folder).rglob("*")) if path.is_file()]
    return [
        path.relative_to(ROOT)
        for path in [*found, *(ROOT / file for file in FILES)]
        if not MADE.search(path.as_posix()) and not any(path.is_relative_to(place) for place in own)
    ]


def naming(words: set[str], text: str) -> list[str]:
    """The lines with one of these words: whole, in any case, also inside an identifier."""
    named = re.compile(rf"(?<![a-z])({'|'.join(sorted(words))})(?![a-z])", re.I)
    return [f"{number}: {line.strip()[:80]}" for number, line in enumerate(text.splitlines(), 1) if named.search(line)]


def insist_unsaid(words: set[str], paths: list[Path]) -> None:
    """No path and no text of these files has one of the words."""
    found = []
    for path in paths:
        text = (ROOT / path).read_text(encoding="utf-8", errors="replace")
        if path.name == "pyproject.toml":
            text = ENTRY_POINTS.sub("", text)
        found += [f"{path}:{line}" for line in [*naming(words, path.as_posix()), *naming(words, text)]]
    assert len(paths) > 100 and not found, "\n".join(found)


@pytest.mark.parametrize("name", OWN)
def test_nothing_outside_its_folders_names_a_game(name):
    insist_unsaid({name}, files_without(name))


@pytest.mark.parametrize("name", OWN)
def test_no_word_of_a_title_is_in_the_frame(name):
    insist_unsaid(title_of(name), files_without(*OWN))


def test_a_name_is_found_as_a_word_in_any_form():
    name = OWN[0]
    for text in (name, f'load("{name}")', f"sampan_{name}_v1", f"{name.upper()} = 1", f"{name.capitalize()}'s rules"):
        assert naming({name}, text), text
    assert naming({name}, f"d{name}") == naming({name}, f"{name}s") == []
