"""A hint: the search's best moves, and the points each may come to at the end, by where they come from.

The moves and the prospect of winning are the search's. The points are the mean of quick games played on to their end
from each of these moves, every player taking the best of a few random turns: a forecast, not a promise.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from sampan.engine.game import MOST_DECISIONS, Game, State
from sampan.engine.pick import new_picker, stirred
from sampan.engine.seeds import checked_seed

from .evaluate import compiled_for
from .rollout import ROLLOUT, STATES
from .search import SearchBot
from .workspace import new_workspace

play: Any = None
determinize: Any = None
play_best: Any = None

SECONDS = 1.0
BEST = 3
GAMES = 60  # played on for each of the best moves
SAMPLES = 6


def play_to_end(box, hidden, move, games, seed, states, picker, out, samples, sums, most, work):
    """Add up every seat's final points by source over so many games that begin with this move."""
    picker[0] = stirred(seed)
    viewer = hidden[0].seat
    s = states[0]
    for _ in range(games):
        states[0] = hidden[0]
        determinize(box[0], s, viewer, picker)
        play(box[0], s, move)
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
    win: float  # the prospect of winning
    points: float  # that may be expected at the end
    sources: dict[str, float]  # the same, by where they come from
    rivals: list[float]  # what every seat may expect, the own one included


class Adviser:
    """Gives hints; keeps what it has compiled."""

    def __init__(self, threads: int | None = None) -> None:
        self.searcher = SearchBot(None, threads)
        self._forecasts: dict[str, Callable[..., Any]] = {}

    def prepare(self, game: Game) -> None:
        """Compile now rather than at the first hint."""
        self.searcher.prepare(game)
        if game.name not in self._forecasts:
            state = game.deal()
            self.forecast(game, game.hide(state, game.to_move(state)), game.legal_moves(state)[0], 1, 0)

    def advise(
        self, game: Game, hidden: State, seconds: float = SECONDS, seed: int = 0, best: int = BEST, games: int = GAMES
    ) -> list[Advice]:
        """The best moves of the seat that must decide, from what it may know."""
        ranked = self.searcher.rank(game, hidden, seconds, seed)
        total = sum(entry.visits for entry in ranked) or 1
        found = []
        for entry in [entry for entry in ranked if entry.visits][:best]:
            if self.searcher.stop.is_set():
                break
            sheet = self.forecast(game, hidden, entry.move, games, seed)
            mine, everybody = sheet[game.to_move(hidden)], [float(points) for points in sheet.sum(axis=1)]
            sources = {name: round(float(mine[k]), 1) for k, name in enumerate(game.sources) if mine[k] >= 0.05}
            share = entry.visits / total
            found.append(Advice(entry.move, share, entry.value, float(mine.sum()), sources, everybody))
        return found

    def forecast(self, game: Game, hidden: State, move: int, games: int, seed: int) -> np.ndarray[Any, Any]:
        """Every seat's mean final points by source, if this move is made now."""
        if game.name not in self._forecasts:
            self._forecasts[game.name] = compiled_for(game, FUNCTIONS)
        players = int(hidden.players[0])
        sums = np.zeros((game.definition.most_seats, len(game.sources)))
        self._forecasts[game.name](
            game.box.record, hidden, move, games, checked_seed(seed), game.batch(STATES), new_picker(),
            np.zeros(len(game.moves), np.int16), SAMPLES, sums, MOST_DECISIONS, new_workspace(game),
        )  # fmt: skip
        return np.asarray(sums[:players] / games)
