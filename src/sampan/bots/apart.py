"""A bot that thinks in a process apart.

There are two reasons for one. A custom bot may never end: its process is killed, and nobody waits. And where this
process runs interpreted while the rules are being compiled, a bot that is compiled already thinks in a process that
takes the compiled rules from the cache.

The process is started as `python -m sampan.bots.apart NAME THREADS FD` and asked over a socket, one thing at a time.
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
from pathlib import Path
from typing import Any

import numpy as np

from sampan import bots, games
from sampan.bots import STARTING, BotError
from sampan.bots.hint import Advice, Adviser
from sampan.engine.game import Game, State

DIES_WITH_PARENT = 1  # PR_SET_PDEATHSIG


class Apart:
    """One such process, from the side that asks; started when it is first asked, and again after it was killed."""

    def __init__(self, name: str, threads: int | None = None, compiled: bool = False, box: Path | None = None) -> None:
        self.name, self.threads, self.box = name, threads, box
        self.compiled = compiled  # its rules are, whatever they are here
        self._process: subprocess.Popen[bytes] | None = None
        self._line: Connection | None = None

    def choose(self, game: str, hidden: State, seconds: float, seed: int, most: float) -> int:
        """The bot's move; BotError where it fails, and where it has not answered after so many seconds."""
        return int(self._answer(game, most, "choose", hidden.tobytes(), seconds, seed))

    def advise(self, game: str, hidden: State, seed: int, most: float) -> list[Advice]:
        """A hint, of whichever bot this is."""
        found: list[Advice] = self._answer(game, most, "advise", hidden.tobytes(), seed)
        return found

    def _answer(self, game: str, most: float, *asked: Any) -> Any:
        line = self._ready(game)
        try:
            line.send(asked)
            if not line.poll(most):
                raise BotError(f"the bot {self.name} failed: no move within {most:g} seconds")
            kind, found = line.recv()
        except (OSError, EOFError):
            self.kill()
            raise BotError(f"the bot {self.name} failed: its process ended") from None
        except BotError:
            self.kill()
            raise
        if kind == "failed":
            raise BotError(str(found))
        return found

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
            more = {"SAMPAN_JIT": "1"} if self.compiled else {}
            words = [__name__, self.name, str(self.threads or 0)]
            self._process, self._line = started(words, **more)
        self._line.send(("load", game, self.box))
        if not self._line.poll(STARTING) or self._line.recv() != "ready":
            self.kill()
            raise BotError(f"the bot {self.name} failed: its process did not start")
        return self._line


class BotApart:
    """A built-in bot with compiled rules, for a process whose rules are interpreted."""

    def __init__(self, name: str, box: Path | None = None) -> None:
        self.name, self._apart = name, Apart(name, compiled=True, box=box)

    def choose(self, game: Game, hidden: State, seconds: float, seed: int) -> int:
        """As any bot."""
        return self._apart.choose(game.name, hidden, seconds, seed, seconds + bots.GRACE)

    def close(self) -> None:
        """It is not asked any more."""
        self._apart.kill()


def started(words: list[str], **more: str) -> tuple[subprocess.Popen[bytes], Connection]:
    """A Python process of this module and these words, and a line to it; what is typed at a keyboard is not for it."""
    ours, theirs = socket.socketpair()
    command = [sys.executable, "-m", *words, str(theirs.fileno())]
    path = os.pathsep.join(path or os.getcwd() for path in sys.path)
    process = subprocess.Popen(
        command, env={**os.environ, "PYTHONPATH": path, **more}, pass_fds=[theirs.fileno()],
        stdin=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    theirs.close()
    return process, Connection(ours.detach())


def end_with_parent(how: int = signal.SIGKILL) -> None:
    """End when the thread that started this process does, however that happens."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(DIES_WITH_PARENT, how)


# ---------------------------------------------------------------- the process's side


def serve(name: str, threads: int | None, line: Connection) -> None:
    """Decide until nobody asks any more."""
    bot: Any = None
    adviser, ready = Adviser(threads), None
    while True:
        what, *asked = line.recv()
        if what == "load":  # which may have to be compiled first
            game = games.load(*asked)
            game.compile()
            if game is not ready and not bots.is_built_in(name):
                with suppress(Exception):  # which is told when it is asked for a move
                    bot = bot or bots.load(name, threads)[0]
                    bots.get_ready(bot, game)
            ready = game
            line.send("ready")
            continue
        hidden = np.frombuffer(bytearray(asked[0]), game.definition.state).view(np.recarray)
        try:
            if what == "advise":
                adviser.prepare(game)
                line.send(("advice", adviser.advise(game, hidden, seed=asked[1])))
                continue
            bot = bot or bots.load(name, threads)[0]
            if bots.is_built_in(name) and hasattr(bot, "prepare"):
                bot.prepare(game)
            line.send(("move", bots.decided(bot, game, hidden, *asked[1:])))
        except Exception as error:
            line.send(("failed", str(error)))


def main() -> None:
    """Started by an `Apart` alone."""
    end_with_parent()
    with suppress(EOFError, OSError, KeyboardInterrupt):
        serve(sys.argv[1], int(sys.argv[2]) or None, Connection(int(sys.argv[3])))


if __name__ == "__main__":
    main()
