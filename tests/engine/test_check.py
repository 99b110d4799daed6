"""The test kit itself: it passes a sound game in three modes, and notices each kind of broken one."""

from __future__ import annotations

import dataclasses
import json
import os
import subprocess
import sys

import pytest

from sampan.engine.check import CheckFailed, check
from sampan.engine.game import MOST_DECISIONS, Game
from sampan.engine.rule import rule
from sampan.games import load, names
from sampan.games.river import hide as river_hide
from sampan.games.river import offers as river_offers

MODES = {
    "bounds-checked": {"NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "1"},  # optimized little: it runs once
    "interpreted": {"SAMPAN_JIT": "0"},
}
GAMES = {"river": 2, "feya": 1}  # with every combination of options that the game names
EVERY = {"interpreted": 40, "bounds-checked": 20}  # decisions between two of the slower looks


def fingerprint(name: str, mode: str) -> str:
    command = [sys.executable, "-W", "error", "-m", "sampan.cli", "check", name, "--games", str(GAMES[name]), "--json"]
    command += ["--every", str(EVERY[mode])]
    done = subprocess.run(command, env={**os.environ, **MODES[mode]}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    report = json.loads(done.stdout)
    assert report["games"] >= GAMES[name]
    return report["fingerprint"]


@pytest.mark.parametrize("name", names())
def test_every_game_keeps_its_promises(name):
    """All player counts and options, compiled, and looked at most often."""
    report = check(load(name), GAMES[name])
    assert report.games >= GAMES[name] and report.reasons["OK"] > 1000


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", names())
def test_every_mode_plays_the_same_games(name, mode):
    """All player counts and options; the hashes cover every byte of every state."""
    assert fingerprint(name, mode) == check(load(name), GAMES[name], every=MOST_DECISIONS).fingerprint


def broken(**rules) -> Game:
    """River of Gold with one rule replaced by a faulty one, interpreted so that nothing is compiled twice."""
    whole = load("river")
    definition = dataclasses.replace(
        whole.definition, name="river", rules=dataclasses.replace(whole.definition.rules, **rules)
    )
    return Game(definition, whole.box)


def insist_noticed(promise: str, **rules) -> None:
    game = broken(**rules)
    game.__dict__["loops"] = {**game.loops, **interpreted_loops(rules)}
    with pytest.raises(CheckFailed, match=promise):
        check(game, 2, options=[{"players": 2}])


def interpreted_loops(rules):
    """The engine's entry points for the replaced rules, as plain Python."""
    loops = {}
    if "legal" in rules:
        loops["legal_at"] = lambda box, games, i, out: rules["legal"](box[0], games[i], out)
    if "hide" in rules:
        loops["hide_at"] = lambda box, games, i, seat: rules["hide"](box[0], games[i], seat)
    if "redeal" in rules:

        def redeal_at(box, games, i, seat, low, high):
            rules["redeal"](box[0], games[i], seat)

        loops["redeal_at"] = redeal_at
    return loops


@rule
def all_legal(box, s, out):
    return river_offers.legal(box, s, out)


def test_a_move_offered_though_refused_is_noticed():
    def legal(box, s, out):
        number = all_legal(box, s, out)
        if number:
            out[number] = out[number - 1] + 1
            return number + 1
        return 0

    insist_noticed("mask True, reason", legal=legal)


def test_a_legal_move_left_out_is_noticed():
    def legal(box, s, out):
        return max(min(all_legal(box, s, out), 1), all_legal(box, s, out) - 1)

    insist_noticed("mask False, reason OK", legal=legal)


def test_a_hand_left_open_is_noticed():
    def hide(box, s, seat):
        kept = s.hand.copy()
        river_hide.hide(box, s, seat)
        s.hand[:] = kept

    insist_noticed("redeal changes what seat -1 knows|faults", hide=hide)


def test_a_deck_order_left_open_is_noticed():
    def hide(box, s, seat):
        kept = s.deck.copy()
        river_hide.hide(box, s, seat)
        s.deck[:] = kept

    insist_noticed("redeal changes what seat -1 knows", hide=hide)


def test_a_redeal_that_loses_cards_is_noticed():
    def redeal(box, s, seat):
        pass

    insist_noticed("redeal for seat -1 gives", redeal=redeal)


def lying(**claims):
    """River, with descriptions that say something else."""
    whole = load("river")

    def describe(game, state, move):
        name, args = whole.definition.describe(game, state, move)
        return name, args | {key: claim(args) for key, claim in claims.items() if key in args or key == "luck"}

    return Game(dataclasses.replace(whole.definition, describe=describe), whole.box)


@pytest.mark.parametrize("figure", ["cost", "river", "steps", "face", "number"])
def test_a_figure_that_does_not_come_true_is_noticed(figure):
    with pytest.raises(CheckFailed, match=rf"described with {figure} = \d+, was \d+"):
        check(lying(**{figure: lambda args: args[figure] + 1}), 3, options=[{"players": 2}])


def test_a_figure_that_nobody_looks_at_is_noticed():
    with pytest.raises(CheckFailed, match="described with luck = 7, which `outcome` does not look at"):
        check(lying(luck=lambda args: 7), 1, options=[{"players": 2}])
