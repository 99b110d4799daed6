"""Tables of a box with some figures changed."""

from __future__ import annotations

import copy
from typing import Any

from sampan.engine.balance import Change, Tables


def changed(tables: Tables, change: Change) -> dict[str, Any]:
    """The tables with other values in some places; tables on the way to a place are made where they are missing."""
    found: dict[str, Any] = copy.deepcopy(dict(tables))
    for place, value in change.items():
        at: Any = found
        for key in place[:-1]:
            at = at.setdefault(key, {}) if isinstance(at, dict) else at[key]
        at[place[-1]] = copy.deepcopy(value)
    return found
