"""Bots at Feya's Swamp: a tree that goes on from turn to turn, and what lies in front of them."""

from __future__ import annotations

import pytest

from sampan import bots
from sampan.bots.search import SearchBot
from sampan.engine.rule import JIT
from sampan.games import load
from tests.bots.clock import Clock

from .position import Position as Swamp
from .position import lagoon

pytestmark = pytest.mark.skipif(not JIT, reason="thousands of decisions need compiled rules; SAMPAN_JIT=0 is set")


def test_the_tree_is_reused_along_the_own_turn_and_through_the_replies():
    """In a game without secrets the tree of the last decision goes on with this one."""
    game = load("feya")
    state = game.deal({}, 3)
    while int(state.turns[0]) == 0:
        game.play(state, game.legal_moves(state)[0])
    bot = SearchBot(threads=1, clock=Clock(0.004))
    seat, reused = game.to_move(state), []
    for _ in range(12):
        mover = game.to_move(state)
        if mover == seat and len(game.legal_moves(state)) > 1:
            move = bot.choose(game, game.hide(state, seat), 0.4, 1)
            reused.append(bot.reused)
        else:
            move = game.legal_moves(state)[0]
        game.play(state, move)
    assert reused[0] == 0 and sum(visits > 0 for visits in reused[1:]) >= len(reused) // 2
    fresh = SearchBot(50)
    fresh.choose(game, game.hide(state, game.to_move(state)), 1, 1)
    assert fresh.reused == 0, "with a budget in iterations every decision starts anew"


def last_worker(rival: int) -> Swamp:
    """The last round: the others have passed, one worker is left with empty pockets, a rival has these points."""
    table = lagoon().round(4).season("o").passed(1, 2).give(0, gold=0, mana=0, fish=0, free=1)
    table.s.vp[1][0] = rival
    return table.score_cards("temple_5", "lead_3")


@pytest.mark.parametrize("kind", ["greedy", "search:200it"])
def test_the_last_worker_takes_the_best_temple(kind):
    """Five points at the temple win; a spirit would pay two, a step on the sailing track one."""
    table = last_worker(rival=9).boats(0, "a3")
    bot, seconds = bots.load(kind)
    made = []
    while not made or made[-1].partition(":")[0] != "go":
        made.append(table.game.move_text(bot.choose(table.game, table.game.hide(table.state, 0), seconds, 1)))
        table.play(made[-1])
    assert made == ["sail:1", "boat:1", "go:a1"]


@pytest.mark.parametrize("kind", ["greedy", "search:300it"])
def test_a_feast_where_the_fish_lie(kind):
    """Two fed settlements and the totem's bonus on one island win; on the other lies one foreign fish."""
    table = last_worker(rival=14).settle(0, "b3", "b7").settle(1, "c8").settle(2, "c4")
    table.fish_on(b3=3, c4=1, c8=1).totem("c3")
    bot, seconds = bots.load(kind)
    made = []
    for _ in range(2):
        made.append(table.game.move_text(bot.choose(table.game, table.game.hide(table.state, 0), seconds, 1)))
        table.play(made[-1])
    assert made == ["celebrate:1", f"feast:{table.island('b3')}"]
