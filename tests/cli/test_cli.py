"""The command line, run as a person runs it."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import select
import signal
import subprocess
import termios
import time

import pytest

from sampan.engine.record import read_record, replay
from sampan.games import load
from tests.shelf import FIRST

from .command import COMMAND, first_moves, one_line, sampan

PLAYERS = [str(number) for number in load(FIRST).options[0].values]


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A whole 2-player game played from the keyboard: always the last move offered, which ends turns soon."""
    path = tmp_path_factory.mktemp("play") / "game.json"
    done = sampan(
        "play", FIRST, "--bot", "random", "--seed", "5", "--record", str(path), "--name", "Ada", typed="1\n" * 900
    )
    return done, path


def test_a_whole_game_can_be_played_at_the_keyboard(finished):
    done, path = finished
    assert done.returncode == 0, done.stderr
    assert "wins!" in done.stdout or "share the victory" in done.stdout
    assert "Total" in done.stdout and "Ada" in done.stdout
    assert json.loads(path.read_text())["over"] is True


def test_the_record_of_a_played_game_verifies(finished):
    _, path = finished
    done = sampan("verify", str(path))
    assert done.returncode == 0
    assert f"valid: {load(FIRST).title}" in done.stdout
    told = json.loads(sampan("verify", str(path), "--json").stdout)
    assert told["ok"] is True and told["over"] is True


def not_allowed(path, ply):
    """A move that is none after so many moves of a record."""
    game = load(FIRST)
    state = next(state for at, _, state in replay(game, read_record(path)) if at == ply)
    return game.move_text(int(game.legal(state).argmin()))


def test_verify_names_the_move_and_exits_with_1(finished, tmp_path):
    _, path = finished
    fields = json.loads(path.read_text())
    cases = {
        "edited": {"moves": [*fields["moves"][:20], not_allowed(path, 20), *fields["moves"][21:]]},
        "rules": {"rules": 99},
        "box": {"box": "feedfeedfeedfeed"},
        "short": {"moves": fields["moves"][:-1]},
    }
    expected = {
        "edited": "move 21",
        "rules": f"rules version 99: expected {load(FIRST).version}",
        "box": "box feedfeedfeedfeed: expected",
        "short": f"move {len(fields['moves'])} is missing",
    }
    for name, changes in cases.items():
        damaged = tmp_path / f"{name}.json"
        damaged.write_text(json.dumps({**fields, **changes}))
        done = sampan("verify", str(damaged))
        assert done.returncode == 1, name
        assert expected[name] in done.stderr
        assert one_line(done.stderr)
    cut = tmp_path / "cut.json"
    cut.write_text(path.read_text()[:700])
    done = sampan("verify", str(cut))
    assert done.returncode == 1 and "cut short" in done.stderr and one_line(done.stderr)


def test_a_left_game_is_saved_and_resumed(tmp_path):
    path = tmp_path / "game.json"
    sampan("play", FIRST, "--seed", "3", "--record", str(path), "--bot", "random", typed=first_moves(5) + "q\n")
    before = json.loads(path.read_text())["moves"]
    assert len(before) >= 5
    done = sampan("play", "--resume", str(path), "--bot", "random", typed=first_moves(3) + "q\n")
    assert done.returncode == 0, done.stderr
    after = json.loads(path.read_text())["moves"]
    assert after[: len(before)] == before and len(after) > len(before)
    assert sampan("verify", str(path)).returncode == 0


def test_records_go_to_the_data_folder_by_default(tmp_path):
    sampan("play", FIRST, "--bot", "random", typed=first_moves(2) + "q\n", folder=tmp_path)
    assert len(list((tmp_path / "sampan" / "records").glob(f"{FIRST}-*.json"))) == 1


def test_two_people_can_share_a_keyboard(tmp_path):
    typed = "\n" + first_moves(60)
    done = sampan(
        "play", FIRST, "--seed", "3", "--name", "Ada", "--name", "Bo", "--record", str(tmp_path / "g"), typed=typed
    )
    assert done.returncode == 0
    assert "Ada, it's your turn" in done.stdout or "Bo, it's your turn" in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["play", "chess"], "'chess' is not a game here"),
        (["play", FIRST, "--players", "5"], f"players = 5: expected one of {', '.join(PLAYERS)}"),
        (["play", FIRST, "-o", "players=all"], f"players = 'all': expected one of {', '.join(PLAYERS)}"),
        (["play", FIRST, "-o", "players"], "expected name=value"),
        (["play", FIRST, "--bot", "genius"], "bot 'genius': expected beginner, learner, club, expert, master, random"),
        (["play", FIRST, "--bot", "search:-1"], "expected a number above 0"),
        (["arena", FIRST, "--bots", "greedy"], "expected two or more"),
        (["arena", FIRST, "--bots", "greedy,genius"], "bot 'genius': expected beginner"),
        (["ladder", FIRST, "--bot", "genius"], "bot 'genius': expected beginner"),
        (["ladder", FIRST, "--pool", "--bot", "greedy"], "--pool --bot greedy: expected one of them"),
        (["play", FIRST, "--seed", "-1"], "seed = -1: expected a whole number"),
        (["play", FIRST, "--box", "none.toml"], "no such file"),
        (["bench", "chess"], "'chess' is not a game here"),
        (["box", "check", "none.toml"], "no such file"),
    ],
)
def test_bad_requests_get_one_line_and_exit_code_2(words, said):
    done = sampan(*words)
    assert done.returncode == 2
    assert said in done.stderr
    assert one_line(done.stderr)


