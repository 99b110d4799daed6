"""The wheel, installed where there is nothing else: no checkout, no Node, no other packages than it asks for."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import urllib.request
import venv
from pathlib import Path

import pytest

import sampan
from tests.server.installed import Unavailable, install
from tests.shelf import OWN

from .building import ROOT

CHROMIUM = Path("/usr/bin/chromium")
TOOLS = f"{os.environ['PATH']}{os.pathsep}{Path(sys.executable).parent}"  # where web/build.py finds or puts Node
pytestmark = pytest.mark.soak


@pytest.fixture(scope="module")
def installed(released, tmp_path_factory, no_node):
    """The folder of the commands of an environment that has the wheel, and what they find around them."""
    place = tmp_path_factory.mktemp("environment") / "venv"
    venv.create(place, with_pip=True)
    env = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV", "SAMPAN"))
    }
    env |= {"PATH": f"{place / 'bin'}{os.pathsep}{no_node}", "XDG_DATA_HOME": str(place.parent), "NO_COLOR": "1"}
    before = listed(place, env)
    assert before <= {"pip", "setuptools"}, "an empty environment"
    pip = [str(place / "bin" / "python"), "-m", "pip", "install", "--disable-pip-version-check", "--quiet"]
    subprocess.run([*pip, "-c", str(ROOT / "constraints.txt"), str(released[0])], env=env, cwd=place.parent, check=True)
    assert not {"pytest", "httpx", "gymnasium", "torch"} & listed(place, env), "nothing for developers"
    return place / "bin", env


def listed(place, env):
    """The packages of an environment."""
    words = [str(place / "bin" / "python"), "-m", "pip", "list", "--format", "json", "--disable-pip-version-check"]
    done = subprocess.run(words, env=env, capture_output=True, text=True, check=True)
    return {package["name"] for package in json.loads(done.stdout)}


def sampan_of(installed, folder, *words, typed=""):
    """What the installed command says, asked somewhere else than in a checkout."""
    commands, env = installed
    return subprocess.run(
        [str(commands / "sampan"), *words], input=typed, env=env, cwd=folder, capture_output=True, text=True,
        timeout=900, check=False,
    )  # fmt: skip


def test_the_installed_command_says_its_version_and_lies_in_that_environment(installed, tmp_path):
    done = sampan_of(installed, tmp_path, "--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"sampan {sampan.__version__}\n", "")
    words = [str(installed[0] / "python"), "-c", "import sampan; print(sampan.__file__)"]
    where = subprocess.run(words, env=installed[1], cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert Path(where.strip()).is_relative_to(installed[0].parent)


@pytest.mark.parametrize("game", OWN)
def test_a_whole_game_is_played_in_the_terminal(installed, tmp_path, game):
    record = str(tmp_path / "game.json")
    words = ["play", game, "--bot", "random", "--seed", "5", "--name", "Ada", "--record", record]
    done = sampan_of(installed, tmp_path, *words, typed="1\n" * 2000)
    assert done.returncode == 0, done.stderr
    assert "wins!" in done.stdout or "share the victory" in done.stdout
    told = json.loads(sampan_of(installed, tmp_path, "verify", record, "--json").stdout)
    assert told["ok"] is True and told["over"] is True


def test_what_sampan_serve_announces_is_the_page(installed, tmp_path):
    commands, env = installed
    words = [str(commands / "sampan"), "serve", "--port", "0", "--log-level", "error"]
    with subprocess.Popen(words, env=env, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as server:
        address = server.stdout.readline().split()[3]
        with urllib.request.urlopen(address, timeout=60) as answer:
            html = answer.read().decode()
        with urllib.request.urlopen(f"{address}/licenses.md", timeout=60) as answer:
            assert "SIL OPEN FONT LICENSE" in answer.read().decode()
        server.terminate()
        server.wait(60)
    assert '<script type="module"' in html


def test_a_whole_game_of_each_is_played_through_the_page(installed, tmp_path):
    """The page's own browser tests, at a server of that environment; Node drives the browser and nothing else."""
    try:
        install("Chromium", "chromium", CHROMIUM.exists)
    except Unavailable as why:
        pytest.skip(str(why))
    node, vitest = shutil.which("node", path=TOOLS), ROOT / "web" / "node_modules" / "vitest" / "vitest.mjs"
    if node is None or not vitest.exists():
        pytest.skip("the page's tools, which drive the browser, are not installed: make page-check")
    commands, env = installed
    assert sampan_of(installed, tmp_path, "compile").returncode == 0  # the browser's tests do not wait for that
    words = ["run", "--config", "vitest.e2e.config.ts", "--reporter", "json", "-t", "a whole game.*by clicking"]
    done = subprocess.run(
        [node, str(vitest), *words, *(f"src/games/{game}/e2e/game.test.ts" for game in OWN)],
        env={**env, "PYTHON": str(commands / "python"), "CI": "1"}, cwd=ROOT / "web", capture_output=True, text=True,
        timeout=900, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    told = json.loads(done.stdout[done.stdout.index('{"num') :])
    assert told["numPassedTests"] == len(OWN)
