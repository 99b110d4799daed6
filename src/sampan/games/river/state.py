"""What lies on the table: one record of half a kilobyte. A game is this value and nothing else."""

from __future__ import annotations

import numpy as np

from sampan.engine import chance
from sampan.engine.layout import layout

from .terms import (
    CARDS, ERAS, MARKERS, MASTERIES_OPEN, PLACES, REGIONS, ROW, SEATS, SHIPS, SHORES, STACK, Good, Source,
)  # fmt: skip

STATE = layout(
    [
        *chance.FIELDS,
        # sets of customer cards, one bit each
        ("hand", np.uint64, SEATS),
        ("delivered", np.uint64, SEATS),
        ("discards", np.uint64),
        ("kept", np.uint64),  # in somebody's hand when the deck was last reshuffled, as everybody could work out
        ("tiles_gone", np.uint64),  # tiles discarded from the row
        ("open_patrons", np.uint64),  # those still on offer
        ("vp", np.int16, (SEATS, len(Source))),
        ("revealed", np.uint16),  # grows whenever something unknown becomes known: nothing before it can be undone
        ("turns", np.uint16),
        # the table
        ("players", np.int8),
        ("patrons", np.int8),
        ("first", np.int8),
        ("turn", np.int8),  # whose turn it is
        ("seat", np.int8),  # who must decide; -1 when the game is over
        ("ask", np.int8),
        ("stage", np.int8),
        ("last_turns", np.int8),  # -1, or the turns left once the last tile has gone to the row
        # each player
        ("clan", np.int8, SEATS),
        ("patron", np.int8, SEATS),
        ("die", np.int8, SEATS),
        ("koku", np.int8, SEATS),
        ("goods", np.int8, (SEATS, len(Good))),
        ("favor", np.int8, SEATS),
        ("favor_limit", np.int8, SEATS),
        ("influence", np.int8, (SEATS, REGIONS)),
        ("ship", np.int8, (SEATS, SHIPS)),
        ("royal", np.int8, SEATS),  # which ship is the royal one, or -1
        ("hand_size", np.int8, SEATS),
        ("kept_size", np.int8, SEATS),
        # the board
        ("tile", np.int8, SHORES),
        ("marker", np.int8, (SHORES, MARKERS)),
        ("row", np.int8, ROW),
        ("stack", np.int8, (ERAS, STACK)),  # the last one counted is the top
        ("stack_size", np.int8, ERAS),
        ("scoring", np.int8, REGIONS),
        ("mastery", np.int8, MASTERIES_OPEN),
        ("claims", np.int8, (MASTERIES_OPEN, PLACES)),
        ("deck", np.int8, CARDS),
        ("deck_size", np.int8),
        # what this turn still owes
        ("building", np.int8),  # the shore space paid for, until its tile is taken
        ("goods_due", np.int8, SEATS),
        ("marker_due", np.int8),
        ("royal_due", np.int8),
        ("draw_due", np.int8),
        ("discard_due", np.int8),
        ("selling", np.int8),
        ("journey", np.uint8),  # what the completed journey still pays: bit 0 the reward, then one bit a merchant
        ("refill_due", np.int8),
    ]
)