def test_replay_shows_the_log_and_any_position(finished):
    _, path = finished
    done = sampan("replay", str(path))
    assert done.returncode == 0 and "The game is over" in done.stdout and "Total" in done.stdout
    moves = len(json.loads(path.read_text())["moves"])
    assert sampan("replay", str(path), "--at", "10", "--seat", "1").returncode == 0
    done = sampan("replay", str(path), "--at", str(moves + 1))
    assert done.returncode == 2 and f"expected 0..{moves}" in done.stderr


def test_bench_prints_one_json_object():
    done = sampan("bench", FIRST, "--json", "--seconds", "0.1", "--no-cold", "--no-envs")
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    assert figures["game"] == FIRST and figures["state_bytes"] == load(FIRST).definition.state.itemsize
    assert {entry["players"] for entry in figures["random_play"]} == set(map(int, PLAYERS))
    assert all(entry["decisions_per_s"] > 0 for entry in figures["random_play"])


def read_until(master, path, seconds):
    """Keep reading what a terminal shows until a file is there; then a little more."""
    shown, deadline = b"", time.monotonic() + seconds
    while time.monotonic() < deadline and not path.exists():
        if select.select([master], [], [], 0.2)[0]:
            shown += os.read(master, 65536)
    return shown


def at_a_terminal():
    """Take the new terminal, and hear Ctrl-C even if whoever started the tests had it ignored."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.default_int_handler)


def test_ctrl_c_saves_the_game_and_leaves_the_terminal_sane(tmp_path):
    path = tmp_path / "game.json"
    master, slave = pty.openpty()
    before = termios.tcgetattr(slave)
    words = ["play", FIRST, "--seed", "3", "--bot", "random", "--record", str(path)]
    with subprocess.Popen(
        [*COMMAND, *words],
        stdin=slave, stdout=slave, stderr=slave,
        start_new_session=True,
        preexec_fn=at_a_terminal,  # noqa: PLW1509
        env={**os.environ, "TERM": "xterm"},
    ) as table:  # fmt: skip
        os.write(master, b"1\n")
        shown = read_until(master, path, 120)
        os.write(master, b"\x03")
        deadline = time.monotonic() + 60
        while table.poll() is None and time.monotonic() < deadline:
            if select.select([master], [], [], 0.2)[0]:
                shown += os.read(master, 65536)
        table.kill()
        while select.select([master], [], [], 0.2)[0]:
            shown += os.read(master, 65536)
    assert table.returncode == 0
    assert b"--resume" in shown and b"Traceback" not in shown
    assert termios.tcgetattr(slave) == before
    assert json.loads(path.read_text())["moves"]
    os.close(master)
    os.close(slave)


def test_the_arena_prints_one_object_keeps_its_games_and_draws_them(tmp_path):
    words = [
        "arena",
        FIRST,
        "--bots",
        "random,random",
        "--games",
        "4",
        "--players",
        "4",
        "--workers",
        "1",
        "--seed",
        "7",
    ]
    done = sampan(*words, "--json", "--csv", str(tmp_path / "games.csv"), "--plot", str(tmp_path / "games.svg"))
    figures = json.loads(done.stdout)
    assert figures["games"] == 4 and figures["options"]["players"] == 4 and figures["bots"][0]["seats"] == 16
    assert len((tmp_path / "games.csv").read_text().splitlines()) == 5
    assert (tmp_path / "games.svg").read_text().startswith("<svg")
    again = sampan(*words, "--csv", str(tmp_path / "games.csv"))
    assert "random  wins 25.0%" in again.stdout and "4/4" in again.stderr


def test_a_bot_of_ones_own_that_fails_loses_its_seat_and_the_game_goes_on(tmp_path, monkeypatch):
    (tmp_path / "tired_bots.py").write_text(
        "class Tired:\n    def choose(self, game, hidden, seconds, seed):\n        raise RuntimeError('tired')\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    done = sampan(
        "play", FIRST, "--seed", "3", "--bot", "tired_bots:Tired", typed=first_moves(40) + "q\n", folder=tmp_path
    )
    assert "the bot tired_bots:Tired failed: RuntimeError: tired" in " ".join(done.stdout.split())
    assert "The bot greedy takes over." in " ".join(done.stdout.split()) and "Traceback" not in done.stderr
