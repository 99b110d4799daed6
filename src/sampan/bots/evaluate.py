"""How good a position is for its seats, and which moves are worth trying, compiled with a game's rules.

The linear evaluation sums the game's figures (`figures` of its evaluation.py) times their weights: the points a seat
may expect at the end. The value net makes of the figures of all seats how likely each is to win, the policy net how
likely each move is to be drawn.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from typing import Any

import numpy as np

from sampan.engine.errors import OptionError
from sampan.engine.game import Game
from sampan.engine.rule import bind, rule

from .workspace import PHASES, Parameter

figures: Any = None
extra_features: Any = None
standing: Any = None
ASIDE_FIRST: Any = 0
ASIDE_LAST: Any = 0

WIN_SHARE = 0.85  # of the value of a finished game; the rest goes by points
FINAL_SLOPE = 0.1  # how fast a lead in points counts, there
ASIDE_WEIGHT = 0.1  # of other moves' chance to be drawn, where there is no policy net


@rule
def no_extra_features(box, s, seat, out):
    """For a game whose nets see its figures alone."""


@rule
def no_chance_key(box, s):
    """For a game in which the legal moves say all that chance has revealed."""
    return 0


def rules_of(game: Game) -> dict[str, Any]:
    """The names that compiled code may use: the game's rules, and which moves are asides."""
    rules = game.definition.rules
    if rules.figures is None or rules.is_quiet is None:
        raise OptionError(f"{game.name}: its positions cannot be judged: only the bot random can play it")
    first, last = game.definition.asides
    return {
        **vars(rules), "extra_features": rules.extra_features or no_extra_features,
        "chance_key": rules.chance_key or no_chance_key, "ASIDE_FIRST": first, "ASIDE_LAST": last,
    }  # fmt: skip


_compiled: dict[tuple[int, tuple[Callable[..., Any], ...]], tuple[Game, Callable[..., Any]]] = {}
_compiling = threading.Lock()


def compiled_for(game: Game, functions: list[Callable[..., Any]]) -> Callable[..., Any]:
    """The last of these functions compiled with the game's rules; each may call the rules and those before it.

    Whoever asks again gets the same: machine code stays in memory as long as the process.
    """
    key = id(game.definition), tuple(functions)  # a box is an argument of compiled code: boxes share it
    with _compiling:
        if key not in _compiled:
            names = rules_of(game)
            for function in functions[:-1]:
                names[function.__name__] = bind(function, game.name, names)
            _compiled[key] = game, bind(functions[-1], game.name, names)  # with the game, so that its id stays taken
        return _compiled[key][1]


# ---------------------------------------------------------------- the linear evaluation


def expected_points(box, s, seat, work):
    """The points the seat may expect at the end; once the game is over, those it has."""
    total = 0.0
    if s.seat < 0:
        for source in range(s.vp.shape[1]):
            total += s.vp[seat, source]
        return total
    row = work.figures[seat]
    work.progress = figures(box, s, seat, row)
    phase = work.progress * (PHASES - 1)
    before = min(int(phase), PHASES - 2)
    part = phase - before
    for place in range(len(row)):
        if row[place] != 0.0:
            total += row[place] * (work.weights[before, place] * (1.0 - part) + work.weights[before + 1, place] * part)
    return total


def fill_points(box, s, work):
    """The figures and expected points of every seat."""
    for seat in range(s.players):
        work.points[seat] = expected_points(box, s, seat, work)


def expected_lead(box, s, seat, work):
    """What the seat may expect, less some of what its best rival may."""
    fill_points(box, s, work)
    rival = -1e9
    for other in range(s.players):
        if other != seat:
            rival = max(rival, work.points[other])
    return work.points[seat] - work.parameters[Parameter.RIVAL_WEIGHT] * rival


# ---------------------------------------------------------------- the nets


def fill_inputs(box, s, seat, work):
    """A net's inputs for one seat, from the figures as they were last filled in."""
    places, seats, strongest = work.figures.shape[1], work.figures.shape[0], -1
    for other in range(s.players):
        if other != seat and (strongest < 0 or work.points[other] > work.points[strongest]):
            strongest = other
    for place in range(places):
        work.inputs[place] = work.figures[seat, place]
        work.inputs[places + place] = work.figures[strongest, place]
        total = 0.0
        if s.players > 2:
            for other in range(s.players):
                total += work.figures[other, place]
            total = (total - work.figures[seat, place]) / (s.players - 1)
        work.inputs[2 * places + place] = total
    at = 3 * places
    for phase in range(PHASES):
        work.inputs[at + phase] = max(0.0, 1.0 - abs(work.progress * (PHASES - 1) - phase))
    at += PHASES
    for place in range(2 * seats - 1):
        work.inputs[at + place] = 0.0
    work.inputs[at + s.players - 2] = 1.0
    work.inputs[at + seats - 1 + (s.seat - seat + s.players) % s.players] = 1.0
    extra_features(box, s, seat, work.inputs[at + 2 * seats - 1 :])


