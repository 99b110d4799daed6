"""The box: the printed figures are read, and a damaged file is refused in one line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sampan.engine.errors import BoxError
from sampan.games.river.box import read

from .position import GAME

BOX = Path(GAME.definition.folder) / "box.toml"
TEXT = BOX.read_text(encoding="utf-8")


def refusal(tmp_path: Path, text: str) -> str:
    """The one line a damaged box gives."""
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BoxError) as caught:
        read(path)
    line = str(caught.value)
    assert "\n" not in line
    assert "mine.toml" in line
    return line


def changed(*swaps: tuple[str, str]) -> str:
    """The real box with pieces of text exchanged, each of which must be there exactly once."""
    text = TEXT
    for old, new in swaps:
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in the box"
        text = text.replace(old, new)
    return text


def line(start: str) -> str:
    """The whole line of the box that begins so."""
    (found,) = re.findall(rf"^[ ]*{re.escape(start)}.*$", TEXT, re.MULTILINE)
    return found


def test_the_printed_box_is_read():
    box = read(BOX)
    assert box.tables["players"]["cap_koku"] == 25
    assert box.hash == GAME.box.hash


def test_a_copy_of_the_box_is_the_same_box(tmp_path):
    copy = tmp_path / "copy.toml"
    copy.write_text(TEXT, encoding="utf-8")
    assert read(copy).hash == GAME.box.hash


def test_another_figure_is_another_box(tmp_path):
    other = tmp_path / "other.toml"
    other.write_text(changed(("cap_koku = 25", "cap_koku = 30")), encoding="utf-8")
    assert read(other).hash != GAME.box.hash


def test_there_is_no_such_file(tmp_path):
    with pytest.raises(BoxError) as caught:
        read(tmp_path / "nowhere.toml")
    assert "nowhere.toml" in str(caught.value) and "no such file" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_folder_is_no_box(tmp_path):
    with pytest.raises(BoxError) as caught:
        read(tmp_path)
    assert str(tmp_path) in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["koku = = 3", "[players", "not a box", '"'])
def test_a_file_that_is_not_toml(tmp_path, text):
    assert "TOML" in refusal(tmp_path, text)


def test_a_file_that_is_not_text(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_bytes(b"\xff\xfe\x00koku")
    with pytest.raises(BoxError) as caught:
        read(path)
    assert "mine.toml" in str(caught.value) and "\n" not in str(caught.value)


def test_an_empty_file(tmp_path):
    assert "missing" in refusal(tmp_path, "")


MISSING = [
    ("cap_koku = 25\n", "players.cap_koku"),
    ("trigger_vp = 5\n", "end_game.trigger_vp"),
    ("flower_step = 11\n", "influence.flower_step"),
    ("monk = { favor_limit = 1, favor = 2 }\n", "customer_types.monk"),
    ("journey_koku = { amount = 3 }\n", "abilities.journey_koku"),
    (', cost = 9, bank = "left", rivers = [7, 8]', "shore.spaces[15].cost"),
]


@pytest.mark.parametrize("text, key", MISSING)
def test_a_missing_key_is_named(tmp_path, text, key):
    rest = ', bank = "left", rivers = [7, 8]' if "cost" in key else ""
    found = refusal(tmp_path, changed((text, rest)))
    assert key in found and "missing" in found


def test_a_missing_table_is_named(tmp_path):
    found = refusal(tmp_path, changed(('[customer_score]\nsource = "printed"\n', ""), (line("vp_by_count"), "")))
    assert "customer_score" in found and "missing" in found


UNKNOWN = [
    ("cap_koku = 25", "cap_koku = 25\ncap_gold = 7", "players.cap_gold", "7"),
    ("trigger_vp = 5", "trigger_vp = 5\nbonus = 2", "end_game.bonus", "2"),
    ('title = "River of Gold"', 'title = "River of Gold"\nsubtitle = "x"', "subtitle", "“x”"),
    ("start_goods = { silk = 1,", "start_goods = { gold = 4, silk = 1,", "players.start_goods.gold", "4"),
    ("journey_koku = { amount = 3 }", "journey_koku = { amount = 3, most = 9 }", "abilities.journey_koku.most", "9"),
]


@pytest.mark.parametrize("old, new, key, value", UNKNOWN)
def test_an_unknown_key_is_named(tmp_path, old, new, key, value):
    found = refusal(tmp_path, changed((old, new)))
    assert f"{key} = {value}: expected" in found


MISTYPED = [
    ("cap_koku = 25", 'cap_koku = "many"', "players.cap_koku", "“many”"),
    ("cap_koku = 25", "cap_koku = 25.0", "players.cap_koku", "25.0"),
    ("cap_koku = 25", "cap_koku = true", "players.cap_koku", "true"),
    ('title = "River of Gold"', "title = 3", "title", "3"),
    ("start_koku_by_turn = [7, 8, 9, 10]", "start_koku_by_turn = 7", "players.start_koku_by_turn", "7"),
    (
        "start_goods = { silk = 1, rice = 1, porcelain = 1 }",
        "start_goods = [1, 1, 1]",
        "players.start_goods",
        "1, 1, 1",
    ),
    ("monk = { favor_limit = 1, favor = 2 }", "monk = 2", "customer_types.monk", "2"),
]


@pytest.mark.parametrize("old, new, key, value", MISTYPED)
def test_a_value_of_the_wrong_type_is_named(tmp_path, old, new, key, value):
    found = refusal(tmp_path, changed((old, new)))
    assert f"{key} = {value}" in found and "expected" in found


OUT_OF_RANGE = [
    ("cap_koku = 25", "cap_koku = -1", "players.cap_koku", "-1"),
    ("cap_koku = 25", "cap_koku = 1000", "players.cap_koku", "1000"),
    ("start_upper = 1", "start_upper = 15", "river.start_upper", "15"),
    ("start_favor_limit = 3", "start_favor_limit = 1", "players.start_favor_limit", "1"),
    ("trigger_vp = 5", "trigger_vp = 500", "end_game.trigger_vp", "500"),
    ("flower_step = 11", "flower_step = 0", "influence.flower_step", "0"),
    ("journey_koku = { amount = 3 }", "journey_koku = { amount = 0 }", "abilities.journey_koku.amount", "0"),
    ("koku_given = 5", "koku_given = 0", "trade.koku_given", "0"),
]


@pytest.mark.parametrize("old, new, key, value", OUT_OF_RANGE)
def test_a_value_out_of_range_is_named(tmp_path, old, new, key, value):
    found = refusal(tmp_path, changed((old, new)))
    assert re.search(rf"{re.escape(key)} = {value}: expected .*\d", found)


def test_a_negative_cost_is_named_with_its_place(tmp_path):
    old = line("{ id = 8, region = 2")
    found = refusal(tmp_path, changed((old, old.replace("cost = 6", "cost = -2"))))
    assert "shore.spaces[7].cost = -2: expected" in found


def test_a_word_the_game_does_not_know_is_named_with_those_it_does(tmp_path):
    old = line("{ id = 8, region = 2")
    found = refusal(tmp_path, changed((old, old.replace('"left"', '"middle"'))))
    assert "shore.spaces[7].bank = “middle”: expected one of left, right" in found


def test_a_reward_the_game_does_not_know_is_named(tmp_path):
    old = line('{ id = "port-1a"')
    found = refusal(tmp_path, changed((old, old.replace("owner = { rice = 1 }", "owner = { tea = 1 }"))))
    assert ".owner.tea = 1: expected" in found


def test_a_shore_space_that_disagrees_with_the_river_is_named(tmp_path):
    old = line("{ id = 9, region = 2")
    found = refusal(tmp_path, changed((old, old.replace("rivers = [3, 4, 5]", "rivers = [3, 4]"))))
    assert "shore.spaces[8].rivers = 3, 4: expected 3, 4, 5, as in" in found


def test_a_river_space_that_disagrees_with_the_shore_is_named(tmp_path):
    found = refusal(tmp_path, changed(("{ id = 1, shores = [1, 2, 3, 4] }", "{ id = 1, shores = [1, 2, 3, 5] }")))
    assert "spaces[" in found and "expected" in found


def test_a_river_space_that_touches_one_shore_space_twice_is_named(tmp_path):
    found = refusal(
        tmp_path,
        changed(
            ("{ id = 14, shores = [26, 28, 29, 30] }", "{ id = 14, shores = [26, 28, 29, 29] }"),
            (line("{ id = 30, region = 6"), line("{ id = 30, region = 6").replace("rivers = [14]", "rivers = [13]")),
        ),
    )
    assert "spaces[" in found and "expected" in found


def test_spaces_out_of_order_are_named(tmp_path):
    old = line("{ id = 9, region = 2")
    found = refusal(tmp_path, changed((old, old.replace("id = 9", "id = 10"))))
    assert "shore.spaces[8].id = 10: expected 9" in found


COUNTS = [
    (line("{ id = 14, shores"), "", "river.spaces", "13", "14"),
    (line("{ id = 30, region = 6"), "", "shore.spaces", "29", "30"),
    (line('{ id = "noble-6"'), "", "customers.cards", "29", "30"),
    (line('{ id = "port-1a"'), "", "buildings.tiles", "48", "49"),
    (line('{ id = "courts"'), "", "mastery.cards", "5", "6"),
    ("[7, 8, 9, 10]", "[7, 8, 9]", "players.start_koku_by_turn", "3", "4"),
    ("[0, 2, 5, 9, 14, 20, 27]", "[0, 2, 5]", "customer_score.vp_by_count", "3", "7"),
]


@pytest.mark.parametrize("old, new, key, found, expected", COUNTS)
def test_a_wrong_count_is_named(tmp_path, old, new, key, found, expected):
    text = refusal(tmp_path, changed((old, new)))
    assert key in text and re.search(rf"\b{found}\b.*expected .*\b{expected}\b", text)


def test_too_few_starting_buildings_are_named(tmp_path):
    port, manor = line('{ id = "start-port"'), line('{ id = "port-1a"')
    text = changed((port, port.replace("count = 2", "count = 1")), (manor, manor.replace("count = 1", "count = 2")))
    assert re.search(r"start tiles: 5, expected 6", refusal(tmp_path, text))


def test_an_era_that_asks_for_more_tiles_than_there_are_is_named(tmp_path):
    tile, other = line('{ id = "port-2a"'), line('{ id = "port-1a"')
    text = changed((tile, tile.replace("era = 2", "era = 1")), (other, other))
    text = text.replace("era2 = 13", "era2 = 16")
    assert re.search(r"eras\.by_players\[2\]\.era2 = 16: expected at most 15", refusal(tmp_path, text))


DUPLICATES = [
    ('"port-1b"', '"port-1a"', "buildings.tiles"),
    ('"elder-2"', '"elder-1"', "customers.cards"),
    ('{ id = "fire"', '{ id = "air"', "mastery.cards"),
    ('{ id = "b", side_2p', '{ id = "a", side_2p', "region_scoring.tiles"),
]


@pytest.mark.parametrize("old, new, key", DUPLICATES)
def test_a_name_used_twice_is_named(tmp_path, old, new, key):
    found = refusal(tmp_path, changed((old, new)))
    name = new.split('"')[1]
    assert re.search(rf"{re.escape(key)}\[\d+\]\.id = “{name}”: expected", found)


def test_a_monk_without_a_target_is_named(tmp_path):
    old = line('{ id = "monk-1"')
    found = refusal(tmp_path, changed((old, re.sub(r'target = "own", ', "", old))))
    assert "customers.cards[18].target" in found and "expected" in found


def test_an_ability_of_another_customer_type_is_named(tmp_path):
    old = line('{ id = "noble-2"')
    found = refusal(tmp_path, changed((old, old.replace("royal_empty_koku", "journey_koku"))))
    assert "customers.cards[25].ongoing = “journey_koku”: expected" in found


def test_a_step_beyond_the_track_is_named(tmp_path):
    old = line("{ region = 3, steps")
    found = refusal(tmp_path, changed((old, old.replace("at = 18", "at = 19"))))
    assert "influence.tracks[2].steps[4].at = 19: expected" in found


def test_two_rewards_for_one_step_are_named(tmp_path):
    old = line("{ region = 3, steps")
    found = refusal(tmp_path, changed((old, old.replace("at = 9", "at = 5"))))
    assert "influence.tracks[2].steps[2].at = 5: expected" in found


def test_a_patron_of_the_wrong_clan_is_named(tmp_path):
    old = line('{ id = "taka"')
    found = refusal(tmp_path, changed((old, old.replace('"crab"', '"crane"'))))
    assert "patrons.cards[1].clan = “crane”: expected crab" in found


def test_an_owner_of_a_starting_building_is_refused(tmp_path):
    old = line('{ id = "start-port"')
    found = refusal(tmp_path, changed((old, old.replace("owner = {}", "owner = { vp = 1 }"))))
    assert "buildings.tiles[0].owner" in found and "expected" in found


@pytest.mark.parametrize("name", ["e" * 32, "Elder", "elder two", "starší", "elder>2", ""])
def test_a_card_whose_name_could_not_stand_in_a_move_is_refused(tmp_path, name):
    found = refusal(tmp_path, changed(('"elder-2"', f'"{name}"')))
    assert "customers.cards" in found and "a short name, different for each" in found


def test_a_long_name_of_a_card_still_makes_moves(tmp_path):
    path = tmp_path / "long.toml"
    path.write_text(changed(('"elder-2"', f'"{"e" * 31}"')), encoding="utf-8")
    assert GAME.with_box(read(path)).moves
