"""The PettingZoo environment against PettingZoo's own tests, and against the table."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from sampan.envs.pettingzoo import env, raw_env
from tests.shelf import FIRST, OWN


@pytest.mark.parametrize(("name", "players"), [(FIRST, 2), (FIRST, 4), *((name, 3) for name in OWN[1:])])
def test_pettingzoos_own_api_test(name, players):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env(name, options={"players": players}), num_cycles=300)


def test_pettingzoos_own_seed_test():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        seed_test(lambda: env(FIRST), num_cycles=60)


def test_a_whole_game_pays_shares_of_the_victory_and_follows_the_table(game):
    table = env(FIRST, options={"players": 3})
    table.reset(seed=12)
    state, dice, paid = game.deal({"players": 3}, 12), np.random.default_rng(1), {}
    for agent in table.agent_iter():
        observation, reward, over, cut, info = table.last()
        assert not cut and info == {}
        if over:
            paid[agent] = reward
            table.step(None)
            continue
        seat = game.to_move(state)
        assert agent == f"seat_{seat}"
        assert (observation["action_mask"] == game.legal(state)).all()
        assert (observation["observation"] == game.features(state, seat)).all()
        other = table.observe(f"seat_{(seat + 1) % 3}")
        assert (other["observation"] == game.features(state, (seat + 1) % 3)).all() and not other["action_mask"].any()
        move = int(dice.choice(np.flatnonzero(observation["action_mask"])))
        table.step(move)
        game.play(state, move)
    assert [paid[f"seat_{seat}"] for seat in range(3)] == pytest.approx(game.win_share(state))


@pytest.mark.parametrize("wrong", ["illegal", "outside"])
def test_a_move_that_is_not_allowed_ends_the_game_and_says_why(wrong):
    table = raw_env(FIRST)
    table.reset(seed=3)
    agent, observation = table.agent_selection, table.observe(table.agent_selection)
    move = int(np.flatnonzero(observation["action_mask"] == 0)[0]) if wrong == "illegal" else 10_000
    before = table.lanes.states.tobytes()
    table.step(move)
    assert all(table.terminations.values()) and table.rewards[agent] == -1
    assert sum(table.rewards.values()) == -1 and table.lanes.states.tobytes() == before
    assert ("is not allowed" if wrong == "illegal" else "10000") in table.infos[agent]["illegal"]


def test_the_table_can_be_drawn(game):
    table = raw_env(game, render_mode="ansi")
    table.reset(seed=1)
    drawn = table.render()
    assert len(drawn.splitlines()) > 10
    table.step(int(table.observe(table.agent_selection)["action_mask"].argmax()))
    assert table.render() != drawn, "it is drawn as it stands"
