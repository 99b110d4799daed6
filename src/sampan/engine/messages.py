"""Sentences for people: message ids with arguments in, words out.

Rules and games speak in ids only. A game keeps its sentences in its own folder, one JSON file per language; an argument
that is itself a message id (a good, a tile, a region) is put into words first.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

Message = tuple[str, dict[str, Any]]


@cache
def catalogue(folder: Path, language: str = "en") -> Mapping[str, str]:
    """All messages of one game in one language."""
    found: dict[str, str] = json.loads((folder / "messages" / f"{language}.json").read_text(encoding="utf-8"))
    return found


class Words:
    """The sentences of one game in one language, with the names of the people at the table."""

    def __init__(self, folder: Path, language: str = "en", seats: Mapping[int, str] | None = None) -> None:
        self.messages = catalogue(folder, language)
        self.seats = seats or {}

    def say(self, message: Message) -> str:
        """The sentence of a message id with its arguments; an id without a sentence shows as itself."""
        name, args = message
        return self.messages.get(name, name).format_map({key: self._word(key, value) for key, value in args.items()})

    def name(self, term: str) -> str:
        """The word for a term id."""
        return self.messages.get(term, term)

    def seat(self, seat: int) -> str:
        """What this seat is called at the table."""
        return self.seats.get(seat, f"seat {seat + 1}")

    def _word(self, key: str, value: Any) -> str:
        if key in ("who", "whom"):
            return self.seat(value)
        if isinstance(value, list):
            return ", ".join(self._word("", entry) for entry in value)
        return self.name(value) if isinstance(value, str) else str(value)
