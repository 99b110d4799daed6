"""Every browser test, those among them that take too long for every time."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.soak
def test_long_games_and_all_languages_are_played_in_a_browser():
    command, everything = [sys.executable, "web/build.py", "e2e"], {**os.environ, "SAMPAN_LONG": "1"}
    assert subprocess.run(command, cwd=ROOT, env=everything, check=False).returncode == 0
