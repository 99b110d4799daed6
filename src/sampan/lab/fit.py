"""Where the weights of a judgement come from: many quick games, and the final points explained by what was seen.

`python -m sampan.lab.fit river` plays, fits and prints a judgement.toml. Play uses the weights it starts from, so a few
rounds of it follow each other; with better play the same figures come to mean other things.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from sampan.bots import thought
from sampan.bots.judgement import judgement_of
from sampan.bots.thought import lead, play_best, play_stretch, worth
from sampan.engine.chance import draw, stirred
from sampan.engine.game import Game

deal: Any = None
legal: Any = None
play: Any = None
look: Any = None
settled: Any = None
standing: Any = None

Rows = np.ndarray[Any, Any]


def self_play(box, blank, states, options, seed, games, tries, every, weights, row, out, rows, facts, chooser, habits):
    """Play quick games; now and then write down what each seat sees, and at the end what came of it.

    facts: how much was over, final points, share of the victory, best rival's points, seat, number of the position.
    Some turns stop half-way for a look: positions a boat leaves behind must be judged, too.
    """
    chooser[0].rng = stirred(seed)
    points, share = np.zeros(8, np.int64), np.zeros(8)
    at, position = 0, 0
    for _ in range(games):
        states[0] = blank[0]
        s = states[0]
        s.rng = stirred(np.uint64(draw(chooser[0], 1 << 30)) << np.uint64(30) | np.uint64(draw(chooser[0], 1 << 30)))
        deal(box[0], s, options)
        first = at
        while s.seat >= 0:
            if draw(chooser[0], every) == 0 and at + s.players <= len(rows):
                for seat in range(s.players):
                    facts[at, 0] = look(box[0], s, seat, row)
                    rows[at] = row
                    facts[at, 4] = seat
                    facts[at, 5] = position
                    at += 1
                position += 1
            if draw(chooser[0], 12) == 0:
                mover, turn = s.seat, s.turns
                while True:
                    play(box[0], s, out[draw(chooser[0], legal(box[0], s, out))])
                    if s.seat != mover or s.turns != turn or settled(box[0], s):
                        break
            else:
                number = 1 + draw(chooser[0], 2) * (tries - 1) if draw(chooser[0], 6) == 0 else tries
                play_best(box[0], states, number, chooser[0], out, weights, row, habits)
        standing(box[0], s, points, share)
        for k in range(first, at):
            seat, rival = int(facts[k, 4]), 0
            for other in range(s.players):
                if other != seat:
                    rival = max(rival, points[other])
            facts[k, 1], facts[k, 2], facts[k, 3] = points[seat], share[seat], rival
    return at


FUNCTIONS: list[Callable[..., Any]] = [worth, lead, play_stretch, play_best, self_play]


def gather(
    game: Game, options: dict[str, int | str], games: int, tries: int, weights: Rows, seed: int, every: int = 4
) -> tuple[Rows, Rows]:
    """Rows and facts of so many games, played on all cores."""
    loop = thought.compiled_for(game, FUNCTIONS)
    workers = os.cpu_count() or 1
    room, numbers = 400 * games // workers + 1000, game.option_numbers(options)

    def work(number: int) -> tuple[Rows, Rows]:
        rows, facts = np.zeros((room, weights.shape[1]), np.float32), np.zeros((room, 6), np.float32)
        used = loop(
            game.box.record, game.batch(1), game.batch(3), numbers, np.uint64(seed * 1000 + number), games // workers,
            tries, every, weights, np.zeros(weights.shape[1]), np.zeros(len(game.moves), np.int16), rows, facts,
            game.batch(1), judgement_of(game).habits,
        )  # fmt: skip
        return rows[:used], facts[:used]

    with ThreadPoolExecutor(workers) as pool:
        parts = list(pool.map(work, range(workers)))
    return np.concatenate([rows for rows, _ in parts]), np.concatenate([facts for _, facts in parts])


def fitted(rows: Rows, facts: Rows, prior: Rows, stiffness: float = 30.0) -> Rows:
    """Weights by ridge regression of the points still to come, drawn towards the prior where there is little to see."""
    knots, terms = prior.shape
    place = np.clip(facts[:, 0] * (knots - 1), 0, knots - 1 - 1e-6)
    low = place.astype(int)
    part = place - low
    left, right = np.zeros((knots * terms, knots * terms)), np.zeros(knots * terms)
    for knot in range(knots - 1):
        chosen = low == knot
        x = rows[chosen].astype(np.float64)
        wide = np.concatenate([x * (1 - part[chosen])[:, None], x * part[chosen][:, None]], axis=1)
        span = slice(knot * terms, (knot + 2) * terms)
        left[span, span] += wide.T @ wide
        right[span] += wide.T @ facts[chosen, 1].astype(np.float64)
    scale = np.maximum(1e-3, np.tile((rows.astype(np.float64) ** 2).mean(axis=0), knots))
    pull = stiffness * scale + 1.0
    solved = np.linalg.solve(left + np.diag(pull), right + pull * prior.reshape(-1))
    return np.asarray(solved.reshape(knots, terms))


def sharpness(rows: Rows, facts: Rows, weights: Rows) -> Rows:
    """How surely a lead of one point wins in a game of two, at each knot."""
    knots = weights.shape[0]
    place = np.clip(facts[:, 0] * (knots - 1), 0, knots - 1 - 1e-6)
    low = place.astype(int)
    part = (place - low)[:, None]
    value = (rows * (weights[low] * (1 - part) + weights[low + 1] * part)).sum(axis=1)
    pairs, won = value[0::2] - value[1::2], facts[0::2, 2]
    spots, found = np.rint(place[0::2]).astype(int), np.zeros(knots)
    for knot in range(knots):
        chosen = spots == knot
        guesses = np.geomspace(0.005, 1.0, 120)
        losses = []
        for guess in guesses:
            chance = 1 / (1 + np.exp(-np.clip(guess * pairs[chosen], -30, 30)))
            losses.append(-(won[chosen] * np.log(chance + 1e-9) + (1 - won[chosen]) * np.log(1 - chance + 1e-9)).mean())
        found[knot] = guesses[int(np.argmin(losses))] if chosen.any() else 0.1
    return found
