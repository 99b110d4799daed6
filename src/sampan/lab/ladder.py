"""A ladder to climb: a bot plays a fixed pool at fixed deals with two, three and four players, and is rated among it.

The pool's own games lie in the game's folder (`ladder.json`) with what they were made with, so that a newcomer plays
its own games only. All bots of the pool count their budget in iterations: on any machine they play alike.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sampan import __version__, games
from sampan.bots.calibration import nets_mark
from sampan.bots.levels import LEVELS
from sampan.bots.workspace import judgement_of
from sampan.engine.errors import BoxError, OptionError
from sampan.engine.game import Game

from .arena import all_played
from .match import Match, Result, check_bot, seatings
from .ratings import Deal, rated

FILE, KIND, FORMAT = "ladder.json", "sampan_ladder", 1
POOL_VERSION = 1  # goes up when a bot of the pool plays otherwise, or the schedule changes
ANCHOR, AT = "greedy", 1000.0  # whose rating is set, and to what
POOL_SEED, EACH_SEED, EACH_TABLE = 500_000_000, 1_000_000, 1000  # seeds of deals lie so far apart
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Schedule:
    """Who plays whom, and how many deals; each deal is played in as many seatings as there are seats."""

    pool: tuple[str, ...] = ("random", "beginner", "learner", "club", "greedy", "search:20it", "search:60it")
    players: tuple[int, ...] = (2, 3, 4)
    quick: int = 8  # deals of the pool at a table at which nobody searches
    search: int = 3  # and at any other
    new_quick: int = 30  # a newcomer's deals at tables with such bots of the pool
    new_search: int = 10

    def tables(self, players: int, newcomer: str | None = None) -> list[tuple[str, ...]]:
        """The tables of so many: neighbors of the pool, at tables of two also the next but one; or with a newcomer."""
        others = players if newcomer is None else players - 1
        found = [self.pool[k : k + others] for k in range(len(self.pool) - others + 1)]
        if newcomer is not None:
            return [(newcomer, *table) for table in found]
        return found + ([*zip(self.pool, self.pool[2:], strict=False)] if players == 2 else [])

    def deals(self, table: Sequence[str], newcomer: str | None = None) -> int:
        """How many deals a table plays with these bots of the pool, whoever the newcomer is."""
        searches = any(name.startswith("search") for name in table)
        if newcomer is None:
            return self.search if searches else self.quick
        return self.new_search if searches else self.new_quick

    def numbers(self, game: Game) -> list[int]:
        """The numbers of players that the game can be played with."""
        allowed = next((option.values for option in game.options if option.name == "players"), ())
        return [number for number in self.players if number in allowed]


USUAL = Schedule()


@dataclass(frozen=True)
class Planned:
    """A table's games: who sits there, as places in the pool and after it, and its matches, deal by deal."""

    players: int
    bots: tuple[int, ...]
    matches: tuple[Match, ...]

    def deals(self, results: Sequence[Result]) -> Iterator[Deal]:
        """What came of its games, deal by deal."""
        for first in range(0, len(results), self.players):
            one = results[first : first + self.players]
            yield Deal(self.bots, tuple(places(result, shift) for shift, result in enumerate(one)))


def places(result: Result, shift: int) -> tuple[int, ...]:
    """Everybody's place, the best 0, in the order of the table, whose first bot sits in this seat."""
    ranks = list(zip(result.share, result.scores, strict=True))
    ranks = ranks[shift:] + ranks[:shift]
    return tuple(sum(other > rank for other in ranks) for rank in ranks)


def plan(game: Game, schedule: Schedule, newcomer: str | None = None, seed: int = 0) -> list[Planned]:
    """The tables of the pool, or those of a newcomer; all play their first deal, then all their second, and so on."""
    base = POOL_SEED if newcomer is None else seed * EACH_SEED
    tables = [(n, table) for n in schedule.numbers(game) for table in schedule.tables(n, newcomer)]
    pooled = [table if newcomer is None else table[1:] for _, table in tables]
    rounds = sorted((deal, k) for k, names in enumerate(pooled) for deal in range(schedule.deals(names, newcomer)))
    matches: list[list[Match]] = [[] for _ in tables]
    number = 0
    for deal, k in rounds:
        players, table = tables[k]
        options = game.resolve({"players": players})
        for seats in seatings(list(table), players):
            matches[k].append(Match(number, game.name, None, options, seats, base + EACH_TABLE * k + deal))
            number += 1
    own = () if newcomer is None else (len(schedule.pool),)
    return [
        Planned(players, (*own, *(schedule.pool.index(name) for name in names)), tuple(some))
        for (players, _), names, some in zip(tables, pooled, matches, strict=True)
    ]


def play(
    tables: Sequence[Planned], csv_file: Path | None, workers: int | None, ray: str | None, progress: Progress
) -> dict[int, list[Deal]]:
    """Play what the file does not hold yet; the deals by number of players."""
    matches = sorted((match for table in tables for match in table.matches), key=lambda match: match.number)
    results = all_played(matches, csv_file, workers, ray, lambda done: progress(done, len(matches)))
    found: dict[int, list[Deal]] = {}
    for table in tables:
        found.setdefault(table.players, []).extend(table.deals([results[match.number] for match in table.matches]))
    return found


