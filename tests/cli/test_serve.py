"""Serving from the command line: beside the text table, and what is said when it cannot be done."""

from __future__ import annotations

import json
import re
import socket

from .test_cli import one_line, sampan


def test_the_text_table_can_be_played_while_tables_are_served(tmp_path):
    path = tmp_path / "game.json"
    words = ["play", "river", "--serve", "--seed", "3", "--bot", "random", "--record", str(path)]
    done = sampan(*words, typed="1\n" * 3 + "q\n", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert re.search(r"Open http://127\.0\.0\.1:\d+ in a browser", done.stdout)
    assert len(json.loads(path.read_text())["moves"]) >= 3
    assert (tmp_path / "sampan" / "tables.sqlite").exists()
    assert "Traceback" not in done.stderr


def test_what_cannot_be_served_is_one_line(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = sampan("serve", "--port", str(taken.getsockname()[1]), "--database", str(tmp_path / "t.sqlite"))
    assert done.returncode == 2 and "cannot be served on" in done.stderr and one_line(done.stderr)
    done = sampan("serve", "--port", "0", "--database", "postgresql://nobody@127.0.0.1:1/none")
    assert done.returncode == 2 and "cannot be used" in done.stderr and one_line(done.stderr)
    done = sampan("serve", "--port", "0", "--database", str(tmp_path))
    assert done.returncode == 2 and "cannot be used" in done.stderr and one_line(done.stderr)
    done = sampan("serve", "--port", "0", "--bot", "my_own_package_of_bots.players:VeryCleverBot")
    assert done.returncode == 2 and "at most 40 characters" in done.stderr and one_line(done.stderr)


def test_the_server_is_measured(tmp_path):
    done = sampan("bench", "server", "--json", "--tables", "6", "--seconds", "2", "--every", "1")
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    assert figures["live_tables"] == 6 and figures["steady"]["moves"] >= 6
    assert figures["steady"]["to_all_viewers_ms"]["p50"] > 0 and figures["flat_out"]["moves_per_s"] > 0
