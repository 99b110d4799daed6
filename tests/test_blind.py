"""The frame knows no game: nothing outside a game's own folders names one, in code, build or tests.

The page's own test does the same for all below `web`, and what a person reads about Sampan may name its games.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sampan.games import definition, names

ROOT = Path(__file__).parents[1]
FRAME = ("src", "tests", ".ci")
FILES = ("Makefile", "pyproject.toml", "constraints.txt", ".gitignore")
MADE = re.compile(r"__pycache__|\.egg-info|src/sampan/server/page/")
OF_A_GAME = ("src/sampan/games/{name}", "tests/{name}", "tests/golden/{name}", "tests/rulebook/test_{name}.py")
SHORT = 3  # letters of a word that a title may share with anything
ENTRY_POINTS = re.compile(r'^\[project\.entry-points\."sampan\.games"\]\n(\w+ = ".*"\n)+', re.M)
LEFT = (
    "tests/bots/test_bots.py",
    "tests/bots/test_compare.py",
    "tests/bots/test_nets.py",
    "tests/cli/test_cli.py",
    "tests/cli/test_serve.py",
    "tests/conftest.py",
    "tests/engine/test_batch.py",
    "tests/engine/test_box_shapes.py",
    "tests/engine/test_chance.py",
    "tests/engine/test_check.py",
    "tests/engine/test_cuda.py",
    "tests/engine/test_game.py",
    "tests/engine/test_lanes.py",
    "tests/engine/test_layout.py",
    "tests/engine/test_numba_patches.py",
    "tests/engine/test_record.py",
    "tests/engine/test_rule.py",
    "tests/envs/test_batched.py",
    "tests/envs/test_gymnasium.py",
    "tests/envs/test_imagine.py",
    "tests/envs/test_learning.py",
    "tests/envs/test_openspiel.py",
    "tests/envs/test_pettingzoo.py",
    "tests/golden/playthrough.py",
    "tests/lab/test_arena.py",
    "tests/lab/test_bars.py",
    "tests/lab/test_fit.py",
    "tests/lab/test_train.py",
    "tests/lab/test_train_nets.py",
    "tests/server/kit.py",
    "tests/server/test_address.py",
    "tests/server/test_fuzz.py",
    "tests/server/test_games.py",
    "tests/server/test_kill.py",
    "tests/server/test_leaks.py",
    "tests/server/test_limits.py",
    "tests/server/test_lost.py",
    "tests/server/test_migrations.py",
    "tests/server/test_parts.py",
    "tests/server/test_positions.py",
    "tests/server/test_proxy.py",
    "tests/server/test_quotas.py",
    "tests/server/test_requests.py",
    "tests/server/test_store.py",
    "tests/server/test_subpath.py",
    "tests/server/test_thinking.py",
    "tests/server/test_undo.py",
    "tests/test_docs.py",
    "tests/test_everything_occurs.py",
    "tests/test_help.py",
    "tests/test_rule_pairs.py",
    "tests/unmet.py",
)  # files that still name one


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
        if path.as_posix() in LEFT:
            continue
        text = (ROOT / path).read_text(encoding="utf-8", errors="replace")
        if path.name == "pyproject.toml":
            text = ENTRY_POINTS.sub("", text)
        found += [f"{path}:{line}" for line in [*naming(words, path.as_posix()), *naming(words, text)]]
    assert len(paths) > 100 and not found, "\n".join(found)


@pytest.mark.parametrize("name", names())
def test_nothing_outside_its_folders_names_a_game(name):
    insist_unsaid({name}, files_without(name))


@pytest.mark.parametrize("name", names())
def test_no_word_of_a_title_is_in_the_frame(name):
    insist_unsaid(title_of(name), files_without(*names()))


def test_a_name_is_found_as_a_word_in_any_form():
    name = names()[0]
    for text in (name, f'load("{name}")', f"sampan_{name}_v1", f"{name.upper()} = 1", f"{name.capitalize()}'s rules"):
        assert naming({name}, text), text
    assert naming({name}, f"d{name}") == naming({name}, f"{name}s") == []
