"""The rulebook's worked examples of Feya's Swamp, T1 to T17, and cases derived from its figures.

Where an example hangs on a lost picture, the position is built to fit the text.
"""

from __future__ import annotations

import random

from sampan.games.feya import scoring
from sampan.games.feya.rounds import start_round
from tests.feya.position import GAME, Position, lagoon, with_map


def test_t1_starting_settlements_lie_by_spirits_on_three_islands_each():
    for seed in range(20):
        state = GAME.deal({"players": 3}, seed)
        dice = random.Random(seed)
        while state.stage[0] < 2:
            GAME.play(state, dice.choice(GAME.legal_moves(state)))
        s = state[0]
        table = Position(3)
        spirits = {name for cell in table.cells(s.spirits) for name in table.beside(table.hexes[cell])}
        islands = [set(table.cells(s.island[island])) for island in range(s.islands)]
        for seat in range(3):
            mine = table.cells(s.settled[seat])
            assert len(mine) == 3 and {table.hexes[cell] for cell in mine} <= spirits
            assert len({n for n, island in enumerate(islands) for cell in mine if cell in island}) == 3
            assert sum(at >= 0 for at in s.boat[seat]) == 2
        assert not GAME.definition.faults(GAME, state)


def test_t2_two_open_mana_incomes_and_the_merchant_give_two_mana_and_eight_gold():
    table = Position(3).guide(0, "merchant").give(0, gold=5, mana=0, fish=4).built(0, 1, 3, 1, 0)
    start_round(table.box, table.s)
    assert table.has(0) == {"gold": 13, "mana": 2, "fish": 4, "axolotls": 0, "free": 3}
    assert table.points(0) == 0 and table.s.sailing[0] == 0


def test_t3_only_the_boat_in_reach_of_a_season_fish_moves_and_catches_two():
    table = lagoon().guide(0, "fisherman").turn(0).give(0, sailing=1, fish=0, catch=0)
    table.boats(0, "b5", "b9").season("p")
    table.play("fish:2", "boat:1")
    assert table.legal("go") == {"a2"}
    table.play("go:a2")
    assert table.has(0)["fish"] == 2
    assert table.why("boat:2") == "NO_BOAT_CAN"
    table.play("done", "done")
    assert table.s.boat[0][1] == table.number("b9")


def test_t4_four_fish_from_one_boat_and_one_from_another_bring_ten_gold():
    table = lagoon(clan1="frog").guide(0, "fisherman").turn(0).give(0, gold=0, fish=5)
    table.settle(1, "b2", "b7").settle(0, "d2").fish_on(b7=1).boats(0, "a3", "c8")
    table.play("trade:2", "boat:1", "go:c2", "lay:b2", "lay:b2", "lay:d2", "lay:d2", "done")
    assert table.has(0) == {"gold": 7, "mana": 1, "fish": 1, "axolotls": 0, "free": 2}
    table.play("boat:2", "go:c8", "lay:b7", "done")
    assert table.has(0)["gold"] == 10 and table.has(0)["fish"] == 0
    assert table.points(0) == 0


def test_t5_a_settlement_at_two_spirits_with_the_monk_costs_ten_gold():
    table = Position(3, clan1="frog").guide(0, "monk").turn(0).give(0, gold=10, sailing=2)
    table.boats(0, "g12", "b6", "l5").built(0, 1, 1, 1, 0)
    table.play("build:1", "boat:1")
    assert "g9" in table.legal("go")
    table.play("go:g9", "site:g8", "track:1")
    assert table.has(0)["gold"] == 0
    assert list(table.s.built[0]) == [2, 1, 1, 0]
    assert table.number("g8") in table.cells(table.s.settled[0])
    assert table.why("boat:2") == table.why("boat:3") == "NO_BOAT_CAN"


# Narrow water: a dead end at e1 behind d1, two islands one hex apart at c7, temple E behind d9.
NARROWS = """
A   ~   ~   ~   ~   ~   ~   ~   ~   B
  ~   ~   ~   ~   ~   ~   ~   ~   ~
C   S   ~   ~   ~   S   ~   S   S   D
  ~   ~   o   ~   ~   ~   ~   ~   ~
~   .   ~   ~   ~   ~   p   y   .   E
"""


def narrows() -> Position:
    return Position(3, with_map(NARROWS)).give(0, gold=50)


def test_t6a_a_settlement_must_not_join_two_islands():
    table = narrows().boats(0, "d7").play("build:1", "boat:1", "go:d7")
    assert table.why("site:c7") == "JOINS_ISLANDS"


def test_t6b_a_settlement_must_not_shut_in_another_boat():
    table = narrows().boats(0, "d2").boats(1, "e1").play("build:1", "boat:1", "go:d2")
    assert table.why("site:d1") == "BLOCKS_BOAT"


def test_t6c_a_settlement_must_not_shut_in_the_boat_that_builds_it():
    table = narrows().boats(0, "e1").play("build:1", "boat:1")
    assert table.why("go:e1") == "NOTHING_TO_BUILD_THERE"
    table.play("go:d2")
    assert table.why("site:d1") == "OK"


def test_t6d_a_settlement_must_not_close_a_temple():
    table = narrows().boats(0, "d8").play("build:1", "boat:1", "go:d8")
    assert table.why("site:d9") == "BLOCKS_TEMPLE"
    assert "d9" not in table.legal("site")


