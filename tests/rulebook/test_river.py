"""The worked examples of the River of Gold rulebook, one test each, with the page they are on."""

from __future__ import annotations

from sampan.games.river.terms import Ask, Source

from ..river.position import GAME, Position


def test_two_favor_turn_a_2_into_a_1_and_then_into_a_6():
    """Page 6."""
    table = Position().die(2).favor(2).play("die:down")
    assert (table.die(), table.favor()) == (1, 1)
    table.play("die:down")
    assert (table.die(), table.favor()) == (6, 0)


def test_favor_gained_above_the_limit_is_lost():
    """Page 6."""
    table = Position().die(1).favor(3, limit=3).koku(6).row("port-1b", "manor-1b", "shrine-1b", "port-1a")
    assert table.play("build:1", "take:4").favor() == 3


def test_a_rolled_3_takes_the_set_up_ship_three_spaces_from_the_upper_start():
    """Page 5."""
    spaces = {int(GAME.deal({"players": 4}, seed).ship[0, seat, 0]) + 1 for seed in range(40) for seat in range(4)}
    assert spaces == {1 + rolled for rolled in range(1, 7)}
    assert 1 + 3 in spaces


def test_building_for_9_in_region_4_gains_2_influence_and_a_porcelain():
    """Page 8."""
    position = Position().die(4).koku(9).goods().row("port-1a", "shrine-1e", "manor-1a", "market-1a")
    table = position.stack(1, top="market-1d").play("build:16")
    assert (table.koku(), table.ask) == (0, Ask.TILE)
    table.play("take:2")
    assert (table.tile(16), table.markers(16)) == ("shrine-1e", [0])
    assert (table.influence(4), table.goods()) == (2, (0, 0, 1))
    assert table.row() == ["market-1d", "port-1a", "manor-1a", "market-1a"]


def test_a_ship_meets_four_shore_spaces():
    """Page 9."""
    position = Position().die(2).ship(1, at=3).koku(0).goods().goods(seat=1).goods(seat=3)
    position.koku(0, seat=3).favor(0, seat=1)
    position.building(9, "market-1c", owner=3).building(11, "market-1b", owner=1).building(12, "shrine-1a", owner=0)
    table = position.play("sail:1")
    assert table.ship(1) == 5
    assert (table.koku(), table.goods(), table.vp(Source.VISITOR)) == (1, (0, 1, 2), 2)
    assert (table.koku(3), table.vp(Source.OWNER, 3), table.goods(3)) == (1, 1, (0, 0, 0))
    assert (table.favor(1), table.vp(Source.OWNER, 1), table.goods(1)) == (1, 1, (0, 0, 0))


def test_the_merchant_of_region_6_wants_1_silk_and_2_rice():
    """Page 10."""
    position = Position().die(6).goods(silk=1, rice=2, porcelain=0).hand("merchant-6", "elder-1").koku(5)
    table = position.deck("elder-2", "elder-3").play("deliver:merchant-6")
    assert table.goods() == (1, 0, 0)  # the silk lies on step 2 of region 6
    assert (table.influence(6), table.delivered()) == (3, {"merchant-6"})
    assert table.hand() == {"elder-1", "elder-2", "elder-3"}
    table.play("discard:elder-1")
    assert (table.hand(), table.discards()) == ({"elder-2", "elder-3"}, {"elder-1"})
    assert table.ask == Ask.END


def test_the_merchant_of_region_6_adds_3_koku_to_every_journey():
    """Page 10."""
    table = Position().delivered("merchant-6").die(2).ship(1, at=14).koku(0).play("sail:1")
    before = table.koku()
    assert table.play("journey:koku").koku() == before + 3 + 3


def test_the_merchant_of_region_6_scores_1_for_every_5_koku_left():
    """Page 10."""
    assert Position().delivered("merchant-6").koku(14).finish().vp(Source.MERCHANTS) == 2


def test_the_void_mastery_pays_7_and_then_5():
    """Page 10."""
    position = Position(3).masteries("void", "earth", "water").die(6).die(6, seat=1)
    for region in range(1, 7):
        position.influence(region, 1).influence(region, 1, seat=1)
    table = position.play("sail:1")
    assert table.vp(Source.MASTERY) == 7
    table.play("end", "sail:1")
    assert table.vp(Source.MASTERY, 1) == 5


def test_a_journey_calls_every_merchant():
    """Page 11."""
    position = Position().delivered("merchant-5", "merchant-6").die(1).ship(1, at=14).koku(0).favor(0)
    table = position.play("sail:1", "journey:silk", "merchant:merchant-5")
    assert (table.favor(), table.koku()) == (1, 4 + 3)


def test_moving_the_royal_ship_calls_every_noble():
    """Page 11."""
    position = Position().delivered("noble-2", "noble-3", "noble-6").die(3).ship(1, at=7).koku(0)
    table = position.building(20, "port-1e", owner=0).play("sail:1")
    assert table.koku() == 3 + 3 * 2  # the port, and three empty spaces
    assert (table.influence(4), table.influence(5)) == (1, 1)
    assert table.vp(Source.ROYAL_SHIP) == 1


def test_two_merchants_with_12_koku_score_4():
    """Page 11."""
    assert Position().delivered("merchant-1", "merchant-2").koku(12).finish().vp(Source.MERCHANTS) == 4


def test_two_artisans_with_7_goods_score_4():
    """Page 11."""
    position = Position().delivered("artisan-1", "artisan-2").goods(silk=3, rice=2, porcelain=2)
    assert position.finish().vp(Source.ARTISANS) == 4


def test_the_artisan_of_region_3_makes_building_there_2_koku_cheaper():
    """Page 11."""
    table = Position().delivered("artisan-3").die(3).koku(6).play("build:11")
    assert table.koku() == 0


def test_the_elder_of_region_4_doubles_that_regions_tile():
    """Page 11."""
    position = Position(3).scoring(4, "c").influence(4, 6).influence(4, 3, seat=1)
    assert position.delivered("elder-4").finish().vp(Source.REGION) == 16


def test_a_monks_marker_on_anothers_building_pays_both_owners():
    """Page 11."""
    position = Position().die(2).goods(silk=3, rice=2).goods(seat=1).hand("monk-2", "elder-1")
    position.building(12, "shrine-1a", owner=1).koku(0).ship(1, at=3, seat=2).die(2, seat=2)
    table = position.play("deliver:monk-2", "marker:12", "discard:elder-1", "end", "sail:2", "end", "sail:1")
    assert table.markers(12) == [1, 0]
    assert (table.goods(0), table.goods(1)) == ((0, 0, 1), (0, 0, 1))


def test_9_and_5_shared_by_two_is_7_each_and_14_with_the_elder():
    """Page 12."""
    position = Position(3).scoring(2, "b").influence(2, 8).influence(2, 8, seat=1).influence(2, 4, seat=2)
    table = position.delivered("elder-2").finish()
    assert [table.vp(Source.REGION, seat) for seat in range(3)] == [14, 7, 0]
