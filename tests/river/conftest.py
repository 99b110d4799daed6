"""Shared by River's tests."""

from __future__ import annotations

import pytest

from sampan.engine.game import Game
from sampan.games import load


@pytest.fixture(scope="session")
def river() -> Game:
    """River of Gold with its own box."""
    return load("river")
