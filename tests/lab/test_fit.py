"""Fitting weights: what explains the points is found, and what was not seen stays as it was."""

from __future__ import annotations

import tomllib

import numpy as np
import pytest

from sampan.bots.workspace import judgement_of, read_judgement
from sampan.engine.errors import BoxError
from sampan.engine.rule import JIT
from sampan.games import load, names
from sampan.lab.fit import fitted, gather, text_of
from tests.shelf import FIRST


def test_the_weights_behind_the_points_are_found_and_unseen_ones_stay():
    dice = np.random.default_rng(1)
    true = np.array([[1.0, 3.0, 0.0], [2.0, 1.0, 0.0], [3.0, 0.0, 0.0]])
    rows, gone = dice.random((20_000, 3)) * 5, dice.random(20_000)
    rows[:, 2] = 0
    place = gone * 2
    low = np.minimum(place.astype(int), 1)
    part = (place - low)[:, None]
    points = (rows * (true[low] * (1 - part) + true[low + 1] * part)).sum(axis=1)
    found = fitted(rows, gone, points, np.full((3, 3), 0.7), stiffness=1e-3)
    assert np.abs(found[:, :2] - true[:, :2]).max() < 0.01 and found[:, 2] == pytest.approx(0.7)


@pytest.mark.skipif(not JIT, reason="games of search need compiled rules; SAMPAN_JIT=0 is set")
def test_games_of_search_are_seen_by_every_seat():
    game = load(FIRST)
    rows, gone, points = gather(game, 2, iterations=2, seed=3)
    assert len(rows) == len(gone) == len(points) > 20 and rows.shape[1] == len(game.definition.figure_names())
    assert gone.min() >= 0 and gone.max() <= 1 and set(rows[:, 0]) == {1.0}
    again = gather(game, 2, iterations=2, seed=3)
    assert all((one == other).all() for one, other in zip((rows, gone, points), again, strict=True))


@pytest.mark.parametrize("name", names())
def test_a_judgement_survives_writing_and_reading(name, tmp_path):
    game = load(name)
    judgement, figures = judgement_of(game), game.definition.figure_names()
    path = tmp_path / "judgement.toml"
    path.write_text(text_of(judgement, judgement.weights, figures, game.title))
    again = read_judgement(path, tuple(figures))
    assert np.allclose(again.weights, judgement.weights, atol=1e-3)
    assert np.allclose(again.parameters, judgement.parameters) and again.levels == judgement.levels


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda text: text.replace("points = ", "pints = ", 1), "weights.points: expected exactly anything, points"),
        (
            lambda text: text.replace("rival_weight = ", "rivals = ", 1),
            "parameters.rival_weight: expected exactly rival_weight",
        ),
        (lambda text: text.replace("points = [", "points = [1, ", 1), "expected numbers"),
        (lambda text: "[", "cannot be read"),
    ],
)
def test_a_damaged_judgement_is_named(change, said, tmp_path):
    game = load(FIRST)
    text = (game.definition.folder / "judgement.toml").read_text()
    assert tomllib.loads(text)
    path = tmp_path / "judgement.toml"
    path.write_text(change(text))
    with pytest.raises(BoxError, match=said):
        read_judgement(path, tuple(game.definition.figure_names()))
