"""The queue for thinking: quick thoughts pass long ones, owners take turns, and whatever overruns is stopped."""

from __future__ import annotations

import asyncio
import os
import sys
import threading

import pytest

from sampan import bots
from sampan.bots.hint import Adviser
from sampan.bots.search import SearchBot
from sampan.games import load
from sampan.server.refusals import Refused
from sampan.server.seats import checked_bot
from sampan.server.settings import Settings
from sampan.server.thinking import NICENESS, QUICK, Thinking, Thought, Turns
from tests.shelf import FIRST

PATIENCE = 60.0  # so that a test that fails does not hang
LONG = 10.0


def said_by(told, name):
    """A thought that only says that it was thought."""

    def run(thought):
        told.append(name)
        return name

    return run


class Busy:
    """A thread that thinks until it is let go."""

    def __init__(self):
        self.begun, self.gate = threading.Event(), threading.Event()

    def run(self, thought):
        self.begun.set()
        assert self.gate.wait(PATIENCE)


async def occupied(thinking, owner="first"):
    """Keep the one thread for long thoughts busy; returns what keeps it, and what waits for it."""
    busy = Busy()
    task = asyncio.create_task(thinking.ask(Thought("t", owner, LONG, busy.run)))
    await asyncio.to_thread(busy.begun.wait, PATIENCE)
    return busy, task


def test_a_quick_thought_never_waits_for_long_ones():
    async def act():
        thinking, told = Thinking(1), []
        busy, held = await occupied(thinking)
        waiting = [
            asyncio.create_task(thinking.ask(Thought(f"t{n}", f"o{n}", LONG, said_by(told, n)))) for n in range(40)
        ]
        await asyncio.sleep(0)
        quick = Thought("club", "somebody", QUICK, said_by(told, "quick"))
        assert await asyncio.wait_for(thinking.ask(quick), PATIENCE) == "quick"
        assert told == ["quick"], "forty long thoughts wait, and it was served"
        busy.gate.set()
        await asyncio.gather(held, *waiting)
        thinking.close()
        return told

    assert asyncio.run(act())[0] == "quick"


def test_owners_take_turns_however_much_one_of_them_asks():
    async def act():
        thinking, told = Thinking(1), []
        busy, held = await occupied(thinking, "greedy one")
        asked = [Thought(f"t{n}", "greedy one", LONG, said_by(told, f"greedy {n}")) for n in range(6)]
        asked += [
            Thought("u", "other", LONG, said_by(told, "other")),
            Thought("v", "third", LONG, said_by(told, "third")),
        ]
        waiting = [asyncio.create_task(thinking.ask(thought)) for thought in asked]
        await asyncio.sleep(0)
        busy.gate.set()
        await asyncio.gather(held, *waiting)
        thinking.close()
        return told

    told = asyncio.run(act())
    assert told[:2] == ["other", "third"], "whoever came last but has had nothing is first"
    assert told[2:] == [f"greedy {n}" for n in range(6)]


def test_of_one_owners_tables_the_least_served_is_next():
    turns = Turns()
    first, second = (Thought(name, "owner", 3.0, lambda begun: None) for name in ("one", "two"))
    order = []
    for _ in range(6):
        best = min((first, second), key=turns.rank)
        order.append(best.table)
        turns.serve(best)
    assert order == ["one", "two"] * 3


def test_whoever_was_away_has_saved_nothing_up():
    """Fair from now on: an owner who comes back does not shut out the others for all the time they were served."""
    turns = Turns()
    for _ in range(100):
        turns.serve(Thought("t", "busy", 1.0, lambda begun: None))
    late, busy = Thought("u", "late", 1.0, lambda begun: None), Thought("t", "busy", 1.0, lambda begun: None)
    order = []
    for _ in range(4):
        best = min((busy, late), key=turns.rank)
        order.append(best.owner)
        turns.serve(best)
    assert order.count("late") <= 3 and order.count("busy") >= 1


