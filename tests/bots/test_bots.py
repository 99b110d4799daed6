"""Bots: legal, blind to secrets, repeatable, in time, and not blind to what lies in front of them."""

from __future__ import annotations

import random
import sys
from dataclasses import replace

import numpy as np
import pytest

from sampan import bots
from sampan.bots.evaluate import compiled_for
from sampan.bots.greedy import GreedyBot
from sampan.bots.levels import LEVELS, LevelBot, strength_of
from sampan.bots.mcts import MCTS, Tree, rating
from sampan.bots.rollout import ROLLOUT, STATES
from sampan.bots.search import ROUND, SearchBot, TreeReuse
from sampan.bots.workspace import Parameter, judgement_of, new_workspace
from sampan.engine.chance import DEAL, seed_chance
from sampan.engine.errors import BoxError, OptionError
from sampan.engine.pick import new_picker, stirred
from sampan.engine.rule import JIT
from sampan.games import load, names
from tests.feya.position import Position as Swamp
from tests.feya.position import lagoon
from tests.river.position import Position as River

EVERY = {"random": 1000, "greedy": 200, "search:12it": 500, "learner": 150}  # and how many positions each must stand
pytestmark = pytest.mark.skipif(not JIT, reason="thousands of decisions need compiled rules; SAMPAN_JIT=0 is set")


def positions(game, number, seed=1):
    """Positions from random games, all player counts and both ends of the options."""
    dice, found = random.Random(seed), []
    while len(found) < number:
        options = dice.choice(game.definition.variants or [{"players": players} for players in (2, 3, 4)])
        state = game.deal(options, dice.getrandbits(32))
        while not game.over(state) and len(found) < number:
            if dice.random() < 0.2:
                found.append(game.copy(state))
            game.play(state, dice.choice(game.legal_moves(state)))
    return found


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("kind", EVERY)
def test_a_bot_only_makes_legal_moves(name, kind):
    game = load(name)
    bot, seconds = bots.load(kind)
    for number, state in enumerate(positions(game, EVERY[kind])):
        hidden = game.hide(state, game.to_move(state))
        before = hidden.tobytes()
        assert bot.choose(game, hidden, seconds, number) in game.legal_moves(state)
        assert hidden.tobytes() == before, "thinking leaves the position alone"


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("kind", EVERY)
def test_a_bot_is_blind_to_secrets(name, kind):
    """Two positions that differ only in what the seat may not know get the same move."""
    game = load(name)
    bot, seconds = bots.load(kind)
    differed = 0
    for number, state in enumerate(positions(game, 60, seed=2)):
        seat = game.to_move(state)
        twin = game.redeal(game.hide(state, seat), seat, number)
        differed += twin.tobytes() != state.tobytes()
        first = bot.choose(game, game.hide(state, seat), seconds, 5)
        assert bot.choose(game, game.hide(twin, seat), seconds, 5) == first
    assert differed > 50, "the twins do differ"


@pytest.mark.parametrize("threads", [1, 2])
def test_the_same_seed_and_iterations_give_the_same_search_whatever_came_before(river, threads):
    state = river.deal({"players": 3}, 3)
    hidden = river.hide(state, river.to_move(state))
    fresh = SearchBot(300, threads).rank(river, hidden, 1.0, 9)
    used = SearchBot(300, threads)
    other = river.deal({}, 8)
    used.rank(river, river.hide(other, river.to_move(other)), 1.0, 1)
    assert used.rank(river, hidden, 1.0, 9) == fresh
    assert SearchBot(300, threads).rank(river, hidden, 1.0, 10) != fresh, "another seed, another search"


class Clock:
    """Time that passes by the same step at every reading."""

    def __init__(self, step: float) -> None:
        self.now, self.step = 0.0, step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


def test_search_stops_when_its_time_is_over(river):
    """With a clock that moves on 10 ms at every reading, half a second is about fifty of them, and no more."""
    state = river.deal({"players": 4}, 3)
    hidden = river.hide(state, river.to_move(state))
    clock = Clock(0.01)
    SearchBot(threads=1, clock=clock).rank(river, hidden, 0.5, 1)
    assert clock.now <= 0.55
    bot = SearchBot(threads=1, clock=Clock(1.0))
    bot.rank(river, hidden, 0.5, 1)
    assert bot.done == ROUND, "a clock that jumps ends it after one round of iterations"


def test_iterations_are_spent_or_could_not_have_mattered(river):
    state = river.deal({}, 3)
    bot = SearchBot(1000)
    ranked = bot.rank(river, river.hide(state, river.to_move(state)), 0.001, 1)
    left = 1000 - bot.done
    assert left == 0 or ranked[0].visits - ranked[1].visits > left


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


def infosets_below(tree, infoset):
    """How many infosets every move of the tree has that was tried, from this infoset on."""
    for child in tree.children(infoset):
        infosets = tree.children(child)
        if infosets:
            yield len(infosets)
        for each in infosets:
            yield from infosets_below(tree, each)


