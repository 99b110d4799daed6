"""Every command with what it cannot use: one line, exit code 2 (1 for a damaged record), and nothing is changed."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import pytest

from sampan import cli
from sampan.engine.record import Record
from sampan.games import load
from sampan.server.backup import backup
from sampan.server.serve import prepare
from sampan.server.settings import Settings
from tests.shelf import FIRST

from .command import COMMAND, first_moves, one_line, sampan

NOBODY = 65534  # who owns nothing
LISTING = ("tables", "reports", "bans", "stats")
ADMIN = (*LISTING, "show", "close", "delete", "rename", "settle", "ban", "mute", "unban", "unmute")
COMMANDS = ["play", "serve", "bench", "arena", "train", "replay", "verify", "check", "features", "compile", "box check",
            "review", "calibrate", "balance", "selfplay",
            "backup", "restore", *(f"admin {command}" for command in ADMIN)]  # fmt: skip
NEEDING = ["replay", "verify", "review", "calibrate", "balance", "selfplay", "check", "features", "box check",
           "backup", "restore", *(f"admin {command}" for command in ADMIN if command not in LISTING)]  # fmt: skip
ARENA = ["arena", FIRST, "--bots", "random,random", "--games", "2", "--workers", "1"]
THERE, NO_TABLE, NO_TEXT = ["--database", "tables.sqlite"], "Kf3b-9QdXw2z", "\udcff"  # as a shell hands bytes on
OPERATING = [
    (["admin", "nonsense"], "No such command 'nonsense'"),
    *((["admin", "tables", option, value, *THERE], f"Invalid value for '{option}'")
      for option, value in (("--status", "x"), ("--idle", "-1"), ("--idle", "nan"), ("--idle", "inf"), ("--limit", "0"),
                            ("--limit", "9" * 25))),
    (["admin", "tables", "--game", NO_TEXT, *THERE], "expected text in UTF-8"),
    *((["admin", *words, *THERE], "not found: expected one of `sampan admin tables`")
      for words in (["show", ""], ["show", "x" * 5000], ["close", NO_TABLE, "--yes"], ["delete", NO_TABLE, "--yes"],
                    ["rename", NO_TABLE, "1", "Ada", "--yes"], ["ban", f"{NO_TABLE}/1", "--yes"])),
    *((["admin", *words, *THERE], "No terminal to ask in: expected --yes")
      for words in (["close", NO_TABLE], ["delete", NO_TABLE], ["rename", NO_TABLE, "1", "Ada"], ["ban", "192.0.2.1"],
                    ["unmute", "192.0.2.1"])),
    *((["admin", *words, "--yes", *THERE], "expected text in UTF-8")
      for words in (["close", NO_TEXT], ["delete", NO_TEXT], ["mute", "192.0.2.1", "--why", NO_TEXT])),
    (["admin", "rename", NO_TABLE, "x", "Ada", "--yes", *THERE], "Invalid value for 'seat'"),
    (["admin", "rename", NO_TABLE, "1", "", "--yes", *THERE], "expected plain text"),
    (["admin", "rename", NO_TABLE, "1", "a" * 41, "--yes", *THERE], "expected 1 to 40 characters"),
    *((["admin", "settle", number, *THERE], "Invalid value for 'NUMBER...'") for number in ("x", "0", "9" * 30)),
    (["admin", "settle", "99", *THERE], "report 99: not found"),
    *((["admin", "ban", "192.0.2.1", "--days", days, "--yes", *THERE], "Invalid value for '--days'")
      for days in ("nan", "inf", "-1", "1e308", "x")),
    (["admin", "ban", "192.0.2.1", "--why", "w" * 201, "--yes", *THERE], "--why has 201 characters"),
    *((["admin", command, "nobody", "--yes", *THERE], "expected an address") for command in ("ban", "unban", "mute")),
    (["admin", "mute", "report:" + "9" * 30, "--yes", *THERE], "expected an address"),
    (["admin", "mute", "report:9", "--yes", *THERE], "no address is known there"),
    (["admin", "unban", "192.0.2.9", "--yes", *THERE], "no ban found"),
    *(([*words, "--database", place], said)
      for words in (["admin", "tables"], ["backup", "new"], ["restore", "copy", "--yes"])
      for place, said in (("bytes", "cannot be used"), ("mysql://x", "expected a file"),
                          ("postgresql://ada:hunter2@h:port/x", "postgresql://"))),
    *(([*words, "--database", place], "no such file")
      for words in (["admin", "stats"], ["backup", "new"]) for place in ("none", "folder", NO_TEXT)),
    (["admin", "stats", "--database", "x" * 5000], "File name too long"),
    *((["backup", file, *THERE], said)
      for file, said in (("folder", "already exists"), ("", "already exists"), ("none/x", "cannot be written"),
                         ("bytes/x", "cannot be written"), ("a" * 300, "File name too long"))),
    (["backup", "tables.sqlite", "--overwrite", *THERE], "is the database itself"),
    (["backup", "folder", "--overwrite", *THERE], "cannot be written: Is a directory"),
    *((["restore", file, "--yes", *THERE], said)
      for file, said in (("none", "no such file"), ("folder", "no such file"), ("", "no such file"),
                         ("bytes", "not a database of tables"), ("tables.sqlite", "is the database itself"))),
    (["restore", "bytes", *THERE], "No terminal to ask in: expected --yes"),
]  # fmt: skip
WRONG = [
    *OPERATING,
    (["nonsense"], "No such command 'nonsense'"),
    *(([*command.split(), "--nonsense"], "No such option: --nonsense") for command in COMMANDS),
    *((command.split(), "Missing argument") for command in NEEDING),
    *(([command, "nogame"], "'nogame'") for command in ("play", "bench", "check", "features", "compile")),
    (["arena", "nogame", "--bots", "random,random"], "'nogame'"),
    (["train", "nogame", "--steps", "1"], "'nogame'"),
    (["box", "check", "other.toml", "--game", "nogame"], "'nogame'"),
    (["arena", FIRST], "Missing option '--bots'"),
    (["compile", FIRST, FIRST], "unexpected extra argument"),
    *(([*command.split(), name], said)
      for command in ("verify", "replay", "play --resume", "review")
      for name, said in (("none", "no such file"), ("folder", "Is a directory"), ("game.json/x", "Not a directory"))),
    *(([*words, name], said)
      for words in (["box", "check"], ["play", FIRST, "--box"], [*ARENA, "--box"], ["bench", FIRST, "--box"],
                    ["verify", "game.json", "--box"], ["replay", "game.json", "--box"])
      for name, said in (("folder", "Is a directory"), ("broken.toml", "not TOML"), ("bytes", "not TOML"),
                         ("other.toml", "expected a box file" if "check" in words else "expected no such key"))),
    (["play", FIRST, "--players", "x"], "Invalid value for '--players'"),
    (["play", FIRST, "-o", "="], "expected no such option"),
    (["play", FIRST, "--bot", "search:nan"], "expected a number above 0"),
    (["play", FIRST, "--bot", "nosuch:Bot"], "No module named 'nosuch'"),
    (["play", FIRST, "--record", "folder"], "--record folder: Is a directory"),
    (["play", FIRST, "--record", "bytes/game.json"], "expected a file that can be written"),
    (["play", FIRST, "--name", ""], "expected 1 to 40 printable characters"),
    (["play", FIRST, "--name", "a\nb"], "expected 1 to 40 printable characters"),
    (["play", FIRST, *["--name", "Ada"] * 3], "names: 3 given: expected at most 2"),
    (["review", "game.json"], "game.json: the game is not finished after 0 moves"),
    (["review", "bytes"], "bytes: not a record"),
    (["review", "broken.toml"], "broken.toml: not a record"),
    (["review", "huge.json"], "expected a game record of at most"),
    (["review", "game.json", "--html", "folder"], "--html folder: Is a directory"),
    (["review", "game.json", "--seconds", "0"], "Invalid value for '--seconds'"),
    (["calibrate", "nogame"], "'nogame'"),
    (["calibrate", FIRST, "--games", "1"], "Invalid value for '--games'"),
    (["calibrate", FIRST, "--games", "2", "--csv", "broken.toml"], "expected a file of sampan calibrate"),
    (["selfplay", "nogame", "--bots", "random", "--out", "x"], "'nogame'"),
    *((["selfplay", FIRST, "--games", "2", "--workers", "1", *words], said)
      for words, said in ((["--out", "x"], "Missing option '--bots'"), (["--bots", "random"], "Missing option '--out'"),
                          (["--bots", "random", "--out", "folder"], "--out folder: Is a directory"),
                          (["--bots", "random", "--out", "bytes"], "--out bytes: already exists"),
                          (["--bots", "genius", "--out", "x"], "bot 'genius'"),
                          (["--bots", "random", "--players", "9", "--out", "x"], "players = '9': expected one of"),
                          (["--bots", "random", "--seed", "-1", "--out", "x"], "Invalid value for '--seed'"),
                          (["--bots", "random", "--games", "0", "--out", "x"], "Invalid value for '--games'"))),
    (["balance", "nogame"], "'nogame'"),
    *((["balance", FIRST, "--games", "2", "--workers", "1", *words], said)
      for words, said in ((["--games", "0"], "Invalid value for '--games'"),
                          (["--seed", "-1"], "Invalid value for '--seed'"),
                          (["--players", "9"], "--players 9: expected one of 2, 3, 4"),
                          (["--bot", "search:nan"], "expected a number above 0"),
                          (["--box", "broken.toml"], "not TOML"), (["--box", "folder"], "Is a directory"),
                          (["--html", "folder"], "--html folder: Is a directory"),
                          (["--out", "bytes"], "expected a file that can be written"),
                          (["--tune", "all"], "expected a game with stand-ins"),
                          (["--tune", "all", "--html", "x.html"], "--html: expected without --tune"),
                          (["--steps", "0"], "Invalid value for '--steps'"))),
    (["replay", "game.json", "--at", "-1"], "--at -1: expected 0..0"),
    (["replay", "game.json", "--at", "x"], "Invalid value for '--at'"),
    (["replay", "game.json", "--seat", "9"], "--seat 9: expected 0..2"),
    *((["serve", option, value], f"Invalid value for '{option}'")
      for option, value in (("--port", "65536"), ("--port", "x"), ("--workers", "0"), ("--rate", "nan"),
                            ("--rate", "inf"), ("--tables", "0"), ("--connections", "0"), ("--log-level", "loud"))),
    (["serve", "--port", "0", "--host", ""], "expected an address of this machine"),
    (["serve", "--port", "0", "--host", "192.0.2.77"], "expected an address of this machine"),
    (["serve", "--port", "0", "--host", "x" * 300], "expected an address of this machine"),
    (["serve", "--port", "0", "--root-path", "games"], "expected a path such as /games"),
    (["serve", "--port", "0", "--push", "--push-contact", "me"], "expected mailto:ADDRESS or https://ADDRESS"),
    (["serve", "--port", "0", "--bot", "nosuch:Bot"], "No module named 'nosuch'"),
    (["serve", "--port", "0", "--database", "folder"], "cannot be used"),
    (["serve", "--port", "0", "--database", "bytes"], "cannot be used"),
    (["serve", "--port", "0", "--database", "bytes/x.sqlite"], "database 'bytes/x.sqlite'"),
    (["serve", "--port", "0", "--database", "sqlite://"], "expected a file"),
    (["serve", "--port", "0", "--database", "sqlite:///:memory:"], "expected a file"),
    (["serve", "--port", "0", "--database", "postgresql://ada:hunter2@h:port/x"], "expected postgresql://USER@HOST:PORT"),
    (["serve", "--port", "0", "--database", "postgresql://[::1"], "expected postgresql://USER@HOST:PORT"),
    ([*ARENA, "--games", "0"], "Invalid value for '--games'"),
    ([*ARENA, "--games", "9" * 20], "Invalid value for '--games'"),
    ([*ARENA, "--seed", "-1"], "Invalid value for '--seed'"),
    ([*ARENA, "--csv", "folder"], "--csv folder: Is a directory"),
    ([*ARENA, "--csv", "bytes"], "expected a file written by the arena"),
    ([*ARENA, "--csv", "broken.toml"], "expected a file written by the arena"),
    ([*ARENA, "--plot", "folder"], "--plot folder: Is a directory"),
    (["bench", "--save", "bytes"], "expected a file that can be written"),
    (["bench", FIRST, "--seconds", "nan"], "Invalid value for '--seconds'"),
    (["check", FIRST, "--games", "0"], "Invalid value for '--games'"),
    (["train", FIRST], "expected --minutes, --games or --steps"),
    (["train", FIRST, "--steps", "-1"], "--steps -1: expected a number above 0"),
]  # fmt: skip


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    """The database of a server at which nobody has sat down yet; beside it a copy."""
    file = tmp_path_factory.mktemp("tables") / "tables.sqlite"
    prepare(Settings(database=str(file)))
    backup(Settings(database=str(file)), file.with_name("copy"), False)
    return file


@pytest.fixture
def odds(tmp_path, monkeypatch, tables):
    """A folder with things that are not what one asks for, one whole record and one database."""
    shutil.copy(tables, tmp_path)
    shutil.copy(tables.with_name("copy"), tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00" * 400)
    (tmp_path / "broken.toml").write_text("a = [")
    with (tmp_path / "huge.json").open("wb") as huge:
        huge.truncate(5_000_000)
    (tmp_path / "other.toml").write_text("a = 1")
    Record.start(load(FIRST), None, 5).save(tmp_path / "game.json")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def asked(monkeypatch, capfd):
    """Asks the command in this very process: what it ends with and says."""

    def ask(*words):
        monkeypatch.setattr(sys, "argv", ["sampan", *words])
        code = cli.exit_code()
        return (code, *capfd.readouterr())

    return ask


def everything(folder):
    """What lies in a folder."""
    return {path: path.read_bytes() if path.is_file() else None for path in folder.rglob("*")}


@pytest.mark.parametrize(
    ("words", "said"), WRONG, ids=lambda value: " ".join(value)[:60] if isinstance(value, list) else ""
)
def test_what_a_command_cannot_use_is_one_line_and_exit_code_2(odds, asked, words, said):
    before = everything(odds)
    code, out, err = asked(
        *(part for word in words for part in (word.split(" ") if word.startswith("play -") else [word]))
    )
    assert (code, out) == (2, ""), err
    assert err.startswith("sampan: ") and said in err and one_line(err) and "hunter2" not in err
    assert everything(odds) == before


@pytest.mark.parametrize(
    "words",
    [ARENA, ["balance", FIRST], ["calibrate", FIRST], ["puzzles", FIRST], ["stats", FIRST],
     ["selfplay", FIRST, "--bots", "random", "--out", "x"]],
    ids=lambda words: words[0],
)  # fmt: skip
def test_where_ray_is_missing_one_line_names_the_command_that_installs_it(odds, asked, monkeypatch, words):
    monkeypatch.setitem(sys.modules, "ray", None)
    before = everything(odds)
    said = "sampan: --ray: Ray is not installed: expected pip install 'sampan[ray]'\n"
    assert asked(*words, "--ray", "local") == (2, "", said) and everything(odds) == before


@pytest.fixture
def without_rights(monkeypatch, tables):
    """In a folder with files that we may not read; root, who may read all, is somebody else meanwhile."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        folder.chmod(0o755)
        shutil.copy(tables, folder)
        (folder / "shut").touch(0)
        monkeypatch.chdir(folder)
        was = os.geteuid()
        if was:
            folder.chmod(0o555)
            yield folder
            folder.chmod(0o755)
            return
        os.seteuid(NOBODY)
        try:
            if not os.access(cli.__file__, os.R_OK, effective_ids=True):
                print(f"skipped: {(why := 'this checkout can be read by root alone')}")
                pytest.skip(why)
            yield folder
        finally:
            os.seteuid(was)