def test_a_thought_nobody_waits_for_any_more_is_not_begun_and_one_under_way_is_stopped():
    async def act():
        thinking, told = Thinking(1), []
        busy, held = await occupied(thinking)
        given_up = asyncio.create_task(thinking.ask(Thought("t", "o", LONG, said_by(told, "given up"))))
        await asyncio.sleep(0)
        given_up.cancel()
        await asyncio.gather(given_up, return_exceptions=True)
        begun = threading.Event()

        def until_stopped(thought):
            begun.set()
            told.append(thought.stop.wait(PATIENCE))

        under_way = Thought("t", "o", LONG, until_stopped)
        waiting = asyncio.create_task(thinking.ask(under_way))
        busy.gate.set()
        await held
        await asyncio.to_thread(begun.wait, PATIENCE)
        waiting.cancel()
        await asyncio.to_thread(under_way.stop.wait, PATIENCE)
        last = await thinking.ask(Thought("t", "o", LONG, said_by(told, "last")))
        thinking.close()
        return told, last

    assert asyncio.run(act()) == ([True, "last"], "last")


def test_what_overruns_its_time_is_told_to_stop():
    async def act():
        thinking = Thinking(1)
        found = await thinking.ask(
            Thought("t", "o", LONG, lambda begun: begun.begin_time() or begun.stop.wait(PATIENCE), most=0.01)
        )
        thinking.close()
        return found

    assert asyncio.run(act()) is True


def test_a_thought_that_fails_tells_whoever_asked_and_the_next_is_served():
    def fails(thought):
        raise ValueError("no idea")

    async def act():
        thinking = Thinking(1)
        with pytest.raises(ValueError, match="no idea"):
            await thinking.ask(Thought("t", "o", LONG, fails))
        found = await thinking.ask(Thought("t", "o", LONG, lambda begun: "fine"))
        thinking.close()
        return found

    assert asyncio.run(act()) == "fine"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux gives each thread a priority of its own")
def test_thinking_gives_way_to_everything_else():
    def priority(begun=None):
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    async def act():
        thinking = Thinking(1)
        there = [await thinking.ask(Thought("t", "o", seconds, priority)) for seconds in (LONG, QUICK)]
        thinking.close()
        return there

    before = priority()
    assert asyncio.run(act()) == [NICENESS, NICENESS] and priority() == before


# ---------------------------------------------------------------- budgets


@pytest.mark.parametrize("name", ["search:999999999it", "search:10001it", "search:10.5", "search:3600"])
def test_budgets_beyond_the_cap_are_refused_at_the_door(name):
    with pytest.raises(Refused, match="expected at most 10 seconds per move, about 10000 iterations"):
        checked_bot(name, Settings())


@pytest.mark.parametrize(
    "name", ["search:10000it", "search:10", "beginner", "learner", "club", "expert", "master", "greedy"]
)
def test_budgets_within_it_are_not(name):
    assert checked_bot(name, Settings()) == name


def test_what_people_play_against_most_is_quick():
    assert all(bots.cost(name) <= QUICK for name in (*list(bots.LEVELS)[:-1], "random", "greedy", "search:90it"))
    assert all(bots.cost(name) > QUICK for name in ("master", "search:1", "search:5000it"))


@pytest.mark.parametrize("budget", [{"iterations": 999_999_999}, {"iterations": None}])
def test_a_search_that_is_stopped_says_what_it_has_found(game, budget):
    """The flag is set by the second look at the clock, far from any budget's end."""
    state = game.deal({"players": 2}, 5)
    hidden, looks = game.hide(state, game.to_move(state)), []

    def clock():
        looks.append(1)
        if len(looks) > 3:
            bot.stop.set()
        return 0.0

    bot = SearchBot(threads=1, clock=clock, **budget)
    assert bot.choose(game, hidden, 3600.0, 1) in game.legal_moves(hidden)
    assert 0 < bot.done < 1000


def test_a_hint_that_is_stopped_ends_with_what_it_has(game):
    state = game.deal({"players": 2}, 5)
    hidden = game.hide(state, game.to_move(state))
    adviser = Adviser(threads=1)
    adviser.searcher.stop.set()
    assert adviser.advise(game, hidden, 3600.0) == []


def test_a_level_hands_the_flag_to_its_search():
    bot, game = bots.load("master", 1)[0], load(FIRST)
    state = game.deal({"players": 2}, 5)
    bot.stop.set()
    assert bot.choose(game, game.hide(state, game.to_move(state)), 1.0, 1) in game.legal_moves(state)


def test_what_is_compiled_first_does_not_count_as_thinking():
    async def act():
        thinking = Thinking(1)

        def run(thought):
            compiled = thought.stop.wait(0.2)  # far longer than it may think
            thought.begin_time()
            return compiled, thought.stop.wait(PATIENCE)

        found = await thinking.ask(Thought("t", "o", LONG, run, most=0.01))
        thinking.close()
        return found

    assert asyncio.run(act()) == (False, True)
