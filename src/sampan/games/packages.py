"""Which games are installed: those that a package names at the entry point `sampan.games`.

Sampan's own are taken as they are. A game of somebody else's package is looked through first: what is wrong with it is
one line that names the package, and the other games are played as usual.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from sampan.engine.errors import SampanError
from sampan.engine.game import INTERFACE, Definition
from sampan.engine.messages import LANGUAGES

GROUP = "sampan.games"
OWN = "sampan"


@dataclass
class Shelf:
    """The games that can be played, and why others cannot."""

    games: dict[str, Definition] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)


class Unfit(Exception):
    """What is wrong with a package's game, and what was expected."""


def shelf_of() -> Shelf:
    """Everything installed: Sampan's own games in the order of their places, then the others by name."""
    found = list(entry_points(group=GROUP))
    own: list[Definition] = [entry.load() for entry in found if package_of(entry) == OWN]
    shelf = Shelf({game.name: game for game in sorted(own, key=lambda game: game.place)})
    for entry in sorted(found, key=lambda entry: (entry.name, package_of(entry))):
        if package_of(entry) == OWN:
            continue
        try:
            shelf.games[entry.name] = looked_through(entry, shelf)
        except Unfit as wrong:
            shelf.refused.append(" ".join(f"package {package_of(entry)}: game {entry.name!r}: {wrong}".split()))
    return shelf


def package_of(entry: EntryPoint) -> str:
    """The name of the package that brings a game."""
    return entry.dist.name if entry.dist is not None else entry.module


def looked_through(entry: EntryPoint, shelf: Shelf) -> Definition:
    """A game of somebody else's package, if it can be played."""
    if entry.name in shelf.games:
        raise Unfit("the name is taken: expected another one")
    try:
        game: Any = entry.load()
    except Exception as error:  # whatever a stranger's module does at its import
        raise Unfit(
            f"{entry.value} cannot be loaded: {type(error).__name__}: {error}: expected a Definition for interface "
            f"{INTERFACE} of Sampan"
        ) from None
    if not isinstance(game, Definition):
        raise Unfit(f"{entry.value} is a {type(game).__name__}: expected a Definition")
    if game.interface != INTERFACE:
        raise Unfit(f"written for interface {game.interface} of Sampan: expected {INTERFACE}")
    if game.name != entry.name:
        raise Unfit(f"it calls itself {game.name!r}: expected the same name as its entry point")
    for fault in faults(game):
        raise Unfit(fault)
    return game


def faults(game: Definition) -> Iterator[str]:
    """What keeps a game from being played."""
    for rule in ("deal", "legal", "why_not", "play", "hide", "redeal", "standing", "features"):
        if not callable(getattr(game.rules, rule, None)):
            yield f"rules.{rule} is missing: expected a rule"
    try:
        game.moves(game.read_box(game.folder / "box.toml"))
    except SampanError as error:
        yield str(error)
    except Exception as error:  # whatever a stranger's code does
        yield f"box.toml or moves: {type(error).__name__}: {error}: expected a box and a move table"
    yield from wordless(game)


def wordless(game: Definition) -> Iterator[str]:
    """Sentences that a language lacks, or that all lack."""
    wanted = {f"{game.name}_title", f"{game.name}_credits"}
    wanted |= {f"{game.name}_why_{why.name.lower()}" for why in game.why}
    wanted |= {f"{game.name}_source_{source.name.lower()}" for source in game.source}
    written = {}
    for language in LANGUAGES:
        try:
            written[language] = set(json.loads((game.folder / f"messages/{language}.json").read_text(encoding="utf-8")))
        except (OSError, ValueError) as error:
            yield f"messages/{language}.json cannot be read: {error}: expected the game's sentences in that language"
            return
        wanted |= written[language]
    for language, sentences in written.items():
        for missing in sorted(wanted - sentences):
            yield f"messages/{language}.json: {missing} is missing: expected the same sentences in every language"
