"""Workers that run interpreted rules until the rules are compiled; then others, with compiled ones, take their place.

Both serve on the same socket, and any process serves any table, so nothing is refused meanwhile: the new workers answer
before the old ones stop, and pages whose live view ends with an old one reconnect.
"""

from __future__ import annotations

import logging
import os
import socket
import time

import uvicorn
from uvicorn.supervisors.multiprocess import Multiprocess, Process

from sampan.compiling.readiness import Readiness

LEAVING = 10.0  # seconds for the old workers to end what they have begun
log = logging.getLogger("sampan.server")


class Workers(Multiprocess):
    """Uvicorn's workers; the end of one is noticed at once, also where it is just being asked whether it lives."""

    def keep_subprocess_alive(self) -> None:
        """Called twice a second. Who holds a worker's end of the line as well waits in vain for a dead one's answer."""
        for process in self.processes:
            process.child_conn.close()
        super().keep_subprocess_alive()


class Switching(Workers):
    """Workers that are replaced once."""

    def __init__(self, config: uvicorn.Config, sockets: list[socket.socket], compiling: str) -> None:
        super().__init__(config, sockets)
        self._readiness = Readiness(compiling)
        self._coming: list[Process] = []
        self._leaving: list[Process] = []
        self._left_at = 0.0
        self._interpreted = True
        os.environ["SAMPAN_JIT"] = "later"  # which workers inherit

    def keep_subprocess_alive(self) -> None:
        """Called twice a second: look after the workers, and after their replacement."""
        super().keep_subprocess_alive()
        if self.should_exit.is_set():
            return
        if self._coming:
            self._take_over()
        elif self._interpreted and self._readiness.rules_ready:
            self._begin()
        elif self._leaving:
            self._see_off()

    def terminate_all(self) -> None:
        """End them all, those that are coming or leaving too."""
        self.processes += self._coming + [process for process in self._leaving if process.process.is_alive()]
        super().terminate_all()

    def _begin(self) -> None:
        """Start workers with compiled rules."""
        os.environ["SAMPAN_JIT"] = "1"
        self._interpreted = False
        self._coming = [Process(self.config, self.sockets) for _ in range(self.processes_num)]
        for process in self._coming:
            process.start()

    def _take_over(self) -> None:
        """Once every new worker answers, the old ones go."""
        if any(not process.process.is_alive() for process in self._coming):
            for process in self._coming:
                process.kill()
                process.join()
            self._coming = []
            log.error("processes with compiled rules did not start; rules run interpreted until the next start")
            os.environ["SAMPAN_JIT"] = "later"
            return
        if all(process.is_ready(timeout=1) for process in self._coming):
            self._leaving, self.processes, self._coming = self.processes, self._coming, []
            self._left_at = time.monotonic()
            for process in self._leaving:
                process.terminate()
            log.info("the rules are compiled: processes with compiled rules have taken over")

    def _see_off(self) -> None:
        """Wait for the old workers, though not for ever."""
        if time.monotonic() > self._left_at + LEAVING:
            for process in self._leaving:
                process.process.kill()
        self._leaving = [process for process in self._leaving if process.process.is_alive()]
