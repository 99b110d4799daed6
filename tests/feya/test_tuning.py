"""Stand-ins of Feya's Swamp may be tuned: what the rulebooks say stays, and what their texts imply holds."""

from __future__ import annotations

import copy
import random
import re

import pytest

from sampan.boxes.checking import differences
from sampan.engine.box import Wrong
from sampan.games import load
from sampan.games.feya import box as boxes
from sampan.games.feya.balance import cycle
from sampan.games.feya.known import broken
from sampan.games.feya.tuning import STEPS, changes, stands_in
from sampan.lab.box_changes import changed

REAL = ("name", "players", "rounds", "start", "prices", "points", "clans", "score_cards", "guides")


@pytest.fixture(scope="module")
def tables():
    return load("feya").box.tables


def put(tables, *place_and_value):
    *place, value = place_and_value
    return changed(tables, {tuple(place): value})


def walked(tables, steps, seed):
    """The box after so many random changes, whatever they make of it."""
    dice = random.Random(seed)
    found = tables
    for _ in range(steps):
        what = dice.choice([*STEPS])
        if what == "maps" and dice.random() < 0.8:
            continue  # which are many, and slow to list
        found = changed(found, dice.choice([*changes(found, what)]))
    return found


# ---------------------------------------------------------------- what is real


def test_figures_of_the_rulebook_stay_whatever_is_tuned(tables):
    found = walked(tables, 150, 1)
    assert len([*differences(tables, found)]) > 40
    for table in REAL:
        assert found[table] == tables[table], table
    assert found["races"]["aims"] == tables["races"]["aims"] and found["races"]["needs"] == tables["races"]["needs"]
    for number in ("I", "II", "III"):
        assert found["round_bonus"][number] == tables["round_bonus"][number]
    assert found["sailing_track"]["vp"][2] == 4
    assert found["temples"]["A"][0] == {"players": 3, "vp": 5}
    assert found["clan_boards"]["base_catch"] == 1
    for side in ("small", "large"):
        for key in ("players", "sail_bonus", "source"):
            assert found["maps"][side][key] == tables["maps"][side][key]


def test_starting_settlements_boats_and_workers_stay_as_many(tables):
    found = walked(tables, 150, 2)["clan_boards"]
    for key, board in tables["clan_boards"].items():
        if key in ("source", "base_catch", "special_tiles"):
            continue
        for reward in ("boat", "worker", "special"):
            assert sum(row.count(reward) for row in found[key]) == sum(row.count(reward) for row in board), (
                key,
                reward,
            )
        assert [row[0] for row in found[key] if row[0].startswith("*")] == ["*boat", "*boat", "*mana"]


@pytest.mark.parametrize("what", STEPS)
def test_what_an_owner_has_typed_in_is_never_changed(what, tables):
    printed = copy.deepcopy(tables)
    for table in (*printed.values(), *printed["maps"].values(), *printed["actions"].values()):
        if isinstance(table, dict) and "source" in table:
            table["source"] = "printed"
    assert next(changes(tables, what), None) is not None
    assert next(changes(printed, what), None) is None


def test_parts_of_tables_stand_in_until_they_are_typed_in(tables):
    assert stands_in(tables, ("races", "vp", 0)) and not stands_in(tables, ("races", "aims", 0))
    assert stands_in(tables, ("round_bonus", "IV", 2)) and not stands_in(tables, ("round_bonus", "III", 2))
    assert not stands_in(tables, ("guides", 0, "range")) and not stands_in(tables, ("races", "source"))
    assert not stands_in(put(tables, "races", "source", "printed"), ("races", "vp", 0))


# ---------------------------------------------------------------- what is known

