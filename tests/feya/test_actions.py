"""Worker spaces, exchanges, boats: what is offered and what is refused."""

from __future__ import annotations

import pytest

from sampan.games.feya import swamp

from .position import Position, lagoon


def test_a_space_takes_one_worker_and_mana_where_it_asks_for_it():
    table = Position(3).give(0, mana=1).play("improve:1", "done").turn(1)
    assert table.why("improve:1") == "SPACE_TAKEN" and table.why("improve:2") == "TOO_LITTLE_MANA"
    assert table.give(1, mana=2).why("improve:2") == "OK"
    assert table.play("improve:2").has(1)["mana"] == 0


def test_the_player_picks_clan_worker_or_axolotl():
    table = Position(3)
    assert table.why("improve:1a") == "NO_AXOLOTL"
    table.give(0, axolotls=1, free=0)
    assert table.why("improve:1") == "NO_WORKER"
    table.play("improve:1a")
    assert table.s.space[4][0] == 4 and table.has(0)["axolotls"] == 0


def test_axolotls_on_the_board_return_to_the_supply_and_unused_ones_stay():
    table = lagoon().guide(1, "builder").turn(0).give(0, axolotls=2).play("improve:1a", "done").turn(0).passed(1, 2)
    assert table.s.axolotl_supply == 6
    table.offer("range3").play("pass", "take:range3", "guide:sailor", "site:b3")
    assert table.s.axolotl_supply == 7 and table.has(0)["axolotls"] == 1 and table.has(0)["free"] == 3


def test_a_clan_worker_given_for_mana_is_back_next_round():
    table = lagoon().guide(0, "builder").turn(0).passed(1, 2).give(0, mana=0).play("swap:worker>mana")
    assert table.has(0)["free"] == 2 and table.has(0)["mana"] == 1
    table.offer("range3").play("pass", "take:range3", "guide:sailor", "site:b3")
    assert table.has(0)["free"] == 3


def test_two_mana_buy_an_axolotl_and_any_worker_a_mana():
    table = Position(3).give(0, mana=3).play("swap:mana>axolotl")
    assert table.has(0)["mana"] == 1 and table.has(0)["axolotls"] == 1
    table.play("swap:axolotl>mana")
    assert table.has(0)["mana"] == 2 and table.s.axolotl_supply == 8


def test_a_fish_space_gives_its_fish_before_the_boats_move():
    table = lagoon().give(0, fish=0).boats(0, "a3").play("fish:1")
    assert table.has(0)["fish"] == 1


def test_standing_still_on_fitting_water_is_allowed_but_a_tile_must_be_left():
    assert "a2" in lagoon().boats(0, "a2").play("fish:1", "boat:1").legal("go")
    table = lagoon().settle(0, "b2").boats(0, "b2").play("sail:1", "boat:1")
    assert table.why("go:b2") == "NOT_WATER"


def test_a_boat_that_acts_where_it_is_is_not_said_to_move():
    table = lagoon().boats(0, "a2").play("fish:1", "boat:1")
    name, args = table.game.describe(table.state, table.game.move_from("go:a2"))
    assert name == "feya_move_stay" and args["hex"] == "a2"


def test_boats_pass_each_other_but_do_not_share_water():
    table = lagoon().boats(0, "a4").boats(1, "a3", "a2").season("p")
    assert table.why("fish:1") == "NO_BOAT_CAN"
    table.play("sail:1", "boat:1")
    assert table.why("go:a3") == "BOAT_THERE" and table.why("go:a1") == "OK" and table.why("go:a4") == "MUST_MOVE"


def test_a_boat_action_needs_one_boat_and_a_trade_one_fish():
    table = lagoon().settle(1, "b2").boats(0, "b1").give(0, fish=2).play("trade:1")
    assert table.why("done") == "ONE_BOAT_MUST_ACT"
    table.play("boat:1", "go:b1")
    assert table.why("done") == "ONE_FISH_MUST_BE_LAID"
    assert table.why("lay:b3") == "NOT_A_SETTLEMENT"
    assert lagoon().settle(1, "b2").boats(0, "b1").give(0, fish=0).why("trade:1") == "NO_FISH"


