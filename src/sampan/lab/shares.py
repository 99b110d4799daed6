"""What counted games say: how often seats with something won, of a fair share, and with how many points.

A fair share is 1 at tables of any size: a seat's part of the victory times the number of seats. Points are told as they
are and against the mean of their table. Seats of one game depend on each other, so intervals are by game.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sampan.engine.game import Game

from .win_rates import NORMAL_95, interval

if TYPE_CHECKING:
    from .counting import Counts

Played = Mapping[str, Sequence["Counts"]]  # by level
FEWEST = 30  # seats of a level that something must have had to be told of


class Sums:
    """Mean of a number over seats, with a 95 % interval by game."""

    def __init__(self) -> None:
        self.games: list[tuple[int, float]] = []  # how many seats of it, and their sum

    def add(self, values: Sequence[float]) -> None:
        """The seats of one game."""
        if values:
            self.games.append((len(values), sum(values)))

    @property
    def seats(self) -> int:
        """How many seats there were."""
        return sum(number for number, _ in self.games)

    def mean(self) -> tuple[float, float, float]:
        """The mean and its interval; by the spread of what games leave over beside it."""
        number = self.seats
        mean = sum(total for _, total in self.games) / number
        left = sum((total - mean * seats) ** 2 for seats, total in self.games)
        few = len(self.games) / max(1, len(self.games) - 1)
        half = NORMAL_95 * math.sqrt(few * left) / number
        return mean, mean - half, mean + half


def counts(game: Game, played: Played) -> list[dict[str, Any]]:
    """Group by group, what each thing was worth at each level."""
    found: dict[str, dict[str, dict[str, dict[str, Any]]]] = defaultdict(lambda: defaultdict(dict))
    for level, lines in played.items():
        for (group, what), row in rows_of(lines).items():
            if row["seats"] >= FEWEST:
                found[group][what][level] = row
    return [
        {
            "group": group,
            "rows": [
                {"name": name_of(game, group, what), "levels": row} for what, row in sorted(rows.items(), key=in_order)
            ],
        }
        for group in dict.fromkeys(("seat", *(group for lines in played.values() for group in lines[0].had[0])))
        if (rows := found.get(group))
    ]


def in_order(row: tuple[str, dict[str, dict[str, Any]]]) -> tuple[float, str]:
    """What won most often comes first; seats stand in their own order, whose names begin with a figure."""
    what, by_level = row
    return (0.0 if what[:1].isdigit() else -next(iter(by_level.values()))["won"][0], what)


def rows_of(lines: Iterable[Counts]) -> dict[tuple[str, str], dict[str, Any]]:
    """What seats had, and how those seats did."""
    won: dict[tuple[str, str], Sums] = defaultdict(Sums)
    points: dict[tuple[str, str], Sums] = defaultdict(Sums)
    ahead: dict[tuple[str, str], Sums] = defaultdict(Sums)
    for line in lines:
        level = sum(line.scores) / line.players
        seats: dict[tuple[str, str], list[int]] = defaultdict(list)
        for seat, had in enumerate(line.had):
            seats["seat", f"{line.players} {seat + 1}"].append(seat)
            for group, things in had.items():
                for what in dict.fromkeys(things):
                    seats[group, what].append(seat)
        for key, those in seats.items():
            won[key].add([line.share[seat] * line.players for seat in those])
            points[key].add([float(line.scores[seat]) for seat in those])
            ahead[key].add([line.scores[seat] - level for seat in those])
    return {
        key: {
            "seats": won[key].seats,
            "won": rounded(won[key].mean(), 3),
            "points": round(points[key].mean()[0], 1),
            "ahead": rounded(ahead[key].mean(), 1),
        }
        for key in won
    }


def sources(game: Game, played: Played) -> list[dict[str, Any]]:
    """Of each source: its points for everybody and for winners, and how often it decided.

    It decides where, without anybody's points from it, some other seat would have more than every winner.
    """
    rows: list[dict[str, Any]] = []
    for source in game.sources:
        by_level: dict[str, dict[str, Any]] = {}
        for level, lines in played.items():
            everybody, winners = Sums(), Sums()
            decided = 0
            for line in lines:
                got = [row.get(source, 0) for row in line.sheet]
                won = [seat for seat, share in enumerate(line.share) if share > 0]
                everybody.add([float(points) for points in got])
                winners.add([float(got[seat]) for seat in won])
                decided += decides(line.scores, got, won)
            share = decided / len(lines)
            by_level[level] = {
                "points": round(everybody.mean()[0], 1),
                "winners": round(winners.mean()[0], 1),
                "decides": rounded((share, *interval(share, len(lines))), 3),
            }
        rows.append({"name": {"id": f"{game.name}_source_{source}", "args": {}}, "levels": by_level})
    return rows


def decides(scores: Sequence[int], got: Sequence[int], won: Sequence[int]) -> bool:
    """Whether somebody else would be ahead without these points."""
    left = [score - points for score, points in zip(scores, got, strict=True)]
    return max(left) > max(left[seat] for seat in won)


def name_of(game: Game, group: str, what: str) -> dict[str, Any]:
    """A name for people, as a message."""
    if group == "seat":
        players, seat = map(int, what.split())
        return {"id": "stats_seat", "args": {"seat": seat, "players": players}}
    assert game.definition.counted is not None
    name, args = game.definition.counted.named(game, group, what)
    return {"id": name, "args": args}


def rounded(numbers: Iterable[float], digits: int) -> list[float]:
    """Numbers as they are kept."""
    return [round(number, digits) for number in numbers]
