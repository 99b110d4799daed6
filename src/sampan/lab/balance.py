"""How fair a game is: many games of bots against themselves with everything rotated, and what won, was taken and used.

Wins are told as a part of a fair share, which is 1 at tables of any size. Seats of one game depend on each other, so
intervals are by game. What lies open to everybody is counted as well: how often it was taken of the times it was on
offer, and in how many games somebody had it at all.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sampan import __version__
from sampan.engine.balance import Aim
from sampan.engine.game import Game

from .arena import players as players_of
from .counting import Counts, by_number, collect, counts_of, made_with
from .match import Match, check_bot, played
from .rotation import measurable, planned, table_sizes
from .shares import FEWEST, Sums, rounded, rows_of
from .win_rates import interval

KIND, FORMAT = "sampan_balance", 1
EVERYBODY = "all"
SELDOM = 0.05  # of the games in which it lies open


@dataclass(frozen=True)
class Asked:
    """Which games are played."""

    game: str
    bot: str
    number: int
    seed: int = 0
    players: int | None = None
    box: str | None = None

    def check(self) -> None:
        """Refuse what cannot be played before anything is."""
        table_sizes(measurable(self.game, self.box)[0], self.players)
        check_bot(self.bot, self.game)

    def plan(self) -> list[Match]:
        """All of them."""
        return planned(self.game, self.bot, self.number, self.seed, self.players, self.box)

    def heading(self, box: str | None = None) -> dict[str, Any]:
        """What their file begins with; `box` where the same games are played with another one."""
        game, _ = measurable(self.game, box or self.box)
        return {**made_with(game, KIND, FORMAT), "bot": self.bot, "players": self.players, "seed": self.seed}


def balance(
    asked: Asked,
    folder: Path,
    workers: int | None = 1,
    ray: str | None = None,
    command: str = "",
    progress: Callable[[int], None] = lambda done: None,
) -> dict[str, Any]:
    """Play the games that the folder does not hold yet; what all of them say."""
    game, _ = measurable(asked.game, asked.box)
    play = players_of(workers, ray, play_and_look)
    folder.mkdir(parents=True, exist_ok=True)
    lines = collect(asked.plan(), folder / "games.jsonl", asked.heading(), play, progress)
    return figures(game, asked, lines, command)


def play_and_look(match: Match) -> Counts:
    """Play one game and look what its seats had of all there was."""
    game, balance = measurable(match.game, match.box)
    line, end = played(game, match)
    return counts_of(game, match, end, balance.had(game, line, end), balance.offered(game, line, end))


def figures(game: Game, asked: Asked, lines: Sequence[Counts], command: str = "") -> dict[str, Any]:
    """What the games say."""
    groups = looked_at(game, lines)
    made = asked.heading()
    return {
        **{key: made[key] for key in ("game", "rules", "box", "nets", "bot", "seed")},
        "version": __version__,
        "date": time.strftime("%Y-%m-%d"),
        "command": command,
        "games": {name: len(part) for name, part in parted(lines).items()},
        "players": by_number(lines),
        "points": {name: points_of(part) for name, part in parted(lines).items()},
        "groups": groups,
        "seldom": seldom(groups),
        "aims": aims(game, groups, lines),
    }


def parted(lines: Sequence[Counts]) -> dict[str, list[Counts]]:
    """All games, then those of each number of players, where there are several."""
    sizes = sorted({line.players for line in lines})
    by_size = {f"{size} players": [line for line in lines if line.players == size] for size in sizes}
    return by_size if len(sizes) == 1 else {EVERYBODY: list(lines), **by_size}


def points_of(lines: Sequence[Counts]) -> list[float]:
    """Mean points of a seat."""
    sums = Sums()
    for line in lines:
        sums.add([float(score) for score in line.scores])
    return rounded(sums.mean(), 1)


# ---------------------------------------------------------------- what seats had


def looked_at(game: Game, lines: Sequence[Counts]) -> list[dict[str, Any]]:
    """Group by group, everything that somebody had or could have had, at tables of each size."""
    balance = measurable(game.name)[1]
    found: dict[str, dict[str, dict[str, Any]]] = {group: {} for group in balance.groups}
    for name, part in parted(lines).items():
        for (group, what), row in everything(part).items():
            if group in found:
                found[group].setdefault(what, {})[name] = row
    return [
        {
            "group": group,
            "title": balance.groups[group],
            "rows": [
                {"what": what, "name": balance.named(game, group, what), "tables": without_doubles(tables)}
                for what, tables in sorted(rows.items(), key=lambda row: places(row[0]))
            ],
        }
        for group, rows in found.items()
        if rows
    ]


def without_doubles(tables: dict[str, Any]) -> dict[str, Any]:
    """Tables of each size; all of them together where that is more than one size."""
    return {name: row for name, row in tables.items() if name != EVERYBODY or len(tables) > 2}


def places(name: str) -> list[tuple[int, str]]:
    """What names are sorted by: figures in them count as numbers."""
    return [(int(word), "") if word.lstrip("+").isdigit() else (0, word) for word in name.split()]


def everything(lines: Sequence[Counts]) -> dict[tuple[str, str], dict[str, Any]]:
    """Of each thing how those did who had it, and how often it was taken and used."""
    won, uses = rows_of(lines), uses_of(lines)
    of_group: Counter[str] = Counter()
    for (group, _), use in uses.items():
        of_group[group] += use.taken
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for key in dict.fromkeys([*won, *uses]):
        row = won.get(key, {"seats": 0})
        found[key] = row if row["seats"] >= FEWEST else {"seats": row["seats"]}
        if key in uses:
            found[key] |= uses[key].told(of_group[key[0]])
    return found


@dataclass
class Use:
    """How often one thing was taken, of the times it was on offer."""

    taken: int = 0
    offered: int = 0
    open_games: int = 0
    used_games: int = 0
    points: float = 0.0  # mean points of the tables at which it lay open, added up

    def told(self, of_group: int) -> dict[str, Any]:
        """As it is reported; `of_group` is how often anything of its group was taken."""
        row: dict[str, Any] = {"taken": self.taken}
        if of_group:
            row["of_all"] = round(self.taken / of_group, 4)
        if self.open_games:
            share = self.used_games / self.open_games
            row |= {
                "offered": self.offered,
                "of_offers": round(self.taken / self.offered, 4),
                "open_games": self.open_games,
                "used": rounded((share, *interval(share, self.open_games)), 4),
                "points_when_open": round(self.points / self.open_games, 1),
            }
        return row


def uses_of(lines: Sequence[Counts]) -> dict[tuple[str, str], Use]:
    """Of everything that was taken or could have been, how often."""
    found: dict[tuple[str, str], Use] = defaultdict(Use)
    for line in lines:
        taken = Counter((group, what) for seat in line.had for group, things in seat.items() for what in things)
        offered = Counter((group, what) for group, things in line.offered.items() for what in things)
        for key, number in taken.items():
            found[key].taken += number
        for key, number in offered.items():
            use = found[key]
            use.offered += number
            use.open_games += 1
            use.used_games += key in taken
            use.points += sum(line.scores) / line.players
    return found


# ---------------------------------------------------------------- what was hoped for


def seldom(groups: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """What hardly anybody used in the games in which it lay open, over all tables."""
    found = []
    for group in groups:
        rows = [(row["name"], next(iter(row["tables"].values()))) for row in group["rows"]]
        if any(row.get("taken") for _, row in rows):  # else it is nobody's, as the map is
            found += [
                {"group": group["group"], "name": name, "used": row["used"]}
                for name, row in rows
                if row.get("open_games", 0) >= FEWEST and row["used"][0] < SELDOM
            ]
    return found


def aims(game: Game, groups: Sequence[dict[str, Any]], lines: Sequence[Counts]) -> list[dict[str, Any]]:
    """Each thing held against what the game hopes for, at tables of each size."""
    balance = measurable(game.name)[1]
    found = []
    for group in groups:
        aim = balance.aims.get(group["group"], Aim())
        for row in group["rows"]:
            for tables, of in row["tables"].items():
                if tables != EVERYBODY:
                    found += [
                        {"group": group["group"], "name": row["name"], "tables": tables, **told}
                        for told in held_against(aim, of)
                    ]
    for tables, part in parted(lines).items():
        if tables != EVERYBODY and balance.points:
            told = verdict("points", points_of(part), *balance.points)
            found.append({"group": "points", "name": "mean points", "tables": tables, **told})
    return found


def held_against(aim: Aim, row: dict[str, Any]) -> list[dict[str, Any]]:
    """What one row says about its aim."""
    found = []
    if aim.won and "won" in row:
        found.append(verdict("won", row["won"], 1 - aim.won, 1 + aim.won))
    if row.get("open_games", 0) >= FEWEST:
        if aim.chosen and row["offered"]:
            found.append(verdict("chosen", [row.get("of_all", 0.0)] * 3, aim.chosen, 1.0))
        if aim.used:
            found.append(verdict("used", row["used"], aim.used, 1.0))
    return found


def verdict(of: str, value: Sequence[float], least: float, most: float) -> dict[str, Any]:
    """An aim is missed where the whole interval lies outside."""
    reached = value[2] >= least and value[1] <= most
    return {"of": of, "value": list(value), "expected": [round(least, 4), round(most, 4)], "reached": reached}
