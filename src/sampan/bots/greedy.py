"""A quick opponent: searches its own stretch to the end and takes what is worth most, with no thought of replies.

Weak levels are made of it: they slip now and then, or look less far.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sampan.engine.chance import WORD, word
from sampan.engine.game import Game, State

from .evaluate import EVALUATE, compiled_for
from .workspace import Workspace, new_workspace

legal: Any = None
play: Any = None
is_quiet: Any = None
evaluate_seat: Any = None
ASIDE_FIRST: Any = 0
ASIDE_LAST: Any = 0

DEPTH = 6
SPREAD, SHIFT = word(0x9E3779B97F4A7C15), word(29)  # an odd multiplier far from any pattern, and a step down
SEEN = word(4096)  # positions of a stretch whose best end is remembered; one drives out another of the same place
Numbers = np.ndarray[Any, Any]


def key_of(words, level, asides):
    """A position on the way, as a number: where it was reached by other moves, it need not be searched again."""
    key = word(level * 256 + asides + 1)
    for part in words:
        key = ((key ^ word(part)) * SPREAD) & WORD
        key = key ^ (key >> SHIFT)
    return key


def rate_moves(box, stack, words, outs, levels, most_asides, seen, ends, ratings, work):
    """Rate every move of stack[0] by the best end of the own stretch it can lead to; return how many there are.

    A walk without recursion: level k has its state in stack[k], its moves in outs[k], in levels[k] how many there are,
    how many it has tried, how many asides lead to it; in ratings[k] the best end found from there. ratings[0] holds
    those of the root's moves.
    """
    mover, turn, depth = stack[0].seat, stack[0].turns, len(outs)
    keys = np.zeros(depth + 1, np.uint64)
    levels[0, :] = 0
    levels[0, 0] = legal(box[0], stack[0], outs[0])
    level, found, value = 0, 0, 0.0
    while True:
        if found == 1:
            if level == 0:
                ratings[0, levels[0, 1] - 1] = value
            else:
                ratings[level, 0] = max(ratings[level, 0], value)
            found = 0
        if levels[level, 1] == levels[level, 0]:
            if level == 0:
                return levels[0, 0]
            found, value = 1, ratings[level, 0]
            seen[keys[level] % SEEN] = keys[level]
            ends[keys[level] % SEEN] = value
            level -= 1
            continue
        move = outs[level, levels[level, 1]]
        levels[level, 1] += 1
        aside = 1 if ASIDE_FIRST <= move < ASIDE_LAST else 0
        if level > 0 and aside == 1 and levels[level, 2] >= most_asides:
            continue
        stack[level + 1] = stack[level]
        play(box[0], stack[level + 1], move)
        s = stack[level + 1]
        if s.seat >= 0 and s.draws != stack[level].draws and is_quiet(box[0], stack[level]):
            stack[level + 1] = stack[level]  # quiet: evaluated before chance falls
        if level + 1 == depth or s.seat != mover or s.turns != turn or is_quiet(box[0], s):
            found, value = 1, evaluate_seat(box[0], s, mover, work[0])
            continue
        asides = levels[level, 2] + aside
        key = key_of(words[level + 1], level + 1, asides)
        if seen[key % SEEN] == key:
            found, value = 1, ends[key % SEEN]
            continue
        level += 1
        levels[level, 0], levels[level, 1] = legal(box[0], stack[level], outs[level]), 0
        levels[level, 2], keys[level], ratings[level, 0] = asides, key, -1e9


class GreedyBot:
    """Exhaustive search of the own stretch by the linear evaluation; the second yardstick."""

    name = "greedy"

    def __init__(self, slips: float = 0.0, sight: int = DEPTH) -> None:
        self.slips = slips  # in points: how much worse a move may be rated and still be made now and then
        self.sight = sight  # moves of the own stretch that it looks ahead
        self._workspaces: dict[str, Workspace] = {}
        self._compiled: dict[str, Callable[..., Any]] = {}

    def choose(self, game: Game, hidden: State, seconds: float, seed: int) -> int:
        """The move after which one's own stretch can end best."""
        moves = game.legal_moves(hidden)
        if len(moves) == 1:
            return moves[0]
        ratings = self.ratings(game, hidden, seed)
        return moves[int(np.argmax(self._with_slips(game, np.array(moves), ratings, seed)))]

    def _with_slips(self, game: Game, moves: Numbers, ratings: Numbers, seed: int) -> Numbers:
        """The ratings, with slips where the bot makes some.

        A slip is a decision that could be better, never a pointless exchange: an aside is made only where nothing else
        promises as much.
        """
        first, last = game.definition.asides
        aside = (first <= moves) & (moves < last)
        if max(ratings[aside], default=-np.inf) > max(ratings[~aside], default=-np.inf):
            return ratings
        slips = self.slips * np.random.default_rng(seed).gumbel(size=len(ratings))
        return np.where(aside, -np.inf, ratings + slips)

    def ratings(self, game: Game, hidden: State, seed: int) -> Numbers:
        """What each legal move can lead to, in points ahead of the best rival."""
        if game.name not in self._compiled:
            self._workspaces[game.name] = new_workspace(game)
            self._workspaces[game.name].has_value_net = 0  # its reasons can be read: points, and nothing else
            self._compiled[game.name] = compiled_for(game, [*EVALUATE, key_of, rate_moves])
        stack = game.batch(self.sight + 1)
        stack[0] = game.redeal(hidden, game.to_move(hidden), seed)[0]
        words, levels = stack.view(np.uint64).reshape(self.sight + 1, -1), np.zeros((self.sight, 3), np.int64)
        outs, ratings = np.zeros((self.sight, len(game.moves)), np.int16), np.full((self.sight, len(game.moves)), -1e9)
        number = self._compiled[game.name](
            game.box.record, stack, words, outs, levels, game.definition.most_asides, np.zeros(int(SEEN), np.uint64),
            np.zeros(int(SEEN)), ratings, self._workspaces[game.name],
        )  # fmt: skip
        return ratings[0, :number]
