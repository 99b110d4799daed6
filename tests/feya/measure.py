"""Positions of random games and what the rules say about them, gathered in compiled loops."""

from __future__ import annotations

import numpy as np

from sampan.engine.chance import DEAL, draw, seed_chance
from sampan.engine.rule import compiled
from sampan.games.feya.boats import landings, range_of
from sampan.games.feya.geometry import either, keep_row, none, single
from sampan.games.feya.land import spirit_sites
from sampan.games.feya.offers import legal
from sampan.games.feya.setup import deal
from sampan.games.feya.swamp import reach, why_not_tile
from sampan.games.feya.terms import BOATS, HEXES, Action, Why
from sampan.games.feya.turn import play

ALL_BOATS = 4 * BOATS
GOLD = 12


def gather(box, blank, found, options, seed, every, out):
    """Fill `found` with positions of random games, one every few decisions of a turn; return the seeds used."""
    many, number = 0, seed
    while many < len(found):
        s = blank[0]
        seed_chance(s, np.uint64(number), np.uint64(0), DEAL)
        deal(box[0], s, options)
        waited = 0
        while s.seat >= 0 and many < len(found):
            if s.turn >= 0:
                waited += 1
                if waited % every == 0:
                    found[many] = s
                    many += 1
            moves = legal(box[0], s, out)
            play(box[0], s, out[draw(s, moves)])
        blank[0] = blank[1]
        number += 1
    return number


def measure(box, found, reached, tiles, spirits, berths):
    """For each position: reach of every boat, hexes for a tile, for a spirit, and landings to build of the mover."""
    for i in range(len(found)):
        s = found[i]
        steps = range_of(box[0], s, Action.FISH)
        for boat in range(s.players * BOATS):
            at = int(s.boat[boat // BOATS, boat % BOATS])
            if at >= 0:
                keep_row(reached[i], boat, reach(box[0], s, at, steps))
                if boat // BOATS == s.turn:
                    ends = landings(box[0], s, boat % BOATS, Action.BUILD, steps, GOLD)
                    keep_row(berths[i], boat % BOATS, ends)
        free = none()
        for cell in range(HEXES):
            if why_not_tile(box[0], s, cell, -1) == Why.OK:
                free = either(free, single(cell))
        keep_row(tiles, i, free)
        keep_row(spirits, i, spirit_sites(box[0], s))


gather = compiled(gather)
measure = compiled(measure)
