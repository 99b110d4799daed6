"""Sailing: the move, the visitor's rewards, the owners' rewards, the free choices."""

from __future__ import annotations

import pytest

from sampan.games.river.terms import Ask, Source, Why

from .position import GAME, Position

VISITOR = [  # koku, goods, influence in region 3, points
    *((f"port-1{letter}", 3, (0, 0, 0), 0, 0) for letter in "abcdef"),
    *((f"port-2{letter}", 5, (0, 0, 0), 0, 0) for letter in "abcd"),
    *((f"market-1{letter}", 0, (1, 0, 0), 0, 0) for letter in "ad"),
    *((f"market-1{letter}", 0, (0, 1, 0), 0, 0) for letter in "be"),
    *((f"market-1{letter}", 0, (0, 0, 1), 0, 0) for letter in "cf"),
    *((f"manor-1{letter}", 0, (1, 0, 0), 2, 0) for letter in "abcdef"),  # the second step holds a silk
    *((f"manor-2{letter}", 0, (1, 0, 0), 3, 0) for letter in "abcd"),
    *((f"shrine-1{letter}", 0, (0, 0, 0), 0, 2) for letter in "abcdef"),
    *((f"shrine-2{letter}", 0, (0, 0, 0), 0, 3) for letter in "abcd"),
]
OWNER = [  # every owner reward: koku, goods, favor, points, influence in region 3
    ("port-1a", 0, (0, 1, 0), 0, 0, 0),
    ("port-1b", 1, (0, 0, 1), 0, 0, 0),
    ("port-1c", 0, (0, 0, 0), 1, 0, 0),
    ("port-1e", 0, (0, 0, 0), 0, 1, 0),
    ("port-1f", 0, (0, 0, 0), 1, 1, 0),
    ("market-1a", 2, (0, 0, 0), 0, 0, 0),
    ("market-1b", 0, (0, 0, 0), 1, 1, 0),
    ("market-1c", 1, (0, 0, 0), 0, 1, 0),
    ("market-1d", 0, (0, 0, 0), 0, 1, 0),
    ("market-1e", 0, (0, 0, 0), 1, 0, 0),
    ("manor-1a", 0, (1, 0, 0), 0, 0, 0),
    ("manor-1b", 1, (0, 1, 0), 0, 0, 0),
    ("manor-1c", 0, (0, 0, 0), 1, 0, 0),
    ("manor-1f", 0, (0, 0, 0), 0, 1, 0),
    ("shrine-1a", 0, (0, 0, 1), 0, 0, 0),
    ("shrine-1b", 1, (1, 0, 0), 0, 0, 0),
    ("shrine-1c", 0, (0, 0, 0), 1, 0, 0),
    ("shrine-1e", 1, (0, 0, 0), 0, 1, 0),
    ("shrine-1f", 0, (0, 0, 0), 0, 1, 0),
    ("port-2a", 0, (0, 0, 0), 0, 2, 0),
    ("port-2c", 0, (0, 1, 0), 1, 0, 0),
    ("port-2d", 0, (0, 0, 0), 0, 3, 0),
    ("market-2a", 0, (0, 0, 0), 1, 0, 0),
    ("market-2b", 0, (0, 0, 0), 0, 0, 1),
    ("market-2c", 0, (0, 0, 0), 0, 3, 0),
    ("market-2d", 0, (0, 0, 0), 0, 2, 0),
    ("manor-2a", 0, (0, 0, 0), 0, 0, 1),
    ("manor-2b", 0, (0, 0, 1), 1, 0, 0),
    ("manor-2c", 0, (0, 0, 0), 0, 2, 0),
    ("manor-2d", 0, (0, 0, 0), 0, 3, 0),
    ("shrine-2a", 0, (0, 0, 0), 0, 0, 1),
    ("shrine-2b", 0, (1, 0, 0), 0, 0, 0),
    ("shrine-2d", 0, (0, 0, 0), 1, 0, 0),
]
RIVER = {
    1: (1, 2, 3, 4), 2: (3, 4, 5, 7), 3: (4, 6, 7, 9), 4: (6, 8, 9, 10), 5: (9, 10, 11, 12),
    6: (11, 12, 13, 15), 7: (12, 14, 15, 16), 8: (15, 16, 17, 18), 9: (17, 18, 19, 21), 10: (18, 20, 21, 23),
    11: (21, 22, 23, 25), 12: (22, 24, 25, 26), 13: (25, 26, 27, 29), 14: (26, 28, 29, 30),
}  # fmt: skip


