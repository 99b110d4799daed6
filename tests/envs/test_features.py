"""Every feature has a meaning, and the printed table leaves none out."""

from __future__ import annotations

import re

import pytest
from typer.testing import CliRunner

from sampan.cli import app
from sampan.envs.features import meanings
from sampan.games import load, names


@pytest.mark.parametrize("name", names())
def test_every_feature_has_a_meaning_of_its_own_pattern(name):
    game = load(name)
    said = meanings(game)
    assert list(said) == game.feature_names and all(said.values())


@pytest.mark.parametrize("name", names())
def test_the_printed_table_covers_every_place_once_and_in_order(name):
    printed = CliRunner().invoke(app, ["features", name]).stdout
    rows = re.findall(r"^\| (\d+)(?:-(\d+))? \| `(\w+)`(?: to `(\w+)`)? \| \S", printed, re.M)
    names = load(name).feature_names
    assert [place for first, last, *_ in rows for place in range(int(first), int(last or first) + 1)] == list(
        range(len(names))
    )
    for first, last, begin, end in rows:
        assert names[int(first)] == begin and names[int(last or first)] == (end or begin)
