"""Serving from the command line: beside the text table, and what is said when it cannot be done."""

from __future__ import annotations

import json
import re
import socket
import subprocess
from urllib.parse import urlsplit

import pytest

from tests.shelf import FIRST

from .command import COMMAND, one_line, sampan


def test_the_text_table_can_be_played_while_tables_are_served(tmp_path):
    path = tmp_path / "game.json"
    words = ["play", FIRST, "--serve", "--seed", "3", "--bot", "random", "--record", str(path)]
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
    assert done.returncode == 2 and "cannot be used" in done.stderr and one_line(done.stderr)
    done = sampan("serve", "--port", "0", "--database", "postgresql://nobody@127.0.0.1:1/none")
    assert done.returncode == 2 and "cannot be used" in done.stderr and one_line(done.stderr)
    done = sampan("serve", "--port", "0", "--database", str(tmp_path))
    assert done.returncode == 2 and "cannot be used" in done.stderr and one_line(done.stderr)
    for wrong, told in (
        (["--database", "mysql://ada:hunter2@db/x"], "expected a file, sqlite:///FILE or postgresql://"),
        (["--trusted-proxy", "proxy.example"], "expected an address or a network"),
        (["--root-path", "games"], "expected a path such as /games"),
        (["--root-path", "/api/x"], "expected a path such as /games"),
    ):
        done = sampan("serve", "--port", "0", *wrong)
        assert done.returncode == 2 and told in done.stderr and one_line(done.stderr), wrong
        assert "hunter2" not in done.stderr and done.stdout == ""
    done = sampan("serve", "--port", "0", "--bot", "my_own_package_of_bots.players:VeryCleverBot")
    assert done.returncode == 2 and "at most 40 characters" in done.stderr and one_line(done.stderr)


@pytest.mark.parametrize(
    "database",
    ["postgresql://ada:{}@127.0.0.1:1/none", "postgresql://ada:{}@x@127.0.0.1:1/no", "postgres://ada:{}/a@127.0.0.1:1/no",
     "postgresql://127.0.0.1:1/none?user=ada&password={}"],
)  # fmt: skip
def test_a_database_that_is_not_there_is_named_without_its_password_and_nothing_is_announced(database):
    done = sampan("serve", "--port", "0", "--database", database.format("hunter2"))
    assert done.returncode == 2 and one_line(done.stderr), done.stderr
    assert "hunter2" not in done.stderr + done.stdout and "127.0.0.1" in done.stderr
    assert "running at" not in done.stdout, "only what is served is announced"


def test_who_listens_to_everybody_is_told_so_and_given_an_address_others_can_use(tmp_path):
    words = ["serve", "--host", "0.0.0.0", "--port", "0", "--database", str(tmp_path / "t.sqlite")]
    with subprocess.Popen([*COMMAND, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        address = process.stdout.readline().split()[3]
        told = socket.create_connection((urlsplit(address).hostname, urlsplit(address).port), 60)
        told.close()
        process.terminate()
        _, warned = process.communicate(timeout=240)
    assert urlsplit(address).hostname == outward_address()
    assert len([line for line in warned.splitlines() if "anyone who can reach this machine" in line]) == 1


def outward_address():
    """This machine's address as the network sees it; without a network the loopback is all there is."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("198.51.100.1", 9))
            return probe.getsockname()[0]
        except OSError:
            return "127.0.0.1"


def test_pages_of_other_sites_are_promised_nothing():
    """What a browser would not do anyway cannot be asked for."""
    done = sampan("serve", "--port", "0", "--origin", "https://friends.example")
    assert done.returncode == 2 and "No such option: --origin" in done.stderr and done.stdout == ""


def test_the_server_is_measured(tmp_path):
    done = sampan("bench", "server", "--json", "--tables", "6", "--seconds", "2", "--every", "1")
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    assert figures["live_tables"] == 6 and figures["steady"]["moves"] >= 6
    assert figures["steady"]["to_all_viewers_ms"]["p50"] > 0 and figures["flat_out"]["moves_per_s"] > 0
