"""Masteries: what each asks for, who may claim when, and for how much."""

from __future__ import annotations

import pytest

from sampan.games.river.terms import Ask, Source

from .position import MASTERIES, Position

PORTS = ("port-1a", "port-1b", "port-1c", "port-1d")


def air(position: Position, seat: int, met: bool) -> None:
    """Three customer types, or the same number of customers of two."""
    cards = [("artisan-1", "elder-1", "merchant-1"), ("monk-2", "noble-2", "elder-2")][seat % 2]
    short = [("artisan-1", "artisan-2", "elder-1"), ("monk-2", "monk-4", "noble-2")][seat % 2]
    position.delivered(*(cards if met else short), seat=seat)


def fire(position: Position, seat: int, met: bool) -> None:
    """Two customers of one type, or two of two types."""
    kind = ("artisan", "elder", "merchant", "monk")[seat]
    position.delivered(f"{kind}-1", f"{kind}-2" if met else "noble-3", seat=seat)


def earth(position: Position, seat: int, met: bool) -> None:
    """Three buildings of one type, or two and one of another."""
    kind = ("port", "market", "manor", "shrine")[seat]
    shores = ((1, 2, 4), (8, 13, 15), (16, 19, 24), (25, 27, 28))[seat]
    tiles = (f"{kind}-1a", f"{kind}-1b", f"{kind}-1c" if met else "port-1f" if seat else "market-1f")
    for shore, tile in zip(shores, tiles, strict=True):
        position.building(shore, tile, owner=seat)


def water(position: Position, seat: int, met: bool) -> None:
    """All four building types, or four buildings of three types."""
    letter = "abcd"[seat]
    shores = ((1, 2, 4, 5), (8, 13, 15, 16), (19, 24, 25, 27), (26, 28, 30, 10))[seat]
    fourth = f"shrine-1{letter}" if met else f"port-1{'ef'[seat % 2]}"
    for shore, tile in zip(shores, (f"port-1{letter}", f"market-1{letter}", f"manor-1{letter}", fourth), strict=True):
        position.building(shore, tile, owner=seat)


def void(position: Position, seat: int, met: bool) -> None:
    """A step on every track, or on five of them."""
    for region in range(1, 7):
        position.influence(region, 1 if met or region != 1 else 0, seat=seat)


def courts(position: Position, seat: int, met: bool) -> None:
    """The flower reached on one track, or missed by one step on all."""
    for region in range(1, 7):
        position.influence(region, 11 if met and region == 6 else 10, seat=seat)


WAYS = {"air": air, "fire": fire, "earth": earth, "water": water, "void": void, "courts": courts}


def open_with(card: str, players: int = 4) -> Position:
    """This mastery and two others; every sail of ship 2 goes by empty spaces and starting ports only."""
    others = [other for other in MASTERIES if other != card][:2]
    position = Position(players).masteries(card, *others)
    if players == 2:
        position.building(23, "start-port")
    return position


def claimed(table, card: str) -> list[int]:
    """Who has claimed the card, in order."""
    place = [MASTERIES[number] for number in table.s.mastery].index(card)
    return [int(seat) for seat in table.s.claims[place] if seat != -1]


@pytest.mark.parametrize("card", MASTERIES)
@pytest.mark.parametrize("players, points", [(2, 5), (3, 7), (4, 7)])
def test_a_mastery_that_is_met_is_claimed(card, players, points):
    position = open_with(card, players)
    WAYS[card](position, 0, True)
    table = position.play("sail:2")
    assert claimed(table, card) == [0]
    assert table.vp(Source.MASTERY) == points * (table.s.claims == 0).sum()


@pytest.mark.parametrize("card", MASTERIES)
def test_a_mastery_just_missed_is_not_claimed(card):
    position = open_with(card)
    WAYS[card](position, 0, False)
    table = position.play("sail:2")
    assert claimed(table, card) == []


@pytest.mark.parametrize("card", ["fire", "earth", "void", "courts"])
def test_four_players_get_7_then_5_then_3_and_the_fourth_nothing(card):
    position = open_with(card)
    for seat in range(4):
        WAYS[card](position, seat, True)
    table = position.table()
    gains = []
    for _ in range(4):
        table.play("sail:2")
        gains.append(claimed(table, card))
        table.play("end")
    assert gains == [[0], [0, 1], [0, 1, 2], [0, 1, 2]]


def test_the_points_are_7_5_3_and_none():
    position = open_with("void")
    for seat in range(4):
        void(position, seat, True)
    table = position.play("sail:2", "end", "sail:2", "end", "sail:2", "end", "sail:2")
    assert [table.vp(Source.MASTERY, seat) for seat in range(4)] == [7, 5, 3, 0]


