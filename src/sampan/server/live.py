"""Watching a table: after every change each watcher is sent the whole view; one that is slow skips to the latest."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress

from fastapi import WebSocket, WebSocketDisconnect

from .address import client_of
from .bans import BAN
from .limits import Limits
from .refusals import Refused
from .table import TABLE_ID, Eyes, Table
from .tables import Tables
from .views import view_bytes

GONE = (WebSocketDisconnect, RuntimeError, OSError)  # what sending raises once the other side has left
CLOSED_NO_TABLE = 4404
CLOSED_ELSEWHERE = 4409  # the same seat has been opened in too many other windows since
TOO_MANY = 1013  # try again later
STRANGERS_SHARE = 0.5  # of all connections a process can hold: the others are kept for players
MOST_STRANGERS = 200  # who watch one table in one process
MOST_WINDOWS = 8  # of one seat in one process
MOST_SAID = 100  # messages of a watcher, who has nothing to say


class Watcher:
    """One open socket."""

    def __init__(self, socket: WebSocket, token_hash: str | None, known: bool) -> None:
        self.socket, self.token_hash, self.who = socket, token_hash, client_of(socket.scope)
        self.known = known  # somebody with a seat, or the host
        self.news = asyncio.Event()
        self.sent: tuple[int, Eyes | None] = (-1, None)  # the version and the eyes the last view was for
        self.ended: tuple[int, str] | None = None  # why it is to be closed

    def end(self, code: int, reason: str) -> None:
        """Close it, as soon as what is being sent has been sent."""
        self.ended = (code, reason)
        self.news.set()


class Live:
    """Everybody who watches a table of this process."""

    def __init__(self, tables: Tables, limits: Limits) -> None:
        self.tables, self.limits = tables, limits
        self.watchers: dict[str, dict[Watcher, None]] = defaultdict(dict)  # the longest there first
        self._strangers = 0  # who watch any table here
        self.seen: Callable[[Table], None] = lambda table: None  # told of every table that somebody comes to watch
        tables.changed.append(self.tell)

    def tell(self, table: Table) -> None:
        """Wake everybody who watches this table."""
        self.wake(table.id)

    def wake(self, name: str) -> None:
        """Let everybody who watches this table look again."""
        for watcher in self.watchers.get(name, ()):
            watcher.news.set()

    def end_banned(self) -> None:
        """Close the views of those who are banned by now."""
        for watcher in [watcher for here in self.watchers.values() for watcher in here]:
            if BAN in self.limits.bans.on(watcher.who):
                watcher.end(1008, "banned")

    def watched(self) -> list[str]:
        """The tables that somebody watches."""
        return list(self.watchers)

    def end_all(self) -> None:
        """The database is out of reach: whoever watches finds their way through another host, or comes back."""
        for watcher in [watcher for watchers in self.watchers.values() for watcher in watchers]:
            watcher.end(1011, "store_unavailable")

    async def serve(self, socket: WebSocket, name: str, token_hash: str | None) -> None:
        """Send views until the socket closes."""
        with suppress(*GONE):
            await socket.accept()
            watcher = await self._admitted(socket, name, token_hash)
            if watcher is not None:
                await self._watch(watcher, name)

    async def _admitted(self, socket: WebSocket, name: str, token_hash: str | None) -> Watcher | None:
        """The watcher this socket is from now on; nothing, and the socket closed, where it cannot be one."""
        try:
            if not TABLE_ID.fullmatch(name):
                raise Refused("no_table", "table not found")
            table = await self.tables.find(name)
        except Refused as refused:
            await socket.close(code_of(refused), refused.code)
            return None
        known = table.seat_held(token_hash) is not None or table.hosted_by(token_hash)
        watcher = Watcher(socket, token_hash, known)
        if not self._room_for(watcher, name):
            await socket.close(TOO_MANY, "too_many")
            return None
        self.seen(table)
        return watcher

    async def _watch(self, watcher: Watcher, name: str) -> None:
        self.limits.counts.add("sockets", watcher.who)
        self.watchers[name][watcher] = None
        self._strangers += not watcher.known
        watcher.news.set()
        sender = asyncio.create_task(self._send(watcher, name))
        try:
            await self._receive(watcher)
        finally:
            self.limits.counts.add("sockets", watcher.who, -1)
            self._strangers -= not watcher.known
            self._forget(watcher, name)
            sender.cancel()
            with suppress(asyncio.CancelledError, *GONE):
                await sender

    def _room_for(self, watcher: Watcher, name: str) -> bool:
        """Whether there is room: always for whoever sits here, in the place of their oldest window if need be."""
        here = list(self.watchers.get(name, ()))
        if watcher.known:
            windows = [other for other in here if other.known and other.token_hash == watcher.token_hash]
            for oldest in windows[: max(0, len(windows) - MOST_WINDOWS + 1)]:
                oldest.end(CLOSED_ELSEWHERE, "too_many_windows")
                self._forget(oldest, name)
            return True
        who, strangers = watcher.who, sum(not other.known for other in here)
        full = strangers >= MOST_STRANGERS or self._strangers >= STRANGERS_SHARE * self.limits.most
        if full or self.limits.counts.count("sockets", who) >= self.limits.settings.sockets:
            self.limits.refusals.warn("a live view was refused, too many are open", who)
            return False
        return True

    def _forget(self, watcher: Watcher, name: str) -> None:
        if name in self.watchers:
            self.watchers[name].pop(watcher, None)
            if not self.watchers[name]:
                del self.watchers[name]

    async def _receive(self, watcher: Watcher) -> None:
        """Nothing a watcher says matters; it is read so that a closed socket is noticed."""
        said = 0
        while (await watcher.socket.receive())["type"] != "websocket.disconnect":
            said += 1
            if said == MOST_SAID:
                watcher.end(1008, "too_many")

    async def _send(self, watcher: Watcher, name: str) -> None:
        with suppress(*GONE):
            while True:
                await watcher.news.wait()
                watcher.news.clear()
                if watcher.ended is not None:
                    await watcher.socket.close(*watcher.ended)
                    return
                try:
                    known = self.tables.held(name) if watcher.sent[0] >= 0 else None  # the first look is fresh
                    table = known or await self.tables.find(name)
                except Refused as refused:
                    await watcher.socket.close(code_of(refused), refused.code)
                    return
                eyes = table.viewer(watcher.token_hash)
                if (table.version, eyes) != watcher.sent:
                    watcher.sent = (table.version, eyes)
                    await watcher.socket.send_text(view_bytes(table, eyes).decode())


def code_of(refused: Refused) -> int:
    """The code a socket is closed with: 1011 where the fault is ours, and asking again may help."""
    return CLOSED_NO_TABLE if refused.code == "no_table" else 1011
