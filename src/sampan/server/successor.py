"""The table where people play on after a game: found from the last request to play again, without being written down.

Its name is made from the old table's secret and the number of the request, so that two who ask at once, or one who asks
again because the answer was lost, find the same table.
"""

from __future__ import annotations

from . import keys
from .rows import Proposal
from .table import Table

KIND = "rematch"
GONE = ("withdrawn", "void")


def latest(table: Table) -> Proposal | None:
    """The last request to play again that was not withdrawn."""
    return next(
        (asked for asked in reversed(table.proposals) if asked.kind == KIND and asked.outcome not in GONE), None
    )


def is_rematch(table: Table, number: int) -> bool:
    """Whether this request is to play again."""
    return any(asked.kind == KIND for asked in table.proposals if asked.number == number)


def name_of(table: Table, number: int) -> str:
    """The new table of a request."""
    return keys.table_name(keys.derived("again", table.row.host_hash, table.id, str(number)))


def next_table(table: Table) -> str | None:
    """Where people play on, as far as anybody has asked for it."""
    found = latest(table)
    return None if found is None else name_of(table, found.number)


def further(table: Table, seat: int) -> int:
    """Where somebody sits the next time, so that another begins."""
    return (seat + 1) % len(table.seats)