@pytest.mark.parametrize("card", MASTERIES)
def test_two_players_have_one_claim_of_5(card):
    position = open_with(card, 2)
    WAYS[card](position, 1, True)
    table = position.claimed(card, 0).turn(1).play("sail:2")
    assert claimed(table, card) == [0]


def test_the_second_of_two_players_gets_nothing():
    position = open_with("void", 2)
    void(position, 0, True)
    void(position, 1, True)
    table = position.play("sail:2", "end", "sail:2")
    assert [table.vp(Source.MASTERY, seat) for seat in range(2)] == [5, 0]


def test_the_highest_free_points_are_taken_in_the_order_of_claims():
    position = open_with("void").claimed("void", 3, 2)
    void(position, 0, True)
    assert position.play("sail:2").vp(Source.MASTERY) == 3


def test_a_mastery_is_claimed_once_by_each_player():
    position = open_with("void").claimed("void", 0)
    void(position, 0, True)
    table = position.play("sail:2")
    assert (table.vp(Source.MASTERY), claimed(table, "void")) == (0, [0])


def test_a_mastery_claimed_second_is_not_claimed_again():
    position = open_with("void").claimed("void", 1, 0)
    void(position, 0, True)
    assert claimed(position.play("sail:2"), "void") == [1, 0]


def test_several_masteries_may_be_claimed_in_one_turn():
    position = Position().masteries("void", "courts", "air")
    void(position, 0, True)
    assert position.influence(3, 11).play("sail:2").vp(Source.MASTERY) == 14


def test_a_claim_is_made_before_the_turn_is_ended_and_without_asking():
    position = open_with("void")
    void(position, 0, True)
    table = position.play("sail:2")
    assert (table.ask, table.choices(), table.vp(Source.MASTERY)) == (Ask.END, {"end"}, 7)


def test_no_claim_comes_before_the_action():
    position = open_with("void")
    void(position, 0, True)
    assert position.play("trade:koku>favor").vp(Source.MASTERY) == 0


def test_a_mastery_met_by_the_action_is_claimed_at_once():
    position = open_with("courts").influence(1, 10).die(1).koku(6).row("port-1a")
    assert position.play("build:1", "take:1").vp(Source.MASTERY) == 7


def test_a_mastery_met_in_anothers_turn_waits_for_the_own_one():
    position = open_with("courts").influence(4, 10, seat=1).building(18, "shrine-2a", owner=1)
    table = position.play("sail:2")
    assert (table.influence(4, 1), table.vp(Source.MASTERY, 1)) == (11, 0)
    assert table.play("end", "sail:1").vp(Source.MASTERY, 1) == 7


def test_meeting_first_is_not_claiming_first():
    """Seat 1 meets it in the turn of seat 0, who meets it too and claims first."""
    position = open_with("courts").influence(4, 10, seat=1).building(18, "shrine-2a", owner=1).influence(1, 11)
    table = position.play("sail:2", "end", "sail:1")
    assert [table.vp(Source.MASTERY, seat) for seat in (0, 1)] == [7, 5]


def test_after_the_last_turns_nobody_claims_any_more():
    position = open_with("courts").influence(4, 10, seat=1).building(18, "shrine-2a", owner=1).last_turns(1)
    table = position.play("sail:2", "end")
    assert table.over
    assert (table.influence(4, 1), table.vp(Source.MASTERY, 1)) == (11, 0)


def test_the_flower_or_any_step_beyond_it_will_do():
    assert open_with("courts").influence(2, 18).play("sail:2").vp(Source.MASTERY) == 7


def test_courts_looks_at_one_region_at_a_time():
    position = open_with("courts")
    courts(position, 0, False)
    assert position.play("sail:2").vp(Source.MASTERY) == 0


def test_a_shared_building_counts_for_both_owners():
    position = open_with("earth")
    for shore, tile in zip((1, 2, 4), PORTS, strict=False):
        position.building(shore, tile, owner=0, second=1)
    table = position.play("sail:2", "end", "sail:2")
    assert [table.vp(Source.MASTERY, seat) for seat in (0, 1)] == [7, 5]


def test_two_own_markers_on_one_building_count_once():
    position = open_with("earth").building(1, "port-1a", owner=0, second=0).building(2, "port-1b", owner=0)
    assert position.play("sail:2").vp(Source.MASTERY) == 0


def test_starting_buildings_and_imperial_markets_count_for_nobody():
    position = open_with("water", 2).building(1, "port-1a", owner=0).building(2, "manor-1a", owner=0)
    position.building(4, "shrine-1a", owner=0)
    assert claimed(position.play("sail:2"), "water") == []