def sailing(seat: int = 0) -> Position:
    """A sail of 1 from space 5 to 6, where four empty shore spaces of region 3 lie (11, 12, 13, 15)."""
    return Position().turn(seat).die(1, seat).ship(1, at=5, seat=seat).koku(0, seat).goods(seat).favor(0, seat)


@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize("space", range(1, 15))
def test_a_ship_moves_as_far_as_the_die_shows(space, face):
    table = Position().die(face).ship(2, at=space).play("sail:2")
    assert table.ship(2) == (space - 1 + face) % 14 + 1
    assert table.ship(1) == 4


@pytest.mark.parametrize("space", range(1, 15))
def test_every_river_space_touches_its_four_shore_spaces(space):
    """Each of the four holds a shrine of somebody else's, unless an imperial market stands there."""
    shrines = ["shrine-1a", "shrine-1b", "shrine-1c", "shrine-1d"]
    position = Position().die(1).ship(1, at=(space - 2) % 14 + 1)
    free = [shore for shore in RIVER[space] if shore not in (6, 17, 29)]
    for shore, tile in zip(free, shrines, strict=False):
        position.building(shore, tile, owner=1)
    assert position.play("sail:1").vp(Source.VISITOR) == 2 * len(free)


def test_either_ship_may_sail():
    assert Position().legal("sail") == {"sail:1", "sail:2"}


def test_ships_share_spaces():
    table = Position().die(1).ship(1, at=5).ship(2, at=6).ship(1, at=6, seat=1).play("sail:1")
    assert table.ship(1) == table.ship(2) == table.ship(1, seat=1) == 6


def test_four_empty_spaces_pay_four_koku():
    assert sailing().play("sail:1").koku() == 4


@pytest.mark.parametrize("tile, koku, goods, influence, points", VISITOR)
def test_a_visitor_gains_the_tiles_visitor_reward(tile, koku, goods, influence, points):
    table = sailing().building(13, tile, owner=1).play("sail:1")
    assert (table.koku(), table.goods()) == (3 + koku, goods)
    assert (table.influence(3), table.vp(Source.VISITOR)) == (influence, points)
    assert table.favor() == 0


@pytest.mark.parametrize("tile, koku, goods, favor, points, influence", OWNER)
def test_the_owner_gains_the_tiles_owner_reward(tile, koku, goods, favor, points, influence):
    position = sailing().building(13, tile, owner=1).koku(0, seat=1).goods(seat=1).favor(0, seat=1)
    table = position.play("sail:1")
    assert (table.koku(1), table.goods(1), table.favor(1)) == (koku, goods, favor)
    assert (table.vp(Source.OWNER, 1), table.vp(seat=1)) == (points, points)
    assert [table.influence(region, 1) for region in range(1, 7)] == [0, 0, influence, 0, 0, 0]


@pytest.mark.parametrize("kind", ["port", "market", "manor", "shrine"])
def test_koku_per_building_counts_the_owners_buildings_of_that_type(kind):
    position = sailing().koku(0, seat=1).building(13, f"{kind}-1d" if kind != "market" else "market-1f", owner=1)
    position.building(1, f"{kind}-1a", owner=1).building(2, f"{kind}-1b", owner=0)
    assert position.play("sail:1").koku(1) == 2


def test_koku_per_building_counts_a_tile_with_two_own_markers_once():
    position = sailing().koku(0, seat=1).building(13, "port-1d", owner=1).building(1, "port-1a", owner=1, second=1)
    assert position.play("sail:1").koku(1) == 2


def test_koku_per_building_counts_a_tile_shared_with_another():
    position = sailing().koku(0, seat=1).building(13, "port-1d", owner=1).building(1, "port-1a", owner=0, second=1)
    assert position.play("sail:1").koku(1) == 2


def test_koku_per_building_leaves_out_starting_buildings():
    position = Position(2).turn(0).die(1).ship(1, at=5).koku(0, seat=1).building(13, "port-1d", owner=1)
    for shore in (3, 11):
        position.building(shore, "start-port")
    assert position.play("sail:1").koku(1) == 1


def test_koku_per_customer_counts_those_delivered_to():
    position = sailing().koku(0, seat=1).building(13, "manor-1e", owner=1).delivered("elder-1", "elder-2", seat=1)
    assert position.play("sail:1").koku(1) == 2


def test_koku_per_customer_pays_nothing_before_the_first():
    assert sailing().koku(0, seat=1).building(13, "manor-1e", owner=1).play("sail:1").koku(1) == 0


