"""What one decision cost: its candidates compared, trial by trial with the same seeds, from what the seat could know.

The best is found with some trials and measured with others, so that it is not taken for better than it is because it
was lucky when it was chosen.
"""

from __future__ import annotations

import math
import threading
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sampan.bots.calibration import Calibration
from sampan.bots.compare import Candidates
from sampan.bots.hint import Adviser
from sampan.bots.prospect import Prospects
from sampan.bots.search import SearchBot
from sampan.engine.game import EVERYBODY, Game, State

from .candidates import Line, candidates, without_exchanges
from .stretches import Stretch

Values = np.ndarray[Any, Any]
SEEDS = 2**32  # between the seeds of one turn and of the next
UNSURE, MOST = 0.03, 4  # the error of a position's chance that asks for more trials, and at most so many times as many
LITTLE = 0.1  # of what was lost, that is not worth another line
GAMES = 5  # of a round, which all lines begin with the same seed
FIRST, SECOND, LUCK, FORECAST = (place * 2**24 for place in range(4))  # what a turn's seeds are used for


@dataclass(frozen=True)
class Effort:
    """How much is spent on a turn."""

    search: int = 160  # iterations that find the candidates
    first: int = 24  # trials of every candidate
    second: int = 64  # trials of the best and of the played line
    trials: int = 32  # of a position
    worlds: int = 8  # in which chance falls otherwise
    rounds: int = 16  # of games played to their end, for points by source
    deals: int = 24  # over which the start is the mean

    def scaled(self, factor: float) -> Effort:
        """So many times as much; what makes positions comparable stays."""

        def times(number: int, least: int) -> int:
            return max(least, round(number * factor))

        return Effort(
            times(self.search, 30), times(self.first, 12), times(self.second, 24), self.trials, times(self.worlds, 4),
            times(self.rounds, 6), self.deals,
        )  # fmt: skip


@dataclass
class Judged:
    """One decision so far: the lines, the played one first, and the values of their trials."""

    stretch: Stretch
    lines: list[Line]
    first: Values  # by line, trial and seat
    progress: float
    best: int = 0
    second: Values | None = None  # of the played and the best line
    sheets: dict[int, Values] | None = None  # points by round, seat and source, of some lines
    behind: dict[int, float] = field(default_factory=dict)  # the best, where that was measured better than by `first`

    @property
    def trials(self) -> int:
        """How often the lines that count were tried."""
        return int((self.first if self.second is None else self.second).shape[1])

    def pair(self) -> tuple[Values, Values]:
        """The values of the played and of the best line, by trial and seat."""
        if self.best == 0 or self.second is None:
            return self.first[0], self.first[self.best]
        return self.second[0], self.second[1]

    def cost(self, calibration: Calibration) -> tuple[float, float]:
        """What the played line cost its seat, and the standard error of that."""
        played, best = self.pair()
        return (0.0, 0.0) if self.best == 0 else behind(calibration, self.progress, self.stretch.seat, played, best)

    def openness(self, calibration: Calibration) -> float:
        """How open the game was for the seat that decided: 1 at a chance of one half, 0 where all was lost or won."""
        values = np.array([line.mean(axis=0) for line in self.pair()])
        chance = float(calibration.chances(values, self.progress)[:, self.stretch.seat].mean())
        return 4.0 * chance * (1.0 - chance)


def behind(calibration: Calibration, progress: float, seat: int, line: Values, best: Values) -> tuple[float, float]:
    """By how much less of a win a line is than another for a seat, tried with the same seeds, and the error of that."""
    pair = Candidates([0, 1])
    pair.rounds = {0: line[:, seat].tolist(), 1: best[:, seat].tolist()}
    _, error = pair.lead(1, 0)
    chances = calibration.chances(np.array([line.mean(axis=0), best.mean(axis=0)]), progress)
    steep = calibration.steepness((line.mean(axis=0) + best.mean(axis=0)) / 2, progress, seat)
    return float(chances[1, seat] - chances[0, seat]), steep * error


