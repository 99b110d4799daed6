"""The arena: everybody in every seat, the same games under the same seed, and nothing played twice."""

from __future__ import annotations

import json
from collections import Counter

import numpy as np
import pytest

from sampan.bots import BotError
from sampan.bots.workspace import bundled, value_net_shapes
from sampan.engine.errors import BoxError, OptionError
from sampan.engine.rule import JIT
from sampan.lab import arena as arenas
from sampan.lab.arena import arena
from sampan.lab.chart import chart
from sampan.lab.match import Match, Result, matches, seatings
from sampan.lab.win_rates import elo, interval, mean_interval, summary
from tests.shelf import FIRST, OWN

compiled = pytest.mark.skipif(not JIT, reason="whole games of search need compiled rules; SAMPAN_JIT=0 is set")


def won(number, seats, *scores):
    best = max(scores)
    share = tuple(float(score == best) / scores.count(best) for score in scores)
    return Result(Match(number, FIRST, None, {"players": len(seats)}, tuple(seats), 0), share, scores, 10)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_bot_sits_in_every_seat_equally_often(players):
    for names in (["a", "b"], ["a", "b", "c"], ["a", "b", "c", "d"], ["a", "b", "c", "d", "e"]):
        cycle = seatings(names, players)
        for name in names:
            by_seat = Counter(seat for seats in cycle for seat, sits in enumerate(seats) if sits == name)
            assert len(by_seat) == players and len(set(by_seat.values())) == 1


def test_the_first_of_two_bots_sits_alone_and_shares_the_deal_with_all_its_seats():
    planned = matches(FIRST, None, {"players": 4}, ["strong", "weak"], 8, seed=5)
    assert [match.seats.index("strong") for match in planned] == [0, 1, 2, 3] * 2
    assert [match.seats.count("strong") for match in planned] == [1] * 8
    assert [match.seed for match in planned] == [5] * 4 + [6] * 4


def test_intervals_are_those_of_the_textbook():
    low, high = interval(0.85, 200)
    assert (round(low, 4), round(high, 4)) == (0.7939, 0.8929)
    assert interval(1.0, 100)[0] == pytest.approx(0.963, abs=0.001)
    assert mean_interval([1.0, 2.0, 3.0]) == pytest.approx((2.0, 2.0 - 1.96 / 3**0.5, 2.0 + 1.96 / 3**0.5))


def test_elo_explains_who_beats_whom():
    results = [won(k, "ab", *((2, 1) if k % 4 else (1, 2))) for k in range(400)]
    rated = elo(results, ["a", "b"])
    assert rated["a"] - rated["b"] == pytest.approx(191, abs=3), "three wins in four are 191 points"
    results += [won(k, "bc", *((2, 1) if k % 4 else (1, 2))) for k in range(400)]
    rated = elo(results, ["a", "b", "c"])
    assert rated["a"] > rated["b"] > rated["c"] and sum(rated.values()) == pytest.approx(0)


def test_a_bot_in_several_seats_counts_once_for_each():
    row = {row["bot"]: row for row in summary([won(0, "abbb", 5, 9, 1, 1)], ["a", "b"])}
    assert row["b"]["seats"] == 3 and row["b"]["win_rate"] == pytest.approx(1 / 3, abs=1e-4)
    assert row["b"]["points"] == pytest.approx(11 / 3, abs=0.01)


@compiled
def test_search_crushes_random():
    for name in OWN:
        figures = arena(name, ["search:10it", "random"], 6, seed=1, workers=1)
        assert figures["bots"][0]["win_rate"] == 1.0, name


@compiled
def test_the_seed_alone_decides_and_a_match_goes_on_where_it_stopped(tmp_path, monkeypatch):
    whole, parted = tmp_path / "whole.csv", tmp_path / "parted.csv"
    figures = arena(FIRST, ["search:5it", "greedy"], 6, seed=3, workers=1, csv_file=whole)
    arena(FIRST, ["search:5it", "greedy"], 2, seed=3, workers=1, csv_file=parted)
    with parted.open("a") as file:
        file.write(f"2,{FIRST},4,play")  # the machine went down here
    played = []
    real = arenas.play_match
    monkeypatch.setattr(arenas, "play_match", lambda match: played.append(match.number) or real(match))
    assert arena(FIRST, ["search:5it", "greedy"], 6, seed=3, workers=1, csv_file=parted) == figures
    assert played == [2, 3, 4, 5] and parted.read_text() == whole.read_text()
    assert arena(FIRST, ["search:5it", "greedy"], 6, seed=3, workers=1, csv_file=parted) == figures
    assert played == [2, 3, 4, 5]
    with pytest.raises(OptionError, match="line 2 is from another match"):
        arena(FIRST, ["search:5it", "greedy"], 6, seed=4, workers=1, csv_file=parted)
    (tmp_path / "other.csv").write_text("a,b\n")
    with pytest.raises(OptionError, match="expected a file written by the arena"):
        arena(FIRST, ["greedy", "random"], 2, workers=1, csv_file=tmp_path / "other.csv")


