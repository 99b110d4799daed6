"""A plain thinker: imagine the hidden cards, try each move, play the rest at random, keep what ends best.

It knows no game. Its playouts run in compiled code without holding the interpreter.
"""

from __future__ import annotations

import math
import time
from typing import Any

import numpy as np

from sampan.engine.chance import draw, stirred
from sampan.engine.game import MOST_DECISIONS, Game, State, checked_seed
from sampan.engine.rule import bind

legal: Any = None
play: Any = None
redeal: Any = None
standing: Any = None

ROUND = 64  # playouts between two looks at the clock
CURIOSITY = 0.35
MARGIN = 40.0  # a lead of this many points counts about as much as the win itself


def try_moves(box, hidden, moves, tries, worth, scratch, chooser, out, points, share, playouts, seed, most):
    """Spend playouts on the moves that look best or have been tried least; worth[k] adds up what move k came to."""
    chooser[0].rng = stirred(seed)
    seat = hidden[0].seat
    players = hidden[0].players
    s = scratch[0]
    total = tries[: len(moves)].sum()
    for _ in range(playouts):
        best, chosen = -1e9, 0
        for k in range(len(moves)):
            bound = (
                1e9 if tries[k] == 0 else worth[k] / tries[k] + CURIOSITY * math.sqrt(math.log(total + 1) / tries[k])
            )
            if bound > best:
                best, chosen = bound, k
        scratch[0] = hidden[0]
        s.rng = stirred(np.uint64(draw(chooser[0], 1 << 30)) << np.uint64(30) | np.uint64(draw(chooser[0], 1 << 30)))
        redeal(box[0], s, seat)
        play(box[0], s, moves[chosen])
        made = 0
        while s.seat >= 0 and made < most:
            number = legal(box[0], s, out)
            play(box[0], s, out[draw(chooser[0], number)])
            made += 1
        standing(box[0], s, points, share)
        rival = 0
        for other in range(players):
            if other != seat:
                rival = max(rival, points[other])
        worth[chosen] += 0.5 * share[seat] + 0.5 / (1.0 + math.exp(-(points[seat] - rival) / MARGIN * 4.0))
        tries[chosen] += 1
        total += 1


class RolloutBot:
    """Flat Monte Carlo: stronger than random by far, blind beyond the current move."""

    name = "rollout"

    def __init__(self) -> None:
        self._loops: dict[str, Any] = {}

    def choose(self, game: Game, hidden: State, seconds: float, seed: int) -> int:
        """The move with the best average outcome within the time."""
        moves = np.array(game.legal_moves(hidden), np.int64)
        if len(moves) == 1:
            return int(moves[0])
        if game.name not in self._loops:
            rules = dict(vars(game.definition.rules))
            self._loops[game.name] = bind(try_moves, game.name, game.definition.folder, rules)
        tries, worth = np.zeros(len(moves), np.int64), np.zeros(len(moves))
        points, share = np.zeros(game.definition.most_seats, np.int64), np.zeros(game.definition.most_seats)
        out, scratch, chooser = np.zeros(len(game.moves), np.int16), game.batch(1), game.batch(1)
        deadline, turn = time.monotonic() + seconds, 0
        while turn == 0 or time.monotonic() < deadline:
            given = checked_seed((seed * 1_000_003 + turn) % 2**64)
            self._loops[game.name](
                game.box.record, hidden, moves, tries, worth, scratch, chooser, out, points, share, ROUND, given,
                MOST_DECISIONS,
            )  # fmt: skip
            turn += 1
        return int(moves[int(np.argmax(tries))])
