"""The shapes of box files: the first thing wrong, in one line."""

from __future__ import annotations

import numpy as np
import pytest

from sampan.engine.box import Amounts, Flag, Int, List, Table, Text, read_box
from sampan.engine.errors import BoxError

SHAPE = Table(
    {
        "size": Int(1, 9),
        "name": Text("north", "south"),
        "open": Flag(),
        "rows": List(Table({"cost": Int(0, 30)}), 2),
        "gain": Amounts(("salt", "mana"), 1, 5),
    },
    optional=("gain",),
)
GOOD = 'size = 3\nname = "north"\nopen = true\nrows = [{ cost = 1 }, { cost = 2 }]\n'


def read(tmp_path, text):
    path = tmp_path / "my.toml"
    path.write_text(text)
    dtype = np.dtype([("width", np.int8)])
    return read_box(path, SHAPE, dtype, lambda tables, record: setattr(record[0], "width", tables["size"]))


def test_a_good_box_is_read_and_cannot_be_changed(tmp_path):
    box = read(tmp_path, GOOD)
    assert box.record[0].width == 3
    with pytest.raises(ValueError, match="read-only"):
        box.record.width[0] = 4


def test_the_hash_follows_the_figures_and_not_the_comments(tmp_path):
    first = read(tmp_path, GOOD).hash
    assert read(tmp_path, "# a note\n" + GOOD).hash == first
    assert read(tmp_path, GOOD.replace("cost = 2", "cost = 3")).hash != first


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("size = 3", "size = 10", "my.toml: size = 10: expected a whole number 1..9"),
        ("size = 3", "size = true", "my.toml: size = true: expected a whole number 1..9"),
        ("size = 3", "size = [1, true]", "my.toml: size = 1, true: expected a whole number 1..9"),
        ("size = 3", "size = { cost = 2, b = {} }", "my.toml: size = cost 2, b empty: expected a whole number 1..9"),
        ("size = 3", 'size = ""', "my.toml: size = empty: expected a whole number 1..9"),
        ("size = 3", "size = 3.5", "my.toml: size = 3.5: expected a whole number 1..9"),
        ("size = 3\n", "", "my.toml: size is missing: expected a whole number 1..9"),
        ("cost = 2", "cost = -2", "my.toml: rows[1].cost = -2: expected a whole number 0..30"),
        ("cost = 2", "price = 2", "my.toml: rows[1].price = 2: expected no such key; known: cost"),
        ('"north"', '"west"', "my.toml: name = “west”: expected one of north, south"),
        ("open = true", "open = 1", "my.toml: open = 1: expected true or false"),
        ("{ cost = 1 }, ", "", "my.toml: rows has 1 entry: expected 2"),
        ("rows = [{ cost = 1 }, { cost = 2 }]", "rows = 7", "my.toml: rows = 7: expected a list"),
        ("[{ cost = 1 }", "[5", "my.toml: rows[0] = 5: expected a table"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(tmp_path, old, new, said):
    assert old in GOOD
    with pytest.raises(BoxError) as error:
        read(tmp_path, GOOD.replace(old, new))
    assert str(error.value) == said


def test_amounts_take_known_names_only(tmp_path):
    with pytest.raises(BoxError, match=r"gain\.iron = 1: expected no such key; known: salt, mana"):
        read(tmp_path, GOOD + "gain = { iron = 1 }\n")


def test_a_file_that_is_not_toml_or_not_there_is_named(tmp_path):
    with pytest.raises(BoxError, match=r"my\.toml: not TOML at line 1, column 8: size = = 3$"):
        read(tmp_path, "size = = 3")
    with pytest.raises(BoxError, match="no such file"):
        read_box(tmp_path / "none.toml", SHAPE, np.dtype([("size", np.int8)]), lambda tables, record: None)
