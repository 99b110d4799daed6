"""Whom the operator has banned or muted: kept in the store, and looked at anew every other second.

A ban names a network, or a person by the keyed hash of the address they sat down from, which says no more than that it
is the same one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from ipaddress import ip_network

import sqlalchemy as sa
from sqlalchemy import Connection

from . import clock, schema
from .address import Network
from .quotas import opener_of

BAN, MUTE = "ban", "mute"
HASHED = "#"


def read_bans(connection: Connection) -> list[tuple[str, str]]:
    """Whom and what, of those that have not run out."""
    bans = schema.bans
    good = sa.or_(bans.c.until.is_(None), bans.c.until > clock.now())
    found = connection.execute(sa.select(bans.c.who, bans.c.kind).where(good)).all()
    return sorted((str(who), str(kind)) for who, kind in found)


class Bans:
    """The bans as one process knows them."""

    def __init__(self) -> None:
        self._key = b""
        self._known: list[tuple[str, str]] = []
        self._networks: list[tuple[Network, str]] = []
        self._hashes: set[tuple[str, str]] = set()
        self._of = lru_cache(maxsize=10_000)(self._looked_up)

    def take(self, key: bytes, known: Sequence[tuple[str, str]]) -> bool:
        """Know these from now on; True if they are others than before."""
        if self._key == key and self._known == list(known):
            return False
        self._key, self._known = key, list(known)
        self._hashes = {(who, kind) for who, kind in known if who.startswith(HASHED)}
        self._networks = [(ip_network(who), kind) for who, kind in known if not who.startswith(HASHED)]
        self._of.cache_clear()
        return True

    def on(self, who: str) -> frozenset[str]:
        """What is on this address (as limits count it): ban, mute, both or nothing."""
        return self._of(who) if self._known else frozenset()

    def _looked_up(self, who: str) -> frozenset[str]:
        hashed = HASHED + opener_of(self._key, who)
        found = {kind for name, kind in self._hashes if name == hashed}
        try:
            asking = ip_network(who)
        except ValueError:  # somebody without an address
            return frozenset(found)
        for network, kind in self._networks:
            if network.version == asking.version and network.overlaps(asking):
                found.add(kind)
        return frozenset(found)
