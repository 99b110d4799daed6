"""The second look: fair, blind to what came before it, and careful before it overrules the search."""

from __future__ import annotations

import numpy as np
import pytest

from sampan.bots import search
from sampan.bots.judgement import Habit, judgement_of
from sampan.bots.search import SearchBot, Tree
from sampan.bots.second import ROUND, SOON, Bench, Standing, look_again
from sampan.bots.thought import THOUGHTS, compiled_for
from sampan.bots.tree import GROWTH
from sampan.engine.rule import JIT
from tests.river.position import Position as River

needs_speed = pytest.mark.skipif(not JIT, reason="thousands of iterations need compiled rules; SAMPAN_JIT=0 is set")


def rounds(*values: list[float]) -> Standing:
    """Moves 0, 1, ... that came to these values, round by round."""
    standing = Standing(list(range(len(values))))
    standing.rounds = dict(enumerate(values))
    return standing


def test_another_move_is_made_only_where_it_is_ahead_by_more_than_chance():
    noisy, steady = [0.5, 0.7, 0.3, 0.6, 0.4, 0.5], [0.5, 0.52, 0.48, 0.5, 0.51, 0.5]
    assert rounds(noisy, steady).choice(0) == 0, "one and a half thousandths, with an error of six hundredths"
    better = [value + 0.01 for value in noisy]
    assert rounds(noisy, better).choice(0) == 1, "with the same luck it was better every time"
    assert rounds(noisy[: SOON - 1], better[: SOON - 1]).choice(0) == 0, "too early to tell"


def test_what_is_surely_behind_is_dropped_and_nothing_else():
    luck = np.array([0.5, 0.7, 0.3, 0.6, 0.4])
    standing = rounds(list(luck), list(luck - 0.01), list(luck - 0.001), list(luck[::-1] - 0.05))
    standing.drop()
    assert standing.moves == [0, 2, 3], "a hundredth every time is sure; a thousandth is too little, chance not sure"
    early = rounds([0.5] * (SOON - 1), [0.1] * (SOON - 1))
    early.drop()
    assert early.moves == [0, 1]


def bench(game):
    return Bench(Tree(game, 1), compiled_for(game, [*THOUGHTS, *GROWTH]))


def the_sixth_customer():
    """Delivering wins the last turn; nothing else comes near."""
    position = River(players=4).last_turns(1).die(3).goods(silk=3).hand("merchant-3", "elder-1")
    return position.delivered("elder-2", "elder-4", "monk-1", "monk-3", "monk-5").table().state


@needs_speed
def test_every_move_is_tried_as_often_and_with_the_same_luck(river):
    """So what a move comes to does not depend on what it is compared with."""
    state = river.deal({"players": 2}, 4)
    hidden, luck = river.hide(state, river.to_move(state)), np.uint64(11)
    moves, place = river.legal_moves(hidden)[:3], bench(river)
    place.begin(river, hidden, luck)
    together = [place.play(moves) for _ in range(3)]
    tried = [int(place.tree.nodes[place.nodes[move]].visits) for move in river.legal_moves(hidden)]
    assert tried == [3 * ROUND if move in moves else 0 for move in river.legal_moves(hidden)]
    for number, move in enumerate(moves):
        place.begin(river, hidden, luck)
        assert [place.play([move])[0] for _ in range(3)] == pytest.approx([values[number] for values in together])
    place.begin(river, hidden, np.uint64(12))
    assert place.play(moves) != pytest.approx(together[0])


@needs_speed
def test_a_second_look_makes_up_for_a_wrong_first_choice(river):
    hidden = river.hide(the_sixth_customer(), 0)
    right = river.moves.number("deliver:merchant-3")
    wrong = next(move for move in river.legal_moves(hidden) if move != right)
    for moves in ([wrong, right], [right, wrong]):
        budget = iter([True] * 20 + [False])
        found = look_again(river, hidden, moves, [bench(river)], 5, lambda _, left=budget: next(left))
        assert [move for move, _ in found] == [right, wrong] and found[0][1] > found[1][1] > 0


@needs_speed
def test_without_time_or_choice_there_is_nothing_to_say(river):
    hidden = river.hide(the_sixth_customer(), 0)
    moves = river.legal_moves(hidden)
    assert look_again(river, hidden, moves, [bench(river)], 5, lambda _: False) == []
    assert look_again(river, hidden, moves[:1], [bench(river)], 5, lambda _: True) == []


@needs_speed
@pytest.mark.parametrize("threads", [1, 2])
def test_only_long_thoughts_take_a_second_look_and_the_same_seed_gives_the_same_one(river, monkeypatch, threads):
    looks = []

    def watched(*args):
        looks.append(look_again(*args))
        return looks[-1]

    monkeypatch.setattr(search, "look_again", watched)
    long = int(judgement_of(river).habits[Habit.LONG])
    state = river.deal({"players": 2}, 3)
    hidden = river.hide(state, river.to_move(state))
    SearchBot(long - 1, threads).rank(river, hidden, 0, 9)
    assert not looks
    bot = SearchBot(long, threads)
    first = bot.rank(river, hidden, 0, 9)
    assert len(looks) == 1 and bot.done <= long + threads
    assert bot.rank(river, hidden, 0, 9) == first and looks[0] == looks[1]


@needs_speed
def test_a_second_look_stops_when_the_time_is_over(river, monkeypatch):
    """With a clock that moves on 10 ms at every look, half a second is about fifty looks, and no more."""
    rounds, now = [], iter(range(1000))
    monkeypatch.setattr(search, "look_again", lambda *args: rounds.append(1) or look_again(*args))
    state = river.deal({"players": 4}, 3)
    bot = SearchBot(threads=1, clock=lambda: next(now) / 100)
    bot._ready(river)[0].mind.habits[0][Habit.LONG] = 100
    bot.rank(river, river.hide(state, river.to_move(state)), 0.5, 1)
    assert rounds and next(now) <= 55


@needs_speed
def test_habits_that_ask_for_none_get_no_second_look(river, monkeypatch):
    monkeypatch.setattr(search, "look_again", None)
    state = river.deal({"players": 2}, 3)
    bot = SearchBot(3000)
    bot._ready(river)[0].mind.habits[0][Habit.AGAIN] = 0
    assert bot.rank(river, river.hide(state, river.to_move(state)), 0, 9) and bot.done <= 3000
