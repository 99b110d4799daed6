"""The batched environment: Gymnasium's five values, auto-reset, and bad requests refused."""

from __future__ import annotations

import numpy as np
import pytest

from sampan.engine.cuda import missing
from sampan.engine.errors import DeviceError, OptionError
from sampan.envs.batched import BatchedEnv


def test_steps_give_five_values_and_games_are_dealt_anew(game):
    env, dice, ended = BatchedEnv(game, 32, {"players": 2}, reward="margin"), np.random.default_rng(0), 0
    observations, info = env.reset(seed=4)
    assert observations.shape == (32, len(game.feature_names)) and observations.dtype == np.float32
    for _ in range(400):
        moves = (dice.random(info["action_mask"].shape, np.float32) * info["action_mask"]).argmax(axis=1)
        observations, rewards, terminated, truncated, info = env.step(moves)
        assert rewards.shape == (32, 2) and not truncated.any() and (info["seat"] >= 0).all()
        assert (rewards[terminated].sum(axis=1) == 0).all() and not rewards[~terminated].any()
        ended += int(terminated.sum())
    assert ended > 32 and info["last_points"].min() > 0


def test_without_another_game_a_finished_one_stays(game):
    env, dice = BatchedEnv(game, 8, {"players": 2}, seed=2, again=False), np.random.default_rng(3)
    ended = np.zeros(8, int)
    while (env.seats >= 0).any():
        moves = np.where(env.seats >= 0, (dice.random(env.masks.shape, np.float32) * env.masks).argmax(axis=1), -7)
        before, over = env.states.copy(), env.seats < 0
        _, _, terminated, _, info = env.step(moves)
        ended += terminated
        assert (env.states[over] == before[over]).all() and not terminated[over].any()
    assert (ended == 1).all() and not env.masks.any()
    for lane in range(8):
        assert info["last_points"][lane].tolist() == game.scores(env.states[lane : lane + 1])


def test_an_environment_imagines_the_games_of_another(game):
    table, dreams = BatchedEnv(game, 3, {"players": 2}, seed=5), BatchedEnv(game, 6, {"players": 2}, again=False)
    rows = np.array([2, 2, 0, 1, 1, -1])
    dreams.imagine(table, rows, rows + 1)
    for k, row in enumerate(rows[:5]):
        seat = int(table.seats[row])
        hidden = game.hide(table.states[row : row + 1], seat)
        assert dreams.states[k : k + 1].tobytes() == game.redeal(hidden, seat, int(row) + 1).tobytes()
    assert dreams.seats[5] == -1
    with pytest.raises(OptionError, match="expected other lanes"):
        dreams.imagine(dreams, rows, rows)


def test_every_feature_is_documented_and_seat_relative(game):
    env = BatchedEnv(game, 4, {"players": 2})
    assert env.num_features == len(set(game.feature_names)) == env.observations.shape[1]


@pytest.mark.parametrize(
    ("how", "said"),
    [({"num_envs": 0}, "size = 0"), ({"device": "tpu"}, "device = 'tpu'"), ({"reward": 3}, "reward = 3")],
)
def test_bad_requests_are_one_clear_line(game, how, said):
    with pytest.raises(OptionError, match=said):
        BatchedEnv(game, **how)


@pytest.mark.skipif(not missing(), reason="there is a GPU here")
def test_a_gpu_that_is_not_there_is_said_plainly(game):
    with pytest.raises(DeviceError, match="no GPU"):
        BatchedEnv(game, device="cuda")
