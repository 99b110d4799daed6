"""Do chances mean what they say? Games of mixed strength, the chances shown in them, and how often they came true.

A sample of positions of each game is evaluated as hints and reviews do it (bots/prospect.py): every other one as the
seat to move may know it, the others as all seats together know it. Slopes are fitted to the even games and tried on the
odd ones.
"""

from __future__ import annotations

import csv
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from sampan import games
from sampan.bots.calibration import LEAST, TRIALS, Calibration, fingerprints
from sampan.bots.prospect import Prospects
from sampan.engine.errors import OptionError
from sampan.engine.game import EVERYBODY, Game, State

from .arena import players as players_of
from .match import Match, played
from .win_rates import NORMAL_95

LEVELS = ("club", "greedy")  # who sits at the table; greedy is a club player without slips
STRONG, STRONG_EVERY = "expert", 10  # one seat of every tenth game, for an expert takes ten times as long
VARIED = 0.5  # of the games are played with options drawn from the game's variants
SAMPLED = 4  # positions of a game
COLUMNS = ("number", "game", "seed", "options", "seats", "share", "positions")
TENTHS = 10
STEPS = 40
RIDGE = 10.0  # how much speaks for a slope of 1 before any game is seen
Values = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Position:
    """A sampled position: how much of the game was over, and what the trials promised every seat."""

    progress: float
    values: tuple[float, ...]


@dataclass(frozen=True)
class Sample:
    """One game, what came of it and its positions."""

    match: Match
    share: tuple[float, ...]
    positions: tuple[Position, ...]


def planned(game: str, number: int, seed: int = 0, box: str | None = None) -> list[Match]:
    """So many games of two players and more in turn, of mixed levels and options."""
    loaded, found = games.load(game, box), []
    for k in range(number):
        dice = random.Random(f"{seed} {k}")
        players, options = drawn_options(loaded, k, dice)
        seats = [dice.choice(LEVELS) for _ in range(players)]
        if k % STRONG_EVERY == 0:
            seats[dice.randrange(players)] = STRONG
        found.append(Match(k, game, box, loaded.resolve(options), tuple(seats), seed + k))
    return found


def drawn_options(game: Game, number: int, dice: random.Random) -> tuple[int, dict[str, int | str]]:
    """The players and options of one of many games: every number of players in turn, often with options drawn."""
    counts = next((option.values for option in game.options if option.name == "players"), ())
    seatings = sorted(int(count) for count in counts) or [int(game.deal().players[0])]
    players = seatings[number % len(seatings)]
    ways = [dict(way) for way in game.definition.variants if way.get("players") == players]
    return players, dice.choice(ways) if ways and dice.random() < VARIED else {"players": players} if counts else {}


_prospects: dict[tuple[str, str | None], Prospects] = {}


def sample(match: Match) -> Sample:
    """Play a game and evaluate some of its positions."""
    game = games.load(match.game, match.box)
    line, end = played(game, match)
    return Sample(match, tuple(game.win_share(end)), evaluated(game, match, [state for state, _ in line]))


def evaluated(game: Game, match: Match, states: Sequence[State]) -> tuple[Position, ...]:
    """Some of a game's positions, drawn at random, with the values of their trials."""
    key = match.game, match.box
    if key not in _prospects:
        _prospects[key] = Prospects(game)
    dice, found = random.Random(match.seed), []
    for number, ply in enumerate(sorted(dice.sample(range(len(states)), min(SAMPLED, len(states))))):
        state, seat = states[ply], game.to_move(states[ply])
        viewer, position = (seat, game.hide(state, seat)) if number % 2 == 0 else (EVERYBODY, state)
        begun = ply > 0 and all(int(states[ply - 1][name][0]) == int(state[name][0]) for name in ("seat", "turns"))
        seed = (match.seed * 1_000_003 + ply) % 2**63
        values, progress = _prospects[key].trials(position, viewer, [()], TRIALS, seed, begun=begun)
        found.append(Position(progress, tuple(values[0].mean(axis=0).tolist())))
    return tuple(found)


