"""The journey's end: when it comes, its reward, the merchants, and the row."""

from __future__ import annotations

import pytest

from sampan.games.river.terms import Ask, Source, Why

from .position import Position

FREE = ["port-1b", "manor-1b", "shrine-1b", "port-1a"]


def arriving(*merchants: str) -> Position:
    """A ship on space 14 and a die of 1: the sail ends on space 1, at four empty shore spaces."""
    position = Position().die(1).ship(1, at=14).koku(0).goods().favor(0)
    return position.delivered(*merchants)


@pytest.mark.parametrize("space, face", [(14, 1), (13, 2), (9, 6), (14, 6)])
def test_leaving_space_14_completes_the_journey(space, face):
    table = Position().die(face).ship(1, at=space).play("sail:1")
    while table.ask in (Ask.GOOD, Ask.DISCARD):
        table.play(min(table.choices()))
    assert table.ask == Ask.JOURNEY
    assert table.ship(1) == space + face - 14


@pytest.mark.parametrize("space, face", [(13, 1), (8, 6)])
def test_standing_on_14_completes_nothing(space, face):
    position = Position().die(face).ship(1, at=space).building(29, "imperial-rice")
    table = position.play("sail:1")
    assert (table.ship(1), table.ask) == (14, Ask.END)
    assert int(table.s.tiles_gone) == 0


def test_the_journey_pays_3_koku_or_a_good():
    table = arriving().play("sail:1")
    assert table.choices() == {"journey:koku", "journey:silk", "journey:rice", "journey:porcelain"}
    assert table.copy().play("journey:koku").koku() == 4 + 3
    assert table.copy().play("journey:rice").goods() == (0, 1, 0)


def test_the_journeys_reward_comes_once():
    table = arriving("merchant-6", "merchant-5").play("sail:1", "journey:koku")
    assert table.why("journey:koku") == Why.REWARD_TAKEN


def test_the_journeys_reward_comes_after_visitor_and_owner_rewards():
    table = arriving().building(1, "market-2a", owner=0).play("sail:1")
    assert (table.ask, table.koku(), table.favor()) == (Ask.GOOD, 3, 1)
    assert table.play("good:silk").ask == Ask.JOURNEY


def test_other_owners_pick_before_the_journeys_end():
    table = arriving().building(1, "port-2b", owner=1).play("sail:1")
    assert (table.ask, table.seat) == (Ask.GOOD, 1)
    assert table.play("good:silk").ask == Ask.JOURNEY


def test_uji_and_the_royal_ship_score_before_the_journeys_end():
    position = arriving("noble-3", "noble-4").patron("uji").building(1, "port-1a", owner=1)
    table = position.play("sail:1")
    assert table.ask == Ask.JOURNEY
    assert (table.influence(1), table.vp(Source.ROYAL_SHIP), table.vp(Source.PATRON)) == (1, 1, 2)


def test_3_koku_are_offered_even_at_25():
    table = arriving().koku(25).goods(silk=6, rice=6, porcelain=6).play("sail:1")
    assert table.choices() == {"journey:koku"}
    assert table.play("journey:koku").koku() == 25


def test_the_journey_offers_no_good_at_its_cap():
    table = arriving().goods(rice=6).play("sail:1")
    assert table.why("journey:rice") == Why.GOOD_FULL
    assert "journey:silk" in table.legal()


def test_the_journey_takes_the_rows_end_tile_and_refills():
    position = arriving().row(*FREE).stack(1, top="market-1a")
    left = position.table().stack(1)
    table = position.play("sail:1", "journey:koku")
    assert table.row() == ["market-1a", "port-1b", "manor-1b", "shrine-1b"]
    assert table.stack(1) == left - 1
    assert (table.favor(), table.influence(1)) == (0, 0)  # nobody gains from the tile that goes


def test_the_row_waits_for_the_merchants():
    position = arriving("merchant-4").row(*FREE).goods(silk=2)
    table = position.play("sail:1", "journey:koku")
    assert (table.ask, table.row()) == (Ask.SELL, FREE)
    assert table.play("stop").row()[1:] == FREE[:3]


def test_a_sail_without_a_journey_leaves_the_row():
    table = Position().row(*FREE).play("sail:1")
    assert table.row() == FREE


def test_merchants_come_in_the_order_the_player_likes():
    table = arriving("merchant-5", "merchant-6").play("sail:1")
    assert table.legal("merchant") == {"merchant:merchant-5", "merchant:merchant-6"}
    table.play("merchant:merchant-6", "merchant:merchant-5")
    assert (table.koku(), table.favor()) == (4 + 3, 1)
    assert table.choices() == {"journey:koku", "journey:silk", "journey:rice", "journey:porcelain"}


def test_a_merchant_comes_once_a_journey():
    table = arriving("merchant-5", "merchant-6").play("sail:1", "merchant:merchant-6")
    assert table.why("merchant:merchant-6") == Why.MERCHANT_DONE
    assert table.why("merchant:merchant-1") == Why.NO_SUCH_MERCHANT


def test_either_ship_calls_the_merchants():
    table = Position().delivered("merchant-5").die(1).ship(2, at=14).favor(0).play("sail:2", "journey:koku")
    assert table.favor() == 1


def test_another_players_journey_calls_no_merchant_of_mine():
    position = Position().delivered("merchant-5", seat=1).favor(0, seat=1).die(1).ship(1, at=14)
    assert position.play("sail:1", "journey:koku").favor(1) == 0


def test_a_good_just_taken_may_be_sold():
    table = arriving("merchant-4").play("sail:1", "journey:silk", "sell:silk")
    assert (table.koku(), table.goods()) == (4 + 5, (0, 0, 0))


def test_the_good_of_one_merchant_may_be_sold_to_another():
    position = arriving("merchant-3", "merchant-4")
    table = position.play(
        "sail:1", "merchant:merchant-3", "good:rice", "merchant:merchant-4", "sell:rice", "journey:koku"
    )
    assert (table.koku(), table.goods()) == (4 + 5 + 3, (0, 0, 0))


def test_a_merchants_own_choices_end_before_the_next_merchant_comes():
    table = arriving("merchant-3", "merchant-4").goods(silk=1).play("sail:1", "merchant:merchant-3")
    assert table.choices() == {"good:silk", "good:rice", "good:porcelain"}
    table.play("good:silk", "merchant:merchant-4")
    assert table.choices() == {"sell:silk", "stop"}
    assert table.why("journey:koku") == Why.NOT_NOW


def test_influence_from_the_first_merchant_gives_step_18s_good_at_once():
    position = arriving("merchant-1", "merchant-6").influence(2, 17).building(9, "port-1a", owner=0)
    table = position.play("sail:1", "merchant:merchant-1")
    assert (table.ask, table.influence(2)) == (Ask.GOOD, 18)
    assert table.play("good:silk").ask == Ask.JOURNEY


def test_a_journey_without_tiles_in_the_stacks_shrinks_the_row():
    position = Position().last_turns(2).row(*FREE).die(1).ship(1, at=14)
    assert position.play("sail:1", "journey:koku").row() == [None, *FREE[:3]]
