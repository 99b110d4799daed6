"""The puzzles that come with a game: of today's rules, box and nets, with words, and solved by their answers."""

from __future__ import annotations

import json

import pytest

from sampan.engine.errors import OptionError
from sampan.engine.record import verify
from sampan.games import load
from sampan.puzzles.shape import FILE, MADE_WITH, Puzzles, made_with, name_of, puzzles_of, read_puzzles
from sampan.puzzles.telling import as_text, listed
from sampan.puzzles.trying import ON, RIGHT, WORSE, has_ended, imagined, numbers, reached, told
from sampan.review.sheets import SURE

from ..shelf import OWN

SHIPPED = [name for name in OWN if puzzles_of(load(name))]
LANGUAGES = ("en", "es", "pl", "ru")


def shipped(name: str) -> Puzzles:
    """The puzzles in a game's folder."""
    found = puzzles_of(load(name))
    assert found is not None
    return found


@pytest.mark.parametrize("name", SHIPPED)
def test_they_are_made_with_todays_rules_box_and_nets_by_the_command_they_name(name):
    game, found = load(name), shipped(name)
    made = made_with(game)
    assert [getattr(found, key) for key in ("game", "rules", "box", "nets")] == [
        made[key] for key in ("game", "rules", "box", "nets")
    ]
    assert (found.stale(game) == "") == all(getattr(found, key) == made[key] for key in MADE_WITH)
    assert found.command.startswith(f"sampan puzzles {name} ")
    assert found.puzzles


@pytest.mark.parametrize("name", SHIPPED)
def test_each_is_a_position_of_a_game_of_its_own_that_its_answer_ends(name):
    game, seen = load(name), set()
    for puzzle in shipped(name).puzzles:
        record = puzzle.game_before()
        state = verify(game, record)
        assert len(record.moves) == puzzle.at and game.to_move(state) == puzzle.seat
        assert name_of(record, puzzle.at) == puzzle.id
        assert puzzle.turn.first == puzzle.at and puzzle.turn.seat == puzzle.seat
        assert state.tobytes() == reached(game, puzzle).tobytes()
        world = imagined(game, puzzle)
        assert game.hide(world, puzzle.seat).tobytes() == game.hide(state, puzzle.seat).tobytes()
        for moves in puzzle.accepted:
            line = tuple(map(game.move_from, moves))
            assert has_ended(game, world, line)
            assert told(game, puzzle, world, line).verdict == RIGHT
            assert all(told(game, puzzle, world, line[:k]).verdict == ON for k in range(len(line)))
        seen.add(record.seed)
    assert len(seen) == len(shipped(name).puzzles)


@pytest.mark.parametrize("name", SHIPPED)
def test_what_is_mostly_played_instead_costs_more_than_chance_explains(name):
    game = load(name)
    for puzzle in shipped(name).puzzles:
        world, turn = imagined(game, puzzle), puzzle.turn
        said = told(game, puzzle, world, numbers(game, turn.played))
        assert (said.verdict, said.cost, said.reasons) == (WORSE, turn.cost, turn.reasons)
        assert turn.cost > SURE * turn.error
        assert turn.cost == pytest.approx(turn.best.win - turn.played.win, abs=0.001)
        assert all(line.win < turn.best.win for line in turn.others)
        assert 0 < puzzle.missed["club"] <= 1


@pytest.mark.parametrize("name", OWN)
def test_every_kind_has_words_in_every_language(name):
    game = load(name)
    kinds = game.definition.puzzles.kinds
    assert {puzzle.kind for puzzle in (shipped(name).puzzles if name in SHIPPED else [])} <= {*kinds}
    for language in LANGUAGES:
        titles = [game.words(language).name(f"{name}_puzzle_{kind}") for kind in kinds]
        assert len(set(titles)) == len(kinds) and not any("_" in title for title in titles)


@pytest.mark.parametrize("name", SHIPPED)
def test_one_is_shown_as_text_with_task_answer_and_reasons(name):
    game, found = load(name), shipped(name)
    puzzle = found.puzzles[0]
    text = "\n".join(as_text(game, puzzle))
    assert "find the best turn" in text and "Best: " in text and "Most often played instead: " in text
    assert f"{name}_" not in text
    assert len([*listed(game, found)]) == len(found.puzzles)


@pytest.mark.parametrize("name", SHIPPED)
def test_a_file_goes_through_json_and_back(name, tmp_path):
    found = shipped(name)
    path = tmp_path / FILE
    path.write_text(found.to_json(), encoding="utf-8")
    assert path.read_text(encoding="utf-8") == (load(name).definition.folder / FILE).read_text(encoding="utf-8")
    assert read_puzzles(path) == found


def test_of_other_nets_they_are_shown_and_of_other_rules_they_are_not_and_one_line_says_so():
    game = load(SHIPPED[0])
    found = shipped(game.name)
    for changed, lost in (("nets", False), ("calibration", False), ("box", True), ("rules", True)):
        other = Puzzles(**{**vars(found), changed: 99 if changed == "rules" else "other"})
        assert changed in other.stale(game) and "\n" not in other.stale(game)
        assert other.shown(game) == ([] if lost else found.puzzles)


@pytest.mark.parametrize("spoil", [
    lambda fields: fields.pop("sampan_puzzles"), lambda fields: fields.update(sampan_puzzles=9),
    lambda fields: fields.update(extra=1), lambda fields: fields["puzzles"][0].pop("turn"),
    lambda fields: fields["puzzles"][0].update(level=7), lambda fields: fields["puzzles"][0].update(accepted=[]),
    lambda fields: fields["puzzles"][0].update(at=3), lambda fields: fields.update(puzzles=[4]),
])  # fmt: skip
def test_a_damaged_file_is_refused_in_one_line(tmp_path, spoil):
    game = load(SHIPPED[0])
    fields = json.loads((game.definition.folder / FILE).read_text(encoding="utf-8"))
    spoil(fields)
    path = tmp_path / FILE
    path.write_text(json.dumps(fields), encoding="utf-8")
    with pytest.raises(OptionError, match=r"puzzles\.json: cannot be read") as refused:
        read_puzzles(path)
    assert "\n" not in str(refused.value)
