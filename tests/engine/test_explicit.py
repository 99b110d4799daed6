"""Explicit chance: the same moves and outcomes give the same positions, each outcome as often as it is said to."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from sampan.engine.chance import DEAL, draw, seed_chance
from sampan.engine.check import known_to_all, outcomes_to
from sampan.engine.errors import MoveError, OptionError
from sampan.engine.explicit import ROOM
from sampan.engine.game import SPECTATOR
from sampan.games import definition, load, names
from tests.shelf import OWN, expected

WITH_CHANCE = [name for name in OWN if expected(name).chance]
SAMPLES = 4000
NO_MORE = 4.5  # standard deviations that a sum of squares may be above what it should be; the seeds are fixed


def follow_game(game, options, seed: int) -> int:
    """Play a random game in both modes, the outcomes those of the sampled one; how often chance followed a move."""
    state, dice, events = game.deal(options, seed), random.Random(seed), 0
    while not game.over(state):
        explicit, move = game.explicit(state), dice.choice(game.legal_moves(state))
        game.play(state, move)
        explicit.play(move)
        events += explicit.chance is not None
        for outcome in outcomes_to(game, explicit, state) or ():
            explicit.fall(outcome)
        assert explicit.chance is None and known_to_all(game, explicit.state) == known_to_all(game, state), (
            seed,
            game.move_text(move),
        )
        for seat in range(int(state.players[0])):
            assert game.hide(explicit.state, seat).tobytes() == game.hide(state, seat).tobytes()
    return events


@pytest.mark.parametrize("name", OWN)
def test_the_same_moves_and_outcomes_give_the_same_positions(name):
    game = load(name)
    events = [follow_game(game, {"players": 2 + seed % 3}, seed) for seed in range(15)]
    assert min(events) > 5 if expected(name).chance else max(events) == 0


def follow_deal(game, options, seed: int) -> bool:
    """Whether the deal of a seed comes out when what its generator says falls; for games that decide nothing later."""
    source, explicit = game.batch(1), game.explicit(options)
    seed_chance(source[0], np.uint64(seed), np.uint64(0), DEAL)
    while explicit.chance is not None:
        explicit.fall(explicit.chance.outcomes[int(draw(source[0], len(explicit.chance.outcomes)))])
    return known_to_all(game, explicit.state) == known_to_all(game, game.deal(options, seed))


@pytest.mark.parametrize("name", [name for name in names() if not definition(name).decides_late])
def test_a_deal_falls_as_its_seed_says(name):
    game = load(name)
    for seed in range(20):
        assert follow_deal(game, {"players": 2 + seed % 3}, seed)


def leaves(explicit, probability=Fraction(1)):
    """Every way in which chance can fall, and how likely it is."""
    if explicit.chance is None:
        yield explicit.state, probability
        return
    for outcome in explicit.chance.outcomes:
        further = explicit.copy()
        further.fall(outcome)
        yield from leaves(further, probability * explicit.chance.probability)


def insist_as_likely(game, state, move) -> None:
    """Sampled chance gives each position as often as explicit chance says."""
    explicit = game.explicit(state)
    explicit.play(move)
    likely: Counter[bytes] = Counter()
    for after, probability in leaves(explicit):
        likely[known_to_all(game, after)] += probability
    assert sum(likely.values()) == 1
    found: Counter[bytes] = Counter()
    for seed in range(SAMPLES):
        fallen = game.branch(state, seed)
        game.play(fallen, move)
        found[known_to_all(game, fallen)] += 1
    assert set(found) <= set(likely)
    squares = sum((found[key] - SAMPLES * float(p)) ** 2 / (SAMPLES * float(p)) for key, p in likely.items())
    free = len(likely) - 1
    assert squares < free + NO_MORE * (2 * free) ** 0.5, (game.move_text(move), squares, free)


@pytest.mark.parametrize("name", WITH_CHANCE)
def test_sampled_chance_falls_as_often_as_explicit_chance_says(name):
    game = load(name)
    state, dice, met = game.deal({"players": 3}, 5), random.Random(5), set()
    while not game.over(state):
        move = dice.choice(game.legal_moves(state))
        explicit = game.explicit(state)
        explicit.play(move)
        kind = game.moves.kind(move)
        if explicit.chance is not None and kind not in met:
            met.add(kind)
            insist_as_likely(game, state, move)
        game.play(state, move)
    assert len(met) > 1


@pytest.mark.parametrize("name", names())
def test_nothing_falls_by_itself(name):
    """The same moves and outcomes give the same game whatever its seed was, and a game from before the deal on ends."""
    game, dice = load(name), random.Random(3)
    explicit = game.explicit({"players": 2})
    while explicit.state is None or not game.over(explicit.state):
        twin = explicit.copy()
        if explicit.chance is not None:
            outcome = dice.choice(explicit.chance.outcomes)
            for one in (explicit, twin):
                one.fall(outcome)
        else:
            move = dice.choice(game.legal_moves(explicit.state))
            for one in (explicit, twin):
                one.play(move)
        assert (twin.chance, twin.fallen) == (explicit.chance, explicit.fallen)
        if explicit.state is not None:
            assert twin.state.tobytes() == explicit.state.tobytes()
            assert not any(explicit.state[field].any() for field in ("key", "draws", "block"))
            assert not (found := game.definition.faults(game, game.branch(explicit.state, 1))), found
    assert sum(game.win_share(explicit.state)) == pytest.approx(1)


def before_chance(name):
    """A game that waits for chance, and the move under way."""
    game, dice = load(name), random.Random(1)
    explicit = game.explicit(game.deal({"players": 2}, 1))
    while explicit.chance is None:
        explicit.play(dice.choice(game.legal_moves(explicit.state)))
    return game, explicit


@pytest.mark.parametrize("name", WITH_CHANCE)
def test_while_chance_falls_nobody_has_seen_anything_yet(name):
    game, explicit = before_chance(name)
    assert game.hide(explicit.state, SPECTATOR).tobytes() == game.hide(explicit.copy().state, SPECTATOR).tobytes()
    assert explicit.move in game.legal_moves(explicit.state)
    assert explicit.chance.probability * len(explicit.chance.outcomes) == 1


@pytest.mark.parametrize("name", WITH_CHANCE)
@pytest.mark.parametrize("outcome", [-1, 10**6, True, "6", None])
def test_an_outcome_that_cannot_fall_is_one_clear_line(name, outcome):
    _, explicit = before_chance(name)
    known = dict(vars(explicit))
    with pytest.raises(MoveError, match=r"outcome .*: expected one of \d+, \d") as error:
        explicit.fall(outcome)
    assert "\n" not in str(error.value) and vars(explicit) == known


@pytest.mark.parametrize("name", WITH_CHANCE)
def test_moves_and_outcomes_wait_for_each_other(name):
    game, explicit = before_chance(name)
    with pytest.raises(MoveError, match="chance falls first, one of"):
        explicit.play(explicit.move)
    while explicit.chance is not None:
        explicit.fall(explicit.chance.outcomes[0])
    with pytest.raises(MoveError, match="nothing is about to fall"):
        explicit.fall(0)
    illegal = next(move for move in range(len(game.moves)) if move not in game.legal_moves(explicit.state))
    before = explicit.state.tobytes()
    with pytest.raises(MoveError, match="is not allowed"):
        explicit.play(illegal)
    assert explicit.state.tobytes() == before and explicit.move is None


def test_more_than_a_state_has_room_for_is_one_clear_line():
    _, explicit = before_chance(WITH_CHANCE[0])
    explicit._radix = ROOM
    with pytest.raises(OptionError, match="more falls at once than the 192 bits"):
        explicit.fall(explicit.chance.outcomes[0])


PLAYED = f"""
import hashlib, json, random
from sampan.games import load
found = []
for name in {WITH_CHANCE!r}:
    game, dice = load(name), random.Random(1)
    explicit, seen = game.explicit({{"players": 2}}), hashlib.sha256()
    for _ in range(120):
        if explicit.chance is None:
            explicit.play(dice.choice(game.legal_moves(explicit.state)))
        else:
            explicit.fall(dice.choice(explicit.chance.outcomes))
        seen.update(b"" if explicit.state is None else explicit.state.tobytes())
    found.append(seen.hexdigest())
print(json.dumps(found))
"""


def test_interpreted_rules_fall_the_same():
    modes = [{"SAMPAN_JIT": "0"}, {}]
    plain = {name: value for name, value in os.environ.items() if name not in ("SAMPAN_JIT", "NUMBA_BOUNDSCHECK")}
    found = [
        json.loads(subprocess.check_output([sys.executable, "-W", "error", "-c", PLAYED], env={**plain, **extra}))
        for extra in modes
    ]
    assert found[0] == found[1]
