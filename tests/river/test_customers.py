"""Customers: what each of the thirty gives on delivery, from then on, and at the end."""

from __future__ import annotations

import pytest

from sampan.games import load
from sampan.games.river.terms import Ask, Source, Why

from .position import GAME, REGION_GOODS, Position

REGIONS = range(1, 7)
CHEAPEST = {1: (2, 5), 2: (8, 6), 3: (14, 5), 4: (19, 6), 5: (24, 6), 6: (30, 5)}  # region: shore space, cost


def rich() -> Position:
    return Position().goods(silk=6, rice=6, porcelain=6)


def delivering(card: str) -> Position:
    return rich().hand(card, "elder-1" if card != "elder-1" else "elder-2").die(int(card[-1]))


# ---------------------------------------------------------------- artisans


@pytest.mark.parametrize("region", REGIONS)
def test_an_artisan_brings_2_influence_in_her_region(region):
    table = delivering(f"artisan-{region}").play(f"deliver:artisan-{region}")
    assert [table.influence(r) for r in REGIONS] == [2 * (r == region) for r in REGIONS]


@pytest.mark.parametrize("region", REGIONS)
def test_an_artisan_takes_2_koku_off_building_in_her_region_alone(region):
    for other, (shore, cost) in CHEAPEST.items():
        price = cost - 2 * (other == region)
        position = Position().delivered(f"artisan-{region}").die(other)
        assert position.koku(price - 1).why(f"build:{shore}") == Why.TOO_FEW_KOKU
        assert position.koku(price).play(f"build:{shore}").koku() == 0


@pytest.mark.parametrize("region", REGIONS)
def test_an_artisan_scores_1_for_every_3_goods_left(region):
    position = Position().delivered(f"artisan-{region}").goods(silk=1, rice=4, porcelain=3)
    assert position.finish().vp(Source.ARTISANS) == 2


def test_anothers_artisan_makes_nothing_cheaper_for_me():
    assert Position().delivered("artisan-1", seat=1).die(1).koku(4).why("build:2") == Why.TOO_FEW_KOKU


def test_an_artisan_makes_no_space_cheaper_than_nothing(tmp_path):
    """No printed space is that cheap, so this takes a box of its own."""
    text = (GAME.definition.folder / "box.toml").read_text(encoding="utf-8")
    cheap = tmp_path / "cheap.toml"
    cheap.write_text(text.replace("{ id = 2, region = 1, cost = 5", "{ id = 2, region = 1, cost = 1"), encoding="utf-8")
    game = load("river", cheap)
    state = Position().delivered("artisan-1").die(1).koku(0).state
    game.play(state, "build:2")
    assert int(state[0].koku[0]) == 0


def test_goods_without_an_artisan_score_nothing():
    assert rich().finish().vp(Source.ARTISANS) == 0


def test_three_artisans_score_their_bonus_three_times():
    assert rich().delivered("artisan-1", "artisan-2", "artisan-3").finish().vp(Source.ARTISANS) == 18


# ---------------------------------------------------------------- elders


@pytest.mark.parametrize("region", REGIONS)
def test_an_elder_brings_nothing_when_delivered_to(region):
    table = delivering(f"elder-{region}").koku(7).play(f"deliver:elder-{region}")
    assert [table.influence(r) for r in REGIONS] == [0] * 6
    assert (table.koku(), table.vp(), table.favor()) == (7, 0, 2)
    assert table.ask == Ask.DISCARD


@pytest.mark.parametrize("region", REGIONS)
def test_an_elder_doubles_her_regions_tile_alone(region):
    position = Position(3).delivered(f"elder-{region}")
    for r, tile in zip(REGIONS, "abcdef", strict=True):
        position.scoring(r, tile).influence(r, 3)
    firsts = [7, 9, 8, 12, 10, 11]
    assert position.finish().vp(Source.REGION) == sum(firsts) + firsts[region - 1]


def test_an_elder_does_not_double_the_points_on_the_track():
    table = Position(3).delivered("elder-1").influence(1, 18).vp(6, source=Source.TRACK).finish()
    assert table.vp(Source.TRACK) == 6


