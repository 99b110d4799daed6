"""The PettingZoo environments against PettingZoo's own tests, and against the table."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from sampan.engine.errors import OptionError
from sampan.envs.pettingzoo import env, parallel_env, raw_env
from sampan.games import names
from tests.shelf import FIRST

USUAL = ("Observation space for each agent probably should be", "Observation is not a NumPy array")

TABLES = [(FIRST, 2), (FIRST, 4), *((name, 2 if name == "backgammon" else 3) for name in names() if name != FIRST)]


@pytest.fixture(autouse=True)
def only_what_pettingzoo_says_of_everybody():
    """Its suites warn of observations with masks, but for a list of its own games; nothing else may be said."""
    with warnings.catch_warnings():
        for usual in USUAL:
            warnings.filterwarnings("ignore", usual)
        yield


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_pettingzoos_own_suites_for_taking_turns(name, players, capsys):
    how = {"options": {"players": players}}
    api_test(env(name, **how), num_cycles=300)
    seed_test(lambda: env(name, **how), num_cycles=60)
    render_test(lambda render_mode: env(name, render_mode=render_mode, **how))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_pettingzoos_own_suites_for_all_at_once(name, players):
    how = {"options": {"players": players}}
    parallel_api_test(parallel_env(name, **how), num_cycles=600)
    parallel_seed_test(lambda: parallel_env(name, **how), num_cycles=60)


@pytest.mark.parametrize("name", names())
def test_all_at_once_is_what_pettingzoo_makes_of_taking_turns(name):
    """Observations, rewards and ends of whole games, against its own conversion for games with turns."""
    ours, theirs = parallel_env(name, reward="gain"), turn_based_aec_to_parallel(env(name, reward="gain"))
    seen, info = ours.reset(seed=6)
    assert data_equivalence(seen, theirs.reset(seed=6)[0])
    dice, steps, paid = np.random.default_rng(3), 0, 0.0
    while ours.agents:
        active = info["seat_0"]["active_agent"]
        assert [agent for agent in ours.agents if seen[agent]["action_mask"].any()] == [active]
        move = int(dice.choice(np.flatnonzero(seen[active]["action_mask"])))
        *stepped, info = ours.step({agent: move if agent == active else None for agent in ours.agents})
        *expected, known = theirs.step(dict.fromkeys(theirs.agents, move))
        assert data_equivalence(stepped, expected) and (not ours.agents or info == known)
        assert ours.agents == theirs.agents
        seen, steps, paid = stepped[0], steps + 1, paid + sum(stepped[1].values())
    assert steps > 50 and paid > 0 and ours.step({}) == ({}, {}, {}, {}, {})


@pytest.mark.parametrize("kind", [env, parallel_env])
def test_a_game_is_truncated_after_as_many_decisions_as_asked(kind):
    table, made = kind(FIRST, max_cycles=7), 0
    table.reset(seed=1)
    aec = getattr(table, "table", table)
    while not any(aec.truncations.values()):
        agent = aec.agent_selection
        move = int(aec.observe(agent)["action_mask"].argmax())
        table.step(move if table is aec else {agent: move})
        made += 1
    assert made == 7 and all(aec.truncations.values()) and not any(aec.terminations.values())
    if table is aec:
        for _ in table.agent_iter():
            assert table.last()[3]
            table.step(None)
    assert table.agents == []
    table.reset(seed=1)
    assert len(table.agents) == 2 and not any(aec.truncations.values())


def test_bad_actions_are_one_clear_line_and_change_nothing():
    table, turns = parallel_env(FIRST), raw_env(FIRST)
    seen, info = table.reset(seed=2)
    turns.reset(seed=2)
    active = info["seat_0"]["active_agent"]
    move = int(seen[active]["action_mask"].argmax())
    before = turns.lanes.states.tobytes()
    for actions, said in [
        ({}, f"actions without one of {active}: it is its turn"),
        ({active: None}, f"actions without one of {active}"),
        ({active: move, "dealer": 3}, "actions of 'dealer': expected one of seat_0, seat_1"),
        ({active: "build"}, "move = 'build': expected a whole number"),
    ]:
        with pytest.raises(OptionError, match=said):
            table.step(actions)
    for action in ("build", [1, 2], 0.5):
        with pytest.raises(OptionError, match="expected a whole number"):
            turns.step(action)
    with pytest.raises(OptionError, match="seed = -1: expected a whole number"):
        table.reset(seed=-1)
    assert table.table.lanes.states.tobytes() == turns.lanes.states.tobytes() == before
    assert table.step({active: move})[0].keys() == seen.keys()


@pytest.mark.parametrize("how", [{"max_cycles": 0}, {"render_mode": "film"}, {"reward": "fame"}])
def test_bad_tables_are_one_clear_line(how):
    for kind in (env, parallel_env):
        with pytest.raises(OptionError, match="expected"):
            kind(FIRST, **how)


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


def test_what_a_seat_earns_between_its_turns_adds_up_to_its_points(game):
    table, dice = env(FIRST, options={"players": 3}, reward="gain"), np.random.default_rng(2)
    table.reset(seed=5)
    started, paid = game.scores(table.lanes.states), dict.fromkeys(table.agents, 0.0)
    for agent in table.agent_iter():
        observation, reward, over, *_ = table.last()
        paid[agent] += reward
        table.step(None if over else int(dice.choice(np.flatnonzero(observation["action_mask"]))))
    points = game.scores(table.lanes.states)
    assert list(paid.values()) == [end - start for end, start in zip(points, started, strict=True)] and any(points)


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