class Judge:
    """Judges turns on one thread."""

    def __init__(self, game: Game, calibration: Calibration, effort: Effort, seed: int, stop: threading.Event) -> None:
        self.game, self.calibration, self.effort, self.seed = game, calibration, effort, seed
        self.prospects, self.adviser = Prospects(game), Adviser(threads=1)
        self.searcher = SearchBot(effort.search, threads=1)
        self.searcher.stop = stop

    def seed_of(self, stretch: Stretch, use: int) -> int:
        """The first seed of a turn, for one use."""
        return (self.seed * 1_000_003 + (stretch.first + 1) * SEEDS + use) % 2**63

    def judge(self, stretch: Stretch) -> Judged:
        """Find the candidates and compare them."""
        seed = self.seed_of(stretch, FIRST)
        lines = candidates(self.game, stretch, self.searcher, self.prospects, seed)
        hidden = self.game.hide(stretch.before, stretch.seat)
        values, progress = self.prospects.trials(hidden, stretch.seat, lines, self.effort.first, seed)
        found = Judged(stretch, lines, values, progress)
        plain = without_exchanges(self.game, self.game.redeal(hidden, stretch.seat, seed), lines[0])
        found.best = best_of(lines, values[:, :, stretch.seat], lines.index(plain) if plain in lines else 0)
        if found.best:
            self.refine(found, self.effort.second)
        return found

    def refine(self, found: Judged, number: int) -> None:
        """Measure the best against the played line with so many trials more: that may be the best after all."""
        stretch, lines = found.stretch, [found.lines[0], found.lines[found.best]]
        hidden, seed = self.game.hide(stretch.before, stretch.seat), self.seed_of(stretch, SECOND)
        done = 0 if found.second is None else found.second.shape[1]
        values, _ = self.prospects.trials(hidden, stretch.seat, lines, number, seed, done)
        found.second = values if found.second is None else np.concatenate([found.second, values], axis=1)

    def chance(self, position: State, seed: int, begun: bool = False) -> Values:
        """Everybody's chance to win in a real position, hands known and chance to come unknown."""
        if self.game.over(position):
            return np.array(self.game.win_share(position))
        values, progress = self.prospects.trials(position, EVERYBODY, [()], self.effort.trials, seed, begun=begun)
        tried = values[0]
        while self.unsure(tried, progress) and len(tried) < MOST * self.effort.trials:
            number = len(tried)
            more, _ = self.prospects.trials(position, EVERYBODY, [()], number, seed, number, begun)
            tried = np.concatenate([tried, more[0]])
        return self.calibration.chances(tried.mean(axis=0), progress)

    def unsure(self, tried: Values, progress: float) -> bool:
        """Whether so many trials leave a chance open: in last turns they end the game and are all or nothing."""
        if len(tried) < 2:
            return False
        means, errors = tried.mean(axis=0), tried.std(axis=0, ddof=1) / math.sqrt(len(tried))
        seats = range(len(means))
        return any(self.calibration.steepness(means, progress, seat) * errors[seat] > UNSURE for seat in seats)

    def after(self, stretch: Stretch) -> Values:
        """Everybody's chance after a stretch, as it came."""
        return self.chance(stretch.after, self.seed_of(stretch, LUCK), goes_on(stretch, stretch.after))

    def expected(self, stretch: Stretch) -> Values:
        """The same over worlds in which chance fell otherwise: what was to be expected before it fell."""
        seed = self.seed_of(stretch, LUCK)
        apart = seed + self.effort.trials  # from the seeds of the trials, which all worlds share
        worlds = self.prospects.worlds(stretch.before, EVERYBODY, stretch.moves, self.effort.worlds, apart)
        each = [worlds[k : k + 1].view(np.recarray) for k in range(len(worlds))]
        return np.asarray(np.mean([self.chance(world, seed, goes_on(stretch, world)) for world in each], axis=0))

    def before_deal(self, options: dict[str, int | str]) -> Values:
        """Everybody's chance before the cards are dealt: over other deals of the same game."""
        deals = [self.game.deal(options, (self.seed * 1_000_003 + k) % 2**63) for k in range(self.effort.deals)]
        return np.asarray(np.mean([self.chance(dealt, self.seed) for dealt in deals], axis=0))

    def dealt(self, stretch: Stretch) -> Values:
        """Everybody's chance once they are."""
        return self.chance(stretch.before, self.seed)

    def forecast(self, found: Judged) -> None:
        """Points by source, of the played and of the best line."""
        hidden, seed = self.game.hide(found.stretch.before, found.stretch.seat), self.seed_of(found.stretch, FORECAST)
        rounds = range(self.effort.rounds)
        found.sheets = {
            number: np.array([self.adviser.forecast(self.game, hidden, line, GAMES, seed + k) for k in rounds])
            for number, line in ((0, found.lines[0]), (found.best, found.lines[found.best]))
        }


def best_of(lines: list[Line], values: Values, plain: int = 0) -> int:
    """The line that came to most; a shorter one where the difference is within the error, for it is easier to learn.

    Where exchanges lost most of it, the best is what was played without them: `plain`, or 0 where there were none.
    """
    tried = Candidates([*range(len(lines))])
    tried.rounds = dict(enumerate(values.tolist()))
    best, within = tried.best, []
    for number in tried.moves:
        ahead, error = tried.lead(tried.best, number)
        if len(lines[number]) < len(lines[best]) and ahead <= error:
            within.append(number)
    found = max(within, key=tried.mean, default=best)
    if found and plain:
        (behind, error), (lost, _) = tried.lead(best, plain), tried.lead(best, 0)
        return plain if behind <= max(error, LITTLE * lost) else found
    return found


def goes_on(stretch: Stretch, position: State) -> bool:
    """Whether the turn of a stretch goes on in this position after it."""
    return all(int(position[name][0]) == int(stretch.before[name][0]) for name in ("seat", "turns"))
