"""The fence around what we change in Numba: with it or without, the same games."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from sampan.engine.rule import JIT
from tests.shelf import FIRST

needs_numba = pytest.mark.skipif(not JIT, reason="compares two ways of compiling; SAMPAN_JIT=0 is set")

# A race of two with everything rules are made of: narrow fields, enum members, tables, copied rules, chance, a loop.
RACE = """
import sys
from enum import IntEnum
import numpy as np
from sampan.engine import chance
from sampan.engine.bits import NONE
from sampan.engine.layout import layout
from sampan.engine.rule import PLAIN, bind, copied_rule, rule, small

class Step(IntEnum):
    BACK = 0
    ON = 1

WAY = np.array([-3, 2, 5], np.int8)
STATE = layout([*chance.FIELDS, ("at", np.int8, 2), ("left", np.int8), ("total", np.int16)])

@copied_rule
def turned(way, step):
    return -way if step == Step.BACK else way

@rule
def advance(s, seat, step):
    s.at[seat] = small(max(-100, min(100, s.at[seat] + turned(WAY[chance.draw(s, 3)], step))))
    s.total += s.at[seat] * s.at[1 - seat]

def race(games, seed):
    for i in range(len(games)):
        chance.seed_chance(games[i], seed + np.uint64(i), NONE, chance.DEAL)
        games[i].left = 40
        while games[i].left > 0:
            games[i].left -= 1
            advance(games[i], games[i].left & 1, Step.ON if games[i].left % 5 else Step.BACK)

games = np.zeros(50, STATE)
bind(race, "race", {"advance": advance})(games, np.uint64(7))
print(PLAIN, hasattr(advance, "callee"), games.tobytes().hex(), "scipy.linalg" in sys.modules)
"""


def said(program: list[str], cache, plain: str) -> str:
    settings = {**os.environ, "SAMPAN_CACHE": str(cache / plain), "SAMPAN_PLAIN_NUMBA": plain}
    return subprocess.run([sys.executable, *program], env=settings, capture_output=True, text=True, check=True).stdout


@needs_numba
def test_plain_numba_plays_the_same_games(tmp_path):
    (tmp_path / "race.py").write_text(RACE)
    patched, plain = (said([str(tmp_path / "race.py")], tmp_path, mode).split() for mode in ("0", "1"))
    assert patched[:2] == ["False", "True"] and plain[:2] == ["True", "False"]
    assert patched[2] == plain[2] and set(plain[2]) != {"0"}
    assert patched[3] == "False", "SciPy was loaded, though no rule needs it"


@pytest.mark.soak
@needs_numba
def test_plain_numba_plays_the_same_whole_games(tmp_path):
    program = ["-m", "sampan.cli", "check", FIRST, "--games", "1"]
    patched, plain = (said(program, tmp_path, mode) for mode in ("0", "1"))
    assert patched == plain and "fingerprint" in plain
