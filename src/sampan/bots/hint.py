"""A hint: the search's best moves, and the points each may come to at the end, by where they come from.

The moves are the search's; the chance to win is that of prospect.py, calibrated. The points are the mean of quick games
played on to their end from each of these moves, every player taking the best of a few random turns: a forecast, not a
promise. Round by round these games begin with the same seeds for every move, so that what tells two moves apart can be
told from chance.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sampan.engine.game import MOST_DECISIONS, Game, State
from sampan.engine.pick import new_picker, stirred
from sampan.engine.seeds import checked_seed

from .calibration import calibration_of
from .evaluate import compiled_for
from .prospect import Prospects
from .rollout import ROLLOUT, STATES
from .search import SearchBot
from .workspace import Workspace, new_workspace

Sheet = np.ndarray[Any, Any]  # points by seat and source
Sheets = np.ndarray[Any, Any]  # and by round before that
play: Any = None
determinize: Any = None
play_best: Any = None

SECONDS = 1.0
BEST = 3
ROUNDS, GAMES = 30, 5  # rounds of so many games, played on for each of the best moves
SAMPLES = 6
TRIALS = 48  # of each of the best moves, for the chance to win
REASONS = 3  # at most
SURE = 2.5  # errors that a difference must exceed to be one ...
LEAST = 0.3  # ... and points
RIVALS = "rivals"  # what the others come to, where that is what tells a move apart


def play_to_end(box, hidden, line, games, seed, states, picker, out, samples, sums, most, work):
    """Add up every seat's final points by source over so many games that begin with these moves."""
    picker[0] = stirred(seed)
    viewer = hidden[0].seat
    s = states[0]
    for _ in range(games):
        states[0] = hidden[0]
        determinize(box[0], s, viewer, picker)
        for place in range(len(line)):
            play(box[0], s, line[place])
        made = 0
        while s.seat >= 0 and made < most:
            play_best(box[0], states, samples, picker, out, work[0])
            made += 1
        for seat in range(s.players):
            for source in range(sums.shape[1]):
                sums[seat, source] += s.vp[seat, source]


FUNCTIONS: list[Callable[..., Any]] = [*ROLLOUT, play_to_end]


@dataclass(frozen=True)
class Advice:
    """One of the best moves."""

    move: int
    share: float  # of the search's tries
    win: float  # the chance to win
    points: float  # that may be expected at the end
    sources: dict[str, float]  # the same, by where they come from
    rivals: list[float]  # what every seat may expect, the own one included
    reasons: dict[str, float]  # where it differs from the other best moves, the largest first: a source, or RIVALS


def reasons(names: list[str], mine: int, sheets: list[Sheets], number: int) -> dict[str, float]:
    """Where one of several moves brings more or less than the others do, if that is more than chance explains.

    A sheet has the points by round, seat and source; the rounds of all moves have the same seeds.
    """
    if len(sheets) < 2 or len(sheets[0]) < 2:
        return {}
    others = np.mean([sheet for k, sheet in enumerate(sheets) if k != number], axis=0)
    apart = sheets[number] - others
    theirs = np.delete(apart.sum(axis=2), mine, axis=1).mean(axis=1)
    found = dict(zip([*names, RIVALS], [*apart[:, mine].T, theirs], strict=True))
    sure = {
        name: round(float(rounds.mean()), 1)
        for name, rounds in found.items()
        if abs(rounds.mean()) >= max(LEAST, SURE * rounds.std(ddof=1) / math.sqrt(len(rounds)))
    }
    return dict(sorted(sure.items(), key=lambda one: -abs(one[1]))[:REASONS])


class Adviser:
    """Gives hints; keeps what it has compiled."""

    def __init__(self, threads: int | None = None) -> None:
        self.searcher = SearchBot(None, threads)
        self._forecasts: dict[str, tuple[Callable[..., Any], Workspace]] = {}
        self._prospects: dict[str, Prospects] = {}

    def prepare(self, game: Game) -> None:
        """Compile now rather than at the first hint."""
        self.searcher.prepare(game)
        if game.name not in self._forecasts:
            state = game.deal()
            self.forecast(game, game.hide(state, game.to_move(state)), game.legal_moves(state)[:1], 1, 0)
            self.prospects(game).prepare()

    def advise(
        self, game: Game, hidden: State, seconds: float = SECONDS, seed: int = 0, best: int = BEST, rounds: int = ROUNDS
    ) -> list[Advice]:
        """The best moves of the seat that must decide, from what it may know: the likeliest to win first."""
        ranked = self.searcher.rank(game, hidden, seconds, seed)
        total, seat = sum(entry.visits for entry in ranked) or 1, game.to_move(hidden)
        chosen = [entry for entry in ranked if entry.visits][:best]
        wins = dict(zip(chosen, self.chances(game, hidden, [entry.move for entry in chosen], seed), strict=True))
        chosen.sort(key=lambda entry: -wins[entry])
        sheets: list[Sheets] = []
        for entry in chosen:
            if self.searcher.stop.is_set():
                break
            each = [self.forecast(game, hidden, [entry.move], GAMES, seed + number) for number in range(rounds)]
            sheets.append(np.array(each))
        found = []
        for number, (entry, rounds_of) in enumerate(zip(chosen, sheets, strict=False)):
            sheet = rounds_of.mean(axis=0)
            mine, everybody = sheet[seat], [float(points) for points in sheet.sum(axis=1)]
            sources = {name: round(float(mine[k]), 1) for k, name in enumerate(game.sources) if mine[k] >= 0.05}
            why = reasons(list(game.sources), seat, sheets, number)
            found.append(
                Advice(entry.move, entry.visits / total, wins[entry], float(mine.sum()), sources, everybody, why)
            )
        return found

    def prospects(self, game: Game) -> Prospects:
        """What plays trials of this game here."""
        if game.name not in self._prospects:
            self._prospects[game.name] = Prospects(game)
        self._prospects[game.name].game = game
        return self._prospects[game.name]

    def chances(self, game: Game, hidden: State, moves: Sequence[int], seed: int) -> list[float]:
        """The chance to win after each of these moves, of the seat that must decide."""
        seat = game.to_move(hidden)
        values, progress = self.prospects(game).trials(hidden, seat, [[move] for move in moves], TRIALS, seed)
        return [*calibration_of(game).chances(values.mean(axis=1), progress)[:, seat].tolist()]

    def forecast(self, game: Game, hidden: State, line: Sequence[int], games: int, seed: int) -> Sheet:
        """Every seat's mean final points by source, if these moves are made now."""
        if game.name not in self._forecasts:
            self._forecasts[game.name] = compiled_for(game, FUNCTIONS), new_workspace(game)
        play_on, work = self._forecasts[game.name]
        players = int(hidden.players[0])
        sums = np.zeros((game.definition.most_seats, len(game.sources)))
        play_on(
            game.box.record, hidden, np.array(line, np.int16), games, checked_seed(seed), game.batch(STATES),
            new_picker(), np.zeros(len(game.moves), np.int16), SAMPLES, sums, MOST_DECISIONS, work,
        )  # fmt: skip
        return np.asarray(sums[:players] / games)
