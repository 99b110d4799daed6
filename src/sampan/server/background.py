"""A server beside the text table: a process of its own, which ends with the table.

It is started as `python -m sampan.server.background FD` with its settings in the environment and the socket to serve
on; it says `ready`, or in one line why it cannot be.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys

from sampan.bots.apart import end_with_parent
from sampan.engine.errors import SampanError

from .database import ServeError
from .serve import address_of, serve
from .settings import Settings

READY = "ready"
LEAVING = 10.0  # seconds to end what is under way


class Background:
    """The server, from the table's side."""

    def __init__(self, settings: Settings, opened: socket.socket) -> None:
        self.address, self._settings, self._opened = address_of(opened), settings, opened
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Come up, or say why it did not."""
        self._settings.to_environment()
        given = self._opened.fileno()
        env = {**os.environ} if os.environ.get("SAMPAN_JIT") == "0" else {**os.environ, "SAMPAN_JIT": "1"}
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__, str(given)], env=env, pass_fds=[given], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, text=True, start_new_session=True,
        )  # fmt: skip
        self._opened.close()
        assert self._process.stdout is not None
        said = self._process.stdout.readline().strip()
        if said != READY:
            self.stop()
            raise ServeError(said or "its process ended")

    def stop(self) -> None:
        """Go down."""
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(LEAVING)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()


def main() -> None:
    """Started by a `Background` alone."""
    end_with_parent(signal.SIGTERM)
    try:
        serve(Settings.from_environment(), socket.socket(fileno=int(sys.argv[1])), lambda: print(READY, flush=True))
    except SampanError as error:
        print(error, flush=True)
        sys.exit(error.exit_code)


if __name__ == "__main__":
    main()
