"""Where a table's game comes from, if it is a branch: the games it left, as its row keeps them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sampan.engine.origin import Origin, origin_from

from .rows import TableRow


@dataclass(frozen=True)
class CameFrom:
    """The games that a branch left; by whose name and after how many moves people know the place."""

    origins: list[Origin]
    table: str = ""  # where it was played, if that was a table here
    at: int = 0  # moves of it
    tried: int = 0  # moves that were tried out from there
    waits_for: list[str] = field(default_factory=list)  # tables whose seeds are in the origins and still secret

    def stored(self) -> dict[str, Any]:
        """As a row keeps it."""
        return {**vars(self), "origins": [origin.fields() for origin in self.origins]}


def came_from(row: TableRow) -> CameFrom | None:
    """Where this table's game comes from; nothing where it was dealt."""
    if row.origin is None:
        return None
    origins = [origin for given in row.origin["origins"] if (origin := origin_from(given)) is not None]
    return CameFrom(**{**row.origin, "origins": origins})


def origins_of(row: TableRow) -> list[Origin]:
    """The games this table's game left, the first one first."""
    found = came_from(row)
    return [] if found is None else found.origins


def shown(row: TableRow) -> dict[str, Any] | None:
    """What everybody may know of it: never the seeds."""
    found = came_from(row)
    if found is None:
        return None
    known_to = next((origin.known_to for origin in reversed(found.origins) if origin.known_to >= 0), None)
    return {"table": found.table or None, "at": found.at, "tried": found.tried, "known_to": known_to}
