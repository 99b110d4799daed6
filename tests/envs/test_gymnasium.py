"""The Gymnasium environment against Gymnasium's own check, and against the table."""

from __future__ import annotations

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from sampan.engine.errors import MoveError, OptionError
from sampan.envs.gymnasium import TableEnv
from sampan.games import names
from tests.shelf import FIRST


def played(env, seed):
    """A whole game with random legal moves; what was seen and what was paid."""
    observation, info = env.reset(seed=seed)
    dice, seen, paid, over = np.random.default_rng(seed), [observation], 0.0, False
    while not over:
        move = dice.choice(np.flatnonzero(info["action_mask"]))
        observation, reward, over, _, info = env.step(move)
        seen.append(observation)
        paid += reward
    return seen, paid, info


@pytest.mark.parametrize("name", names())
def test_gymnasiums_own_check(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(gymnasium.make(f"Sampan/{name.capitalize()}-v1").unwrapped, skip_render_check=True)


@pytest.mark.parametrize(("seat", "bots"), [(0, ["random"]), (2, ["random", "greedy"])])
def test_a_whole_game_against_bots_pays_what_the_table_says(seat, bots):
    how = {"bots": bots, "seat": seat, "options": {"players": 3}}
    env = TableEnv(FIRST, reward="margin", **how)
    _, paid, info = played(env, 5)
    points = info["scores"]
    assert paid == points[seat] - max(points[:seat] + points[seat + 1 :])
    again, _, _ = played(TableEnv(FIRST, reward="margin", **how), 5)
    seen, _, _ = played(env, 5)
    assert all((one == other).all() for one, other in zip(seen, again, strict=True))


def test_a_move_that_is_not_allowed_ends_the_game_or_raises_as_asked():
    for illegal in ("end", "raise"):
        env = TableEnv(FIRST, illegal=illegal)
        _, info = env.reset(seed=4)
        wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
        if illegal == "raise":
            with pytest.raises(MoveError, match="is not allowed"):
                env.step(wrong)
            env.step(int(info["action_mask"].argmax()))
        else:
            _, reward, over, _, info = env.step(wrong)
            assert reward == -1 and over and "is not allowed" in info["illegal"]
            with pytest.raises(gymnasium.error.ResetNeeded):
                env.step(0)


@pytest.mark.parametrize(
    "how", [{"seat": 2}, {"illegal": "shrug"}, {"bots": []}, {"bots": ["nobody"]}, {"reward": "fame"}]
)
def test_bad_tables_are_one_clear_line(how):
    with pytest.raises(OptionError, match="expected"):
        TableEnv(FIRST, **how)


def test_masks_can_be_asked_for_through_wrappers_as_trainers_do():
    env = gymnasium.make(f"Sampan/{FIRST.capitalize()}-v1", disable_env_checker=True)
    _, info = env.reset(seed=4)
    masks = env.get_wrapper_attr("action_masks")
    before = masks()
    assert before.dtype == bool and (before == info["action_mask"]).all() and before.any() and not before.all()
    _, _, _, _, info = env.step(int(before.argmax()))
    assert (masks() == info["action_mask"]).all() and (masks() != before).any(), (
        "a copy, which the next step leaves alone"
    )
