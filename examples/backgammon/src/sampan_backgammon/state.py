"""What lies on the table."""

from __future__ import annotations

import numpy as np

from sampan.engine import chance
from sampan.engine.layout import layout

from .terms import PLACES, SEATS, Source

STATE = layout(
    [
        *chance.FIELDS,
        ("vp", np.int16, (SEATS, len(Source))),
        ("revealed", np.uint16),  # grows with every roll: nothing before it can be undone
        ("turns", np.uint16),  # rolls so far
        ("players", np.int8),
        ("seat", np.int8),  # who must decide; -1 when the game is over
        ("ask", np.int8),
        ("checkers", np.int8, (SEATS, PLACES)),  # borne off, points 1 to 24 as their owner counts them, bar
        ("dice", np.int8, 2),  # the last roll, the higher die first
        ("uses", np.int8, 2),  # how often each die can still be played: a double is four uses of the first
        ("owed", np.int8),  # so many of them must still be played
    ]
)
