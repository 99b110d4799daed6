"""One number for how unfair a box is, from few games; and how well two kinds of players agree on what is unfair.

Wins are noisy, points less so. Over all seats of some games, wins are set against points ahead of the table by a
straight line; what the points of a thing's seats promise by it is taken for what it wins. A thing's unfairness is the
square of what it promises beyond a fair share, less the square of its error (chance alone would make it look unfair),
as a part of the square of what its aim allows.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from sampan.engine.balance import Aim, Balance

from .balance import Use, parted, uses_of
from .counting import Counts
from .shares import rows_of
from .win_rates import NORMAL_95

BLOCKS = 8  # of games, of which one at a time is left out to see how far the number would swing
FEWEST_SEATS = 8  # that a thing must have had to count
POINTS_ALLOWED = 10.0  # beyond the mean points hoped for
Thing = tuple[str, str]


def unfairness(balance: Balance, lines: Sequence[Counts]) -> float:
    """How unfair the games were: the mean over tables of each size."""
    parts = [part for part in by_size(lines) if part]
    return sum(unfair_part(balance, part) for part in parts) / len(parts)


def by_size(lines: Sequence[Counts]) -> list[list[Counts]]:
    """The games of each number of players."""
    return [part for name, part in parted(lines).items() if name != "all"]


def unfair_part(balance: Balance, lines: Sequence[Counts]) -> float:
    """Tables of one size: group by group, the mean over its things."""
    slope, rows, uses = wins_by_points(lines), rows_of(lines), uses_of(lines)
    total = 0.0
    for group, aim in balance.aims.items():
        won = [row for (of, _), row in rows.items() if of == group and row["seats"] >= FEWEST_SEATS]
        if aim.won and won:
            total += sum(promised(slope, row["ahead"], aim.won) for row in won) / len(won)
        total += rarely(group, aim, uses)
    if balance.points is not None:
        total += (outside(mean_points(lines), *balance.points) / POINTS_ALLOWED) ** 2
    return total


def promised(slope: float, ahead: Sequence[float], allowed: float) -> float:
    """The unfairness of one thing."""
    value, error = slope * ahead[0], slope * (ahead[2] - ahead[1]) / (2 * NORMAL_95)
    return (value**2 - error**2) / allowed**2


def wins_by_points(lines: Sequence[Counts]) -> float:
    """How many fair shares one point ahead of the table is worth."""
    up = down = 0.0
    for line in lines:
        mean = sum(line.scores) / line.players
        for share, score in zip(line.share, line.scores, strict=True):
            up += (share * line.players - 1) * (score - mean)
            down += (score - mean) ** 2
    return up / down if down else 0.0


def rarely(group: str, aim: Aim, uses: Mapping[Thing, Use]) -> float:
    """What is lacking to the uses that are hoped for, as the mean over the things of a group."""
    of_group = {what: use for (of, what), use in uses.items() if of == group and use.open_games}
    if not of_group:
        return 0.0
    found = 0.0
    all_taken = sum(use.taken for use in of_group.values())
    for use in of_group.values():
        if aim.used:
            found += outside(use.used_games / use.open_games, aim.used, 1.0) ** 2 / aim.used**2
        if aim.chosen and all_taken:
            found += outside(use.taken / all_taken, aim.chosen, 1.0) ** 2 / aim.chosen**2
    return found / len(of_group)


def mean_points(lines: Sequence[Counts]) -> float:
    """Of all seats."""
    return sum(sum(line.scores) for line in lines) / sum(line.players for line in lines)


def outside(value: float, least: float, most: float) -> float:
    """How far a value is from where it should be."""
    return max(least - value, value - most, 0.0)


# ---------------------------------------------------------------- comparing


def gain(balance: Balance, before: Sequence[Counts], after: Sequence[Counts]) -> tuple[float, float]:
    """How much fairer the same games were with another box, and the error of it, by leaving out block after block."""
    whole = unfairness(balance, before) - unfairness(balance, after)
    left = []
    for block in range(BLOCKS):
        kept = [[line for line in lines if line.number * BLOCKS // len(lines) != block] for lines in (before, after)]
        left.append(unfairness(balance, kept[0]) - unfairness(balance, kept[1]))
    middle = sum(left) / BLOCKS
    spread = sum((value - middle) ** 2 for value in left) * (BLOCKS - 1) / BLOCKS
    return whole, math.sqrt(spread)


def leads(balance: Balance, lines: Sequence[Counts]) -> dict[Thing, float]:
    """Of everything with an aim, by table size: how far its seats were ahead of their tables, in points."""
    found: dict[Thing, float] = {}
    for part in by_size(lines):
        for (group, what), row in rows_of(part).items():
            if group in balance.aims and balance.aims[group].won and row["seats"] >= FEWEST_SEATS:
                found[group, f"{part[0].players} {what}"] = row["ahead"][0]
    return found


def agreement(balance: Balance, some: Sequence[Counts], others: Sequence[Counts]) -> tuple[float | None, int]:
    """The rank correlation of what two kinds of players find too strong or too weak, and of how many things."""
    one, two = leads(balance, some), leads(balance, others)
    both = sorted(one.keys() & two.keys())
    if len(both) < 3:
        return None, len(both)
    return round(correlation(ranks([one[key] for key in both]), ranks([two[key] for key in both])), 3), len(both)


def ranks(values: Sequence[float]) -> list[float]:
    """The place of each value; equal ones share theirs."""
    ordered = sorted(values)
    first = {value: place for place, value in reversed([*enumerate(ordered)])}
    return [first[value] + (ordered.count(value) - 1) / 2 for value in values]


def correlation(some: Sequence[float], others: Sequence[float]) -> float:
    """Pearson's; of ranks, Spearman's."""
    mean, other = sum(some) / len(some), sum(others) / len(others)
    pairs = [(a - mean, b - other) for a, b in zip(some, others, strict=True)]
    spread = math.sqrt(sum(a * a for a, _ in pairs) * sum(b * b for _, b in pairs))
    return sum(a * b for a, b in pairs) / spread if spread else 0.0
