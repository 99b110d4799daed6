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
from sampan.games import load
from tests.shelf import FIRST, OWN, expected, with_hands

from .breaking import insist_lie_noticed, insist_noticed

MODES = {
    "bounds-checked": {"NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "1"},  # optimized little: it runs once
    "interpreted": {"SAMPAN_JIT": "0"},
}
LEGAL = load(FIRST).definition.rules.legal
EVERY = {"compiled": 15, "interpreted": 200, "bounds-checked": 40}  # decisions between two of the slower looks


def fingerprint(name: str, mode: str) -> str:
    games = expected(name).kit_games
    command = [sys.executable, "-W", "error", "-m", "sampan.cli", "check", name, "--games", str(games), "--json"]
    command += ["--every", str(EVERY[mode])]
    done = subprocess.run(command, env={**os.environ, **MODES[mode]}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    report = json.loads(done.stdout)
    assert report["games"] >= games
    return report["fingerprint"]


@pytest.mark.long(4)
@pytest.mark.parametrize("name", OWN)
def test_every_game_keeps_its_promises(name):
    """All player counts and options, compiled, and looked at most often."""
    report = check(load(name), expected(name).kit_games, every=EVERY["compiled"])
    assert report.games >= expected(name).kit_games and report.reasons["OK"] > 1000


@pytest.mark.parametrize("mode", ["interpreted", pytest.param("bounds-checked", marks=pytest.mark.soak)])
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.long(1 if expected(name).heavy else 3)) for name in OWN]
)
def test_every_mode_plays_the_same_games(name, mode):
    """All player counts and options; the hashes cover every byte of every state.

    To compile a whole game with checks of bounds takes a minute; here a small game does (see its package's tests).
    """
    assert fingerprint(name, mode) == check(load(name), expected(name).kit_games, every=MOST_DECISIONS).fingerprint


def test_a_move_offered_though_refused_is_noticed():
    def legal(box, s, out):
        number = LEGAL(box, s, out)
        if number:
            out[number] = out[number - 1] + 1
            return number + 1
        return 0

    insist_noticed(FIRST, "mask True, reason", legal=legal)


def test_a_legal_move_left_out_is_noticed():
    def legal(box, s, out):
        return max(min(LEGAL(box, s, out), 1), LEGAL(box, s, out) - 1)

    insist_noticed(FIRST, "mask False, reason OK", legal=legal)


def test_a_redeal_that_loses_cards_is_noticed():
    def redeal(box, s, seat):
        pass

    insist_noticed(with_hands(), "redeal for seat -1 gives", redeal=redeal)


def test_a_figure_that_nobody_looks_at_is_noticed():
    insist_lie_noticed(FIRST, "luck", lambda args: 7, "described with luck = 7, which `outcome` does not look at", True)


def test_chance_after_a_deal_said_to_be_the_last_of_it_is_noticed(monkeypatch):
    whole = next(game for game in map(load, OWN) if not game.definition.chance_only_deals)
    mistaken = Game(dataclasses.replace(whole.definition, chance_only_deals=True), whole.box)
    with pytest.raises(CheckFailed, match="chance_only_deals: a branch draws"):
        check(mistaken, 1, options=[{"players": 2}])
    monkeypatch.setitem(check.__globals__, "check_branch", lambda *looked_at: None)
    with pytest.raises(CheckFailed, match="chance_only_deals: something was drawn after the deal"):
        check(mistaken, 1, options=[{"players": 2}], every=MOST_DECISIONS)


def test_an_own_view_that_is_not_the_view_is_noticed():
    whole = next(game for game in map(load, OWN) if game.definition.own_view)
    forgetful = Game(
        dataclasses.replace(whole.definition, own_view=lambda game, state, seat, common: common), whole.box
    )
    with pytest.raises(CheckFailed, match="own_view is not the spectator's"):
        check(forgetful, 1, options=[{"players": 2}])
