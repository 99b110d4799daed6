"""A client so thin that measuring a server costs little: HTTP/1.1 and WebSocket by hand, for our own server only."""

from __future__ import annotations

import asyncio
import base64
import os
from collections import deque
from collections.abc import Callable
from typing import Any

PING, PONG, TEXT, CLOSE = 9, 10, 1, 8


class Http(asyncio.Protocol):
    """One kept-alive connection; requests are answered in order."""

    def __init__(self) -> None:
        self._buffer, self.heard = b"", 0  # and how many bytes came in all
        self._waiting: deque[asyncio.Future[tuple[int, dict[str, str], bytes]]] = deque()
        self.transport: Any = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ready to ask."""
        self.transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        """Whoever still waits waits in vain."""
        for waiting in self._waiting:
            if not waiting.done():
                waiting.set_exception(ConnectionError("the server closed the connection"))

    async def ask(
        self, method: str, path: str, body: bytes = b"", cookie: str = ""
    ) -> tuple[int, dict[str, str], bytes]:
        """Send a request; return status, headers and body."""
        if self.transport.is_closing():
            raise ConnectionError("the server closed the connection")
        lines = [f"{method} {path} HTTP/1.1", "Host: bench", "Content-Type: application/json"]
        lines += [f"Content-Length: {len(body)}"] + ([f"Cookie: {cookie}"] if cookie else [])
        answer: asyncio.Future[tuple[int, dict[str, str], bytes]] = asyncio.get_running_loop().create_future()
        self._waiting.append(answer)
        self.transport.write("\r\n".join([*lines, "", ""]).encode() + body)
        return await answer

    def data_received(self, data: bytes) -> None:
        """Take answers off the stream as they are complete."""
        self.heard += len(data)
        self._buffer += data
        while (end := self._buffer.find(b"\r\n\r\n")) >= 0:
            first, *rest = self._buffer[:end].decode("latin-1").split("\r\n")
            headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in rest)}
            stop = end + 4 + int(headers.get("content-length", "0"))
            if len(self._buffer) < stop:
                return
            body, self._buffer = self._buffer[end + 4 : stop], self._buffer[stop:]
            self._waiting.popleft().set_result((int(first.split()[1]), headers, body))


class Socket(asyncio.Protocol):
    """One WebSocket that calls back with every text it is sent."""

    def __init__(self, path: str, cookie: str, heard: Callable[[bytes], None]) -> None:
        self._path, self._cookie, self._tell = path, cookie, heard
        self._buffer, self._open, self.heard = b"", False, 0  # and how many bytes came in all
        self.transport: Any = None
        self.lost = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the upgrade."""
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET {self._path} HTTP/1.1", "Host: bench", "Upgrade: websocket", "Connection: Upgrade"]
        lines += [f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", f"Cookie: {self._cookie}", "", ""]
        self.transport.write("\r\n".join(lines).encode())

    def connection_lost(self, exc: Exception | None) -> None:
        """Remember that it is gone."""
        self.lost = True

    def data_received(self, data: bytes) -> None:
        """Take frames off the stream; the server's are never masked."""
        self.heard += len(data)
        buffer = self._buffer + data if self._buffer else data
        if not self._open:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                self._buffer = buffer
                return
            self._open, buffer = True, buffer[end + 4 :]
        while len(buffer) >= 2:
            kind, size, start = buffer[0] & 15, buffer[1] & 127, 2
            if size == 126:
                size, start = int.from_bytes(buffer[2:4], "big"), 4
            elif size == 127:
                size, start = int.from_bytes(buffer[2:10], "big"), 10
            if len(buffer) < start + size:
                break
            payload, buffer = buffer[start : start + size], buffer[start + size :]
            if kind == TEXT:
                self._tell(payload)
            elif kind == PING:
                self.transport.write(bytes([0x80 | PONG, 0x80 | size, 0, 0, 0, 0]) + payload)
            elif kind == CLOSE:
                self.transport.close()
        self._buffer = buffer
