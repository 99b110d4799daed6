"""The process that compiles, one part at a time, and says when each is done.

It is started as `python -m sampan.compiling.compiler FD` and asked over a socket. It gives way to whatever plays
meanwhile. Two that are to compile the same part at once do it once: the second waits and finds it done.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection

from sampan.bots.apart import end_with_parent
from sampan.engine.rule import cache_root

from .parts import Part, all_parts, compile_part, part_from, ready

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]

NICENESS = 10


def answer(line: Connection) -> None:
    """Say what is ready, then compile what is asked for until nobody asks any more."""
    line.send({part.name: ready(part) for part in all_parts()})
    while True:
        part = part_from(line.recv())
        start = time.monotonic()
        try:
            with alone_at(part):
                if not ready(part):
                    compile_part(part)
            line.send((ready(part), time.monotonic() - start, "it could not be kept"))
        except Exception as error:  # whatever the compiler stumbles over: told to whoever asked
            line.send((False, time.monotonic() - start, f"{type(error).__name__}: {error}".splitlines()[0][:200]))


@contextmanager
def alone_at(part: Part) -> Iterator[None]:
    """While this lasts, nobody else on this machine compiles this part into the same cache."""
    handle = None
    if fcntl is not None:
        with suppress(OSError):
            handle = os.open(cache_root() / f"{part.name}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            fcntl.flock(handle, fcntl.LOCK_EX)
    try:
        yield
    finally:
        if handle is not None:
            os.close(handle)


def main() -> None:
    """Started by a `Compiling` alone."""
    end_with_parent()
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    with suppress(EOFError, OSError, KeyboardInterrupt):
        answer(Connection(int(sys.argv[1])))


if __name__ == "__main__":
    main()
