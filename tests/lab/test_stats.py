"""Statistics of many games: what is counted adds up, intervals hold, and a broken-off run goes on where it stopped."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from sampan.engine.errors import OptionError
from sampan.games import load
from sampan.lab import stats as lab
from sampan.lab.counting import Counts
from sampan.lab.shares import Sums, counts, decides, sources
from sampan.lab.stats import countable, planned, save, stats
from sampan.server.teaching import STATISTICS, Statistics
from tests.shelf import FIRST, OWN

LEVEL = "club"


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """A handful of games in a folder, and what they say."""
    folder = tmp_path_factory.mktemp("stats")
    return folder, stats(FIRST, {LEVEL: 7, "expert": 0}, folder, command="sampan stats")


def lines_in(folder):
    return (folder / f"{LEVEL}.jsonl").read_text(encoding="utf-8").splitlines()


def test_every_seat_is_counted_once_and_shares_of_victory_add_up(kept):
    _, figures = kept
    assert figures["games"] == {LEVEL: 7}
    assert sum(figures["players"][LEVEL].values()) == 7
    lines = [Counts(**json.loads(line)) for line in lines_in(kept[0])[1:]]
    for line in lines:
        assert sum(line.share) == pytest.approx(1, abs=0.01)
        assert [sum(row.values()) for row in line.sheet] == line.scores
        assert len(line.had) == line.players


def test_seats_of_all_rows_of_a_group_win_a_fair_share_together():
    def made(number, share, clans):
        return Counts(number, number, 2, share, [30, 20], [{}, {}], [{"clan": [clan]} for clan in clans])

    lines = [made(k, [1.0, 0.0], ["red", "blue"] if k % 2 else ["blue", "red"]) for k in range(60)]
    rows = {row["name"]["id"]: row["levels"][LEVEL] for row in next(
        group["rows"] for group in counts(load(FIRST), {LEVEL: lines}) if group["group"] == "clan")}  # fmt: skip
    assert {row["seats"] for row in rows.values()} == {60}
    assert [row["won"][0] for row in rows.values()] == [1.0, 1.0]
    low, high = next(iter(rows.values()))["won"][1:]
    assert 0.7 < low < 1 < high < 1.3
    seats = next(group["rows"] for group in counts(load(FIRST), {LEVEL: lines}) if group["group"] == "seat")
    assert [row["levels"][LEVEL]["won"][0] for row in seats] == [2.0, 0.0]
    assert [row["levels"][LEVEL]["ahead"][0] for row in seats] == [5.0, -5.0]


def test_intervals_are_by_game_where_seats_of_one_game_go_together():
    apart, together = Sums(), Sums()
    for k in range(100):
        for _ in range(2):
            apart.add([float(k % 2)])
        together.add([float(k % 2)] * 2)
    assert apart.mean()[0] == together.mean()[0] == 0.5
    assert together.mean()[2] - 0.5 == pytest.approx((apart.mean()[2] - 0.5) * 2**0.5, rel=0.02)


def test_a_source_decides_where_somebody_else_would_be_ahead_without_it():
    assert decides([50, 40], [20, 0], [0])
    assert not decides([50, 40], [10, 0], [0])  # level without it: nobody else is ahead
    assert not decides([50, 40], [20, 20], [0])


def test_sources_add_up_to_the_points(kept):
    folder, figures = kept
    lines = [Counts(**json.loads(line)) for line in lines_in(folder)[1:]]
    mean = sum(sum(line.scores) for line in lines) / sum(line.players for line in lines)
    told = sources(load(FIRST), {LEVEL: lines})
    assert sum(row["levels"][LEVEL]["points"] for row in told) == pytest.approx(mean, abs=1)
    assert told == figures["sources"]


def test_a_run_that_was_broken_off_goes_on_and_comes_to_the_same(kept, tmp_path, monkeypatch):
    folder, figures = kept
    whole = lines_in(folder)
    (tmp_path / f"{LEVEL}.jsonl").write_text("\n".join(whole[:6]) + "\n" + whole[6][:30], encoding="utf-8")
    made = Counter()
    play = lab.play_and_count
    monkeypatch.setattr(lab, "play_and_count", lambda match: made.update([match.number]) or play(match))
    again = stats(FIRST, {LEVEL: 7}, tmp_path, command="sampan stats")
    assert again == figures
    assert made == {5: 1, 6: 1}
    assert lines_in(tmp_path) == whole


def test_fewer_games_than_the_folder_holds_are_its_first_ones(kept):
    folder, _ = kept
    before = lines_in(folder)
    assert stats(FIRST, {LEVEL: 3}, folder)["games"] == {LEVEL: 3}
    assert lines_in(folder) == before


@pytest.mark.parametrize("spoiled", ["{}", '{"sampan_stats": 1}', "[1"])
def test_a_folder_of_other_games_is_refused_in_one_line(kept, tmp_path, spoiled):
    path = tmp_path / f"{LEVEL}.jsonl"
    path.write_text("\n".join([spoiled, *lines_in(kept[0])[1:]]) + "\n", encoding="utf-8")
    before = path.read_text(encoding="utf-8")
    with pytest.raises(OptionError, match=r"club\.jsonl"):
        stats(FIRST, {LEVEL: 9}, tmp_path)
    assert path.read_text(encoding="utf-8") == before


def test_plots_and_figures_are_kept_beside_the_games(kept):
    folder, figures = kept
    save(load(FIRST), figures, folder)
    assert json.loads((folder / "statistics.json").read_text(encoding="utf-8")) == figures
    drawn = {path.stem for path in folder.glob("*.svg")}
    assert drawn == {group["group"] for group in figures["groups"]} | {"sources"}
    assert "sampan stats" in (folder / "sources.svg").read_text(encoding="utf-8")
    Statistics.model_validate(figures)


@pytest.mark.parametrize("name", OWN)
def test_what_comes_with_a_game_is_named_in_its_own_words_and_small(name):
    game = load(name)
    path = game.definition.folder / STATISTICS
    told = Statistics.model_validate_json(path.read_text(encoding="utf-8"))
    assert told.game == name
    assert told.command.startswith("sampan stats")
    assert path.stat().st_size < 200_000
    words = game.words()
    for group in told.groups:
        for row in group.rows:
            said = words.say((row.name.id, row.name.args))
            assert group.group == "seat" or "_" not in said, said


@pytest.mark.parametrize("name", OWN)
def test_tables_that_are_counted_have_every_number_of_players(name):
    game = countable(name)
    players = {match.options["players"] for match in planned(game, LEVEL, 30, 0)}
    assert players == set(next(option.values for option in game.options if option.name == "players"))
