"""Moves that another one is never worse than, and what bots that search do instead."""

from __future__ import annotations

import random

import pytest

from sampan import bots
from sampan.bots.search import SearchBot
from sampan.engine.rule import JIT

from .position import GAME, Position, lagoon

compiled = pytest.mark.skipif(not JIT, reason="search needs compiled rules; SAMPAN_JIT=0 is set")


def left_out(table: Position) -> set[str]:
    """What the game calls dominated here."""
    game = table.game
    found = game.definition.dominated(game, table.state, game.legal_moves(table.state))
    return {game.move_text(move) for move in found}


def test_a_worker_left_behind_is_exchanged_before_the_round_is_over_for_its_player():
    table = lagoon().round(2).give(0, free=2, axolotls=1).offer("build", "fish").play("pass")
    for left in (2, 1):
        assert table.legal() - left_out(table) == {"swap:worker>mana"} and table.has()["free"] == left
        table.play("swap:worker>mana")
    assert left_out(table) == set(), "an axolotl stays for the next round"
    table = lagoon().round(4).give(0, free=0, axolotls=1).offer("vp5", "vp6").play("pass")
    assert table.legal() - left_out(table) == {"swap:axolotl>mana"}, "there is no next round, and mana is points"


def test_an_axolotl_waits_while_a_worker_can_go():
    table = lagoon().give(0, free=1, axolotls=1, mana=5).boats(0, "a3")
    sent = {move for move in table.legal() if move.endswith("a") and not move.startswith("swap")}
    assert sent and left_out(table) == sent | {"swap:axolotl>mana"}
    assert left_out(table.give(0, free=0)) == set()


def test_a_tile_is_kept_for_an_action_that_it_helps():
    def table() -> Position:
        return lagoon().tiles(0, "catch1", "build-3").round(2).season("p").give(0, gold=50).boats(0, "a3", "b5")

    assert {"use:catch1", "use:build-3"} <= left_out(table()), "both could be used once the action is under way"
    assert left_out(table().play("fish:2")) == {"use:build-3"}
    assert left_out(table().play("build:1")) == {"use:catch1"}
    assert {"use:catch1", "use:build-3"} <= left_out(table().play("sail:1"))


def test_a_tile_that_makes_an_action_possible_is_not_dominated():
    """With so little gold nothing can be built without one or both of the tiles."""
    for gold, waiting in ((4, {"use:build-3", "use:build-2"}), (3, set()), (0, set())):
        table = lagoon().guide(0, "wiseman").turn(0).tiles(0, "build-3", "build-2").round(2).boats(0, "b5")
        assert left_out(table.give(0, gold=gold, free=1)) == waiting, gold


def test_more_range_waits_until_there_is_a_boat_to_sail():
    table = lagoon().tiles(0, "range3").round(2).boats(0, "a3")
    assert "use:range3" in left_out(table) and "use:range3" not in left_out(table.play("sail:1"))


def test_something_is_always_left_to_do():
    """In random games: what is dominated is legal, and not all of it."""
    dice, found = random.Random(4), 0
    for seed in range(4):
        state = GAME.deal({"players": 2 + seed % 3}, seed)
        while not GAME.over(state):
            legal = GAME.legal_moves(state)
            out = GAME.definition.dominated(GAME, state, legal)
            assert out < set(legal), seed
            found += bool(out)
            GAME.play(state, dice.choice(legal))
    assert found > 50


@compiled
@pytest.mark.parametrize("bot", ["expert", "search:20it"])
def test_bots_that_search_exchange_the_worker_they_leave_behind(bot):
    player, seconds = bots.load(bot)
    table = lagoon().round(2).give(0, free=1).offer("build", "fish").play("pass")
    move = player.choose(table.game, table.game.hide(table.state, 0), seconds, 1)
    assert table.game.move_text(move) == "swap:worker>mana"


@compiled
@pytest.mark.parametrize("iterations", [8, 60])
def test_search_spends_nothing_on_dominated_moves_and_lists_them_last(iterations):
    table = lagoon().tiles(0, "catch1").round(2).give(0, free=1, axolotls=1, mana=5).boats(0, "a3")
    game, out = table.game, left_out(table)
    ranked = SearchBot(iterations).rank(game, game.hide(table.state, 0), 0.0, 3)
    assert sorted(game.move_text(one.move) for one in ranked) == sorted(table.legal()), "each once"
    last = ranked[len(ranked) - len(out) :]
    assert {game.move_text(one.move) for one in last} == out and not any(one.visits for one in last)
    assert sum(one.visits for one in ranked) in (iterations, iterations - 1, iterations + 1)