FROG, TURTLE, NORMAL = (("clan_boards", name) for name in ("frog", "turtle", "normal"))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ((*NORMAL, 0, 0, "*gold:3"), "clan_boards.normal: starts"),
        (("clan_boards", "base_catch", 2), "clan_boards.base_catch = 2"),
        ((*TURTLE, 1, ["*boat", "none", "mana", "mana", "none"]), "clan_boards.turtle: 4 empty spaces"),
        ((*TURTLE, 0, 2, "none"), "expected 4, two more than on normal"),
        ((*FROG, 3, 0, "none"), "clan_boards.frog: catch by settlement 4 of a track"),
        ((*FROG, 2, 1, "none"), "clan_boards.frog: sail_income by settlement 6 of a track"),
        ((*FROG, 0, 1, "special"), "clan_boards.frog: 1 special"),
        (("clan_boards", "salamander", [["none"] * 5] * 4), "clan_boards.salamander: 0 special"),
        ((*NORMAL, 1, 4, "vp:4"), "vp:4: expected vp:3"),
        (("clan_boards", "special_tiles", 0, "vp:2"), "special_tiles: vp:2"),
        ((*NORMAL, 1, 2, "none"), "1 mana incomes"),
        (("sailing_track", "vp", 2, 5), "sailing_track.vp[2] = 5: expected 4"),
        (("sailing_track", "vp", 1, 6), "expected points that rise"),
        (("races", "vp", 1, 7), "races.vp"),
        (("races", "vp", [7, 5, 3]), "a place for each player"),
        (("round_bonus", "IV", 0, "range:1"), "round_bonus.IV"),
        (("temples", "A", 0, "vp", 4), "temples: tops"),
        (("temples", "B", 1, "players", 4), "temples.B: 1 tiles with 2 players"),
        (("maps", "large", "sail_bonus", 1), "maps.large.sail_bonus = 1"),
        (("fish_cards", "cards", 0, ["y"]), "no card shows purple alone"),
        (("actions", "large", "spirit", [{}, {}]), "actions.large.spirit: 2 spaces"),
        (("actions", "small", "trade", 0, "pay", 1), "expected the first one free"),
        (("actions", "large", "build", 3, "pay", 0), "the dearest last"),
    ],
)
def test_each_thing_known_of_the_printed_box_is_insisted_on(change, said, tables):
    assert broken(tables) == []
    assert said in "\n".join(broken(put(tables, *change)))


@pytest.mark.parametrize(
    ("side", "pattern", "instead", "said"),
    [
        ("small", r"S   3", "~   3", "maps.small: 4 islands: expected 5 at least"),
        ("large", r"p", "~", "no purple"),
        ("small", r"9", "8", "place 8 on the map: 2"),
    ],
)
def test_a_map_keeps_islands_fish_and_numbers(side, pattern, instead, said, tables):
    art = re.sub(pattern, instead, tables["maps"][side]["art"])
    assert re.search(said, "\n".join(broken(put(tables, "maps", side, "art", art))))


def test_some_number_is_missing_on_a_side(tables):
    art = tables["maps"]["small"]["art"].replace("9   ~   ~   o", "9   7   ~   o").replace("2   ~   y", "2   10  y")
    assert "every number on both sides" in "\n".join(broken(put(tables, "maps", "small", "art", art)))


def test_room_for_all_first_workers_is_needed(tables):
    actions = {name: row[:1] if isinstance(row, list) else row for name, row in tables["actions"]["large"].items()}
    assert "actions.large: 7 spaces: expected 12" in "\n".join(broken(put(tables, "actions", "large", actions)))


def test_spaces_give_points_and_fish_and_some_cost_mana(tables):
    bare = {name: [{}] * 3 for name in STEPS_OF_ACTIONS} | {"spirit": [{}], "source": "reconstructed"}
    said = "\n".join(broken(changed(tables, {("actions", side): bare for side in ("small", "large")})))
    assert "no space gives fish or vp" in said and "no space costs mana" in said


STEPS_OF_ACTIONS = ("fish", "trade", "build", "sail", "improve", "celebrate")


# ---------------------------------------------------------------- steps


def test_tokens_of_a_map_change_places_and_none_is_lost(tables):
    dice = random.Random(3)
    for side in ("small", "large"):
        before = sorted(tables["maps"][side]["art"].split())
        steps = [step for step in changes(tables, "maps") if ("maps", side, "art") in step]
        for step in dice.sample(steps, 12):
            art = step["maps", side, "art"]
            assert sorted(art.split()) == before and art != tables["maps"][side]["art"]
            record = boxes.np.zeros(1, boxes.BOX).view(boxes.np.recarray)
            try:
                boxes.fill(put(tables, "maps", side, "art", art), record)
            except Wrong as error:
                pytest.fail(str(error))


def test_each_eight_tables_of_the_rotation_seat_every_clan_on_each_side_equally_often():
    for players in (2, 3, 4):
        tables = cycle(players)
        for first in range(0, len(tables), 8):
            for seat in range(1, players + 1):
                assert len({(table[f"clan{seat}"], table[f"board{seat}"]) for table in tables[first : first + 8]}) == 8