@pytest.mark.parametrize("name", names())
def test_what_chance_reveals_makes_another_infoset(name):
    """A die in River of Gold gives several infosets to the move it follows; in Feya's Swamp every move has one."""
    game = load(name)
    state = game.deal({}, 3)
    while int(state.turns[0]) < 2:
        game.play(state, game.legal_moves(state)[0])
    bot = SearchBot(600)
    bot.rank(game, game.hide(state, game.to_move(state)), 1.0, 1)
    tree = bot.trees(game)[0]
    numbers = list(infosets_below(tree, tree.root))
    assert len(numbers) > 20
    assert max(numbers) >= 4 if name == "river" else max(numbers) == 1


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


play = play_best = is_quiet = evaluate = determinize = rollout = None


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


def way_on(box, states, last, first, seed, picker, out, ways, work):
    """The values of a rollout of so many turns, and those of every position on the same way."""
    work[0].parameters[Parameter.ROLLOUT_TURNS] = last
    work[0].parameters[Parameter.ROLLOUT_BURN_IN] = first
    states[STATES] = states[0]
    picker[0] = stirred(seed)
    rollout(box[0], states, 0, picker, out, work[0])
    ways[0] = work[0].values[:2]
    states[0] = states[STATES]
    picker[0] = stirred(seed)
    for turn in range(last + 1):
        evaluate(box[0], states[0], work[0])
        ways[1 + turn] = work[0].values[:2]
        if turn < last and states[0].seat >= 0:
            play_best(box[0], states, int(work[0].parameters[Parameter.ROLLOUT_SAMPLES]), picker, out, work[0])


def test_a_rollout_counts_the_mean_of_all_evaluations_after_its_burn_in(river):
    """Where the game ends on the way, its end counts for all that is missing."""
    loop, ended, state = compiled_for(river, [*ROLLOUT, way_on]), 0, river.deal({"players": 2}, 3)
    number, differ, out, greedy = 0, 0, np.zeros(len(river.moves), np.int16), GreedyBot()
    while not river.over(state):
        if number % 4 == 0:
            states, ways = river.batch(STATES + 1), np.zeros((8, 2))
            states[0] = state[0]
            loop(river.box.record, states, 6, 2, np.uint64(number), new_picker(), out, ways, new_workspace(river))
            assert ways[0] == pytest.approx(ways[3:].mean(axis=0)), number
            differ += np.ptp(ways[3:], axis=0).max() > 0
            ended += int(states.seat[0]) < 0
        river.play(state, greedy.choose(river, river.hide(state, river.to_move(state)), 0, number))
        number += 1
    assert ended > 0 and differ > 10


def first_trial(box, hidden, move, seed, states, picker, out, work):
    """What the first trial of a move comes to, whichever was tried before."""
    picker[0] = stirred(seed)
    states[0] = hidden[0]
    s, mover, turn = states[0], hidden[0].seat, hidden[0].turns
    determinize(box[0], s, mover, picker)
    play(box[0], s, move)
    under_way = 1 if s.seat == mover and s.turns == turn and not is_quiet(box[0], s) else 0
    rollout(box[0], states, under_way, picker, out, work[0])
    return work[0].values[mover]


def test_the_first_trial_of_every_move_has_the_same_luck(river):
    grow, trial = compiled_for(river, MCTS), compiled_for(river, [*ROLLOUT, first_trial])
    box, seed, once = river.box.record, np.uint64(77), 0
    for deal in range(60):
        state, tree = river.deal({"players": 2}, deal), Tree(river, grow, 5000)
        hidden = river.hide(state, river.to_move(state))
        tree.grow(river, hidden, 1, seed)
        begun = next(node for node in tree.children(tree.root) if tree.nodes[node].visits)  # it also rated the moves
        tree.grow(river, hidden, 25, seed)
        for child in tree.children(tree.root):
            node = tree.nodes[child]
            if node.visits == 1 and child != begun:
                value = trial(box, hidden, node.move, seed, tree.states, tree.picker, tree.out, tree.work)
                assert node.value == pytest.approx(value)
                once += 1
    assert once > 5


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


@pytest.mark.parametrize("name", names())
def test_a_slip_is_never_a_pointless_exchange(name):
    game = load(name)
    first, last = game.definition.asides
    clumsy, made = GreedyBot(slips=4.0), 0
    for number, state in enumerate(positions(game, 150, seed=5)):
        hidden = game.hide(state, game.to_move(state))
        moves = np.array(game.legal_moves(hidden))
        aside, move = (first <= moves) & (moves < last), clumsy.choose(game, hidden, 0, number)
        if len(moves) > 1 and first <= move < last:
            ratings = clumsy.ratings(game, hidden, number)
            assert aside.all() or ratings[aside].max() > ratings[~aside].max(), number
            made += 1
    assert made > 3, "some exchanges are worth it"


