"""Reading a box: what is printed, from a TOML file into one NumPy record, every value checked on the way.

A game describes its file with the small shapes below. The first thing wrong is reported in one line that names the
file, the key, the value found and what was expected.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from .errors import BoxError
from .layout import Fields


class Shape:
    """What a value in a box file must look like."""

    def read(self, value: Any, at: str) -> Any:
        raise NotImplementedError


class Wrong(Exception):
    """The first thing wrong, before the file's name is known; `lines` has what else was found with it."""

    def __init__(self, line: str, *more: str) -> None:
        super().__init__(line)
        self.lines = [line, *more]


def wrong(at: str, value: Any, expected: str) -> Wrong:
    """The error line for one key, without the file's name."""
    text = repr(value)
    return Wrong(f"{at} = {text if len(text) <= 60 else text[:57] + '...'}: expected {expected}")


def missing(at: str, shape: Shape) -> Wrong:
    """The error line for a key that is not there: what any other value would have been told is expected."""
    try:
        shape.read(None, at)
    except Wrong as error:
        return Wrong(f"{at} is missing: expected {str(error).rpartition(': expected ')[2]}")
    return Wrong(f"{at} is missing")


class Int(Shape):
    """A whole number from least to most."""

    def __init__(self, least: int, most: int) -> None:
        self.least, self.most = least, most

    def read(self, value: Any, at: str) -> int:
        if type(value) is not int or not self.least <= value <= self.most:
            raise wrong(at, value, f"a whole number {self.least}..{self.most}")
        return value


class Text(Shape):
    """A piece of text, one of the choices where there are any."""

    def __init__(self, *choices: str) -> None:
        self.choices = choices

    def read(self, value: Any, at: str) -> str:
        if type(value) is not str or (self.choices and value not in self.choices):
            raise wrong(at, value, f"one of {', '.join(repr(c) for c in self.choices)}" if self.choices else "a text")
        return value


class Flag(Shape):
    """true or false."""

    def read(self, value: Any, at: str) -> bool:
        if type(value) is not bool:
            raise wrong(at, value, "true or false")
        return value


class List(Shape):
    """A list of things of one shape, with a set number of them."""

    def __init__(self, item: Shape, least: int, most: int | None = None) -> None:
        self.item, self.least, self.most = item, least, least if most is None else most

    def read(self, value: Any, at: str) -> list[Any]:
        if type(value) is not list:
            raise wrong(at, value, "a list")
        if not self.least <= len(value) <= self.most:
            many = str(self.least) if self.least == self.most else f"{self.least}..{self.most}"
            raise Wrong(f"{at} has {len(value)} entries: expected {many}")
        return [self.item.read(entry, f"{at}[{place}]") for place, entry in enumerate(value)]


class Table(Shape):
    """A table with exactly these keys; those in `optional` may be missing."""

    def __init__(self, keys: Mapping[str, Shape], optional: tuple[str, ...] = ()) -> None:
        self.keys, self.optional = keys, optional

    def read(self, value: Any, at: str) -> dict[str, Any]:
        if type(value) is not dict:
            raise wrong(at, value, "a table")
        for key in value:
            if key not in self.keys:
                raise wrong(f"{at}.{key}" if at else key, value[key], f"no such key; known: {', '.join(self.keys)}")
        for key in self.keys:
            if key not in value and key not in self.optional:
                raise missing(f"{at}.{key}" if at else key, self.keys[key])
        return {
            key: shape.read(value[key], f"{at}.{key}" if at else key)
            for key, shape in self.keys.items()
            if key in value
        }


class Amounts(Shape):
    """A table of known names, each with a whole number; any of them may be left out."""

    def __init__(self, names: tuple[str, ...], least: int, most: int, entries: int = 99) -> None:
        self.table = Table({name: Int(least, most) for name in names}, optional=names)
        self.entries = entries

    def read(self, value: Any, at: str) -> dict[str, int]:
        amounts = self.table.read(value, at)
        if len(amounts) > self.entries:
            raise Wrong(f"{at} has {len(amounts)} entries: expected at most {self.entries}")
        return amounts


def all_wrong(shape: Shape, value: Any, at: str = "") -> Iterator[str]:
    """A line for every value that is not of its shape, where `read` stops at the first."""
    if isinstance(shape, Table) and type(value) is dict:
        inside = {key: f"{at}.{key}" if at else key for key in (*shape.keys, *value)}
        for key in value:
            if key in shape.keys:
                yield from all_wrong(shape.keys[key], value[key], inside[key])
            else:
                known = ", ".join(shape.keys)
                yield str(wrong(inside[key], value[key], f"no such key; known: {known}"))
        for key, of in shape.keys.items():
            if key not in value and key not in shape.optional:
                yield str(missing(inside[key], of))
        return
    if isinstance(shape, List) and type(value) is list and shape.least <= len(value) <= shape.most:
        for place, entry in enumerate(value):
            yield from all_wrong(shape.item, entry, f"{at}[{place}]")
        return
    if isinstance(shape, Amounts) and type(value) is dict and (lines := [*all_wrong(shape.table, value, at)]):
        yield from lines
        return
    try:
        shape.read(value, at)
    except Wrong as error:
        yield from error.lines


def together(*parts: Callable[[], None]) -> None:
    """Check every part of a box, and say what is wrong with each of them at once."""
    lines: list[str] = []
    for part in parts:
        try:
            part()
        except Wrong as error:
            lines += error.lines
    if lines:
        raise Wrong(*lines)


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
    """Whether a table's figures are `reconstructed`: ours, for want of the printed ones."""
    if isinstance(tables, dict):
        return tables.get("source") == "reconstructed" or any(has_stand_ins(entry) for entry in tables.values())
    return False


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


def read_box(
    path: Path,
    shape: Table,
    dtype: np.dtype[Any],
    fill: Callable[[dict[str, Any], np.recarray[Any, Any]], None],
    fixed_before: Any = None,
) -> Box:
    """Read, check and pack a box file; `fill` checks what no single key shows and packs the record."""
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BoxError(f"{path}: no such file: expected a box in TOML") from None
    except OSError as error:
        raise BoxError(f"{path}: cannot be read ({error.strerror}): expected a box in TOML") from None
    except ValueError as error:  # not TOML, not UTF-8, a number with thousands of digits
        raise BoxError(f"{path}: not TOML: {error}") from None
    except RecursionError:
        raise BoxError(f"{path}: not TOML: nested too deeply") from None
    record = np.zeros(1, dtype).view(np.recarray)
    try:
        checked = shape.read(tables, "")
        fill(checked, record)
    except Wrong as error:
        raise BoxError(f"{path.name}: {error}", error.lines) from None
    record.flags.writeable = False
    return Box(path.name, checked, record, fixed_before)
