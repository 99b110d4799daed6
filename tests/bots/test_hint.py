"""What tells the moves of a hint apart: sources in which they differ by more than chance explains, and nothing else."""

from __future__ import annotations

import numpy as np

from sampan.bots.hint import LEAST, REASONS, RIVALS, reasons

NAMES = ["visits", "regions", "cards", "track", "fish"]


def sheets(*differences):
    """Two moves over twelve rounds of two seats; the second brings so much more, by seat and source."""
    noise = np.random.default_rng(1).normal(10.0, 5.0, (12, 2, len(NAMES)))
    wobble = np.linspace(-0.1, 0.1, 12)[:, None, None]
    more = np.zeros((2, len(NAMES)))
    for seat, source, points in differences:
        more[seat, source] = points
    return [noise, noise + more + wobble * (more != 0)]


def test_a_difference_is_found_through_any_noise_that_both_moves_share():
    both = sheets((0, 1, 3.0), (0, 2, -2.0))
    assert reasons(NAMES, 0, both, 1) == {"regions": 3.0, "cards": -2.0}
    assert reasons(NAMES, 0, both, 0) == {"regions": -3.0, "cards": 2.0}


def test_the_largest_come_first_and_there_are_few():
    found = reasons(NAMES, 0, sheets(*((0, source, 1.0 + source) for source in range(5))), 1)
    assert list(found) == ["fish", "track", "cards"] and len(found) == REASONS


def test_what_the_others_come_to_is_a_reason_as_well():
    assert reasons(NAMES, 0, sheets((1, 3, -4.0)), 1) == {RIVALS: -4.0}


def test_what_chance_explains_is_no_reason_nor_is_a_trifle_nor_a_single_move():
    one, other = np.random.default_rng(2).normal(10.0, 5.0, (2, 12, 2, len(NAMES)))
    assert reasons(NAMES, 0, [one, other], 0) == {}
    assert reasons(NAMES, 0, sheets((0, 1, LEAST / 2)), 1) == {}
    assert reasons(NAMES, 0, [one], 0) == {}
