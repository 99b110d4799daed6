"""Caps: 25 koku, 6 of each good, the favor limit. What goes above is lost; the supply never runs out."""

from __future__ import annotations

import pytest

from sampan.games.river.terms import Source, Why

from .position import GOODS, Position


def sailing() -> Position:
    return Position().die(1).ship(1, at=5)


def test_koku_above_25_are_lost_to_a_visitor():
    assert sailing().koku(23).play("sail:1").koku() == 25
    assert sailing().koku(24).building(13, "port-2a", owner=1).play("sail:1").koku() == 25


def test_koku_above_25_are_lost_to_an_owner():
    assert sailing().building(13, "market-1a", owner=1).koku(24, seat=1).play("sail:1").koku(1) == 25


def test_koku_above_25_are_lost_at_a_journeys_end():
    position = Position().delivered("merchant-6").die(1).ship(1, at=14).koku(19)
    assert position.play("sail:1", "journey:koku").koku() == 25


def test_koku_above_25_are_lost_on_a_track():
    position = Position().delivered("merchant-1").die(1).ship(1, at=14).koku(24)
    table = position.influence(2, 4).building(9, "port-1a", owner=0).play("sail:1", "journey:silk")
    assert (table.influence(2), table.koku()) == (5, 25)


@pytest.mark.parametrize("good, tile", [("silk", "market-1a"), ("rice", "market-1b"), ("porcelain", "market-1c")])
def test_a_seventh_good_is_lost(good, tile):
    table = sailing().goods(**{good: 6}).building(13, tile, owner=1).play("sail:1")
    assert table.goods() == tuple(6 * (kind == good) for kind in GOODS)


def test_the_caps_of_goods_are_each_their_own():
    table = sailing().goods(silk=6, rice=6).building(13, "market-1c", owner=1).play("sail:1")
    assert table.goods() == (6, 6, 1)


def test_a_good_on_a_track_above_the_cap_is_lost():
    position = Position().die(2).koku(6).goods(rice=6).influence(2, 1).row("port-1a")
    assert position.play("build:8", "take:1").goods() == (0, 6, 0)


def test_favor_above_the_limit_is_lost_to_an_owner():
    assert sailing().building(13, "port-1c", owner=1).favor(3, seat=1, limit=3).play("sail:1").favor(1) == 3


def test_a_raised_limit_takes_more_favor():
    assert sailing().building(13, "port-1c", owner=1).favor(3, seat=1, limit=4).play("sail:1").favor(1) == 4


def test_favor_ends_at_6_after_three_monks():
    position = Position().delivered("monk-1", "monk-3").favor(5).goods(silk=6, rice=6, porcelain=6).die(5)
    table = position.hand("monk-5", "elder-1").play("deliver:monk-5")
    assert (table.favor(), table.favor_limit()) == (6, 6)


def test_a_fourth_monk_raises_the_limit_no_further():
    position = Position().delivered("monk-1", "monk-3", "monk-2").favor(3).goods(silk=6, rice=6, porcelain=6).die(5)
    table = position.hand("monk-5", "elder-1").play("deliver:monk-5")
    assert (table.favor(), table.favor_limit()) == (5, 6)


@pytest.mark.parametrize("give, get", [("silk", "rice"), ("rice", "porcelain"), ("porcelain", "silk")])
def test_no_trade_into_a_full_store(give, get):
    position = Position().goods(**{give: 2, get: 6})
    assert position.why(f"trade:{give}>{get}") == Why.GOOD_FULL
    assert f"trade:{give}>{get}" not in position.legal()


def test_no_trade_into_full_favor():
    position = Position().koku(25).favor(3, limit=3)
    assert position.why("trade:koku>favor") == Why.FAVOR_FULL
    assert "trade:koku>favor" not in position.legal()


def test_koku_never_run_out():
    """Four players may hold 100 koku, though the box has 95."""
    position = sailing().koku(24)
    for seat in (1, 2, 3):
        position.koku(25, seat)
    assert position.play("sail:1").koku() == 25


def test_clan_markers_never_run_out():
    """Six on the tracks and sixteen on buildings are all 22 of the box."""
    tiles = [f"{kind}-{era}{letter}" for era in (1, 2) for letter in "abc" for kind in ("port", "market", "manor")]
    shores = [s for s in range(1, 31) if s not in (6, 17, 29, 1)]
    position = Position().die(1).koku(6)
    for shore, tile in zip(shores, tiles[:16], strict=False):
        position.building(shore, tile, owner=0)
    assert position.play("build:1", "take:1").markers(1) == [0]


def test_points_go_beyond_the_track_of_100():
    assert sailing().vp(99).building(13, "shrine-1a", owner=1).play("sail:1").vp(Source.VISITOR) == 101
