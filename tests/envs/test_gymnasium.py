"""The Gymnasium environment against Gymnasium's own check, and against the table."""

from __future__ import annotations

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from sampan.engine.errors import MoveError, OptionError
from sampan.engine.pick import new_picker, pick, stirred
from sampan.envs.gymnasium import TableEnv
from sampan.games import names
from tests.shelf import FIRST, with_hands


def played(env, seed):
    """A whole game with random legal moves; what was seen and what was paid."""
    observation, info = env.reset(seed=seed)
    dice, seen, paid, over = np.random.default_rng(seed), [observation], 0.0, False
    while not over:
        move = dice.choice(np.flatnonzero(info["action_mask"]))
        observation, reward, over, _, info = env.step(move)
        seen.append(observation)
        paid += reward
    return seen, paid, info


@pytest.mark.parametrize("name", names())
def test_gymnasiums_own_check(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(gymnasium.make(f"Sampan/{name.capitalize()}-v1").unwrapped, skip_render_check=True)


@pytest.mark.parametrize(("seat", "bots"), [(0, ["random"]), (2, ["random", "greedy"])])
def test_a_whole_game_against_bots_pays_what_the_table_says(seat, bots):
    how = {"bots": bots, "seat": seat, "options": {"players": 3}}
    env = TableEnv(FIRST, reward="margin", **how)
    _, paid, info = played(env, 5)
    assert paid == info["scores"][seat] - max(np.delete(info["scores"], seat))
    again, _, _ = played(TableEnv(FIRST, reward="margin", **how), 5)
    seen, _, _ = played(env, 5)
    assert all((one == other).all() for one, other in zip(seen, again, strict=True))


def test_a_move_that_is_not_allowed_ends_the_game_or_raises_as_asked():
    for illegal in ("end", "raise"):
        env = TableEnv(FIRST, illegal=illegal)
        _, info = env.reset(seed=4)
        wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
        if illegal == "raise":
            with pytest.raises(MoveError, match="is not allowed"):
                env.step(wrong)
            env.step(int(info["action_mask"].argmax()))
        else:
            _, reward, over, _, info = env.step(wrong)
            assert reward == -1 and over and "is not allowed" in info["illegal"]
            with pytest.raises(gymnasium.error.ResetNeeded):
                env.step(0)


def test_random_bots_move_as_the_seed_of_the_game_says(game):
    """The table again, move by move, with a picker beside it."""
    env, state, picker = TableEnv(game, seat=1, options={"players": 3}), game.deal({"players": 3}, 8), new_picker()
    picker[0], dice, over = stirred(np.uint64(8)), np.random.default_rng(1), False
    seen, info = env.reset(seed=8)
    while True:
        while (seat := game.to_move(state)) not in (-1, 1):
            moves = game.legal_moves(state)
            game.play(state, moves[pick(picker, len(moves))])
        assert over == (seat < 0) and (seen == game.features(state, 1)).all()
        assert info["scores"].tolist() == game.scores(state)
        if over:
            break
        assert (info["action_mask"] == game.legal(state)).all() and (env.action_masks() == game.legal(state)).all()
        move = int(dice.choice(game.legal_moves(state)))
        game.play(state, move)
        seen, reward, over, _, info = env.step(move)
    assert reward == pytest.approx(game.win_share(state)[1]) and not info["action_mask"].any()


def test_bots_that_think_get_what_their_seat_may_know(monkeypatch):
    env, asked = TableEnv(with_hands(), bots=["greedy"]), []
    bot, _ = env.table.thinkers[1]

    def first_move(game, hidden, seconds, seed):
        asked.append((hidden.tobytes(), game.hide(env.lanes.states, 1).tobytes(), env.lanes.states.tobytes()))
        return game.legal_moves(hidden)[0]

    monkeypatch.setattr(bot, "choose", first_move)
    env.reset(seed=4)
    while len(asked) < 5:
        env.step(int(env.action_masks().argmax()))
    assert all(given == known != table for given, known, table in asked)


def test_actions_and_resets_that_cannot_be_are_one_clear_line_and_change_nothing():
    env = TableEnv(FIRST)
    env.reset(seed=4)
    before = env.lanes.states.tobytes()
    for action in ("build", 0.5, [1, 2], None):
        with pytest.raises(OptionError, match="expected a whole number"):
            env.step(action)
    with pytest.raises(OptionError, match="reset option players = 3: expected none; the game's own are set"):
        env.reset(options={"players": 3})
    assert env.lanes.states.tobytes() == before
    env.step(int(env.action_masks().argmax()))


@pytest.mark.parametrize(
    "how",
    [
        {"seat": 2},
        {"seat": "first"},
        {"bots": "random"},
        {"render_mode": "film"},
        {"illegal": "shrug"},
        {"bots": []},
        {"bots": ["nobody"]},
        {"reward": "fame"},
    ],
)
def test_bad_tables_are_one_clear_line(how):
    with pytest.raises(OptionError, match="expected"):
        TableEnv(FIRST, **how)


def test_masks_can_be_asked_for_through_wrappers_as_trainers_do():
    env = gymnasium.make(f"Sampan/{FIRST.capitalize()}-v1", disable_env_checker=True)
    _, info = env.reset(seed=4)
    masks = env.get_wrapper_attr("action_masks")
    before = masks()
    assert before.dtype == bool and (before == info["action_mask"]).all() and before.any() and not before.all()
    _, _, _, _, info = env.step(int(before.argmax()))
    assert (masks() == info["action_mask"]).all() and (masks() != before).any(), (
        "a copy, which the next step leaves alone"
    )
