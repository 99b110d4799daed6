"""The vector environment against as many single ones, under Gymnasium's own wrappers, and with requests it refuses."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

import sampan.envs.gymnasium  # noqa: F401
from sampan.bots import BotError
from sampan.engine.errors import MoveError, OptionError
from sampan.envs.vector import TableVectorEnv
from tests.shelf import FIRST, OWN

TABLES, STEPS = 4, 260
MASK = np.array([False, True, False, True])


def made(name, mode, tables=TABLES, **how):
    """The vector environment, and Gymnasium's own around single ones."""
    how = {"num_envs": tables, **how}
    ours = gymnasium.make_vec(name, vectorization_mode="vector_entry_point", autoreset_mode=mode, **how)
    return ours, gymnasium.make_vec(name, vectorization_mode="sync", vector_kwargs={"autoreset_mode": mode}, **how)


def any_legal(dice, masks):
    return (dice.random(masks.shape, np.float32) * masks).argmax(axis=1)


def insist_same(one, other):
    for place, (mine, theirs) in enumerate(zip(one, other, strict=True)):
        assert data_equivalence(mine, theirs), place


@pytest.mark.parametrize(
    ("name", "mode"),
    [*((FIRST, mode) for mode in AutoresetMode), *((name, AutoresetMode.NEXT_STEP) for name in OWN[1:])],
)
def test_it_plays_what_single_environments_play_step_for_step(name, mode):
    """Also where a move is not allowed, and over several games at each table."""
    how = {"options": {"players": 3}, "seat": 1, "reward": "gain"}
    ours, singles = made(f"Sampan/{name.capitalize()}-v1", mode, **how)
    insist_same(ours.reset(seed=7), singles.reset(seed=7))
    info, dice, ended, earned = ours.reset()[1], np.random.default_rng(3), 0, 0.0
    insist_same([info], [singles.reset()[1]])
    for turn in range(STEPS):
        actions = any_legal(dice, info["action_mask"])
        if turn % 60 == 59:
            actions[2] = info["action_mask"][2].argmin()
        stepped = ours.step(actions)
        insist_same(stepped, singles.step(actions))
        _, rewards, over, _, info = stepped
        ended, earned = ended + over.sum(), earned + rewards.sum()
        if mode is AutoresetMode.DISABLED and over.any():
            seen, info = ours.reset(options={"reset_mask": over})
            again, known = singles.reset(options={"reset_mask": over.copy()})
            assert (seen == again).all() and (info["action_mask"][over] == known["action_mask"][over]).all()
    assert ended > TABLES and earned > 0
    for how in ({"seed": 7}, {}, {"seed": [3, None, 5, 6]}, {}):
        insist_same(ours.reset(**how), singles.reset(**how))


def test_it_is_the_same_with_bots_that_think():
    how = {"bots": ["random", "greedy"], "options": {"players": 3}, "reward": "margin"}
    ours, singles = made(f"Sampan/{FIRST.capitalize()}-v1", AutoresetMode.NEXT_STEP, tables=2, **how)
    insist_same(ours.reset(seed=[4, 9]), singles.reset(seed=[4, 9]))
    dice, info = np.random.default_rng(3), ours.reset(seed=1)[1]
    singles.reset(seed=1)
    for _ in range(60):
        stepped = ours.step(actions := any_legal(dice, info["action_mask"]))
        insist_same(stepped, singles.step(actions))
        info = stepped[-1]


def test_gymnasium_makes_it_by_itself_and_its_wrappers_take_it():
    ours = gymnasium.make_vec(f"Sampan/{FIRST.capitalize()}-v1", num_envs=3, reward="margin")
    assert isinstance(ours, TableVectorEnv) and ours.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    assert ours.observation_space.shape == (3, *ours.single_observation_space.shape)
    env = DictInfoToList(RecordEpisodeStatistics(ours))
    observations, infos = env.reset(seed=5)
    told, total = [], np.zeros(3)
    while len(told) < 3:
        actions = env.action_space.sample(mask=tuple(info["action_mask"] for info in infos))
        observations, rewards, over, _, infos = env.step(actions)
        assert observations in env.observation_space and (ours.action_masks() == ours.lanes.masks).all()
        total += rewards
        told += [info["episode"]["r"] for info in infos if "episode" in info]
        for k in np.flatnonzero(over):
            assert infos[k]["episode"]["r"] == total[k]
            total[k] = 0
    assert any(told)


def test_observations_are_copies_unless_asked_otherwise():
    kept, shared = (TableVectorEnv(FIRST, 2, copy=copy) for copy in (True, False))
    for env, same in ((kept, False), (shared, True)):
        seen, info = env.reset(seed=1)
        again = env.step(info["action_mask"].argmax(axis=1))[0]
        assert (seen is again) == same and (seen.tobytes() == again.tobytes()) == same


def test_more_threads_change_nothing():
    one, two = (TableVectorEnv(FIRST, 130, threads=threads) for threads in (1, 2))
    dice, info = np.random.default_rng(2), one.reset(seed=3)[1]
    insist_same([info], [two.reset(seed=3)[1]])
    for _ in range(30):
        stepped = one.step(actions := any_legal(dice, info["action_mask"]))
        insist_same(stepped, two.step(actions))
        info = stepped[-1]


def bad_steps(info):
    """Actions that cannot be, and what is said."""
    masked = info["action_mask"].argmax(axis=1)
    masked[2] = info["action_mask"][2].argmin()
    return [
        (masked, MoveError, r"table 2: \S+ is not allowed: "),
        (np.array([0, 0, 99_999, 0]) + masked * [1, 1, 0, 1], MoveError, "table 2: .*99999"),
        ([0, 0], OptionError, r"actions of shape \(2,\) .*: expected 4 whole numbers"),
        (np.zeros((4, 1), int), OptionError, r"actions of shape \(4, 1\)"),
        ([0.5] * 4, OptionError, "type float64: expected 4 whole numbers"),
        ([[0], [0, 1], 2, 3], OptionError, "type object: expected 4 whole numbers"),
    ]


