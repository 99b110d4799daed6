"""The balance laboratory: everything rotated meets everything equally often, and what games say of it is told truly."""

from __future__ import annotations

import json
import random
from collections import Counter, defaultdict

import pytest

from sampan.engine.balance import Aim, Balance
from sampan.engine.errors import OptionError
from sampan.games import definition, load
from sampan.lab import balance as lab
from sampan.lab.balance import Asked, balance, figures, held_against, looked_at, play_and_look, seldom
from sampan.lab.balance_page import as_html, as_text
from sampan.lab.counting import Counts
from sampan.lab.rotation import measurable, planned, table_sizes
from sampan.lab.unfairness import agreement, correlation, gain, ranks, unfairness
from tests.shelf import FIRST, OWN

BOT = "club"


def made(number, winner=0, things=(("red",), ("blue",)), points=(30, 20), offered=None):
    """A counted game for two: who won, with what in its hand."""
    share = [float(seat == winner) for seat in range(2)]
    had = [{"clan": list(all_of)} for all_of in things]
    return Counts(number, number, 2, share, list(points), [{}, {}], had, offered or {})


def clans_of(lines):
    """The rows of clans, by name."""
    game, _ = measurable(FIRST)
    return {row["what"]: row["tables"]["2 players"] for group in looked_at(game, lines) for row in group["rows"]}


@pytest.fixture
def plain(monkeypatch):
    """A game whose balance has one group, and names things as they are."""
    some = Balance(
        lambda players: [{}], lambda game, state: [], lambda *of: [], lambda *of: {}, {"clan": "Clans"},
        lambda game, group, what: what, {"clan": Aim(won=0.1)},
    )  # fmt: skip
    monkeypatch.setattr(lab, "measurable", lambda name, box=None: (load(name), some))
    return some


# ---------------------------------------------------------------- what is rotated


@pytest.mark.parametrize("name", OWN)
def test_over_a_whole_rotation_every_choice_of_a_seat_meets_every_seat_and_every_rival_equally_often(name):
    game, found = measurable(name)
    for size in table_sizes(game, None):
        tables = [game.resolve(table) for table in found.cycle(size)]
        assert {table["players"] for table in tables} == {size}
        stems = {option.name[:-1] for option in game.options if option.seat is not None}
        for stem in stems:
            met = [Counter(table[f"{stem}{seat + 1}"] for table in tables) for seat in range(size)]
            asked = [{what: number for what, number in row.items() if what != "any"} for row in met]
            assert all(row == asked[0] for row in asked) and len({*asked[0].values()}) == 1, (stem, asked)
            pairs = Counter((table[f"{stem}1"], table[f"{stem}2"]) for table in tables)
            rest = {pair: number for pair, number in pairs.items() if pair[0] != pair[1]}
            assert len({number for pair, number in rest.items() if "any" not in pair}) == 1, (stem, rest)


@pytest.mark.parametrize("name", OWN)
def test_what_chance_deals_comes_equally_often_as_nearly_as_can_be(name):
    def widest(deals):
        game, found = measurable(name)
        met = defaultdict(Counter)
        for match in planned(name, BOT, 36, players=2, deals=deals):
            for thing in found.dealt(game, game.deal(match.options, match.seed)):
                met[thing.rpartition(" ")[0]][thing] += 1
        return max(max(row.values()) - min(row.values()) for kind, row in met.items() if len(row) > 4)

    assert widest(16) <= 4 < widest(1)


def test_more_games_begin_with_the_same_ones_and_tables_of_each_size_take_turns():
    long = planned(FIRST, BOT, 9, deals=2)
    assert planned(FIRST, BOT, 5, deals=2) == long[:5]
    assert [len(match.seats) for match in long] == [2, 3, 4] * 3
    assert planned(FIRST, BOT, 5, seed=1, deals=2)[0].seed != long[0].seed


# ---------------------------------------------------------------- what games say


