"""Friends in real browsers, against servers on PostgreSQL; what `make test` plays there is kept in files."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FRIENDS = ("again", "devices", "mine", "notices", "replies", "seats", "waiting")  # files of web/e2e


@pytest.mark.soak
def test_friends_play_in_browsers_with_their_tables_in_postgresql(cluster):
    env = {**os.environ, "SAMPAN_E2E_POSTGRES": cluster.address("").rstrip("/")}
    done = subprocess.run([sys.executable, "web/build.py", "e2e", *FRIENDS], cwd=ROOT, env=env, check=False)
    assert done.returncode == 0
