"""The OpenSpiel games against OpenSpiel's own simulation test, and under its own algorithms."""

from __future__ import annotations

import random
from functools import cache

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import cfr, exploitability, mcts, minimax, outcome_sampling_mccfr

from sampan.engine.check import outcomes_to
from sampan.envs.openspiel import Past
from sampan.games import load
from tests.shelf import FIRST, OWN, expected, with_hands


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
    twin.past = Past(None, -1, -1, table.redeal(table.hide(state.state, 0), 0, 99))
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
    np.random.seed(1)  # where sampling takes its dice from
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    solver.iteration()
    assert solver.average_policy().action_probabilities(state)


def nodes(game, explicit, most: int) -> tuple[int, int]:
    """How many nodes a game has from here on, as long as there are not many more, and how many of them are chance."""
    if explicit.chance is None and game.over(explicit.state):
        return 1, 0
    found, chance = 1, int(explicit.chance is not None)
    for one in explicit.chance.outcomes if chance else game.legal_moves(explicit.state):
        further = explicit.copy()
        (further.play if explicit.chance is None else further.fall)(one)
        more, fallen = nodes(game, further, most - found)
        found, chance = found + more, chance + fallen
        if found > most:
            break
    return found, chance


@cache
def ending(name: str, most: int):
    """A position near the end of a random game whose tree is small, with chance in it where the game has any there."""
    game = load(name)
    for seed in range(200):
        state, dice, line = game.deal({"players": 2}, seed), random.Random(seed), []
        while not game.over(state):
            line.append(game.copy(state))
            game.play(state, dice.choice(game.legal_moves(state)))
        for position in reversed(line):
            found, chance = nodes(game, game.explicit(position), most)
            if found > most:
                break
            if found > 20 and (chance or not expected(name).chance):
                return position
    raise AssertionError("no small ending")


def best(game, explicit, seat: int) -> float:
    """What this seat can be sure to lead by on average: expectiminimax without OpenSpiel."""
    if explicit.chance is not None:
        found = [best(game, after(explicit, one), seat) for one in explicit.chance.outcomes]
        return sum(found) / len(found)
    if game.over(explicit.state):
        points = game.scores(explicit.state)
        return points[seat] - points[1 - seat]
    found = [best(game, after(explicit, one), seat) for one in game.legal_moves(explicit.state)]
    return max(found) if game.to_move(explicit.state) == seat else min(found)


def after(explicit, one: int):
    further = explicit.copy()
    (further.play if explicit.chance is None else further.fall)(one)
    return further


def from_here(name: str, position):
    """The game from this position on, in OpenSpiel; the first player's lead is what the second one lacks."""
    return pyspiel.load_game(f"sampan_{name}(reward=margin,chance=explicit)").starting_at(position)


@pytest.mark.parametrize("name", OWN)
def test_both_modes_of_chance_pass_the_simulation_test_and_explicit_chance_is_the_tables(name):
    spiel = pyspiel.load_game(f"sampan_{name}(players=2,chance=explicit)")
    pyspiel.random_sim_test(spiel, num_sims=2, serialize=False, verbose=False)
    game, dice = load(name), random.Random(4)
    state, table = spiel.new_initial_state(), game.explicit({"players": 2})
    while not state.is_terminal():
        if table.chance is not None:
            assert state.is_chance_node()
            assert [outcome for outcome, _ in state.chance_outcomes()] == list(table.chance.outcomes)
            assert {p for _, p in state.chance_outcomes()} == {float(table.chance.probability)}
            one = dice.choice(table.chance.outcomes)
            table.fall(one)
        else:
            assert state.legal_actions() == game.legal_moves(table.state)
            one = dice.choice(state.legal_actions())
            table.play(one)
        state.apply_action(one)
    assert state.returns() == game.win_share(table.state)


def test_what_a_player_knows_is_the_same_with_either_chance():
    """Seats that have seen the same cannot tell a sampled game from one with explicit chance."""
    game, dice = load(with_hands()), random.Random(2)
    table = game.deal({"players": 2}, 9)
    kind = type(pyspiel.load_game(f"sampan_{game.name}(chance=explicit)"))
    explicit = kind({"players": 2}, start=table)
    state, past = explicit.new_initial_state(), Past(None, -1, -1, table)
    while not state.is_terminal():
        move, mover = dice.choice(state.legal_actions()), state.current_player()
        before, table = table, game.copy(table)
        game.play(table, move)
        followed = game.explicit(before)
        followed.play(move)
        state.apply_action(move)
        for outcome in outcomes_to(game, followed, table):
            state.apply_action(outcome)
        past = Past(past, mover, move, table)
        for seat in range(2):
            assert state.information_state_string(seat) == f"{seat} {past.seen_by(game, seat).hex()}"


@pytest.mark.parametrize("name", OWN)
def test_openspiels_expectiminimax_solves_an_ending(name):
    game, position = load(name), ending(name, 600)
    spiel = from_here(name, position)
    state = spiel.new_initial_state()
    seat = state.current_player()
    value, move = minimax.expectiminimax(state, 100, None, seat)
    assert value == pytest.approx(best(game, game.explicit(position), seat))
    assert best(game, after(game.explicit(position), move), seat) == pytest.approx(value)


@pytest.mark.parametrize("name", OWN)
def test_openspiels_search_and_sampling_run_with_explicit_chance(name):
    game = pyspiel.load_game(f"sampan_{name}(players=2,chance=explicit)")
    state, dice = game.new_initial_state(), np.random.RandomState(1)
    while state.is_chance_node():
        state.apply_action(int(dice.choice([outcome for outcome, _ in state.chance_outcomes()])))
    bot = mcts.MCTSBot(game, 1.4, 5, mcts.RandomRolloutEvaluator(1, dice), random_state=dice)
    assert bot.step(state) in state.legal_actions()
    np.random.seed(1)  # where sampling takes its dice from
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    solver.iteration()
    assert solver.average_policy().action_probabilities(state)


@pytest.mark.parametrize("name", OWN)
def test_counterfactual_regret_makes_an_ending_hard_to_exploit(name):
    spiel = from_here(name, ending(name, 600))
    uniform = policy.UniformRandomPolicy(spiel)
    solver = cfr.CFRPlusSolver(spiel)
    for _ in range(20):
        solver.evaluate_and_update_policy()
    before, left = (exploitability.nash_conv(spiel, one) for one in (uniform, solver.average_policy()))
    assert before > 0.1 and 0 <= left < before / 4


def test_an_outcome_that_cannot_fall_is_one_clear_line():
    state = pyspiel.load_game(f"sampan_{FIRST}(chance=explicit)").new_initial_state()
    with pytest.raises(Exception, match=r"outcome 999: expected one of \d"):
        state.apply_action(999)


@pytest.mark.parametrize("wrong", ["players=7", "deals=0", "reward=fame", "options=players:maybe", "chance=luck"])
def test_bad_parameters_are_one_clear_line(wrong):
    with pytest.raises(Exception, match="expected"):
        pyspiel.load_game(f"sampan_{FIRST}({wrong})")
