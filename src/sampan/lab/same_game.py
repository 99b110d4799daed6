"""The same game here and elsewhere, in one run on one thread: random play, counted in turns.

How finely a turn is cut into decisions differs from one library to the next, so decisions a second would flatter the
finer one. A turn is what follows one chance event (a roll), and all of them count, also those that cannot be played.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

import numpy as np

from sampan.engine.batch import play_out
from sampan.engine.game import Game

from .adapters import rate
from .peers import pgx_steps, spiel_rollouts

GAMES = 2000


def own_turns(game: Game, seconds: float) -> int:
    """Turns a second of random play here."""
    played = [0]

    def some() -> int:
        played[0] += GAMES
        return int(play_out(game, GAMES, seed=played[0], threads=1).states.turns.sum())

    return rate(some, seconds)


def spiel_turns(name: str, seconds: float) -> int:
    """Turns a second of OpenSpiel's own C++ rollouts: chance nodes a game, counted in games played from Python."""
    import pyspiel

    game, dice = pyspiel.load_game(name), np.random.default_rng(0)

    def chance_nodes() -> int:
        state, met = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                met += 1
                moves = [outcome for outcome, _ in state.chance_outcomes()]
            else:
                moves = state.legal_actions()
            state.apply_action(moves[int(dice.random() * len(moves))])
        return met

    return spiel_rollouts(game, chance_nodes, seconds)


def pgx_turns(name: str, seconds: float) -> int:
    """Turns a second of Pgx on whatever device JAX finds: steps after which another player is to move."""
    return pgx_steps(name, seconds, turns=True)


PEERS: dict[str, tuple[str, Callable[[str, float], int]]] = {
    "open_spiel": ("C++ rollouts", spiel_turns),
    "pgx": ("JAX, 1024 games", pgx_turns),
}


def same_game(game: Game, seconds: float, progress: Callable[[str], None]) -> list[dict[str, Any]]:
    """This game and every library that has it, too; none where the game names no peers."""
    if not game.definition.peers:
        return []
    progress(f"{game.name}: turns of random play")
    own = own_turns(game, seconds)
    rows: list[dict[str, Any]] = [{"game": game.name, "peer": "sampan", "how": "one thread", "turns_per_s": own}]
    for package, name in game.definition.peers.items():
        how, measure = PEERS[package]
        progress(f"{package}: {name}, in turns")
        row: dict[str, Any] = {"game": game.name, "peer": package, "how": how}
        try:
            row["version"] = version(package)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                row["turns_per_s"] = measure(name, seconds)
                row["sampan_is_times_as_fast"] = round(own / row["turns_per_s"], 1)
        except Exception as error:  # another project's code: whatever it raises is a line of the table
            row["missing"] = f"{type(error).__name__}: {str(error).splitlines()[0][:120] if str(error) else ''}"
        rows.append(row)
    return rows
