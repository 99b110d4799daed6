"""Sentences as they are read: with arguments, in the words of one language."""

from __future__ import annotations

from functools import cache

from sampan.engine.messages import Words
from sampan.games import load

from .samples import SEATS, argument_sets, page_words
from .sentences import Shelf


def words_of(shelf: Shelf, language: str) -> Words:
    """Whoever speaks a shelf's sentences."""
    own = shelf.name in ("web", "server")
    return Words(shelf.folder, language, SEATS) if own else load(shelf.name).words(language, SEATS)


@cache
def rendered(shelf: Shelf, language: str, name: str) -> list[str]:
    """A sentence with each set of its arguments, as it is read."""
    words, sentence = words_of(shelf, language), shelf.read(language)[name]
    said = [words.say((name, args)) for args in argument_sets(shelf, language, name, sentence)]
    if name.startswith(f"{shelf.name}_ask_"):  # is read after "Your turn: "
        said = [page_words(language).say(("prompt_you", {"asked": line})) for line in said]
    return list(dict.fromkeys(said))
