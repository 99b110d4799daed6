"""Every catalogue of sentences: the page's, the server's, and each game's."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from sampan.engine.messages import LANGUAGES, Sentence, catalogue
from sampan.games import definition

from ..shelf import OWN

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "web"
SERVER = ROOT / "src" / "sampan" / "server"
ARGUMENT = re.compile(r"\{(\w+)\}")
OTHERS = tuple(language for language in LANGUAGES if language != "en")


def forms(sentence: Sentence) -> list[str]:
    """A sentence as it stands, once for each plural."""
    return [sentence] if isinstance(sentence, str) else list(dict.fromkeys(sentence[0]["match"].values()))


def arguments(sentence: Sentence) -> set[str]:
    """What a sentence asks for, in any of its forms."""
    return {name for form in forms(sentence) for name in ARGUMENT.findall(form)}


def counted(sentence: Sentence) -> str | None:
    """The argument whose number chooses the form."""
    return None if isinstance(sentence, str) else str(sentence[0]["selectors"][0]).removesuffix("Plural")


@dataclass(frozen=True)
class Shelf:
    """The sentences of the page (``web``), of the server or of one game."""

    name: str
    folder: Path

    def read(self, language: str) -> Mapping[str, Sentence]:
        return catalogue(self.folder, language)

    def texts(self, language: str) -> Iterator[tuple[str, str]]:
        """Everything to read: each form of each sentence, what help and lesson tell, and the first-game page."""
        for name, sentence in self.read(language).items():
            yield from ((name, form) for form in forms(sentence))
        yield from self.prose(language)

    def prose(self, language: str) -> Iterator[tuple[str, str]]:
        """What help, lesson and the first-game page tell; not the words that only search reads."""
        for kind in ("help", "lesson"):
            for name, entry in told(self.folder / kind, language).items():
                parts = [entry["title"], entry["text"]] if isinstance(entry, dict) else [entry]
                yield from ((f"{kind}.{name}", part) for part in parts)
        first = told(self.folder / "help", f"first-{language}")
        for number, entry in enumerate(first):
            yield from ((f"first.{number}", entry[part]) for part in ("title", "text"))


@cache
def told(folder: Path, file: str) -> Any:
    """The help or lesson of one language, or its first-game page, where there is one."""
    path = folder / f"{file}.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


SHELVES = (Shelf("web", PAGE), Shelf("server", SERVER), *(Shelf(name, definition(name).folder) for name in OWN))