@pytest.mark.parametrize("kind", ["greedy", "club", "expert", "search:400it"])
def test_nobody_trades_for_nothing_when_the_game_ends(river, kind):
    """The very last turn, the action is done, goods for ten trades lie there: they are worth nothing any more."""
    table = River(2).turn(1).last_turns(1).vp(30).vp(20, seat=1).die(1, seat=1).koku(4, seat=1)
    table = table.goods(silk=6, rice=6, porcelain=6, seat=1).building(23, "start-port").play("sail:2")
    bot, seconds = bots.load(kind)
    for seed in range(8):
        assert river.move_text(bot.choose(river, river.hide(table.state, 1), seconds, seed)) == "end", seed


# ---------------------------------------------------------------- tactics


@pytest.mark.parametrize("kind", ["greedy", "search:200it"])
def test_the_sixth_customer_in_the_last_turn_is_not_missed(kind):
    """Seven points lie in the hand, and nothing else comes near."""
    table = (
        River(players=4)
        .last_turns(1)
        .die(3)
        .goods(silk=3)
        .hand("merchant-3", "elder-1")
        .delivered("elder-2", "elder-4", "monk-1", "monk-3", "monk-5")
        .table()
    )
    game = load("river")
    bot, seconds = bots.load(kind)
    assert game.move_text(bot.choose(game, game.hide(table.state, 0), seconds, 1)) == "deliver:merchant-3"


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


# ---------------------------------------------------------------- names


def test_levels_and_bots_load_by_name():
    assert [bots.load(level)[0].name for level in LEVELS] == list(LEVELS)
    bot, seconds = bots.load("search:1.5")
    assert isinstance(bot, SearchBot) and seconds == 1.5
    assert bots.load("rollout:0.3")[0].name == "search", "tables opened with the old name go on"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("genius", "expected learner, club, expert, master, random, greedy, search:SECONDS"),
        ("random:1", "expected random alone"),
        ("master:9", "expected master alone"),
        ("search:-1", "expected a number above 0"),
        ("search:nan", "expected a number above 0"),
        ("search:", "expected a number above 0"),
        ("search:0it", "expected a whole number of iterations"),
        ("search:xit", "expected a whole number of iterations"),
        ("no_such_module:Bot", "expected a module that can be imported"),
        ("sampan.bots.random:Nobody", "expected a module that can be imported"),
        ("sampan.bots.levels:LevelBot", "raised TypeError"),
        ("sampan.engine.errors:OptionError", "expected a method choose"),
        ("sampan.bots.random:RandomBot:-2", "expected a number above 0"),
    ],
)
def test_bots_that_cannot_play_are_named(name, said):
    with pytest.raises(OptionError, match=said):
        bots.load(name)


def test_an_unknown_level_is_named():
    with pytest.raises(OptionError, match="level 'guru': expected one of learner, club, expert, master"):
        LevelBot("guru")


@pytest.mark.parametrize("name", names())
def test_every_game_declares_its_levels_within_their_time(name):
    game = load(name)
    costs = [strength_of(game, level).cost for level in LEVELS]
    assert costs == sorted(costs) and costs == [bots.cost(level) for level in LEVELS]


@pytest.mark.parametrize(
    ("declared", "said"),
    [
        ({}, "levels.expert = None: expected one of slips, iterations and seconds"),
        ({"expert": 3}, "levels.expert = 3: expected one of slips, iterations and seconds"),
        ({"expert": {"tries": 3}}, "expected one of slips, iterations and seconds"),
        ({"expert": {"slips": 1, "seconds": 1}}, "expected one of slips, iterations and seconds"),
        ({"expert": {"iterations": 0}}, "expected one of slips, iterations and seconds"),
        ({"expert": {"iterations": 2.5}}, "expected one of slips, iterations and seconds"),
        ({"expert": {"iterations": 61}}, "expected at most 0.06 s or 60 iterations"),
        ({"expert": {"seconds": 0.5}}, "expected at most 0.06 s or 60 iterations"),
    ],
)
def test_a_level_that_is_declared_wrongly_is_named(river, monkeypatch, declared, said):
    judgement = replace(judgement_of(river), levels=declared)
    monkeypatch.setattr("sampan.bots.levels.judgement_of", lambda game: judgement)
    with pytest.raises(BoxError, match=f"^river: judgement.toml: .*{said}"):
        strength_of(river, "expert")


def test_a_bot_of_your_own_is_loaded_by_module_and_class(tmp_path, monkeypatch, river):
    (tmp_path / "my_bots.py").write_text(
        "class First:\n    name = 'first'\n    def choose(self, game, hidden, seconds, seed):\n"
        "        return game.legal_moves(hidden)[0]\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    bot, seconds = bots.load("my_bots:First:2.5")
    state = river.deal({}, 1)
    assert seconds == 2.5 and bot.choose(river, river.hide(state, 0), seconds, 1) == river.legal_moves(state)[0]
    sys.modules.pop("my_bots")
