"""Value targets: positions of self-play, each as one seat sees it, and who won.

What causes what is found out by playing it: a net that thinks too well of something will go after it, and see.
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
is_quiet: Any = None
fill_points: Any = None
fill_inputs: Any = None
evaluate_end: Any = None
play_best: Any = None

MOST_EXAMPLES = 120  # of a game


def is_example(box, s, left, picker):
    """Every other end of a stretch, as often the position before its last move, now and then any it could end at."""
    return pick(picker, 2) == 0 if left == 0 else is_quiet(box, s) and pick(picker, 2 if left == 1 else 6) == 0


def add_example(box, s, number, inputs, seats, picker, work):
    """Write down what one seat, drawn at random, sees; return how many examples there are."""
    if number < len(inputs):
        seats[number] = pick(picker, s.players)
        fill_points(box, s, work)
        fill_inputs(box, s, seats[number], work)
        inputs[number] = work.inputs
        return number + 1
    return number


def play_for_values(
    box, blank, states, games, options, seed, samples, epsilon, picker, out, inputs, seats, targets, most, work
):
    """Play so many games; write down positions and what came of them; return how many."""
    picker[0] = stirred(seed)
    number = 0
    s = states[0]
    for game in range(games):
        states[0] = blank[0]
        seed_chance(s, seed, np.uint64(game), DEAL)
        deal(box[0], s, options)
        first, made = number, 0
        while s.seat >= 0 and made < most:
            states[STATES] = states[0]
            drawn = 1 if pick(picker, 1000) < epsilon else samples
            length = play_best(box[0], states, drawn, picker, out, work[0])
            for step in range(length):
                play(box[0], states[STATES], work[0].lines[1, step])
                if states[STATES].seat >= 0 and is_example(box[0], states[STATES], length - 1 - step, picker):
                    number = add_example(box[0], states[STATES], number, inputs, seats, picker, work[0])
            made += length
        fill_points(box[0], s, work[0])
        evaluate_end(box[0], s, work[0])
        for place in range(first, number):
            targets[place] = work[0].values[seats[place]]
    return number


class ValueTargets:
    """Who won."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.loop: Callable[..., Any] = compiled_for(game, [*ROLLOUT, is_example, add_example, play_for_values])

    def play(self, job: Job, player: Player) -> Examples:
        """Positions of a job's games, and the share of the win they led to."""
        game, room = self.game, job.games * MOST_EXAMPLES
        inputs, seats = np.zeros((room, input_count(game)), np.float32), np.zeros(room, np.int64)
        targets = np.zeros(room)
        number = self.loop(
            game.box.record, game.batch(1), game.batch(STATES + 1), job.games,
            game.option_numbers({"players": job.players}), np.uint64(job.seed), player.samples, player.epsilon,
            new_picker(), scratch(game), inputs, seats, targets, MOST_DECISIONS, player.workspace(game),
        )  # fmt: skip
        return Examples(inputs[:number].astype(np.float16), targets[:number].astype(np.float32))
