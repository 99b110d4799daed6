"""Whatever figures a box has, no game with one that is valid leaves the bounds of its arrays, and every game ends."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests.shelf import OWN


def fuzzed(game, boxes, seed):
    """Boxes changed at random and played by interpreted rules, where an index past an end is an error."""
    ran = subprocess.run(
        [sys.executable, "-m", "tests.server.box_fuzz", game, str(boxes), str(seed)],
        env={**os.environ, "SAMPAN_JIT": "0"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    found = json.loads(ran.stdout)
    assert found["valid"] == boxes, "some of them must be valid for this to say anything"
    assert found["fields"] > 0, "and some must have faults"
    return found


@pytest.mark.parametrize("game", OWN)
def test_no_valid_box_leads_past_the_checks(game):
    fuzzed(game, 2, 3)


@pytest.mark.soak
@pytest.mark.parametrize("game", OWN)
@pytest.mark.parametrize("seed", range(4))
def test_no_valid_box_of_many_leads_past_the_checks(game, seed):
    fuzzed(game, 150, 1000 + seed)
