"""The moves of River of Gold: 174 small decisions in named blocks."""

from __future__ import annotations

from enum import IntEnum
from itertools import permutations

from sampan.engine.box import Box
from sampan.engine.moves import Block, MoveTable

from .terms import CARDS, FACES, MERCHANTS, ROW, SHIPS, SHORES, Good, Patron

GOOD_NAMES = tuple(good.name.lower() for good in Good)
SHORE_NAMES = tuple(str(shore + 1) for shore in range(SHORES))
TRADES = tuple(permutations(range(len(Good)), 2))  # (give, get)
SHIFTS = (0, 1, -1)  # a royal ship's move against the die: as it shows, one up, one down
KOKU_FOR_FAVOR = len(TRADES)
JOURNEY_KOKU = 0  # then one reward for each good
STEPS = (1, -1)  # of a die that favor turns


class Kind(IntEnum):
    """What a move decides: one kind for each block of the move table."""

    PATRON = 0
    DIE = 1
    TRADE = 2
    BUILD = 3
    TAKE = 4
    SAIL = 5
    DELIVER = 6
    DISCARD = 7
    GOOD = 8
    JOURNEY = 9
    MERCHANT = 10
    SELL = 11
    STOP = 12
    MARKER = 13
    ROYAL = 14
    ROLL = 15
    END = 16
    FACE = 17


def move_table(cards: list[str], merchants: list[str]) -> MoveTable:
    """All moves; customers go by their names in the box."""
    return MoveTable(
        [
            Block("patron", tuple(patron.name.lower() for patron in Patron)),
            Block("die", ("up", "down")),
            Block("trade", (*(f"{GOOD_NAMES[give]}>{GOOD_NAMES[get]}" for give, get in TRADES), "koku>favor")),
            Block("build", SHORE_NAMES),
            Block("take", tuple(str(place + 1) for place in range(ROW))),
            Block("sail", tuple(f"{ship + 1}{sign}" for sign in ("", "+", "-") for ship in range(SHIPS))),
            Block("deliver", tuple(cards)),
            Block("discard", tuple(cards)),
            Block("good", GOOD_NAMES),
            Block("journey", ("koku", *GOOD_NAMES)),
            Block("merchant", tuple(merchants)),
            Block("sell", GOOD_NAMES),
            Block("stop"),
            Block("marker", SHORE_NAMES),
            Block("royal", tuple(str(ship + 1) for ship in range(SHIPS))),
            Block("roll"),
            Block("end"),
            Block("face", tuple(str(face + 1) for face in range(FACES))),
        ]
    )


def moves_of(box: Box) -> MoveTable:
    """The move table of one box."""
    cards = [card["id"] for card in box.tables["customers"]["cards"]]
    return move_table(cards, [cards[card] for card in box.record.merchant_card[0]])


_table = move_table([f"c{card}" for card in range(CARDS)], [f"m{card}" for card in range(MERCHANTS)])
KIND, PLACE = _table.numbered(Kind)  # of every move
FIRST = _table.firsts()  # the first move of each kind
DIE, BUILD, DELIVER = (int(FIRST[kind]) for kind in (Kind.DIE, Kind.BUILD, Kind.DELIVER))