@pytest.mark.parametrize("name", OWN)
def test_what_a_seat_had_lay_open_before_and_has_a_name(name):
    (match,) = planned(name, BOT, 1, players=2, deals=1)
    line = play_and_look(match)
    game, found = measurable(name)
    assert len(line.had) == 2 and all(set(seat) <= set(found.groups) for seat in line.had)
    assert set(line.offered) <= set(found.groups) and set(found.aims) <= set(found.groups)
    for group, things in line.offered.items():
        taken = Counter(what for seat in line.had for what in seat.get(group, ()))
        assert set(taken) <= set(things), group
        for what in {*taken, *things}:
            assert "_" not in found.named(game, group, what), what


def test_wins_are_told_as_parts_of_a_fair_share_with_an_interval_by_game(plain):
    rows = clans_of([made(k, winner=0 if k % 4 else 1) for k in range(80)])
    assert rows["red"]["won"][0] == 1.5 and rows["blue"]["won"][0] == 0.5
    low, high = rows["red"]["won"][1:]
    assert 1.3 < low < 1.4 and 1.6 < high < 1.7
    assert rows["red"]["ahead"] == [5.0, 5.0, 5.0] and rows["red"]["points"] == 30


def test_few_seats_tell_nothing_of_wins_and_all_are_counted(plain):
    assert set(clans_of([made(k) for k in range(29)])["red"]) == {"seats", "taken", "of_all"}
    assert clans_of([made(k) for k in range(29)])["red"]["seats"] == 29


def test_what_lies_open_and_is_never_used_is_told(plain):
    open_to_all = {"clan": ["red", "blue", "green", "green"]}
    lines = [made(k, offered=open_to_all) for k in range(40)]
    rows = clans_of(lines)
    assert rows["green"]["used"][0] == 0 and rows["green"]["offered"] == 80 and rows["green"]["open_games"] == 40
    assert rows["red"]["of_offers"] == 1 and rows["red"]["of_all"] == 0.5
    told = seldom(looked_at(load(FIRST), lines))
    assert [row["name"] for row in told] == ["green"]


def test_an_aim_is_missed_only_where_the_whole_interval_lies_outside():
    row = {"won": [0.8, 0.7, 0.91], "open_games": 100, "offered": 100, "of_all": 0.03, "used": [0.2, 0.1, 0.24]}
    told = {found["of"]: found["reached"] for found in held_against(Aim(won=0.1, chosen=0.04, used=0.25), row)}
    assert told == {"won": True, "chosen": False, "used": False}
    assert not held_against(Aim(won=0.05), row)[0]["reached"]
    assert held_against(Aim(used=0.25), row | {"used": [0.2, 0.1, 0.26]})[0]["reached"]
    assert held_against(Aim(used=0.25, chosen=0.1), row | {"open_games": 5}) == []


def test_the_page_is_one_file_with_every_group_and_figure(plain):
    asked = Asked(FIRST, BOT, 40)
    told = figures(load(FIRST), asked, [made(k, offered={"clan": ["<b>", "red"]}) for k in range(40)], "sampan balance")
    page = as_html(told, "A <game>")
    assert "A &lt;game&gt;" in page and "&lt;b&gt;" in page and "<b>" not in page
    assert page.count("<svg") == 2 and "200% (200% to 200%)" in page and "src=" not in page
    assert any(line.startswith("missed: red, 2 players: 200%") for line in as_text(told))


# ---------------------------------------------------------------- kept


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """A handful of games in a folder, and what they say."""
    folder = tmp_path_factory.mktemp("balance")
    return folder, balance(Asked(FIRST, BOT, 5, players=2), folder)


