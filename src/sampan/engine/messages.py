"""Sentences for people: message ids with arguments in, words out.

Rules and games speak in ids only. A game keeps its sentences in its own folder, one JSON file per language; an argument
that is itself a message id (a good, a tile, a region) is put into words first. A sentence that counts has one form for
each plural of its language, written as inlang's variants, so that the page and the terminal read the same files.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

Message = tuple[str, dict[str, Any]]
LANGUAGES = ("en", "es", "pl", "ru")
NO_WORD = re.compile(r" +(?= |[.,;)]|$)")  # what is left in front of an argument without a word
MINUS = re.compile(r"(?<![^\s(:])-(?=\d)")  # a hyphen that stands for one
Sentence = str | list[dict[str, Any]]  # one form, or a form for each plural


@cache
def catalogue(folder: Path, language: str = "en") -> Mapping[str, Sentence]:
    """All messages of one game in one language."""
    found: dict[str, Sentence] = json.loads((folder / "messages" / f"{language}.json").read_text(encoding="utf-8"))
    return found


def plural(language: str, number: int) -> str:
    """The plural that a whole number asks for in a language (CLDR)."""
    number = abs(number)
    if language in ("pl", "ru"):
        if number == 1 or (language == "ru" and number % 10 == 1 and number % 100 != 11):
            return "one"
        return "few" if 2 <= number % 10 <= 4 and not 12 <= number % 100 <= 14 else "many"
    return "one" if number == 1 else "other"


def form_of(sentence: Sentence, args: Mapping[str, Any], language: str) -> str:
    """The form of a sentence that its arguments ask for."""
    if isinstance(sentence, str):
        return sentence
    selector = str(sentence[0]["selectors"][0])
    forms: dict[str, str] = sentence[0]["match"]
    chosen = plural(language, int(args.get(selector.removesuffix("Plural"), 0)))
    return forms.get(f"{selector}={chosen}", forms[f"{selector}=other"])


class Words:
    """The sentences of one game in one language, with the names of the people at the table."""

    def __init__(
        self,
        folder: Path,
        language: str = "en",
        seats: Mapping[int, str] | None = None,
        piece_names: Mapping[str, Callable[[str], str]] | None = None,
    ) -> None:
        self.language = language
        self.messages = catalogue(folder, language)
        self.seats = seats or {}
        self.piece_names = piece_names or {}

    def say(self, message: Message) -> str:
        """The sentence of a message id with its arguments; an id without a sentence shows as itself."""
        name, args = message
        words = {key: self._word(key, value) for key, value in args.items()}
        said = form_of(self.messages.get(name, name), args, self.language).format_map(words)
        return MINUS.sub("−", NO_WORD.sub("", said))

    def name(self, term: str) -> str:
        """The word for a term id."""
        return form_of(self.messages.get(term, term), {}, self.language)

    def seat(self, seat: int) -> str:
        """What this seat is called at the table."""
        return self.seats.get(seat, f"#{seat + 1}")

    def _word(self, key: str, value: Any) -> str:
        if key in ("who", "whom"):
            return self.seat(value)
        if isinstance(value, dict):  # a message inside a message
            return self.say((value["id"], value["args"]))
        if isinstance(value, list):
            return ", ".join(self._word("", entry) for entry in value)
        if isinstance(value, str):
            return self.piece_names[key](value) if key in self.piece_names else self.name(value)
        return str(value)
