"""Teaching an instinct: what is compiled and what is learned agree, and what decides games is found out."""

from __future__ import annotations

import numpy as np
import pytest

from sampan.bots import mind as minds
from sampan.bots.mind import inputs_of, instinct_shapes, mind_of
from sampan.bots.thought import THOUGHTS, compiled_for
from sampan.engine.errors import BoxError
from sampan.engine.rule import JIT
from sampan.games import NAMES, load
from sampan.lab.teach import Lessons, Pupil

pytestmark = pytest.mark.skipif(not JIT, reason="thousands of decisions need compiled rules; SAMPAN_JIT=0 is set")

sense = None


def sense_of(mind):
    """The compiled net's answer."""
    return sense(mind[0])


def test_the_compiled_net_answers_as_its_layers_say(river):
    mind, dice = mind_of(river), np.random.default_rng(1)
    mind.seen[0] = dice.random(inputs_of(river)) * (dice.random(inputs_of(river)) < 0.2)
    net = minds.read(river.definition.folder / "instinct.npz", instinct_shapes(river))
    wide = np.maximum(mind.seen[0] @ net["inner"] + net["inner_bias"], 0)
    narrow = np.maximum(wide @ net["outer"] + net["outer_bias"], 0)
    answer = compiled_for(river, [*THOUGHTS[: [f.__name__ for f in THOUGHTS].index("sense") + 1], sense_of])(mind)
    assert answer == pytest.approx(float(narrow @ net["last"] + net["last_bias"][0]), abs=1e-4)


def test_a_pupil_finds_out_what_decides(river):
    """Whoever has more of the third figure wins three games of four; nothing else matters."""
    pupil, dice = Pupil(river), np.random.default_rng(2)
    seen = dice.random((20_000, inputs_of(river))).astype(np.float32)
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
    lessons.save(tmp_path / "instinct.npz")
    again = Lessons(river, threads=1, before=tmp_path / "instinct.npz")
    assert again.net is not None and lessons.net is not None
    assert all(np.allclose(again.net[name], lessons.net[name], rtol=0.01, atol=1e-3) for name in lessons.net)


@pytest.mark.parametrize("name", NAMES)
def test_every_game_has_an_instinct_that_fits(name):
    assert mind_of(load(name)).taught[0] == 1


def test_a_damaged_instinct_is_named(river, tmp_path):
    path = tmp_path / "instinct.npz"
    path.write_bytes(b"not a net")
    with pytest.raises(BoxError, match=r"^instinct.npz: cannot be read: "):
        minds.read(path, instinct_shapes(river))
    whole = minds.read(river.definition.folder / "instinct.npz", instinct_shapes(river))
    np.savez(path, **{**whole, "last": whole["last"][:-1]})
    with pytest.raises(BoxError, match=r"^instinct.npz: last: \(31,\): expected \(32,\)"):
        minds.read(path, instinct_shapes(river))