def test_a_run_that_was_broken_off_goes_on_and_comes_to_the_same(kept, tmp_path, monkeypatch):
    folder, told = kept
    whole = (folder / "games.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    (tmp_path / "games.jsonl").write_text("".join(whole[:4]) + whole[4][:30], encoding="utf-8")
    again = Counter()
    play = lab.play_and_look
    monkeypatch.setattr(lab, "play_and_look", lambda match: again.update([match.number]) or play(match))
    assert balance(Asked(FIRST, BOT, 5, players=2), tmp_path) == told
    assert again == {3: 1, 4: 1}
    assert (tmp_path / "games.jsonl").read_text(encoding="utf-8").splitlines(keepends=True) == whole


def test_games_of_another_box_bot_or_seed_are_refused_and_left_alone(kept, tmp_path):
    folder, _ = kept
    mine = tmp_path / "mine.toml"
    text = (definition(FIRST).folder / "box.toml").read_text(encoding="utf-8")
    mine.write_text(text.replace("second_place_max_gap_2p = 5", "second_place_max_gap_2p = 4"), encoding="utf-8")
    before = (folder / "games.jsonl").read_bytes()
    for other in (
        Asked(FIRST, BOT, 5, players=2, box=str(mine)),
        Asked(FIRST, "greedy", 5, players=2),
        Asked(FIRST, BOT, 5, seed=1, players=2),
        Asked(FIRST, BOT, 5),
    ):
        with pytest.raises(OptionError, match=r"games\.jsonl: made with .*: expected .*remove the file"):
            balance(other, folder)
    assert (folder / "games.jsonl").read_bytes() == before
    head = json.loads(before.splitlines()[0])
    assert {"box", "rules", "nets", "bot", "seed", "players"} <= set(head)


def test_more_players_than_sit_at_a_table_are_refused():
    with pytest.raises(OptionError, match="--players 9: expected one of 2, 3, 4"):
        Asked(FIRST, BOT, 5, players=9).check()


# ---------------------------------------------------------------- one number


def noisy(dice, edge, number=120):
    """Games in which red is so many points better than blue, beside luck."""
    lines = []
    for k in range(number):
        things = (("red",), ("blue",)) if k % 2 else (("blue",), ("red",))
        scores = [round(100 + dice.gauss(0, 12) + edge * (what[0] == "red")) for what in things]
        lines.append(made(k, int(scores[1] > scores[0]), things, scores))
    return lines


def test_luck_alone_is_not_unfair_and_an_edge_is(plain):
    dice = random.Random(7)
    fair = [unfairness(plain, noisy(dice, 0)) for _ in range(30)]
    assert abs(sum(fair) / len(fair)) < 0.5
    assert unfairness(plain, noisy(dice, 10)) > 10


def test_a_gain_has_an_error_that_luck_stays_within(plain):
    dice = random.Random(8)
    better, error = gain(plain, noisy(dice, 10), noisy(dice, 0))
    assert better > 2 * error > 0
    same = noisy(dice, 5)
    assert gain(plain, same, same) == (0.0, 0.0)


def test_agreement_is_a_rank_correlation():
    assert ranks([3.0, 1.0, 3.0, 7.0]) == [1.5, 0.0, 1.5, 3.0]
    assert correlation([0, 1, 2], [0, 1, 2]) == pytest.approx(1)
    assert correlation([0, 1, 2], [2, 1, 0]) == pytest.approx(-1)
    assert correlation([1, 1], [0, 1]) == 0


def test_players_who_find_the_same_unfair_agree(plain):
    def lines(edges):
        return [
            made(k, 0, ((one,), (other,)), (100 + edges[one], 100 + edges[other]))
            for k, (one, other) in enumerate([("a", "b"), ("b", "c"), ("c", "d"), ("d", "a")] * 20)
        ]

    some = lines({"a": 9, "b": 5, "c": 2, "d": -4})
    assert agreement(plain, some, lines({"a": 30, "b": 8, "c": 7, "d": 1}))[0] > 0.9
    assert agreement(plain, some, lines({"a": -9, "b": -5, "c": -2, "d": 4})) == (-1.0, 4)
    assert agreement(plain, some, [made(0)]) == (None, 0)
