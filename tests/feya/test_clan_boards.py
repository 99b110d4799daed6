"""Clan board spaces, normal and advanced, and the special tiles."""

from __future__ import annotations

import pytest

from sampan.games.feya.rounds import start_round

from .position import Position, lagoon


def opening(track: int, place: int, board: str = "normal") -> Position:
    """Seat 0 builds the settlement on this place of a track, counted from 1."""
    clan = "any" if board == "normal" else board
    side = "normal" if board == "normal" else "advanced"
    table = lagoon(board1=side, clan1=clan).guide(0, "monk").turn(0).give(0, gold=50, catch=0).boats(0, "b5")
    built = [1, 1, 1, 0]
    built[track - 1] = place - 1
    return table.built(0, *built).play("build:1", "boat:1", "go:b5", "site:b6", f"track:{track}")


def test_a_boat_lands_on_its_settlement_and_acts_from_the_next_turn():
    table = opening(3, 4)
    assert table.s.boat[0][1] == table.number("b6")
    assert table.ask == "END"  # the new boat may not act


def test_a_worker_is_free_from_the_next_turn_and_not_even_for_mana_before():
    table = opening(4, 2)
    assert table.s.workers[0] == 4 and table.has(0)["free"] == 2 and table.s.fresh == 1
    table.play("swap:worker>mana", "swap:worker>mana")
    assert table.why("swap:worker>mana") == "NO_WORKER"
    table.play("done")
    assert table.has(0)["free"] == 1


def test_a_catch_counts_for_every_boat():
    table = opening(2, 2).play("done").turn(0).give(0, fish=0).boats(0, "a3")
    assert table.play("fish:2", "boat:1", "go:a2").has(0)["fish"] == 2


def test_a_sailing_step_pays_at_once():
    assert opening(3, 2).points(0, "sailing") == 1


def test_a_feast_space_pays_three_and_asks_for_an_island():
    table = opening(1, 5)
    assert table.points(0, "board") == 3 and table.ask == "ISLAND"
    assert table.play("feast:1").ask == "END"


@pytest.mark.parametrize(
    ("track", "place", "gains"),
    [(1, 2, {"gold": 3}), (2, 3, {"mana": 1}), (4, 5, {"gold": 5}), (2, 5, {"vp": 3}), (4, 4, {"sailing": 1})],
)
def test_income_spaces_pay_every_round(track, place, gains):
    table = Position(3).give(0, mana=0, gold=0)
    plain = [0, 0, 0, 0]
    plain[track - 1] = place - 1
    table.guide(0, "builder").built(0, *plain)
    start_round(table.box, table.s)
    before = table.has(0) | {"vp": table.points(0, "income"), "sailing": int(table.s.sailing[0])}
    table.s.built[0][track - 1] += 1
    table.give(0, mana=0, gold=0, sailing=0)
    table.s.vp[:] = 0
    start_round(table.box, table.s)
    after = table.has(0) | {"vp": table.points(0, "income"), "sailing": int(table.s.sailing[0])}
    assert {name: after[name] - before[name] for name in gains} == gains


def test_an_empty_space_gives_nothing():
    table = opening(4, 1)
    assert table.points(0) == 0 and table.ask == "END" and table.s.fresh == 0


def test_tracks_are_built_from_the_left_and_end_after_five():
    table = lagoon().give(0, gold=50).boats(0, "b5").built(0, 5, 5, 5, 4)
    table.play("build:1", "boat:1", "go:b5", "site:b6")
    assert table.legal("track") == {"4"} and table.why("track:1") == "NO_TILE_LEFT"
    table.play("track:4", "done").turn(0)
    assert table.why("build:2") == "NO_TILE_LEFT" or table.why("build:2") == "TOO_LITTLE_MANA"


def test_crocodiles_win_three_workers_on_their_advanced_side():
    rewards = lagoon(board1="advanced", clan1="crocodile").box.board_reward[1]
    assert (rewards == 2).sum() == 3
    assert opening(2, 3, "crocodile").s.workers[0] == 4


def test_turtles_have_two_more_mana_incomes_on_their_advanced_side():
    rewards = Position(2).box.board_reward
    assert (rewards[2] == 4).sum() == (rewards[0] == 4).sum() + 2


def test_frogs_have_the_sailing_income_and_the_catch_earlier():
    assert opening(3, 2, "frog").points(0, "sailing") == 0
    assert opening(4, 1, "frog").s.catch[0] == 1


@pytest.mark.parametrize(("tile", "reward"), list(enumerate(["gold:3", "mana", "catch", "sail", "feast"], 1)))
def test_salamanders_choose_a_special_tile_for_its_symbol(tile, reward):
    table = opening(1, 2, "salamander")
    assert table.ask == "SPECIAL" and table.legal("special") == set("12345")
    table.play(f"special:{tile}").give(0, mana=0, gold=0)
    assert table.s.special_on[tile - 1] == 1
    if reward == "catch":
        assert table.s.catch[0] == 1
    elif reward == "sail":
        assert table.points(0, "sailing") == 1
    elif reward == "feast":
        assert table.points(0, "board") == 3 and table.ask == "ISLAND"
    else:
        table.guide(0, "builder")
        start_round(table.box, table.s)
        assert table.has(0)[reward.partition(":")[0]] == {"gold:3": 3, "mana": 2}[reward]


def test_a_special_tile_is_used_once_and_without_one_the_symbol_opens_nothing():
    table = opening(1, 2, "salamander").play("special:1", "done").turn(0)
    table.s.space[:] = -1
    table.boats(0, "b8").play("build:1", "boat:1", "go:b8", "site:b9", "track:2")
    table.s.special_on[1:] = 0
    table.s.built[0][1] = 2
    table.play("done").turn(0)
    table.s.space[:] = -1
    table.give(0, gold=50, free=3).boats(0, "d5").play("build:1", "boat:1", "go:d5", "site:d6", "track:2")
    assert table.ask in ("BOAT", "END") and table.s.special_due == 0


def test_a_special_tile_already_laid_is_refused():
    table = opening(1, 2, "salamander")
    table.s.special_on[2] = 4
    assert table.why("special:3") == "SPECIAL_USED"
