"""Delivering: which card, its price, new cards and the discard."""

from __future__ import annotations

import pytest

from sampan.games.river.terms import Ask, Why

from .position import CARDS, GOODS, Position

ORDERS = {  # silk, rice, porcelain
    "artisan": [(0, 0, 2), (0, 0, 2), (2, 0, 0), (2, 0, 0), (0, 2, 0), (0, 2, 0)],
    "elder": [(2, 1, 2), (2, 2, 1), (2, 1, 2), (2, 2, 1), (2, 1, 2), (2, 1, 2)],
    "merchant": [(0, 0, 3), (0, 3, 0), (3, 0, 0), (2, 1, 0), (0, 2, 1), (1, 2, 0)],
    "monk": [(1, 2, 1), (3, 2, 0), (2, 1, 1), (1, 1, 3), (1, 2, 1), (1, 2, 2)],
    "noble": [(1, 1, 2), (2, 0, 2), (2, 1, 1), (2, 2, 0), (0, 2, 2), (1, 2, 1)],
}
ALL = [(f"{kind}-{region}", region, order) for kind, rows in ORDERS.items() for region, order in enumerate(rows, 1)]


def stock(order: tuple[int, ...]) -> dict[str, int]:
    return dict(zip(GOODS, order, strict=True))


def test_there_are_thirty_customers():
    assert sorted(card for card, _, _ in ALL) == sorted(CARDS)


@pytest.mark.parametrize("card, region, order", ALL)
def test_an_order_is_paid_in_full(card, region, order):
    """From step 13 on the influence of a delivery brings no goods."""
    position = Position().hand(card).die(region).influence(region, 13).goods(**stock(order))
    assert position.legal("deliver") == {f"deliver:{card}"}
    assert position.play(f"deliver:{card}").goods() == (0, 0, 0)


@pytest.mark.parametrize("card, region, order", ALL)
def test_an_order_short_of_one_good_is_refused(card, region, order):
    for good, amount in enumerate(order):
        if amount:
            short = [6, 6, 6]
            short[good] = amount - 1
            assert Position().hand(card).die(region).goods(**stock(short)).why(f"deliver:{card}") == Why.ORDER_NOT_MET


@pytest.mark.parametrize("card, region, order", ALL)
def test_the_die_must_show_the_customers_region(card, region, order):
    position = Position().hand(card).goods(silk=6, rice=6, porcelain=6)
    for face in range(1, 7):
        why = Why.OK if face == region else Why.WRONG_REGION
        assert position.die(face).why(f"deliver:{card}") == why


def test_a_card_not_in_hand_is_refused():
    position = Position().hand("elder-1").hand("artisan-1", seat=1).die(1).goods(silk=6, rice=6, porcelain=6)
    assert position.why("deliver:artisan-1") == Why.NOT_IN_HAND


def delivering() -> Position:
    return Position().die(1).goods(silk=2, rice=1, porcelain=2).hand("elder-1", "elder-2")


def test_the_card_lies_open_before_the_player():
    table = delivering().play("deliver:elder-1")
    assert table.delivered() == {"elder-1"}
    assert "elder-1" not in table.hand()


def test_two_cards_are_drawn_and_any_one_discarded():
    table = delivering().deck("artisan-5", "monk-6").play("deliver:elder-1")
    assert table.hand() == {"elder-2", "artisan-5", "monk-6"}
    assert table.choices() == {"discard:elder-2", "discard:artisan-5", "discard:monk-6"}
    assert table.copy().play("discard:monk-6").hand() == {"elder-2", "artisan-5"}
    assert table.play("discard:elder-2").discards() == {"elder-2"}


def test_a_card_not_in_hand_cannot_be_discarded():
    table = delivering().deck("artisan-5", "monk-6").play("deliver:elder-1")
    assert table.why("discard:elder-1") == Why.NOT_IN_HAND


