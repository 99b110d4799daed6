"""Final scoring: regions with their ties, customers, and who wins."""

from __future__ import annotations

import pytest

from sampan.engine.game import State
from sampan.games.river.terms import Source

from .position import GAME, Position

TILES_2P = {"a": [3], "b": [5, 2], "c": [4, 2], "d": [8, 4], "e": [6, 3], "f": [7, 3]}
TILES_34P = {"a": [7, 3], "b": [9, 5], "c": [8, 4], "d": [12, 8, 4], "e": [10, 6, 2], "f": [11, 7, 3]}


def region(tile: str, *steps: int, elder: int | None = None) -> list[int]:
    """The points of one region for players on these steps."""
    position = Position(len(steps)).scoring(2, tile)
    for seat, step in enumerate(steps):
        position.influence(2, step, seat=seat)
    if elder is not None:
        position.delivered("elder-2", seat=elder)
    table = position.finish()
    return [table.vp(Source.REGION, seat) for seat in range(len(steps))]


@pytest.mark.parametrize("tile", TILES_34P)
@pytest.mark.parametrize("players", [3, 4])
def test_three_and_four_players_are_paid_by_place(tile, players):
    expected = (TILES_34P[tile] + [0, 0, 0])[:players]
    assert region(tile, *range(15, 15 - players, -1)) == expected


@pytest.mark.parametrize("tile", TILES_2P)
def test_two_players_are_paid_by_place(tile):
    assert region(tile, 7, 4) == (TILES_2P[tile] + [0])[:2]


@pytest.mark.parametrize(
    "tile, steps, points",
    [
        ("b", (8, 8, 1), [7, 7, 0]),
        ("a", (9, 4, 4), [7, 1, 1]),
        ("a", (4, 4), [1, 1]),
        ("b", (6, 6, 6), [4, 4, 4]),
        ("d", (8, 8, 3), [10, 10, 4]),  # the next player takes the place after the tied ones
        ("d", (8, 8, 3, 2), [10, 10, 4, 0]),
        ("d", (8, 8, 3, 3), [10, 10, 2, 2]),
        ("d", (8, 8, 8, 8), [6, 6, 6, 6]),
        ("d", (8, 8, 8, 1), [8, 8, 8, 0]),
        ("e", (9, 5, 5, 5), [10, 2, 2, 2]),
        ("e", (9, 5, 5, 1), [10, 4, 4, 0]),
        ("e", (9, 7, 5, 5), [10, 6, 1, 1]),
        ("c", (1, 2, 2, 2), [0, 4, 4, 4]),
        ("f", (18, 18, 18), [7, 7, 7]),  # at the end of the track as well
        ("f", (18, 18, 5), [9, 9, 3]),
    ],
)
def test_tied_players_share_the_places_they_fill(tile, steps, points):
    assert region(tile, *steps) == points


@pytest.mark.parametrize("tile", TILES_2P)
@pytest.mark.parametrize("gap, paid", [(1, True), (5, True), (6, False), (17, False)])
def test_the_second_of_two_players_must_be_within_five_steps(tile, gap, paid):
    first, second = (TILES_2P[tile] + [0])[:2]
    assert region(tile, 1 + gap, 1) == [first, second if paid else 0]
    assert region(tile, 1, 1 + gap) == [second if paid else 0, first]


@pytest.mark.parametrize("tile", TILES_2P)
def test_a_tie_of_two_players_adds_both_values(tile):
    each = sum(TILES_2P[tile]) // 2
    assert region(tile, 6, 6) == [each, each]


def test_the_gap_does_not_matter_with_three_players():
    assert region("b", 18, 1, 0) == [9, 5, 0]


def test_without_influence_nobody_scores_a_region():
    assert region("d", 3, 0, 0) == [12, 0, 0]
    assert region("d", 0, 0, 0, 0) == [0, 0, 0, 0]
    assert region("b", 2, 0) == [5, 0]
    assert region("b", 0, 0) == [0, 0]


def test_an_elder_doubles_after_the_split_and_its_rounding():
    assert region("a", 4, 4, elder=0) == [2, 1]
    assert region("b", 6, 6, 6, elder=1) == [4, 8, 4]


def test_an_elder_doubles_any_place():
    assert region("e", 9, 7, 5, elder=2) == [10, 6, 4]
    assert region("e", 9, 7, 5, elder=1) == [10, 12, 2]


def test_an_elder_without_points_to_double_is_worth_nothing():
    assert region("b", 6, 4, 2, elder=2) == [9, 5, 0]
    assert region("b", 3, 0, elder=1) == [5, 0]
    assert region("b", 9, 3, elder=1) == [5, 0]


def test_every_region_is_scored():
    position = Position(3)
    for number, tile in enumerate("abcdef", 1):
        position.scoring(number, tile).influence(number, 2)
    assert position.finish().vp(Source.REGION) == 7 + 9 + 8 + 12 + 10 + 11


