"""What a number of games says: win rates and points with 95 % intervals, and Elo over a pool."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from typing import Any

from .match import Result

NORMAL_95 = 1.96
ELO = 400 / math.log(10)
STEPS = 200


def interval(share: float, number: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a share of games won."""
    if number == 0:
        return 0.0, 1.0
    z2 = NORMAL_95**2
    middle = (share + z2 / (2 * number)) / (1 + z2 / number)
    half = NORMAL_95 / (1 + z2 / number) * math.sqrt(share * (1 - share) / number + z2 / (4 * number**2))
    return max(0.0, middle - half), min(1.0, middle + half)


def mean_interval(values: Sequence[float]) -> tuple[float, float, float]:
    """Mean and its 95 % interval."""
    number = len(values)
    mean = sum(values) / number
    spread = math.sqrt(sum((value - mean) ** 2 for value in values) / max(1, number - 1))
    half = NORMAL_95 * spread / math.sqrt(number)
    return mean, mean - half, mean + half


def summary(results: Sequence[Result], names: Sequence[str]) -> list[dict[str, Any]]:
    """Win rate, points and Elo of every bot; one that holds several seats counts once for each."""
    rated = elo(results, names)
    rows = []
    for name in dict.fromkeys(names):
        taken = [
            (result.share[seat], result.scores[seat])
            for result in results
            for seat, sits in enumerate(result.match.seats)
            if sits == name
        ]
        if not taken:
            continue
        wins = sum(share for share, _ in taken) / len(taken)
        points, least, most = mean_interval([float(score) for _, score in taken])
        rows.append(
            {
                "bot": name,
                "seats": len(taken),
                "win_rate": round(wins, 4),
                "win_rate_95": [round(bound, 4) for bound in interval(wins, len(taken))],
                "points": round(points, 2),
                "points_95": [round(least, 2), round(most, 2)],
                "elo": round(rated[name]),
            }
        )
    return rows


def elo(results: Sequence[Result], names: Sequence[str]) -> dict[str, float]:
    """Ratings that explain who finished ahead of whom, by minorisation; the mean of all is 0.

    Everybody is given one drawn game against everybody, so that a bot that never lost has a number, too.
    """
    pool = list(dict.fromkeys(names))
    won = {(a, b): 0.5 for a in pool for b in pool if a != b}
    for result in results:
        ranks = list(zip(result.match.seats, result.share, result.scores, strict=True))
        for (a, share_a, score_a), (b, share_b, score_b) in combinations(ranks, 2):
            if a == b:
                continue
            ahead = (share_a, score_a) > (share_b, score_b)
            level = (share_a, score_a) == (share_b, score_b)
            won[a, b] += 0.5 if level else float(ahead)
            won[b, a] += 0.5 if level else float(not ahead)
    strength = dict.fromkeys(pool, 1.0)
    for _ in range(STEPS):
        for a in pool:
            wins = sum(won[a, b] for b in pool if b != a)
            games = sum((won[a, b] + won[b, a]) / (strength[a] + strength[b]) for b in pool if b != a)
            strength[a] = wins / games if games else 1.0
    middle = sum(math.log(value) for value in strength.values()) / len(pool)
    return {name: ELO * (math.log(value) - middle) for name, value in strength.items()}
