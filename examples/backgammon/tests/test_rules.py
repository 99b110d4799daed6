"""Backgammon's rules, one position each; a player's points are counted from that player's side."""

from __future__ import annotations

import numpy as np
import pytest
from position import position


def test_the_opening_is_thrown_by_both_and_the_higher_die_begins(game):
    starts = []
    for seed in range(40):
        state = game.deal(None, seed)
        high, low = state.dice[0].tolist()
        assert high > low and int(state.owed[0]) == 2
        starts.append(game.to_move(state))
    assert set(starts) == {0, 1}


def test_a_checker_moves_by_either_die_and_not_onto_two_of_the_others(game):
    state = position(game, own={13: 2, 1: 13}, other={17: 2, 1: 13}, dice=(5, 3))
    # the other's 17 is point 8 here: 13/8 is blocked, 13/10 is open
    assert game.why_not(state, "move:13/8").name == "BLOCKED"
    assert game.why_not(state, "move:13/10").name == "OK"
    assert game.why_not(state, "move:13/9").name == "NO_DIE"
    assert game.why_not(state, "move:12/9").name == "NO_CHECKER"


def test_a_lone_checker_is_hit_and_must_enter_before_anything_else_moves(game):
    state = position(game, own={8: 1, 1: 14}, other={19: 1, 13: 14}, dice=(6, 2))
    game.play(state, "move:8/6")  # the other's 19
    assert state.checkers[0, 1, 25] == 1 and state.checkers[0, 1, 19] == 0
    other = position(game, own={25: 1, 13: 14}, other={1: 13, 6: 2}, dice=(5, 3), seat=0)
    assert game.why_not(other, "move:13/8").name == "BAR_FIRST"
    assert {game.move_text(move) for move in game.legal_moves(other)} == {"move:bar/20", "move:bar/22"}


def test_who_cannot_enter_passes(game):
    state = position(game, own={25: 1, 13: 14}, other=dict.fromkeys(range(1, 7), 2) | {20: 3}, roll=True)
    game.play(state, "roll")
    assert game.to_move(state) == 1 and game.legal_moves(state) == [game.move_from("roll")]
    assert int(state.checkers[0, 0, 25]) == 1


def test_only_the_higher_die_is_played_where_one_of_two_can_be(game):
    # 6 or 5 could be played, never both
    state = position(game, own={20: 1, 1: 14}, other={16: 2, 2: 13}, dice=(6, 5))
    assert [game.move_text(move) for move in game.legal_moves(state)] == ["move:20/14"]
    assert game.why_not(state, "move:20/15").name == "HIGHER_DIE"


def test_the_lower_die_is_played_where_the_higher_cannot_be(game):
    state = position(game, own={20: 1, 1: 14}, other={11: 2, 16: 13}, dice=(6, 5))
    assert [game.move_text(move) for move in game.legal_moves(state)] == ["move:20/15"]


def test_a_move_that_would_leave_a_die_unplayed_is_refused(game):
    # after 24/18 no 1 can be played; 8/2/1 plays both dice
    state = position(game, own={24: 1, 8: 1, 1: 13}, other={2: 2, 18: 2, 8: 11}, dice=(6, 1))
    assert game.why_not(state, "move:24/18").name == "USE_ALL_DICE"
    assert [game.move_text(move) for move in game.legal_moves(state)] == ["move:8/2"]


def test_a_double_is_played_four_times_or_as_often_as_possible(game):
    four = position(game, own={24: 2, 13: 13}, other={6: 15}, dice=(2, 2))
    assert int(four.owed[0]) == 4
    # 13/11/9 and then the other's 18 blocks point 7; the fourteen on point 1 cannot move by a 2
    two = position(game, own={13: 1, 1: 14}, other={18: 2, 6: 13}, dice=(2, 2))
    assert int(two.owed[0]) == 2


def test_bearing_off_needs_all_checkers_home(game):
    state = position(game, own={7: 1, 3: 14}, other={1: 15}, dice=(3, 2))
    assert game.why_not(state, "move:3/off").name == "NOT_HOME"
    home = position(game, own={6: 1, 3: 14}, other={1: 15}, dice=(3, 2))
    assert game.why_not(home, "move:3/off").name == "OK"


def test_a_die_that_is_too_high_bears_off_from_the_farthest_point_only(game):
    state = position(game, own={5: 2, 3: 13}, other={1: 15}, dice=(6, 4))
    assert game.why_not(state, "move:3/off").name == "CHECKER_BEHIND"
    assert game.why_not(state, "move:5/off").name == "OK"
    game.play(state, "move:5/off")
    assert state.uses[0].tolist() == [0, 1]  # the 6 was played


@pytest.mark.parametrize(
    ("loser", "points"),
    [
        ({0: 1, 6: 14}, 1), ({6: 15}, 2), ({6: 14, 19: 1}, 3), ({6: 14, 25: 1}, 3), ({6: 14, 18: 1}, 2),
        ({0: 1, 23: 14}, 1),
    ],
)  # fmt: skip
def test_a_game_counts_one_a_gammon_two_a_backgammon_three(game, loser, points):
    state = position(game, own={0: 14, 1: 1}, other=loser, dice=(2, 1))
    game.play(state, "move:1/off")
    assert game.over(state) and game.scores(state) == [points, 0] and game.winners(state) == [0]


def test_the_numbers_of_moves_follow_from_their_ends():
    from sampan_backgammon.moves import STEP, STEPS, step_of

    assert [step_of(start, end) for start, end in STEPS] == list(range(STEP, STEP + len(STEPS)))


def test_nobody_is_told_the_dice_to_come(game):
    state = game.deal(None, 3)
    hidden = game.hide(state, 0)
    assert not hidden.key.any() and not hidden.draws.any() and not hidden.block.any()
    assert np.array_equal(hidden.checkers, state.checkers)
