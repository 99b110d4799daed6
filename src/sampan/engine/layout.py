"""The layout of records: large numbers first, no hidden gaps, so that equal games are equal bytes."""

from __future__ import annotations

from typing import Any

import numpy as np

WORD = 8


def layout(fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """A record type of these fields, each on its natural boundary, filled up to whole words with named spare bytes."""
    for entry in fields:
        if hasattr(np.recarray, entry[0]):
            raise ValueError(f"{entry[0]!r} cannot name a field: interpreted rules would find NumPy's own attribute")
    single = {str(entry[0]): np.dtype(entry[1]).itemsize for entry in fields}
    ordered = sorted(fields, key=lambda entry: -single[str(entry[0])])
    bare = np.dtype(ordered)
    if spare := -bare.itemsize % WORD:
        ordered = [*ordered, ("spare", np.uint8, spare)]
    return np.dtype(ordered, align=True)


class Fields:
    """One record as plain numbers and lists, for Python code that reads much of it: several times as fast."""

    def __init__(self, states: Any, index: int = 0) -> None:
        self._states, self._index = states.view(np.ndarray), index

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        found = self._states[name][self._index].tolist()
        self.__dict__[name] = found
        return found
