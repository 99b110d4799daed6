"""How many decisions a second go through each environment, driven by uniformly random legal moves.

Of many short runs the quickest counts. Where one thread does the work, time is what the processor spent on it.
"""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from sampan.engine.game import Game
from sampan.envs.batched import BatchedEnv

LANES = (512, 2048)  # of a batch
TABLES = (64, 1024)  # of the vector environment
WARM_UP = 5
APART = 300  # steps after which the games of a batch are no longer all at the same point
RUNS = 20  # short ones, of which the quickest counts: whatever else the machine does can only make them slower
STEPS = 5  # in such a run of a batch

Clock = Callable[[], float]


def rate(step: Callable[[], int], seconds: float, clock: Clock = time.process_time) -> int:
    """Decisions a second of processor time, in the quickest run; `step` makes some and says how many.

    The first calls, which may compile, are not counted.
    """
    for _ in range(WARM_UP):
        step()
    best, begun = 0.0, clock()
    while clock() - begun < seconds:
        made, start = 0, clock()
        while (took := clock() - start) < seconds / RUNS:
            made += step()
        best = max(best, made / took)
    return round(best)


def random_moves(dice: np.random.Generator, masks: Any) -> Any:
    """A legal move for each row, all as likely."""
    return (dice.random(masks.shape, np.float32) * masks).argmax(axis=1)


class Timed:
    """Something that is stepped with moves picked outside, whose time does not count; the quickest run does."""

    def __init__(self, row: dict[str, Any], size: int, step: Callable[[Any], Any], masks: Any, clock: Clock) -> None:
        self.row, self.size, self.step, self.masks, self.clock = row, size, step, masks, clock
        self.dice, self.best, self.inside = np.random.default_rng(0), float("inf"), 0.0

    def run(self, steps: int) -> None:
        """Some steps, one run."""
        took = 0.0
        for _ in range(steps):
            moves = random_moves(self.dice, self.masks())
            start = self.clock()
            self.step(moves)
            took += self.clock() - start
        self.best, self.inside = min(self.best, took / steps), self.inside + took

    def result(self) -> dict[str, Any]:
        """Its row of the table."""
        return {**self.row, "decisions_per_s": round(self.size / self.best)}


def in_turns(rows: list[Timed], seconds: float) -> list[dict[str, Any]]:
    """Rows that are compared with each other take turns, so that all of them meet the same machine."""
    for row in rows:
        row.run(APART)
        row.best, row.inside = float("inf"), 0.0
    while min(row.inside for row in rows) < seconds:
        for row in rows:
            row.run(STEPS)
    return [row.result() for row in rows]


def batched(game: Game, seconds: float, cores: int) -> list[dict[str, Any]]:
    """The batched environment on one thread, and on all by the clock on the wall."""
    rows = []
    for lanes in LANES:
        compared = []
        for threads in sorted({1, cores}):
            env = BatchedEnv(game, lanes, {"players": 2}, threads=threads)
            row = {"environment": "batched", "lanes": lanes, "threads": threads}
            clock = time.process_time if threads == 1 else time.perf_counter
            compared.append(Timed(row, lanes, env.step, partial(getattr, env, "masks"), clock))
        rows += in_turns(compared, seconds)
    return rows


def vector(game: Game, seconds: float) -> list[dict[str, Any]]:
    """Gymnasium's vector environment on one thread, against random bots; only our seat's decisions count."""
    from sampan.envs.vector import TableVectorEnv

    rows = []
    for tables in TABLES:
        env = TableVectorEnv(game, tables, threads=1)
        env.reset(seed=0)
        row = {"environment": "gymnasium vector", "tables": tables}
        rows.append(Timed(row, tables, env.step, env.action_masks, time.process_time))
    return in_turns(rows, seconds)


def zoo_step(env: Any, dice: np.random.Generator) -> Callable[[], int]:
    """A hundred decisions of a PettingZoo environment, ours or another."""
    env.reset(seed=0)

    def step() -> int:
        for _ in range(100):
            observation, _, over, cut, info = env.last()
            if over or cut:
                env.reset()
                continue
            mask = observation["action_mask"] if isinstance(observation, dict) else info["action_mask"]
            moves = mask.nonzero()[0]
            env.step(int(moves[int(dice.random() * len(moves))]))
        return 100

    return step


def parallel_step(env: Any, dice: np.random.Generator) -> Callable[[], int]:
    """A hundred decisions of our parallel environment."""
    known = {"step": env.reset(seed=0)}

    def step() -> int:
        for _ in range(100):
            seen, *_, infos = known["step"] if env.agents else env.reset()
            active = infos[env.possible_agents[0]]["active_agent"]
            moves = seen[active]["action_mask"].nonzero()[0]
            known["step"] = env.step({active: int(moves[int(dice.random() * len(moves))])})
        return 100

    return step


def table_step(env: Any, dice: np.random.Generator) -> Callable[[], int]:
    """A hundred decisions of our seat in the Gymnasium environment."""
    known = {"info": env.reset(seed=0)[1]}

    def step() -> int:
        for _ in range(100):
            moves = known["info"]["action_mask"].nonzero()[0]
            _, _, over, _, known["info"] = env.step(int(moves[int(dice.random() * len(moves))]))
            if over:
                known["info"] = env.reset()[1]
        return 100

    return step


def spiel_step(game: Any, dice: np.random.Generator) -> Callable[[], int]:
    """A whole random game through OpenSpiel's Python interface; chance does not count as a decision."""

    def step() -> int:
        state, made = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(dice.random() * len(outcomes))][0])
                continue
            moves = state.legal_actions()
            state.apply_action(moves[int(dice.random() * len(moves))])
            made += 1
        return made

    return step


def adapters(game: Game, seconds: float, cores: int, progress: Callable[[str], None]) -> list[dict[str, Any]]:
    """Every environment that can be used here."""
    dice = np.random.default_rng(0)
    progress(f"{game.name}: batched environment")
    rows = batched(game, seconds, cores)
    if importlib.util.find_spec("pettingzoo"):
        from sampan.envs.pettingzoo import env, parallel_env

        progress(f"{game.name}: PettingZoo")
        rows.append({"environment": "pettingzoo", "decisions_per_s": rate(zoo_step(env(game), dice), seconds)})
        at_once = rate(parallel_step(parallel_env(game), dice), seconds)
        rows.append({"environment": "pettingzoo parallel", "decisions_per_s": at_once})
    if importlib.util.find_spec("gymnasium"):
        from sampan.envs.gymnasium import TableEnv

        progress(f"{game.name}: Gymnasium")
        table = TableEnv(game, bots=["random"])
        rows.append({"environment": "gymnasium", "decisions_per_s": rate(table_step(table, dice), seconds)})
        rows += vector(game, seconds)
    if importlib.util.find_spec("pyspiel"):
        import pyspiel

        import sampan.envs.openspiel  # noqa: F401

        progress(f"{game.name}: OpenSpiel")
        ours = pyspiel.load_game(f"sampan_{game.name}")
        rows.append({"environment": "openspiel", "decisions_per_s": rate(spiel_step(ours, dice), seconds)})
    return rows
