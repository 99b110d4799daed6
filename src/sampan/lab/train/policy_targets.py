"""Policy targets: the moves that the best of many turns are made of, each among those that were legal.

The net sees the position in which a turn begins and learns to expect its moves; the next round of self-play already
draws turns by what it expects.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sampan.bots.evaluate import compiled_for
from sampan.bots.rollout import ROLLOUT, STATES
from sampan.bots.workspace import input_count
from sampan.engine.chance import DEAL, seed_chance
from sampan.engine.game import MOST_DECISIONS, Game
from sampan.engine.pick import new_picker, pick, stirred

from .examples import Examples
from .self_play import Job, Player, scratch

deal: Any = None
play: Any = None
legal: Any = None
fill_points: Any = None
fill_inputs: Any = None
play_best: Any = None

MOST_TURNS = 120  # of a game
MOST_MOVES = 5  # of a turn, on the average


def add_turn(box, s, line, length, turns, moves, inputs, position, targets, masks, out, work):
    """Write a turn down that begins in this position, which is then its end; return how many moves there are."""
    fill_points(box, s, work)
    fill_inputs(box, s, s.seat, work)
    inputs[turns] = work.inputs
    for step in range(length):
        number = legal(box, s, out)
        if number > 1 and moves < len(position):
            position[moves] = turns
            targets[moves] = line[step]
            for k in range(number):
                masks[moves, out[k] >> 3] |= np.uint8(128 >> (out[k] & 7))
            moves += 1
        play(box, s, line[step])
    return moves


def play_for_moves(
    box, blank, states, games, options, seed, samples, epsilon, picker, out, inputs, position, targets, masks, most,
    work,
):  # fmt: skip
    """Play so many games, everybody the best of so many turns, and write them down; return how many turns and moves."""
    picker[0] = stirred(seed)
    turns = moves = 0
    s = states[0]
    for game in range(games):
        states[0] = blank[0]
        seed_chance(s, seed, np.uint64(game), DEAL)
        deal(box[0], s, options)
        made = 0
        while s.seat >= 0 and made < most:
            states[STATES] = states[0]
            first_drawn = pick(picker, 1000) < epsilon
            length = play_best(box[0], states, 1 if first_drawn else samples, picker, out, work[0])
            if not first_drawn and turns < len(inputs):
                moves = add_turn(
                    box[0], states[STATES], work[0].lines[1], length, turns, moves, inputs, position, targets, masks,
                    out, work[0],
                )  # fmt: skip
                turns += 1
            made += length
    return turns, moves


class PolicyTargets:
    """Which moves strong turns are made of."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.loop: Callable[..., Any] = compiled_for(game, [*ROLLOUT, add_turn, play_for_moves])

    def play(self, job: Job, player: Player) -> Examples:
        """The moves of a job's turns, where there was a choice."""
        game, room, moves = self.game, job.games * MOST_TURNS, len(self.game.moves)
        inputs, position = np.zeros((room, input_count(game)), np.float32), np.zeros(MOST_MOVES * room, np.int32)
        targets, masks = np.zeros(MOST_MOVES * room, np.int16), np.zeros((MOST_MOVES * room, -(-moves // 8)), np.uint8)
        turns, number = self.loop(
            game.box.record, game.batch(1), game.batch(STATES + 1), job.games,
            game.option_numbers({"players": job.players}), np.uint64(job.seed), player.samples, player.epsilon,
            new_picker(), scratch(game), inputs, position, targets, masks, MOST_DECISIONS, player.workspace(game),
        )  # fmt: skip
        return Examples(
            inputs[:turns].astype(np.float16), targets[:number].copy(), masks[:number].copy(), position[:number].copy()
        )
