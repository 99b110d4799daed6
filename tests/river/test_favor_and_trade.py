"""Spending favor, trading, and rolling the die."""

from __future__ import annotations

import pytest

from sampan.games.river.terms import Ask, Why

from .position import Position

TRADES = [
    ("silk", "rice"), ("silk", "porcelain"), ("rice", "silk"),
    ("rice", "porcelain"), ("porcelain", "silk"), ("porcelain", "rice"),
]  # fmt: skip


@pytest.mark.parametrize("face", range(1, 7))
def test_a_favor_turns_the_die_one_face_up(face):
    assert Position().die(face).play("die:up").die() == face % 6 + 1


@pytest.mark.parametrize("face", range(1, 7))
def test_a_favor_turns_the_die_one_face_down(face):
    assert Position().die(face).play("die:down").die() == (face - 2) % 6 + 1


def test_three_favor_reach_the_far_face():
    table = Position().die(1).favor(3).play("die:up", "die:up", "die:up")
    assert (table.die(), table.favor()) == (4, 0)


def test_favor_may_turn_the_die_to_and_fro():
    table = Position().die(5).favor(2).play("die:up", "die:down")
    assert (table.die(), table.favor()) == (5, 0)


def test_without_favor_the_die_stays():
    assert Position().favor(0).why("die:up") == Why.NO_FAVOR
    assert Position().favor(0).why("die:down") == Why.NO_FAVOR


def test_favor_is_spent_before_the_action_only():
    assert Position().favor(2).play("sail:1").why("die:up") == Why.NOT_NOW


def test_only_the_own_die_turns():
    table = Position().die(2).die(2, seat=1).play("die:up")
    assert (table.die(0), table.die(1)) == (3, 2)


@pytest.mark.parametrize("give, get", TRADES)
def test_two_of_a_good_buy_one_of_another(give, get):
    table = Position().goods(**{give: 2}).play(f"trade:{give}>{get}")
    assert table.goods() == tuple(int(good == get) for good in ("silk", "rice", "porcelain"))


def test_one_of_a_good_buys_nothing():
    assert Position().goods(silk=1).why("trade:silk>rice") == Why.TOO_FEW_GOODS


def test_five_koku_buy_a_favor():
    table = Position().koku(5).favor(1).play("trade:koku>favor")
    assert (table.koku(), table.favor()) == (0, 2)


def test_four_koku_buy_no_favor():
    assert Position().koku(4).favor(0).why("trade:koku>favor") == Why.TOO_FEW_KOKU


def test_trades_may_be_repeated():
    position = Position().koku(15).favor(0).goods(silk=6)
    table = position.play(
        "trade:koku>favor", "trade:koku>favor", "trade:silk>rice", "trade:silk>rice", "trade:rice>porcelain"
    )
    assert (table.koku(), table.favor(), table.goods()) == (5, 2, (2, 0, 1))


def test_trades_are_not_offered_into_a_full_store():
    position = Position().goods(silk=4, rice=6).favor(3, limit=3).koku(9)
    assert position.why("trade:silk>rice") == Why.GOOD_FULL
    assert position.why("trade:koku>favor") == Why.FAVOR_FULL
    assert position.legal("trade") == {"trade:silk>porcelain", "trade:rice>silk", "trade:rice>porcelain"}


def trading_at(position: Position, ask: Ask, *moves: str) -> set[str]:
    table = position.play(*moves)
    assert table.ask == ask
    return table.legal("trade")


def test_trades_are_open_before_the_action():
    assert trading_at(Position().goods(silk=2).koku(0), Ask.ACTION) == {"trade:silk>rice", "trade:silk>porcelain"}


def test_trades_are_open_between_space_and_tile():
    position = Position().die(1).koku(10).favor(0).goods()
    assert trading_at(position, Ask.TILE, "build:2") == {"trade:koku>favor"}


def test_trades_are_open_while_picking_an_own_good():
    position = Position().die(1).ship(1, at=4).koku(1).goods(silk=2).building(9, "market-2a", owner=1)
    assert "trade:silk>rice" in trading_at(position, Ask.GOOD, "sail:1")


def test_trades_are_open_while_placing_a_marker():
    position = Position().die(1).goods(silk=3, rice=2, porcelain=1).hand("monk-1").building(9, "market-1a", owner=0)
    assert "trade:silk>rice" in trading_at(position, Ask.MARKER, "deliver:monk-1")


def test_trades_are_open_while_choosing_the_royal_ship():
    position = Position().die(1).goods(silk=3, rice=1, porcelain=2).hand("noble-1")
    assert "trade:silk>rice" in trading_at(position, Ask.ROYAL, "deliver:noble-1")


def test_trades_are_open_while_discarding():
    position = Position().die(1).goods(silk=2, porcelain=2).hand("artisan-1")
    assert "trade:silk>rice" in trading_at(position, Ask.DISCARD, "deliver:artisan-1")


def test_trades_are_open_at_the_journeys_end():
    position = Position().die(1).ship(1, at=14).goods(silk=2)
    assert "trade:silk>rice" in trading_at(position, Ask.JOURNEY, "sail:1")


def test_trades_are_open_while_selling():
    position = Position().delivered("merchant-4").die(1).ship(1, at=14).goods(silk=2).koku(0)
    assert "trade:silk>rice" in trading_at(position, Ask.SELL, "sail:1", "journey:koku")


def test_trades_are_open_before_ending_the_turn():
    assert "trade:koku>favor" in trading_at(Position().koku(9), Ask.END, "sail:1")


def test_trades_are_open_before_ending_the_last_turn_of_all():
    position = Position().last_turns(1).koku(9).favor(0)
    assert "trade:koku>favor" in trading_at(position, Ask.END, "sail:1")


def test_nobody_trades_in_anothers_turn():
    position = Position().die(1).ship(1, at=4).building(9, "port-2b", owner=1).goods(seat=1, silk=2).koku(9, seat=1)
    table = position.play("sail:1")
    assert (table.seat, table.ask, table.turn) == (1, Ask.GOOD, 0)
    assert table.why("trade:silk>rice") == Why.NOT_YOUR_TURN_TO_TRADE
    assert table.why("trade:koku>favor") == Why.NOT_YOUR_TURN_TO_TRADE
    assert table.legal() == {"good:silk", "good:rice", "good:porcelain"}


def test_a_trade_is_no_action():
    table = Position().goods(silk=2).play("trade:silk>rice")
    assert (table.seat, table.ask) == (0, Ask.ACTION)


def test_there_is_no_passing():
    position = Position().koku(0).favor(0).goods().hand("elder-1", "elder-2").die(3)
    assert position.legal() == {"sail:1", "sail:2"}
    assert position.why("end") == Why.NOT_NOW


def test_one_action_is_all():
    table = Position().koku(25).play("sail:1")
    assert table.choices() == {"end"}


def test_the_die_is_rolled_when_the_turn_ends():
    faces = {Position(seed=seed).die(3).play("sail:1", "end").die(0) for seed in range(40)}
    assert faces == set(range(1, 7))


def test_nobody_elses_die_is_rolled():
    for seed in range(8):
        table = Position(seed=seed).die(3, seat=1).die(5, seat=2).die(6, seat=3).play("sail:1", "end")
        assert [table.die(seat) for seat in (1, 2, 3)] == [3, 5, 6]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_turns_go_clockwise(players):
    table = Position(players).table()
    seen = []
    for _ in range(players + 1):
        seen.append(table.turn)
        table.play("sail:1")
        while table.ask != Ask.END:
            table.play(min(table.choices()))
        table.play("end")
    assert seen == [*range(players), 0]
