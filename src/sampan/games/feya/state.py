"""What lies on the table: one record of a kilobyte. A game is this value and nothing else.

Score markers are the points themselves (D3).
A set of hexes is three 64-bit words, one bit a hex (see geometry.py).
"""

from __future__ import annotations

import numpy as np

from sampan.engine import chance
from sampan.engine.layout import layout

from .terms import (
    ACTIONS, BOATS, GUIDES, ISLANDS, OWNERS, RACE_PLACES, RACES_OPEN, ROUNDS, SCORE_CARDS_OPEN, SEATS, SOURCES, SPACES,
    SPECIALS, TEMPLES, TRACKS, WORDS,
)  # fmt: skip

STATE = layout(
    [
        *chance.FIELDS,
        # the swamp, as sets of hexes
        ("spirits", np.uint64, WORDS),
        ("settled", np.uint64, (OWNERS, WORDS)),
        ("fish_odd", np.uint64, WORDS),  # settlements with 1 or 3 fish
        ("fish_two", np.uint64, WORDS),  # settlements with 2 or 3 fish
        ("island", np.uint64, (ISLANDS, WORDS)),
        # worked out anew whenever a tile is laid
        ("water", np.uint64, WORDS),
        ("net", np.uint64, WORDS),  # water and temples that hang together
        ("sites", np.uint64, WORDS),  # water that touches exactly one island
        ("pinch", np.uint64, WORDS),  # sites whose loss would cut off some water
        ("never", np.uint64, WORDS),  # sites whose loss would cut off a temple
        # sets of cards, one bit each
        ("guides_open", np.uint64),
        ("tiles_open", np.uint64),
        ("tiles", np.uint64, SEATS),  # round bonus tiles held and not used yet
        ("vp", np.int16, (SEATS, SOURCES)),
        ("neutral_on", np.uint16, SEATS),  # islands where this player put a neutral settlement, one bit each
        ("revealed", np.uint16),  # nothing is ever hidden after set-up, so this stays 0
        ("turns", np.uint16),
        ("gold", np.int16, SEATS),
        ("mana", np.int16, SEATS),
        ("fish", np.int16, SEATS),
        ("boat", np.int16, (SEATS, BOATS)),  # its hex, or -1 while it stands on the clan board
        ("totem", np.int16),
        ("site", np.int16),  # the hex chosen for the tile in hand
        ("caught", np.int16),  # fish caught by boats this turn
        ("sold", np.int16),  # gold for fish this turn
        # the table
        ("players", np.int8),
        ("side", np.int8),  # of the swamp board
        ("near_island", np.int8),  # the stricter reading of D15
        ("first", np.int8),
        ("turn", np.int8),  # whose turn it is
        ("seat", np.int8),  # who must decide; -1 when the game is over
        ("ask", np.int8),
        ("stage", np.int8),
        ("round_now", np.int8),
        ("order", np.int8, SEATS),
        ("passed", np.int8, SEATS),
        ("lot", np.int8),  # starting settlements placed, or incomes paid
        ("islands", np.int8),
        ("island_spirits", np.int8, ISLANDS),
        ("totem_island", np.int8),
        ("spirit_supply", np.int8),
        ("round_spirit", np.int8, ROUNDS),
        ("fish_card", np.int8, ROUNDS),
        ("score_card", np.int8, SCORE_CARDS_OPEN),
        ("race", np.int8, RACES_OPEN),
        ("claims", np.int8, (RACES_OPEN, RACE_PLACES)),
        ("temple_left", np.int8, TEMPLES),
        ("guide_fish", np.int8, GUIDES),
        ("space", np.int8, (ACTIONS, SPACES)),  # -1, or who stands there: the seat, plus 4 for an axolotl
        ("builder_card", np.int8),
        ("blocked", np.int8),  # the space under the Leader's piece, or -1
        ("axolotl_supply", np.int8),
        # each player
        ("clan", np.int8, SEATS),
        ("board", np.int8, SEATS),
        ("guide", np.int8, SEATS),
        ("workers", np.int8, SEATS),
        ("free", np.int8, SEATS),
        ("axolotls", np.int8, SEATS),
        ("sailing", np.int8, SEATS),
        ("catch", np.int8, SEATS),
        ("built", np.int8, (SEATS, TRACKS)),
        ("temples", np.int8, SEATS),  # one bit a temple tile taken
        ("special_on", np.int8, SPECIALS),  # the clan board space it lies on, or -1
        # what this turn has under way
        ("action", np.int8),
        ("step", np.int8),
        ("boat_now", np.int8),
        ("boats_done", np.int8),  # one bit a boat that may not act any more
        ("acted", np.int8),  # boats that did the action
        ("laid", np.int8),  # fish laid by the boat in hand
        ("track", np.int8),
        ("range_bonus", np.int8),
        ("catch_bonus", np.int8),
        ("discount", np.int8),
        ("fresh", np.int8),  # workers won this turn, free from the next
        ("feast_due", np.int8),
        ("special_due", np.int8),  # the clan board space that waits for a special tile, plus 1
        ("spirit_due", np.int8),
        ("passing", np.int8),
    ]
)
