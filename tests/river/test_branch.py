"""Branches of a game with hands and decks: what falls anew, what stays, and what a branch tells whom."""

from __future__ import annotations

from sampan.engine.game import EVERYBODY
from tests.engine.test_branch import AT, at
from tests.engine.test_record import played


def test_what_nobody_had_seen_falls_anew_and_hands_stay(river):
    there = at(river, played(river, 60), AT)
    others = [river.branch(there, seed) for seed in range(40)]
    for other in others:
        assert other.hand.tobytes() == there.hand.tobytes()
    size = int(there.deck_size[0])
    tops = {int(other.deck[0][size - 1]) for other in others}
    assert len(tops) > 10  # of some twenty cards
    assert {tuple(sorted(other.deck[0][:size].tolist())) for other in others} == {
        tuple(sorted(there.deck[0][:size].tolist()))
    }


def test_a_branch_for_one_seat_tells_nothing_of_what_that_seat_could_not_know(river):
    """Two games that look the same to the seat have the same branches, whatever the others hold in truth."""
    there = at(river, played(river, 60), AT)
    differs = 0
    for world in range(8):
        truth = river.redeal(river.hide(there, 1), 1, 1000 + world)  # as it could be in truth, for all seat 1 knows
        differs += truth.hand.tobytes() != there.hand.tobytes()
        for seed in range(8):
            assert river.branch(truth, seed, 1).tobytes() == river.branch(there, seed, 1).tobytes()
    assert differs > 4
    assert river.branch(there, 5, EVERYBODY).hand.tobytes() == there.hand.tobytes()
