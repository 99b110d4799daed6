"""Servers in no time: one process that has loaded everything a server needs, and forks each server that tests ask for.

A server started from nothing takes seconds to import its libraries and load the compiled rules; a fork has them. It
is asked over a socket: settings and files come in, the process's number goes out.
"""

from __future__ import annotations

import atexit
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
from contextlib import suppress

MOST_BYTES = 1 << 16
AVAILABLE = hasattr(os, "pidfd_open")


class Forked:
    """A process that is no child of ours, used like `subprocess.Popen`."""

    def __init__(self, pid, stdout):
        self.pid, self.stdout = pid, stdout
        self._handle = os.pidfd_open(pid)

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

    def __del__(self):
        os.close(self._handle)


class Nursery:
    """The process that forks servers, from the tests' side."""

    def __init__(self):
        self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        words = [sys.executable, "-m", "tests.server.nursery", str(theirs.fileno())]
        self._process = subprocess.Popen(words, pass_fds=[theirs.fileno()], start_new_session=True)
        theirs.close()
        atexit.register(self.close)

    def fork(self, source, words, log):
        """A process that runs this source with these words, and what it says; its errors go to the log or are ours."""
        said, says = os.pipe()
        errors = os.dup(2) if log is None else os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        asked = json.dumps({"source": source, "words": words, "env": dict(os.environ), "folder": os.getcwd()})
        socket.send_fds(self._line, [asked.encode()], [says, errors])
        os.close(says)
        os.close(errors)
        pid = int(self._line.recv(MOST_BYTES))
        return Forked(pid, os.fdopen(said, encoding="utf-8"))

    def close(self):
        self._line.close()
        self._process.wait(20)


def serve(line):
    """Fork until the tests go away."""
    import sampan.server.app
    import sampan.server.serve  # noqa: F401
    from sampan.games import names
    from sampan.server.table import game_here

    for name in names():
        game_here(name).compile()
    assert threading.active_count() == 1, "only the thread that forks would be there in a fork"
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for them here
    while True:
        content, files, _, _ = socket.recv_fds(line, MOST_BYTES, 2)
        if not content:
            return
        pid = os.fork()
        if pid == 0:
            line.close()
            become(json.loads(content), *files)
        for file in files:
            os.close(file)
        line.send(str(pid).encode())


def become(asked, says, errors):
    """The forked process: run what was asked for and end."""
    os.setsid()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.dup2(says, 1)
    os.dup2(errors, 2)
    os.close(says)
    os.close(errors)
    os.chdir(asked["folder"])
    os.environ.clear()
    os.environ.update(asked["env"])
    sys.argv = ["-c", *asked["words"]]
    code = 1
    try:
        exec(asked["source"], {"__name__": "__main__"})
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    except BaseException as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
    finally:
        os._exit(code)


if __name__ == "__main__":
    serve(socket.socket(fileno=int(sys.argv[1])))