@compiled
def test_several_processes_play_the_same_games(tmp_path):
    alone, together = tmp_path / "alone.csv", tmp_path / "together.csv"
    arena(FIRST, ["greedy", "random"], 4, seed=9, workers=1, csv_file=alone)
    arena(FIRST, ["greedy", "random"], 4, seed=9, workers=2, csv_file=together)
    assert alone.read_text() == together.read_text()


BAD_BOTS = {
    "Raises": ("raise RuntimeError('tired')", "RuntimeError: tired"),
    "Cheats": ("return 0", "not allowed"),
    "Mumbles": ("return 'hm'", "'hm' is not a move"),
    "Sleeps": ("import time; time.sleep(60)", "no move within 0.1 seconds"),
}


@compiled
@pytest.mark.parametrize("made", BAD_BOTS)
def test_a_bot_that_fails_is_named_in_one_line(made, tmp_path, monkeypatch):
    body, said = BAD_BOTS[made]
    (tmp_path / "bad_bots.py").write_text(
        f"class {made}:\n    name = 'bad'\n    def choose(self, game, hidden, seconds, seed):\n        {body}\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr("sampan.bots.GRACE", 0.0)
    monkeypatch.delitem(__import__("sys").modules, "bad_bots", raising=False)
    bot = f"bad_bots:{made}:{0.1 if made == 'Sleeps' else 60}"
    with pytest.raises(BotError, match=f"the bot {bot} failed: .*{said}"):
        arena(FIRST, [bot, "random"], 2, workers=1)


@compiled
def test_a_custom_bot_prepares_before_its_first_move(tmp_path, monkeypatch):
    (tmp_path / "careful_bots.py").write_text(
        "class Careful:\n    name, ready = 'careful', 0\n    def prepare(self, game):\n        self.ready += 1\n"
        "    def choose(self, game, hidden, seconds, seed):\n        assert self.ready == 1, self.ready\n"
        "        return game.legal_moves(hidden)[0]\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    assert arena(FIRST, ["careful_bots:Careful:60", "random"], 2, workers=1)["games"] == 2


def test_what_cannot_be_played_is_refused():
    for names, number, said in (
        (["greedy"], 2, "expected two or more"),
        (["greedy", "genius"], 2, "bot 'genius'"),
        (["greedy", "random"], 0, "games = 0"),
    ):
        with pytest.raises(OptionError, match=said):
            arena(FIRST, names, number, workers=1)


def test_the_chart_names_every_bot_and_keeps_its_bars_inside():
    results = [won(k, ["search:0.5", "greedy"], 90, 60) for k in range(10)]
    figures = {"game": FIRST, "options": {"players": 2}, "games": 10, "seed": 1}
    drawn = chart({**figures, "bots": summary(results, ["search:0.5", "greedy"])})
    assert drawn.count("<rect") == 3 and "search:0.5" in drawn and "100.0%" in drawn and "Elo +" in drawn
    assert json.dumps(figures) and drawn.startswith("<svg") and drawn.rstrip().endswith("</svg>")


@compiled
def test_nets_of_a_folder_play_in_the_arena(game, tmp_path):
    """A value net that takes losing for winning loses to the one it was made of."""
    net = bundled(game, "value_net.npz", value_net_shapes(game))
    turned = {**net, "output.weight": -net["output.weight"], "output.bias": -net["output.bias"]}
    np.savez(tmp_path / "value_net.npz", **turned)
    turned_round = f"search:20it@{tmp_path}"
    figures = arena(FIRST, ["search:20it", turned_round], 4, {"players": 2}, workers=1)
    won = {row["bot"]: row["win_rate"] for row in figures["bots"]}
    assert won == {"search:20it": 1.0, turned_round: 0.0}


def test_nets_that_cannot_be_played_with_are_named_before_the_match(tmp_path):
    with pytest.raises(BoxError, match=r"nowhere: no nets there: expected value_net.npz or policy_net.npz"):
        arena(FIRST, ["greedy", f"search:20it@{tmp_path}/nowhere"], 2, workers=1)
    with pytest.raises(OptionError, match=r"^bot 'greedy@here': expected search:SECONDS@FOLDER or search:NUMBERit@"):
        arena(FIRST, ["random", "greedy@here"], 2, workers=1)
