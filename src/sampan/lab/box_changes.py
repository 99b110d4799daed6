"""Tables of a box with some figures changed, and where two of them differ."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from sampan.engine.balance import Change, Place, Tables

ABSENT = None  # TOML has no such value


class Difference(NamedTuple):
    """One value that is another one."""

    place: Place
    was: Any
    now: Any

    def __str__(self) -> str:
        """As it is told."""
        return f"{dotted(self.place)}: {self.was} -> {self.now}"


def changed(tables: Tables, change: Change) -> dict[str, Any]:
    """The tables with other values in some places; tables on the way to a place are made where they are missing."""
    found: dict[str, Any] = copy.deepcopy(dict(tables))
    for place, value in change.items():
        at: Any = found
        for key in place[:-1]:
            at = at.setdefault(key, {}) if isinstance(at, dict) else at[key]
        at[place[-1]] = copy.deepcopy(value)
    return found


def differences(before: Any, after: Any, place: Place = ()) -> Iterator[Difference]:
    """Where two tables differ, as near to the leaves as both have the same form."""
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        for key in dict.fromkeys([*before, *after]):
            yield from differences(before.get(key, ABSENT), after.get(key, ABSENT), (*place, key))
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for at, (one, other) in enumerate(zip(before, after, strict=True)):
            yield from differences(one, other, (*place, at))
    elif before != after:
        yield Difference(place, before, after)


def dotted(place: Place) -> str:
    """A place as boxes name it: `races.vp[0]`."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in place).removeprefix(".")
