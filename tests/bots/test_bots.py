"""Bots: legal, blind to secrets, repeatable, in time, and not blind to what lies in front of them."""

from __future__ import annotations

import random
import sys
from dataclasses import replace

import numpy as np
import pytest

from sampan import bots
from sampan.bots.evaluate import EVALUATE, compiled_for
from sampan.bots.greedy import DEPTH, GreedyBot
from sampan.bots.levels import LEVELS, LevelBot, strength_of
from sampan.bots.mcts import MCTS, Tree
from sampan.bots.rollout import ROLLOUT, STATES
from sampan.bots.search import ROUND, Ranked, SearchBot, prefer_others
from sampan.bots.workspace import Parameter, judgement_of, new_workspace
from sampan.engine.errors import BoxError, OptionError
from sampan.engine.pick import new_picker, stirred
from sampan.engine.rule import JIT
from sampan.games import load, names
from tests.shelf import OWN, expected

from .clock import Clock

# and how many positions each must stand
EVERY = {"random": 1000, "greedy": 200, "search:12it": 500, "learner": 150, "beginner": 150}
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
def test_the_same_seed_and_iterations_give_the_same_search_whatever_came_before(game, threads):
    state = game.deal({"players": 3}, 3)
    hidden = game.hide(state, game.to_move(state))
    fresh = SearchBot(300, threads).rank(game, hidden, 1.0, 9)
    used = SearchBot(300, threads)
    other = game.deal({}, 8)
    used.rank(game, game.hide(other, game.to_move(other)), 1.0, 1)
    assert used.rank(game, hidden, 1.0, 9) == fresh
    assert SearchBot(300, threads).rank(game, hidden, 1.0, 10) != fresh, "another seed, another search"


def test_search_stops_when_its_time_is_over(game):
    """With a clock that moves on 10 ms at every reading, half a second is about fifty of them, and no more."""
    state = game.deal({"players": 4}, 3)
    hidden = game.hide(state, game.to_move(state))
    clock = Clock(0.01)
    SearchBot(threads=1, clock=clock).rank(game, hidden, 0.5, 1)
    assert clock.now <= 0.55
    bot = SearchBot(threads=1, clock=Clock(1.0))
    bot.rank(game, hidden, 0.5, 1)
    assert bot.done == ROUND, "a clock that jumps ends it after one round of iterations"


def test_iterations_are_spent_or_could_not_have_mattered(game):
    state = game.deal({}, 3)
    bot = SearchBot(1000)
    ranked = bot.rank(game, game.hide(state, game.to_move(state)), 0.001, 1)
    left = 1000 - bot.done
    assert left == 0 or ranked[0].visits - ranked[1].visits > left


def infosets_below(tree, infoset):
    """How many infosets every move of the tree has that was tried, from this infoset on."""
    for child in tree.children(infoset):
        infosets = tree.children(child)
        if infosets:
            yield len(infosets)
        for each in infosets:
            yield from infosets_below(tree, each)


@pytest.mark.parametrize("name", OWN)
def test_what_chance_reveals_makes_another_infoset(name):
    """A die gives several infosets to the move it follows; where nothing is left to chance every move has one."""
    game = load(name)
    state = game.deal({}, 3)
    while int(state.turns[0]) < 2:
        game.play(state, game.legal_moves(state)[0])
    bot = SearchBot(600)
    bot.rank(game, game.hide(state, game.to_move(state)), 1.0, 1)
    tree = bot.trees(game)[0]
    numbers = list(infosets_below(tree, tree.root))
    assert len(numbers) > 20
    assert max(numbers) >= 4 if expected(name).chance else max(numbers) == 1


play = play_best = is_quiet = evaluate = determinize = rollout = evaluate_seat = None


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


def test_a_rollout_counts_the_mean_of_all_evaluations_after_its_burn_in(game):
    """Where the game ends on the way, its end counts for all that is missing."""
    loop, ended, state = compiled_for(game, [*ROLLOUT, way_on]), 0, game.deal({"players": 2}, 3)
    number, differ, out, greedy = 0, 0, np.zeros(len(game.moves), np.int16), GreedyBot()
    while not game.over(state):
        if number % 4 == 0:
            states, ways = game.batch(STATES + 1), np.zeros((8, 2))
            states[0] = state[0]
            loop(game.box.record, states, 6, 2, np.uint64(number), new_picker(), out, ways, new_workspace(game))
            assert ways[0] == pytest.approx(ways[3:].mean(axis=0)), number
            differ += np.ptp(ways[3:], axis=0).max() > 0
            ended += int(states.seat[0]) < 0
        game.play(state, greedy.choose(game, game.hide(state, game.to_move(state)), 0, number))
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


def test_the_first_trial_of_every_move_has_the_same_luck(game):
    grow, trial = compiled_for(game, MCTS), compiled_for(game, [*ROLLOUT, first_trial])
    box, seed, once = game.box.record, np.uint64(77), 0
    for deal in range(60):
        state, tree = game.deal({"players": 2}, deal), Tree(game, grow, 5000)
        hidden = game.hide(state, game.to_move(state))
        tree.grow(game, hidden, 1, seed)
        begun = next(node for node in tree.children(tree.root) if tree.nodes[node].visits)  # it also rated the moves
        tree.grow(game, hidden, 25, seed)
        for child in tree.children(tree.root):
            node = tree.nodes[child]
            if node.visits == 1 and child != begun:
                value = trial(box, hidden, node.move, seed, tree.states, tree.picker, tree.out, tree.work)
                assert node.value == pytest.approx(value)
                once += 1
    assert once > 5


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


