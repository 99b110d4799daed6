"""Shared by all tests."""

from __future__ import annotations

import pytest

from sampan.engine.game import Game
from sampan.games import load


@pytest.fixture(scope="session")
def river() -> Game:
    """River of Gold with its own box."""
    return load("river")


# Each of these compiles or interprets a whole game; whoever started one last would wait for it alone.
LONGEST = (
    "test_every_mode_plays_the_same_games[feya-", "test_every_rule_compiles_for_cuda", "test_every_mode_plays",
    "test_every_game_keeps_its_promises", "test_reach_islands",
)  # fmt: skip


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest tests first, so that both cores are busy to the end."""

    def rank(item: pytest.Item) -> int:
        return next((place for place, name in enumerate(LONGEST) if item.name.startswith(name)), len(LONGEST))

    items.sort(key=rank)