def test_an_elder_doubles_for_her_own_player_only():
    position = Position(3).scoring(1, "c").influence(1, 3).influence(1, 5, seat=1).delivered("elder-1")
    table = position.finish()
    assert [table.vp(Source.REGION, seat) for seat in range(3)] == [8, 8, 0]


# ---------------------------------------------------------------- merchants


def arriving(*merchants: str) -> Position:
    """A sail of 1 from space 14 to 1, past four empty shore spaces of region 1."""
    return Position().delivered(*merchants).die(1).ship(1, at=14).koku(0).goods().favor(0)


@pytest.mark.parametrize("region", REGIONS)
def test_a_merchant_brings_3_influence(region):
    table = delivering(f"merchant-{region}").play(f"deliver:merchant-{region}")
    assert [table.influence(r) for r in REGIONS] == [3 * (r == region) for r in REGIONS]


@pytest.mark.parametrize("region", REGIONS)
def test_a_merchant_scores_1_for_every_5_koku_left(region):
    assert Position().delivered(f"merchant-{region}").koku(14).finish().vp(Source.MERCHANTS) == 2


def test_koku_without_a_merchant_scores_nothing():
    assert Position().koku(25).finish().vp(Source.MERCHANTS) == 0


def test_three_merchants_score_their_bonus_three_times():
    position = Position().delivered("merchant-1", "merchant-2", "merchant-3").koku(25)
    assert position.finish().vp(Source.MERCHANTS) == 15


def test_merchant_1_brings_influence_wherever_i_own_a_building():
    position = arriving("merchant-1").building(9, "port-1a", owner=0).building(10, "port-1b", owner=0)
    position.building(21, "port-1c", owner=1, second=0).building(26, "port-1d", owner=1)
    table = position.play("sail:1", "journey:koku")
    assert [table.influence(region) for region in REGIONS] == [0, 1, 0, 0, 1, 0]


def test_merchant_2_scores_for_every_customer_so_far():
    table = arriving("merchant-2", "elder-1", "noble-1").play("sail:1", "journey:koku")
    assert table.vp(Source.JOURNEY) == 3


def test_merchant_3_gives_any_good():
    table = arriving("merchant-3").play("sail:1", "journey:koku")
    assert table.choices() == {"good:silk", "good:rice", "good:porcelain"}
    assert table.play("good:porcelain").goods() == (0, 0, 1)


def test_merchant_3_gives_nothing_to_full_stores():
    table = arriving("merchant-3").goods(silk=6, rice=6, porcelain=6).play("sail:1", "journey:koku")
    assert (table.ask, table.goods()) == (Ask.END, (6, 6, 6))


def test_merchant_4_buys_goods_one_by_one_for_5_koku():
    table = arriving("merchant-4").goods(silk=2, rice=1).play("sail:1", "journey:koku")
    assert table.choices() == {"sell:silk", "sell:rice", "stop"}
    table.play("sell:silk", "sell:rice")
    assert (table.koku(), table.goods()) == (4 + 3 + 10, (1, 0, 0))
    assert table.play("stop").ask == Ask.END


def test_merchant_4_may_be_sold_nothing():
    table = arriving("merchant-4").goods(silk=2).play("sail:1", "journey:koku", "stop")
    assert (table.goods(), table.ask) == ((2, 0, 0), Ask.END)


def test_merchant_4_asks_nobody_without_goods():
    assert arriving("merchant-4").play("sail:1", "journey:koku").ask == Ask.END


def test_merchant_4_asks_no_other_player():
    table = arriving("merchant-4").play("sail:1", "journey:koku", "end", "sail:2")
    assert (table.seat, table.ask) == (1, Ask.END)


def test_merchant_4_buys_nothing_at_25_koku():
    table = arriving("merchant-4").goods(silk=2).koku(25).play("sail:1", "journey:koku")
    assert table.why("sell:silk") in (Why.KOKU_FULL, Why.NOT_NOW)
    assert table.legal("sell") == set()


def test_merchant_4_asks_nobody_who_could_take_neither_koku_nor_favor():
    table = arriving("merchant-4").goods(silk=2).koku(25).favor(3, limit=3).play("sail:1", "journey:koku")
    assert table.ask == Ask.END


def test_merchant_4_pays_only_up_to_25_koku():
    table = arriving("merchant-4").goods(silk=2).koku(19).play("sail:1", "merchant:merchant-4", "sell:silk")
    assert (table.koku(), table.legal("sell")) == (25, set())


