"""The test kit notices what River must not leave open when it hides, and what it describes wrongly."""

from __future__ import annotations

import pytest

from sampan.games.river import hide as river_hide
from tests.engine.breaking import insist_lie_noticed, insist_noticed


def test_a_hand_left_open_is_noticed():
    def hide(box, s, seat):
        kept = s.hand.copy()
        river_hide.hide(box, s, seat)
        s.hand[:] = kept

    insist_noticed("river", "redeal changes what seat -1 knows|faults", hide=hide)


def test_a_deck_order_left_open_is_noticed():
    def hide(box, s, seat):
        kept = s.deck.copy()
        river_hide.hide(box, s, seat)
        s.deck[:] = kept

    insist_noticed("river", "redeal changes what seat -1 knows", hide=hide)


@pytest.mark.parametrize("figure", ["cost", "river", "steps", "face", "number"])
def test_a_figure_that_does_not_come_true_is_noticed(figure):
    promise = rf"described with {figure} = \d+, was \d+"
    insist_lie_noticed("river", figure, lambda args: args[figure] + 1, promise)
