"""The command line, run as a person runs it."""

from __future__ import annotations

import os
import subprocess
import sys

COMMAND = [sys.executable, "-m", "sampan.cli"]


def sampan(*words, typed="", folder=None):
    """What the command says to these words, with this typed at its keyboard."""
    env = {**os.environ, "COLUMNS": "120", "NO_COLOR": "1", "TERM": "dumb"}
    if folder is not None:
        env["XDG_DATA_HOME"] = str(folder)
    command = [*COMMAND, *words]
    return subprocess.run(command, input=typed, env=env, capture_output=True, text=True, timeout=300, check=False)


def first_moves(number):
    """Always the first move offered."""
    return "1\n" * number


def one_line(text):
    """Whether something is said in one line."""
    return len(text.strip().splitlines()) == 1 and "Traceback" not in text
