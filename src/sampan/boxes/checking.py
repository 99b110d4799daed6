"""What is wrong with a box and how it differs from the shipped one: by the same code that reads a box file."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from importlib import import_module
from importlib.util import find_spec
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

from sampan import games
from sampan.engine.balance import Place
from sampan.engine.box import Box, Table, all_wrong, dotted, has_stand_ins, parsed_toml
from sampan.engine.box_toml import as_toml
from sampan.engine.errors import BoxError
from sampan.engine.faults import Fault, refusal, tell

DEEPEST, MOST_ENTRIES, LONGEST = 12, 20_000, 64 * 1024  # levels; values; characters as TOML
MOST_FAULTS, MOST_DIFFERENCES = 60, 2000
BIG = 2**53
FIELD = re.compile(r"[A-Za-z_][\w-]*(?:\.[\w-]+|\[\d+\])*")


class Difference(NamedTuple):
    """A field that is not as it was; None where it is missing."""

    place: Place
    was: Any
    now: Any

    def __str__(self) -> str:
        """As it is told."""
        return f"{dotted(self.place)}: {self.was} -> {self.now}"


@dataclass
class Checked:
    """A box as it was looked through; it can be played where nothing is wrong."""

    game: str
    tables: dict[str, Any]
    faults: list[Fault] = field(default_factory=list)
    box: Box | None = None

    @property
    def toml(self) -> str:
        """The same as a file."""
        return as_toml(self.tables)


def parsed(text: str) -> dict[str, Any]:
    """The tables of a TOML text; BoxError in one line where it is none, as half a file is."""
    return tables_of(parsed_toml(text))


def tables_of(given: dict[str, Any]) -> dict[str, Any]:
    """The same tables with nothing in them that a box cannot hold: what else there is stays as its text."""
    left = [MOST_ENTRIES]

    def plain(value: Any, deep: int) -> Any:
        left[0] -= 1
        if deep > DEEPEST or left[0] < 0:
            raise refusal("box_too_much", levels=DEEPEST, values=MOST_ENTRIES)
        match value:
            case dict():
                return {shown(str(key)): plain(entry, deep + 1) for key, entry in value.items()}
            case list():
                return [plain(entry, deep + 1) for entry in value]
            case str():
                return shown(value)
            case bool():
                return value
            case int() if -BIG < value < BIG:
                return value
        return str(value)[:60] if not isinstance(value, int) else f"{value:.3e}" if abs(value) < 10**300 else "huge"

    tables: dict[str, Any] = plain(given, 0)
    return tables


def shown(text: str) -> str:
    """A text whose every letter can be shown; lines may end."""
    return "".join(letter if letter.isprintable() or letter == "\n" else "\ufffd" for letter in text)


def game_of(tables: dict[str, Any]) -> str:
    """The game whose box has most keys in common with these tables; nothing where none has any."""
    shared = {name: len(shipped(name).keys() & tables.keys()) for name in games.names()}
    best = max(shared, key=lambda name: shared[name])
    return best if shared[best] else ""


def shipped(game: str) -> dict[str, Any]:
    """The tables of the box that comes with a game."""
    tables: dict[str, Any] = games.load(game).box.tables
    return tables


def shape_of(game: str) -> Table | None:
    """The shape of a game's box file, where its package declares one in `shape.py`."""
    path = f"{games.definition(game).package}.shape"
    found: Table | None = getattr(import_module(path), "SHAPE", None) if find_spec(path) else None
    return found


def checked(tables: dict[str, Any], game: str = "") -> Checked:
    """Everything that is wrong with a box of this game, or of the game it looks like."""
    looks_like = game_of(tables)
    found = Checked(game or looks_like, tables)
    if not found.game:
        found.faults += refusal("box_no_game").faults
        return found
    title = games.definition(found.game).title
    if looks_like and looks_like != found.game:
        other = games.definition(looks_like).title
        found.faults += refusal("box_other_game", found=other, game=title).faults
        return found
    found.faults += faults_of(found)[:MOST_FAULTS]
    return found


def faults_of(found: Checked) -> list[Fault]:
    """Everything wrong; the box is read where nothing is."""
    shape = shape_of(found.game)
    if shape is not None and (faults := [*all_wrong(shape, found.tables)]):
        return tell(faults)
    if len(found.toml) > LONGEST:
        return refusal("box_too_long", length=len(found.toml), most=LONGEST).faults
    try:
        found.box = read_toml(found.game, found.toml)
    except BoxError as error:
        return [beside(fault) for fault in error.faults]
    return []


def read_toml(game: str, text: str) -> Box:
    """A box from its text, by the game's own reader of files."""
    with tempfile.TemporaryDirectory(prefix="sampan-box-") as folder:
        path = Path(folder) / "box.toml"
        path.write_text(text, encoding="utf-8")
        return games.definition(game).read_box(path)


def box_in(game: str, box: str, printed: dict[str, Any]) -> Box:
    """The box that a record carries, if it is the one that the record names."""
    found = checked(tables_of(printed), game)
    if found.faults:
        raise BoxError(f"printed: {found.faults[0].says}")
    assert found.box is not None
    if found.box.hash != box:
        raise BoxError(f"printed: the hash of this box is {found.box.hash}: expected {box}")
    return found.box


def beside(fault: Fault) -> Fault:
    """A fault with the field beside which it is told: what its line begins with."""
    match = FIELD.match(fault.says)
    known = match is not None and fault.says[match.end() :].startswith((" ", ":"))
    return replace(fault, at=match[0] if match and known else "")


def differences(before: Any, after: Any, place: Place = ()) -> Iterator[Difference]:
    """Every field that is not as it was; notes on sources are none."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in {**before, **after}:
            if key != "source":
                yield from differences(before.get(key), after.get(key), (*place, key))
    elif isinstance(before, list) and isinstance(after, list):
        for at, (one, other) in enumerate(zip_longest(before, after)):
            yield from differences(one, other, (*place, at))
    elif type(before) is not type(after) or before != after:
        yield Difference(place, before, after)


def name_of(tables: dict[str, Any]) -> str:
    """What a box calls itself."""
    called = (tables.get(key) for key in ("name", "title"))
    return next((name[:80] for name in called if isinstance(name, str) and name.strip()), "")


def stand_ins(tables: dict[str, Any]) -> bool:
    """Whether some of its figures are ours."""
    return has_stand_ins(tables)
