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
from tests.river.position import Position as River

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


def the_sixth_customer():
    """Delivering wins the last turn; nothing else comes near."""
    position = River(players=4).last_turns(1).die(3).goods(silk=3).hand("merchant-3", "elder-1")
    return position.delivered("elder-2", "elder-4", "monk-1", "monk-3", "monk-5").table().state


@needs_speed
def test_every_move_is_tried_as_often_and_with_the_same_luck(river):
    """So what a move comes to does not depend on what it is compared with."""
    state = river.deal({"players": 2}, 4)
    hidden, luck = river.hide(state, river.to_move(state)), np.uint64(11)
    moves, place = river.legal_moves(hidden)[:3], sampler(river)
    place.begin(river, hidden, luck)
    together = [place.play(moves) for _ in range(3)]
    tried = [place.visits(move) for move in river.legal_moves(hidden)]
    assert tried == [3 * ROUND if move in moves else 0 for move in river.legal_moves(hidden)]
    for number, move in enumerate(moves):
        place.begin(river, hidden, luck)
        assert [place.play([move])[0] for _ in range(3)] == pytest.approx([values[number] for values in together])
    place.begin(river, hidden, np.uint64(12))
    assert place.play(moves) != pytest.approx(together[0])


@needs_speed
def test_a_comparison_makes_up_for_a_wrong_first_choice(river):
    hidden = river.hide(the_sixth_customer(), 0)
    right = river.moves.number("deliver:merchant-3")
    wrong = next(move for move in river.legal_moves(hidden) if move != right)
    for moves in ([wrong, right], [right, wrong]):
        budget = iter([True] * 20 + [False])
        found = compare_moves(river, hidden, moves, [sampler(river)], 5, lambda _, left=budget: next(left))
        assert [move for move, _ in found] == [right, wrong] and found[0][1] > found[1][1] > 0


@needs_speed
def test_without_time_or_choice_there_is_nothing_to_say(river):
    hidden = river.hide(the_sixth_customer(), 0)
    moves = river.legal_moves(hidden)
    assert compare_moves(river, hidden, moves, [sampler(river)], 5, lambda _: False) == []
    assert compare_moves(river, hidden, moves[:1], [sampler(river)], 5, lambda _: True) == []


@needs_speed
@pytest.mark.parametrize("threads", [1, 2])
def test_only_long_searches_end_with_a_comparison_and_the_same_seed_gives_the_same_one(river, monkeypatch, threads):
    compared = []

    def watched(*args):
        compared.append(compare_moves(*args))
        return compared[-1]

    monkeypatch.setattr(search, "compare_moves", watched)
    long = int(judgement_of(river).parameters[Parameter.COMPARE_FROM])
    state = river.deal({"players": 2}, 3)
    hidden = river.hide(state, river.to_move(state))
    SearchBot(long - 1, threads).rank(river, hidden, 0, 9)
    assert not compared
    bot = SearchBot(long, threads)
    first = bot.rank(river, hidden, 0, 9)
    assert len(compared) == 1 and bot.done <= long + threads
    assert bot.rank(river, hidden, 0, 9) == first and compared[0] == compared[1]


@needs_speed
def test_a_comparison_stops_when_the_time_is_over(river, monkeypatch):
    """With a clock that moves on 10 ms at every reading, half a second is about fifty of them, and no more."""
    rounds, now = [], iter(range(1000))
    monkeypatch.setattr(search, "compare_moves", lambda *args: rounds.append(1) or compare_moves(*args))
    state = river.deal({"players": 4}, 3)
    bot = SearchBot(threads=1, clock=lambda: next(now) / 100)
    bot.trees(river)[0].work.parameters[0][Parameter.COMPARE_FROM] = 100
    bot.rank(river, river.hide(state, river.to_move(state)), 0.5, 1)
    assert rounds and next(now) <= 55


@needs_speed
def test_parameters_that_ask_for_none_get_no_comparison(river, monkeypatch):
    monkeypatch.setattr(search, "compare_moves", None)
    state = river.deal({"players": 2}, 3)
    bot = SearchBot(3000)
    bot.trees(river)[0].work.parameters[0][Parameter.COMPARE_SHARE] = 0
    assert bot.rank(river, river.hide(state, river.to_move(state)), 0, 9) and bot.done <= 3000
