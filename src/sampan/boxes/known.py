"""The boxes this process may play with beside those that come with its games: each was tried out, here or elsewhere.

The latest stay known as packed text, a few kilobytes each; what has not been played with for long lies in the cache
folder and is read from there.
"""

from __future__ import annotations

import threading
import zlib
from collections import OrderedDict
from contextlib import suppress
from functools import lru_cache

from sampan import games
from sampan.engine.box import Box
from sampan.engine.box_toml import as_toml
from sampan.engine.errors import BoxError
from sampan.engine.game import Game

from . import kept
from .checking import read_toml

MOST = 2000  # in memory, some seven megabytes
_texts: OrderedDict[tuple[str, str], bytes] = OrderedDict()
_reading = threading.RLock()


def is_known(game: str, box: str) -> bool:
    """Whether this is a box to play with here that does not come with the game; who asks plays with it, so it stays."""
    with suppress(KeyError):
        _texts.move_to_end((game, box))
        return True
    if box == games.load(game).box.hash:
        return False
    with suppress(BoxError):  # it cannot be the name of one
        if kept.place_of(game, box).exists() and (path := kept.kept(game, box)) is not None:
            learn(game, games.load(game, path).box)
            return True
    return False


def is_here(game: str, box: str) -> bool:
    """Whether it can be played with here: the box that comes with the game, or one that is known."""
    return box == games.load(game).box.hash or is_known(game, box)


def learn(game: str, box: Box) -> None:
    """From now on it may be played with here."""
    if box.hash == games.load(game).box.hash:
        return
    with _reading:
        _texts.setdefault((game, box.hash), zlib.compress(as_toml(box.tables).encode()))
        while len(_texts) > MOST:
            oldest = next(iter(_texts))
            kept.keep(oldest[0], _parsed(*oldest))
            del _texts[oldest]


def game_with(game: str, box: str) -> Game:
    """A game with this box; BoxError where it is not here, for another box would be another game."""
    usual = games.load(game)
    if box == usual.box.hash:
        return usual
    with _reading:
        if not is_known(game, box):
            raise BoxError(f"box {box} of {game}: not found here: expected {usual.box.hash}, or one that was kept here")
        return _read(game, box)


@lru_cache(64)
def _read(game: str, box: str) -> Game:
    return games.load(game).with_box(_parsed(game, box))


def _parsed(game: str, box: str) -> Box:
    return read_toml(game, zlib.decompress(_texts[game, box]).decode())
