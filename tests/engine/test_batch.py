"""Many games at once: the same games whatever the number of threads."""

from __future__ import annotations

import pytest

from sampan.engine.batch import SLICE, play_out
from sampan.engine.check import all_options
from sampan.engine.errors import OptionError


def test_the_number_of_threads_changes_nothing(game):
    games = SLICE * 2 + 3
    one = play_out(game, games, {"players": 3}, seed=9, threads=1)
    two = play_out(game, games, {"players": 3}, seed=9, threads=2)
    assert one.states.tobytes() == two.states.tobytes()
    assert (one.lengths == two.lengths).all() and one.decisions > games * 50


def test_game_k_depends_on_seed_plus_k_alone(game):
    many = play_out(game, 5, {"players": 2}, seed=100)
    single = play_out(game, 1, {"players": 2}, seed=103)
    assert many.states[3:4].tobytes() == single.states.tobytes()


def test_every_game_ends_and_adds_up(game):
    played = play_out(game, 300, list(all_options(game))[-1])
    assert (played.states.seat == -1).all()
    for k in range(0, 300, 50):
        state = played.states[k : k + 1]
        assert [sum(row.values()) for row in game.score_sheet(state)] == game.scores(state)


def test_progress_reaches_the_end(game):
    seen = []
    play_out(game, SLICE + 1, progress=seen.append)
    assert seen == [SLICE, SLICE + 1]


@pytest.mark.parametrize(("games", "threads"), [(0, None), (-3, 1), (1, 0)])
def test_bad_sizes_are_refused(game, games, threads):
    with pytest.raises(OptionError, match="expected 1 or more"):
        play_out(game, games, threads=threads)
