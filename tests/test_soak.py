"""Long campaigns: the test kit over many seeds, and every kind of move and reason met at least once.

The work is cut into pieces that both cores take in turn to the end, and every finished piece says how far it is.
"""

from __future__ import annotations

import multiprocessing
import os
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Any

import pytest

from sampan.engine.batch import play_out
from sampan.engine.check import all_options, check
from sampan.games import load

from .shelf import OWN, expected

pytestmark = pytest.mark.soak
GAMES_EACH = 40  # of every combination of options
PIECE = 20  # games a piece
SEED = 10_000
RANDOM_GAMES = 20_000
Options = dict[str, int | str]


def checked(name: str, options: Options, seed: int) -> tuple[Counter[str], Counter[str]]:
    """The test kit over a piece of one combination's games: kinds of moves made, reasons met."""
    report = check(load(name), PIECE, seed, [options])
    return report.kinds, report.reasons


def played_out(name: str, options: Options, seed: int) -> int:
    """Random games of one combination, and how many of them ended; every hundredth is looked at closely."""
    game = load(name)
    played = play_out(game, RANDOM_GAMES, options, seed)
    for k in range(0, RANDOM_GAMES, 100):
        assert game.definition.faults(game, played.states[k : k + 1]) == []
    return int((played.states.seat == -1).sum())


def spread(work: Callable[..., Any], pieces: list[tuple[Any, ...]], title: str, capsys: Any) -> Iterator[Any]:
    """Every piece's result, on all cores; the first fault ends it."""
    spawned = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(os.cpu_count(), mp_context=spawned) as pool:
        under_way = [pool.submit(work, *piece) for piece in pieces]
        try:
            for done, piece in enumerate(as_completed(under_way), 1):
                yield piece.result()
                with capsys.disabled():
                    print(f"{title}: {done} of {len(pieces)}", flush=True)
        finally:
            pool.shutdown(cancel_futures=True)


@pytest.mark.parametrize("name", OWN)
def test_many_varied_games_keep_every_promise_and_meet_every_kind_and_reason(name, capsys):
    game = load(name)
    pieces = [
        (name, options, seed)
        for options in all_options(game)
        for seed in range(SEED, SEED + GAMES_EACH, PIECE)
    ]  # fmt: skip
    made, met = Counter[str](), Counter[str]()
    for kinds, reasons in spread(checked, pieces, f"{name}, test kit", capsys):
        made += kinds
        met += reasons
    kinds = {block.kind for block in game.moves.blocks}
    reasons = {why.name for why in game.definition.why if why} - set(expected(name).never) - set(expected(name).seldom)
    assert kinds - set(made) == set(), "kinds of move that were never made"
    assert reasons - set(met) == set(), "reasons that were never met"


@pytest.mark.parametrize("name", OWN)
def test_many_random_games_end_without_a_fault(name, capsys):
    pieces = [(name, options, SEED) for options in all_options(load(name))]
    for ended in spread(played_out, pieces, f"{name}, random games", capsys):
        assert ended == RANDOM_GAMES
