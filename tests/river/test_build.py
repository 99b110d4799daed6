"""Building: where, for how much, and what it brings."""

from __future__ import annotations

import pytest

from sampan.games import load
from sampan.games.river.terms import Ask, Source, Why

from .position import Position

COSTS = [
    6, 5, 8, 12, 6, None, 8, 6, 12, 9, 8, 12, 6, 5, 11,
    9, None, 12, 6, 6, 12, 8, 9, 6, 11, 13, 6, 6, None, 5,
]  # fmt: skip
STEPS = {
    "port-1": (1, 0, 4, 3, 3, 1),
    "market-1": (4, 1, 2, 3, 4, 3),
    "manor-1": (1, 0, 4, 3, 4, 3),
    "shrine-1": (1, 0, 4, 3, 2, 3),
    "port-2": (3, 4, 4, 2),
    "market-2": (5, 5, 2, 3),
    "manor-2": (5, 4, 3, 2),
    "shrine-2": (5, 5, 4, 5),
}
INFLUENCE = [
    (kind + letter, steps) for kind, row in STEPS.items() for letter, steps in zip("abcdef", row, strict=False)
]
BUILDABLE = [(shore, cost) for shore, cost in enumerate(COSTS, 1) if cost]


def region_of(shore: int) -> int:
    return (shore - 1) // 5 + 1


@pytest.mark.parametrize("shore, cost", BUILDABLE)
def test_a_space_costs_what_is_printed_on_it(shore, cost):
    position = Position().die(region_of(shore))
    assert position.koku(cost - 1).why(f"build:{shore}") == Why.TOO_FEW_KOKU
    assert position.koku(cost).play(f"build:{shore}").koku() == 0


@pytest.mark.parametrize("face", range(1, 7))
def test_the_die_names_the_region(face):
    spaces = {f"build:{shore}" for shore, _ in BUILDABLE if region_of(shore) == face}
    assert Position().die(face).koku(25).legal("build") == spaces


def test_another_region_is_refused():
    assert Position().die(4).koku(25).why("build:15") == Why.WRONG_REGION


def test_an_occupied_space_is_refused():
    position = Position().die(4).koku(25).building(16, "port-1a", owner=1)
    assert position.why("build:16") == Why.SPACE_TAKEN
    assert position.why("build:17") == Why.SPACE_TAKEN  # an imperial market


def test_without_a_tile_in_the_row_nothing_is_built():
    table = Position().die(1).koku(20)
    shore = next(shore for shore, _ in BUILDABLE if region_of(shore) == 1 and table.why(f"build:{shore}") == Why.OK)
    table.s.row[:] = -1  # which the rules never come to
    assert load("river").why_not(table.state, f"build:{shore}") == Why.ROW_EMPTY


def test_a_full_region_only_blocks_building_there():
    position = Position().die(4).koku(25)
    for shore, tile in ((16, "port-1a"), (18, "port-1b"), (19, "port-1c"), (20, "port-1d")):
        position.building(shore, tile, owner=1)
    assert position.legal("build") == set()
    assert position.legal("sail") == {"sail:1", "sail:2"}


@pytest.mark.parametrize("space", [1, 7, 14])
def test_ships_do_not_matter(space):
    assert Position().ship(1, at=space).ship(2, at=space).die(4).koku(9).why("build:16") == Why.OK


@pytest.mark.parametrize("place", [1, 2, 3, 4])
def test_any_tile_of_the_row_may_be_taken(place):
    row = ["port-1b", "manor-1b", "shrine-1b", "port-1a"]
    table = Position().die(4).koku(9).row(*row).play("build:16", f"take:{place}")
    assert table.tile(16) == row[place - 1]


@pytest.mark.parametrize("place, favor", [(1, 0), (2, 0), (3, 0), (4, 1)])
def test_the_rows_end_tile_brings_a_favor(place, favor):
    assert Position().die(4).koku(9).favor(0).play("build:16", f"take:{place}").favor() == favor


@pytest.mark.parametrize("tile, steps", INFLUENCE)
def test_a_tile_brings_its_influence_in_the_region_of_the_space(tile, steps):
    table = Position().die(5).koku(6).row(tile).play("build:24", "take:1")
    assert [table.influence(region) for region in range(1, 7)] == [0, 0, 0, 0, steps, 0]


def test_building_pays_no_owner_and_no_visitor_reward():
    table = Position().die(4).koku(9).goods().favor(0).row("port-1b").play("build:16", "take:1")
    assert (table.koku(), table.goods(), table.favor(), table.vp()) == (0, (0, 0, 0), 0, 0)
    table = Position().die(4).koku(9).row("shrine-1f").play("build:16", "take:1")
    assert table.vp() == 0


def test_the_builder_is_the_owner():
    table = Position().die(4).koku(9).play("build:16", "take:1")
    assert table.markers(16) == [0]


def test_once_paid_for_the_space_must_be_built_on():
    table = Position().die(4).koku(25).play("build:16")
    assert table.ask == Ask.TILE
    assert table.choices() == {"take:1", "take:2", "take:3", "take:4"}
    assert table.why("build:19") == Why.NOT_NOW


def test_building_ends_the_action():
    table = Position().die(4).koku(25).play("build:16", "take:1")
    assert (table.ask, table.choices()) == (Ask.END, {"end"})


def test_favor_may_open_another_region():
    table = Position().die(3).koku(9).play("die:up", "build:16", "take:1")
    assert table.markers(16) == [0]


def test_starting_buildings_block_their_spaces():
    assert Position(3).die(1).koku(25).why("build:3") == Why.SPACE_TAKEN
    assert Position(4).die(1).koku(25).why("build:3") == Why.OK
    assert Position(3).die(2).koku(25).why("build:7") == Why.OK
    assert Position(2).die(2).koku(25).why("build:7") == Why.SPACE_TAKEN


def test_buildings_bring_points_by_their_track_only():
    table = Position().die(4).koku(9).influence(4, 12).row("port-1a").play("build:16", "take:1")
    assert (table.vp(), table.vp(Source.TRACK)) == (3, 3)
