"""Ports for servers of the tests."""

from __future__ import annotations

import random
import socket

GIVEN_AWAY = 32768  # from here on systems give ports to whoever asks for any, and to every connection that goes out
_dice = random.SystemRandom()


def free_port() -> int:
    """A port that nobody has, nor is given before it is used: not now, and not while a server is down for a moment."""
    while True:
        port = _dice.randrange(12_000, GIVEN_AWAY)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue
