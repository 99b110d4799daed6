"""Teaching a leaning: what is compiled and what is learned agree, and what comes to mind first is worth more."""

from __future__ import annotations

import numpy as np
import pytest

from sampan.bots import mind as minds
from sampan.bots.mind import inputs_of, leaning_shapes, mind_of
from sampan.bots.thought import ROOM, THOUGHTS, compiled_for
from sampan.engine.errors import BoxError
from sampan.engine.pick import new_picker, stirred
from sampan.engine.rule import JIT
from sampan.games import NAMES, load
from sampan.lab.lean import Leaner, Lessons

pytestmark = pytest.mark.skipif(not JIT, reason="thousands of decisions need compiled rules; SAMPAN_JIT=0 is set")

lean = play_best = hope = None


def lean_at(box, states, mind):
    """How readily each move comes to mind."""
    lean(box[0], states[0], mind[0])


def test_the_compiled_leaning_answers_as_its_layers_say(river):
    mind, state = mind_of(river), river.deal({"players": 3}, 5)
    compiled_for(river, [*THOUGHTS, lean_at])(river.box.record, state, mind)
    net = minds.read(river.definition.folder / "leaning.npz", leaning_shapes(river))
    wide = np.maximum(mind.seen[0] @ net["sight"] + net["sight_bias"], 0)
    assert mind.pulls[0] == pytest.approx(np.exp(wide @ net["pull"] + net["pull_bias"]), rel=1e-3)
    mind.leans = 0
    compiled_for(river, [*THOUGHTS, lean_at])(river.box.record, state, mind)
    assert len(set(mind.pulls[0].tolist())) == 2, "without a leaning all but asides come as readily"


def test_a_leaner_finds_out_what_is_chosen(river):
    """Of four moves the second is chosen where the third figure is high, the fourth where it is low."""
    leaner, dice = Leaner(river), np.random.default_rng(2)
    seen = np.zeros((8000, inputs_of(river)), np.float32)
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
    lessons.save(tmp_path / "leaning.npz")
    again = minds.read(tmp_path / "leaning.npz", leaning_shapes(river))
    assert lessons.net is not None
    assert all(np.allclose(again[name], lessons.net[name], rtol=0.01, atol=1e-3) for name in lessons.net)


def best_end(box, states, tries, seed, picker, out, mind):
    """What the best of some stretches promises."""
    picker[0] = stirred(seed)
    mover = states[0].seat
    play_best(box[0], states, tries, picker, out, mind[0])
    return hope(box[0], states[0], mover, mind[0])


@pytest.mark.parametrize("name", NAMES)
def test_who_leans_finds_better_turns_in_as_many_tries(name):
    game = load(name)
    loop, states, out = compiled_for(game, [*THOUGHTS, best_end]), game.batch(ROOM), np.zeros(len(game.moves), np.int16)
    leaning, blunt, gains = mind_of(game), mind_of(game), []
    assert leaning.leans[0] == leaning.taught[0] == 1
    blunt.leans = 0
    for number in range(12):
        state = game.deal({"players": 2}, number)
        for turn in range(20):
            ends = []
            for mind in (blunt, leaning):
                states[0] = state[0]
                ends.append(loop(game.box.record, states, 8, np.uint64(turn), new_picker(), out, mind))
            gains.append(ends[1] - ends[0])
            state[0] = states[0]
    assert np.mean(gains) > 2.5 * np.std(gains) / np.sqrt(len(gains))


def test_a_damaged_leaning_is_named(river, tmp_path):
    whole = minds.read(river.definition.folder / "leaning.npz", leaning_shapes(river))
    np.savez(tmp_path / "leaning.npz", **{**whole, "pull_bias": whole["pull_bias"][:-1]})
    with pytest.raises(BoxError, match=r"^leaning.npz: pull_bias: \(173,\): expected \(174,\)"):
        minds.read(tmp_path / "leaning.npz", leaning_shapes(river))
