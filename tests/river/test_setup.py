"""Setting up: what lies where before the first turn."""

from __future__ import annotations

import numpy as np
import pytest

from sampan.engine.errors import OptionError
from sampan.games.river.terms import Ask, Stage

from .position import ERA, GAME, MARKETS, TILES, Table

SEEDS = range(40)
START_SPACES = {2: [3, 7, 11, 14, 22, 23], 3: [3, 11, 22], 4: []}


def deal(players: int, seed: int = 0, patrons: str = "off") -> Table:
    return Table(GAME.deal({"players": players, "patrons": patrons}, seed))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_starting_buildings_lie_on_their_spaces_and_the_rest_is_empty(players):
    table = deal(players)
    taken = [shore for shore in range(1, 31) if table.tile(shore)]
    assert taken == sorted([*START_SPACES[players], *MARKETS])
    assert all(table.tile(shore).startswith("start-") for shore in START_SPACES[players])
    assert all(table.markers(shore) == [] for shore in range(1, 31))


def test_two_players_meet_every_starting_building_once():
    table = deal(2)
    assert sorted(table.tile(shore) for shore in START_SPACES[2]) == [
        "start-manor", "start-manor", "start-port", "start-port", "start-shrine", "start-shrine",
    ]  # fmt: skip


def test_three_players_meet_any_three_starting_buildings():
    dealt = {tuple(sorted(deal(3, seed).tile(shore) for shore in START_SPACES[3])) for seed in SEEDS}
    assert len(dealt) > 3


@pytest.mark.parametrize("shore", MARKETS)
def test_each_imperial_market_may_come_to_each_of_their_spaces(shore):
    dealt = {deal(4, seed).tile(shore) for seed in SEEDS}
    assert dealt == {"imperial-porcelain", "imperial-rice", "imperial-silk"}


@pytest.mark.parametrize("players, left", [(2, (8, 9)), (3, (10, 11)), (4, (12, 13))])
def test_the_first_four_tiles_of_era_1_fill_the_row(players, left):
    table = deal(players)
    assert (table.stack(1), table.stack(2)) == left
    assert all(ERA[TILES.index(tile)] == 1 for tile in table.row())
    assert not table.faults()


def test_stacks_hold_tiles_of_their_own_era():
    s = deal(4).s
    assert {ERA[tile] for tile in s.stack[0, :12]} == {1}
    assert {ERA[tile] for tile in s.stack[1, :13]} == {2}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_koku_goes_up_with_the_turn_order(players):
    for seed in SEEDS:
        table = deal(players, seed)
        first = int(table.s.first)
        assert [table.koku((first + order) % players) for order in range(players)] == [7, 8, 9, 10][:players]


def test_anybody_may_be_first():
    assert {deal(4, seed).turn for seed in SEEDS} == {0, 1, 2, 3}


def test_the_first_player_decides_first():
    table = deal(3)
    assert table.seat == table.turn == int(table.s.first)
    assert (table.ask, Stage(int(table.s.stage))) == (Ask.ACTION, Stage.CHOOSE)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_starts_with_one_of_each_good_favor_2_of_3_and_two_customers(players):
    table = deal(players)
    for seat in range(players):
        assert table.goods(seat) == (1, 1, 1)
        assert (table.favor(seat), table.favor_limit(seat)) == (2, 3)
        assert len(table.hand(seat)) == 2
        assert [table.influence(region, seat) for region in range(1, 7)] == [0] * 6
        assert (table.vp(seat=seat), table.royal(seat), table.delivered(seat)) == (0, None, set())


def test_every_seat_without_a_player_is_bare():
    s = deal(2).s
    assert not s.koku[2:].any() and not s.goods[2:].any() and not s.hand[2:].any()


def test_ships_start_one_roll_below_the_two_starts():
    for seed in SEEDS:
        s = deal(4, seed).s
        assert set(s.ship[:, 0] + 1) <= set(range(2, 8))
        assert set(s.ship[:, 1] + 1) <= set(range(9, 15))


def test_each_ship_has_a_roll_of_its_own():
    rolls = {tuple(int(space) for space in deal(2, seed).s.ship[0]) for seed in range(200)}
    assert len(rolls) > 30  # of 36


def test_the_set_up_ships_bring_nothing():
    """No rewards and no journey, wherever they come to."""
    for seed in SEEDS:
        table = deal(4, seed)
        assert sum(table.koku(seat) for seat in range(4)) == 7 + 8 + 9 + 10
        assert not table.s.vp.any()
        assert int(table.s.tiles_gone) == 0


def test_everybody_rolls_for_the_first_turn():
    dice = np.array([deal(4, seed).s.die for seed in SEEDS])
    assert all(set(dice[:, seat]) == set(range(6)) for seat in range(4))


def test_every_region_gets_a_scoring_tile_of_its_own():
    for seed in SEEDS:
        assert sorted(deal(2, seed).s.scoring) == list(range(6))
    assert len({int(deal(2, seed).s.scoring[0]) for seed in SEEDS}) == 6


def test_three_different_masteries_are_open():
    opened = [tuple(int(card) for card in deal(2, seed).s.mastery) for seed in SEEDS]
    assert all(len(set(cards)) == 3 for cards in opened)
    assert {card for cards in opened for card in cards} == set(range(6))


def test_nothing_is_claimed_yet():
    assert (deal(4).s.claims == -1).all()


def test_all_thirty_customers_are_in_the_deck_or_in_hands():
    table = deal(4)
    cards = table.deck() + [card for seat in range(4) for card in table.hand(seat)]
    assert len(cards) == len(set(cards)) == 30


def test_one_seed_is_one_game():
    assert GAME.deal({"players": 3}, 5).tobytes() == GAME.deal({"players": 3}, 5).tobytes()
    assert GAME.deal({"players": 3}, 5).tobytes() != GAME.deal({"players": 3}, 6).tobytes()


def test_a_state_fits_a_kilobyte():
    assert GAME.definition.state.itemsize <= 1024


def test_clans_are_colors_asked_for_drawn_or_the_first_ones_left():
    def dealt(seed, **asked):
        return [int(clan) for clan in GAME.deal({"players": 4, **asked}, seed)[0].clan]

    assert dealt(1) == [0, 1, 2, 3]
    assert dealt(1, clan3="crab") == [1, 2, 0, 3]
    many = [dealt(seed, clan1="random", clan2="scorpion", clan4="random") for seed in SEEDS]
    assert all(sorted(clans) == [0, 1, 2, 3] and clans[1] == 3 for clans in many)
    assert all({clans[seat] for clans in many} == {0, 1, 2} for seat in (0, 3))
    with pytest.raises(OptionError, match="clan2 = 'crab': expected another clan than seat 1 has"):
        dealt(1, clan1="crab", clan2="crab")


def test_a_clan_asked_for_changes_nothing_but_the_color():
    plain, asked = (GAME.deal({"players": 2, **more}, 5) for more in ({}, {"clan1": "scorpion"}))
    asked.clan[0][:2] = plain.clan[0][:2]
    assert plain.tobytes() == asked.tobytes()
