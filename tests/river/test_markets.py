"""The three imperial markets."""

from __future__ import annotations

import pytest

from sampan.games.river.terms import Ask, Why

from .position import MARKETS, Position

BEFORE = {6: 3, 17: 8, 29: 13}  # the river space one step above one that touches the market


def visiting(market: str, shore: int = 6) -> Position:
    position = Position().die(1).ship(1, at=BEFORE[shore]).koku(0).goods().favor(0)
    return position.building(shore, market)


@pytest.mark.parametrize("shore", MARKETS)
@pytest.mark.parametrize("market, goods", [("imperial-rice", (0, 1, 0)), ("imperial-porcelain", (0, 0, 1))])
def test_a_good_and_a_favor(shore, market, goods):
    table = visiting(market, shore).play("sail:1")
    assert (table.goods(), table.favor(), table.koku(), table.ask) == (goods, 1, 3, Ask.END)


@pytest.mark.parametrize("shore", MARKETS)
def test_silk_and_a_new_customer_for_an_old_one(shore):
    position = visiting("imperial-silk", shore).hand("elder-1", "elder-2").deck("monk-1")
    table = position.play("sail:1")
    assert (table.goods(), table.favor(), table.koku()) == ((1, 0, 0), 0, 3)
    assert table.hand() == {"elder-1", "elder-2", "monk-1"}
    assert table.choices() == {"discard:elder-1", "discard:elder-2", "discard:monk-1"}
    table.play("discard:elder-1")
    assert (table.hand(), table.discards(), table.ask) == ({"elder-2", "monk-1"}, {"elder-1"}, Ask.END)


def test_the_new_customer_may_be_the_one_discarded():
    table = visiting("imperial-silk").hand("elder-1", "elder-2").deck("monk-1").play("sail:1", "discard:monk-1")
    assert (table.hand(), table.discards()) == ({"elder-1", "elder-2"}, {"monk-1"})


def test_no_card_means_no_discard():
    position = visiting("imperial-silk").hand("elder-1", "elder-2").deck(left=0).no_discards()
    table = position.play("sail:1")
    assert (table.ask, table.hand(), table.goods()) == (Ask.END, {"elder-1", "elder-2"}, (1, 0, 0))


def test_an_empty_deck_is_made_of_the_discards_first():
    table = visiting("imperial-silk").deck(left=0).play("sail:1")
    assert (table.ask, table.discards(), len(table.hand())) == (Ask.DISCARD, set(), 3)


def test_the_card_is_drawn_with_the_fixed_gains():
    position = visiting("imperial-silk").deck("monk-1").building(9, "market-2a", owner=1)
    table = position.play("sail:1")
    assert "monk-1" in table.hand()
    assert table.ask in (Ask.GOOD, Ask.DISCARD)


def test_good_and_discard_are_both_chosen_before_the_others_choose():
    position = visiting("imperial-silk").building(9, "market-2c", owner=1).building(10, "port-2b", owner=2)
    table = position.play("sail:1")
    asked = []
    while table.ask != Ask.END:
        asked.append((table.seat, table.ask))
        table.play(min(table.choices()))
    assert sorted(asked[:2]) == [(0, Ask.GOOD), (0, Ask.DISCARD)]
    assert asked[2:] == [(2, Ask.GOOD)]


def test_the_discard_comes_before_the_journeys_end():
    """From space 13 by 4 steps to 3, where the market is."""
    position = visiting("imperial-silk").ship(1, at=13).die(4)
    table = position.play("sail:1")
    assert table.ask == Ask.DISCARD
    assert table.play(min(table.choices())).ask == Ask.JOURNEY


def test_the_discard_must_be_made():
    table = visiting("imperial-silk").play("sail:1")
    assert table.why("end") == Why.NOT_NOW


def test_nobody_owns_an_imperial_market():
    position = visiting("imperial-rice")
    before = position.table().copy()
    table = position.play("sail:1")
    for seat in (1, 2, 3):
        assert (table.koku(seat), table.goods(seat), table.favor(seat)) == (
            before.koku(seat), before.goods(seat), before.favor(seat),
        )  # fmt: skip


def test_a_favor_above_the_limit_is_lost():
    table = visiting("imperial-rice").favor(3, limit=3).play("sail:1")
    assert (table.favor(), table.goods()) == (3, (0, 1, 0))
