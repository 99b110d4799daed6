"""Games as a table: the rows are the games, whoever played them, and the file is whole or not there."""

from __future__ import annotations

import json
import re
import runpy
import sys
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from sampan import games
from sampan.engine.errors import OptionError
from sampan.engine.record import Record, verify
from sampan.engine.rule import JIT
from sampan.lab import parquet as lab
from sampan.lab.match import play_match
from tests.shelf import FIRST

ROOT = Path(__file__).parents[2]
SCHEMA = ROOT / "docs" / "selfplay.md"
EXAMPLE = ROOT / "examples" / "midgame.py"

compiled = pytest.mark.skipif(not JIT, reason="whole games of search need compiled rules; SAMPAN_JIT=0 is set")


def plan_of(names, number, seed=7):
    return lab.planned(FIRST, names, number, {"players": 2}, seed, None)


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """Two games in which a search and greedy change seats."""
    path = tmp_path_factory.mktemp("selfplay") / "games.parquet"
    lab.selfplay(plan_of(["search:5it", "greedy"], 2), path, workers=1)
    return path


@compiled
def test_the_rows_are_the_games_move_by_move(file):
    table, game = pq.read_table(file), games.load(FIRST)
    heading = json.loads(table.schema.metadata[lab.KIND.encode()])
    assert heading["games"] == 2 and heading["features"] == game.feature_names
    for match in plan_of(["search:5it", "greedy"], 2):
        rows = table.filter(np.array(table["game"]) == match.number).to_pylist()
        record = Record.start(game, heading["options"], rows[0]["seed"])
        state = record.opened(game)
        for ply, row in enumerate(rows):
            seat = game.to_move(state)
            assert (row["ply"], row["seat"], row["decisions"]) == (ply, seat, len(rows))
            assert row["turn"] == state.turns[0] and row["state"] == state.tobytes()
            assert row["points"] == game.scores(state)
            assert row["features"] == game.features(game.hide(state, seat), seat).tolist()
            assert row["legal"] == game.legal_moves(state) and row["move_text"] == game.move_text(row["move"])
            searched = row["seats"][seat] == "search:5it" and len(row["legal"]) > 1
            assert (row["visits"] is not None) == searched
            if searched:
                tried = dict(zip(row["legal"], zip(row["visits"], row["values"], strict=True), strict=True))
                assert all((visits > 0) == (value is not None) for visits, value in tried.values())
                assert tried[row["move"]][0] > 0 and 0 <= tried[row["move"]][1] <= 1
            game.play(state, row["move"])
            record.add(game, row["move"], state)
        verify(game, record)
        result = play_match(match)
        assert record.over and list(result.scores) == rows[0]["scores"] == record.scores
        assert list(result.share) == rows[0]["share"] and list(match.seats) == rows[0]["seats"]


@compiled
def test_the_seed_alone_decides_whoever_plays(file, tmp_path):
    lab.selfplay(plan_of(["search:5it", "greedy"], 2), tmp_path / "same.parquet", workers=2)
    assert (tmp_path / "same.parquet").read_bytes() == file.read_bytes()


def test_rows_are_written_in_pieces_of_a_size(tmp_path, monkeypatch):
    lab.selfplay(plan_of(["random"], 3), tmp_path / "one.parquet", workers=1)
    monkeypatch.setattr(lab, "CHUNK", 1)
    lab.selfplay(plan_of(["random"], 3), tmp_path / "many.parquet", workers=1)
    assert [pq.ParquetFile(tmp_path / name).num_row_groups for name in ("one.parquet", "many.parquet")] == [1, 3]
    assert pq.read_table(tmp_path / "many.parquet").equals(pq.read_table(tmp_path / "one.parquet"))


def test_one_bot_plays_itself_from_another_deal_each_time():
    for names in (["greedy"], ["greedy", "greedy"]):
        plan = plan_of(names, 4)
        assert [match.seed for match in plan] == [7, 8, 9, 10]
        assert {match.seats for match in plan} == {("greedy", "greedy")}


def test_a_run_that_breaks_off_leaves_no_file(tmp_path):
    plan = plan_of(["random"], 2)

    def play(planned):
        yield lab.rows_of(planned[0])
        assert (tmp_path / "games.parquet.part").exists()
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        lab.write(tmp_path / "games.parquet", plan, lab.heading_of(plan), play, lambda done: None)
    assert not list(tmp_path.iterdir())


def test_where_arrow_is_missing_one_line_names_the_command(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(OptionError, match=r"^--out: pyarrow is not installed: expected pip install 'sampan\[data\]'$"):
        lab.require_arrow()


def test_the_page_names_every_column():
    named = re.findall(r"^\| `(\w+)` \| ([^|]+) \|", SCHEMA.read_text(encoding="utf-8"), re.M)
    of_file = lab.schema_of(games.load(FIRST))
    assert [name for name, _ in named] == of_file.names
    for name, kind in named:
        said = re.sub(r"\[\d+\]", "[n]", str(of_file.field(name).type).replace("element", "item"))
        assert KINDS[kind.strip()] == said, name


KINDS = {
    "int8": "int8", "int16": "int16", "int32": "int32", "int64": "int64", "string": "string",
    "list of int16": "list<item: int16>", "list of int32": "list<item: int32>", "list of float": "list<item: float>",
    "list of string": "list<item: string>", "bytes": "fixed_size_binary[n]",
    "fixed list of float": "fixed_size_list<item: float>[n]",
}  # fmt: skip


def test_the_example_says_what_predicts_the_winner(tmp_path, monkeypatch, capsys):
    lab.selfplay(plan_of(["random"], 12), tmp_path / "games.parquet", workers=1)
    monkeypatch.setattr(sys, "argv", ["midgame.py", str(tmp_path / "games.parquet")])
    runpy.run_path(str(EXAMPLE), run_name="__main__")
    said = capsys.readouterr().out
    assert "12 games" in said and len(re.findall(r"^ +\d0 % +\d+\.\d% ", said, re.M)) == 9
    listed = re.findall(r"^ +([+-]\d\.\d\d)  (\w+)$", said, re.M)
    assert 0.3 < abs(float(listed[0][0])) <= 1 and {name for _, name in listed} <= {*games.load(FIRST).feature_names}
