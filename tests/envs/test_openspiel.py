"""The OpenSpiel games against OpenSpiel's own simulation test, and under its own algorithms."""

from __future__ import annotations

import random

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts, outcome_sampling_mccfr

import sampan.envs.openspiel  # noqa: F401
from sampan.games import load
from tests.shelf import FIRST, OWN, with_hands


@pytest.mark.parametrize(("name", "players"), [(OWN[0], 3), *((name, 2) for name in OWN[1:])])
def test_openspiels_own_random_simulation(name, players):
    game = pyspiel.load_game(f"sampan_{name}(players={players},deals=20)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_a_game_is_the_tables_game_and_pays_the_victory(game):
    state, dice = pyspiel.load_game(f"sampan_{game.name}(players=2,deals=50)").new_initial_state(), random.Random(2)
    assert state.is_chance_node() and len(state.chance_outcomes()) == 50
    state.apply_action(7)
    table = game.deal({"players": 2}, 7)
    while not state.is_terminal():
        assert state.current_player() == game.to_move(table)
        assert state.legal_actions() == game.legal_moves(table)
        move = dice.choice(state.legal_actions())
        assert state.action_to_string(move) == game.move_text(move)
        state.apply_action(move)
        game.play(table, move)
    assert state.returns() == game.win_share(table)


def test_a_copy_goes_its_own_way():
    state = pyspiel.load_game(f"sampan_{FIRST}").new_initial_state()
    state.apply_action(3)
    copy = state.clone()
    before = str(state)
    copy.apply_action(copy.legal_actions()[0])
    assert str(state) == before != str(copy)


def test_a_player_cannot_tell_deals_apart_by_what_is_hidden():
    game = pyspiel.load_game(f"sampan_{with_hands()}(players=2,deals=5)")
    table = load(with_hands())
    state = game.new_initial_state()
    state.apply_action(1)
    twin = state.clone()
    twin.state = table.redeal(table.hide(state.state, 0), 0, 99)
    assert state.observation_string(0) == twin.observation_string(0)
    assert state.observation_string(1) != twin.observation_string(1)
    assert (np.array(state.observation_tensor(0)) == np.array(twin.observation_tensor(0))).all()


def test_openspiels_search_and_learning_run_on_it():
    game = pyspiel.load_game(f"sampan_{FIRST}(players=2,deals=4)")
    state = game.new_initial_state()
    state.apply_action(0)
    dice = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.4, 5, mcts.RandomRolloutEvaluator(1, dice), random_state=dice)
    assert bot.step(state) in state.legal_actions()
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    solver.iteration()
    assert solver.average_policy().action_probabilities(state)


@pytest.mark.parametrize("wrong", ["players=7", "deals=0", "reward=fame", "options=players:maybe"])
def test_bad_parameters_are_one_clear_line(wrong):
    with pytest.raises(Exception, match="expected"):
        pyspiel.load_game(f"sampan_{FIRST}({wrong})")
