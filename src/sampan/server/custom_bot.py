"""A custom bot, of the server's owner, thinks in a process apart: one that never ends is killed, and nobody waits.

The server starts `python -m sampan.server.custom_bot NAME FD` and asks over a socket, one decision at a time.
"""

from __future__ import annotations

import ctypes
import os
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

import numpy as np

from sampan import bots, games
from sampan.bots import BotError
from sampan.engine.game import State

STARTING = 120.0  # seconds for the process to come up and load its rules; a decision has its own limit
DIES_WITH_PARENT = 1  # PR_SET_PDEATHSIG


class CustomBot:
    """One such process, from the server's side; started when it is first asked, and again after it was killed."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._process: subprocess.Popen[bytes] | None = None
        self._line: Connection | None = None

    def choose(self, game: str, hidden: State, seconds: float, seed: int, most: float) -> int:
        """The bot's move; BotError where it fails, and where it has not answered after so many seconds."""
        line = self._ready(game)
        try:
            line.send((game, hidden.tobytes(), seconds, seed))
            if not line.poll(most):
                raise BotError(f"the bot {self.name} failed: no move within {most:g} seconds")
            kind, found = line.recv()
        except (OSError, EOFError):
            self.kill()
            raise BotError(f"the bot {self.name} failed: its process ended") from None
        except BotError:
            self.kill()
            raise
        if kind != "move":
            raise BotError(str(found))
        return int(found)

    def kill(self) -> None:
        """End the process, whatever it is doing."""
        if self._line is not None:
            self._line.close()
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        self._process = self._line = None

    def _ready(self, game: str) -> Connection:
        """The line to a process that has loaded the rules."""
        if self._line is None:
            ours, theirs = socket.socketpair()
            words = [sys.executable, "-m", "sampan.server.custom_bot", self.name, str(theirs.fileno())]
            env = {**os.environ, "PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path)}
            self._process = subprocess.Popen(words, env=env, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL)
            theirs.close()
            self._line = Connection(ours.detach())
        self._line.send(game)
        if not self._line.poll(STARTING) or self._line.recv() != "ready":
            self.kill()
            raise BotError(f"the bot {self.name} failed: its process does not come up")
        return self._line


def serve(name: str, line: Connection) -> None:
    """The process's side: decide until the server goes away."""
    bot: Any = None
    while True:
        asked = line.recv()
        if isinstance(asked, str):  # get ready for a game, which may have to be compiled first
            games.load(asked).compile()
            line.send("ready")
            continue
        game, content, seconds, seed = asked
        found = games.load(game)
        hidden = np.frombuffer(bytearray(content), found.definition.state).view(np.recarray)
        try:
            bot = bot or bots.load(name)[0]
            line.send(("move", bots.decided(bot, found, hidden, seconds, seed)))
        except Exception as error:
            line.send(("failed", str(error)))


def main() -> None:
    """Started by the server alone."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(DIES_WITH_PARENT, signal.SIGKILL)
    with suppress(EOFError, OSError, KeyboardInterrupt):
        serve(sys.argv[1], Connection(int(sys.argv[2])))


if __name__ == "__main__":
    main()
