"""Teaching a policy net: what is compiled and what is learned agree, and what it draws is worth more."""

from __future__ import annotations

import numpy as np
import pytest

from sampan.bots.evaluate import compiled_for
from sampan.bots.rollout import ROLLOUT, STATES
from sampan.bots.workspace import input_count, new_workspace, policy_net_shapes, read_net
from sampan.engine.errors import BoxError
from sampan.engine.pick import new_picker, stirred
from sampan.engine.rule import JIT
from sampan.games import NAMES, load
from sampan.lab.lean import Leaner, Lessons

pytestmark = pytest.mark.skipif(not JIT, reason="thousands of decisions need compiled rules; SAMPAN_JIT=0 is set")

fill_policy = play_best = evaluate_seat = None


def policy_at(box, states, work):
    """How likely each move is drawn."""
    fill_policy(box[0], states[0], work[0])


def test_the_compiled_policy_net_answers_as_its_layers_say(river):
    work, state = new_workspace(river), river.deal({"players": 3}, 5)
    compiled_for(river, [*ROLLOUT, policy_at])(river.box.record, state, work)
    net = read_net(river.definition.folder / "policy_net.npz", policy_net_shapes(river))
    wide = np.maximum(work.inputs[0] @ net["hidden1.weight"].T + net["hidden1.bias"], 0)
    assert work.policy[0] == pytest.approx(np.exp(wide @ net["output.weight"].T + net["output.bias"]), rel=1e-3)
    work.has_policy_net = 0
    compiled_for(river, [*ROLLOUT, policy_at])(river.box.record, state, work)
    assert len(set(work.policy[0].tolist())) == 2, "without a policy net all but asides are as likely"


def test_a_leaner_finds_out_what_is_chosen(river):
    """Of four moves the second is chosen where the third figure is high, the fourth where it is low."""
    leaner, dice = Leaner(river), np.random.default_rng(2)
    seen = np.zeros((8000, input_count(river)), np.float32)
    seen[:, :12] = dice.random((8000, 12))
    chosen = np.where(seen[:, 2] > 0.5, 20, 60).astype(np.int16)
    mask = np.zeros((1, len(river.moves)), bool)
    mask[0, [3, 20, 40, 60]] = True
    allowed = np.repeat(np.packbits(mask, axis=1), 8000, axis=0)
    leaner.look_through(seen)
    losses = [
        leaner.learn(seen[k : k + 500], chosen[k : k + 500], allowed[k : k + 500], 1e-2)
        for _ in range(4)
        for k in range(0, 8000, 500)
    ]
    assert losses[0] == pytest.approx(np.log(4), abs=0.2), "at first any of the four"
    assert np.mean(losses[-10:]) < 0.15


def test_lessons_are_played_and_kept(river, tmp_path):
    """A short course learns from its own games, and what it writes can be read."""
    lessons = Lessons(river, threads=1)
    first = lessons.lesson(60, 8, 0.0)
    last = min(lessons.lesson(60, 8, 0.3) for _ in range(3))
    assert last < first
    notes = lessons.memory[-1][0]
    asked = np.unpackbits(notes.allowed, axis=1, count=len(river.moves))
    assert (asked.sum(axis=1) > 1).all() and asked[np.arange(len(notes.chosen)), notes.chosen].all()
    assert len(notes.begun) == len(notes.chosen) > len(notes.seen) > 100 and notes.begun.max() == len(notes.seen) - 1
    lessons.save(tmp_path / "policy_net.npz")
    again = read_net(tmp_path / "policy_net.npz", policy_net_shapes(river))
    assert lessons.net is not None
    assert all(np.allclose(again[name], lessons.net[name], rtol=0.01, atol=1e-3) for name in lessons.net)


def best_end(box, states, tries, seed, picker, out, work):
    """What the best of some stretches promises."""
    picker[0] = stirred(seed)
    mover = states[0].seat
    play_best(box[0], states, tries, picker, out, work[0])
    return evaluate_seat(box[0], states[0], mover, work[0])


@pytest.mark.parametrize("name", NAMES)
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


def test_a_damaged_policy_net_is_named(river, tmp_path):
    whole = read_net(river.definition.folder / "policy_net.npz", policy_net_shapes(river))
    np.savez(tmp_path / "policy_net.npz", **{**whole, "output.bias": whole["output.bias"][:-1]})
    with pytest.raises(BoxError, match=r"^policy_net.npz: output.bias: \(173,\): expected \(174,\)"):
        read_net(tmp_path / "policy_net.npz", policy_net_shapes(river))
