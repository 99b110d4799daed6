"""Weighing turns: what they came to is told for the right seat, with the same luck; their differences are learned."""

from __future__ import annotations

import numpy as np
import pytest

from sampan.bots.workspace import bundled, input_count, value_net_shapes
from sampan.engine.rule import JIT
from sampan.lab.teach import Pupil
from sampan.lab.weigh import WEIGHED, Lessons, Scales

pytestmark = pytest.mark.skipif(not JIT, reason="thousands of decisions need compiled rules; SAMPAN_JIT=0 is set")


def test_better_turns_come_to_more(river):
    """The best of 64 turns is worth more to who makes it than the best of two, however it is judged."""
    net = bundled(river, "value_net.npz", value_net_shapes(river))
    assert net is not None
    seen, goals = Scales(river, threads=1).play(net, 15, 8, 3)
    assert seen.shape == (len(goals), len(WEIGHED), 2, input_count(river)) and len(goals) > 40
    assert ((goals >= 0) & (goals <= 1)).all()
    gain = goals[:, 0, 0] - goals[:, -1, 0]
    assert gain.mean() > 3 * gain.std() / np.sqrt(len(gain))
    apart = seen[:, :1, 0] != seen[:, 1:, 0]
    same = ~apart.any(axis=2)
    assert same.any() and (goals[:, 1:, 0] == goals[:, :1, 0])[same].all(), "the same turn came to the same"
    again = Scales(river, threads=1).play(net, 15, 8, 3)
    assert (again[0] == seen).all() and (again[1] == goals).all(), "the same seed weighs the same"


def apart(rows):
    """What the turns of a position differ by."""
    return rows - rows.mean(axis=1, keepdims=True)


def test_a_pupil_learns_what_turns_differ_by(river):
    """What a position comes to is settled by the first figure; which of its turns is better, by the third, a little."""
    dice, turns = np.random.default_rng(2), 6
    seen = np.zeros((4000, turns, 2, input_count(river)), np.float32)
    seen[..., :12] = dice.random((4000, turns, 2, 12))
    seen[..., 0] = dice.random((4000, 1, 1))
    goals = (0.1 + 0.7 * (seen[..., 0] > 0.5) + 0.1 * seen[..., 2]).astype(np.float32)
    weighed, plain = Pupil(river), Pupil(river)
    for pupil in (weighed, plain):
        pupil.look_through(seen.reshape(-1, seen.shape[-1]))
    for _ in range(2):
        for k in range(0, 4000, 50):
            some, aim = seen[k : k + 50], goals[k : k + 50]
            weighed.learn(some, aim, 3e-3)
            plain.learn(some.reshape(-1, some.shape[-1]), aim.reshape(-1), 3e-3)
    left = []
    for pupil in (weighed, plain):
        net = pupil.taught()
        wide = np.maximum(seen[:500, :, 0] @ net["hidden1.weight"].T + net["hidden1.bias"], 0)
        narrow = np.maximum(wide @ net["hidden2.weight"].T + net["hidden2.bias"], 0)
        odds = narrow @ net["output.weight"][0] + net["output.bias"][0]
        left.append(float(np.std(apart(1 / (1 + np.exp(-odds))) - apart(goals[:500, :, 0]))))
    assert left[0] < 0.7 * left[1] and left[0] < 0.7 * np.std(apart(goals[:500, :, 0]))


def test_lessons_go_on_from_a_value_net(river, tmp_path):
    bundled_net = river.definition.folder / "value_net.npz"
    lessons = Lessons(river, bundled_net, threads=1)
    before = lessons.net
    losses = [lessons.lesson(10, 8, gone) for gone in (0.0, 0.5)]
    assert all(0.2 < loss < 0.69 for loss in losses) and len(lessons.memory) == 2
    assert before is not None and lessons.net is not None
    assert any((lessons.net[name] != before[name]).any() for name in before)
    lessons.save(tmp_path / "value_net.npz")
    again = Lessons(river, tmp_path / "value_net.npz", threads=1)
    assert again.net is not None
    assert all(np.allclose(again.net[name], lessons.net[name], rtol=0.01, atol=1e-3) for name in lessons.net)
