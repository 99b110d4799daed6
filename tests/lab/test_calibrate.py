"""Chances are fitted to what came true, measured on other games, and kept with what they were made with."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from sampan.bots.calibration import Calibration, nets_mark, read_calibration
from sampan.bots.workspace import judgement_of
from sampan.engine.errors import BoxError, OptionError
from sampan.lab import calibrate
from sampan.lab.calibrate import Position, Sample, already, collect, fit, halves, planned, reliability, well_filled
from sampan.lab.match import Match
from sampan.lab.reliability import plotted

from ..shelf import FIRST

TOO_TIMID = 2.0  # the slope that makes these chances true


def imagined(number: int, players: int) -> list[Sample]:
    """Games whose values are too timid by a known slope."""
    dice, found = random.Random(3), []
    for k in range(number):
        raw = np.array([dice.uniform(0.2, 1.0) for _ in range(players)])
        true = raw**TOO_TIMID / (raw**TOO_TIMID).sum()
        winner = dice.choices(range(players), true.tolist())[0]
        share = tuple(float(seat == winner) for seat in range(players))
        position = Position(dice.random(), tuple((raw / raw.sum()).tolist()))
        found.append(Sample(Match(k, FIRST, None, {}, ("club",) * players, k), share, (position,)))
    return found


def test_a_known_slope_is_found_again_and_makes_chances_true(game):
    fitted, tried = halves(imagined(6000, 2) + imagined(6000, 3))
    calibration = fit(game, fitted)
    for players in (2, 3):
        for progress in (0.1, 0.5, 0.9):
            assert calibration.slope(players, progress) == pytest.approx(TOO_TIMID, abs=0.35)
    before, after = reliability(tried, Calibration()), reliability(tried, calibration)
    least = well_filled(tried)
    assert calibrate.largest_gap(before, least) > 0.06 > 0.04 > calibrate.largest_gap(after, least)
    assert plotted(FIRST, len(tried), before, after).count("<circle") == sum("won" in row for row in before + after)
    assert all(len(line) < 120 for line in calibrate.lines(after))


def test_chances_add_up_and_keep_their_order():
    bold = Calibration({3: (0.5, 0.5, 0.0)})
    values = np.array([0.6, 0.3, 0.1])
    for progress in (0.0, 1.0):
        chances = bold.chances(values, progress)
        assert chances.sum() == pytest.approx(1.0) and [*chances] == sorted(chances, reverse=True)
    assert bold.chances(values, 1.0) == pytest.approx(values) and bold.chances(values, 0.0)[0] < 0.6
    assert Calibration().chances(values, 0.3) == pytest.approx(values), "without a calibration values stay as they are"
    step = 1e-6
    more = bold.chances(values + np.array([step, -step * 0.75, -step * 0.25]), 0.5)[0] - bold.chances(values, 0.5)[0]
    assert bold.steepness(values, 0.5, 0) == pytest.approx(more / step, rel=0.01)


def test_a_calibration_made_with_other_nets_says_so_in_one_line(game, tmp_path):
    made = fit(game, imagined(20, 2))
    file = tmp_path / "calibration.json"
    file.write_text(made.to_json(), encoding="utf-8")
    assert read_calibration(file) == made and made.stale(game) == ""
    assert "value_net.npz" in replace(made, made_of={**made.made_of, "value_net.npz": "other"}).stale(game)
    assert "box" in replace(made, box="other").stale(game) and "not calibrated" in Calibration().stale(game)
    (tmp_path / "damaged.json").write_text("{", encoding="utf-8")
    with pytest.raises(BoxError, match=r"damaged\.json"):
        read_calibration(tmp_path / "damaged.json")


def test_figures_in_the_folder_hold_where_only_levels_changed_that_nobody_measured_with(game, monkeypatch):
    judgement, made = judgement_of(game), nets_mark(game)

    def marked(**changed):
        monkeypatch.setattr("sampan.bots.calibration.judgement_of", lambda game: replace(judgement, **changed))
        return nets_mark(game)

    assert marked(levels={**judgement.levels, "learner": {"slips": 99.0}}) == made
    assert marked(levels={**judgement.levels, "club": {"slips": 99.0}}) != made
    assert marked(weights=judgement.weights + 1) != made and marked(parameters=judgement.parameters + 1) != made


def test_games_are_of_all_sizes_and_levels_and_go_on_where_a_file_ends(tmp_path, monkeypatch):
    plan, played = planned(FIRST, 24), []
    assert {len(match.seats) for match in plan} == {2, 3, 4}
    assert {name for match in plan for name in match.seats} == {"club", "greedy", "expert"}
    assert planned(FIRST, 24) == plan

    def sampled(match: Match) -> Sample:
        played.append(match.number)
        share = tuple(float(seat == 0) for seat in range(len(match.seats)))
        return Sample(match, share, (Position(0.25, share), Position(0.5, share)))

    monkeypatch.setattr(calibrate, "sample", sampled)
    file = tmp_path / "games.csv"
    first = collect(plan[:5], file, 1)
    assert collect(plan[:8], file, 1)[:5] == first and played == [*range(8)]
    assert [sample.match for sample in already(file, plan)] == plan[:8]
    with pytest.raises(OptionError, match="another plan"):
        already(file, planned(FIRST, 8, seed=7))
    file.write_text("a,b\n", encoding="utf-8")
    with pytest.raises(OptionError, match="begins with"):
        already(file, plan)


def test_positions_of_a_real_game_are_evaluated_as_they_are_shown():
    match = next(
        match for match in planned(FIRST, 9) if match.seats == ("greedy", "club") or "expert" not in match.seats
    )
    sample = calibrate.sample(match)
    assert len(sample.positions) == calibrate.SAMPLED and sum(sample.share) == pytest.approx(1.0)
    for position in sample.positions:
        assert sum(position.values) == pytest.approx(1.0) and 0.0 <= position.progress <= 1.0
    assert calibrate.sample(match) == sample
