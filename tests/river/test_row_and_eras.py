"""The building row, the Emperor's visit, the end trigger and the last turns."""

from __future__ import annotations

import pytest

from sampan.games.river.terms import Ask, Source, Why

from .position import ERA, TILES, Position, Table

ROW = ["port-1b", "manor-1b", "shrine-1b", "port-1a"]


def building() -> Position:
    """About to build on shore space 1 for 6 koku; the tile at the row's start brings no influence."""
    return Position().die(1).koku(6).goods().favor(0).row(*ROW)


def build(position: Position, place: int = 1) -> Table:
    return position.play("build:1", f"take:{place}")


# ---------------------------------------------------------------- the row


@pytest.mark.parametrize("place, kept", [(1, [1, 2, 3]), (2, [0, 2, 3]), (3, [0, 1, 3]), (4, [0, 1, 2])])
def test_the_row_slides_to_its_end_and_a_new_tile_enters_at_the_start(place, kept):
    table = build(building().stack(1, top="market-1a"), place)
    assert table.row() == ["market-1a", *(ROW[old] for old in kept)]


def test_the_row_is_refilled_inside_the_action():
    table = build(building())
    assert table.ask == Ask.END
    assert None not in table.row()


def test_the_tile_stays_in_the_row_until_it_is_taken():
    assert building().play("build:1").row() == ROW


def test_with_both_stacks_empty_the_row_shrinks_at_its_start():
    table = build(building().last_turns(3), 3)
    assert table.row() == [None, "port-1b", "manor-1b", "port-1a"]
    table.play("end").s.koku[1] = 25
    table.s.die[1] = 0
    table.play("build:2")
    assert table.why("take:1") == Why.NO_TILE_THERE
    assert table.choices() == {"take:2", "take:3", "take:4"}
    assert table.play("take:2").row() == [None, None, "manor-1b", "port-1a"]


def test_the_end_place_of_a_short_row_still_brings_favor():
    table = build(building().last_turns(3), 4)
    table.play("end").s.koku[1] = 25
    table.s.die[1], table.s.favor[1] = 0, 0
    assert table.play("build:2", "take:4").favor(1) == 1


def test_era_2_follows_era_1():
    table = build(building().stack(1, left=0).stack(2, top="manor-2d"))
    assert table.row()[0] == "manor-2d"


def test_era_1_comes_first_while_it_lasts():
    assert ERA[TILES.index(build(building().stack(1, left=1)).row()[0])] == 1


# ---------------------------------------------------------------- the Emperor's visit


def visited() -> Position:
    """One tile of era 1 is left, so that the next refill brings the visit."""
    position = building()
    for seat in (1, 2, 3):
        position.koku(0, seat).goods(seat).favor(0, seat)
    return position


def test_the_last_tile_of_era_1_brings_the_emperors_visit():
    position = visited().building(16, "market-1c", owner=1).building(27, "port-1f", owner=2)
    table = build(position.stack(1, left=1))
    assert (table.koku(1), table.vp(Source.EMPEROR, 1)) == (1, 1)
    assert (table.favor(2), table.vp(Source.EMPEROR, 2)) == (1, 1)


def test_the_second_last_tile_does_not():
    table = build(visited().building(16, "market-1c", owner=1).stack(1, left=2))
    assert (table.koku(1), table.vp(seat=1), table.stack(1)) == (0, 0, 1)


def test_the_visit_comes_once():
    position = visited().building(16, "market-1c", owner=1).stack(1, left=0)
    assert build(position).vp(seat=1) == 0


def test_the_visit_pays_for_each_marker():
    position = visited().building(16, "market-1d", owner=1, second=1).building(19, "port-1e", owner=2, second=3)
    table = build(position.stack(1, left=1))
    assert [table.vp(Source.EMPEROR, seat) for seat in range(4)] == [0, 2, 1, 1]


def test_the_visit_pays_no_visitor_reward():
    table = build(visited().building(16, "shrine-1f", owner=1).stack(1, left=1))
    assert (table.vp(), table.vp(seat=1), table.vp(Source.VISITOR, 1)) == (0, 1, 0)


def test_the_tile_just_built_takes_part():
    table = build(visited().stack(1, left=1))  # port-1b: 1 koku and 1 porcelain
    assert (table.koku(), table.goods()) == (1, (0, 0, 1))


def test_the_visit_comes_by_a_journey_too():
    position = visited().building(16, "market-1d", owner=1).stack(1, left=1).ship(1, at=14)
    table = position.play("sail:1")
    assert table.vp(seat=1) == 0
    assert table.play("journey:koku").vp(Source.EMPEROR, 1) == 1


def test_the_visit_comes_after_the_merchants():
    position = visited().delivered("merchant-4").building(16, "shrine-1a", owner=0).goods(silk=1)
    table = position.stack(1, left=1).ship(1, at=14).play("sail:1", "journey:koku")
    assert (table.legal("sell"), table.goods()) == ({"sell:silk"}, (1, 0, 0))
    assert table.play("stop").goods() == (1, 0, 1)


