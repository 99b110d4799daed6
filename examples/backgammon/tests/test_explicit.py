"""Backgammon with its dice in the caller's hands, and OpenSpiel's algorithms on it."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import exploitability, mcts, minimax, outcome_sampling_mccfr
from position import position
from sampan_backgammon.terms import CHECKERS
from tests.engine.test_explicit import follow_deal, follow_game, insist_as_likely

from sampan.envs.openspiel import register


@pytest.fixture(scope="module")
def spiel(game):
    """The game as OpenSpiel knows it once it is installed."""
    register(game)
    return pyspiel.load_game(f"sampan_{game.name}(chance=explicit)")


def test_the_same_moves_and_dice_give_the_same_games(game):
    assert min(follow_game(game, {}, seed) for seed in range(10)) > 10
    assert all(follow_deal(game, {}, seed) for seed in range(20))


def test_dice_fall_as_often_as_they_should(game):
    state, dice = game.deal({}, 1), random.Random(1)
    while "roll" not in map(game.move_text, game.legal_moves(state)):
        game.play(state, dice.choice(game.legal_moves(state)))
    explicit = game.explicit(state)
    explicit.play("roll")
    assert (explicit.chance.outcomes, explicit.chance.probability) == (tuple(range(6)), Fraction(1, 6))
    explicit.fall(2)
    explicit.fall(5)
    assert explicit.state.dice[0].tolist() == [6, 3]
    insist_as_likely(game, state, game.move_from("roll"))


def race(game, first: dict[int, int], second: dict[int, int]):
    """Bearing off, the first player to roll; all other checkers are off."""
    own, other = ({0: CHECKERS - sum(left.values()), **left} for left in (first, second))
    return position(game, own, other, roll=True)


@pytest.mark.parametrize(
    ("first", "second", "wins"),
    [
        ({6: 1}, {1: 1}, Fraction(27, 36)),
        ({5: 1}, {1: 1}, Fraction(31, 36)),
        ({1: 2}, {1: 1}, Fraction(1)),
        ({2: 1, 4: 1}, {1: 2}, Fraction(23, 36)),
    ],
)
def test_openspiels_expectiminimax_knows_the_odds_of_bearing_off(game, spiel, first, second, wins):
    ending = spiel.starting_at(race(game, first, second))
    state = ending.new_initial_state()
    value, _ = minimax.expectiminimax(state, 10, None, state.current_player())
    assert value == pytest.approx(float(wins))


def test_openspiels_search_and_sampling_run_on_it(game, spiel):
    dice, state = np.random.RandomState(1), spiel.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[int(dice.randint(6))][0])
    bot = mcts.MCTSBot(spiel, 1.4, 5, mcts.RandomRolloutEvaluator(1, dice), random_state=dice)
    assert bot.step(state) in state.legal_actions()
    np.random.seed(1)  # where sampling takes its dice from; over a whole game the chance to get there comes to nothing
    ending = spiel.starting_at(race(game, {2: 1, 4: 1}, {1: 2}))
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(ending)
    solver.iteration()
    assert solver.average_policy().action_probabilities(ending.new_initial_state())


def test_an_ending_can_be_exploited_where_it_can_be_played_badly(game, spiel):
    """A 4-2 takes both checkers off, unless the 2 is played from the 4."""
    for left, badly in (({1: 1}, False), ({2: 1, 4: 1}, True)):
        ending = spiel.starting_at(race(game, left, {1: 1}))
        convergence = exploitability.nash_conv(ending, policy.UniformRandomPolicy(ending))
        assert (convergence > 0.01) == badly and convergence >= 0
    found = exploitability.best_response(ending, policy.UniformRandomPolicy(ending), 0)
    assert found["best_response_value"] == pytest.approx(23 / 36)
