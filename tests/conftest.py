"""Shared by all tests."""

from __future__ import annotations

import gc

import pytest

from sampan.engine.game import Game
from sampan.games import load

from .shelf import FIRST


@pytest.fixture(scope="session")
def game() -> Game:
    """The first game on the shelf with its own box, where any game will do."""
    return load(FIRST)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest tests first, so that both cores are busy to the end: whoever started one last would wait for it."""

    def rank(item: pytest.Item) -> float:
        long = item.get_closest_marker("long")
        return float("inf") if long is None else long.args[0]

    items.sort(key=rank)


def pytest_collection_finish() -> None:
    """What is here now stays: looking through it for garbage again and again would take time from every test."""
    gc.collect()
    gc.freeze()