@pytest.mark.skipif(not hasattr(os, "seteuid"), reason="a system without rights of that kind")
def test_what_may_not_be_read_or_written_is_one_line_and_exit_code_2(asked, without_rights):
    for words, said in (
        (["verify", "shut"], "Permission denied"),
        (["replay", "shut"], "Permission denied"),
        (["play", "--resume", "shut"], "Permission denied"),
        (["box", "check", "shut"], "Permission denied"),
        (["play", FIRST, "--record", "none/game.json"], "Permission denied"),
        (["serve", "--port", "0", "--database", "shut"], "database 'shut'"),
        (["serve", "--port", "0", "--database", "none/tables.sqlite"], "Permission denied"),
        (["admin", "tables", "--database", "shut"], "database 'shut'"),
        (["backup", "copy", *THERE], "copy: cannot be written: Permission denied"),
        (["backup", "copy", "--database", "shut"], "cannot be"),
        (["restore", "shut", "--yes", *THERE], "shut: cannot be read: Permission denied"),
    ):
        code, out, err = asked(*words)
        assert (code, out) == (2, "") and said in err and one_line(err), (words, code, out, err)
    assert {path.name for path in without_rights.iterdir()} == {"shut", "tables.sqlite"}


@pytest.mark.parametrize("content", ["", "{", "[]", '"x"', '{"game": 5}', "\0", "[" * 99999], ids=range(7))
def test_a_damaged_record_is_one_line_and_exit_code_1(odds, asked, content):
    (odds / "damaged.json").write_text(content)
    for words in (["verify"], ["replay"], ["play", "--resume"]):
        code, out, err = asked(*words, "damaged.json")
        assert (code, out) == (1, "") and one_line(err) and "damaged.json: " in err
    code, out, _ = asked("verify", "damaged.json", "--json")
    assert code == 1 and '"ok": false' in out
    code, out, _ = asked("verify", "none.json", "--json")
    assert code == 2 and '"ok": false' in out