def test_merchant_5_brings_a_favor():
    table = arriving("merchant-5").play("sail:1", "journey:koku")
    assert (table.favor(), table.koku()) == (1, 7)


def test_merchant_6_brings_3_koku():
    assert arriving("merchant-6").play("sail:1", "journey:rice").koku() == 4 + 3


def test_a_merchants_ability_starts_with_the_delivery_not_before():
    position = arriving().hand("merchant-5").die(1)
    assert position.play("sail:1", "journey:koku").favor() == 0


# ---------------------------------------------------------------- monks


@pytest.mark.parametrize("region", REGIONS)
def test_a_monk_raises_the_limit_then_gives_2_favor_and_no_influence(region):
    table = delivering(f"monk-{region}").favor(2, limit=3).play(f"deliver:monk-{region}")
    assert (table.favor(), table.favor_limit()) == (4, 4)
    assert [table.influence(r) for r in REGIONS] == [0] * 6


def test_a_monks_favor_stops_at_the_new_limit():
    table = delivering("monk-1").favor(3, limit=3).play("deliver:monk-1")
    assert (table.favor(), table.favor_limit()) == (4, 4)


def test_the_favor_limit_stops_at_6():
    table = delivering("monk-1").favor(5, limit=6).play("deliver:monk-1")
    assert (table.favor(), table.favor_limit()) == (6, 6)


def monks_board(card: str) -> Position:
    """Own and foreign buildings with one and two markers."""
    position = delivering(card)
    position.building(9, "port-1a", owner=0).building(10, "port-1b", owner=1)
    position.building(11, "port-1c", owner=0, second=1).building(12, "port-1d", owner=1, second=2)
    return position.building(13, "port-1e", owner=0, second=0)


@pytest.mark.parametrize("card", ["monk-1", "monk-3", "monk-5"])
def test_an_odd_monk_marks_an_own_building_with_one_marker(card):
    table = monks_board(card).play(f"deliver:{card}")
    assert table.choices() == {"marker:9"}
    assert table.play("marker:9").markers(9) == [0, 0]


@pytest.mark.parametrize("card", ["monk-2", "monk-4", "monk-6"])
def test_an_even_monk_marks_an_opponents_building_with_one_marker(card):
    table = monks_board(card).play(f"deliver:{card}")
    assert table.choices() == {"marker:10"}
    assert table.play("marker:10").markers(10) == [1, 0]


def test_every_wrong_place_for_a_second_marker_has_its_reason():
    table = monks_board("monk-1").play("deliver:monk-1")
    assert table.why("marker:10") == Why.NOT_OWN_BUILDING
    assert table.why("marker:11") == table.why("marker:13") == Why.MARKERS_FULL
    assert table.why("marker:6") == table.why("marker:1") == Why.NO_MARKER_THERE
    assert monks_board("monk-2").play("deliver:monk-2").why("marker:9") == Why.NOT_OPPONENT_BUILDING


def test_starting_buildings_take_no_marker():
    position = Position(2).goods(silk=6, rice=6, porcelain=6).hand("monk-1", "elder-1").die(1)
    assert position.play("deliver:monk-1").ask == Ask.DISCARD


@pytest.mark.parametrize("card", ["monk-1", "monk-2"])
def test_a_marker_without_a_place_is_skipped(card):
    assert delivering(card).play(f"deliver:{card}").ask == Ask.DISCARD


def test_a_marker_with_a_place_must_be_placed():
    table = monks_board("monk-1").play("deliver:monk-1")
    assert table.ask == Ask.MARKER
    assert table.why("stop") == table.why("end") == Why.NOT_NOW


def test_a_second_marker_brings_no_influence_and_no_reward():
    table = delivering("monk-1").building(12, "shrine-1c", owner=0).favor(0, limit=6).play("deliver:monk-1")
    table.play("marker:12")
    assert (table.favor(), [table.influence(r) for r in REGIONS]) == (2, [0] * 6)


def test_monks_score_nothing_of_their_own():
    position = rich().koku(25).delivered("monk-1", "monk-2").building(9, "port-1a", owner=0)
    assert position.finish().vp() == 5  # for two customers


# ---------------------------------------------------------------- nobles


