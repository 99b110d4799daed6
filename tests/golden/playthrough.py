"""Golden playthroughs: whole games as text, compared byte for byte.

A change in one of these files is either a bug or a new rules version. Once it is clear which, `make golden` writes them
anew.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path

from sampan.engine.check import varied_move
from sampan.engine.game import Game
from sampan.games import load

FOLDER = Path(__file__).parent
VIEW_EVERY = 50
LEAF_DEPTH = 4
# Seeds whose games are rich in kinds of moves.
GAMES = {
    "river": [
        ({"players": 2, "patrons": "off"}, 2175),
        ({"players": 2, "patrons": "draft"}, 2070),
        ({"players": 2, "patrons": "clan"}, 2220),
        ({"players": 3, "patrons": "off"}, 2090),
        ({"players": 3, "patrons": "draft"}, 2100),
        ({"players": 3, "patrons": "clan"}, 2225),
        ({"players": 4, "patrons": "off"}, 2189),
        ({"players": 4, "patrons": "draft"}, 2319),
        ({"players": 4, "patrons": "clan"}, 2312),
    ],
    "feya": [
        ({"players": 2, "board1": "normal"}, 3001),
        ({"players": 2, "board1": "advanced", "clan1": "salamander"}, 3005),
        ({"players": 3, "board1": "normal"}, 3003),
        ({"players": 3, "board2": "advanced", "clan2": "frog", "boat_at_island": "on"}, 3004),
        ({"players": 4, "board1": "normal"}, 3005),
        ({"players": 4, "board1": "advanced", "board2": "advanced", "board3": "advanced", "board4": "advanced"}, 3006),
    ],
}


def file_of(name: str, options: dict[str, int | str]) -> Path:
    return FOLDER / name / ("-".join(str(value) for value in options.values()) + ".txt")


def playthrough(game: Game, options: dict[str, int | str], seed: int) -> str:
    """One varied game: every state's hash, every legal move, the move made, now and then what everybody sees."""
    dice, made = random.Random(f"golden {sorted(options.items())}"), Counter()
    state = game.deal(options, seed)
    lines = [f"game {game.name}, rules {game.version}, box {game.box.hash}, options {json.dumps(options)}, seed {seed}"]
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


def write_all() -> None:
    for name, games in GAMES.items():
        for options, seed in games:
            path = file_of(name, options)
            path.parent.mkdir(exist_ok=True)
            path.write_text(playthrough(load(name), options, seed), encoding="utf-8")
            print(path.relative_to(FOLDER))


if __name__ == "__main__":
    write_all()