def test_a_taken_port_is_said_before_anything_else_is_done(tmp_path, asked):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        code, out, err = asked("serve", "--port", port, "--database", str(tmp_path / "t.sqlite"))
    assert (code, out) == (2, "") and one_line(err) and f"127.0.0.1:{port} cannot be used: Address already" in err
    assert not list(tmp_path.iterdir())


def test_a_game_that_cannot_be_saved_on_the_way_goes_on_and_says_so(tmp_path):
    folder = tmp_path / "kept"
    words = ["play", FIRST, "--seed", "3", "--bot", "random", "--record", str(folder / "game.json")]
    with subprocess.Popen([*COMMAND, *words], stdin=-1, stdout=-1, stderr=-1, text=True) as table:
        table.stdin.write(first_moves(1))
        table.stdin.flush()
        deadline = time.monotonic() + 240
        while not (folder / "game.json").exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        folder.rename(tmp_path / "away")
        folder.write_text("in the way")
        out, err = table.communicate(first_moves(3) + "q\n", timeout=240)
    assert table.returncode == 2 and one_line(err) and "the game cannot be saved there" in err
    assert "the game cannot be saved there" in " ".join(out.split()), "it was told while one played on"


def test_a_reader_who_leaves_and_a_full_disk_are_no_tracebacks(odds):
    for command in (["features", FIRST], ["--help"], ["replay", "game.json"]):
        reading, writing = os.pipe()
        os.close(reading)
        done = subprocess.run([*COMMAND, *command], stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
        os.close(writing)
        assert done.stderr == "" and done.returncode in (1, 141), command
    if not os.path.exists("/dev/full"):
        pytest.skip("no /dev/full here to be a full disk")
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*COMMAND, "features", FIRST], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 2 and one_line(done.stderr) and "No space left" in done.stderr