def turn_goes_on(game, state, move):
    """Whether whoever moves has more to decide in the same turn after this move."""
    after = game.copy(state)
    game.play(after, move)
    return game.to_move(after) == game.to_move(state) and after.turns[0] == state.turns[0]


@pytest.mark.parametrize("name", OWN)
def test_an_aside_has_its_price_at_the_end_of_a_turn_and_where_the_game_says_so_within_it(name):
    game, seen = load(name), {True: 0, False: 0}
    first, last = game.definition.asides
    for state in positions(game, 300, seed=6):
        moves = game.legal_moves(state)
        asides = [move for move in moves if first <= move < last]
        others = [move for move in moves if move not in asides]
        if not asides or not others:
            continue
        within = turn_goes_on(game, state, others[0])
        seen[within] += 1
        little, much = ([Ranked(asides[0], 9, 0.5 + more), Ranked(others[0], 4, 0.5)] for more in (0.04, 0.06))
        assert prefer_others(game, state, little, priced=True)[0].move == others[0]
        assert prefer_others(game, state, little, priced=False)[0].move == (asides if within else others)[0]
        assert prefer_others(game, state, much, priced=True) == much, "it clearly promises more"
    assert min(seen.values()) > 3


def best_ends(game, evaluated, root, sight=DEPTH):
    """What greedy's walk through a stretch should find, without remembering any position; None where it is too long."""
    (first, last), left = game.definition.asides, [2000]

    def end_of(before, move, depth, asides):
        left[0] -= 1
        after = game.copy(before)
        game.play(after, move)
        if not game.over(after) and after.draws[0] != before.draws[0] and evaluated(before)[0]:
            after = before
        quiet, value = evaluated(after)
        same = game.to_move(after) == game.to_move(root) and after.turns[0] == root.turns[0]
        if left[0] < 0 or depth == sight or quiet or not same:
            return value
        aside = [first <= move < last for move in game.legal_moves(after)]
        some = [one for one, is_one in zip(game.legal_moves(after), aside, strict=True)
                if not is_one or asides < game.definition.most_asides]  # fmt: skip
        return max((end_of(after, one, depth + 1, asides + (first <= one < last)) for one in some), default=-1e9)

    ends = [end_of(root, move, 1, int(first <= move < last)) for move in game.legal_moves(root)]
    return ends if left[0] >= 0 else None


def quiet_and_worth(box, states, seat, out, work):
    """Whether a position is quiet, and what it is worth to a seat."""
    out[0] = is_quiet(box[0], states[0])
    out[1] = evaluate_seat(box[0], states[0], seat, work[0])


@pytest.mark.parametrize("sight", [1, 2, DEPTH])
@pytest.mark.parametrize("name", OWN)
def test_greedy_finds_the_best_end_of_every_move_though_it_searches_no_position_twice(name, sight):
    """As far as it looks: a weak level sees the next move or two."""
    game, greedy, compared = load(name), GreedyBot(sight=sight), 0
    judged, work = compiled_for(game, [*EVALUATE, quiet_and_worth]), new_workspace(game)
    work.has_value_net = 0
    for number, state in enumerate(positions(game, 120, seed=8)):
        seat, out = game.to_move(state), np.zeros(2)

        def evaluated(one, seat=seat, out=out):
            judged(game.box.record, one, seat, out, work)
            return out.tolist()

        root = game.redeal(game.hide(state, seat), seat, number)
        ends = best_ends(game, evaluated, root, sight)
        if ends is not None and len(ends) > 1:
            assert greedy.ratings(game, game.hide(state, seat), number).tolist() == ends, number
            compared += 1
    assert compared > 40


# ---------------------------------------------------------------- names


def test_levels_and_bots_load_by_name():
    assert [bots.load(level)[0].name for level in LEVELS] == list(LEVELS)
    bot, seconds = bots.load("search:1.5")
    assert isinstance(bot, SearchBot) and seconds == 1.5
    assert bots.load("rollout:0.3")[0].name == "search", "tables opened with the old name go on"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("genius", "expected beginner, learner, club, expert, master, random, greedy, search:SECONDS"),
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
    with pytest.raises(OptionError, match="level 'guru': expected one of beginner, learner, club, expert, master"):
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
        ({"expert": {"sight": 2}}, "with slips perhaps sight, from 1 to 6"),
        ({"expert": {"slips": 1, "sight": 0}}, "with slips perhaps sight, from 1 to 6"),
        ({"expert": {"slips": 1, "sight": 7}}, "with slips perhaps sight, from 1 to 6"),
        ({"expert": {"iterations": 9, "sight": 2}}, "with slips perhaps sight, from 1 to 6"),
    ],
)
def test_a_level_that_is_declared_wrongly_is_named(game, monkeypatch, declared, said):
    judgement = replace(judgement_of(game), levels=declared)
    monkeypatch.setattr("sampan.bots.levels.judgement_of", lambda game: judgement)
    with pytest.raises(BoxError, match=f"^{game.name}: judgement.toml: .*{said}"):
        strength_of(game, "expert")


def test_a_bot_of_your_own_is_loaded_by_module_and_class(tmp_path, monkeypatch, game):
    (tmp_path / "my_bots.py").write_text(
        "class First:\n    name = 'first'\n    def choose(self, game, hidden, seconds, seed):\n"
        "        return game.legal_moves(hidden)[0]\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    bot, seconds = bots.load("my_bots:First:2.5")
    state = game.deal({}, 1)
    assert seconds == 2.5 and bot.choose(game, game.hide(state, 0), seconds, 1) == game.legal_moves(state)[0]
    sys.modules.pop("my_bots")
