"""The games on Sampan's table: packages that name themselves at the entry point `sampan.games`. `load` opens one."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

from sampan.engine.errors import SampanError
from sampan.engine.game import Definition, Game

from .packages import Shelf, shelf_of

BOXES_KEPT = 64  # games with boxes of their own, some megabytes each: a search for a box tries hundreds


@cache
def shelf() -> Shelf:
    """What is installed, looked up once."""
    return shelf_of()


def names() -> tuple[str, ...]:
    """The games that can be played: Sampan's own first."""
    return tuple(shelf().games)


def refused() -> list[str]:
    """One line for each installed package whose game cannot be played."""
    return shelf().refused


def definition(name: str) -> Definition:
    """What a game says about itself."""
    found = shelf().games.get(name)
    if found is None:
        raise SampanError(f"{name!r} is not a game here: expected one of {', '.join(names())}")
    return found


def load(name: str, box: str | Path | None = None) -> Game:
    """A game with its own box, or with the box in this file."""
    return _load(name) if box is None else _with_box(name, Path(box).resolve())


@cache
def _load(name: str) -> Game:
    """A game with the box that comes with it."""
    found = definition(name)
    return Game(found, found.read_box(found.folder / "box.toml"))


@lru_cache(maxsize=BOXES_KEPT)
def _with_box(name: str, box: Path) -> Game:
    """The same with another box."""
    return _load(name).with_box(definition(name).read_box(box))
