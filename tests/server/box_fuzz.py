"""Boxes with figures changed at random, in and beyond what is allowed; those without a fault are played interpreted.

`SAMPAN_JIT=0 python -m tests.server.box_fuzz GAME BOXES SEED` says on one line of JSON how many were valid, and ends
with an error where a game with a valid box fails.
"""

from __future__ import annotations

import copy
import json
import random
import re
import sys

from sampan.boxes.checking import checked, shape_of, shipped
from sampan.boxes.trial import play
from sampan.engine.box import Amounts, Flag, Int, List, Shape, Table, Text
from sampan.games import load

GAMES = 3  # with each valid box
TEXTS: list[str] = []  # every short text of the shipped box, with the largest figure in it as well


def spoiled(dice: random.Random, shape: Shape, value, share: float):
    """The same with some of it changed: mostly to what its shape allows, seldom to what it does not."""
    if isinstance(shape, Table | Amounts) and isinstance(value, dict):
        keys = shape.keys if isinstance(shape, Table) else shape.table.keys
        changed = {key: spoiled(dice, keys[key], entry, share) for key, entry in value.items() if key in keys}
        optional = shape.optional if isinstance(shape, Table) else shape.table.optional
        for key in optional:
            if dice.random() < share / 4:
                changed[key] = any_value(dice, keys[key])
            elif dice.random() < share / 4:
                changed.pop(key, None)
        return changed
    if isinstance(shape, List) and isinstance(value, list):
        entries = [spoiled(dice, shape.item, entry, share) for entry in value]
        if dice.random() < share:
            dice.shuffle(entries)
        if entries and dice.random() < share / 3:
            entries = [*entries, copy.deepcopy(dice.choice(entries))][dice.randrange(2) :]
        return entries
    if dice.random() >= share:
        return value
    if isinstance(shape, Text) and "\n" in value:
        return redrawn(dice, value)
    return any_value(dice, shape, value)


def any_value(dice: random.Random, shape: Shape, old=None):
    """A value of this shape, mostly at its ends; of a text another figure in it."""
    if isinstance(shape, Int):
        least, most = shape.least, shape.most
        near = [old - 1, old + 1] if isinstance(old, int) else [most]
        return dice.choice([least, most, dice.randint(least, most), dice.randint(least, most), *near])
    if isinstance(shape, Flag):
        return dice.random() < 0.5
    if isinstance(shape, Text):
        return dice.choice(shape.choices or TEXTS or ["x"])
    if isinstance(shape, Amounts):
        keys = dice.sample(sorted(shape.table.keys), dice.randint(0, min(3, len(shape.table.keys))))
        return {key: any_value(dice, shape.table.keys[key]) for key in keys}
    if isinstance(shape, List):
        return [any_value(dice, shape.item) for _ in range(dice.randint(shape.least, shape.most))]
    if isinstance(shape, Table):
        return {key: any_value(dice, of) for key, of in shape.keys.items() if key not in shape.optional}
    return old


def texts_in(value) -> set[str]:
    """Every text there is on one line, also with other figures in it."""
    if isinstance(value, str):
        return {value, re.sub(r"\d+", "9", value), re.sub(r"\d+", "20", value)} if "\n" not in value else set()
    entries = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return set().union(*map(texts_in, entries))


def redrawn(dice: random.Random, art: str) -> str:
    """A drawing with some of its tokens changed or swapped, or a line left out."""
    lines = art.split("\n")
    for _ in range(dice.randint(1, 12)):
        row = dice.randrange(len(lines))
        places = [place for place, letter in enumerate(lines[row]) if letter != " "]
        if places:
            at, token = dice.choice(places), dice.choice(art.split())
            lines[row] = lines[row][:at] + token + lines[row][at + len(token) :]
    if dice.random() < 0.1:
        del lines[dice.randrange(len(lines))]
    return "\n".join(lines)


def main(game: str, boxes: int, seed: int) -> None:
    """Change, check, play."""
    dice, valid, kinds = random.Random(seed), 0, set()
    shape, usual = shape_of(game), shipped(game)
    assert shape is not None
    TEXTS.extend(sorted(texts_in(usual)))
    tried = 0
    while valid < boxes and tried < 400 * boxes:
        tried += 1
        tables = spoiled(dice, shape, usual, dice.choice([0.002, 0.01, 0.05, 0.3]))
        found = checked(tables, game)
        kinds |= {fault.at.partition("[")[0] for fault in found.faults}
        if found.box is None or found.box.hash == load(game).box.hash:
            continue
        valid += 1
        trial = play(load(game).with_box(found.box), GAMES, 0.0, GAMES)
        if trial.fault:
            sys.exit(f"{game}: a valid box fails: {trial.fault}\n{found.toml}")
    print(json.dumps({"valid": valid, "tried": tried, "fields": len(kinds)}))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
