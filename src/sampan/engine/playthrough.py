"""A whole game as text, to be kept and compared byte for byte: a change is either a bug or a new rules version."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Mapping

from .check import varied_move
from .game import Game

VIEW_EVERY = 50
LEAF_DEPTH = 4


def playthrough(game: Game, options: Mapping[str, int | str], seed: int) -> str:
    """One varied game: every state's hash, every legal move, the move made, now and then what everybody sees."""
    dice, made = random.Random(f"golden {sorted(options.items())}"), Counter[str]()
    state = game.deal(options, seed)
    lines = [
        f"game {game.name}, rules {game.version}, box {game.box.hash}, options {json.dumps(dict(options))}, seed {seed}"
    ]
    lines += [f"leaves at depth {depth}: {game.count_leaves(state, depth)}" for depth in range(1, LEAF_DEPTH + 1)]
    ply = 0
    while True:
        if ply % VIEW_EVERY == 0 or game.over(state):
            for seat in (game.to_move(state), -1):
                lines.append(f"view {seat}: {json.dumps(game.view(state, seat), sort_keys=True)}")
        if game.over(state):
            break
        legal = " ".join(game.move_text(move) for move in game.legal_moves(state))
        move = varied_move(game, state, dice, made)
        lines.append(f"{ply} {game.state_hash(state)} seat {game.to_move(state)}: {legal} => {game.move_text(move)}")
        game.play(state, move)
        ply += 1
    lines.append(f"end {game.state_hash(state)} scores {game.scores(state)} winners {game.winners(state)}")
    lines += [json.dumps(row) for row in game.score_sheet(state)]
    return "\n".join(lines) + "\n"
