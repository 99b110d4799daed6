"""Who is asking: the peer, or whoever a proxy we trust says it speaks for.

Only from a peer given with `--trusted-proxy` are X-Forwarded-For, -Proto and -Host believed. Of the addresses in
X-Forwarded-For the rightmost that is no trusted proxy counts: what stands left of it anybody may have written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, MutableMapping
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any

from sampan.engine.errors import OptionError

Scope = MutableMapping[str, Any]
Network = IPv4Network | IPv6Network
NOBODY = "-"  # a peer without an address, as on a local socket
HOST = re.compile(r"[A-Za-z0-9._-]+(:[0-9]{1,5})?|\[[0-9A-Fa-f:.]+\](:[0-9]{1,5})?")
WITH_PORT = re.compile(r"\[(?P<six>[^\]]+)\](:[0-9]{1,5})?|(?P<four>[0-9.]+):[0-9]{1,5}")
SECURE = {"http": "https", "https": "https", "ws": "wss", "wss": "wss"}
PLAIN = {"http": "http", "https": "http", "ws": "ws", "wss": "ws"}


def networks(given: Iterable[str], option: str = "--trusted-proxy") -> tuple[Network, ...]:
    """Those whom an option names, from addresses and networks as text."""
    found = []
    for text in given:
        try:
            found.append(ip_network(text, strict=False))
        except ValueError:
            raise OptionError(
                f"{option} {text!r}: expected an address or a network, such as 10.0.0.7 or 10.0.0.0/8"
            ) from None
    return tuple(found)


def client_of(scope: Scope) -> str:
    """Who is asking, as every limit counts: an IPv4 address, or the /64 that one IPv6 customer has to themselves."""
    client = scope.get("client")
    return counted(client[0]) if client else NOBODY


@lru_cache(maxsize=10_000)
def counted(host: str) -> str:
    """An address as limits count it."""
    address = parsed(host)
    if address is None:
        return NOBODY
    if isinstance(address, IPv6Address):
        return str(IPv6Network((int(address) >> 64 << 64, 64)))
    return str(address)


def parsed(text: str) -> IPv4Address | IPv6Address | None:
    """An address from text, with or without a port; IPv4 in the clothes of IPv6 is IPv4. None if it is none."""
    ported = WITH_PORT.fullmatch(text)
    if ported is not None:
        text = ported["six"] or ported["four"]
    try:
        address = ip_address(text)
    except ValueError:
        return None
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        return address.ipv4_mapped
    return address


def is_trusted(host: str, trusted: tuple[Network, ...]) -> bool:
    """Whether this peer is a proxy of ours."""
    address = parsed(host) if trusted else None
    return address is not None and any(address in network for network in trusted)


def as_forwarded(scope: Scope, trusted: tuple[Network, ...]) -> Scope:
    """The request as it reached the outermost proxy we trust: its client, its scheme, its host."""
    client = scope.get("client")
    if not client or not is_trusted(client[0], trusted):
        return scope
    headers: list[tuple[bytes, bytes]] = list(scope["headers"])
    origin = forwarded_client(entries(headers, b"x-forwarded-for"), trusted)
    scheme = (entries(headers, b"x-forwarded-proto") or [""])[-1].lower()
    host = (entries(headers, b"x-forwarded-host") or [""])[-1]
    changed: Scope = dict(scope)
    if origin is not None:
        changed["client"] = (origin, 0)
    if scheme in ("https", "wss", "http", "ws"):
        changed["scheme"] = (SECURE if scheme in ("https", "wss") else PLAIN)[scope["scheme"]]
    if HOST.fullmatch(host):
        changed["headers"] = [(b"host", host.encode()), *((n, v) for n, v in headers if n != b"host")]
    return changed


def entries(headers: list[tuple[bytes, bytes]], wanted: bytes) -> list[str]:
    """The comma-separated values of all headers of this name, in order."""
    lines = [value.decode("latin-1") for name, value in headers if name == wanted]
    return [entry.strip() for entry in ",".join(lines).split(",")] if lines else []


def forwarded_client(hops: list[str], trusted: tuple[Network, ...]) -> str | None:
    """The rightmost address that is no proxy of ours; None, so that the peer counts, if something there is none."""
    found = None
    for hop in reversed(hops):
        address = parsed(hop)
        if address is None:
            return None
        found = str(address)
        if not any(address in network for network in trusted):
            break
    return found
