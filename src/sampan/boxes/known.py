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
    try:
        return box != games.load(game).box.hash and kept.place_of(game, box).exists()
    except BoxError:  # it cannot be the name of one
        return False


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
    """A game with a box that is known here; with its own where it is not."""
    if not is_known(game, box):
        return games.load(game)
    with _reading:
        if (game, box) in _texts:
            _texts.move_to_end((game, box))
            return _read(game, box)
        path = kept.kept(game, box)
        if path is None:
            raise BoxError(f"box {box} of {game}: its file in the cache folder is damaged")
        learn(game, games.load(game, path).box)
        return _read(game, box)


@lru_cache(64)
def _read(game: str, box: str) -> Game:
    return games.load(game).with_box(_parsed(game, box))


def _parsed(game: str, box: str) -> Box:
    return read_toml(game, zlib.decompress(_texts[game, box]).decode())
