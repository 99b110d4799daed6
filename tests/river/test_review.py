"""What a review says of River of Gold's own choices."""

from __future__ import annotations

import pytest

from sampan.games import load
from sampan.review.candidates import without_exchanges
from sampan.review.turns import deed_of


def test_a_turned_die_that_leads_elsewhere_is_not_needless():
    game = load("river")
    state = game.deal({"players": 2}, 3)
    line = tuple(game.move_from(text) for text in ("die:up", "sail:1"))
    assert without_exchanges(game, state, line) == line


@pytest.mark.parametrize("deed", ["good:rice", "journey:koku", "roll", "end"])
def test_a_choice_that_is_a_turn_of_its_own_has_a_name(deed):
    game = load("river")
    assert deed_of(game, [game.move_from(deed)]) == deed.partition(":")[0]
