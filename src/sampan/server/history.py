"""A table's log: the moves that still stand after all that was taken back, and how a taking back is told."""

from __future__ import annotations

from sampan.engine.messages import Message

from .rows import Entry


def present_entries(entries: list[Entry]) -> list[Entry]:
    """The moves that still count, after everything that was taken back."""
    line: list[Entry] = []
    for entry in entries:
        if entry.move is None:
            del line[entry.back_to :]
        else:
            line.append(entry)
    return line


def present_line(entries: list[Entry]) -> list[str]:
    """The same, as texts."""
    return [entry.move for entry in present_entries(entries) if entry.move is not None]


def taken_back(entry: Entry, length: int) -> Message:
    """The message of a taking back, from this many moves."""
    return "table_taken_back", {"who": entry.seat, "moves": entry.back_to, "n": length - (entry.back_to or 0)}


def practice(entries: list[Entry]) -> int:
    """How often moves of others were taken back along with one's own."""
    line: list[int] = []
    found = 0
    for entry in entries:
        if entry.move is not None:
            line.append(entry.seat)
            continue
        found += any(seat != entry.seat for seat in line[entry.back_to :])
        del line[entry.back_to :]
    return found
