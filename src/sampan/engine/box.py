"""Reading a box: what is printed, from a TOML file into one NumPy record, every value checked on the way.

A game describes its file with the small shapes below. What is wrong is reported in lines (`faults.py`) that name the
key, the value found and what was expected.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from .errors import BoxError
from .faults import Fault, Wrong, inner, refusal, tell, unfit, wrong
from .layout import Fields

PLACE_IN_TOML = re.compile(r"\(at line (\d+), column (\d+)\)$")
TWICE_IN_TOML = re.compile("Cannot (declare|overwrite|mutate)|Duplicate")
LONGEST_LINE = 60  # letters of a wrong line that are shown

STAND_IN = "reconstructed"  # marks figures that are ours, for want of the printed ones


class Shape:
    """What a value in a box file must look like."""

    def read(self, value: Any, at: str) -> Any:
        raise NotImplementedError


def missing(at: str, shape: Shape) -> Wrong:
    """The fault of a key that is not there: what any other value would have been told is expected."""
    expected = inner("box_value", {})
    try:
        shape.read(None, at)
    except Wrong as error:
        expected = error.faults[0].message[1].get("expected", expected)
    return Wrong(Fault(at, ("box_missing", {"expected": expected})))


class Int(Shape):
    """A whole number from least to most."""

    def __init__(self, least: int, most: int) -> None:
        self.least, self.most = least, most

    def read(self, value: Any, at: str) -> int:
        if type(value) is not int or not self.least <= value <= self.most:
            raise wrong(at, value, "box_whole", least=self.least, most=self.most)
        return value


class Text(Shape):
    """A piece of text, one of the choices where there are any."""

    def __init__(self, *choices: str) -> None:
        self.choices = choices

    def read(self, value: Any, at: str) -> str:
        if type(value) is not str or (self.choices and value not in self.choices):
            if self.choices:
                raise wrong(at, value, "box_one_of", choices=[*self.choices])
            raise wrong(at, value, "box_text")
        return value


class Marks(Shape):
    """Where the figures of a table come from: one word for all, or a word by field, as `vp` or `vp[2]`."""

    def __init__(self, *choices: str) -> None:
        self.choices, self.word = choices, Text(*choices)

    def read(self, value: Any, at: str) -> str | dict[str, str]:
        if type(value) is dict:
            return {key: self.word.read(word, f"{at}.{key}") for key, word in value.items()}
        return self.word.read(value, at)


class Flag(Shape):
    """true or false."""

    def read(self, value: Any, at: str) -> bool:
        if type(value) is not bool:
            raise wrong(at, value, "box_flag")
        return value


class List(Shape):
    """A list of things of one shape, with a set number of them."""

    def __init__(self, item: Shape, least: int, most: int | None = None) -> None:
        self.item, self.least, self.most = item, least, least if most is None else most

    def read(self, value: Any, at: str) -> list[Any]:
        if type(value) is not list:
            raise wrong(at, value, "box_list")
        if not self.least <= len(value) <= self.most:
            many = str(self.least) if self.least == self.most else f"{self.least}..{self.most}"
            raise unfit(at, "box_entries", n=len(value), many=many)
        return [self.item.read(entry, f"{at}[{place}]") for place, entry in enumerate(value)]


class Table(Shape):
    """A table with exactly these keys; those in `optional` may be missing."""

    def __init__(self, keys: Mapping[str, Shape], optional: tuple[str, ...] = ()) -> None:
        self.keys, self.optional = keys, optional

    def read(self, value: Any, at: str) -> dict[str, Any]:
        if type(value) is not dict:
            raise wrong(at, value, "box_table")
        for key in value:
            if key not in self.keys:
                raise no_key(f"{at}.{key}" if at else key, value[key], self)
        for key in self.keys:
            if key not in value and key not in self.optional:
                raise missing(f"{at}.{key}" if at else key, self.keys[key])
        return {
            key: shape.read(value[key], f"{at}.{key}" if at else key)
            for key, shape in self.keys.items()
            if key in value
        }


def no_key(at: str, value: Any, table: Table) -> Wrong:
    """A key that such a table does not have."""
    return wrong(at, value, "box_no_key", known=[*table.keys])


class Amounts(Shape):
    """A table of known names, each with a whole number; any of them may be left out."""

    def __init__(self, names: tuple[str, ...], least: int, most: int, entries: int = 99) -> None:
        self.table = Table({name: Int(least, most) for name in names}, optional=names)
        self.entries = entries

    def read(self, value: Any, at: str) -> dict[str, int]:
        amounts = self.table.read(value, at)
        if len(amounts) > self.entries:
            raise unfit(at, "box_entries", n=len(amounts), many=f"0..{self.entries}")
        return amounts


def all_wrong(shape: Shape, value: Any, at: str = "") -> Iterator[Fault]:
    """A fault for every value that is not of its shape, where `read` stops at the first."""
    if isinstance(shape, Table) and type(value) is dict:
        inside = {key: f"{at}.{key}" if at else key for key in (*shape.keys, *value)}
        for key in value:
            if key in shape.keys:
                yield from all_wrong(shape.keys[key], value[key], inside[key])
            else:
                yield from no_key(inside[key], value[key], shape).faults
        for key, of in shape.keys.items():
            if key not in value and key not in shape.optional:
                yield from missing(inside[key], of).faults
        return
    if isinstance(shape, List) and type(value) is list and shape.least <= len(value) <= shape.most:
        for place, entry in enumerate(value):
            yield from all_wrong(shape.item, entry, f"{at}[{place}]")
        return
    if isinstance(shape, Amounts) and type(value) is dict and (faults := [*all_wrong(shape.table, value, at)]):
        yield from faults
        return
    try:
        shape.read(value, at)
    except Wrong as error:
        yield from error.faults


def together(*parts: Callable[[], None]) -> None:
    """Check every part of a box, and say what is wrong with each of them at once."""
    faults: list[Fault] = []
    for part in parts:
        try:
            part()
        except Wrong as error:
            faults += error.faults
    if faults:
        raise Wrong(*faults)


class Box:
    """One printed box: the file's tables for people, the record for the rules, and a hash for the records of games."""

    def __init__(
        self, name: str, tables: dict[str, Any], record: np.recarray[Any, Any], fixed_before: Any = None
    ) -> None:
        self.name, self.tables, self.record = name, tables, record
        self.array = record.view(np.ndarray)  # the record as compiled code takes it fastest ...
        self.figures = Fields(record)  # ... and for Python code that is no rule
        counted = without_fixed(without_sources(tables), fixed_before)
        self.hash = hashlib.sha256(json.dumps(counted, sort_keys=True, ensure_ascii=False).encode()).hexdigest()[:16]


