"""Where fitted weights come from: games of search, and their final points explained by what was seen on the way.

`python -m sampan.lab.fit NAME 300 > judgement.toml` plays so many games with the judgement that lies in the game's
folder and prints the next one. Whether it is better is for the arena to say: fitted weights know how things go
together in the games they were fitted to, not what causes what.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from sampan.bots.evaluate import compiled_for
from sampan.bots.search import SearchBot
from sampan.bots.workspace import Judgement, Parameter, judgement_of
from sampan.engine.game import Game
from sampan.games import load

figures: Any = None
is_quiet: Any = None

Rows = np.ndarray[Any, Any]
PLAYERS = (2, 2, 2, 3, 4)
ITERATIONS = 60
LOOKS = 0.35  # of the positions that can be judged
SLIPS = 0.04  # of the decisions, made at random: otherwise good play is all there is to see


def figures_at(box, states, seat, row):
    """What a seat sees of a state; how much of the game is over."""
    return figures(box[0], states[0], seat, row)


def is_quiet_at(box, states):
    """Whether a state can be judged."""
    return is_quiet(box[0], states[0])


def gather(
    game: Game,
    games: int,
    iterations: int = ITERATIONS,
    seed: int = 0,
    report: Callable[[int], None] = lambda done: None,
) -> tuple[Rows, Rows, Rows]:
    """Figures of many positions, how much was over, and the final points of the seat that was looked at."""
    looking, settling = compiled_for(game, [figures_at]), compiled_for(game, [is_quiet_at])
    bot, dice, row = SearchBot(iterations), random.Random(seed), np.zeros(judgement_of(game).weights.shape[1])
    rows, gone, points = [], [], []
    for done in range(games):
        players = dice.choice(PLAYERS)
        state, seats, before = game.deal({"players": players}, dice.getrandbits(40)), [], (-1, -1)
        while not game.over(state):
            now = (int(state.turns[0]), game.to_move(state))
            if (now != before or settling(game.box.record, state)) and dice.random() < LOOKS:
                for seat in range(players):
                    gone.append(looking(game.box.record, state, seat, row))
                    rows.append(row.astype(np.float32))
                    seats.append(seat)
            before, legal = now, game.legal_moves(state)
            slip = len(legal) == 1 or dice.random() < SLIPS
            hidden = game.hide(state, now[1])
            move = dice.choice(legal) if slip else bot.choose(game, hidden, 1.0, dice.getrandbits(40))
            game.play(state, move)
        final = game.scores(state)
        points += [final[seat] for seat in seats]
        report(done + 1)
    return np.array(rows), np.array(gone), np.array(points, np.float64)


def fitted(rows: Rows, gone: Rows, points: Rows, prior: Rows, stiffness: float = 300.0) -> Rows:
    """Weights by ridge regression, drawn towards the prior where there is little to see."""
    moments, terms = prior.shape
    place = np.clip(gone * (moments - 1), 0, moments - 1 - 1e-6)
    first = place.astype(int)
    part = place - first
    left, right = np.zeros((moments * terms, moments * terms)), np.zeros(moments * terms)
    for moment in range(moments - 1):
        chosen = first == moment
        seen = rows[chosen].astype(np.float64)
        wide = np.concatenate([seen * (1 - part[chosen])[:, None], seen * part[chosen][:, None]], axis=1)
        span = slice(moment * terms, (moment + 2) * terms)
        left[span, span] += wide.T @ wide
        right[span] += wide.T @ points[chosen]
    scale = np.maximum(1e-3, np.tile((rows.astype(np.float64) ** 2).mean(axis=0), moments))
    pull = stiffness * scale + 1.0
    solved = np.linalg.solve(left + np.diag(pull), right + pull * prior.reshape(-1))
    return np.asarray(solved.reshape(moments, terms))


def text_of(judgement: Judgement, weights: Rows, figures: list[str], title: str) -> str:
    """The text of a judgement.toml with these weights, all else as it was."""
    levels = [
        f"{name} = {{ {', '.join(f'{key} = {number:g}' for key, number in how.items())} }}"
        for name, how in judgement.levels.items()
    ]
    lines = [
        f"# How bots evaluate {title}: `Figure` in evaluation.py says what the figures mean, `Parameter` in",
        "# sampan/bots/workspace.py what the parameters do. What was tried is in docs/lab-notebook.md.",
        "", "# how each level plays: at first sight with slips of so many points, perhaps looking but so",
        "# many moves ahead, or by search", "[levels]", *levels,
        "", "[parameters]", *(f"{name.name.lower()} = {judgement.parameters[name]:g}" for name in Parameter), "",
        "# points at the end for one of each: at the start, after a quarter, half, three quarters, at the end",
        "[weights]",
        *(f"{name} = [{', '.join(f'{w:.3f}' for w in weights[:, place])}]" for place, name in enumerate(figures)), "",
    ]  # fmt: skip
    return "\n".join(lines)


def main(name: str, games: int) -> None:
    """Play, fit and print."""
    game = load(name)
    judgement = judgement_of(game)
    rows, gone, points = gather(game, games, report=lambda done: print(f"\r{done}/{games}", end="", file=sys.stderr))
    weights = fitted(rows, gone, points, judgement.weights)
    print(file=sys.stderr)
    print(text_of(judgement, weights, game.definition.figure_names(), game.title), end="")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
