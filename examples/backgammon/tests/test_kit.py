"""The test kit, in every mode and for a GPU; what the bots and OpenSpiel make of the game."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import openspiel
import pytest
from tests.engine.test_cuda import insist_it_compiles

from sampan import bots
from sampan.engine.check import check
from sampan.engine.game import MOST_DECISIONS
from sampan.engine.rule import JIT

GAMES = 6
MODES = {"bounds-checked": {"NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "1"}, "interpreted": {"SAMPAN_JIT": "0"}}
PROGRAM = """
import json
from sampan.engine.check import check
from sampan.engine.game import Game
from sampan_backgammon import GAME
report = check(Game(GAME, GAME.read_box(GAME.folder / "box.toml")), 6, every=40)
print(json.dumps([report.games, report.fingerprint]))
"""


def test_it_keeps_every_promise_and_meets_every_reason(game):
    report = check(game, 40)
    assert {why.name for why in game.definition.why} - set(report.reasons) == {"GAME_OVER"}


@pytest.mark.parametrize("mode", MODES)
def test_every_mode_plays_the_same_games(game, mode):
    sources = os.pathsep.join([str(Path(__file__).parents[1] / "src"), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env={**os.environ, **MODES[mode], "PYTHONPATH": sources},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    assert json.loads(done.stdout) == [GAMES, check(game, GAMES, every=MOST_DECISIONS).fingerprint]


@pytest.mark.soak
@pytest.mark.skipif(not JIT, reason="kernels are made of compiled rules; SAMPAN_JIT=0 is set")
def test_its_rules_compile_for_a_gpu(game, monkeypatch):
    insist_it_compiles(game, monkeypatch)


@pytest.mark.parametrize("seed", range(5))
def test_openspiel_finds_the_same_endings_of_every_roll_and_the_same_result(game, seed):
    rolls, differences = openspiel.compare(game, seed)
    assert rolls > 10 and differences == []


@pytest.mark.skipif(not JIT, reason="bots need compiled rules; SAMPAN_JIT=0 is set")
@pytest.mark.parametrize("name", ["greedy", "search:20it"])
def test_bots_that_think_beat_random(game, name):
    thinker, random = bots.load(name)[0], bots.load("random")[0]
    won = 0
    for number in range(6):
        state, step = game.deal(None, number), 0
        while not game.over(state):
            seat = game.to_move(state)
            bot = thinker if seat == number % 2 else random
            game.play(state, bot.choose(game, game.hide(state, seat), 1.0, step))
            step += 1
        won += game.winners(state) == [number % 2]
    assert won >= 5
