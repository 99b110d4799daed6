"""Self-play on every core: what a round plays is cut into jobs, so that it is the same whatever the number of workers.

Everybody plays the best of some turns that are drawn by the policy net and evaluated by the value net.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from sampan.bots.workspace import Net, Workspace, new_workspace
from sampan.engine.game import Game

from .examples import Examples, joined

PLAYERS = (2, 2, 2, 3, 4)  # at the tables of self-play, in turn
JOBS = 80  # of a round, at most
HELD_OUT = 16  # one job of so many is for validation, so that all numbers of players are among them


@dataclass(frozen=True)
class Job:
    """Some games of a round."""

    players: int
    games: int
    seed: int


@dataclass(frozen=True)
class Player:
    """How everybody plays: with these nets, the best of so many turns that are drawn."""

    value_net: Net | None  # without one, the weights of judgement.toml evaluate
    policy_net: Net | None  # without one, all moves are drawn alike
    samples: int
    epsilon: int  # turns of a thousand that are played as the first one drawn

    def workspace(self, game: Game) -> Workspace:
        """A workspace with these nets and no others."""
        work = new_workspace(game, self.value_net, self.policy_net)
        work.has_value_net, work.has_policy_net = int(self.value_net is not None), int(self.policy_net is not None)
        return work


class Targets(Protocol):
    """A source of examples."""

    def play(self, job: Job, player: Player) -> Examples:
        """Play a job's games; compiled, and without holding the interpreter."""
        ...


def jobs_of(games: int, seed: tuple[int, ...]) -> list[Job]:
    """A round's games, shared out evenly."""
    number = min(games, JOBS)
    words = np.random.SeedSequence(seed).generate_state(number, np.uint64)
    return [
        Job(PLAYERS[k % len(PLAYERS)], games * (k + 1) // number - games * k // number, int(words[k]))
        for k in range(number)
    ]


def play_round(
    targets: Targets, player: Player, jobs: list[Job], workers: int, progress: Callable[[int], None]
) -> tuple[Examples, Examples]:
    """Examples to learn from, and those of other games to validate with."""
    parts: list[Examples] = []
    pool = ThreadPoolExecutor(workers)
    try:
        for examples in pool.map(lambda job: targets.play(job, player), jobs):
            parts.append(examples)
            progress(sum(job.games for job in jobs[: len(parts)]))
    finally:
        pool.shutdown(cancel_futures=True)
    held_out = set(range(HELD_OUT - 1, len(parts), HELD_OUT)) or {len(parts) - 1}
    return (
        joined([part for k, part in enumerate(parts) if k not in held_out]),
        joined([parts[k] for k in sorted(held_out)]),
    )


def scratch(game: Game) -> Any:
    """Room for the legal moves of a position."""
    return np.zeros(len(game.moves), np.int16)