def test_neutral_settlements_pay_and_feed_nobody():
    table = lagoon().settle(None, "b2").boats(0, "b1").give(0, fish=2, gold=0)
    table.play("trade:1", "boat:1", "go:b1", "lay:b2", "lay:b2", "done", "done").turn(1)
    assert table.has(0)["gold"] == 7
    table.play("celebrate:1", "feast:1")
    assert table.points(1, "feasts") == 1 and table.points(0) == 1 and table.points(1) == 1  # 1 for the trade space


def test_only_sail_enters_a_temple_and_a_second_visit_gives_nothing():
    table = lagoon().boats(0, "a3").give(0, fish=0).settle(1, "b2").play("sail:1", "boat:1", "go:a1", "done")
    assert table.points(0, "temples") == 5 and table.s.temple_left[0] == 2
    table.turn(0).play("sail:2", "boat:1", "go:a2", "done").turn(0)
    table.s.space[:] = -1
    table.give(0, free=1).play("sail:1", "boat:1", "go:a1")
    assert table.points(0, "temples") == 5 and table.s.temple_left[0] == 2


@pytest.mark.parametrize(
    ("temple", "gain"),
    [("A", (5, 0, 0)), ("B", (4, 0, 1)), ("C", (3, 1, 0)), ("D", (3, 0, 2)), ("E", (4, 1, 0))],
)
def test_every_temple_gives_what_its_top_tile_shows(temple, gain):
    hexes = {"A": ("a2", "a1"), "B": ("a11", "a12"), "C": ("c2", "c1"), "D": ("c11", "c12"), "E": ("e7", "e8")}
    start, inside = hexes[temple]
    table = lagoon().give(0, mana=0, fish=0).boats(0, start).play("sail:1", "boat:1", f"go:{inside}")
    assert (table.points(0, "temples"), table.has(0)["mana"], table.has(0)["fish"]) == gain


def test_boats_may_share_a_temple():
    table = lagoon().boats(0, "a2").boats(1, "a1").play("sail:1", "boat:1", "go:a1")
    assert table.points(0, "temples") == 5


def test_improving_is_closed_at_the_end_of_the_track():
    assert Position(3).give(0, sailing=5).why("improve:1") == "SAILING_TRACK_END"


def test_a_spirit_needs_supply_and_keeps_off_boats():
    table = lagoon().boats(0, "b3")
    table.play("spirit:1")
    assert table.why("site:b3") == "BOAT_THERE" and table.why("site:a1") == "NOT_WATER"
    empty = lagoon()
    empty.s.spirit_supply = 0
    assert empty.why("spirit:1") == "NO_SPIRIT_LEFT"


def without_water(table):
    """A swamp that is full to the last hex."""
    table.s.water[:] = 0
    swamp.survey(table.box, table.s)
    return table


def test_a_spirit_needs_a_place():
    assert without_water(lagoon()).why("spirit:1") == "NO_PLACE_FOR_SPIRIT"


def test_a_starting_settlement_needs_a_place():
    table = lagoon()
    table.state[:] = table.game.deal({"players": 3}, seed=1)
    while table.ask == "GUIDE":
        table.game.play(table.state, table.game.legal_moves(table.state)[0])
    assert table.why("track:1") == "OK"
    assert without_water(table).why("track:1") == "NO_PLACE_FOR_TILE"


def test_a_spirit_must_leave_every_settlement_open_water():
    table = lagoon().settle(0, "c2", "d1", "e1").play("spirit:1")
    assert table.why("site:e2") == "BLOCKS_SETTLEMENT"  # the last water beside e1
    assert table.why("site:d2") == "OK"


def test_the_stricter_reading_asks_the_boat_to_be_at_the_island():
    off = lagoon().give(0, gold=50).boats(0, "a5").guide(0, "wiseman").turn(0).settle(1, "b6")
    on = lagoon(boat_at_island="on").give(0, gold=50).boats(0, "a5").guide(0, "wiseman").turn(0).settle(1, "b6")
    off.play("build:1", "boat:1")
    on.play("build:1", "boat:1")
    assert on.legal("go") < off.legal("go")
