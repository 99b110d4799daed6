"""Servers and commands in no time: one process that has loaded everything they need, and forks each that tests ask for.

One started from nothing takes seconds to import its libraries and load the compiled rules; a fork has them. It is asked
over a socket: settings and files come in, the process's number goes out. The browser tests' servers come from one that
listens at a place of its own, where settings come in as a line.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
from contextlib import suppress
from functools import cache
from pathlib import Path

MOST_BYTES = 1 << 16
AVAILABLE = hasattr(os, "pidfd_open")
TERMINAL = {"COLUMNS": "120", "NO_COLOR": "1", "TERM": "dumb"}  # what commands write to
USUAL = {**os.environ, **TERMINAL}  # before any test changes something


class Forked:
    """A process that is no child of ours, used like `subprocess.Popen`."""

    def __init__(self, pid, stdout, ended):
        self.pid, self.stdout = pid, stdout
        self._handle, self._ended = os.pidfd_open(pid), ended

    def poll(self):
        """None while it runs."""
        return 0 if select.select([self._handle], [], [], 0)[0] else None

    def wait(self, timeout=None):
        if not select.select([self._handle], [], [], timeout)[0]:
            raise subprocess.TimeoutExpired("server", timeout)
        return 0

    def send_signal(self, number):
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._handle, number)

    def terminate(self):
        self.send_signal(signal.SIGTERM)

    def kill(self):
        self.send_signal(signal.SIGKILL)

    def exit_code(self):
        """What it ended with, by itself; asked once."""
        return int(os.read(self._ended, 10) or -signal.SIGKILL)

    def __del__(self):
        os.close(self._handle)
        os.close(self._ended)


class Nursery:
    """The process that forks servers, from the tests' side."""

    def __init__(self):
        self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        words = [sys.executable, "-m", "tests.nursery", str(theirs.fileno())]
        self._process = subprocess.Popen(
            words, pass_fds=[theirs.fileno()], env=USUAL, cwd=Path(__file__).parents[1], start_new_session=True
        )
        theirs.close()
        atexit.register(self.close)

    def fork(self, source, words, errors, says=None, keyboard=None, env=None):
        """A process that runs this source with these words.

        Its errors, what it says and what is typed are open files; if nobody gives one for what it says, it can be read.
        """
        (said, given), (ended, ends) = (os.pipe() if says is None else (None, None)), os.pipe()
        asked = {"source": source, "words": words, "env": dict(env or os.environ), "folder": os.getcwd()}
        with open(os.devnull, "rb") as nothing:
            files = [given if says is None else says.fileno(), errors.fileno(), ends, (keyboard or nothing).fileno()]
            socket.send_fds(self._line, [json.dumps(asked).encode()], files)
        for file in (given, ends):
            if file is not None:
                os.close(file)
        pid = int(self._line.recv(MOST_BYTES))
        return Forked(pid, None if said is None else os.fdopen(said, encoding="utf-8"), ended)

    def close(self):
        self._line.close()
        self._process.wait(20)


@cache
def nursery():
    """The one of this test process."""
    return Nursery()


def load():
    """Everything that forks share."""
    import sampan.cli
    import sampan.server.app
    import sampan.server.serve  # noqa: F401
    from sampan.games import names
    from sampan.server.table import game_here

    for name in names():
        game_here(name).compile()
    assert threading.active_count() == 1, "only the thread that forks would be there in a fork"
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for them here
    gc.collect()
    gc.freeze()  # a fork that looks through it for garbage would have to copy all of it


def serve(line):
    """Fork until the tests go away."""
    load()
    while True:
        content, files, _, _ = socket.recv_fds(line, MOST_BYTES, 4)
        if not content:
            return
        pid = os.fork()
        if pid == 0:
            line.close()
            become(json.loads(content), *files)
        for file in files:
            os.close(file)
        line.send(str(pid).encode())


def serve_at(place):
    """Fork for whoever writes a line to this socket, until killed; what a fork says goes where ours does."""
    load()
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(place)
        door.listen()
        while True:
            asking, _ = door.accept()
            with asking, asking.makefile("r", encoding="utf-8") as lines:
                asked = json.loads(lines.readline())
                if (pid := os.fork()) == 0:
                    for file in (door.fileno(), asking.fileno()):
                        os.close(file)  # whoever asked waits for the end of the line
                    nothing = os.open(os.devnull, os.O_RDWR)
                    become(asked, os.dup(1), os.dup(2), nothing, os.dup(nothing))
                asking.sendall(f"{pid}\n".encode())


def become(asked, says, errors, ends, keyboard):
    """The forked process: run what was asked for and end."""
    os.setsid()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for file, number in ((keyboard, 0), (says, 1), (errors, 2)):
        os.dup2(file, number)
        os.close(file)
    os.chdir(asked["folder"])
    os.environ.clear()
    os.environ.update(asked["env"])
    sys.argv = ["-c", *asked["words"]]
    sys.path[0] = asked["folder"]
    code = 1
    try:
        exec(asked["source"], {"__name__": "__main__"})
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    except BaseException as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
    finally:
        with suppress(OSError):
            sys.stdout.flush()
        os.write(ends, str(code).encode())
        os._exit(code)


if __name__ == "__main__":
    if sys.argv[1].isdigit():
        serve(socket.socket(fileno=int(sys.argv[1])))
    else:
        serve_at(sys.argv[1])
