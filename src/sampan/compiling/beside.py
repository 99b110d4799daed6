"""Compiling beside: a process that compiles what is missing, in the order in which it is asked for."""

from __future__ import annotations

import json
import logging
import os
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from sampan import games
from sampan.bots.apart import started
from sampan.engine.rule import cache_root

from .guess import Guess
from .parts import Part, before
from .readiness import WANTED, Wait, note, wanted

try:
    import fcntl
except ImportError:  # a system without file locks: what was left behind stays
    fcntl = None  # type: ignore[assignment]

PREFIX = "sampan-compiling-"
FRESH = 60.0  # seconds that a folder is left alone
TICK = 0.5  # seconds between two notes of how far it is
TIMES = "times.json"  # in the cache: what each part took here the last time
log = logging.getLogger("sampan.compiling")


class Compiling:
    """One compiler and the list of what it has still to do; the parts in its folder's note are not ready yet."""

    def __init__(self) -> None:
        remove_left_behind()
        self.folder = Path(tempfile.mkdtemp(prefix=PREFIX))
        self._hold = held(self.folder)
        (self.folder / WANTED).mkdir()
        self._left: list[Part] = []
        self._guess = Guess(read_times())
        self._began = time.monotonic()
        self._now: tuple[Part, float] | None = None  # what is being compiled, and since when
        self._ended = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._run, name="compiling", daemon=True)

    def start(self, missing: Sequence[Part]) -> None:
        """Begin with these; what proves to be ready already is taken out at once."""
        self._left = list(missing)
        self._note()
        self._thread.start()

    def stop(self) -> None:
        """Stop, whatever is under way; what was compiled is kept."""
        self._ended.set()
        if self._process is not None:
            self._process.kill()
        self._thread.join(10)
        shutil.rmtree(self.folder, ignore_errors=True)
        if self._hold is not None:
            os.close(self._hold)

    def _run(self) -> None:
        try:
            self._process, line = started(["sampan.compiling.compiler"], SAMPAN_JIT="1")
            there = self._received(line)
            self._left = [part for part in self._left if not there.get(part.name, False)]
            self._note()
            if self._left:
                log.info("compiling in the background: rules run interpreted until then; %s", self._outlook())
            while self._left and not self._ended.is_set():
                part = self._next()
                self._now = part, time.monotonic()
                line.send(part.name)
                kept, seconds, why = self._received(line)
                self._done(part, kept, seconds, why)
        except (OSError, EOFError):
            if not self._ended.is_set():
                log.warning("the compiler ended unexpectedly; the rest is compiled when needed")
        self._left, self._now = [], None
        if not self._ended.is_set():
            self._note()
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def _received(self, line: Connection) -> Any:
        """What the compiler says, noting how far it is until then."""
        while not line.poll(TICK):
            if self._ended.is_set():
                raise EOFError
            self._note()
        return line.recv()

    def _next(self) -> Part:
        """What somebody waits for, or whatever that needs first; else what comes next."""
        for part in [*wanted(self.folder), *self._left]:
            for found in [*before(part), part]:
                if found in self._left:
                    return found
        return self._left[0]

    def _done(self, part: Part, kept: bool, seconds: float, why: str) -> None:
        self._left.remove(part)
        self._now = None
        title = games.definition(part.game).title
        if kept:
            self._guess.took(part, seconds)
            log.info("%s: %s compiled in %.1f s; %s", title, part.kind, seconds, self._outlook())
            write_times(self._guess.known)
        else:
            log.warning("%s: %s not compiled ahead of time (%s): compiled when needed", title, part.kind, why)
        self._note()

    # ------------------------------------------------------------ how long it will be

    def _outlook(self) -> str:
        """How much is left, for a log."""
        left = max(self._guess.left(self._left).values(), default=0.0)
        return f"{len(self._left)} to go, about {left:.0f} s" if self._left else "everything is compiled"

    def _note(self) -> None:
        """Each part that is not ready, with how long it will be."""
        now, (part, since) = time.monotonic(), self._now or (None, 0.0)
        left = self._guess.left(self._order(), part, now - since if part else 0.0)
        past = now - self._began
        waits = {part.name: Wait(round(1 - s / (s + past), 3), round(s, 1)) for part, s in left.items()}
        try:
            note(self.folder, waits)
        except OSError as error:
            log.warning("%s: %s", self.folder, error.strerror)

    def _order(self) -> list[Part]:
        """What is left, in the order in which it would be done now."""
        found: list[Part] = [] if self._now is None else [self._now[0]]
        for part in [*wanted(self.folder), *self._left]:
            found += [one for one in [*before(part), part] if one in self._left and one not in found]
        return found


def held(folder: Path) -> int | None:
    """A lock on a folder, which ends with this process however it ends; none where somebody else has it."""
    if fcntl is None:
        return None
    handle = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        return None
    return handle


def remove_left_behind() -> None:
    """Remove the folders of those that were killed."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with suppress(OSError):  # somebody else's, or gone
            fresh = time.time() - folder.stat().st_mtime < FRESH  # perhaps not locked yet
            if not fresh and (handle := held(folder)) is not None:
                shutil.rmtree(folder, ignore_errors=True)
                os.close(handle)


def read_times() -> dict[str, float]:
    """What each part took on this machine the last time it was compiled."""
    try:
        found = json.loads((cache_root() / TIMES).read_text(encoding="utf-8"))
        return {str(name): float(seconds) for name, seconds in found.items()}
    except (OSError, ValueError, AttributeError, TypeError):
        return {}


def write_times(times: dict[str, float]) -> None:
    """Remember it."""
    try:
        (cache_root() / TIMES).write_text(json.dumps(times), encoding="utf-8")
    except OSError:
        log.debug("the times could not be written")


@contextmanager
def compiling_beside(missing: Sequence[Part]) -> Iterator[str]:
    """Compile these parts for as long as this lasts; gives the folder for `Readiness`, none if nothing is missing."""
    if not missing:
        yield ""
        return
    compiling = Compiling()
    compiling.start(missing)
    try:
        yield str(compiling.folder)
    finally:
        compiling.stop()
