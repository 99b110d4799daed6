"""Whole games and leaf counts, byte for byte."""

from __future__ import annotations

import pytest

from sampan.engine.playthrough import playthrough
from sampan.games import load
from tests.shelf import OWN, expected

from .playthrough import FOLDER, file_of

CASES = [
    pytest.param(name, options, seed, id=f"{name}-{file_of(name, options).stem}")
    for name in OWN
    for options, seed in expected(name).golden
]


@pytest.mark.parametrize(("name", "options", "seed"), CASES)
def test_the_golden_game_is_played_again_to_the_byte(name, options, seed):
    golden = file_of(name, options).read_text(encoding="utf-8").splitlines()
    played = playthrough(load(name), options, seed).splitlines()
    for line, (old, new) in enumerate(zip(golden, played, strict=False), 1):
        assert new == old, f"line {line} of {file_of(name, options).name} differs"
    assert len(played) == len(golden)


@pytest.mark.parametrize("name", OWN)
def test_the_golden_games_hold_every_kind_of_move(name):
    made = set()
    for path in (FOLDER / name).glob("*.txt"):
        for line in path.read_text(encoding="utf-8").splitlines():
            if " => " in line:
                made.add(line.rpartition(" => ")[2].partition(":")[0])
    assert {block.kind for block in load(name).moves.blocks} - made == set()
