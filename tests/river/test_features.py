"""River of Gold as numbers."""

from __future__ import annotations

import numpy as np

from sampan.engine.check import all_options


def test_every_feature_has_a_name_and_a_sensible_size(river):
    every = list(all_options(river))
    state = river.deal(every[-1], 2)
    assert len(set(river.feature_names)) == len(river.feature_names) == len(river.features(state, 0))
    seen = np.zeros(len(river.feature_names))
    for seed in range(40):
        state = river.deal(every[seed % len(every)], seed)
        for _ in range(150):
            moves = river.legal_moves(state)
            if not moves:
                break
            river.play(state, moves[seed % len(moves)])
        features = river.features(state, seed % 2)
        assert np.isfinite(features).all() and features.min() >= 0 and features.max() <= 6
        seen = np.maximum(seen, features)
    assert (seen > 0).mean() > 0.5
