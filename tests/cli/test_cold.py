"""The text table and the record commands where nothing is compiled yet: nobody waits for it."""

from __future__ import annotations

import io
import json

import pytest
from rich.console import Console

from sampan.compiling import readiness
from sampan.compiling.readiness import Readiness, Wait, note
from sampan.engine.record import read_record, verify
from sampan.games import load, names
from sampan.opponents import Opponents
from tests.shelf import FIRST

from .command import first_moves, sampan

SECOND = names()[1]


@pytest.fixture
def cold(tmp_path, monkeypatch):
    """A machine on which nothing was ever compiled."""
    monkeypatch.setenv("SAMPAN_CACHE", str(tmp_path / "cache"))
    return tmp_path


@pytest.mark.parametrize("game", [FIRST, SECOND])
def test_a_game_is_begun_at_once_with_interpreted_rules_and_is_the_same_game(cold, game):
    path = cold / "game.json"
    words = ["play", game, "--seed", "3", "--bot", "random", "--record", str(path)]
    done = sampan(*words, typed=first_moves(4) + "q\n", folder=cold)
    assert done.returncode == 0 and "Traceback" not in done.stderr, done.stderr
    assert len(json.loads(path.read_text())["moves"]) >= 4
    verify(load(game), read_record(path))  # compiled here: every checksum agrees
    checked = sampan("verify", str(path), "--json")
    assert json.loads(checked.stdout)["ok"], checked.stderr
    shown = sampan("replay", str(path))
    assert shown.returncode == 0 and "Traceback" not in shown.stderr


def test_a_cache_that_cannot_be_written_is_one_line_and_the_game_goes_on(cold, monkeypatch):
    (cold / "file").write_text("")
    monkeypatch.setenv("SAMPAN_CACHE", str(cold / "file" / "cache"))
    monkeypatch.setenv("TMPDIR", str(cold))
    words = ["play", FIRST, "--seed", "3", "--bot", "random", "--record", str(cold / "game.json")]
    done = sampan(*words, typed=first_moves(2) + "q\n", folder=cold)
    assert done.returncode == 0, done.stderr
    assert [line for line in done.stderr.splitlines() if line] == [
        f"sampan: SAMPAN_CACHE={cold / 'file' / 'cache'}: Not a directory: compiled rules are kept in "
        f"{next(cold.glob('sampan-*'))} instead"
    ]


# ---------------------------------------------------------------- a bot that is not ready


class Keyboard:
    """Somebody at a terminal: what they read, and what they type."""

    def __init__(self, *typed):
        self.console = Console(file=io.StringIO(), force_terminal=True, width=200, highlight=False)
        self.typed = list(typed)
        self.console.input = self.asked

    def asked(self, prompt):
        self.console.print(prompt)
        return self.typed.pop(0)

    @property
    def read(self):
        return self.console.file.getvalue()


@pytest.fixture
def table(tmp_path):
    """A position of the first game whose bot is a master, while its search is being compiled."""
    (tmp_path / readiness.WANTED).mkdir()
    note(tmp_path, {f"{FIRST}.search": Wait(0.4, 21.5)})
    game = load(FIRST)
    state = game.deal()
    seat = game.to_move(state)
    return tmp_path, Opponents(game, {seat: "master"}, Readiness(str(tmp_path)), None), seat, game.hide(state, seat)


def test_a_bot_that_is_not_ready_says_how_long_it_will_be_and_then_plays(table, monkeypatch):
    folder, opponents, seat, hidden = table
    waited = []

    def sleep(seconds):
        waited.append((folder / readiness.WANTED / f"{FIRST}.search").exists())
        if len(waited) == 3:
            note(folder, {})

    monkeypatch.setattr("sampan.opponents.time.sleep", sleep)
    monkeypatch.setattr("sampan.opponents.bots.decided", lambda *asked: 7)
    keyboard = Keyboard("")
    assert opponents.decide(seat, hidden, 0, "Bot 1", keyboard.console) == (7, [])
    assert waited == [True] * 3, "and it was asked for"
    assert "needs about 22 s" in keyboard.read and "40%" in keyboard.read and opponents.names[seat] == "master"


def test_a_weaker_level_plays_until_the_chosen_one_is_ready_and_the_log_says_so_both_times(table, monkeypatch):
    folder, opponents, seat, hidden = table
    keyboard = Keyboard("club")
    move, said = opponents.decide(seat, hidden, 0, "Bot 1", keyboard.console)
    assert move in load(FIRST).legal_moves(hidden)
    assert said == ["Bot 1 plays as club: master isn't ready yet."] and opponents.names[seat] == "club"
    assert opponents.decide(seat, hidden, 1, "Bot 1", keyboard.console)[1] == [], "said once"
    note(folder, {})
    monkeypatch.setattr("sampan.opponents.bots.decided", lambda *asked: 7)
    said = opponents.decide(seat, hidden, 2, "Bot 1", keyboard.console)[1]
    assert said == ["Bot 1 plays as master again: it's ready now."] and opponents.names[seat] == "master"
    assert opponents.decide(seat, hidden, 3, "Bot 1", keyboard.console)[1] == []


def test_how_soon_the_server_is_up_is_measured():
    done = sampan("bench", "start", "--no-cold", "--json")
    assert done.returncode == 0, done.stderr
    cold = json.loads(done.stdout)["cold"]
    assert 0 < cold["page_s"] < cold[f"first_move_{FIRST}_s"] < cold[f"first_move_{SECOND}_s"]
