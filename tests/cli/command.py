"""The command line, run as a person runs it."""

from __future__ import annotations

import os
import subprocess
import sys
from tempfile import TemporaryFile

from tests.nursery import AVAILABLE, TERMINAL, USUAL, nursery

COMMAND = [sys.executable, "-m", "sampan.cli"]


SOURCE = "from sampan.cli import main; main()"
LOOKED_AT_ONCE = ("PYTHON", "SAMPAN", "NUMBA")  # variables that a process looks at when it starts


def sampan(*words, typed="", folder=None):
    """What the command says to these words, with this typed at its keyboard."""
    env = {**os.environ, **TERMINAL}
    if folder is not None:
        env["XDG_DATA_HOME"] = str(folder)
    return forked(words, typed, env) if AVAILABLE and as_usual(env) else from_nothing(words, typed, env)


def as_usual(env):
    """Whether the process that forks commands was started with the same settings."""
    return all(env.get(key) == USUAL.get(key) for key in {*env, *USUAL} if key.startswith(LOOKED_AT_ONCE))


def from_nothing(words, typed, env):
    """The command in a Python of its own."""
    command = [*COMMAND, *words]
    return subprocess.run(command, input=typed, env=env, capture_output=True, text=True, timeout=300, check=False)


def forked(words, typed, env):
    """The command in a fork of a process that has imported everything."""
    with TemporaryFile("w+") as keyboard, TemporaryFile("w+") as said, TemporaryFile("w+") as errors:
        keyboard.write(typed)
        keyboard.seek(0)
        process = nursery().fork(SOURCE, words, errors, said, keyboard, env)
        try:
            process.wait(300)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
        for file in (said, errors):
            file.seek(0)
        return subprocess.CompletedProcess([*COMMAND, *words], process.exit_code(), said.read(), errors.read())


def first_moves(number):
    """Always the first move offered."""
    return "1\n" * number


def one_line(text):
    """Whether something is said in one line."""
    return len(text.strip().splitlines()) == 1 and "Traceback" not in text
