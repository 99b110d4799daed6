"""Why a line is better, in points: what it brings at the end, where from, or what it costs the others.

Points come from quick games played on to the end, chances from elsewhere, so the two may disagree. Where points do not
speak for the better line none are told; what it gives up is told after what it brings.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from sampan.bots.hint import LEAST, REASONS, RIVALS, SURE

Sheets = np.ndarray[Any, Any]  # points by round, seat and source; the rounds of both lines have the same seeds


def reasons_for(names: Sequence[str], seat: int, played: Sheets, best: Sheets) -> tuple[float, dict[str, float]]:
    """By how many points the best line is surely ahead of the played one, and where: more for the seat, by source.

    Where its own points do not explain it, but others come to surely less than before, that is the reason.
    """
    apart = best - played
    if len(apart) < 2:
        return 0.0, {}
    own, theirs = apart[:, seat].sum(axis=1), np.delete(apart.sum(axis=2), seat, axis=1).mean(axis=1)
    gain = sure(own)
    if gain > 0:
        found = {name: sure(apart[:, seat, k]) for k, name in enumerate(names)}
        largest = sorted((name for name, points in found.items() if points), key=lambda name: -abs(found[name]))
        told = {name: found[name] for name in sorted(largest[:REASONS], key=lambda name: found[name] < 0)}
        return gain, told if sum(told.values()) > 0 else {}
    lost = sure(theirs)
    return 0.0, {RIVALS: lost} if lost < 0 and own.mean() - theirs.mean() > 0 else {}


def sure(rounds: Sheets) -> float:
    """The mean of these rounds, or nothing where it may be chance or is too little for a word."""
    mean, error = float(rounds.mean()), float(rounds.std(ddof=1)) / math.sqrt(len(rounds))
    return round(mean, 1) if abs(mean) >= max(LEAST, SURE * error) else 0.0
