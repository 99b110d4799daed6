"""Backgammon as a package: installed by pip it is everywhere at once, and without it there is nothing of it."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.command import first_moves, one_line, sampan
from tests.server import kit

SOURCE = Path(__file__).parents[1]
BOTS = [{"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "greedy"}]
ENVIRONMENTS = """
import warnings
import gymnasium, numpy, pyspiel
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test
import sampan.envs.gymnasium, sampan.envs.openspiel
from sampan.envs.pettingzoo import env

warnings.simplefilter("ignore")
api_test(env("backgammon"), num_cycles=300)
check_env(gymnasium.make("Sampan/Backgammon-v1").unwrapped, skip_render_check=True)
pyspiel.random_sim_test(pyspiel.load_game("sampan_backgammon(deals=20)"), num_sims=1, serialize=False, verbose=False)
table = gymnasium.make("Sampan/Backgammon-v1", bots=["random"])
seen, info = table.reset(seed=1)
dice, over, made = numpy.random.default_rng(1), False, 0
while not over:
    seen, paid, over, _, info = table.step(dice.choice(numpy.flatnonzero(info["action_mask"])))
    made += 1
print("moves made:", made, "points:", sorted(info["scores"].tolist()))
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A folder with the package, as pip leaves it; built from a copy, for building leaves files beside the sources."""
    copy, place = tmp_path_factory.mktemp("sources") / "backgammon", tmp_path_factory.mktemp("installed")
    shutil.copytree(SOURCE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    subprocess.run([*pip, "--target", str(place), str(copy)], check=True, capture_output=True)
    return place


@pytest.fixture
def on_path(installed, monkeypatch):
    """Every process that is started now finds the package."""
    monkeypatch.setenv("PYTHONPATH", str(installed))


def test_without_the_package_the_command_says_which_games_there_are(monkeypatch):
    monkeypatch.delenv("PYTHONPATH", raising=False)
    done = sampan("play", "backgammon", typed="1\n")
    assert done.returncode == 2 and one_line(done.stderr) and done.stdout == ""
    assert re.search(r"backgammon.*expected one of \w+, \w+", done.stderr), done.stderr


def test_the_test_kit_plays_it(on_path):
    done = sampan("check", "backgammon", "--games", "1", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["game"] == "backgammon" and set(found["kinds"]) == {"roll", "move"}


def test_it_is_played_at_the_keyboard(on_path, tmp_path):
    path = tmp_path / "game.json"
    done = sampan(
        "play", "backgammon", "--bot", "random", "--seed", "3", "--record", str(path), "--name", "Ada",
        typed=first_moves(12) + "q\n", folder=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert len(re.findall(r"Ada (?:plays|rolls)", done.stdout)) >= 8, done.stdout[-2000:]
    assert "Roll the dice" in done.stdout and "pips to go" in done.stdout
    assert json.loads(path.read_text())["game"] == "backgammon"


def test_a_server_plays_it_to_the_end_and_the_record_verifies(on_path, tmp_path, monkeypatch):
    monkeypatch.setattr(kit, "AVAILABLE", False)  # a process of its own: a fork would have looked for games before
    server = kit.Server(tmp_path / "tables.sqlite")
    try:
        person = server.person()
        listed = {game["game"]: game for game in person.client.get("/api/games").json()}
        assert listed["backgammon"]["title"] == "Backgammon" and listed["backgammon"]["board"] is None
        table, _ = person.open([{"kind": "human", "name": "Ada"}, BOTS[0]], game="backgammon")
        view = person.post(table, "start").json()
        view = kit.wait_for(lambda: (now := person.view(table))["to_move"] == 0 and now)
        text = next(move["text"] for move in view["legal"])
        assert person.move(table, view, text)["ply"] == view["ply"] + 1, "a move goes by its text, too"
        table, _ = person.open(BOTS, game="backgammon")
        person.post(table, "start")
        over = kit.wait_for(lambda: (now := person.view(table))["status"] == "over" and now)
        assert sum(over["scores"]) in (1, 2, 3)
        record = person.get(table, "/record").json()
        person.close()
    finally:
        server.stop()
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record))
    done = sampan("verify", str(path))
    assert done.returncode == 0 and "valid: Backgammon" in done.stdout, done.stderr


def test_every_environment_plays_it_without_a_line_of_its_own(on_path):
    done = subprocess.run(
        [sys.executable, "-c", ENVIRONMENTS], env=dict(os.environ), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    made, worse, better = map(int, re.search(r"moves made: (\d+) points: \[(\d+), (\d+)\]", done.stdout).groups())
    assert made > 20 and worse == 0 and better in (1, 2, 3)
