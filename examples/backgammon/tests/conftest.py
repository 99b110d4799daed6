"""Backgammon straight from its sources; what needs the installed package installs it somewhere of its own."""

from __future__ import annotations

import pytest
from sampan_backgammon import GAME

from sampan.engine.game import Game


@pytest.fixture(scope="session")
def game() -> Game:
    """Backgammon with its own box."""
    return Game(GAME, GAME.read_box(GAME.folder / "box.toml"))
