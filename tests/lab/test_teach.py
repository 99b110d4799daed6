"""Teaching a value net: what is compiled and what is learned agree, and what decides games is found out."""

from __future__ import annotations

import numpy as np
import pytest

from sampan.bots.evaluate import EVALUATE, compiled_for
from sampan.bots.workspace import input_count, new_workspace, read_net, value_net_shapes
from sampan.engine.errors import BoxError
from sampan.engine.rule import JIT
from sampan.games import NAMES, load
from sampan.lab.teach import Lessons, Pupil

pytestmark = pytest.mark.skipif(not JIT, reason="thousands of decisions need compiled rules; SAMPAN_JIT=0 is set")

value_logit = None


def logit_of(work):
    """The compiled net's answer."""
    return value_logit(work[0])


def test_the_compiled_net_answers_as_its_layers_say(river):
    work, dice = new_workspace(river), np.random.default_rng(1)
    work.inputs[0] = dice.random(input_count(river)) * (dice.random(input_count(river)) < 0.2)
    net = read_net(river.definition.folder / "value_net.npz", value_net_shapes(river))
    wide = np.maximum(work.inputs[0] @ net["hidden1.weight"].T + net["hidden1.bias"], 0)
    narrow = np.maximum(wide @ net["hidden2.weight"].T + net["hidden2.bias"], 0)
    answer = compiled_for(river, [*EVALUATE, logit_of])(work)
    assert answer == pytest.approx(float(narrow @ net["output.weight"][0] + net["output.bias"][0]), abs=1e-4)


def test_a_pupil_finds_out_what_decides(river):
    """Whoever has more of the third figure wins three games of four; nothing else matters."""
    pupil, dice = Pupil(river), np.random.default_rng(2)
    seen = dice.random((20_000, input_count(river))).astype(np.float32)
    seen[:, 12:] = 0
    goals = np.where(seen[:, 2] > 0.5, 0.75, 0.25).astype(np.float32)
    pupil.look_through(seen)
    for _ in range(3):
        losses = [float(pupil.learn(seen[k : k + 500], goals[k : k + 500], 1e-2)) for k in range(0, 20_000, 500)]
    assert np.mean(losses[-10:]) < 0.585, "from 0.693 nearly to the 0.562 that chance leaves"


def test_lessons_are_played_and_kept(river, tmp_path):
    """A short course learns from its own games, and can be gone on with."""
    lessons = Lessons(river, threads=1)
    first = lessons.lesson(400, 4, 0.0)
    last = min(lessons.lesson(400, 4, 0.3) for _ in range(3))
    assert last < first
    seen, goals = lessons.memory[-1]
    assert len(seen) == len(goals) > 400 and ((goals >= 0) & (goals <= 1)).all() and 0.3 < goals.mean() < 0.5
    lessons.save(tmp_path / "value_net.npz")
    again = Lessons(river, threads=1, before=tmp_path / "value_net.npz")
    assert again.net is not None and lessons.net is not None
    assert all(np.allclose(again.net[name], lessons.net[name], rtol=0.01, atol=1e-3) for name in lessons.net)


@pytest.mark.parametrize("name", NAMES)
def test_every_game_has_a_value_net_that_fits(name):
    assert new_workspace(load(name)).has_value_net[0] == 1


def test_a_damaged_value_net_is_named(river, tmp_path):
    path = tmp_path / "value_net.npz"
    path.write_bytes(b"not a net")
    with pytest.raises(BoxError, match=r"^value_net.npz: cannot be read: "):
        read_net(path, value_net_shapes(river))
    whole = read_net(river.definition.folder / "value_net.npz", value_net_shapes(river))
    np.savez(path, **{**whole, "output.weight": whole["output.weight"][:, :-1]})
    with pytest.raises(BoxError, match=r"^value_net.npz: output.weight: \(1, 31\): expected \(1, 32\)"):
        read_net(path, value_net_shapes(river))
