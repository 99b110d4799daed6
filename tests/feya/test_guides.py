"""The ten guides."""

from __future__ import annotations

import pytest

from sampan.games.feya.rounds import start_round

from .position import Position, lagoon


def with_income(guide: str, **things: int) -> Position:
    table = Position(3).guide(0, guide).give(0, gold=0, mana=0, **things)
    start_round(table.box, table.s)
    return table


def test_the_leader_reserves_a_space_for_the_round():
    table = with_income("leader")
    assert table.ask == "BLOCK" and table.s.seat == 0
    assert table.why("swap:worker>mana") == "NOT_NOW"
    assert table.why("block:spirit2") == "NO_SUCH_SPACE"
    table.play("block:celebrate1")
    assert table.s.blocked == 5 * 6 and table.ask == "ACTION" and table.why("celebrate:1") == "OK"


def test_only_the_leader_may_use_the_reserved_space_until_the_leader_passes():
    table = Position(3).guide(1, "leader").boats(0, "e7")
    table.s.blocked = 5 * 6
    table.turn(0)
    assert table.why("celebrate:1") == "SPACE_RESERVED"
    table.turn(1)
    assert table.why("celebrate:1") == "OK"
    table.offer("range3", "range2", "catch1").play("pass", "take:range3")
    assert table.s.blocked == -1
    table.play("guide:sailor")
    assert table.s.turn != 1 and table.why("celebrate:1") == "OK"


def test_the_leader_may_reserve_nothing():
    table = with_income("leader").play("done")
    assert table.s.blocked == -1 and table.ask == "ACTION"


def test_the_sailor_sails_one_step_with_its_points():
    table = with_income("sailor")
    assert table.s.sailing[0] == 1 and table.points(0, "sailing") == 1


def test_the_fisherman_catches_one_more_with_every_boat():
    for guide, fish in (("fisherman", 2), ("monk", 1)):
        table = lagoon().guide(0, guide).turn(0).give(0, fish=0).boats(0, "a3")
        assert table.play("fish:2", "boat:1", "go:a2").has(0)["fish"] == fish


def test_the_monk_has_two_mana():
    assert with_income("monk").has(0)["mana"] == 2


def test_the_warrior_takes_two_axolotls_or_what_is_left():
    assert with_income("warrior").has(0)["axolotls"] == 2
    table = Position(3).guide(0, "warrior").give(1, axolotls=7)
    start_round(table.box, table.s)
    assert table.has(0)["axolotls"] == 1 and table.s.axolotl_supply == 0


def test_the_merchant_has_eight_gold():
    assert with_income("merchant").has(0)["gold"] == 8


def test_the_builder_has_a_space_of_ones_own_once_a_round():
    table = Position(3).guide(0, "builder").turn(0).boats(0, "e7", "g9").give(0, gold=50)
    table.play("build:card", "boat:2", "go:g9", "site:g8", "track:1", "done", "done")
    assert table.s.builder_card == 0
    table.turn(0)
    assert table.why("build:card") == "SPACE_TAKEN"
    assert Position(3).boats(0, "e7").why("build:card") == "NOT_BUILDER"


def passing(guide: str) -> Position:
    return lagoon().guide(0, guide).turn(0).offer("range3", "range2", "catch1")


def test_the_storyteller_scores_three_for_each_temple_tile_on_passing():
    table = passing("storyteller")
    table.s.temples[0] = 0b101
    table.play("pass", "take:range3")
    assert table.points(0, "guides") == 6


def test_the_artist_scores_three_and_feasts_on_passing():
    table = passing("artist").settle(1, "b2").fish_on(b2=2)
    table.play("pass", "take:range3")
    assert table.ask == "ISLAND" and table.points(0, "guides") == 3
    table.play("feast:1")
    assert table.points(0, "feasts") == 1 and table.points(1) == 2
    assert table.ask == "GUIDE"


def test_the_wiseman_scores_three_for_each_island_led_on_passing():
    table = passing("wiseman").settle(0, "b2", "b6").settle(1, "d7").settle(2, "b9")
    table.play("pass", "take:range3")
    assert table.points(0, "guides") == 6


def test_a_new_guide_brings_its_fish_and_is_not_the_old_one():
    table = passing("wiseman").give(0, fish=0)
    table.s.guide_fish[1] = 2
    table.play("pass", "take:catch1")
    assert table.why("guide:wiseman") == "GUIDE_JUST_RETURNED"
    assert table.why("guide:warrior") == "GUIDE_TAKEN"
    table.play("guide:sailor")
    assert table.has(0)["fish"] == 2 and table.s.guide_fish[1] == 0
    assert table.s.passed[0] == 1 and table.s.turn != 0


def test_guides_left_get_a_fish_after_the_round_and_order_follows_initiative():
    table = passing("wiseman").passed(1, 2)
    table.s.guide[1], table.s.guide[2] = 6, 2
    table.play("pass", "take:range3", "guide:sailor")
    table.play(f"site:{min(table.legal('site'))}")
    assert table.s.round_now == 1 and list(table.s.order[:3]) == [0, 2, 1]
    assert all(table.s.guide_fish[g] == 1 for g in range(10) if int(table.s.guides_open) >> g & 1)
    assert sum(table.s.guide_fish) == 4


@pytest.mark.parametrize("number", [1, 4])
def test_the_last_to_pass_places_the_rounds_spirit_and_moves_the_totem(number):
    table = passing("monk").round(number).passed(1, 2).settle(1, "b2")
    tile = {1: "range3", 4: "vp5"}[number]
    table.offer(tile).play("pass", f"take:{tile}")
    if number == 1:
        table.play("guide:sailor")
    assert table.ask == "SPIRIT"
    table.play("site:b3")
    assert table.s.totem == table.number("b3") and table.s.round_spirit[number - 1] == 0
    assert (table.s.seat == -1) == (number == 4)
