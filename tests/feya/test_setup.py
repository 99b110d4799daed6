"""Set-up: clans, guides, starting and neutral settlements, options."""

from __future__ import annotations

import random

import pytest

from sampan.engine.box import has_stand_ins, source_of
from sampan.engine.errors import OptionError
from sampan.games.feya.terms import Clan

from .plain import members, whole
from .position import GAME


def started(options: dict, seed: int):
    state, dice = GAME.deal(options, seed), random.Random(seed)
    while state.stage[0] < 2:
        assert not {"swap", "use"} & {GAME.moves.kind(move) for move in GAME.legal_moves(state)}
        GAME.play(state, dice.choice(GAME.legal_moves(state)))
    return state


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_starts_alike(players):
    s = GAME.deal({"players": players}, 4)[0]
    for seat in range(players):
        assert (s.gold[seat], s.mana[seat], s.fish[seat], s.free[seat]) == (20, 1, 3, 3)
    assert int(s.guides_open).bit_count() == 7 and int(s.tiles_open).bit_count() == 4 * players
    assert s.axolotl_supply == 8 and s.spirit_supply == 4 and s.totem == -1
    assert len(set(s.fish_card)) == 4 and len(set(s.race)) == 3 and len(set(s.score_card)) == 2
    assert list(s.temple_left) == [{2: 2, 3: 3, 4: 4}[players]] * 5


@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_spirits_lie_on_their_numbers(players):
    numbers = [int(at) for at in GAME.box.record.number_at[0][GAME.box.record.side_for[0][players]]]
    for seed in range(30):
        s = GAME.deal({"players": players}, seed)[0]
        laid = members(whole(s.spirits) & ~whole(GAME.box.record.spirits[0][s.side]))
        assert len(laid) == 2 and set(laid) <= set(numbers)


def test_with_two_players_each_places_three_neutral_settlements_on_three_islands():
    for seed in range(10):
        s = started({"players": 2}, seed)[0]
        assert whole(s.settled[4]).bit_count() == 6
        assert [int(islands).bit_count() for islands in s.neutral_on] == [3, 3, 0, 0]


@pytest.mark.parametrize("players", [3, 4])
def test_with_more_players_there_are_none(players):
    assert whole(started({"players": players}, 2)[0].settled[4]) == 0


def test_round_one_income_of_the_board_is_one_mana():
    for seed in range(10):
        s = started({"players": 4}, seed)[0]
        for seat in range(4):
            assert s.mana[seat] == (4 if s.guide[seat] == 3 else 2)


def test_guides_not_taken_get_a_fish_and_low_initiative_goes_first():
    state = GAME.deal({"players": 3}, 5)
    for _ in range(3):
        GAME.play(state, GAME.legal_moves(state)[-1])
    s = state[0]
    assert sum(s.guide_fish) == 4 and all(s.guide_fish[g] == 0 for g in s.guide[:3])
    assert [int(s.guide[seat]) for seat in s.order[:3]] == sorted(int(g) for g in s.guide[:3])


def test_clans_are_those_asked_for_and_then_the_first_ones_left():
    s = GAME.deal({"players": 3, "clan2": "crocodile", "clan3": "salamander", "board3": "advanced"}, 0)[0]
    assert [Clan(int(c)).name for c in s.clan[:3]] == ["TURTLE", "CROCODILE", "SALAMANDER"]
    assert list(s.board[:3]) == [0, 0, 4]


def test_clans_left_to_chance_are_drawn_from_those_nobody_asked_for():
    def dealt(seed):
        asked = {"players": 4, "clan1": "random", "clan2": "turtle", "clan4": "random"}
        return [Clan(int(clan)).name for clan in GAME.deal(asked, seed)[0].clan]

    many = [dealt(seed) for seed in range(60)]
    assert all(sorted(clans) == sorted(clan.name for clan in Clan) and clans[1] == "TURTLE" for clans in many)
    for seat in (0, 3):
        assert {clans[seat] for clans in many} == {"CROCODILE", "FROG", "SALAMANDER"}
    assert dealt(7) == dealt(7)


def test_two_seats_with_one_clan_are_refused():
    with pytest.raises(OptionError, match="clan3 = 'frog': expected another clan than seat 1 has"):
        GAME.deal({"players": 3, "clan1": "frog", "clan3": "frog"}, 0)
    GAME.deal({"players": 2, "clan1": "frog", "clan3": "frog"}, 0)


@pytest.mark.parametrize(
    "options", [{"players": 5}, {"players": 1}, {"board1": "golden"}, {"clan2": "newt"}, {"boat_at_island": True}]
)
def test_unknown_options_are_refused_in_one_line(options):
    with pytest.raises(OptionError, match="expected one of"):
        GAME.deal(options, 0)


def test_a_box_tells_whether_it_holds_stand_ins():
    tables = GAME.box.tables
    assert has_stand_ins(tables)

    def printed(value):
        if not isinstance(value, dict):
            return value
        return {key: "printed" if key == "source" else printed(entry) for key, entry in value.items()}

    assert not has_stand_ins(printed(tables))


def test_every_figure_is_marked_as_the_facts_have_it():
    tables = GAME.box.tables
    ours = [("races", "vp", 1), ("round_bonus", "IV", 0), ("maps", "small", "art"), ("sailing_track", "vp", 1),
            ("temples", "A", 1, "vp"), ("temples", "B", 0, "vp"), ("fish_cards", "cards", 0, 0),
            ("clan_boards", "frog", 0, 0), ("actions", "large", "sail", 1, "pay")]  # fmt: skip
    real = [("races", "aims", 0), ("races", "needs", "seven_fish", "fish"), ("round_bonus", "III", 0),
            ("maps", "large", "sail_bonus"), ("sailing_track", "vp", 2), ("temples", "A", 0, "vp"),
            ("prices", "fish", 0), ("score_cards", "vp", "lead_3"), ("start", "gold")]  # fmt: skip
    assert {source_of(tables, place) for place in ours} == {"reconstructed"}
    assert {source_of(tables, place) for place in real} == {"rulebook"}
    assert (tables["sailing_track"]["vp"][2], tables["temples"]["A"][0]) == (4, {"players": 3, "vp": 5})