@pytest.mark.parametrize("region", REGIONS)
def test_a_noble_brings_2_influence(region):
    table = delivering(f"noble-{region}").play(f"deliver:noble-{region}")
    assert [table.influence(r) for r in REGIONS] == [2 * (r == region) for r in REGIONS]


@pytest.mark.parametrize("ship", [1, 2])
def test_the_first_noble_swaps_a_common_ship_where_it_is(ship):
    table = delivering("noble-1").ship(1, at=3).ship(2, at=12).play("deliver:noble-1")
    assert table.choices() == {"royal:1", "royal:2"}
    table.play(f"royal:{ship}")
    assert (table.royal(), table.ship(1), table.ship(2)) == (ship, 3, 12)


def test_later_nobles_add_to_the_same_royal_ship():
    table = delivering("noble-1").delivered("noble-2").royal(2).play("deliver:noble-1")
    assert (table.ask, table.royal()) == (Ask.DISCARD, 2)


def royal(*nobles: str, start: int = 6) -> Position:
    """The royal ship is ship 1 and sails 1 space."""
    return Position().delivered(*nobles).royal(1).die(1).ship(1, at=start).koku(0).goods().favor(0)


def test_noble_1_lets_a_markets_good_be_any():
    position = royal("noble-1").building(14, "market-1a", owner=1)
    table = position.play("sail:1")
    assert table.choices() == {"good:silk", "good:rice", "good:porcelain"}
    assert table.play("good:porcelain").goods() == (0, 0, 1)


@pytest.mark.parametrize("market", ["imperial-rice", "imperial-porcelain"])
def test_noble_1_changes_an_imperial_markets_good_but_not_its_favor(market):
    table = royal("noble-1", start=2).building(6, market).play("sail:1")
    assert (table.ask, table.favor()) == (Ask.GOOD, 1)
    assert table.play("good:silk").goods() == (1, 0, 0)


def test_noble_1_changes_the_silk_markets_good_but_not_its_card():
    table = royal("noble-1", start=2).building(6, "imperial-silk").deck("elder-5").play("sail:1")
    assert "elder-5" in table.hand()
    table.play("good:rice")
    assert (table.goods(), table.ask) == ((0, 1, 0), Ask.DISCARD)


def test_noble_1_leaves_owner_rewards_alone():
    table = royal("noble-1").building(14, "port-1a", owner=0).play("sail:1")
    assert (table.goods(), table.ask) == ((0, 1, 0), Ask.END)


def test_noble_2_gets_2_koku_from_empty_spaces():
    assert royal("noble-2").play("sail:1").koku() == 8
    assert royal("noble-2").building(14, "port-1a", owner=1).play("sail:1").koku() == 3 * 2 + 3


def test_noble_3_brings_influence_once_in_each_region_on_the_banks():
    table = royal("noble-3").play("sail:1")  # space 7: three spaces of region 3, one of region 4
    assert [table.influence(region) for region in REGIONS] == [0, 0, 1, 1, 0, 0]
    table = royal("noble-3", start=5).play("sail:1")  # space 6: region 3 alone
    assert [table.influence(region) for region in REGIONS] == [0, 0, 1, 0, 0, 0]


def test_noble_4_scores_1_for_any_number_of_opponents_buildings():
    position = royal("noble-4").building(14, "port-1a", owner=1).building(12, "port-1b", owner=2)
    assert position.play("sail:1").vp(Source.ROYAL_SHIP) == 1
    assert royal("noble-4").building(14, "port-1a", owner=0).play("sail:1").vp(Source.ROYAL_SHIP) == 0


def test_noble_6_scores_1_for_any_number_of_own_buildings():
    position = royal("noble-6").building(14, "port-1a", owner=0).building(12, "port-1b", owner=0)
    assert position.play("sail:1").vp(Source.ROYAL_SHIP) == 1
    assert royal("noble-6").building(14, "port-1a", owner=1).play("sail:1").vp(Source.ROYAL_SHIP) == 0


def test_a_shared_building_is_own_and_opponents_at_once():
    position = royal("noble-4", "noble-6").building(14, "port-1a", owner=1, second=0)
    assert position.play("sail:1").vp(Source.ROYAL_SHIP) == 2