def test_the_deck_may_empty_without_a_reshuffle():
    table = delivering().deck(left=2).play("deliver:elder-1")
    assert table.deck() == [] and len(table.discards()) == 30 - 2 - 2 - 6
    before = table.discards()
    table.play("discard:elder-2")
    assert (table.deck(), table.discards()) == ([], before | {"elder-2"})


def test_the_discards_come_back_when_a_card_is_due_from_an_empty_deck():
    """One card is left: the second comes from the shuffled discards, which are then all back in the deck."""
    position = delivering().deck("artisan-5", left=1)
    discarded = position.table().discards()
    table = position.play("deliver:elder-1")
    assert table.discards() == set()
    assert len(table.deck()) == len(discarded) - 1
    assert table.hand() - {"elder-2", "artisan-5"} < discarded
    table.play("discard:elder-2")
    assert table.discards() == {"elder-2"}


def test_a_card_discarded_while_the_deck_is_empty_comes_back_too():
    """The silk market of the next turn draws from a deck that holds the last discard as well."""
    position = delivering().deck(left=2).building(6, "imperial-silk").die(1, seat=1).ship(1, at=2, seat=1)
    table = position.play("deliver:elder-1", "discard:elder-2", "end", "sail:1")
    assert table.ask == Ask.DISCARD
    assert "elder-2" in {*table.deck(), *table.hand(1)}


def test_the_reshuffled_deck_is_in_a_new_order():
    def deck(seed):
        return tuple(Position(seed=seed).die(1).goods(silk=2, rice=1, porcelain=2).hand("elder-1", "elder-2")
                     .hand(seat=1).hand(seat=2).hand(seat=3).deck(left=0).play("deliver:elder-1").deck())  # fmt: skip

    decks = {deck(seed) for seed in range(6)}
    assert len(decks) == 6
    assert all(list(cards) != sorted(cards, key=CARDS.index) for cards in decks)


def test_one_card_short_means_no_discard():
    position = delivering().deck("artisan-5", left=1).no_discards()
    table = position.play("deliver:elder-1")
    assert table.hand() == {"elder-2", "artisan-5"}
    assert table.ask == Ask.END


def test_no_card_at_all_means_no_discard():
    table = delivering().deck(left=0).no_discards().play("deliver:elder-1")
    assert (table.hand(), table.ask) == ({"elder-2"}, Ask.END)


def test_a_small_hand_stays_small():
    """With one card in hand, delivering, drawing two and discarding one leaves one."""
    table = Position().die(1).goods(silk=2, rice=1, porcelain=2).hand("elder-1").play("deliver:elder-1")
    assert len(table.hand()) == 2
    table.play(min(table.legal("discard")))
    assert len(table.hand()) == 1


def test_step_18s_good_comes_before_the_marker_the_ship_and_the_discard():
    position = Position().die(1).influence(1, 17).goods(silk=1, rice=1, porcelain=2).hand("noble-1", "elder-2")
    table = position.play("deliver:noble-1")
    assert table.ask == Ask.GOOD
    assert table.play("good:silk").ask == Ask.ROYAL
    assert table.play("royal:1").ask == Ask.DISCARD


def test_the_second_marker_comes_before_the_new_cards():
    position = Position().die(1).goods(silk=1, rice=2, porcelain=1).hand("monk-1", "elder-2")
    table = position.building(1, "port-1a", owner=0).play("deliver:monk-1")
    assert (table.ask, table.hand()) == (Ask.MARKER, {"elder-2"})
    assert table.play("marker:1").ask == Ask.DISCARD


def test_delivering_ends_the_action():
    table = delivering().play("deliver:elder-1", "discard:elder-2")
    assert table.choices() == {"end"}


def test_an_ability_starts_with_the_delivery():
    position = Position().die(2).goods(silk=2, porcelain=2).hand("noble-2", "elder-1").ship(1, at=5)
    table = position.play("deliver:noble-2", "royal:1", "discard:elder-1", "end")
    for _ in range(3):
        table.play("sail:2", "end")
    table.s.die[0], table.s.koku[0] = 0, 0
    assert table.play("sail:1").koku() == 4 * 2