def has_stand_ins(tables: Any) -> bool:
    """Whether figures of a table, or of one inside it, are stand-ins."""
    if isinstance(tables, dict):
        source = tables.get("source")
        words = source.values() if isinstance(source, dict) else [source]
        return STAND_IN in words or any(has_stand_ins(entry) for entry in tables.values())
    return False


def source_of(tables: Any, place: tuple[str | int, ...]) -> str:
    """Where the figure at a place comes from, as the nearest table around it says; nothing where none does."""
    source, since, inner = "", 0, tables
    for depth, key in enumerate(place):
        if isinstance(inner, dict) and "source" in inner:
            source, since = inner["source"], depth
        with suppress(KeyError, IndexError, TypeError):  # a figure that is not there has a source, too
            inner = inner[key]
    if isinstance(source, dict):
        within = place[since:]
        told = (dotted(within[:depth]) for depth in range(len(within), 0, -1))
        return next((source[name] for name in told if name in source), "")
    return source


def dotted(place: tuple[str | int, ...]) -> str:
    """A place as boxes name it: `races.vp[0]`."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in place).removeprefix(".")


def without_sources(value: Any) -> Any:
    """The tables less their `source` notes, which change no game."""
    if isinstance(value, dict):
        return {key: without_sources(entry) for key, entry in value.items() if key != "source"}
    return [without_sources(entry) for entry in value] if isinstance(value, list) else value


def without_fixed(value: Any, fixed: Any) -> Any:
    """The tables less what a game had fixed before its box could say it, where the box says the same.

    So a box keeps its hash, and the records and tables that name it, when a figure moves from the rules into the file.
    """
    if isinstance(value, dict) and isinstance(fixed, dict):
        return {
            key: without_fixed(entry, fixed.get(key))
            for key, entry in value.items()
            if key not in fixed or entry != fixed[key]
        }
    if isinstance(value, list) and isinstance(fixed, list) and len(value) == len(fixed):
        return [without_fixed(entry, before) for entry, before in zip(value, fixed, strict=True)]
    return value


def parsed_toml(text: str, before: str = "") -> dict[str, Any]:
    """The tables of a TOML text; BoxError in one line says where it is none."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        where, twice = PLACE_IN_TOML.search(str(error)), TWICE_IN_TOML.match(str(error))
        if where is None and not twice:  # at the end: half a file
            raise refusal("box_toml_ends", before=before) from None
        line, column = (int(where[1]), int(where[2])) if where else (len(text.splitlines()), 1)
        name = "box_toml_twice" if twice else "box_toml_wrong"
        there = "".join(letter for letter in text.splitlines()[line - 1] if letter.isprintable()).strip()[:LONGEST_LINE]
        raise refusal(name, before=before, line=line, column=column, text=there) from None
    except ValueError:
        raise refusal("box_toml_number", before=before) from None
    except RecursionError:
        raise refusal("box_too_deep", before=before) from None


def tables_in(path: Path) -> dict[str, Any]:
    """The tables of a TOML file; BoxError in one line says why there are none."""
    before = f"{path}: "
    try:
        return parsed_toml(path.read_text(encoding="utf-8"), before)
    except FileNotFoundError:
        raise refusal("box_no_file", before=before) from None
    except OSError as error:
        raise refusal("box_unreadable", before=before, why=error.strerror) from None
    except UnicodeDecodeError:
        raise refusal("box_no_text", before=before) from None


def read_box(
    path: Path,
    shape: Table,
    dtype: np.dtype[Any],
    fill: Callable[[dict[str, Any], np.recarray[Any, Any]], None],
    fixed_before: Any = None,
    folder: Path | None = None,
) -> Box:
    """Read, check and pack a box file; `fill` checks what no single key shows and packs the record.

    `folder` is the game's, whose `messages` say what is wrong where `fill` says it by a message.
    """
    tables = tables_in(path)
    record = np.zeros(1, dtype).view(np.recarray)
    try:
        checked = shape.read(tables, "")
        fill(checked, record)
    except Wrong as error:
        faults = tell(error.faults, folder)
        raise BoxError(f"{path.name}: {faults[0].says}", faults) from None
    record.flags.writeable = False
    return Box(path.name, checked, record, fixed_before)
