"""The moves of Feya's Swamp: small decisions in named blocks. A hex is named by its row and its place in the row."""

from __future__ import annotations

from functools import lru_cache

from sampan.engine.box import Box
from sampan.engine.moves import Block, MoveTable

from .terms import BOATS, BONUS_TILES, HEXES, ISLANDS, SPACES, SPECIALS, TRACKS, Action, Guide

WORKERS = 2  # a clan worker or an axolotl stands on the space
SPACE_NAMES = tuple(f"{space + 1}{kind}" for space in range(SPACES) for kind in ("", "a"))
CARD = SPACES * WORKERS  # the Builder's own space, after those on the board


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


_starts = move_table(hex_names(14), tuple(f"t{tile}" for tile in range(BONUS_TILES))).starts
GUIDE, BLOCK, FISH, TRADE = _starts["guide"], _starts["block"], _starts["fish"], _starts["trade"]
BUILD, SAIL, IMPROVE, CELEBRATE = _starts["build"], _starts["sail"], _starts["improve"], _starts["celebrate"]
SPIRIT, USE, SWAP, PASS = _starts["spirit"], _starts["use"], _starts["swap"], _starts["pass"]
BOAT, GO, LAY, SITE = _starts["boat"], _starts["go"], _starts["lay"], _starts["site"]
TRACK, SPECIAL, FEAST, TAKE = _starts["track"], _starts["special"], _starts["feast"], _starts["take"]
DONE = _starts["done"]
ACTION_STARTS = (FISH, TRADE, BUILD, SAIL, IMPROVE, CELEBRATE, SPIRIT)
