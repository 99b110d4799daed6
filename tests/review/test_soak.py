"""Over many games luck comes to nothing for every seat, and so does what the evaluation got wrong."""

from __future__ import annotations

import pytest

from sampan.games import load
from sampan.lab.win_rates import NORMAL_95, mean_interval
from sampan.review.review import review

from ..shelf import OWN
from .games_played import QUICK, finished
from .test_review import insist_sums

GAMES = 200
SURE = 3.3 / NORMAL_95  # half intervals that the mean of so many games may be off: once in a thousand


@pytest.mark.soak
@pytest.mark.parametrize("name", OWN)
def test_luck_and_remainder_come_to_nothing_over_many_games(name):
    game, sums = load(name), {"luck": [[], [], [], []], "remainder": [[], [], [], []]}
    for seed in range(GAMES):
        found = review(game, finished(game, seed, 2 + seed % 3), effort=QUICK, seed=seed)
        insist_sums(found)
        for seat, sheet in enumerate(found.sheets):
            for part, seats in sums.items():
                seats[seat].append(getattr(sheet, part))
    off = []
    for part, seats in sums.items():
        for seat, values in enumerate(seats):
            mean, low, high = mean_interval(values)
            print(f"{name}: {part} of seat {seat + 1}: {mean:+.4f} ({low:+.4f} to {high:+.4f}) in {len(values)} games")
            if abs(mean) > SURE * (high - low) / 2:
                off.append((part, seat, mean))
    assert not off
