"""Long campaigns: the test kit over many seeds, and every kind of move and reason met at least once."""

from __future__ import annotations

import pytest

from sampan.engine.batch import play_out
from sampan.engine.check import all_options, check
from sampan.games import NAMES, load

from .unmet import NEVER, SELDOM

pytestmark = pytest.mark.soak
GAMES_EACH = 40
SEED = 10_000


@pytest.mark.parametrize("name", NAMES)
def test_many_varied_games_keep_every_promise_and_meet_every_kind_and_reason(name):
    game = load(name)
    report = check(game, GAMES_EACH, SEED)
    kinds = {block.kind for block in game.moves.blocks}
    reasons = {why.name for why in game.definition.why if why} - set(NEVER[name]) - set(SELDOM[name])
    assert kinds - set(report.kinds) == set(), "kinds of move that were never made"
    assert reasons - set(report.reasons) == set(), "reasons that were never met"


@pytest.mark.parametrize("name", NAMES)
def test_many_random_games_end_without_a_fault(name):
    game = load(name)
    for options in all_options(game):
        played = play_out(game, 20_000, options, SEED)
        assert (played.states.seat == -1).all()
        for k in range(0, 20_000, 100):
            assert game.definition.faults(game, played.states[k : k + 1]) == []
