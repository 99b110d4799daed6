"""Games for the screens' test: `python web/e2e/screens/positions.py` writes anew what bots have played to its end.

They lie with their games (`src/games/NAME/e2e/games.json`), one for each number of players. A change of rules asks for
others. In its second half the position is looked for in which most is to be seen, so that hands, lists and boards are
full. The same game comes out every time.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from sampan.bots.greedy import GreedyBot
from sampan.engine.game import Game
from sampan.engine.record import Record
from sampan.games import load

BOARDS = Path(__file__).parents[2] / "src" / "games"
SEED = 12
LATE = 0.5  # of a game, from where on its fullest position is looked for
CHOICES = 4  # that make it a decision


def played(game: Game, options: Mapping[str, int | str], seed: int) -> dict[str, object]:
    """A whole game, a first decision in it, and the fullest one."""
    bot, state = GreedyBot(), game.deal(options, seed)
    record, sizes = Record.start(game, options, seed), []
    while not game.over(state):
        seat = game.to_move(state)
        choice = len(game.legal_moves(state)) >= CHOICES
        sizes.append((len(json.dumps(game.view(state, seat))) if choice else 0, seat))
        move = bot.choose(game, game.hide(state, seat), 0, len(sizes))
        game.play(state, move)
        record.add(game, move, state)
    early = next(at for at, (size, _) in enumerate(sizes) if size)
    late = max(range(int(len(sizes) * LATE), len(sizes)), key=lambda at: sizes[at][0])
    return {
        "record": json.loads(record.to_json()),
        "seed": seed,
        "movers": [seat for _, seat in sizes],
        "early": {"at": early, "seat": sizes[early][1]},
        "late": {"at": late, "seat": sizes[late][1]},
    }


def write_all() -> None:
    """A game for each number of players of each game that has a board here."""
    for path in sorted(BOARDS.glob("*/index.ts")):
        game = load(path.parent.name)
        (numbers,) = (option.values for option in game.options if option.name == "players")
        games = [f'"{players}": {json.dumps(played(game, {"players": players}, SEED))}' for players in numbers]
        there = path.parent / "e2e" / "games.json"
        there.write_text("{\n" + ",\n".join(games) + "\n}\n", encoding="utf-8")
        print(there)


if __name__ == "__main__":
    write_all()
