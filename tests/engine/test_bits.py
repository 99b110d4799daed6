"""Small sets in 64 bits, against Python's own sets."""

from __future__ import annotations

import random

import numpy as np

from sampan.engine.bits import bit, count, has, lowest, without


def test_sets_behave_like_python_sets():
    dice = random.Random(1)
    for _ in range(300):
        members = set(dice.sample(range(64), dice.randrange(1, 20)))
        packed = np.uint64(sum(1 << member for member in members))
        assert count(packed) == len(members)
        assert lowest(packed) == min(members)
        probe = dice.randrange(64)
        assert bool(has(packed, probe)) == (probe in members)
        assert int(without(packed, probe)) == sum(1 << member for member in members - {probe})
        assert int(bit(probe)) == 1 << probe
