"""What judged costs come to is found again in decisions that were drawn from it."""

from __future__ import annotations

import json
import random

import pytest

from sampan.engine.record import parse_record, verify
from sampan.engine.rule import JIT
from sampan.games import load
from sampan.lab.costs import Decision, Far, fitted, plan, recorded, spread, worth_from
from sampan.lab.match import Match
from sampan.review.worth import Worth

from ..shelf import FIRST

NOISE, FAR_NOISE = 0.02, 0.04


def drawn(worth: float, doubt: float, number: int = 20_000) -> list[Decision]:
    """Decisions in which costs come to so much of themselves, so far off."""
    dice, rows = random.Random(3), []
    for k in range(number):
        true, openness = dice.uniform(-0.02, 0.15), dice.uniform(0.2, 1.0)
        far = worth * true + dice.gauss(0, doubt * openness) + dice.gauss(0, FAR_NOISE)
        rows.append(Decision(k // 20, 2, "club", openness, true + dice.gauss(0, NOISE), NOISE, far, FAR_NOISE))
    return rows


@pytest.mark.parametrize(("worth", "doubt"), [(1.0, 0.0), (0.7, 0.03), (1.2, 0.06)])
def test_worth_and_doubt_are_found_again_whatever_the_noise(worth, doubt):
    found = fitted(drawn(worth, doubt))
    assert found[0] == pytest.approx(worth, abs=0.03)
    assert found[1] == pytest.approx(doubt, abs=0.012)


def test_costs_are_shrunk_to_what_they_are_worth_but_never_blown_up():
    assert worth_from(0.8, 0.02, 9, 2, {}) == Worth(0.8, 0.02, 9, 2, {})
    assert worth_from(1.6, 0.04, 9, 2, {}) == Worth(1.0, 0.025, 9, 2, {})


def test_a_cost_within_its_error_counts_as_none_in_the_table_of_levels():
    rows = [Decision(0, 2, "expert", 1.0, 0.06, 0.01), Decision(0, 2, "expert", 1.0, 0.06, 0.04)]
    assert "50.0%" in spread(rows, Worth())[-1]
    assert "50.0%" not in spread(rows, Worth(1.0, 0.05))[-1]


def test_a_game_of_the_plan_has_a_record_that_proves_itself():
    game = load(FIRST)
    first = plan(FIRST, 9)
    assert {len(match.seats) for match in first} == {2, 3, 4} and first[0].seats != first[8].seats
    match = Match(0, FIRST, None, game.resolve({"players": 2}), ("random", "random"), 5)
    record = recorded(game, match)
    assert game.over(verify(game, parse_record(json.dumps(json.loads(record.to_json())))))


@pytest.mark.skipif(not JIT, reason="playing on needs compiled rules; SAMPAN_JIT=0 is set")
def test_games_that_are_played_on_end_with_one_win_shared_out():
    game = load(FIRST)
    hidden = game.hide(state := game.deal({"players": 3}, 4), game.to_move(state))
    lines = [[move] for move in game.legal_moves(hidden)[:2]]
    shares = Far(game).shares(hidden, lines, 3, 7)
    assert shares.shape == (2, 3, 3)
    assert shares.sum(axis=2) == pytest.approx(1.0)
    assert (Far(game).shares(hidden, lines, 3, 7) == shares).all()
