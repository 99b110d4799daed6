"""The moves of River of Gold: 174 small decisions in named blocks."""

from __future__ import annotations

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


_starts = move_table([f"c{card}" for card in range(CARDS)], [f"m{card}" for card in range(MERCHANTS)]).starts
PATRON, DIE, TRADE, BUILD = _starts["patron"], _starts["die"], _starts["trade"], _starts["build"]
TAKE, SAIL, DELIVER, DISCARD = _starts["take"], _starts["sail"], _starts["deliver"], _starts["discard"]
GOOD, JOURNEY, MERCHANT, SELL = _starts["good"], _starts["journey"], _starts["merchant"], _starts["sell"]
STOP, MARKER, ROYAL, ROLL = _starts["stop"], _starts["marker"], _starts["royal"], _starts["roll"]
END, FACE = _starts["end"], _starts["face"]
LAST = FACE + FACES - 1