def test_imperial_markets_are_nobodys_for_nobles_4_and_6():
    position = royal("noble-4", "noble-6", start=2).building(6, "imperial-rice")
    assert position.play("sail:1").vp(Source.ROYAL_SHIP) == 0


@pytest.mark.parametrize("face, up, down", [(1, 2, 6), (3, 4, 2), (6, 1, 5)])
def test_noble_5_moves_the_royal_ship_one_more_or_one_less(face, up, down):
    position = royal("noble-5", start=1).die(face)
    assert position.legal("sail") == {"sail:1", "sail:1+", "sail:1-", "sail:2"}
    for move, steps in (("sail:1", face), ("sail:1+", up), ("sail:1-", down)):
        table = position.table().copy().play(move)
        assert (table.ship(1), table.ship(2)) == (1 + steps, 9)


def test_noble_5_alters_the_move_not_the_die():
    table = royal("noble-5").die(3).play("sail:1+")
    assert table.die() == 3


def test_noble_5_does_not_help_the_common_ship():
    assert royal("noble-5").why("sail:2+") == Why.NOT_ROYAL


def test_noble_5_may_complete_a_journey_by_the_shift():
    assert royal("noble-5", start=13).die(1).play("sail:1+").ask in (Ask.JOURNEY, Ask.GOOD, Ask.DISCARD)


@pytest.mark.parametrize("noble", ["noble-1", "noble-2", "noble-3", "noble-4", "noble-6"])
def test_a_common_ship_has_no_royal_ability(noble):
    position = royal(noble).ship(2, at=6).building(14, "market-1a", owner=1).building(12, "port-1b", owner=0)
    table = position.play("sail:2")
    assert (table.koku(), table.goods(), table.ask) == (3 + 1 + 2, (1, 0, 1), Ask.END)
    assert (table.vp(Source.ROYAL_SHIP), table.influence(3)) == (0, 0)


NOBLE_BONUS = [("noble-1", 3), ("noble-2", 1), ("noble-3", 2), ("noble-4", 1), ("noble-5", 4), ("noble-6", 4)]


@pytest.mark.parametrize("noble, points", NOBLE_BONUS)
def test_a_noble_scores_for_buildings_at_the_end(noble, points):
    """Three markets, two manors, a port, a shrine: four types, in the regions 1, 2, 3 and 4."""
    position = Position().delivered(noble).building(1, "market-1a", owner=0).building(2, "market-1b", owner=1, second=0)
    position.building(7, "market-2a", owner=0, second=0).building(8, "manor-1a", owner=0)
    position.building(12, "manor-2a", owner=0).building(13, "port-1a", owner=0).building(16, "shrine-1a", owner=0)
    position.building(24, "port-1b", owner=1).building(27, "shrine-1b", owner=1).building(28, "manor-1b", owner=2)
    assert position.finish().vp(Source.NOBLES) == points


def test_several_nobles_add_up():
    position = Position().delivered("noble-1", "noble-5", "noble-6").building(1, "market-1a", owner=0)
    assert position.finish().vp(Source.NOBLES) == 3


def test_starting_buildings_count_for_no_noble():
    position = Position(2).delivered("noble-1", "noble-2", "noble-3", "noble-4", "noble-5", "noble-6")
    assert position.finish().vp(Source.NOBLES) == 0


# ---------------------------------------------------------------- all of them


@pytest.mark.parametrize("kind", ["artisan", "merchant", "noble"])
@pytest.mark.parametrize("region", REGIONS)
def test_the_influence_of_a_delivery_collects_what_it_passes(kind, region):
    card = f"{kind}-{region}"
    position = delivering(card).goods(silk=3, rice=3, porcelain=3)
    order = sum(position.table().goods()) - sum(position.table().copy().play(f"deliver:{card}").goods())
    paid = {"artisan": 2, "merchant": 3, "noble": 4}[kind]
    assert order == paid - 1  # one good, of the region's kind, lies on step 2
    position.influence(region, 2)
    before = position.table().copy().play(f"deliver:{card}").goods()
    again = position.influence(region, 0).play(f"deliver:{card}").goods()
    gained = [now - then for then, now in zip(before, again, strict=True)]
    assert dict(zip(("silk", "rice", "porcelain"), gained, strict=True))[REGION_GOODS[region - 1]] == 1
