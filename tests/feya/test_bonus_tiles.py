"""The twenty round bonus tiles."""

from __future__ import annotations

import pytest

from .position import lagoon


@pytest.mark.parametrize(("tile", "more"), [("range3", 3), ("range2", 2)])
def test_a_range_tile_lengthens_one_turn(tile, more):
    table = lagoon().guide(0, "wiseman").turn(0).tiles(0, tile).round(2).season("p").boats(0, "a8")
    table.play("sail:1", "boat:1")
    before = len(table.legal("go"))
    table.play(f"use:{tile}")
    assert table.s.range_bonus == more and len(table.legal("go")) > before
    table.play(f"go:{max(table.legal('go'))}", "done")
    assert table.s.turn != 0 and table.s.range_bonus == 0
    assert table.turn(0).why(f"use:{tile}") == "TILE_NOT_HELD"


def test_a_catch_tile_adds_a_fish_for_every_boat():
    table = lagoon().tiles(0, "catch1").round(2).season("p", "y").give(0, fish=0).boats(0, "a3", "b9")
    table.play("use:catch1", "fish:2", "boat:1", "go:a2", "boat:2", "go:b10")
    assert table.has(0)["fish"] == 4


@pytest.mark.parametrize(("tile", "less"), [("build-3", 3), ("build-2", 2)])
def test_a_build_tile_makes_every_settlement_cheaper(tile, less):
    table = lagoon().guide(0, "monk").turn(0).tiles(0, tile).round(2).give(0, gold=30).boats(0, "b5", "b9")
    table.play("build:1", f"use:{tile}", "boat:1", "go:b5", "site:b6", "track:4")
    table.play("boat:2", "go:b8", "site:b9", "track:4")
    assert table.has(0)["gold"] == 30 - 2 * (7 - less)


def test_two_tiles_in_one_turn_add_up_and_a_price_never_falls_below_nothing():
    table = lagoon().guide(0, "wiseman").turn(0).tiles(0, "build-3", "build-2").round(2).give(0, gold=1).boats(0, "b5")
    table.play("use:build-3", "use:build-2", "build:1", "boat:1", "go:b5", "site:b6", "track:4")
    assert table.has(0)["gold"] == 1


def test_round_one_tiles_work_neither_after_the_action_nor_while_passing():
    table = lagoon().tiles(0, "range3").round(2).offer("build", "fish", "trade").play("improve:1")
    assert table.ask == "END" and table.why("use:range3") == "TILE_TOO_LATE"
    table = lagoon().tiles(0, "range3").round(2).offer("build", "fish", "trade").play("pass")
    assert table.why("use:range3") == "TILE_TOO_LATE"


def test_a_tile_works_from_the_next_round_on():
    table = lagoon().tiles(0, "range3")
    assert table.why("use:range3") == "TILE_NOT_YET"


@pytest.mark.parametrize("action", ["build", "fish", "trade", "celebrate", "improve"])
def test_a_round_two_tile_is_the_main_action_without_a_worker(action):
    table = lagoon().tiles(0, action).round(3).season("p").give(0, free=0, gold=50).boats(0, "a3").settle(1, "b3")
    table.play(f"use:{action}")
    assert table.has(0)["free"] == 0
    table.play(*{
        "build": ("boat:1", "go:a3", "site:b2", "track:4"),
        "fish": ("boat:1", "go:a2"),
        "trade": ("boat:1", "go:a3", "lay:b3", "done"),
        "celebrate": ("feast:1",),
        "improve": (),
    }[action])  # fmt: skip
    assert table.ask == "END" and table.why("use:fish") in ("TILE_NOT_HELD", "TILE_TOO_LATE")


@pytest.mark.parametrize(
    ("tile", "before", "after"),
    [
        ("mana1>axolotl1", {"mana": 1}, {"mana": 0, "axolotls": 1}),
        ("gold4>axolotl1", {"gold": 4}, {"gold": 0, "axolotls": 1}),
        ("gold6>mana2", {"gold": 6}, {"gold": 0, "mana": 2}),
        ("mana2>fish4", {"mana": 2}, {"mana": 0, "fish": 4}),
        ("mana3>gold16", {"mana": 3}, {"mana": 0, "gold": 16}),
    ],
)
def test_a_round_three_tile_exchanges_at_any_decision(tile, before, after):
    for where in ((), ("pass",), ("improve:1",), ("celebrate:1",)):
        table = lagoon().tiles(0, tile).round(4).offer("vp5", "vp6", "vp7").give(0, mana=0, gold=0, fish=0)
        table.give(0, **before).play(*where, f"use:{tile}")
        assert {name: table.has(0)[name] for name in after} == after
        poor = lagoon().tiles(0, tile).round(4).give(0, mana=0, gold=0)
        assert poor.why(f"use:{tile}") in ("TOO_LITTLE_MANA", "TOO_LITTLE_GOLD")


def test_a_tile_for_axolotls_needs_one_in_the_supply():
    table = lagoon().tiles(0, "gold4>axolotl1").round(4).give(1, axolotls=8)
    assert table.why("use:gold4>axolotl1") == "NO_AXOLOTL_LEFT"
    assert table.give(0, mana=2).why("swap:mana>axolotl") == "NO_AXOLOTL_LEFT"


def test_gold_promised_to_a_settlement_cannot_be_exchanged():
    table = lagoon().guide(0, "monk").turn(0).tiles(0, "gold4>axolotl1").round(4).give(0, gold=10).boats(0, "b5")
    for move in ("build:1", "boat:1", "go:b5", "site:b6"):
        assert table.play(move).why("use:gold4>axolotl1") == "ACTION_UNFINISHED"
    table.play("track:4")
    assert table.has(0)["gold"] == 3 and table.why("use:gold4>axolotl1") == "TOO_LITTLE_GOLD"


@pytest.mark.parametrize("points", [4, 5, 6, 7, 8])
def test_a_round_four_tile_is_points_at_once(points):
    table = lagoon().round(4).offer(f"vp{points}", "range3").play("pass")
    assert table.legal("take") == {f"vp{points}"}
    table.play(f"take:vp{points}")
    assert table.points(0, "bonus_tiles") == points and int(table.s.tiles[0]) == 0
