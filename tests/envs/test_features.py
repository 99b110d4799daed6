"""Every feature is documented, and the documentation is what the code says."""

from __future__ import annotations

from pathlib import Path

import pytest

from sampan.envs.features import meanings, table
from sampan.games import NAMES, load

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.mark.parametrize("name", NAMES)
def test_the_page_of_features_is_the_generated_one(name):
    assert (DOCS / f"features-{name}.md").read_text(encoding="utf-8") == table(load(name))


@pytest.mark.parametrize("name", NAMES)
def test_every_feature_has_a_meaning_of_its_own_pattern(name):
    game = load(name)
    said = meanings(game)
    assert list(said) == game.feature_names and all(said.values())
