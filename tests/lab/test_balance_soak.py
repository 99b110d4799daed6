"""Reports and searches for real, in small: what is broken off comes to the same, and every game tells what it can."""

from __future__ import annotations

import json

import pytest

from sampan.boxes.checking import differences
from sampan.games import definition, load
from sampan.lab.balance import Asked, balance
from sampan.lab.balance_page import as_html, as_text
from sampan.lab.rotation import measurable
from sampan.lab.tuning import Search, tuned
from tests.shelf import OWN

pytestmark = pytest.mark.soak
TUNABLE = [name for name in OWN if (found := definition(name).balance) and found.tuning]


@pytest.mark.parametrize("name", OWN)
def test_a_report_tells_of_every_group_and_goes_on_where_it_stopped(name, tmp_path):
    asked = Asked(name, "club", 90)
    told = balance(asked, tmp_path, workers=2)
    game, found = measurable(name)
    assert {group["group"] for group in told["groups"]} == set(found.groups)
    assert sum(told["players"].values()) == 90 and set(told["games"]) == {"all", "2 players", "3 players", "4 players"}
    counted = [part for group in told["groups"] for row in group["rows"] for part in row["tables"].values()]
    assert any("won" in part for part in counted) and any("used" in part for part in counted)
    for part in counted:
        assert part["seats"] >= 30 or "won" not in part
        assert 0 <= part.get("used", [0])[0] <= 1 and part["seats"] <= part.get("taken", 10**9)
    page = as_html(told, game.title)
    assert all(group["title"] in page for group in told["groups"]) and as_text(told)
    file = tmp_path / "games.jsonl"
    whole = file.read_text(encoding="utf-8")
    lines = whole.splitlines(keepends=True)
    file.write_text("".join(lines[:60]) + lines[60][:50], encoding="utf-8")
    assert balance(asked, tmp_path, workers=1) == told
    assert file.read_text(encoding="utf-8") == whole


@pytest.mark.parametrize("name", TUNABLE)
def test_a_search_with_real_games_finds_a_box_of_stand_ins_and_comes_to_the_same_again(name, tmp_path):
    search = Search(Asked(name, "greedy", 48, players=2), "all", "club", 2, 4, 24)
    found = tuned(search, tmp_path, 2, None, print)
    before = load(name).box.tables
    tuning = measurable(name)[1].tuning
    box = definition(name).read_box(found.path)
    assert tuning.broken(box.tables) == []
    assert all(tuning.stands_in(before, one.place) for one in differences(before, box.tables))
    for file in (tmp_path / "games").iterdir():
        lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
        file.write_text("".join(lines[: len(lines) * 2 // 3]), encoding="utf-8")
    again = tuned(search, tmp_path, 1, None, print)
    assert json.dumps(again.figures) == json.dumps(found.figures)
