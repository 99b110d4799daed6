"""Looking for a fairer box: only stand-ins change, what is known holds, and a broken-off search comes to the same."""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from dataclasses import replace

import pytest

from sampan.boxes.checking import differences
from sampan.engine.box_toml import as_toml
from sampan.engine.errors import OptionError
from sampan.games import definition, load
from sampan.lab import tuning as lab
from sampan.lab.balance import Asked
from sampan.lab.box_changes import changed
from sampan.lab.counting import Counts
from sampan.lab.rotation import measurable
from sampan.lab.tuning import ALL, Search, tuned
from tests.shelf import OWN

TUNABLE = next(name for name in OWN if (found := definition(name).balance) and found.tuning)
PRINTED = next(name for name in OWN if (found := definition(name).balance) and not found.tuning)
GAMES = 24


def search(what=ALL, **more):
    """A search with little."""
    given = {"quick": "greedy", "steps": 2, "boxes": 3, "confirm": 24} | more
    return Search(Asked(given.pop("game", TUNABLE), "club", GAMES, players=2), what, **given)


@pytest.fixture
def quickly(monkeypatch):
    """Games of which nothing is played: the box alone decides who is ahead, and the first seat of a new one less."""
    games = Counter()

    def look(match):
        games.update([match.box])
        game, found = measurable(match.game, match.box)
        start = load(match.game).box.tables
        edge = max(0, 12 - 6 * len([*differences(start, game.box.tables)]))
        things = {group: [f"{2} {{}}"] for group in found.aims}
        had = [
            {group: [what.format(seat + 1) for what in all_of] for group, all_of in things.items()} for seat in (0, 1)
        ]
        scores = [130 + edge + match.number % 7, 130 + match.number % 5]
        share = [float(scores[seat] > scores[1 - seat]) + 0.5 * (scores[0] == scores[1]) for seat in (0, 1)]
        return Counts(match.number, match.seed, 2, share, scores, [{}, {}], had)

    monkeypatch.setattr(lab, "players_of", lambda workers, ray, play: lambda plan: map(look, plan))
    return games


def found_by(search, folder, said=None):
    return tuned(search, folder, 1, None, (said if said is not None else []).append)


def test_the_box_that_is_found_is_fairer_valid_and_differs_in_stand_ins_alone(quickly, tmp_path):
    said = []
    found = found_by(search(), tmp_path, said)
    assert found.figures["changed"] and any(step["taken"] for step in found.figures["steps"])
    first = found.figures["confirmed"][0]
    assert first["after"] < first["before"] and first["gain"] > first["error"]
    box, tuning = definition(TUNABLE).read_box(found.path), measurable(TUNABLE)[1].tuning
    assert box.hash == found.figures["found"] != found.figures["start"]
    assert tuning.broken(box.tables) == []
    before = load(TUNABLE).box.tables
    assert all(tuning.stands_in(before, one.place) for one in differences(before, box.tables))
    assert said[0].startswith("step 1 of 2: unfairness") and found.told()[-1] == f"Saved in {found.path}"


def test_a_search_that_was_broken_off_goes_on_and_comes_to_the_same(quickly, tmp_path):
    whole = found_by(search(), tmp_path).figures
    played = sum(quickly.values())
    for file in sorted((tmp_path / "games").iterdir())[:3]:
        lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
        file.write_text("".join(lines[:6]) + lines[6][:9], encoding="utf-8")
    assert found_by(search(), tmp_path).figures == whole
    assert sum(quickly.values()) == played + 3 * (GAMES - 5)


def test_a_file_of_a_box_that_was_changed_since_is_refused(quickly, tmp_path):
    found_by(search(), tmp_path)
    file = sorted((tmp_path / "games").iterdir())[0]
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace(file.name.partition(".")[0], "0" * 16, 1), encoding="utf-8")
    with pytest.raises(OptionError, match="made with"):
        found_by(search(), tmp_path)


def test_a_step_that_is_no_clear_gain_is_not_taken(quickly, tmp_path, monkeypatch):
    monkeypatch.setattr(lab, "gain", lambda balance, before, after: (1.0, 1.5))
    found = found_by(search(), tmp_path).figures
    assert found["changed"] == [] and found["start"] == found["found"]


def test_boxes_that_change_what_is_real_or_break_what_is_known_are_never_tried(quickly, tmp_path, monkeypatch):
    game, balance = measurable(TUNABLE)
    first, second = list(balance.tuning.changes(game.box.tables, balance.tuning.whats[-2]))[:2]
    known = [next(differences(game.box.tables, changed(game.box.tables, first)))]
    tuning = replace(
        balance.tuning,
        changes=lambda tables, what: [{("name",): "Another"}, first, second],
        broken=lambda tables: ["known"] if known[0] in differences(game.box.tables, tables) else [],
    )
    monkeypatch.setattr(lab, "TRIES", 40)
    laboratory = lab.Laboratory(search(), tmp_path, lambda plan: [])
    start = laboratory.kept_box(game.box.tables)
    found = lab.neighbours(search(), laboratory, tuning, start, random.Random(1))
    assert [box.tables for box in found] == [changed(game.box.tables, second)]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"what": "nonsense"}, "--tune nonsense: expected one of all, "),
        ({"game": PRINTED}, "expected a game with stand-ins"),
    ],
)
def test_what_cannot_be_tuned_is_refused_in_one_line(wrong, said, tmp_path):
    with pytest.raises(OptionError, match=said):
        found_by(search(**wrong), tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_box_whose_figures_are_all_typed_in_is_left_alone(tmp_path):
    text = (definition(TUNABLE).folder / "box.toml").read_text(encoding="utf-8")
    mine = tmp_path / "mine.toml"
    for source in ("reconstructed", "rulebook"):
        text = text.replace(f'"{source}"', '"printed"')
    mine.write_text(text, encoding="utf-8")
    for what in (ALL, *measurable(TUNABLE)[1].tuning.whats):
        asked = Asked(TUNABLE, "club", GAMES, box=str(mine))
        with pytest.raises(OptionError, match=r"nothing there is a stand-in in mine\.toml"):
            tuned(Search(asked, what, "greedy", 1, 1, 0), tmp_path, 1, None, print)


@pytest.mark.parametrize("name", OWN)
def test_a_box_is_written_as_it_was_read(name, tmp_path):
    tables = load(name).box.tables
    file = tmp_path / "box.toml"
    file.write_text(as_toml(tables, "two\nlines"), encoding="utf-8")
    assert tomllib.loads(file.read_text(encoding="utf-8")) == tables
    assert definition(name).read_box(file).hash == load(name).box.hash


def test_odd_texts_and_keys_read_back():
    odd = {
        "a b": 'say "so"\\',
        "lines": 'one\n  "two"\\\n',
        "none": [],
        "table": {"x": {}},
        "deep": {"y": {"z": [{}, 1]}},
    }
    assert tomllib.loads(as_toml(odd)) == odd


def test_changes_are_told_by_the_names_of_the_box():
    tables = {"a": [1, {"b": 2}], "c": "x"}
    other = changed(tables, {("a", 1, "b"): 3, ("a", 1, "d", "e"): 4})
    assert tables == {"a": [1, {"b": 2}], "c": "x"}
    assert [*map(str, differences(tables, other))] == ["a[1].b: 2 -> 3", "a[1].d: None -> {'e': 4}"]
