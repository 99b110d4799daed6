"""The moves of Feya's Swamp: small decisions in named blocks. A hex is named by its row and its place in the row."""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache

import numpy as np

from sampan.engine.box import Box
from sampan.engine.moves import Block, MoveTable

from .terms import BOATS, BONUS_TILES, HEXES, ISLANDS, NOBODY, SPACES, SPECIALS, TRACKS, Action, Guide

WORKERS = 2  # a clan worker or an axolotl stands on the space
SPACE_NAMES = tuple(f"{space + 1}{kind}" for space in range(SPACES) for kind in ("", "a"))
CARD = SPACES * WORKERS  # the Builder's own space, after those on the board


class Kind(IntEnum):
    """What a move decides: one kind for each block of the move table."""

    GUIDE = 0
    BLOCK = 1
    FISH = 2
    TRADE = 3
    BUILD = 4
    SAIL = 5
    IMPROVE = 6
    CELEBRATE = 7
    SPIRIT = 8
    USE = 9
    SWAP = 10
    PASS = 11
    BOAT = 12
    GO = 13
    LAY = 14
    SITE = 15
    TRACK = 16
    SPECIAL = 17
    FEAST = 18
    TAKE = 19
    DONE = 20


def numbers(many: int) -> tuple[str, ...]:
    """Labels 1, 2, 3, ..."""
    return tuple(str(place + 1) for place in range(many))


@lru_cache(maxsize=8)
def hex_names(width: int) -> tuple[str, ...]:
    """Row letter and place in the row, from a1 on."""
    return tuple(f"{chr(ord('a') + place // width)}{place % width + 1}" for place in range(HEXES))


def move_table(hexes: tuple[str, ...], tiles: tuple[str, ...]) -> MoveTable:
    """All moves; hexes and bonus tiles go by their names in the box."""
    actions = [action.name.lower() for action in Action]
    return MoveTable(
        [
            Block("guide", tuple(guide.name.lower() for guide in Guide)),
            Block("block", tuple(f"{action}{space + 1}" for action in actions for space in range(SPACES))),
            Block("fish", SPACE_NAMES),
            Block("trade", SPACE_NAMES),
            Block("build", (*SPACE_NAMES, "card", "carda")),
            Block("sail", SPACE_NAMES),
            Block("improve", SPACE_NAMES),
            Block("celebrate", SPACE_NAMES),
            Block("spirit", SPACE_NAMES),
            Block("use", tiles),
            Block("swap", ("mana>axolotl", "worker>mana", "axolotl>mana")),
            Block("pass"),
            Block("boat", numbers(BOATS)),
            Block("go", hexes),
            Block("lay", hexes),
            Block("site", hexes),
            Block("track", numbers(TRACKS)),
            Block("special", numbers(SPECIALS)),
            Block("feast", numbers(ISLANDS)),
            Block("take", tiles),
            Block("done"),
        ]
    )


@lru_cache(maxsize=8)
def tile_names(box: Box) -> tuple[str, ...]:
    """The twenty bonus tiles by what is printed on them; a second one alike gets a letter."""
    names: list[str] = []
    for tiles in box.tables["round_bonus"].values():
        for tile in tiles if isinstance(tiles, list) else ():
            name = tile.replace(":", "")
            while name in names:
                name += "b"
            names.append(name)
    return tuple(names)


def moves_of(box: Box) -> MoveTable:
    """The move table of one box."""
    return move_table(hex_names(int(box.record.width[0])), tile_names(box))


_table = move_table(hex_names(14), tuple(f"t{tile}" for tile in range(BONUS_TILES)))
KIND, PLACE = _table.numbered(Kind)  # of every move
FIRST = _table.firsts()  # the first move of each kind
USE, SWAP, PASS, DONE = (int(FIRST[kind]) for kind in (Kind.USE, Kind.SWAP, Kind.PASS, Kind.DONE))
GO, LAY, SITE = (int(FIRST[kind]) for kind in (Kind.GO, Kind.LAY, Kind.SITE))
# what a move does with a worker, by its kind: one of the seven actions, or nothing
ACTION = np.array([Action[kind.name] if kind.name in Action.__members__ else NOBODY for kind in Kind], np.int8)
ACTION_STARTS = FIRST[[Kind[action.name] for action in Action]]
