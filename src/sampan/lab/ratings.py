"""Elo with intervals: ratings that explain who finished ahead of whom, and how sure the games make of them.

The chance that one bot finishes ahead of another is a logistic function of the difference of their ratings
(Bradley-Terry), at tables of any size pair by pair; a tie is half for each. Pairs that met are given one half of a game
won and lost each (Jeffreys' prior), so that a bot that never lost has a number, too. An interval comes from a Bayesian
bootstrap: every deal, with all of its seatings, counts with a weight drawn anew, and so does the prior. So games of one
deal may depend on each other, and whoever won all of a few games is not taken to be certain to.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

ELO = 400 / math.log(10)
PRIOR = 0.5  # of a game, won and lost, between two who met
DRAWN = 400  # times that weights are drawn
MOST_STEPS, STEP, EXACT = 200, 1.5, 1e-9
PERCENTILES = (2.5, 97.5)
Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Deal:
    """One deal, played in all its seatings: who sat at the table, and in each game everybody's place, the best 0."""

    bots: tuple[int, ...]
    places: tuple[tuple[int, ...], ...]


def ahead(deals: Sequence[Deal], number: int) -> Array:
    """For every deal, how often each of so many bots was ahead of each other one."""
    found = np.zeros((len(deals), number, number))
    for k, deal in enumerate(deals):
        for places in deal.places:
            for a, place in zip(deal.bots, places, strict=True):
                for b, other in zip(deal.bots, places, strict=True):
                    if a != b:
                        found[k, a, b] += (place < other) + 0.5 * (place == other)
    return found


def fitted(won: Array, anchor: int) -> Array:
    """The ratings that explain so many wins of each over each best, in natural units; the anchor's is 0."""
    number, games = len(won), won + won.T
    free = [k for k in range(number) if k != anchor]
    ratings = np.zeros(number)
    for _ in range(MOST_STEPS):
        chance = 1.0 / (1.0 + np.exp(ratings[None, :] - ratings[:, None]))
        slope = (won - games * chance).sum(axis=1)[free]
        spread = games * chance * chance.T
        curve = np.diag(spread.sum(axis=1)) - spread
        step = np.linalg.solve(curve[np.ix_(free, free)] + EXACT * np.eye(len(free)), slope)
        ratings[free] += np.clip(step, -STEP, STEP)
        if np.abs(step).max() < EXACT:
            break
    return ratings


def rated(
    deals: Sequence[Deal], number: int, anchor: int, at: float, seed: int = 0
) -> list[tuple[float, float, float]]:
    """Elo of every bot with its 95 % interval; the anchor's is given."""
    each = ahead(deals, number)
    won = each.sum(axis=0)
    met = (won + won.T) > 0
    dice = np.random.default_rng(seed)
    draws = np.empty((DRAWN, number))
    for k in range(DRAWN):
        weights = dice.exponential(size=len(deals))
        draws[k] = fitted(np.tensordot(weights, each, 1) + met * dice.gamma(PRIOR, size=won.shape), anchor)
    low, high = np.percentile(draws, PERCENTILES, axis=0)
    middle = fitted(won + met * PRIOR, anchor)
    return [
        (at + ELO * float(a), at + ELO * float(b), at + ELO * float(c))
        for a, b, c in zip(middle, low, high, strict=True)
    ]
