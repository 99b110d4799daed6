"""The boxes this process may play with beside those that come with its games: each was tried out, here or elsewhere.

They stay known as packed text, a few kilobytes each: who plays on with one never finds it gone.
"""

from __future__ import annotations

import threading
import zlib
from functools import lru_cache

from sampan import games
from sampan.engine.box import Box
from sampan.engine.box_toml import as_toml
from sampan.engine.game import Game

from .checking import read_toml

_texts: dict[tuple[str, str], bytes] = {}
_reading = threading.Lock()


def is_known(game: str, box: str) -> bool:
    """Whether this is a box to play with here that does not come with the game."""
    return (game, box) in _texts


def learn(game: str, box: Box) -> None:
    """From now on it may be played with here."""
    if box.hash != games.load(game).box.hash:
        _texts.setdefault((game, box.hash), zlib.compress(as_toml(box.tables).encode()))


def game_with(game: str, box: str) -> Game:
    """A game with a box that is known here; with its own where it is not."""
    if not is_known(game, box):
        return games.load(game)
    with _reading:
        return _read(game, box)


@lru_cache(64)
def _read(game: str, box: str) -> Game:
    text = zlib.decompress(_texts[game, box]).decode()
    return games.load(game).with_box(read_toml(game, text))