def test_bad_actions_are_one_clear_line_and_change_nothing():
    env = TableVectorEnv(FIRST, TABLES, illegal="raise")
    with pytest.raises(gymnasium.error.ResetNeeded, match="no games are under way"):
        env.step(np.zeros(TABLES, int))
    seen, info = env.reset(seed=2)
    for actions, error, said in bad_steps(info):
        before = env.lanes.states.tobytes(), env.lanes.notes.tobytes(), env.lanes.masks.tobytes()
        with pytest.raises(error, match=said) as caught:
            env.step(actions)
        assert "\n" not in str(caught.value)
        assert before == (env.lanes.states.tobytes(), env.lanes.notes.tobytes(), env.lanes.masks.tobytes())
    assert (env.lanes.observations == seen).all()
    env.step(info["action_mask"].argmax(axis=1))


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"seed": -1}, "seed = -1: expected a whole number"),
        ({"seed": True}, "seed = True: expected a whole number"),
        ({"seed": [1, 2]}, r"seed = \[1, 2\]: expected a whole number, or a list of 4"),
        ({"seed": [1, 2, 3, -4]}, "seed = -4: expected a whole number"),
        ({"seed": [1, 2, "b", 4]}, "seed = 'b': expected a whole number"),
        ({"options": {"players": 3}}, "reset option players = 3: expected none but reset_mask; the game's own are set"),
        ({"options": {"reset_mask": [True] * 4}}, "reset_mask = .*: expected an array of 4 truths"),
        ({"options": {"reset_mask": MASK[:3]}}, r"reset_mask of shape \(3,\) and type bool: expected an array of 4"),
        ({"options": {"reset_mask": MASK.astype(int)}}, "type int64: expected an array of 4 truths"),
        ({"options": {"reset_mask": MASK & ~MASK}}, "expected at least one table"),
    ],
)
def test_bad_resets_are_one_clear_line_and_change_nothing(how, said):
    env = TableVectorEnv(FIRST, TABLES)
    _, info = env.reset(seed=2)
    info = env.step(info["action_mask"].argmax(axis=1))[-1]
    before = env.lanes.states.tobytes()
    with pytest.raises(OptionError, match=said):
        env.reset(**how)
    assert env.lanes.states.tobytes() == before
    env.step(info["action_mask"].argmax(axis=1))


def test_a_finished_game_that_nobody_deals_anew_is_told():
    env = TableVectorEnv(FIRST, TABLES, autoreset_mode="Disabled")
    with pytest.raises(gymnasium.error.ResetNeeded, match="expected reset"):
        env.reset(seed=1, options={"reset_mask": MASK})
    _, info = env.reset(seed=2)
    actions = info["action_mask"].argmax(axis=1)
    actions[3] = info["action_mask"][3].argmin()
    _, rewards, over, _, info = env.step(actions)
    assert rewards.tolist() == [0, 0, 0, -1] and over.tolist() == [False, False, False, True]
    with pytest.raises(gymnasium.error.ResetNeeded, match="table 3: the game is over"):
        env.step(info["action_mask"].argmax(axis=1))
    info = env.reset(options={"reset_mask": over})[1]
    env.step(info["action_mask"].argmax(axis=1))


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"num_envs": 0}, "num_envs = 0: expected a whole number, 1 or more"),
        ({"num_envs": 2.5}, "num_envs = 2.5: expected"),
        ({"autoreset_mode": "Never"}, "autoreset_mode = 'Never': expected NextStep or SameStep or Disabled"),
        ({"illegal": "shrug"}, "illegal = 'shrug': expected end or raise"),
        ({"render_mode": "film"}, "render_mode = 'film': expected"),
        ({"seat": 2}, "seat = 2: expected 0..1"),
        ({"bots": "greedy"}, "bots = 'greedy': expected a list"),
        ({"options": {"weather": "rain"}}, "weather = 'rain': expected no such option"),
        ({"threads": 0}, "threads = 0: expected"),
    ],
)
def test_bad_tables_are_one_clear_line(how, said):
    with pytest.raises(OptionError, match=said):
        gymnasium.make_vec(f"Sampan/{FIRST.capitalize()}-v1", **{"num_envs": 2, **how})


def test_a_bot_that_fails_is_told_and_the_tables_want_a_reset(monkeypatch):
    env = TableVectorEnv(FIRST, 2, bots=["greedy"], options={"players": 2})
    info = env.reset(seed=1)[1]
    bot, _ = env.table.thinkers[1]
    monkeypatch.setattr(bot, "choose", lambda *_: 99_999)
    with pytest.raises(BotError, match="the bot greedy failed"):
        for _ in range(50):
            info = env.step(info["action_mask"].argmax(axis=1))[-1]
    for again in (lambda: env.step([0, 0]), lambda: env.reset(options={"reset_mask": MASK[:2]})):
        with pytest.raises(gymnasium.error.ResetNeeded, match="no games are under way"):
            again()
    monkeypatch.undo()
    env.reset(seed=1)


def test_the_tables_can_be_drawn():
    env = TableVectorEnv(FIRST, 2, render_mode="ansi")
    env.reset(seed=1)
    drawings = env.render()
    assert len(drawings) == 2 and drawings[0] != drawings[1] and len(drawings[0].splitlines()) > 10
