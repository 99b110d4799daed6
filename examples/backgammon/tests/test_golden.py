"""Whole games and leaf counts, byte for byte. After a change of rules `python test_golden.py` writes them anew."""

from __future__ import annotations

from pathlib import Path

import pytest
from sampan_backgammon import GAME

from sampan.engine.game import Game
from sampan.engine.playthrough import playthrough

FOLDER = Path(__file__).parent / "golden"
SEEDS = (1, 2, 3)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_golden_game_is_played_again_to_the_byte(game, seed):
    assert playthrough(game, {"players": 2}, seed) == (FOLDER / f"{seed}.txt").read_text(encoding="utf-8")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for number in SEEDS:
        text = playthrough(Game(GAME, GAME.read_box(GAME.folder / "box.toml")), {"players": 2}, number)
        (FOLDER / f"{number}.txt").write_text(text, encoding="utf-8")