# ---------------------------------------------------------------- the pool's file


def made_with(game: Game, schedule: Schedule) -> dict[str, Any]:
    """What the pool's games depend on: rules, box, nets and weights, the levels in it, and the schedule."""
    declared = judgement_of(game).levels
    return {
        KIND: FORMAT, "game": game.name, "pool": POOL_VERSION, "rules": game.version, "box": game.box.hash,
        "nets": nets_mark(game), "levels": {name: declared.get(name) for name in schedule.pool if name in LEVELS},
        "bots": [*schedule.pool], "deals": [schedule.quick, schedule.search],
    }  # fmt: skip


def pool_text(heading: Mapping[str, Any], deals: Mapping[int, Sequence[Deal]]) -> str:
    """The pool's games as they lie in the game's folder: a heading, then a deal a line."""
    lines = [json.dumps([players, deal.bots, deal.places]) for players, some in deals.items() for deal in some]
    return f'{json.dumps(heading)[:-1]}, "played": [\n' + ",\n".join(lines) + "\n]}\n"


def pool_of(game: Game, schedule: Schedule = USUAL) -> dict[int, list[Deal]]:
    """The pool's deals by number of players, if they were played with what is here."""
    path, again = game.definition.folder / FILE, f"expected sampan ladder {game.name} --pool to play the pool's games"
    if not path.exists():
        raise OptionError(f"{game.name}: it has no {FILE}: {again}")
    if game.own_box:
        raise OptionError(f"{game.name}: the pool played with the box that comes with the game: expected no --box")
    try:
        given = json.loads(path.read_text(encoding="utf-8"))
        found: dict[int, list[Deal]] = {}
        for players, bots, placed in given.pop("played"):
            found.setdefault(int(players), []).append(Deal(tuple(bots), tuple(map(tuple, placed))))
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise BoxError(f"{path.name}: cannot be read: {error}: {again}") from None
    made = made_with(game, schedule)
    changed = [key for key in made if given.get(key) != made[key]]
    if changed:
        raise OptionError(f"{game.name}: {FILE} was made with another {', '.join(changed)}: {again} anew")
    return found


def play_pool(
    name: str,
    schedule: Schedule = USUAL,
    csv_file: Path | None = None,
    workers: int | None = 1,
    ray: str | None = None,
    progress: Progress = lambda done, of: None,
) -> str:
    """Play the pool's own games; what is to lie in the game's folder."""
    game = games.load(name)
    deals = play(plan(game, schedule), csv_file, workers, ray, progress)
    heading = made_with(game, schedule) | {"version": __version__, "command": f"sampan ladder {name} --pool"}
    return pool_text(heading, deals)


# ---------------------------------------------------------------- ratings


def ratings(deals: Mapping[int, Sequence[Deal]], names: Sequence[str]) -> dict[str, dict[str, Any]]:
    """By number of players, everybody's Elo with its 95 % interval, and how many games were played."""
    found: dict[str, dict[str, Any]] = {}
    for players, some in sorted(deals.items()):
        all_rated = rated(some, len(names), names.index(ANCHOR), AT)
        games_of = [sum(len(deal.places) for deal in some if k in deal.bots) for k in range(len(names))]
        found[str(players)] = {
            name: {"elo": round(elo), "elo_95": [round(low), round(high)], "games": number}
            for name, (elo, low, high), number in zip(names, all_rated, games_of, strict=True)
        }
    return found


def ladder(
    name: str,
    bot: str,
    seed: int = 0,
    schedule: Schedule = USUAL,
    csv_file: Path | None = None,
    workers: int | None = 1,
    ray: str | None = None,
    progress: Progress = lambda done, of: None,
) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    """A newcomer's games against the pool: the line to publish, and everybody's ratings; its own is called NEW."""
    game = games.load(name)
    pool = pool_of(game, schedule)
    check_bot(bot, name)
    own = play(plan(game, schedule, bot, seed), csv_file, workers, ray, progress)
    new = newcomer_name(bot, schedule)
    together = {players: [*pool.get(players, ()), *some] for players, some in own.items()}
    everybody = ratings(together, (*schedule.pool, new))
    made = made_with(game, schedule)
    line = {
        "ladder": FORMAT, "name": bot, **{key: made[key] for key in ("game", "rules", "box", "nets", "pool")},
        "version": __version__, "seed": seed, "anchor": {ANCHOR: AT},
        "games": sum(rows[new]["games"] for rows in everybody.values()),
        "ratings": {players: rows[new] for players, rows in everybody.items()},
    }  # fmt: skip
    return line, everybody


def newcomer_name(bot: str, schedule: Schedule = USUAL) -> str:
    """What the newcomer is called among the pool, which may have the same bot."""
    return f"{bot} (you)" if bot in schedule.pool else bot