def add_product(inputs, active, weights, sums):
    """Add inputs times weights to the sums; most inputs are 0, and four rows at a time is fastest."""
    many = 0
    for place in range(len(inputs)):
        active[many] = place
        many += 1 if inputs[place] > 0.0 or inputs[place] < 0.0 else 0
    for first in range(0, many - 3, 4):
        a, b, c, d = active[first], active[first + 1], active[first + 2], active[first + 3]
        input_a, input_b, input_c, input_d = inputs[a], inputs[b], inputs[c], inputs[d]
        row_a, row_b, row_c, row_d = weights[a], weights[b], weights[c], weights[d]
        for k in range(len(sums)):
            sums[k] += input_a * row_a[k] + input_b * row_b[k] + input_c * row_c[k] + input_d * row_d[k]
    for last in range(many - many % 4, many):
        input_a, row_a = inputs[active[last]], weights[active[last]]
        for k in range(len(sums)):
            sums[k] += input_a * row_a[k]


def first_layer(work, bias, weights):
    """The first hidden layer of either net, in work.hidden1."""
    hidden1 = work.hidden1
    hidden1[:] = bias
    add_product(work.inputs, work.active, weights, hidden1)
    for unit in range(len(hidden1)):
        hidden1[unit] = max(hidden1[unit], np.float32(0.0))


def value_logit(work):
    """The value net's answer to its inputs: the logarithm of the odds of winning."""
    hidden1, hidden2 = work.hidden1, work.hidden2
    first_layer(work, work.value_hidden1_bias, work.value_hidden1_weight)
    hidden2[:] = work.value_hidden2_bias
    add_product(hidden1, work.active, work.value_hidden2_weight, hidden2)
    total = work.value_output_bias[0]
    for unit in range(len(hidden2)):
        total += max(hidden2[unit], np.float32(0.0)) * work.value_output_weight[unit, 0]
    return float(total)


def fill_policy(box, s, work):
    """How likely each move of the seat to move is to be drawn, within the stretch that begins here."""
    policy = work.policy
    if work.has_policy_net == 0:
        policy[:] = np.float32(1.0)
        policy[ASIDE_FIRST:ASIDE_LAST] = np.float32(ASIDE_WEIGHT)
        return
    fill_points(box, s, work)
    fill_inputs(box, s, s.seat, work)
    first_layer(work, work.policy_hidden1_bias, work.policy_hidden1_weight)
    policy[:] = work.policy_output_bias
    add_product(work.hidden1, work.active, work.policy_output_weight, policy)
    for move in range(len(policy)):
        policy[move] = math.exp(policy[move])


# ---------------------------------------------------------------- values


def evaluate_end(box, s, work):
    """The values of a finished game, whose points are filled in: most goes to the winner, the rest by points."""
    points, share, total = np.zeros(len(work.values), np.int64), np.zeros(len(work.values)), 0.0
    standing(box, s, points, share)
    for seat in range(s.players):
        work.values[seat] = math.exp((work.points[seat] - work.points[0]) * FINAL_SLOPE)
        total += work.values[seat]
    for seat in range(s.players):
        work.values[seat] = WIN_SHARE * share[seat] + (1.0 - WIN_SHARE) * work.values[seat] / total


def evaluate(box, s, work):
    """The values of all seats: how they share the prospect of winning."""
    fill_points(box, s, work)
    if s.seat < 0:
        evaluate_end(box, s, work)
        return
    total = 0.0
    if work.has_value_net == 1:
        for seat in range(s.players):
            fill_inputs(box, s, seat, work)
            work.values[seat] = 1.0 / (1.0 + math.exp(-value_logit(work)))
            total += work.values[seat]
    else:
        start, end = work.parameters[Parameter.LEAD_SLOPE_START], work.parameters[Parameter.LEAD_SLOPE_END]
        slope = start * (1.0 - work.progress) + end * work.progress
        for seat in range(s.players):
            work.values[seat] = math.exp((work.points[seat] - work.points[0]) * slope)
            total += work.values[seat]
    for seat in range(s.players):
        work.values[seat] /= total


def evaluate_seat(box, s, seat, work):
    """How good a position is for one seat: the logarithm of its odds, or its lead in points where there is no net."""
    ahead = expected_lead(box, s, seat, work)
    if work.has_value_net == 0:
        return ahead
    if s.seat < 0:
        evaluate_end(box, s, work)
        sure = min(0.9999, max(0.0001, work.values[seat]))
        return math.log(sure / (1.0 - sure))
    fill_inputs(box, s, seat, work)
    return value_logit(work)


# in this order: each may call those before it
EVALUATE: list[Callable[..., Any]] = [
    expected_points, fill_points, expected_lead, fill_inputs, add_product, first_layer, value_logit, fill_policy,
    evaluate_end, evaluate, evaluate_seat,
]  # fmt: skip
