"""Clan patrons: both ways of dealing them, and what each of the eight can do."""

from __future__ import annotations

import pytest

from sampan.games.river.terms import Ask, Patron, Source, Why

from .position import GAME, MARKETS, SEED, Position, Table

PATRONS = [patron.name.lower() for patron in Patron]
TOUCHES = [
    1, 1, 2, 3, 1, 2, 2, 1, 3, 2, 2, 3, 1, 1, 3,
    2, 2, 3, 1, 1, 3, 2, 2, 1, 3, 3, 1, 1, 2, 1,
]  # fmt: skip
SPACES = [(shore, touches) for shore, touches in enumerate(TOUCHES, 1) if shore not in MARKETS]


def deal(mode: str, players: int = 4, seed: int = SEED) -> Table:
    return Table(GAME.deal({"players": players, "patrons": mode}, seed))


def offering(patron: str, mode: str, players: int = 4) -> Table:
    """A deal in which the player who chooses first may take this patron."""
    for seed in range(200):
        table = deal(mode, players, seed)
        if f"patron:{patron}" in table.legal():
            return table
    raise AssertionError(f"{patron} is never offered")


def chosen(patron: str, mode: str = "draft", players: int = 4) -> tuple[Table, int]:
    """The first to choose, last in turn order, takes this patron; the others take any but Ryoku where they can."""
    table = offering(patron, mode, players)
    seat = table.seat
    table.play(f"patron:{patron}")
    while table.ask == Ask.PATRON:
        table.play(min(table.legal(), key=lambda move: (move == "patron:ryoku", move)))
    return table, seat


