"""The nets as compiled code reads them: they answer as their layers say, draw better turns, and fit their game."""

from __future__ import annotations

import numpy as np
import pytest

from sampan.bots.evaluate import EVALUATE, compiled_for
from sampan.bots.rollout import ROLLOUT, STATES
from sampan.bots.search import SearchBot
from sampan.bots.workspace import (
    bundled,
    input_count,
    nets_in,
    new_workspace,
    policy_net_shapes,
    read_net,
    value_net_shapes,
)  # fmt: skip
from sampan.engine.errors import BoxError
from sampan.engine.pick import new_picker, stirred
from sampan.engine.rule import JIT
from sampan.games import load, names

pytestmark = pytest.mark.skipif(not JIT, reason="thousands of decisions need compiled rules; SAMPAN_JIT=0 is set")

value_logit = fill_policy = play_best = evaluate_seat = None


def logit_of(work):
    """The compiled net's answer."""
    return value_logit(work[0])


def test_the_compiled_net_answers_as_its_layers_say(game):
    work, dice = new_workspace(game), np.random.default_rng(1)
    work.inputs[0] = dice.random(input_count(game)) * (dice.random(input_count(game)) < 0.2)
    net = read_net(game.definition.folder / "value_net.npz", value_net_shapes(game))
    wide = np.maximum(work.inputs[0] @ net["hidden1.weight"].T + net["hidden1.bias"], 0)
    narrow = np.maximum(wide @ net["hidden2.weight"].T + net["hidden2.bias"], 0)
    answer = compiled_for(game, [*EVALUATE, logit_of])(work)
    assert answer == pytest.approx(float(narrow @ net["output.weight"][0] + net["output.bias"][0]), abs=1e-4)


def policy_at(box, states, work):
    """How likely each move is drawn."""
    fill_policy(box[0], states[0], work[0])


def test_the_compiled_policy_net_answers_as_its_layers_say(game):
    work, state = new_workspace(game), game.deal({"players": 3}, 5)
    compiled_for(game, [*ROLLOUT, policy_at])(game.box.record, state, work)
    net = read_net(game.definition.folder / "policy_net.npz", policy_net_shapes(game))
    wide = np.maximum(work.inputs[0] @ net["hidden1.weight"].T + net["hidden1.bias"], 0)
    assert work.policy[0] == pytest.approx(np.exp(wide @ net["output.weight"].T + net["output.bias"]), rel=1e-3)
    work.has_policy_net = 0
    compiled_for(game, [*ROLLOUT, policy_at])(game.box.record, state, work)
    assert len(set(work.policy[0].tolist())) == 2, "without a policy net all but asides are as likely"


def best_end(box, states, tries, seed, picker, out, work):
    """What the best of some stretches promises."""
    picker[0] = stirred(seed)
    mover = states[0].seat
    play_best(box[0], states, tries, picker, out, work[0])
    return evaluate_seat(box[0], states[0], mover, work[0])


@pytest.mark.parametrize("name", names())
def test_a_policy_net_finds_better_turns_in_as_many_tries(name):
    game = load(name)
    loop, states = compiled_for(game, [*ROLLOUT, best_end]), game.batch(STATES)
    out = np.zeros(len(game.moves), np.int16)
    guided, blunt, gains = new_workspace(game), new_workspace(game), []
    assert guided.has_policy_net[0] == guided.has_value_net[0] == 1
    blunt.has_policy_net = 0
    for number in range(12):
        state = game.deal({"players": 2}, number)
        for turn in range(20):
            ends = []
            for work in (blunt, guided):
                states[0] = state[0]
                ends.append(loop(game.box.record, states, 8, np.uint64(turn), new_picker(), out, work))
            gains.append(ends[1] - ends[0])
            state[0] = states[0]
    assert np.mean(gains) > 2.5 * np.std(gains) / np.sqrt(len(gains))


@pytest.mark.parametrize("name", names())
def test_every_game_has_nets_that_fit(name):
    work = new_workspace(load(name))
    assert work.has_value_net[0] == work.has_policy_net[0] == 1


def test_a_damaged_value_net_is_named(game, tmp_path):
    path = tmp_path / "value_net.npz"
    path.write_bytes(b"not a net")
    with pytest.raises(BoxError, match=r"^value_net.npz: cannot be read: "):
        read_net(path, value_net_shapes(game))
    whole = read_net(game.definition.folder / "value_net.npz", value_net_shapes(game))
    np.savez(path, **{**whole, "output.weight": whole["output.weight"][:, :-1]})
    with pytest.raises(BoxError, match=r"^value_net.npz: output.weight: \(1, 31\): expected \(1, 32\)"):
        read_net(path, value_net_shapes(game))
    np.savez(path, **{**whole, "hidden2.bias": whole["hidden2.bias"] * np.inf})
    with pytest.raises(BoxError, match=r"^value_net.npz: hidden2.bias: expected finite numbers$"):
        read_net(path, value_net_shapes(game))
    np.savez(path, **whole)
    path.write_bytes(path.read_bytes()[:-200])
    with pytest.raises(BoxError, match=r"^value_net.npz: cannot be read: "):
        read_net(path, value_net_shapes(game))


def test_a_damaged_policy_net_is_named(game, tmp_path):
    whole = read_net(game.definition.folder / "policy_net.npz", policy_net_shapes(game))
    np.savez(tmp_path / "policy_net.npz", **{**whole, "output.bias": whole["output.bias"][:-1]})
    moves = len(game.moves)
    with pytest.raises(BoxError, match=rf"^policy_net.npz: output.bias: \({moves - 1},\): expected \({moves},\)"):
        read_net(tmp_path / "policy_net.npz", policy_net_shapes(game))


def test_a_search_plays_with_the_nets_of_a_folder(game, tmp_path):
    """The same nets decide alike; a value net with its opinion turned round decides otherwise."""
    with pytest.raises(BoxError, match=r"no nets there: expected value_net.npz or policy_net.npz of sampan train$"):
        nets_in(tmp_path, game)
    net = bundled(game, "value_net.npz", value_net_shapes(game))
    (tmp_path / "same").mkdir()
    (tmp_path / "other").mkdir()
    np.savez(tmp_path / "same" / "value_net.npz", **net)
    np.savez(tmp_path / "other" / "value_net.npz", **{**net, "output.weight": -net["output.weight"]})
    usual, same, other = SearchBot(60), SearchBot(60), SearchBot(60)
    same.nets, other.nets = tmp_path / "same", tmp_path / "other"
    moves = []
    for seed in range(6):
        state = game.deal({"players": 2}, seed)
        hidden = game.hide(state, game.to_move(state))
        moves.append([bot.choose(game, hidden, 1.0, seed) for bot in (usual, same, other)])
    assert all(first == second for first, second, _ in moves)
    assert any(first != third for first, _, third in moves)