def test_the_visit_wakes_no_noble_and_no_patron():
    position = visited().delivered("noble-4", "noble-6").patron("uji").building(2, "port-1e", owner=0)
    table = build(position.building(4, "port-1f", owner=1).stack(1, left=1))
    assert (table.vp(Source.ROYAL_SHIP), table.vp(Source.PATRON)) == (0, 0)
    assert table.vp(Source.EMPEROR) == 1


def test_the_visit_respects_caps():
    position = visited().building(16, "market-1a", owner=1).koku(24, seat=1).building(27, "port-1c", owner=1)
    table = build(position.favor(3, seat=1, limit=3).stack(1, left=1))
    assert (table.koku(1), table.favor(1)) == (25, 3)


def test_the_visit_counts_buildings_as_they_are_then():
    """koku_per_port counts the port built in this very turn."""
    table = build(visited().building(16, "port-1d", owner=0).stack(1, left=1))
    assert table.koku() == 2 + 1  # two ports, and the koku of port-1b


def test_starting_buildings_and_imperial_markets_pay_nobody():
    position = Position(2).die(1).koku(6).goods().row(*ROW).stack(1, left=1)
    other = (position.table().koku(1), position.table().goods(1))
    table = build(position, 2)  # manor-1b: 1 koku and 1 rice
    assert (table.koku(), table.goods(), table.vp()) == (1, (0, 1, 0), 0)
    assert (table.koku(1), table.goods(1), table.vp(seat=1)) == (*other, 0)


# ---------------------------------------------------------------- the end


def ending(players: int = 4, seat: int = 0) -> Position:
    position = Position(players).turn(seat).die(1, seat).koku(25, seat)
    return position.stack(1, left=0).stack(2, left=1)


def test_the_last_tile_of_era_2_brings_the_active_player_5_points():
    table = ending().play("build:1", "take:1")
    assert [table.vp(Source.LAST_TILE, seat) for seat in range(4)] == [5, 0, 0, 0]


def test_the_second_last_tile_of_era_2_brings_nothing():
    position = Position().die(1).koku(25).stack(1, left=0).stack(2, left=2)
    table = position.play("build:1", "take:1")
    assert (table.vp(Source.LAST_TILE), int(table.s.last_turns)) == (0, -1)


def test_the_end_is_triggered_by_a_journey_too():
    table = ending().ship(1, at=14).play("sail:1", "journey:koku")
    assert (table.vp(Source.LAST_TILE), table.stack(2)) == (5, 0)


@pytest.mark.parametrize("players, seat", [(2, 0), (2, 1), (3, 1), (4, 0), (4, 2)])
def test_everybody_else_has_exactly_one_more_turn(players, seat):
    table = ending(players, seat).play("build:1", "take:1")
    turns = []
    table.play("end")
    while not table.over and len(turns) <= players:
        turns.append(table.turn)
        table.play("sail:2")
        while table.ask != Ask.END:
            table.play(min(table.choices()))
        table.play("end")
    assert turns == [(seat + later) % players for later in range(1, players)]


def test_the_player_who_triggered_the_end_finishes_the_turn():
    position = ending().masteries("courts", "void", "air").influence(1, 11)
    table = position.play("build:1", "take:1")
    assert (table.vp(Source.MASTERY), table.ask) == (7, Ask.END)


def test_nobody_rolls_without_a_turn_left():
    table = ending().play("build:1", "take:1")
    dice, draws = [table.die(seat) for seat in range(4)], int(table.s.draws)
    table.play("end", "sail:2", "end", "sail:2", "end", "sail:2")
    assert [table.die(seat) for seat in range(4)] == dice
    assert int(table.s.draws) == draws
    assert table.play("end").over


def test_a_finished_game_allows_nothing():
    table = Position().finish()
    assert (table.over, table.seat, table.legal()) == (True, -1, set())
    assert table.why("sail:1") == table.why("end") == table.why("trade:koku>favor") == Why.GAME_OVER


@pytest.mark.parametrize("players, to_visit, to_end", [(2, 8, 17), (3, 10, 21), (4, 12, 25)])
def test_so_many_tiles_leave_the_row_before_each_trigger(players, to_visit, to_end):
    """Every turn completes a journey, and so takes one tile."""
    table = Position(players).table()
    removed, visit = 0, None
    while int(table.s.last_turns) < 0 and removed <= to_end:
        table.s.ship[table.turn, 0], table.s.die[table.turn] = 13, 0
        table.play("sail:1")
        while table.ask != Ask.END:
            table.play(min(table.choices()))
        table.play("end")
        removed += 1
        if table.stack(1) == 0 and visit is None:
            visit = removed
    assert (visit, removed) == (to_visit, to_end)
    assert None not in table.row()