# ---------------------------------------------------------------- dealing


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_draft_lays_open_one_patron_of_each_clan(players):
    for seed in range(20):
        offered = deal("draft", players, seed).legal()
        assert len(offered) == 4
        assert {PATRONS.index(move.partition(":")[2]) // 2 for move in offered} == {0, 1, 2, 3}


def test_the_draft_may_offer_any_patron():
    assert {move for seed in range(40) for move in deal("draft", seed=seed).legal()} == {f"patron:{p}" for p in PATRONS}


@pytest.mark.parametrize("mode", ["draft", "clan"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_patrons_are_picked_from_the_last_player_round_to_the_first(mode, players):
    for seed in range(8):
        table = deal(mode, players, seed)
        order = []
        while table.ask == Ask.PATRON:
            order.append(table.seat)
            table.play(min(table.legal()))
        first = int(table.s.first)
        assert order == [(first - back) % players for back in range(1, players + 1)]


def test_in_the_draft_the_clan_comes_with_the_patron():
    table, seat = chosen("kudaka")
    assert int(table.s.clan[seat]) == 1
    assert len(set(table.s.clan)) == 4


def test_a_patron_taken_in_the_draft_is_gone():
    table = offering("taka", "draft").play("patron:taka")
    assert table.why("patron:taka") == table.why("patron:shihobu") == Why.PATRON_NOT_OFFERED
    assert len(table.legal()) == 3


def test_by_clan_everybody_chooses_between_the_two_of_their_clan():
    for seed in range(20):
        table = deal("clan", 3, seed)
        clans = [int(clan) for clan in table.s.clan[:3]]
        assert len(set(clans)) == 3
        while table.ask == Ask.PATRON:
            clan = clans[table.seat]
            assert table.legal() == {f"patron:{PATRONS[2 * clan]}", f"patron:{PATRONS[2 * clan + 1]}"}
            table.play(max(table.legal()))
        assert [int(patron) // 2 for patron in table.s.patron[:3]] == clans


def test_by_clan_the_clans_are_dealt_at_random():
    assert len({tuple(int(clan) for clan in deal("clan", 4, seed).s.clan) for seed in range(40)}) > 10


def test_another_clans_patron_is_refused():
    table = deal("clan", 4)
    refused = {f"patron:{patron}" for patron in PATRONS} - table.legal()
    assert len(refused) == 6
    assert {table.why(move) for move in refused} == {Why.PATRON_NOT_OFFERED}


@pytest.mark.parametrize("mode", ["draft", "clan"])
def test_patrons_are_chosen_before_anything_is_handed_out(mode):
    table = deal(mode)
    assert not table.s.koku.any() and not table.s.hand.any() and not table.s.goods.any() and not table.s.favor.any()
    assert len(table.deck()) == 30
    assert table.why("sail:1") == table.why("end") == Why.NOT_NOW


@pytest.mark.parametrize("mode", ["draft", "clan"])
def test_after_the_choice_the_set_up_is_the_usual_one(mode):
    table, last = chosen("taka", mode)
    assert (table.koku(last), table.goods(last), table.favor(last)) == (10, (1, 1, 1), 2)
    assert len(table.hand(last)) == 2
    assert not table.faults()


def test_without_patrons_nobody_chooses():
    assert deal("off").ask == Ask.ACTION
    assert (deal("off").s.patron == -1).all()


# ---------------------------------------------------------------- Kaiu Shihobu


def test_shihobu_starts_with_10_more_koku():
    table, seat = chosen("shihobu")
    assert table.koku(seat) == 10 + 10


def test_shihobu_builds_in_any_region():
    position = Position().patron("shihobu").die(1).koku(25)
    assert len(position.legal("build")) == 27
    assert Position().patron("taka").die(1).koku(25).why("build:30") == Why.WRONG_REGION


def test_shihobu_pays_and_gains_by_the_region_built_in():
    position = Position().patron("shihobu").delivered("artisan-4").die(1).koku(7).row("port-1c")
    table = position.play("build:16", "take:1")
    assert (table.koku(), table.influence(4), table.influence(1)) == (0, 4, 0)


def test_an_artisan_of_the_dies_region_does_not_help_shihobu_elsewhere():
    assert Position().patron("shihobu").delivered("artisan-1").die(1).koku(8).why("build:16") == Why.TOO_FEW_KOKU


def test_shihobu_delivers_by_the_die():
    position = Position().patron("shihobu").die(1).goods(silk=6, rice=6, porcelain=6).hand("elder-2")
    assert position.why("deliver:elder-2") == Why.WRONG_REGION


# ---------------------------------------------------------------- Yasuki Taka


@pytest.mark.parametrize("shore, touches", SPACES)
def test_taka_scores_for_every_river_space_a_building_touches(shore, touches):
    position = Position().patron("taka").die((shore - 1) // 5 + 1).koku(25).row("port-1b")
    assert position.play(f"build:{shore}", "take:1").vp(Source.PATRON) == touches


def test_taka_scores_nothing_for_others_buildings():
    position = Position().patron("taka", seat=1).die(1).koku(25)
    assert position.play("build:1", "take:1").vp(seat=1) == 0


# ---------------------------------------------------------------- Yoritomo


def test_yoritomo_starts_with_3_customers():
    table, seat = chosen("yoritomo")
    assert sorted(len(table.hand(other)) for other in range(4)) == [2, 2, 2, 3]
    assert len(table.hand(seat)) == 3


def test_yoritomo_delivers_whatever_the_die_shows_and_keeps_3_customers():
    position = Position().patron("yoritomo").die(1).goods(silk=2, rice=2, porcelain=1)
    table = position.hand("elder-2", "elder-3", "elder-4").play("deliver:elder-2")
    assert len(table.hand()) == 4
    assert len(table.play("discard:elder-3").hand()) == 3


def test_yoritomo_still_pays_the_order():
    position = Position().patron("yoritomo").die(1).goods().hand("elder-2")
    assert position.why("deliver:elder-2") == Why.ORDER_NOT_MET


def test_yoritomo_builds_by_the_die():
    assert Position().patron("yoritomo").die(1).koku(25).why("build:8") == Why.WRONG_REGION


# ---------------------------------------------------------------- Kudaka


def test_kudaka_scores_3_for_the_first_customer_of_a_region():
    position = Position().patron("kudaka").die(2).goods(silk=2, rice=2, porcelain=1).hand("elder-2")
    assert position.play("deliver:elder-2").vp(Source.PATRON) == 3


def test_kudaka_scores_nothing_for_the_second_customer_of_a_region():
    position = Position().patron("kudaka").delivered("artisan-2").die(2).goods(silk=2, rice=2, porcelain=1)
    assert position.hand("elder-2").play("deliver:elder-2").vp(Source.PATRON) == 0


def test_kudaka_looks_at_each_region_and_at_the_own_customers():
    position = Position().patron("kudaka").delivered("artisan-1", "elder-3").delivered("artisan-2", seat=1)
    position.die(2).goods(silk=2, rice=2, porcelain=1).hand("elder-2")
    assert position.play("deliver:elder-2").vp(Source.PATRON) == 3


# ---------------------------------------------------------------- Daidoji Uji


def sailing_uji() -> Position:
    return Position().patron("uji").die(1).ship(1, at=5)


def test_uji_scores_2_for_visiting_an_opponents_building():
    assert sailing_uji().building(13, "port-1a", owner=1).play("sail:1").vp(Source.PATRON) == 2


def test_uji_scores_once_a_sail():
    position = sailing_uji().building(13, "port-1a", owner=1).building(12, "port-1b", owner=2)
    assert position.play("sail:1").vp(Source.PATRON) == 2


def test_uji_scores_nothing_for_own_or_empty_spaces():
    assert sailing_uji().play("sail:1").vp(Source.PATRON) == 0
    assert sailing_uji().building(13, "port-1a", owner=0).play("sail:1").vp(Source.PATRON) == 0


def test_uji_scores_for_a_building_shared_with_another():
    assert sailing_uji().building(13, "port-1a", owner=0, second=1).play("sail:1").vp(Source.PATRON) == 2


def test_uji_scores_with_any_ship():
    position = sailing_uji().delivered("noble-2").royal(1).building(13, "port-1a", owner=1)
    assert position.play("sail:1").vp(Source.PATRON) == 2
    position = sailing_uji().delivered("noble-2").royal(2).building(13, "port-1a", owner=1)
    assert position.play("sail:1").vp(Source.PATRON) == 2


def test_uji_scores_nothing_for_nobodys_buildings():
    position = Position().patron("uji").die(1).ship(1, at=3).building(6, "imperial-rice")
    assert position.play("sail:1").vp(Source.PATRON) == 0


def test_uji_scores_nothing_when_others_sail_to_the_own_building():
    position = Position().patron("uji", seat=1).die(1).ship(1, at=5).building(13, "port-1a", owner=1)
    assert position.play("sail:1").vp(Source.PATRON, 1) == 0


# ---------------------------------------------------------------- Kakita Ryoku


def ending_ryoku() -> Position:
    return Position().patron("ryoku").die(3).favor(2)


@pytest.mark.parametrize("face", range(1, 7))
def test_ryoku_may_pay_a_favor_to_set_the_die_instead_of_rolling(face):
    table = ending_ryoku().play("sail:2", f"face:{face}")
    assert (table.die(), table.favor(), table.turn) == (face, 1, 1)


def test_ryoku_setting_the_die_draws_no_chance():
    position = ending_ryoku()
    before = int(position.s.draws)
    assert int(position.play("sail:2", "face:5").s.draws) == before


def test_ryoku_may_roll_as_everybody():
    table = ending_ryoku().play("sail:2")
    assert table.choices() == {"end", *(f"face:{face}" for face in range(1, 7))}
    assert table.play("end").favor() == 2
    assert {Position(seed=seed).patron("ryoku").play("sail:2", "end").die() for seed in range(40)} == set(range(1, 7))


def test_ryoku_without_favor_rolls():
    table = ending_ryoku().favor(0).koku(0).play("sail:2")
    assert (table.why("face:1"), table.choices()) == (Why.NO_FAVOR, {"end"})


def test_ryoku_may_buy_the_favor_first():
    table = ending_ryoku().favor(0).koku(5).play("sail:2", "trade:koku>favor", "face:6")
    assert (table.die(), table.favor()) == (6, 0)


def test_nobody_else_sets_the_die():
    table = Position().patron("ryoku", seat=1).play("sail:2")
    assert table.why("face:1") == Why.NOT_RYOKU


def test_ryoku_sets_no_die_before_the_action():
    assert ending_ryoku().why("face:1") == Why.NOT_NOW


def test_ryoku_sets_no_die_without_a_turn_left():
    position = ending_ryoku().last_turns(3)
    table = position.play("sail:2")
    assert (table.why("face:1"), table.choices()) == (Why.NO_TURN_LEFT, {"end"})


def first_roll() -> tuple[Table, int]:
    table, seat = chosen("ryoku")
    assert (table.ask, table.seat) == (Ask.FIRST_ROLL, seat)
    return table, seat


def test_ryokus_choice_includes_the_set_up_roll():
    table, seat = first_roll()
    assert table.legal() == {"roll", *(f"face:{face}" for face in range(1, 7))}
    table.play("face:4")
    assert (table.die(seat), table.favor(seat)) == (4, 1)
    assert (table.ask, table.seat) == (Ask.ACTION, int(table.s.first))


def test_ryoku_may_roll_in_set_up():
    table, seat = first_roll()
    faces = set()
    for seed in range(60):
        other = table.copy()
        other.s.key[0], other.s.draws = seed, 0
        faces.add(other.play("roll").die(seat))
        assert (other.favor(seat), other.ask) == (2, Ask.ACTION)
    assert faces == set(range(1, 7))


def dice_shown(table):
    """What the dice show, as a view tells it."""
    return [player["die"] for player in GAME.view(table.state)["players"]]


def test_no_die_shows_a_face_before_it_is_rolled():
    table = deal("draft")
    while table.ask == Ask.PATRON:
        assert dice_shown(table) == [None] * 4
        table.play(min(table.legal()))
    if table.ask == Ask.FIRST_ROLL:
        table.play("roll")
    assert None not in dice_shown(table)


def test_until_ryoku_rolls_only_the_dice_before_show_a_face():
    table, seat = first_roll()
    order = [(int(table.s.first) + place) % 4 for place in range(4)]
    before = order[: order.index(seat)]
    assert [face is not None for face in dice_shown(table)] == [other in before for other in range(4)]
    assert None not in dice_shown(table.play("roll"))


def test_ryoku_does_not_set_the_ship_rolls():
    table, _ = first_roll()
    assert all(2 <= table.ship(1, seat) <= 7 and 9 <= table.ship(2, seat) <= 14 for seat in range(4))


def test_ryoku_trades_nothing_in_set_up():
    table, _ = first_roll()
    assert table.why("trade:koku>favor") != Why.OK


def test_the_others_roll_after_ryoku_set_the_die():
    """Ryoku first in turn order: the die is set before the others' rolls, which still come."""
    for seed in range(200):
        table = deal("clan", 2, seed)
        while table.ask == Ask.PATRON:
            table.play(max(table.legal(), key=lambda move: (move == "patron:ryoku", move)))
        if table.ask == Ask.FIRST_ROLL and table.seat == int(table.s.first):
            break
    dice = {table.copy().play(f"face:{face}").die(1 - table.seat) for face in range(1, 7)}
    assert len(dice) == 1  # the other's roll does not depend on the face
    after = table.play("face:2")
    assert (after.die(after.turn), after.seat) == (2, int(after.s.first))


# ---------------------------------------------------------------- Shosuro Hyobu


def passing(before: int, hers: int, tile: str = "port-1c") -> Table:
    """Seat 0 builds a tile of 4 influence in region 2, where Hyobu, seat 1, stands on her step."""
    position = Position().patron("hyobu", seat=1).die(2).koku(6).row(tile)
    return position.influence(2, before).influence(2, hers, seat=1).play("build:8", "take:1")


@pytest.mark.parametrize("hers", [1, 2, 3])
def test_hyobu_scores_3_when_a_marker_goes_from_below_hers_to_above(hers):
    table = passing(0, hers)
    assert (table.influence(2), table.vp(Source.PATRON, 1)) == (4, 3)


def test_starting_from_hyobus_step_is_no_pass():
    assert passing(3, 3).vp(seat=1) == 0


def test_ending_on_hyobus_step_is_no_pass():
    assert passing(0, 4).vp(seat=1) == 0


def test_staying_below_hyobu_is_no_pass():
    assert passing(0, 5).vp(seat=1) == 0


def test_hyobu_needs_a_step_of_her_own():
    assert passing(0, 0).vp(seat=1) == 0


def test_a_marker_above_hyobu_passes_nothing():
    assert passing(5, 2).vp(seat=1) == 0


def test_hyobu_scores_nothing_for_passing_others():
    position = Position().patron("hyobu").die(2).koku(6).row("port-1c").influence(2, 2, seat=1)
    table = position.play("build:8", "take:1")
    assert table.vp() == table.vp(seat=1) == 0


def test_hyobu_scores_for_a_pass_by_a_visit_and_by_a_delivery():
    position = Position().patron("hyobu", seat=1).die(1).ship(1, at=5).building(13, "manor-1a", owner=0)
    assert position.influence(3, 1, seat=1).play("sail:1").vp(Source.PATRON, 1) == 3
    position = Position().patron("hyobu", seat=1).die(3).goods(silk=2).hand("artisan-3", "elder-1")
    assert position.influence(3, 1, seat=1).play("deliver:artisan-3").vp(Source.PATRON, 1) == 3


def test_hyobu_may_be_passed_at_several_tracks_in_one_turn():
    """Two manors in two regions: shore space 15 in region 3, 16 in region 4."""
    position = Position().patron("hyobu", seat=1).die(1).ship(1, at=6).influence(3, 1, seat=1).influence(4, 1, seat=1)
    position.building(15, "manor-1a", owner=0).building(16, "manor-1c", owner=0)
    assert position.play("sail:1").vp(Source.PATRON, 1) == 6


def test_hyobu_cannot_be_passed_at_the_end_of_the_track():
    assert passing(16, 18).vp(seat=1) == 0


# ---------------------------------------------------------------- Bayushi Kachiko


def advancing(start: int, tile: str, *others: int) -> Table:
    """Kachiko builds in region 2, where the others' markers stand on these steps."""
    position = Position().patron("kachiko").die(2).koku(6).goods().favor(0).row(tile).influence(2, start)
    for seat, step in enumerate(others, 1):
        position.influence(2, step, seat=seat)
    return position.play("build:8", "take:1")


ONE, FOUR = "port-1a", "port-1c"


def test_kachiko_does_not_count_steps_others_stand_on():
    assert advancing(0, ONE, 1).influence(2) == 2
    assert advancing(0, FOUR, 2, 4).influence(2) == 6


def test_two_markers_on_a_step_are_one_skip():
    assert advancing(0, ONE, 1, 1).influence(2) == 2


def test_kachiko_skips_step_after_step():
    assert advancing(0, ONE, 1, 2, 3).influence(2) == 4


def test_kachiko_collects_what_she_skips():
    table = advancing(0, FOUR, 2, 5)  # 1, (2), 3, 4, (5), 6
    assert (table.influence(2), table.goods(), table.koku()) == (6, (0, 1, 0), 2)


def test_a_marker_beyond_her_reach_helps_nothing():
    assert advancing(0, ONE, 2).influence(2) == 1


def test_a_marker_beside_or_below_her_helps_nothing():
    assert advancing(3, ONE, 3, 2, 1).influence(2) == 4


def test_kachiko_may_always_enter_step_18():
    table = advancing(17, ONE, 18, 18)
    assert (table.influence(2), table.vp(Source.TRACK)) == (18, 3)


def test_kachiko_skips_17_into_18():
    assert advancing(16, ONE, 17, 18).influence(2) == 18


def test_step_18_counts_as_a_step_for_kachiko():
    """It is entered, not skipped: the one step of the gain is spent on it, and none is left over."""
    assert advancing(15, ONE, 18, 17).influence(2) == 16


def test_others_count_kachikos_step():
    position = Position().patron("kachiko", seat=1).die(2).koku(6).row(ONE).influence(2, 1, seat=1)
    assert position.play("build:8", "take:1").influence(2) == 1
