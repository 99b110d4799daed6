"""River of Gold at the keyboard, and a box of one's own."""

from __future__ import annotations

import json

from sampan.games import load
from tests.cli.command import first_moves, sampan


def test_questions_undo_and_bad_input_at_the_table(tmp_path):
    typed = "?\n? build:1\nbuild:99\n99\nhello\nu\nh\np\nl\nb\ntrade:koku>favor\nu\nq\n"
    path = tmp_path / "game.json"
    done = sampan(
        "play", "river", "--seed", "13", "--record", str(path), "--name", "Ada", "--bot", "random", typed=typed
    )
    assert done.returncode == 0, done.stderr
    for said in (
        "Your die shows 3, but this is region 1",
        "'99' is not one of them",
        "99: expected 1..",
        "'hello' is not a move",
        "Nothing to undo",
        "make that move",
        "sampan play --resume",
    ):
        assert said in done.stdout, said
    assert json.loads(path.read_text())["moves"] == [], "the trade was undone"


def test_what_was_revealed_cannot_be_undone(tmp_path):
    typed = "sail:1\n" + "u\n" + "sail:1\nend\n" + "u\nq\n"
    done = sampan("play", "river", "--seed", "11", "--record", str(tmp_path / "g.json"), "--bot", "random", typed=typed)
    assert "Nothing to undo" in done.stdout or "can't be undone" in done.stdout


def test_a_box_of_ones_own_is_checked_drawn_and_played(tmp_path):
    own = tmp_path / "my-river.toml"
    text = (load("river").definition.folder / "box.toml").read_text(encoding="utf-8")
    own.write_text(text.replace("id = 1, region = 1, cost = 6", "id = 1, region = 1, cost = 7"))
    done = sampan("box", "check", str(own))
    assert done.returncode == 0 and "valid: a box of River of Gold" in done.stdout and "1: 7k" in done.stdout
    path = tmp_path / "game.json"
    sampan("play", "river", "--box", str(own), "--record", str(path), "--bot", "random", typed=first_moves(2) + "q\n")
    assert sampan("verify", str(path)).returncode == 0, "the record carries its box"
    assert sampan("verify", str(path), "--box", str(own)).returncode == 0
    usual = load("river").definition.folder / "box.toml"
    assert sampan("verify", str(path), "--box", str(usual)).returncode == 1, "the usual box is another one"
    own.write_text(text.replace("id = 1, region = 1, cost = 6", "id = 1, region = 1, cost = -2"))
    done = sampan("box", "check", str(own))
    assert done.returncode == 2
    assert done.stderr.strip() == "sampan: my-river.toml: shore.spaces[0].cost = -2: expected a whole number 0..30"