CUSTOMERS = ["elder-1", "monk-1", "elder-2", "monk-2", "elder-3", "monk-3", "elder-4", "monk-4"]


@pytest.mark.parametrize("number, points", list(enumerate([0, 2, 5, 9, 14, 20, 27, 27, 27])))
def test_customers_score_by_their_number(number, points):
    assert Position().delivered(*CUSTOMERS[:number]).finish().vp(Source.CUSTOMERS) == points


def test_customers_in_hand_score_nothing():
    assert Position().hand("elder-1", "elder-2", "elder-3").finish().vp() == 0


@pytest.mark.parametrize("goods, points", [(2, 0), (3, 1), (5, 1), (6, 2), (18, 6)])
def test_artisans_round_down_over_all_goods_together(goods, points):
    kinds = [goods // 3 + (kind < goods % 3) for kind in range(3)]
    position = Position().delivered("artisan-1").goods(silk=kinds[0], rice=kinds[1], porcelain=kinds[2])
    assert position.finish().vp(Source.ARTISANS) == points


@pytest.mark.parametrize("koku, points", [(4, 0), (5, 1), (9, 1), (10, 2), (25, 5)])
def test_merchants_round_down(koku, points):
    assert Position().delivered("merchant-1").koku(koku).finish().vp(Source.MERCHANTS) == points


def test_the_end_bonus_counts_what_is_left_after_the_last_trade():
    position = Position(2).delivered("merchant-6", seat=1).turn(1).last_turns(1).koku(8, seat=1).favor(0, seat=1)
    position.building(11, "start-shrine").die(1, seat=1)
    table = position.play("sail:1")
    koku = table.koku(1)
    table.play("trade:koku>favor", "end")
    assert table.vp(Source.MERCHANTS, 1) == (koku - 5) // 5 < koku // 5


def test_nothing_is_scored_before_the_end():
    position = Position().delivered("artisan-1", "merchant-1").koku(25).influence(1, 9)
    assert GAME.scores(position.state) == [0, 0, 0, 0]


def test_the_scores_add_up_every_source():
    position = Position(3).vp(4).delivered("merchant-1", "artisan-1").koku(10).goods(silk=3).scoring(1, "c")
    table = position.influence(1, 2).finish()
    assert GAME.scores(table.state)[0] == 4 + 8 + 5 + 2 + 1
    sheet = GAME.score_sheet(table.state)
    assert [sum(row.values()) for row in sheet] == GAME.scores(table.state)
    assert {name: points for name, points in sheet[0].items() if points} == {
        "visitor": 4, "region": 8, "customers": 5, "merchants": 2, "artisans": 1,
    }  # fmt: skip


def test_points_have_no_upper_limit():
    assert GAME.scores(Position().vp(300).finish().state)[0] == 300


def ended(*players: tuple[int, int]) -> State:
    """A game that has ended with these points and favor."""
    position = Position(len(players))
    for seat, (points, favor) in enumerate(players):
        position.vp(points, seat=seat).favor(favor, seat=seat, limit=6)
    return position.finish().state


def winners(*players: tuple[int, int]) -> list[int]:
    """Who wins with these points and favor."""
    return GAME.winners(ended(*players))


def test_most_points_win():
    assert winners((30, 0), (31, 0), (29, 6)) == [1]


def test_favor_breaks_a_tie():
    assert winners((30, 1), (30, 2), (29, 6)) == [1]


def test_equal_points_and_favor_share_the_victory():
    assert winners((30, 2), (12, 5), (30, 2)) == [0, 2]
    assert winners((7, 3), (7, 3), (7, 3), (7, 3)) == [0, 1, 2, 3]


def test_what_broke_a_tie_is_told_and_only_where_there_was_one():
    assert GAME.tie(ended((30, 1), (30, 2), (29, 6))) == [1, 2, 6]
    assert GAME.tie(ended((30, 2), (30, 2))) == [2, 2]
    assert GAME.tie(ended((31, 1), (30, 2), (30, 6))) == []
    assert GAME.tie(Position(2).vp(9).vp(9, seat=1).state) == []


def test_a_single_point_beats_any_favor():
    assert winners((31, 0), (30, 6)) == [0]


def test_favor_bought_in_the_last_turn_breaks_the_tie():
    position = Position(2).turn(1).last_turns(1).vp(10).vp(10, seat=1).koku(9, seat=1).die(1, seat=1)
    position.building(23, "start-port").influence(1, 0)
    table = position.play("sail:2", "trade:koku>favor", "end")
    assert GAME.winners(table.state) == [1]


def test_a_shared_victory_is_shared_evenly():
    position = Position(4).vp(9).vp(9, seat=3)
    assert GAME.win_share(position.finish().state) == [0.5, 0, 0, 0.5]


def test_nobody_has_won_while_the_game_goes_on():
    assert GAME.winners(Position().vp(50).state) == []