@pytest.mark.parametrize("tile", ["market-2a", "market-2b", "market-2c", "market-2d"])
def test_a_market_of_era_2_gives_its_visitor_any_good(tile):
    table = sailing().building(13, tile, owner=1).play("sail:1")
    assert table.choices() == {"good:silk", "good:rice", "good:porcelain"}
    assert table.play("good:rice").goods() == (0, 1, 0)


@pytest.mark.parametrize("tile", ["port-2b", "shrine-2c"])
def test_an_owner_may_gain_any_good(tile):
    table = sailing().building(13, tile, owner=1).goods(seat=1).play("sail:1")
    assert (table.seat, table.ask) == (1, Ask.GOOD)
    assert table.play("good:porcelain").goods(1) == (0, 0, 1)


def test_an_own_building_pays_me_as_visitor_and_as_owner():
    table = sailing().building(13, "shrine-1b", owner=0).play("sail:1")
    assert (table.vp(Source.VISITOR), table.koku(), table.goods()) == (2, 3 + 1, (1, 0, 0))


def test_two_own_markers_pay_twice():
    position = sailing().building(13, "port-1b", owner=1, second=1).koku(0, seat=1).goods(seat=1)
    table = position.play("sail:1")
    assert (table.koku(1), table.goods(1)) == (2, (0, 0, 2))


def test_both_owners_of_a_tile_are_paid():
    position = sailing().building(13, "market-1d", owner=1, second=2)
    table = position.play("sail:1")
    assert [table.vp(Source.OWNER, seat) for seat in range(4)] == [0, 1, 1, 0]


def test_other_owners_gain_nothing_from_buildings_not_visited():
    assert sailing().building(14, "port-1e", owner=1).play("sail:1").vp(seat=1) == 0


@pytest.mark.parametrize("tile, koku, influence, points", [
    ("start-port", 3, 0, 0), ("start-manor", 0, 2, 0), ("start-shrine", 0, 0, 2),
])  # fmt: skip
def test_starting_buildings_pay_their_visitor_and_nobody_else(tile, koku, influence, points):
    position = Position(3).die(1).ship(1, at=5).koku(0).goods().building(11, tile)
    before = position.table().copy()
    table = position.play("sail:1")
    assert (table.koku(), table.influence(3), table.vp()) == (3 + koku, influence, points)
    for seat in (1, 2):
        assert (table.koku(seat), table.goods(seat), table.vp(seat=seat)) == (
            before.koku(seat), before.goods(seat), 0,
        )  # fmt: skip


def test_visitor_influence_goes_to_the_region_of_the_tile():
    """Space 7 touches the regions 3 and 4; the manor stands on shore space 16, in region 4."""
    table = Position().die(1).ship(1, at=6).building(16, "manor-1b", owner=1).play("sail:1")
    assert (table.influence(3), table.influence(4)) == (0, 2)


def test_owner_influence_goes_to_the_region_of_the_tile():
    table = Position().die(1).ship(1, at=6).building(16, "shrine-2a", owner=1).play("sail:1")
    assert (table.influence(3, 1), table.influence(4, 1)) == (0, 1)


def test_visitor_rewards_come_before_owner_rewards():
    """The visitor passes the owner's marker only because the owner is still below when the visitor moves."""
    position = sailing().patron("hyobu", seat=1).influence(3, 1, seat=1)
    position.building(11, "market-2b", owner=1).building(13, "manor-1a", owner=2)
    table = position.play("sail:1", "good:rice")
    assert (table.influence(3, 0), table.influence(3, 1)) == (2, 2)
    assert table.vp(Source.PATRON, 1) == 3


def test_shore_spaces_are_visited_by_ascending_number():
    """Hyobu on step 2 is passed by 0 to 3 and on to 5, but not by 0 to 2 and on to 5."""

    def passed(first: str, second: str) -> int:
        position = sailing().patron("hyobu", seat=1).influence(3, 2, seat=1)
        table = position.building(11, first, owner=2).building(13, second, owner=2).play("sail:1")
        assert table.influence(3) == 5
        return table.vp(Source.PATRON, 1)

    assert passed("manor-2c", "manor-1b") == 3
    assert passed("manor-1b", "manor-2c") == 0


def test_owners_are_paid_by_ascending_number_of_the_shore_space():
    """Kachiko, level with seat 1, steps over that marker if it was moved before hers."""

    def kachiko(first: int, second: int) -> int:
        position = sailing().patron("kachiko", seat=2).influence(3, 2, seat=1).influence(3, 2, seat=2)
        position.building(11, "shrine-2a", owner=first).building(13, "market-2b", owner=second)
        return position.play("sail:1").influence(3, 2)

    assert kachiko(1, 2) == 4
    assert kachiko(2, 1) == 3


