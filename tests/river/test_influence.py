"""The six influence tracks: every step's reward, the end of the track."""

from __future__ import annotations

import pytest

from sampan.games.river.terms import Ask, Source

from .position import GOODS, REGION_GOODS, Position

REGIONS = range(1, 7)
CHEAP = {1: 2, 2: 8, 3: 13, 4: 19, 5: 24, 6: 30}  # a cheap shore space of each region


def gaining(region: int, start: int, tile: str) -> Position:
    """About to build a tile in a region, with 6 koku to pay for it and nothing else."""
    position = Position().die(region).koku(6).goods().favor(0).influence(region, start)
    return position.row(tile)


def build(region: int, start: int, tile: str):
    return gaining(region, start, tile).play(f"build:{CHEAP[region]}", "take:1")


ONE, FOUR, FIVE = "port-1a", "port-1c", "market-2a"  # tiles that bring so many steps


@pytest.mark.parametrize("region", REGIONS)
@pytest.mark.parametrize("step", range(1, 19))
def test_every_step_brings_what_is_printed_on_it(region, step):
    table = build(region, step - 1, ONE)
    koku = 6 - (5 if region in (1, 6) else 6)
    good = REGION_GOODS[region - 1] if step == 2 else None
    assert table.influence(region) == step
    assert table.koku() == koku + 2 * (step == 5)
    assert table.favor() == (step == 9)
    assert table.vp() == table.vp(Source.TRACK) == 3 * (step in (13, 18))
    assert table.goods() == tuple(int(kind == good) for kind in GOODS)
    assert table.ask == (Ask.GOOD if step == 18 else Ask.END)


def test_the_flower_brings_nothing_of_its_own():
    table = build(2, 10, ONE)
    assert (table.influence(2), table.koku(), table.goods(), table.favor(), table.vp()) == (11, 0, (0, 0, 0), 0, 0)


def test_a_gain_of_several_steps_collects_all_it_passes():
    table = build(2, 1, FIVE)  # to 6, by a rice and 2 koku
    assert (table.influence(2), table.goods(), table.koku()) == (6, (0, 1, 0), 2)


def test_what_was_passed_before_is_not_collected_again():
    table = build(2, 5, ONE)
    assert (table.influence(2), table.koku(), table.goods()) == (6, 0, (0, 0, 0))


def test_an_occupied_step_still_pays():
    table = gaining(2, 4, ONE).influence(2, 5, seat=1).play("build:8", "take:1")
    assert table.koku() == 2


def test_influence_beyond_18_is_lost():
    table = build(2, 16, FIVE)
    assert (table.influence(2), table.vp(Source.TRACK)) == (18, 3)
    assert table.play("good:silk").ask == Ask.END


def test_at_18_nothing_more_is_gained():
    table = build(2, 18, FIVE)
    assert (table.influence(2), table.vp(), table.ask) == (18, 0, Ask.END)


def test_the_good_of_step_18_is_picked_at_once():
    table = build(2, 17, ONE)
    assert table.choices() == {"good:silk", "good:rice", "good:porcelain"}
    assert table.play("good:porcelain").goods() == (0, 0, 1)


def test_the_good_of_step_18_is_picked_before_the_row_is_refilled():
    position = gaining(2, 17, ONE).building(12, "shrine-1a", owner=0).stack(1, left=1)
    table = position.play("build:8", "take:1")
    assert (table.ask, table.stack(1), table.goods()) == (Ask.GOOD, 1, (0, 0, 0))
    assert table.play("good:silk").goods() == (1, 1, 1)  # its own rice and the shrine's porcelain by the visit


def test_the_good_of_step_18_is_lost_on_full_stores():
    table = gaining(2, 17, ONE).goods(silk=6, rice=6, porcelain=6).play("build:8", "take:1")
    assert (table.ask, table.vp(Source.TRACK)) == (Ask.END, 3)


def test_an_owner_reaching_18_by_my_visit_picks_the_good():
    position = Position().die(1).ship(1, at=5).building(13, "market-2b", owner=2).influence(3, 17, seat=2)
    table = position.goods(2).play("sail:1", "good:silk")
    assert (table.seat, table.ask, table.vp(Source.TRACK, 2)) == (2, Ask.GOOD, 3)
    table.play("good:rice")
    assert (table.goods(2), table.seat, table.ask) == ((0, 1, 0), 0, Ask.END)


def test_track_favor_stops_at_its_limit():
    table = gaining(2, 4, FIVE).koku(25).favor(3, limit=3).play("build:8", "take:1")
    assert (table.influence(2), table.koku(), table.favor()) == (9, 21, 3)
