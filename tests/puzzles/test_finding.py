"""Finding puzzles says the same again, goes on where it was broken off, and refuses what it cannot use in one line."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict, replace

import numpy as np
import pytest

from sampan.bots.calibration import Calibration
from sampan.engine.errors import OptionError
from sampan.engine.rule import JIT
from sampan.games import load
from sampan.lab import puzzles as lab
from sampan.lab.puzzles import Row, chosen, collect, kinds_of, level_of, look_through, planned
from sampan.puzzles.finding import Finder, Search, Standing
from sampan.puzzles.shape import puzzles_of
from sampan.review.judge import Effort

from ..shelf import FIRST, OWN

needs_speed = pytest.mark.skipif(not JIT, reason="thousands of rollouts need compiled rules; SAMPAN_JIT=0 is set")
TINY = Effort(search=3, first=4, second=4, trials=1, worlds=2, rounds=2, deals=3)
HASTY = Search(drops=2, others=1, quick=TINY, tries=2, checks=1, check=TINY)


@needs_speed
@pytest.mark.parametrize("name", OWN)
def test_the_same_game_gives_the_same_puzzle(name):
    match = replace(planned(load(name), 1, 3)[0], seats=("greedy",) * 2)
    first, again = (asdict(look_through(match, HASTY)) | {"seconds": 0} for _ in range(2))
    assert first == again
    assert first["looked"]["looked"] == 3


def test_every_number_of_players_is_planned_and_no_seed_twice(game):
    plan = planned(game, 60, 0)
    assert {match.options["players"] for match in plan} == {2, 3, 4}
    assert len({match.seed for match in plan}) == 60
    assert "expert" in {seat for match in plan for seat in match.seats}


def test_a_line_is_ahead_of_the_nearest_of_all_others_twice_the_error_taken_off():
    def line(mean, spread):
        own = mean + spread * np.array([1.0, -1.0] * 8)
        return np.stack([own, 1 - own], axis=1)

    steady = Standing([(1,), (2,), (3,)], [line(0.6, 0), line(0.4, 0), line(0.5, 0)], 0.5, 0)
    assert steady.order() == [0, 2, 1]
    assert steady.ahead(Calibration(), 0) == pytest.approx(0.1)
    noisy = Standing([(1,), (2,)], [line(0.6, 0), line(0.5, 0.2)], 0.5, 0)
    assert noisy.ahead(Calibration(), 0) < 0.1
    dropped = Standing([(1,), (2,)], [line(0.6, 0), line(0.3, 0)[:4]], 0.5, 0)
    assert dropped.order() == [0], "what was left out early is not the best"


@needs_speed
def test_lines_that_differ_in_exchanges_alone_are_right_where_they_promise_nearly_as_much(game):
    exchange, deed = game.definition.asides
    lines = [(deed,), (exchange, deed), (exchange, exchange, deed), (deed + 1,)]
    means = np.array([0.6, 0.59, 0.5, 0.599])
    values = [np.tile([mean, 1 - mean], (16, 1)) for mean in means]
    assert Finder(game, HASTY).alike(Standing(lines, values, 0.5, 0)) == [1]


@pytest.mark.parametrize(
    ("club", "expert", "level"), [(0.3, 0.0, 1), (0.8, 0.0, 2), (0.3, 0.3, 2), (0.3, 0.6, 3), (1.0, 1.0, 3)]
)
def test_levels_go_by_who_misses_it(club, expert, level):
    assert level_of({"club": club, "expert": expert}) == level


def fake(match):
    """A game in which nothing was found, without playing it."""
    return Row(match.number, match.seed, {"turns": 1}, 0.5, None)


def test_a_run_that_was_broken_off_goes_on_where_it_stopped(game, tmp_path, monkeypatch):
    path, made = tmp_path / "games.jsonl", Counter()
    monkeypatch.setattr(lab, "look_through", lambda match: made.update([match.number]) or fake(match))
    collect(game, 5, path)
    whole = path.read_text(encoding="utf-8")
    path.write_text("".join(whole.splitlines(keepends=True)[:4]) + '{"number": 3, "se', encoding="utf-8")
    assert len(collect(game, 5, path)) == 5
    assert made == {0: 1, 1: 1, 2: 1, 3: 2, 4: 2}
    assert path.read_text(encoding="utf-8") == whole
    assert len(collect(game, 2, path)) == 2


@pytest.mark.parametrize("spoiled", ["{}", '{"sampan_puzzles": 1}', "[1", '{"game": 3}'])
def test_another_file_is_refused_in_one_line_and_left_as_it_is(game, tmp_path, monkeypatch, spoiled):
    monkeypatch.setattr(lab, "look_through", fake)
    path = tmp_path / "games.jsonl"
    path.write_text(spoiled + "\n", encoding="utf-8")
    with pytest.raises(OptionError, match=r"games\.jsonl"):
        collect(game, 2, path)
    assert path.read_text(encoding="utf-8") == spoiled + "\n"


def test_a_damaged_line_is_refused_in_one_line(game, tmp_path, monkeypatch):
    monkeypatch.setattr(lab, "look_through", fake)
    path = tmp_path / "games.jsonl"
    collect(game, 3, path)
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    for bad in ("{}\n", lines[3], '{"number": 1, "seed": 1, "looked": {"odd": 1}, "seconds": 1, "puzzle": null}\n'):
        path.write_text("".join([lines[0], lines[1], bad]), encoding="utf-8")
        with pytest.raises(OptionError, match="line 3 is damaged"):
            collect(game, 3, path)


def test_a_game_that_does_not_say_what_puzzles_are_about_has_none(game):
    plain = type(game)(replace(game.definition, puzzles=None), game.box)
    with pytest.raises(OptionError, match="expected a game that says what puzzles are about"):
        kinds_of(plain)


def test_those_are_taken_that_spread_best():
    game = load(FIRST)
    there = puzzles_of(game).puzzles
    rows = [Row(k, k, {}, 0.0, json.loads(json.dumps(puzzle.fields()))) for k, puzzle in enumerate(there)]
    taken = chosen(game, rows, len(there))
    assert sorted(puzzle.id for puzzle in taken) == sorted(puzzle.id for puzzle in there)
    assert {(puzzle.id, puzzle.kind, puzzle.level) for puzzle in taken} == {
        (puzzle.id, puzzle.kind, puzzle.level) for puzzle in there
    }
    assert [puzzle.id for puzzle in chosen(game, rows, 1)] == [taken[0].id]
