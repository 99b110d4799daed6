"""Bots at River of Gold: dice they cannot know, and what lies in front of them."""

from __future__ import annotations

import numpy as np
import pytest

from sampan import bots
from sampan.bots.compare import Sampler, compare_moves
from sampan.bots.evaluate import compiled_for
from sampan.bots.greedy import GreedyBot
from sampan.bots.mcts import MCTS, rating
from sampan.bots.rollout import ROLLOUT, STATES
from sampan.bots.search import TreeReuse
from sampan.bots.workspace import new_workspace
from sampan.engine.chance import DEAL, seed_chance
from sampan.engine.pick import new_picker, stirred
from sampan.engine.rule import JIT
from sampan.games import load

from .position import Position as River

pytestmark = pytest.mark.skipif(not JIT, reason="thousands of decisions need compiled rules; SAMPAN_JIT=0 is set")

play = play_best = is_quiet = None


def test_two_dice_are_two_infosets(river):
    """Same board, same moves to choose from, another die: not the same decision."""
    state = river.deal({}, 3)
    while int(state.turns[0]) < 1 or len(river.legal_moves(state)) < 3:
        river.play(state, river.legal_moves(state)[0])
    keys, reuse = set(), TreeReuse()
    for die in range(6):
        other = river.copy(state)
        other.die[0, river.to_move(state)] = die
        keys.add(reuse.key(river, river.hide(other, river.to_move(state))))
    assert len(keys) == 6


def best_line(box, states, tries, seed, picker, out, work):
    """The best of some stretches, tried out in an order that the seed decides."""
    picker[0] = stirred(seed)
    return play_best(box[0], states, tries, picker, out, work[0])


def test_nobody_plans_on_a_die_that_is_not_rolled_yet(river):
    """Whatever the die for the next turn will show: the same stretch looks best."""
    loop, work, rolled = compiled_for(river, [*ROLLOUT, best_line]), new_workspace(river), set()
    state, picker, out = river.deal({"players": 2}, 4), new_picker(), np.zeros(len(river.moves), np.int16)
    for number in range(30):
        lines, seat = [], int(state.turn[0])
        for chance in range(6):
            states = river.batch(STATES)
            states[0] = state[0]
            seed_chance(states[0], np.uint64(100 * number + chance), np.uint64(0), DEAL)
            length = loop(river.box.record, states, 16, np.uint64(number), picker, out, work)
            lines.append(work.lines[0, 1, :length].tolist())
            rolled.add((number, int(states.die[0, seat])))
        assert all(line == lines[0] for line in lines), number
        state[0] = states[0]
    assert len(rolled) > 100, "the dice did differ"


def first_sight(box, states, move, picker, out, work):
    """The search's rating of a move of states[0]."""
    states[1] = states[0]
    play(box[0], states[1], move)
    s = states[0]
    return rating(box[0], states, 2, picker, out, s.seat, s.turns, is_quiet(box[0], s), work[0])


def test_ending_the_turn_is_worth_the_same_whatever_is_rolled_then(river):
    """To greedy and to the search at first sight; what the rival holds may differ, so greedy's differences count."""
    table = River(2).die(1).goods(silk=2, rice=2).koku(7).building(23, "start-port").play("sail:2")
    end = river.moves.number("end")
    assert end in river.legal_moves(table.state) and len(river.legal_moves(table.state)) > 3
    ratings = [GreedyBot().ratings(river, river.hide(table.state, 0), seed) for seed in range(12)]
    assert np.ptp([row - row[0] for row in ratings], axis=0).max() < 1e-9
    sight = compiled_for(river, [*ROLLOUT, rating, first_sight])
    states, out, sights, dice = river.batch(STATES), np.zeros(len(river.moves), np.int16), set(), set()
    for chance in range(12):
        states[0] = table.state[0]
        seed_chance(states[0], np.uint64(chance), np.uint64(0), DEAL)
        sights.add(sight(river.box.record, states, end, new_picker(), out, new_workspace(river)))
        dice.add(int(states.die[1, 0]))
    assert len(sights) == 1 and len(dice) > 3


@pytest.mark.parametrize("kind", ["greedy", "club", "expert", "search:400it"])
def test_nobody_trades_for_nothing_when_the_game_ends(river, kind):
    """The very last turn, the action is done, goods for ten trades lie there: they are worth nothing any more."""
    table = River(2).turn(1).last_turns(1).vp(30).vp(20, seat=1).die(1, seat=1).koku(4, seat=1)
    table = table.goods(silk=6, rice=6, porcelain=6, seat=1).building(23, "start-port").play("sail:2")
    bot, seconds = bots.load(kind)
    for seed in range(8):
        assert river.move_text(bot.choose(river, river.hide(table.state, 1), seconds, seed)) == "end", seed


def the_sixth_customer():
    """Delivering wins the last turn; nothing else comes near."""
    position = River(players=4).last_turns(1).die(3).goods(silk=3).hand("merchant-3", "elder-1")
    return position.delivered("elder-2", "elder-4", "monk-1", "monk-3", "monk-5").table().state


@pytest.mark.parametrize("kind", ["greedy", "search:200it"])
def test_the_sixth_customer_in_the_last_turn_is_not_missed(river, kind):
    """Seven points lie in the hand, and nothing else comes near."""
    bot, seconds = bots.load(kind)
    hidden = river.hide(the_sixth_customer(), 0)
    assert river.move_text(bot.choose(river, hidden, seconds, 1)) == "deliver:merchant-3"


@pytest.mark.parametrize("kind", ["greedy", "search:200it"])
def test_with_the_die_one_off_the_favor_is_spent_to_deliver(kind):
    """The customer lives one region further on; only this delivery, for which the die must be turned, wins the game."""
    table = (
        River(players=2)
        .last_turns(1)
        .die(2)
        .favor(2)
        .koku(0)
        .vp(30, seat=1)
        .goods(silk=3)
        .hand("merchant-3", "elder-1")
        .delivered("elder-2", "elder-4", "monk-1", "monk-3")
        .table()
    )
    game = load("river")
    bot, seconds = bots.load(kind)
    made = []
    for _ in range(2):
        made.append(game.move_text(bot.choose(game, game.hide(table.state, 0), seconds, 1)))
        game.play(table.state, made[-1])
    assert made == ["die:up", "deliver:merchant-3"]


def test_a_comparison_makes_up_for_a_wrong_first_choice(river):
    hidden = river.hide(the_sixth_customer(), 0)
    right = river.moves.number("deliver:merchant-3")
    wrong = next(move for move in river.legal_moves(hidden) if move != right)
    for moves in ([wrong, right], [right, wrong]):
        budget = iter([True] * 20 + [False])
        found = compare_moves(
            river, hidden, moves, [Sampler(river, compiled_for(river, MCTS))], 5, lambda _, left=budget: next(left)
        )
        assert [move for move, _ in found] == [right, wrong] and found[0][1] > found[1][1] > 0
