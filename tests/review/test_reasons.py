"""Points are told as a reason only where they are one."""

from __future__ import annotations

import numpy as np

from sampan.bots.hint import RIVALS
from sampan.review.reasons import reasons_for

NAMES = ["visits", "regions", "cards"]
ME, OTHER = 0, 1
ROUNDS = 12


def sheets(*given: tuple[int, int, float]):
    """Rounds of two lines: the played one brings nothing, the better one these points by seat and source, about."""
    noise = np.random.default_rng(4).normal(0, 0.2, (ROUNDS, 2, len(NAMES)))
    best = noise.copy()
    for seat, source, points in given:
        best[:, seat, source] += points
    return np.zeros_like(best), best


def test_what_brings_more_is_told_by_source():
    gain, told = reasons_for(NAMES, ME, *sheets((ME, 0, 4.0), (ME, 1, -1.0)))
    assert 2.8 < gain < 3.2
    assert list(told) == ["visits", "regions"] and told["visits"] > 3.8 and told["regions"] < -0.8


def test_what_it_gives_up_is_told_after_what_it_brings():
    gain, told = reasons_for(NAMES, ME, *sheets((ME, 0, -4.0), (ME, 1, 3.5), (ME, 2, 3.0)))
    assert gain > 2.0 and list(told) == ["regions", "cards", "visits"]


def test_a_better_line_with_fewer_points_is_never_told_by_its_points():
    assert reasons_for(NAMES, ME, *sheets((ME, 0, 2.0), (ME, 1, -4.0))) == (0.0, {})


def test_where_others_come_to_less_that_is_the_reason():
    gain, told = reasons_for(NAMES, ME, *sheets((ME, 1, -1.0), (OTHER, 2, -5.0)))
    assert gain == 0.0 and list(told) == [RIVALS] and told[RIVALS] < -4.5


def test_what_costs_oneself_more_than_the_others_is_no_reason():
    assert reasons_for(NAMES, ME, *sheets((ME, 1, -6.0), (OTHER, 2, -5.0))) == (0.0, {})


def test_others_that_come_to_more_are_no_reason():
    assert reasons_for(NAMES, ME, *sheets((OTHER, 2, 5.0))) == (0.0, {})


def test_what_may_be_chance_is_no_reason():
    played, best = sheets()
    best[0, ME, 0] += 30.0
    assert reasons_for(NAMES, ME, played, best) == (0.0, {})
    assert reasons_for(NAMES, ME, played[:1], best[:1]) == (0.0, {})


def test_sources_that_come_to_nothing_together_are_left_out_of_a_gain():
    many = ["a", "b", "c", "d", "e"]
    best = np.zeros((ROUNDS, 2, 5))
    best[:, ME] = [-3.0, 2.0, -2.0, 1.9, 1.8]
    assert reasons_for(many, ME, np.zeros_like(best), best) == (0.7, {})
