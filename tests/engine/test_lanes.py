"""Games side by side: the same games as one by one, rewards that add up, bad moves that change nothing."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from sampan.engine import lanes as lanes_module
from sampan.engine.batch import play_by
from sampan.engine.errors import MoveError, OptionError
from sampan.engine.lanes import LEAVE, Lanes, edges_of
from sampan.games import load
from tests.shelf import OWN


def first_legal(observations, masks, seats):
    return masks.argmax(axis=1)


def any_legal(seed):
    dice = np.random.default_rng(seed)

    def policy(observations, masks, seats):
        return (dice.random(masks.shape, np.float32) * masks).argmax(axis=1)

    return policy


@pytest.mark.parametrize("name", OWN)
def test_a_lane_plays_the_same_game_as_the_table_does(name):
    game, policy = load(name), any_legal(1)
    lanes = Lanes(game, 3, {"players": 3}, seed=40, again=False)
    tables = [game.deal({"players": 3}, 40 + k) for k in range(3)]
    for _ in range(120):
        for k, state in enumerate(tables):
            seat = game.to_move(state)
            assert lanes.seats[k] == seat
            if seat >= 0:
                assert (lanes.masks[k] == game.legal(state)).all()
                assert (lanes.observations[k] == game.features(state, seat)).all()
            else:
                assert not lanes.masks[k].any() and not lanes.observations[k].any()
        moves = policy(lanes.observations, lanes.masks, lanes.seats)
        lanes.step(moves)
        for state, move in zip(tables, moves, strict=True):
            if not game.over(state):
                game.play(state, int(move))
        assert [lanes.states[k : k + 1].tobytes() for k in range(3)] == [state.tobytes() for state in tables]


def test_threads_share_all_lanes_in_ever_smaller_parts():
    for size, threads in ((7, 1), (2048, 1), (130, 2), (515, 2), (2048, 2), (5000, 3)):
        edges = edges_of(size, threads)
        assert edges[0] == 0 and edges[-1] == size and (len(edges) - 1) % threads == 0
        assert all(size * who // threads in edges for who in range(threads))
        assert all(low < high for low, high in pairwise(edges))
    assert edges_of(2048, 2) == [0, 512, 768, 896, 1024, 1536, 1792, 1920, 2048]


@pytest.mark.parametrize("size", [130, 515])
def test_the_number_of_threads_changes_nothing(game, size):
    one, two = (Lanes(game, size, seed=5, threads=threads) for threads in (1, 2))
    for lanes in (one, two):
        policy = any_legal(2)
        for _ in range(60):
            lanes.step(policy(lanes.observations, lanes.masks, lanes.seats))
    assert one.states.tobytes() == two.states.tobytes() and one.notes.tobytes() == two.notes.tobytes()
    assert (one.observations == two.observations).all() and (one.masks == two.masks).all()


@pytest.mark.parametrize("name", OWN)
@pytest.mark.parametrize("again", [True, False])
def test_writing_only_what_changed_changes_nothing(name, again, monkeypatch):
    """Rows that are brought up to date say the same as rows that are written anew, also after games end."""
    game = load(name)
    written = Lanes(game, 70, {"players": 3}, seed=5, again=again, threads=1)
    monkeypatch.setattr(lanes_module, "CACHED", 0)
    changed = Lanes(game, 70, {"players": 3}, seed=5, again=again, threads=1)
    if game.feature_names and len(game.feature_names) % 2 == 0:
        assert len(changed._advance[0]) > len(written._advance[0])
    policy = any_legal(6)
    for _ in range(500):
        moves = policy(written.observations, written.masks, written.seats)
        for lanes in (written, changed):
            lanes.step(moves)
        assert written.observations.tobytes() == changed.observations.tobytes()
        assert written.masks.tobytes() == changed.masks.tobytes()
    assert written.last_length.all() and written.notes.tobytes() == changed.notes.tobytes()


def test_rewards_of_each_kind_are_what_the_score_sheet_says(game):
    totals = {}
    for reward in ("win", "margin", "gain"):
        lanes = Lanes(game, 8, {"players": 3}, seed=9, reward=reward, again=False)
        policy, totals[reward] = any_legal(3), np.zeros((8, 3))
        started = np.array([game.scores(lanes.states[k : k + 1]) for k in range(8)])
        while (lanes.seats >= 0).any():
            lanes.step(policy(lanes.observations, lanes.masks, lanes.seats))
            totals[reward] += lanes.rewards
    points = np.array([game.scores(lanes.states[k : k + 1]) for k in range(8)])
    shares = np.array([game.win_share(lanes.states[k : k + 1]) for k in range(8)])
    best_other = np.array([[max(np.delete(row, seat)) for seat in range(3)] for row in points])
    assert (lanes.last_points == points).all() and (lanes.last_share == shares).all()
    assert np.allclose(totals["win"], shares)
    assert (totals["margin"] == points - best_other).all()
    assert (totals["gain"] == points - started).all() and (points != started).any()


def test_a_finished_game_is_dealt_anew_from_the_next_seed(game):
    lanes, policy = Lanes(game, 4, {"players": 2}, seed=70), any_legal(4)
    while not lanes.done[2]:
        lanes.step(policy(lanes.observations, lanes.masks, lanes.seats))
    assert lanes.states[2:3].tobytes() == game.deal({"players": 2}, 70 + 2 + 4).tobytes()
    assert lanes.seats[2] >= 0 and lanes.masks[2].any() and lanes.last_share[2].sum() == 1
    assert lanes.last_length[2] > 50
    lanes.step(policy(lanes.observations, lanes.masks, lanes.seats))
    assert not lanes.done[2] and lanes.last_length[2] > 50


def test_starting_again_gives_the_same_games(game):
    lanes = Lanes(game, 3, seed=8)
    before = lanes.observations.copy(), lanes.masks.copy()
    for _ in range(10):
        lanes.step(lanes.masks.argmax(axis=1))
    lanes.start(8)
    assert (lanes.observations == before[0]).all() and (lanes.masks == before[1]).all()


def test_a_step_goes_on_until_no_random_bot_must_move(game):
    """The other seats play legal moves at random; a lane that is left alone stays as it is, byte for byte."""
    lanes = Lanes(game, 6, {"players": 3}, seed=5, again=False, bots=[0, 2])
    policy, left = any_legal(3), np.arange(6) % 2 == 0
    while (lanes.seats >= 0).all():
        assert (lanes.seats == 1).all()
        assert [row[:3].tolist() for row in lanes.notes["points"]] == [
            game.scores(lanes.states[k : k + 1]) for k in range(6)
        ]
        before = lanes.states.copy(), lanes.notes.copy(), lanes.observations.copy()
        moves = policy(lanes.observations, lanes.masks, lanes.seats)
        lanes.advance(np.where(left, LEAVE, moves))
        for kept, now in zip(before, (lanes.states, lanes.notes, lanes.observations), strict=True):
            assert kept[left].tobytes() == now[left].tobytes() and kept[~left].tobytes() != now[~left].tobytes()
        left = ~left


def test_some_lanes_can_be_dealt_anew(game):
    lanes = Lanes(game, 4, {"players": 2}, seed=1, again=False)
    for _ in range(20):
        lanes.step(any_legal(1)(lanes.observations, lanes.masks, lanes.seats))
    before = lanes.states.copy()
    lanes.start_some(np.array([1, 3]), [60, 61])
    assert lanes.states[[0, 2]].tobytes() == before[[0, 2]].tobytes()
    for lane, seed in ((1, 60), (3, 61)):
        assert lanes.states[lane : lane + 1].tobytes() == game.deal({"players": 2}, seed).tobytes()
        assert lanes.masks[lane].any() and lanes.notes["length"][lane] == 0


def test_a_policy_plays_whole_games(game):
    played = play_by(game, 5, first_legal, {"players": 2}, seed=3)
    state, made = game.deal({"players": 2}, 3), 0
    while not game.over(state):
        game.play(state, game.legal_moves(state)[0])
        made += 1
    assert played.states[0:1].tobytes() == state.tobytes() and played.lengths[0] == made
    assert (played.states.seat == -1).all()


def test_one_bad_move_changes_no_lane(game):
    lanes = Lanes(game, 4, seed=1)
    before, moves = lanes.states.tobytes(), lanes.masks.argmax(axis=1)
    moves[2] = np.flatnonzero(~lanes.masks[2])[0]
    with pytest.raises(MoveError, match=r"lane 2: .* is not allowed"):
        lanes.step(moves)
    moves[2] = len(game.moves)
    with pytest.raises(MoveError, match="lane 2: "):
        lanes.step(moves)
    assert lanes.states.tobytes() == before


@pytest.mark.parametrize("moves", [[0, 0], np.zeros((4, 1), int), [0.5] * 4, ["a"] * 4])
def test_moves_of_another_form_are_refused_before_anything_runs(game, moves):
    lanes = Lanes(game, 4)
    with pytest.raises(OptionError, match="expected 4 whole numbers, one a lane"):
        lanes.step(moves)


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"size": 0}, "size = 0: expected"),
        ({"size": 2.5}, "size = 2.5: expected"),
        ({"size": 2, "threads": 0}, "threads = 0: expected"),
        ({"size": 2, "reward": "fame"}, "reward = 'fame': expected one of win, margin, gain"),
        ({"size": 2, "options": {"players": 9}}, "players = 9: expected"),
        ({"size": 2, "bots": [1]}, "expected again=False"),
    ],
)
def test_bad_batches_are_one_clear_line(game, how, said):
    with pytest.raises(OptionError, match=said):
        Lanes(game, **how)