def test_without_a_keyboard_the_table_is_left_and_without_letters_it_is_still_drawn(tmp_path, odds, monkeypatch):
    words = [*COMMAND, "play", FIRST, "--record", str(tmp_path / "left.json")]
    closed = f"exec {' '.join(words)} <&-"
    done = subprocess.run(["sh", "-c", closed], capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0 and "--resume" in done.stdout and done.stderr == ""
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    done = sampan("replay", "game.json")
    assert done.returncode == 0 and "?" in done.stdout and done.stderr == ""


@pytest.mark.parametrize("words", [["check", FIRST, "--games", "9999"], [*ARENA, "--games", "99999", "--workers", "2"]])
def test_ctrl_c_ends_long_work_in_silence(words, tmp_path):
    kept = tmp_path / "games.csv"
    more = ["--csv", str(kept)] if words[0] == "arena" else []
    with subprocess.Popen(
        [*COMMAND, *words, *more], stdout=-1, stderr=-1, text=True, start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509
    ) as working:  # fmt: skip
        deadline = time.monotonic() + 240
        while time.monotonic() < deadline and working.poll() is None:
            if more and kept.exists() and len(kept.read_text().splitlines()) > 3:
                break
            if not more and playing(working.pid):
                break
            time.sleep(0.1)
        _, err = interrupted(working)
    assert working.returncode == 130, err
    assert "Traceback" not in err or "Exception ignored" in err, err


def interrupted(working):
    """Press Ctrl-C, and again where Python dropped it, as it does inside a call from native code."""
    try:
        for _ in range(6):
            os.killpg(working.pid, signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                return working.communicate(timeout=15)
        raise AssertionError("it does not hear Ctrl-C")
    finally:
        if working.poll() is None:
            os.killpg(working.pid, signal.SIGKILL)


def playing(pid):
    """Whether a command has done more than come up."""
    with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
        return int(file.read().rpartition(")")[2].split()[11]) > 3 * os.sysconf("SC_CLK_TCK")
