"""A server reviews games for months: code that a review has compiled serves the next one."""

from __future__ import annotations

import pytest

from sampan.bots import evaluate
from sampan.engine.rule import JIT
from sampan.games import load
from sampan.review.review import review

from ..shelf import OWN
from .games_played import QUICK, finished

pytestmark = pytest.mark.skipif(not JIT, reason="thousands of rollouts need compiled rules; SAMPAN_JIT=0 is set")


@pytest.mark.parametrize("name", OWN)
def test_a_second_review_loads_no_machine_code(name, monkeypatch):
    game, bound = load(name), []
    record = finished(game, 5)
    review(game, record, effort=QUICK)
    bind = evaluate.bind
    monkeypatch.setattr(evaluate, "bind", lambda *asked: bound.append(asked[0].__name__) or bind(*asked))
    review(game, record, effort=QUICK)
    assert bound == []
