"""How many decisions a second go through each environment, driven by uniformly random legal moves."""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from sampan.engine.game import Game
from sampan.envs.batched import BatchedEnv

LANES = 2048
WARM_UP = 5


def rate(step: Callable[[], int], seconds: float) -> int:
    """Decisions a second; `step` makes some and says how many. The first calls, which may compile, are not counted."""
    for _ in range(WARM_UP):
        step()
    made, start = 0, time.perf_counter()
    while (took := time.perf_counter() - start) < seconds:
        made += step()
    return round(made / took)


def random_moves(dice: np.random.Generator, masks: Any) -> Any:
    """A legal move for each row, all as likely."""
    return (dice.random(masks.shape, np.float32) * masks).argmax(axis=1)


def batched(game: Game, seconds: float, threads: int) -> dict[str, Any]:
    """The batched environment alone, its time apart from that of whoever picks the moves."""
    env, dice = BatchedEnv(game, LANES, {"players": 2}, threads=threads), np.random.default_rng(0)
    env.step(random_moves(dice, env.masks))
    steps, inside = 0, 0.0
    while inside < seconds:
        moves = random_moves(dice, env.masks)
        start = time.perf_counter()
        env.step(moves)
        inside += time.perf_counter() - start
        steps += LANES
    return {"environment": "batched", "threads": threads, "decisions_per_s": round(steps / inside)}


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
    dice, rows = np.random.default_rng(0), []
    for threads in sorted({1, cores}):
        progress(f"{game.name}: batched environment, {threads} threads")
        rows.append(batched(game, seconds, threads))
    if importlib.util.find_spec("pettingzoo"):
        from sampan.envs.pettingzoo import env

        progress(f"{game.name}: PettingZoo")
        rows.append({"environment": "pettingzoo", "decisions_per_s": rate(zoo_step(env(game), dice), seconds)})
    if importlib.util.find_spec("gymnasium"):
        from sampan.envs.gymnasium import TableEnv

        progress(f"{game.name}: Gymnasium")
        table = TableEnv(game, bots=["random"])
        rows.append({"environment": "gymnasium", "decisions_per_s": rate(table_step(table, dice), seconds)})
    if importlib.util.find_spec("pyspiel"):
        import pyspiel

        import sampan.envs.openspiel  # noqa: F401

        progress(f"{game.name}: OpenSpiel")
        ours = pyspiel.load_game(f"sampan_{game.name}")
        rows.append({"environment": "openspiel", "decisions_per_s": rate(spiel_step(ours, dice), seconds)})
    return rows
