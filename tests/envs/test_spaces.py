"""The tables of docs/environments.md: shapes, types and ranges of every interface are as they say."""

from __future__ import annotations

import re
from pathlib import Path

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium import spaces

import sampan.envs.gymnasium
import sampan.envs.openspiel  # noqa: F401
from sampan.envs.batched import BatchedEnv
from sampan.envs.pettingzoo import env, parallel_env
from sampan.games import load
from tests.shelf import OWN

DOCS = (Path(__file__).parents[2] / "docs" / "environments.md").read_text(encoding="utf-8")
GAMES = {
    name: tuple(int(number.replace(",", "")) for number in numbers)
    for name, *numbers in re.findall(r"^\| (\w+) \| ([\d,]+) \| ([\d,]+) \| (\d) to (\d) \|$", DOCS, re.M)
}
TABLES = 3


def row_of(interface):
    """What the table of spaces says about an interface."""
    [row] = re.findall(rf"^\| {re.escape(interface)} \| (.+float.+) \|$", DOCS, re.M)
    return row


def test_the_table_of_games_has_all_of_them():
    assert tuple(GAMES) == OWN


@pytest.mark.parametrize("name", OWN)
def test_games_have_as_many_features_moves_and_players_as_written(name):
    game = load(name)
    players = next(option.values for option in game.options if option.name == "players")
    assert GAMES[name] == (len(game.feature_names), len(game.moves), min(players), max(players))
    assert str(list(range(min(players), max(players) + 1))) == str(sorted(players))


@pytest.mark.parametrize("name", OWN)
def test_spaces_are_as_written(name):
    features, moves, _, players = GAMES[name]
    seen, title = spaces.Box(-np.inf, np.inf, (features,), np.float32), f"Sampan/{name.capitalize()}-v1"
    many = gymnasium.make_vec(title, num_envs=TABLES)
    assert many.single_observation_space == seen and many.single_action_space == spaces.Discrete(moves)
    assert many.observation_space == spaces.Box(-np.inf, np.inf, (TABLES, features), np.float32)
    assert many.action_space == spaces.MultiDiscrete([moves] * TABLES)
    one = gymnasium.make(title)
    assert one.observation_space == seen and one.action_space == spaces.Discrete(moves)
    zoo = spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (moves,), np.int8)})
    for kind in (env, parallel_env):
        table = kind(name)
        assert table.observation_space("seat_1") == zoo and table.action_space("seat_0") == spaces.Discrete(moves)
    spiel = pyspiel.load_game(f"sampan_{name}(players={players})")
    assert spiel.observation_tensor_shape() == [features] and spiel.num_distinct_actions() == moves
    for interface, said in {
        "batched": "float32 `(N, F)`",
        "Gymnasium, vector": "`MultiDiscrete([M] * N)`",
        "Gymnasium": "`Discrete(M)`",
        "PettingZoo, both": "`Box(0, 1, (M,), int8)`",
        "OpenSpiel": "float32 `(F,)`",
    }.items():
        assert said in row_of(interface)


def test_what_steps_give_has_the_types_that_are_written(game):
    features, moves, *_ = GAMES[game.name]
    batch = BatchedEnv(game, TABLES, {"players": 2})
    seen, rewards, _, _, info = batch.step(batch.masks.argmax(axis=1))
    assert (seen.dtype, seen.shape, rewards.dtype, rewards.shape) == ("f4", (TABLES, features), "f4", (TABLES, 2))
    assert (info["action_mask"].dtype, info["action_mask"].shape) == (bool, (TABLES, moves))
    many = gymnasium.make_vec(f"Sampan/{game.name.capitalize()}-v1", num_envs=TABLES)
    mask = many.reset(seed=1)[1]["action_mask"]
    seen, rewards, *_ = many.step(mask.argmax(axis=1))
    assert (seen.dtype, seen.shape, rewards.dtype, rewards.shape) == ("f4", (TABLES, features), "f8", (TABLES,))
    assert (mask.dtype, mask.shape) == (np.int8, (TABLES, moves))


@pytest.mark.parametrize("name", OWN)
def test_rewards_and_features_lie_where_it_is_written(name):
    """Nearly all features from 0 to 1; shares of the victory add up to 1, leads of two seats to 0; points are whole."""
    dice = np.random.default_rng(5)
    for reward in ("win", "margin", "gain"):
        batch, ended, total = BatchedEnv(name, 8, {"players": 2}, reward=reward), 0, np.zeros((8, 2))
        started = batch.lanes.notes["points"][:, :2].copy()
        while not ended:
            moves = (dice.random(batch.masks.shape, np.float32) * batch.masks).argmax(axis=1)
            seen, rewards, over, _, info = batch.step(moves)
            assert ((seen >= 0) & (seen <= 1)).mean() > 0.98
            total += rewards
            ended = over.sum()
            if reward == "win":
                assert rewards.min() >= 0 and (rewards.sum(axis=1) == over).all()
            elif reward == "margin":
                assert not rewards[~over].any() and not rewards.sum(axis=1).any() and (rewards % 1 == 0).all()
            else:
                assert (total[over] == (info["last_points"] - started)[over]).all()