def collect(
    plan: Sequence[Match], keep: Path | None, workers: int | None = 1, ray: str | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> list[Sample]:  # fmt: skip
    """All games of the plan; those that the file holds are not played again."""
    samples = already(keep, plan) if keep is not None else []
    left = plan[len(samples) :]
    progress(len(samples))
    for found in players_of(workers, ray, sample)(left):
        if keep is not None:
            with keep.open("a", encoding="utf-8", newline="") as file:
                csv.writer(file).writerows([row_of(found)] if samples else [COLUMNS, row_of(found)])
        samples.append(found)
        progress(len(samples))
    return samples


def row_of(found: Sample) -> list[str]:
    """A game as a line of the CSV file."""
    match = found.match
    options = " ".join(f"{name}={value}" for name, value in match.options.items())
    positions = ("/".join(f"{x:.5g}" for x in (one.progress, *one.values)) for one in found.positions)
    share = " ".join(f"{x:.6g}" for x in found.share)
    return [str(match.number), match.game, str(match.seed), options, " ".join(match.seats), share, " ".join(positions)]


def already(path: Path, plan: Sequence[Match]) -> list[Sample]:
    """The games of this plan that the file holds."""
    if not path.exists() or path.stat().st_size == 0:
        return []
    with path.open(encoding="utf-8", newline="", errors="replace") as file:
        rows = [*csv.reader(file)]
    if tuple(rows[0]) != COLUMNS:
        raise OptionError(f"{path}: expected a file of sampan calibrate, which begins with {','.join(COLUMNS)}")
    samples: list[Sample] = []
    for match, row in zip(plan, rows[1:], strict=False):
        try:
            positions = [[float(x) for x in one.split("/")] for one in row[6].split()]
            share = tuple(float(x) for x in row[5].split())
        except (ValueError, IndexError):
            raise OptionError(
                f"{path}: line {match.number + 2} is damaged: expected a game with its positions"
            ) from None
        found = Sample(match, share, tuple(Position(numbers[0], tuple(numbers[1:])) for numbers in positions))
        if row_of(found)[:5] != row[:5]:
            raise OptionError(f"{path}: line {match.number + 2} is from another plan: expected {row_of(found)[:5]}")
        samples.append(found)
    return samples


# ---------------------------------------------------------------- fitting


def fit(game: Game, samples: Sequence[Sample]) -> Calibration:
    """The slopes that make what came of these games likeliest, for each number of players."""
    slopes = {}
    for players in sorted({len(found.share) for found in samples}):
        some = [(found.share, one) for found in samples for one in found.positions if len(found.share) == players]
        shares = np.array([share for share, _ in some])
        logs = np.log(np.maximum(np.array([one.values for _, one in some]), LEAST))
        slopes[players] = fit_slope(shares, logs, np.array([one.progress for _, one in some]))
    return Calibration(slopes, game.box.hash, fingerprints(game), len(samples), TRIALS)


def fit_slope(shares: Values, logs: Values, progress: Values) -> tuple[float, float, float]:
    """Newton's method for one slope of degree two; a ridge draws it to 1 where there is little to go by."""
    powers = np.stack([np.ones_like(progress), progress, progress**2], axis=1)
    slope = np.array([1.0, 0.0, 0.0])
    for _ in range(STEPS):
        scores = logs * (powers @ slope)[:, None]
        chances = np.exp(scores - scores.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        mean = (chances * logs).sum(axis=1)
        spread = (chances * logs**2).sum(axis=1) - mean**2
        pull = powers.T @ ((shares * logs).sum(axis=1) - mean) - RIDGE * (slope - [1.0, 0.0, 0.0])
        step = np.linalg.solve((powers * spread[:, None]).T @ powers + RIDGE * np.eye(3), pull)
        slope = slope + step
        if np.abs(step).max() < 1e-9:
            break
    return round(float(slope[0]), 4), round(float(slope[1]), 4), round(float(slope[2]), 4)


# ---------------------------------------------------------------- how true they are


def halves(samples: Sequence[Sample]) -> tuple[list[Sample], list[Sample]]:
    """The games to fit to, and those to try it on."""
    return [*samples[::2]], [*samples[1::2]]


def reliability(samples: Sequence[Sample], calibration: Calibration) -> list[dict[str, Any]]:
    """Tenth by tenth, what was shown and what came true."""
    shown: list[list[tuple[int, float, float]]] = [[] for _ in range(TENTHS)]
    for number, found in enumerate(samples):
        for one in found.positions:
            chances = calibration.chances(np.array(one.values), one.progress)
            for chance, share in zip(chances.tolist(), found.share, strict=True):
                shown[min(TENTHS - 1, int(chance * TENTHS))].append((number, chance, share))
    return [tenth_of(tenth, entries) for tenth, entries in enumerate(shown)]


def tenth_of(tenth: int, entries: list[tuple[int, float, float]]) -> dict[str, Any]:
    """One line of the table, with a 95 % interval by game: positions of one game go together."""
    row: dict[str, Any] = {
        "tenth": tenth,
        "positions": len(entries),
        "games": len({number for number, _, _ in entries}),
    }
    if not entries:
        return row
    said = float(np.mean([chance for _, chance, _ in entries]))
    won = float(np.mean([share for _, _, share in entries]))
    apart: dict[int, float] = {}
    for number, _, share in entries:
        apart[number] = apart.get(number, 0.0) + share - won
    half = NORMAL_95 * float(np.sqrt(sum(off**2 for off in apart.values()))) / len(entries)
    return row | {"shown": said, "won": won, "won_95": [max(0.0, won - half), min(1.0, won + half)]}


def well_filled(samples: Sequence[Sample]) -> int:
    """Positions that make a tenth well filled: half of what it would have, were all tenths alike."""
    return sum(len(one.values) for found in samples for one in found.positions) // (2 * TENTHS)


def largest_gap(rows: Iterable[dict[str, Any]], least: int) -> float:
    """The largest difference between shown and won in a tenth with so many positions."""
    return max((abs(row["shown"] - row["won"]) for row in rows if row["positions"] >= least), default=0.0)


def lines(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    """The table as text."""
    for row in rows:
        head = f"{row['tenth'] * 10:3d}-{row['tenth'] * 10 + 10:3d} %  {row['positions']:6d} in {row['games']:5d} games"
        if "won" in row:
            low, high = row["won_95"]
            head += f"  shown {row['shown']:6.1%}  won {row['won']:6.1%} ({low:6.1%} to {high:6.1%})"
        yield head