def test_markers_on_one_tile_are_paid_in_the_order_they_were_placed():
    def kachiko(first: int, second: int) -> int:
        position = sailing().patron("kachiko", seat=2).influence(3, 2, seat=1).influence(3, 2, seat=2)
        return position.building(13, "shrine-2a", owner=first, second=second).play("sail:1").influence(3, 2)

    assert kachiko(1, 2) == 4
    assert kachiko(2, 1) == 3


def test_what_follows_a_sail_comes_before_the_free_goods():
    position = sailing().delivered("noble-3", "noble-4").patron("uji").building(13, "market-2a", owner=1)
    table = position.play("sail:1")
    assert (table.ask, table.influence(3)) == (Ask.GOOD, 1)
    assert (table.vp(Source.ROYAL_SHIP), table.vp(Source.PATRON)) == (1, 2)


def test_free_goods_are_picked_after_all_fixed_gains():
    position = sailing().building(11, "market-2a", owner=0).building(13, "shrine-2b", owner=0)
    table = position.play("sail:1")
    assert (table.ask, table.seat) == (Ask.GOOD, 0)
    assert (table.koku(), table.vp(Source.VISITOR), table.favor(), table.goods()) == (2, 3, 1, (1, 0, 0))
    assert table.play("good:rice").goods() == (1, 1, 0)


def test_the_active_player_picks_first_and_the_other_owners_follow_clockwise():
    position = sailing(seat=2).building(11, "port-2b", owner=1).building(12, "shrine-2c", owner=3)
    position.building(13, "market-2c", owner=0).koku(3, seat=1)
    table = position.play("sail:1")
    order = []
    while table.ask == Ask.GOOD:
        order.append(table.seat)
        table.play("good:rice")
    assert (order, table.seat, table.ask) == ([2, 3, 1], 2, Ask.END)


def test_two_free_goods_are_picked_one_by_one():
    position = sailing().building(11, "market-2a", owner=1).building(12, "market-2d", owner=1)
    table = position.play("sail:1", "good:silk", "good:porcelain")
    assert (table.goods(), table.ask) == ((1, 0, 1), Ask.END)


def test_two_own_markers_on_a_free_good_give_two_picks():
    position = sailing().building(11, "port-2b", owner=1, second=1).goods(seat=1)
    table = position.play("sail:1", "good:silk", "good:rice")
    assert (table.goods(1), table.ask, table.seat) == ((1, 1, 0), Ask.END, 0)


def test_a_good_at_its_cap_is_not_offered():
    table = sailing().goods(silk=6, rice=5).building(11, "market-2a", owner=1).play("sail:1")
    assert table.legal("good") == {"good:rice", "good:porcelain"}
    assert table.why("good:silk") == Why.GOOD_FULL


def test_nothing_left_to_choose_is_nothing_gained():
    table = sailing().goods(silk=6, rice=6, porcelain=6).building(11, "market-2a", owner=1).play("sail:1")
    assert (table.ask, table.goods()) == (Ask.END, (6, 6, 6))


def test_an_owner_with_full_stores_is_not_asked():
    position = sailing().building(11, "port-2b", owner=1).goods(1, silk=6, rice=6, porcelain=6)
    table = position.play("sail:1")
    assert (table.ask, table.seat, table.goods(1)) == (Ask.END, 0, (6, 6, 6))


def test_a_second_pick_falls_away_when_the_first_fills_the_store():
    position = sailing().goods(silk=6, rice=6, porcelain=5)
    table = (
        position.building(11, "market-2a", owner=1).building(12, "market-2d", owner=1).play("sail:1", "good:porcelain")
    )
    assert (table.ask, table.goods()) == (Ask.END, (6, 6, 6))


def test_visiting_cannot_be_declined():
    table = sailing().play("sail:1")
    assert table.choices() == {"end"}
    table = sailing().building(11, "market-2a", owner=1).play("sail:1")
    assert table.choices() == {"good:silk", "good:rice", "good:porcelain"}


def test_only_a_royal_ship_shifts_the_die():
    position = Position()
    assert position.why("sail:1+") == Why.NOT_ROYAL
    assert position.delivered("noble-1").why("sail:1+") == Why.NO_DIE_SHIFT


def test_moves_read_the_same_by_number():
    position = Position()
    assert GAME.why_not(position.state, GAME.move_from("sail:2")) == Why.OK
