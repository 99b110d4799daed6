"""A Ray cluster of two workers on this machine: everything that plays games says the same as without one."""

from __future__ import annotations

import os
import signal
import warnings
from dataclasses import replace
from pathlib import Path

import pytest

from sampan.bots import BotError
from sampan.engine.errors import OptionError
from sampan.games import load
from sampan.lab import balance, calibrate, costs, parquet, puzzles, stats
from sampan.lab.arena import arena, planning
from sampan.lab.match import play_match
from sampan.lab.on_ray import RETRIES, over_ray
from tests.shelf import FIRST

pytestmark = pytest.mark.soak
SEED = 2


@pytest.fixture(scope="module", autouse=True)
def cluster():
    """Two workers, which all tests share."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import ray

        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield ray
    ray.shutdown()


def of_arena(folder, ray):
    arena(FIRST, ["search:5it", "random"], 4, seed=SEED, workers=1, csv_file=folder / "games.csv", ray=ray)


def of_balance(folder, ray):
    balance.balance(balance.Asked(FIRST, "club", 6, SEED), folder, 1, ray)
    (folder / "balance.json").unlink(missing_ok=True)


def of_stats(folder, ray):
    stats.stats(FIRST, {"club": 6, "expert": 1}, folder, SEED, 1, ray)


def of_selfplay(folder, ray):
    parquet.selfplay(parquet.planned(FIRST, ["search:5it"], 3, {}, SEED, None), folder / "games.parquet", 1, ray)


def of_calibrate(folder, ray):
    calibrate.collect(calibrate.planned(FIRST, 3, SEED), folder / "games.csv", 1, ray)


def of_puzzles(folder, ray):
    rows = puzzles.collect(load(FIRST), 2, folder / "games.jsonl", SEED, 1, ray)
    (folder / "games.jsonl").write_text(str([replace(row, seconds=0.0) for row in rows]))


def of_costs(folder, ray):
    costs.main(FIRST, 2, folder, 1, ray=ray)


@pytest.mark.parametrize("play", [of_arena, of_balance, of_stats, of_selfplay, of_calibrate, of_puzzles, of_costs])
def test_the_cluster_says_what_one_machine_says(play, tmp_path):
    said = []
    for name, ray in (("clustered", "local"), ("alone", None)):
        folder = tmp_path / name
        folder.mkdir()
        play(folder, ray)
        said.append({path.name: path.read_bytes() for path in folder.iterdir()})
    assert said[0] == said[1] and said[0]


def dying(folder: Path, doomed: int, deaths: int):
    """Plays games, but the worker that is given this one is killed so often; each beginning is noted in the folder."""

    def play(match):
        begun = len([*folder.glob(f"{match.number}-*")])
        (folder / f"{match.number}-{begun}").touch()
        if match.number == doomed and begun < deaths:
            os.kill(os.getpid(), signal.SIGKILL)
        return play_match(match)

    return play


def test_a_worker_that_dies_is_replaced_and_its_game_counts_once(tmp_path):
    plan = planning(FIRST, ["greedy", "random"], 6, {}, SEED, None)
    found = [*over_ray(plan, "local", None, dying(tmp_path, 2, 2))]
    assert len([*tmp_path.glob("2-*")]) == 3, "killed twice, played the third time"
    assert found == [*map(play_match, plan)]


def test_a_game_that_kills_every_worker_is_one_line_and_what_was_played_is_kept(tmp_path):
    plan = planning(FIRST, ["random", "random"], 4, {}, SEED, None)
    kept = []
    with pytest.raises(OptionError, match=f"^--ray local: a game was lost {RETRIES + 1} times: "):
        for result in over_ray(plan, "local", None, dying(tmp_path, 2, RETRIES + 1)):
            kept.append(result)
    assert kept == [*map(play_match, plan[:2])]


def test_what_a_bot_does_wrong_is_said_as_on_one_machine():
    def fails(match):
        raise BotError("the bot x failed: ValueError: tired")

    with pytest.raises(BotError, match=r"^the bot x failed: ValueError: tired$"):
        [*over_ray(planning(FIRST, ["random", "random"], 2, {}, SEED, None), "local", None, fails)]
