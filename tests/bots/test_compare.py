"""The comparison that ends a long search: fair, blind to what came before, careful before it overrules the search."""

from __future__ import annotations

import numpy as np
import pytest

from sampan.bots import search
from sampan.bots.compare import MIN_ROUNDS, ROUND, Candidates, Sampler, compare_moves
from sampan.bots.evaluate import compiled_for
from sampan.bots.mcts import MCTS
from sampan.bots.search import SearchBot
from sampan.bots.workspace import Parameter, judgement_of
from sampan.engine.rule import JIT

needs_speed = pytest.mark.skipif(not JIT, reason="thousands of iterations need compiled rules; SAMPAN_JIT=0 is set")


def rounds(*values: list[float]) -> Candidates:
    """Moves 0, 1, ... that came to these values, round by round."""
    candidates = Candidates(list(range(len(values))))
    candidates.rounds = dict(enumerate(values))
    return candidates


def test_another_move_is_made_only_where_it_is_ahead_by_more_than_chance():
    noisy, steady = [0.5, 0.7, 0.3, 0.6, 0.4, 0.5], [0.5, 0.52, 0.48, 0.5, 0.51, 0.5]
    assert rounds(noisy, steady).choice(0) == 0, "one and a half thousandths, with an error of six hundredths"
    better = [value + 0.01 for value in noisy]
    assert rounds(noisy, better).choice(0) == 1, "with the same luck it was better every time"
    assert rounds(noisy[: MIN_ROUNDS - 1], better[: MIN_ROUNDS - 1]).choice(0) == 0, "too early to tell"


def test_what_is_surely_behind_is_dropped_and_nothing_else():
    luck = np.array([0.5, 0.7, 0.3, 0.6, 0.4])
    candidates = rounds(list(luck), list(luck - 0.01), list(luck - 0.001), list(luck[::-1] - 0.05))
    candidates.drop()
    assert candidates.moves == [0, 2, 3], "a hundredth every time is sure; a thousandth is too little, chance not sure"
    early = rounds([0.5] * (MIN_ROUNDS - 1), [0.1] * (MIN_ROUNDS - 1))
    early.drop()
    assert early.moves == [0, 1]


def sampler(game):
    return Sampler(game, compiled_for(game, MCTS))


@needs_speed
def test_every_move_is_tried_as_often_and_with_the_same_luck(game):
    """So what a move comes to does not depend on what it is compared with."""
    state = game.deal({"players": 2}, 4)
    hidden, luck = game.hide(state, game.to_move(state)), np.uint64(11)
    moves, place = game.legal_moves(hidden)[:3], sampler(game)
    place.begin(game, hidden, luck)
    together = [place.play(moves) for _ in range(3)]
    tried = [place.visits(move) for move in game.legal_moves(hidden)]
    assert tried == [3 * ROUND if move in moves else 0 for move in game.legal_moves(hidden)]
    for number, move in enumerate(moves):
        place.begin(game, hidden, luck)
        assert [place.play([move])[0] for _ in range(3)] == pytest.approx([values[number] for values in together])
    place.begin(game, hidden, np.uint64(12))
    assert place.play(moves) != pytest.approx(together[0])


@needs_speed
def test_without_time_or_choice_there_is_nothing_to_say(game):
    state = game.deal({"players": 2}, 4)
    hidden = game.hide(state, game.to_move(state))
    moves = game.legal_moves(hidden)
    assert compare_moves(game, hidden, moves, [sampler(game)], 5, lambda _: False) == []
    assert compare_moves(game, hidden, moves[:1], [sampler(game)], 5, lambda _: True) == []


@needs_speed
@pytest.mark.parametrize("threads", [1, 2])
def test_only_long_searches_end_with_a_comparison_and_the_same_seed_gives_the_same_one(game, monkeypatch, threads):
    compared = []

    def watched(*args):
        compared.append(compare_moves(*args))
        return compared[-1]

    monkeypatch.setattr(search, "compare_moves", watched)
    long = int(judgement_of(game).parameters[Parameter.COMPARE_FROM])
    state = game.deal({"players": 2}, 3)
    hidden = game.hide(state, game.to_move(state))
    SearchBot(long - 1, threads).rank(game, hidden, 0, 9)
    assert not compared
    bot = SearchBot(long, threads)
    first = bot.rank(game, hidden, 0, 9)
    assert len(compared) == 1 and bot.done <= long + threads
    assert bot.rank(game, hidden, 0, 9) == first and compared[0] == compared[1]


@needs_speed
def test_a_comparison_stops_when_the_time_is_over(game, monkeypatch):
    """With a clock that moves on 10 ms at every reading, half a second is about fifty of them, and no more."""
    rounds, now = [], iter(range(1000))
    monkeypatch.setattr(search, "compare_moves", lambda *args: rounds.append(1) or compare_moves(*args))
    state = game.deal({"players": 4}, 3)
    bot = SearchBot(threads=1, clock=lambda: next(now) / 100)
    bot.trees(game)[0].work.parameters[0][Parameter.COMPARE_FROM] = 100
    bot.rank(game, game.hide(state, game.to_move(state)), 0.5, 1)
    assert rounds and next(now) <= 55


@needs_speed
def test_parameters_that_ask_for_none_get_no_comparison(game, monkeypatch):
    monkeypatch.setattr(search, "compare_moves", None)
    state = game.deal({"players": 2}, 3)
    bot = SearchBot(3000)
    bot.trees(game)[0].work.parameters[0][Parameter.COMPARE_SHARE] = 0
    assert bot.rank(game, game.hide(state, game.to_move(state)), 0, 9) and bot.done <= 3000
