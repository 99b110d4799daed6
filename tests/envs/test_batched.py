"""The batched environment: Gymnasium's five values, auto-reset, and bad requests refused."""

from __future__ import annotations

import numpy as np
import pytest

from sampan.engine.cuda import missing
from sampan.engine.errors import DeviceError, OptionError
from sampan.envs.batched import BatchedEnv


def test_steps_give_five_values_and_games_are_dealt_anew(river):
    env, dice, ended = BatchedEnv("river", 32, {"players": 2}, reward="margin"), np.random.default_rng(0), 0
    observations, info = env.reset(seed=4)
    assert observations.shape == (32, len(river.feature_names)) and observations.dtype == np.float32
    for _ in range(400):
        moves = (dice.random(info["action_mask"].shape, np.float32) * info["action_mask"]).argmax(axis=1)
        observations, rewards, terminated, truncated, info = env.step(moves)
        assert rewards.shape == (32, 2) and not truncated.any() and (info["seat"] >= 0).all()
        assert (rewards[terminated].sum(axis=1) == 0).all() and not rewards[~terminated].any()
        ended += int(terminated.sum())
    assert ended > 32 and info["last_points"].min() > 0


def test_every_feature_is_documented_and_seat_relative(river):
    env = BatchedEnv(river, 4, {"players": 2})
    assert env.num_features == len(set(river.feature_names)) == env.observations.shape[1]


@pytest.mark.parametrize(
    ("how", "said"),
    [({"num_envs": 0}, "size = 0"), ({"device": "tpu"}, "device = 'tpu'"), ({"reward": 3}, "reward = 3")],
)
def test_bad_requests_are_one_clear_line(how, said):
    with pytest.raises(OptionError, match=said):
        BatchedEnv("river", **how)


@pytest.mark.skipif(not missing(), reason="there is a GPU here")
def test_a_gpu_that_is_not_there_is_said_plainly():
    with pytest.raises(DeviceError, match="no GPU"):
        BatchedEnv("river", device="cuda")
