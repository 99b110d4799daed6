"""Requests to addresses that people gave us: https only, to public addresses, checked where the connection is made.

A name is resolved once, every address it has is checked, and the connection goes to one of those: no later answer of
a name server leads anywhere else. No redirect is followed, and no more of an answer is read than its header.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from urllib.parse import urlsplit

from .refusals import Refused

LONGEST = 1000  # characters of an address
PATIENCE = 10.0  # seconds for all of it
MOST_HEADER = 16 * 1024  # bytes of an answer that are read
LONGEST_WAIT = 3600.0  # seconds that a receiver may ask us to wait
NAT64 = ipaddress.ip_network("64:ff9b::/96")
_resolving = ThreadPoolExecutor(4, "resolver")  # a slow name server holds up nothing else


class Unsent(Exception):
    """It did not arrive: why, whether trying again makes sense, and the seconds the receiver wants us to wait."""

    def __init__(self, why: str, lasting: bool = False, wait: float = 0.0) -> None:
        super().__init__(why)
        self.why, self.lasting, self.wait = why, lasting, wait


@dataclass(frozen=True)
class Address:
    """Where a request goes."""

    host: str
    port: int
    target: str  # path and query

    @property
    def origin(self) -> str:
        """The receiver, as it names itself."""
        name = f"[{self.host}]" if ":" in self.host else self.host
        return f"https://{name}" if self.port == 443 else f"https://{name}:{self.port}"


def address_from(text: str, private: bool) -> Address:
    """An address somebody gave, refused where we would never send anything; its name is looked up when we do."""
    plain = text.isascii() and text.isprintable() and " " not in text and len(text) <= LONGEST
    try:
        parts = urlsplit(text)
        host, port = parts.hostname or "", parts.port or 443
    except ValueError:
        plain, host, port = False, "", 0
    if not plain or parts.scheme != "https" or not host or parts.username is not None or parts.fragment:
        raise Refused("bad_address", "address: expected https://HOST/PATH without a user name, a password or a #")
    if port != 443 and port < 1024:
        raise Refused("bad_address", f"address: port {port}: expected 443, or 1024 and above")
    with suppress(ValueError):
        if not private and not is_public(str(ipaddress.ip_address(host))):
            raise Refused("bad_address", "address: expected one on the public internet")
    return Address(host, port, (parts.path or "/") + (f"?{parts.query}" if parts.query else ""))


def is_public(text: str) -> bool:
    """Whether an address is one of the whole internet: none of this machine, of a local network or of a special use."""
    given = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(given, ipaddress.IPv6Address):
        if given.ipv4_mapped is not None:
            return is_public(str(given.ipv4_mapped))
        if given in NAT64:
            return is_public(str(ipaddress.IPv4Address(int(given) & 0xFFFFFFFF)))
        if given.sixtofour is not None or given.teredo is not None:
            return False
    special = given.is_multicast or given.is_reserved or given.is_unspecified or given.is_loopback
    return given.is_global and not special


@cache
def trust() -> ssl.SSLContext:
    """Whose certificates are believed: those the system believes."""
    return ssl.create_default_context()


async def post(address: Address, body: bytes, headers: dict[str, str], private: bool) -> None:
    """Send this, or raise `Unsent`."""
    try:
        async with asyncio.timeout(PATIENCE):
            status, wait = await _exchanged(address, body, headers, await _checked(address, private))
    except (OSError, EOFError, ValueError, asyncio.LimitOverrunError) as error:  # a timeout is an OSError, too
        raise Unsent("too_slow" if isinstance(error, TimeoutError) else "unreachable") from None
    if 300 <= status < 400:
        raise Unsent("redirected", lasting=True)
    if status in (404, 410):
        raise Unsent("gone", lasting=True)
    if not 200 <= status < 300:
        passing = status in (408, 425, 429) or status >= 500
        raise Unsent("refused", lasting=not passing, wait=wait)


async def _checked(address: Address, private: bool) -> str:
    """The address to connect to. Where any that the name has is not public, none is used."""
    loop = asyncio.get_running_loop()
    found = await loop.run_in_executor(_resolving, _resolved, address.host, address.port)
    if not private and not all(is_public(one) for one in found):
        raise Unsent("private", lasting=True)
    return found[0]


def _resolved(host: str, port: int) -> list[str]:
    return [str(entry[4][0]) for entry in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]


async def _exchanged(address: Address, body: bytes, headers: dict[str, str], to: str) -> tuple[int, float]:
    """The status of the answer, and how long it asks us to wait."""
    reader, writer = await asyncio.open_connection(
        to, address.port, ssl=trust(), server_hostname=address.host, limit=MOST_HEADER
    )
    try:
        said = {
            "host": address.origin.removeprefix("https://"),
            "user-agent": "Sampan",
            "content-length": str(len(body)),
            "connection": "close",
            **headers,
        }
        head = "".join(f"{name}: {value}\r\n" for name, value in said.items())
        writer.write(f"POST {address.target} HTTP/1.1\r\n{head}\r\n".encode("ascii") + body)
        await writer.drain()
        answer = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    finally:
        writer.transport.abort()
    protocol, status = answer[0].split(" ")[:2]
    if not protocol.startswith("HTTP/1.") or not (status.isdigit() and len(status) == 3):
        raise ValueError("not an HTTP answer")
    return int(status), retry_after(answer[1:])


def retry_after(lines: list[str]) -> float:
    """The seconds an answer asks us to wait; a date is not read."""
    for line in lines:
        name, _, value = line.partition(":")
        if name.lower() == "retry-after" and value.strip().isdigit() and len(value) < 8:
            return min(LONGEST_WAIT, float(value))
    return 0.0
