"""Where only needless exchanges made a turn worse, a review says so, and not that another turn was better."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from sampan.bots.calibration import Calibration
from sampan.bots.prospect import Prospects
from sampan.bots.search import SearchBot
from sampan.engine.game import Game
from sampan.engine.rule import JIT
from sampan.games import load
from sampan.review.candidates import candidates, spoken, without_exchanges
from sampan.review.judge import Judged, best_of
from sampan.review.shape import ASIDE, left_out
from sampan.review.sheets import lessons
from sampan.review.stretches import Stretch, stretches
from sampan.review.telling import lesson, moment_lines
from sampan.review.turns import fill_in, in_words, new_turn

from ..shelf import OWN
from .games_played import finished

needs_speed = pytest.mark.skipif(not JIT, reason="a search needs compiled rules; SAMPAN_JIT=0 is set")


def with_needless(game: Game, seed: int = 5) -> Iterator[tuple[Stretch, tuple[int, ...]]]:
    """Turns of a random game that had exchanges they could do without, and the same without them."""
    for stretch in stretches(game, finished(game, seed)):
        plain = without_exchanges(game, stretch.before, stretch.moves)
        if plain != stretch.moves:
            yield stretch, plain


@pytest.mark.parametrize("name", OWN)
def test_a_turn_without_its_needless_exchanges_does_all_the_rest(name):
    game, found = load(name), 0
    first, last = game.definition.asides
    for stretch, plain in with_needless(game):
        left = [*zip(stretch.moves, spoken(game, stretch.before, stretch.moves), strict=True)]
        for one in zip(plain, spoken(game, stretch.before, plain), strict=True):
            while left[0] != one:
                assert first <= left.pop(0)[0] < last, "only exchanges are left out"
            left.pop(0)
        found += 1
    assert found > 3


@needs_speed
@pytest.mark.parametrize("name", OWN)
def test_what_was_played_without_needless_exchanges_is_tried_first(name):
    game = load(name)
    stretch, plain = next(with_needless(game))
    lines = candidates(game, stretch, SearchBot(3, threads=1), Prospects(game), 7)
    assert lines[:2] == [stretch.moves, plain]


def test_it_is_the_better_line_where_it_brings_back_nearly_all():
    lines = [(1, 2, 3), (1, 3), (4, 5)]
    played, plain, best = ([base + bit for bit in (0.0, 0.002, 0.0, 0.001)] for base in (0.3, 0.5, 0.51))
    assert best_of(lines, np.array([played, plain, best])) == 2
    assert best_of(lines, np.array([played, plain, best]), plain=1) == 1
    assert best_of(lines, np.array([played, np.subtract(plain, 0.1), best]), plain=1) == 2, "half was lost elsewhere"
    assert best_of(lines, np.array([np.add(best, 0.1), plain, best]), plain=1) == 0, "nothing was lost"


@pytest.mark.parametrize("name", OWN)
def test_the_exchanges_are_named_as_what_went_wrong(name):
    game = load(name)
    stretch, plain = next(with_needless(game))
    values = np.full((2, 8, 2), 0.3)
    values[1, :, stretch.seat] = 0.9
    turn = new_turn(game, stretch, lambda moves: in_words(game, stretch, moves))
    fill_in(game, Calibration(), turn, Judged(stretch, [stretch.moves, plain], values, 0.5, best=1),
            lambda moves: in_words(game, stretch, moves))  # fmt: skip
    turn.win_after, turn.luck = [turn.played.win] * 2, [0.0] * 2
    assert turn.verdict == "blunder" and (turn.deed, turn.best_deed) == (ASIDE, ASIDE)
    assert len(left_out(turn)) == len(stretch.moves) - len(plain)
    words, [message] = game.words(seats={0: "Ada", 1: "Bo"}), lessons(game, [turn])
    assert lesson(words, message) == f"{words.name(f'{name}_deed_{ASIDE}')} (once, −{100 * turn.cost:.1f}% in all)"
    better = moment_lines(game, words, turn)[2]
    assert better.startswith("Better: the same turn without this: ")
