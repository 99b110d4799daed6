"""The games on Sampan's table. A game is a folder; `load` opens it."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path

from sampan.engine.errors import SampanError
from sampan.engine.game import Definition, Game

NAMES = ("river", "feya")


def definition(name: str) -> Definition:
    """What a game's folder says about itself."""
    if name not in NAMES:
        raise SampanError(f"{name!r} is no game: expected one of {', '.join(NAMES)}")
    found: Definition = import_module(f"{__name__}.{name}").GAME
    return found


def load(name: str, box: str | Path | None = None) -> Game:
    """A game with its own box, or with the box in this file."""
    return _load(name, None if box is None else Path(box).resolve())


@cache
def _load(name: str, box: Path | None) -> Game:
    found = definition(name)
    return Game(found, found.read_box(box or found.folder / "box.toml"))
