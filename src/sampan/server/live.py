"""Watching a table: after every change each watcher is sent the whole view; one that is slow skips to the latest."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from contextlib import suppress

from fastapi import WebSocket, WebSocketDisconnect

from .refusals import Refused
from .table import Eyes, Table
from .tables import Tables
from .views import view_bytes

CLOSED_NO_TABLE = 4404
MOST_WATCHERS = 200  # of one table in one process


class Watcher:
    """One open socket."""

    def __init__(self, socket: WebSocket, token_hash: str | None) -> None:
        self.socket, self.token_hash = socket, token_hash
        self.news = asyncio.Event()
        self.sent: tuple[int, Eyes | None] = (-1, None)  # the version and the eyes the last view was for


class Live:
    """Everybody who watches a table of this process."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.watchers: dict[str, set[Watcher]] = defaultdict(set)
        tables.changed.append(self.tell)

    def tell(self, table: Table) -> None:
        """Wake everybody who watches this table."""
        self.wake(table.id)

    def wake(self, name: str) -> None:
        """Let everybody who watches this table look again."""
        for watcher in self.watchers.get(name, ()):
            watcher.news.set()

    def watched(self) -> list[str]:
        """The tables that somebody watches."""
        return list(self.watchers)

    async def serve(self, socket: WebSocket, name: str, token_hash: str | None) -> None:
        """Send views until the socket closes."""
        await socket.accept()
        watcher = Watcher(socket, token_hash)
        if len(self.watchers.get(name, ())) >= MOST_WATCHERS:
            await socket.close(1013, "too many watchers")
            return
        self.watchers[name].add(watcher)
        watcher.news.set()
        sender = asyncio.create_task(self._send(watcher, name))
        try:
            await self._receive(socket)
        finally:
            self.watchers[name].discard(watcher)
            if not self.watchers[name]:
                del self.watchers[name]
            sender.cancel()
            with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError, OSError):
                await sender

    async def _receive(self, socket: WebSocket) -> None:
        """Nothing a watcher says matters; it is read so that a closed socket is noticed."""
        while (await socket.receive())["type"] != "websocket.disconnect":
            pass

    async def _send(self, watcher: Watcher, name: str) -> None:
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            while True:
                await watcher.news.wait()
                watcher.news.clear()
                try:
                    table = self.tables.held(name) or await self.tables.find(name)
                except Refused as refused:
                    code = CLOSED_NO_TABLE if refused.code == "no_table" else 1011
                    await watcher.socket.close(code, refused.code)
                    return
                eyes = table.viewer(watcher.token_hash)
                if (table.version, eyes) != watcher.sent:
                    watcher.sent = (table.version, eyes)
                    await watcher.socket.send_text(view_bytes(table, eyes).decode())