def test_t7_three_boats_sail_up_to_six_and_one_takes_five_points_from_a_temple():
    table = lagoon(clan1="salamander").guide(0, "fisherman").turn(0).give(0, fish=0)
    table.boats(0, "b4", "a4", "b6").season("y")
    table.play("sail:1", "boat:1", "go:b9")  # five to the right
    table.play("boat:2", "go:a1")  # three into the temple
    assert table.points(0, "temples") == table.points(0) == 5
    table.play("boat:3", "go:b10")  # four to a yellow fish
    assert table.has(0)["fish"] == 0
    assert table.ask == "END"


def test_t8_a_step_to_plus_three_pays_four_points():
    table = Position(3).give(0, sailing=2).play("improve:1")
    assert table.s.sailing[0] == 3
    assert table.points(0, "sailing") == table.points(0) == 4


def test_t9_a_feast_feeds_the_host_and_every_owner():
    table = lagoon(3, clan1="frog", clan2="crocodile", clan3="salamander")
    table.settle(1, "b2", "b3").settle(2, "d2", "d3").settle(0, "c2")
    table.fish_on(b2=3, b3=1, d2=3, d3=2, c2=2)
    table.play("celebrate:1", f"feast:{table.island('c3')}")
    assert [table.points(seat) for seat in range(3)] == [7, 4, 5]
    assert not table.cells(table.s.fish_odd) and not table.cells(table.s.fish_two)
    assert table.points(0, "feasts") == 5 and table.points(0, "totem") == 0


def test_t10_a_spirit_takes_the_totem_to_its_island():
    table = lagoon().settle(0, "b2").totem("c7")
    supply = int(table.s.spirit_supply)
    assert table.s.totem_island == table.island("c7") - 1
    table.play("spirit:1")
    assert table.why("site:c6") == "TOTEM_ISLAND"
    table.play("site:c4")
    assert table.s.spirit_supply == supply - 1
    assert table.number("c4") in table.cells(table.s.spirits) and table.s.totem == table.number("c4")
    assert table.s.totem_island == table.island("c3") - 1
    assert table.points(0, "spaces") == 2


# ---------------------------------------------------------------- the end of the game


def score(table: Position, aim: str, seat: int = 0) -> int:
    """What one score card pays."""
    table.score_cards(aim)
    number = int(table.box.score_aim[table.s.score_card[0]])
    return int(scoring.card_points(table.box, table.s, seat, number))


def test_t11_four_settlements_at_two_spirits_are_eight_points():
    table = lagoon().spirit("c4").settle(0, "b2", "b3", "d2", "d3")
    assert scoring.island_points(table.s, 0) == 8


def test_t12_a_group_of_four_is_sixteen_points():
    table = lagoon().settle(0, "b2", "b3", "a3", "a4", "d3", "d10")
    assert score(table, "group_squared") == 16


def test_t13_three_settlements_by_temples_are_fifteen_points():
    table = lagoon().settle(0, "b2", "c2", "b1", "d2", "d1")
    beside = {name for temple in "ABCDE" for name in temple_side(table, temple)}
    assert len(table.names(table.s.settled[0]) & beside) == 3
    assert score(table, "temple_5") == 15


def temple_side(table: Position, temple: str) -> list[str]:
    cell = int(table.box.temple_at[table.s.side, "ABCDE".index(temple)])
    return table.beside(table.hexes[cell])


def test_t14_two_islands_led_and_one_tied_are_nine_points():
    table = lagoon().settle(0, "b2", "b3").settle(1, "d3").settle(0, "b6").settle(0, "b9").settle(2, "d10")
    assert score(table, "lead_3") == 9


def test_t15_two_islands_with_exactly_one_settlement_are_ten_points():
    table = lagoon().settle(0, "b2", "b3", "b6", "d10")
    assert score(table, "single_5") == 10


def test_t16_two_settlements_on_the_largest_island_are_eight_points():
    table = lagoon().settle(0, "b2", "b3", "b6").settle(1, "d3")
    assert score(table, "largest_4") == 8


def test_t17_one_settlement_on_two_of_three_smallest_islands_is_eight_points():
    table = lagoon().settle(0, "b2").settle(1, "d3").settle(0, "b6").settle(1, "d7").settle(1, "b9", "d10")
    sizes = [len(table.cells(table.s.island[island])) for island in range(table.s.islands)]
    assert sizes == [3, 3, 3]
    assert score(table, "smallest_4") == 8


# ---------------------------------------------------------------- derived


def test_three_fish_where_the_totem_is_bring_twelve_gold():
    table = lagoon().settle(1, "b2").totem("c3").give(0, gold=0, fish=3).boats(0, "b1")
    table.play("trade:1", "boat:1", "go:b1", "lay:b2", "lay:b2", "lay:b2")
    assert table.has(0)["gold"] == 12
    assert table.why("lay:b2") == "STACK_FULL"


def test_a_feast_at_the_totem_pays_three_more():
    table = lagoon().totem("c3").play("celebrate:1", "feast:1")
    assert table.points(0) == table.points(0, "totem") == 3


def test_thirty_nine_gold_at_the_end_are_three_points():
    table = lagoon().give(0, gold=39, mana=0)
    scoring.final_scoring(table.box, table.s)
    assert table.points(0, "gold") == 3
