"""The eight race cards."""

from __future__ import annotations

import pytest

from .position import Position, lagoon, with_map

ISLES = """
A   ~   ~   ~   ~   ~   ~   ~   ~   ~   ~   ~   B
  ~   ~   ~   ~   ~   ~   ~   ~   ~   ~   ~   p
~   S   ~   ~   S   ~   ~   S   ~   ~   S   ~   ~
  ~   ~   ~   ~   ~   ~   ~   ~   ~   ~   ~   y
C   ~   ~   ~   ~   ~   ~   ~   ~   ~   ~   ~   D
  ~   ~   ~   ~   ~   ~   ~   ~   ~   ~   ~   o
~   ~   ~   ~   ~   ~   S   ~   ~   ~   ~   ~   E
"""


def after_a_turn(table: Position, aim: str) -> int:
    """The race points of seat 0 after a turn that changes nothing else."""
    table.races(aim).play("celebrate:1", "feast:1")
    assert table.points(0, "races") == 0
    return table.play("done").points(0, "races")


SETTLED = {
    "every_island": (["b2", "b6", "b9"], ["b2", "b6"]),
    "five_on_one": (["b2", "b3", "d2", "d3", "c2"], ["b2", "b3", "d2", "d3", "b6"]),
    "three_on_three": (
        ["b2", "b3", "d2", "b6", "b7", "d6", "b9", "b10", "d9"], ["b2", "b3", "d2", "b6", "b7", "d6", "b9"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("aim", SETTLED)
def test_a_race_for_settlements_pays_the_first_place(aim):
    reached, short = SETTLED[aim]
    assert after_a_turn(lagoon().settle(0, *reached), aim) == 7
    assert after_a_turn(lagoon().settle(0, *short), aim) == 0


def test_two_settlements_on_each_of_five_islands():
    pairs = ["b1", "d2", "b4", "d5", "b7", "d8", "b10", "d11", "f6", "g6"]
    table = Position(3, with_map(ISLES))
    assert table.s.islands == 5
    assert after_a_turn(table.settle(0, *pairs), "two_on_five") == 7
    assert after_a_turn(Position(3, with_map(ISLES)).settle(0, *pairs[:-1]), "two_on_five") == 0


def test_sailing_plus_four():
    assert after_a_turn(lagoon().give(0, sailing=4), "sailing_four") == 7
    assert after_a_turn(lagoon().give(0, sailing=3), "sailing_four") == 0


def test_both_workers():
    assert after_a_turn(lagoon().give(0, workers=5), "both_workers") == 7
    assert after_a_turn(lagoon().give(0, workers=4), "both_workers") == 0


@pytest.mark.parametrize(("catch", "points"), [(3, 7), (2, 0)])
def test_seven_fish_in_one_turn_count_only_what_boats_catch(catch, points):
    table = lagoon().guide(0, "monk").turn(0).give(0, catch=catch).boats(0, "a3", "b9").season("p", "y")
    table.races("seven_fish").play("fish:1", "boat:1", "go:a2", "boat:2", "go:b10", "done")
    assert table.points(0, "races") == points


@pytest.mark.parametrize(("fish", "points"), [(9, 0), (12, 7)])
def test_thirty_gold_for_fish_in_one_turn(fish, points):
    table = lagoon().give(0, fish=fish, gold=100).settle(1, "b2", "b3", "d2", "d3").totem("c3")
    table.boats(0, "b1", "c4", "d1").races("thirty_gold").play("trade:2", "boat:1", "go:b1", *["lay:b2"] * 3, "done")
    table.play("boat:2", "go:c4", *["lay:b3", "lay:d3"] * 3, "done")
    if fish == 12:
        table.play("boat:3", "go:d1", *["lay:d2"] * 3, "done")
    assert table.s.sold == (36 if fish == 9 else 48)
    table.s.sold = 29 if points == 0 else table.s.sold
    if table.ask == "BOAT":
        table.play("done")
    table.play("done")
    assert table.points(0, "races") == points


def test_later_places_pay_less_and_nobody_is_paid_twice():
    table = lagoon().races("sailing_four")
    for seat, points in ((0, 7), (1, 5), (2, 3), (0, 7)):
        table.give(seat, sailing=4, free=3).turn(seat)
        space = next(label for label in sorted(table.legal("celebrate")))
        table.play(f"celebrate:{space}", "feast:1", "done")
        table.s.space[:] = -1
        assert table.points(seat, "races") == points


def test_races_are_looked_at_when_a_passing_turn_ends_too():
    table = lagoon().races("sailing_four").give(0, sailing=4).offer("range3", "range2", "catch1")
    table.play("pass", "take:range3", "guide:sailor")
    assert table.points(0, "races") == 7
