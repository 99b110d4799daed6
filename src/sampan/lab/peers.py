"""The same figure for other people's games, in the same run on the same machine: random play, one thread.

Games differ in what a decision costs, so a ratio says how fast something simulates, not how well it is written. Each
peer is measured the way its users drive it; those that are not installed are named as such.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

import numpy as np

from .adapters import rate, spiel_step, zoo_step

ROLLOUTS = 200


def catan(seconds: float) -> int:
    """Catanatron's Catan, four random players."""
    from catanatron import Color, RandomPlayer
    from catanatron import Game as Catan

    def step() -> int:
        table = Catan([RandomPlayer(colour) for colour in Color])
        table.play()
        return len(getattr(table.state, "action_records", None) or table.state.actions)

    return rate(step, seconds)


def spiel_python(name: str) -> Callable[[float], int]:
    """An OpenSpiel game driven from Python."""

    def measure(seconds: float) -> int:
        import open_spiel.python.games  # noqa: F401
        import pyspiel

        return rate(spiel_step(pyspiel.load_game(name), np.random.default_rng(0)), seconds)

    return measure


def spiel_native(name: str) -> Callable[[float], int]:
    """Random rollouts inside OpenSpiel's own C++."""

    def measure(seconds: float) -> int:
        import pyspiel

        game = pyspiel.load_game(name)
        return spiel_rollouts(game, spiel_step(game, np.random.default_rng(0)), seconds)

    return measure


def spiel_rollouts(game: Any, play: Callable[[], int], seconds: float) -> int:
    """What `play` counts, a second, of rollouts taken to be as long on average as games played from Python."""
    import pyspiel

    dice, state = np.random.default_rng(0), game.new_initial_state()
    length = sum(play() for _ in range(200)) / 200
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        state.apply_action(outcomes[int(dice.random() * len(outcomes))][0])
    rollouts = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
    bot = pyspiel.MCTSBot(game, rollouts, 1.0, 1, 100, False, 1, False)  # one visit, all of it rollouts

    def many() -> int:
        bot.step(state)
        return round(ROLLOUTS * length)

    return rate(many, seconds)


def zoo(name: str) -> Callable[[float], int]:
    """One of PettingZoo's classic games."""

    def measure(seconds: float) -> int:
        module = __import__(f"pettingzoo.classic.{name}", fromlist=["env"])
        return rate(zoo_step(module.env(), np.random.default_rng(0)), seconds)

    return measure


def pgx_game(name: str) -> Callable[[float], int]:
    """A Pgx game."""
    return lambda seconds: pgx_steps(name, seconds)


def pgx_steps(name: str, seconds: float, turns: bool = False) -> int:
    """Steps a second of a batch of 1024 games, by JAX on whatever device it finds; or only those that end a turn."""
    import jax
    import pgx

    env, size = pgx.make(name), 1024
    start, step = jax.vmap(env.init), jax.vmap(env.step)

    @jax.jit  # type: ignore[untyped-decorator]
    def turn(state: Any, key: Any) -> Any:
        scores = jax.random.uniform(key, state.legal_action_mask.shape) * state.legal_action_mask
        after = step(state, scores.argmax(axis=1), jax.random.split(key, size))
        ended = (after.current_player != state.current_player) | after.terminated
        fresh = start(jax.random.split(key, size))

        def pick(old: Any, new: Any) -> Any:
            return jax.numpy.where(after.terminated.reshape((size,) + (1,) * (old.ndim - 1)), new, old)

        return jax.tree_util.tree_map(pick, after, fresh), ended.sum() if turns else size

    now = [jax.jit(start)(jax.random.split(jax.random.PRNGKey(0), size)), 0]

    def some() -> int:
        counted = []
        for _ in range(10):
            now[1] += 1
            now[0], made = turn(now[0], jax.random.PRNGKey(now[1]))
            counted.append(made)
        return int(sum(counted))

    return rate(some, seconds, time.perf_counter)  # it uses all cores


PEERS: tuple[tuple[str, str, str, Callable[[float], int]], ...] = (
    ("catanatron", "Catan, 4 players", "Python", catan),
    ("open_spiel", "gin rummy", "C++ rollouts", spiel_native("gin_rummy")),
    ("open_spiel", "backgammon", "C++ rollouts", spiel_native("backgammon")),
    ("open_spiel", "gin rummy", "C++ driven from Python", spiel_python("gin_rummy")),
    ("open_spiel", "block dominoes", "Python", spiel_python("python_block_dominoes")),
    ("pettingzoo", "gin rummy", "Python", zoo("gin_rummy_v4")),
    ("pettingzoo", "texas hold'em", "Python", zoo("texas_holdem_v4")),
    ("pettingzoo", "connect four", "Python", zoo("connect_four_v3")),
    ("pgx", "backgammon", "JAX, 1024 games", pgx_game("backgammon")),
    ("pgx", "2048", "JAX, 1024 games", pgx_game("2048")),
)


def peers(seconds: float, progress: Callable[[str], None]) -> list[dict[str, Any]]:
    """What could be measured; what could not, and why."""
    rows: list[dict[str, Any]] = []
    for package, game, how, measure in PEERS:
        progress(f"{package}: {game}")
        row: dict[str, Any] = {"peer": package, "game": game, "how": how}
        try:
            row["version"] = version(package)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                row["decisions_per_s"] = measure(seconds)
        except Exception as error:  # another project's code: whatever it raises is a line of the table
            row["missing"] = f"{type(error).__name__}: {str(error).splitlines()[0][:120] if str(error) else ''}"
        rows.append(row)
    return rows
