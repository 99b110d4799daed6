"""Every screen of the page in every size, looked at by what finds faults on it (`web/e2e/screens`)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.soak
def test_nothing_is_cut_off_covered_too_small_or_out_of_reach_on_any_screen():
    assert subprocess.run([sys.executable, "web/build.py", "screens"], cwd=ROOT, check=False).returncode == 0
