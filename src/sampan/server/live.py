"""Watching a table: after every change each watcher is sent the whole view; one that is slow skips to the latest."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

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
LINE = "sampan.line"  # where a socket's scope has it
MOST_SAID = 100  # messages of a watcher, who has nothing to say
log = logging.getLogger("sampan.server")


class Line(Protocol):
    """The connection below a socket, where it can be written to without going through the application."""

    @property
    def free(self) -> bool:
        """Whether what is sent now leaves now."""

    def send_view(self, view: bytes) -> None:
        """Send a text."""


class Watcher:
    """One open socket."""

    def __init__(self, socket: WebSocket, token_hash: str | None, person: str | None, known: bool) -> None:
        self.socket, self.token_hash, self.who = socket, token_hash, client_of(socket.scope)
        self.known = known  # somebody with a seat, or the host
        self.person = person  # whoever it is, on whichever device
        self.news = asyncio.Event()
        self.line: Line | None = socket.scope.get("extensions", {}).get(LINE)
        self.sent: tuple[int, Eyes | None] = (-1, None)  # the version and the eyes the last view was for
        self.sending = False  # a view is under way, and the next one must not overtake it
        self.ended: tuple[int, str] | None = None  # why it is to be closed
        self.asks_presence = socket.query_params.get("presence") == "1"
        self.presence, self.told = b"", b""  # who is here, as it is to be sent, and what was sent last

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
        self._following: set[asyncio.Task[None]] = set()
        self.seen: Callable[[Table], None] = lambda table: None  # told of every table that somebody comes to watch
        tables.changed.append(self.tell)

    def tell(self, table: Table) -> None:
        """Send everybody who watches this table what they see now; whoever is behind is sent the latest later."""
        for watcher in self.watchers.get(table.id, ()):
            if not self._sent_at_once(watcher, table):
                watcher.news.set()

    def _sent_at_once(self, watcher: Watcher, table: Table) -> bool:
        """Send a view without waking the watcher's own task; False where that has something to do or to wait for."""
        line = watcher.line
        if line is None or watcher.sending or watcher.sent[0] < 0 or watcher.news.is_set() or not line.free:
            return False
        eyes = table.viewer(watcher.token_hash)
        if (table.version, eyes) != watcher.sent:
            watcher.sent = (table.version, eyes)
            line.send_view(view_bytes(table, eyes))
        return True

    def tell_presence(self, name: str, here: bytes, now: float) -> None:
        """Send whoever asked for it who is here, where that has changed."""
        for watcher in self.watchers.get(name, ()):
            if watcher.asks_presence and watcher.told != here:
                watcher.told, watcher.presence = here, b'{"now":%.3f,"presence":%s}' % (now, here)
                watcher.news.set()

    def wake(self, name: str) -> None:
        """Let everybody who watches this table look again."""
        for watcher in self.watchers.get(name, ()):
            watcher.news.set()

    def heard(self, name: str, version: int | None = None) -> None:
        """Some process has changed this table; most news is of tables that others hold, or of what was done here."""
        held = self.tables.held(name)
        if held is not None and version is not None and held.version >= version:
            return
        if held is not None or name in self.watchers:
            task = asyncio.ensure_future(self._follow(name, version))
            self._following.add(task)
            task.add_done_callback(self._following.discard)

    def missed(self) -> None:
        """Some news may never have come: look at all that is watched."""
        for name in self.watched():
            self.heard(name)

    async def _follow(self, name: str, version: int | None) -> None:
        try:
            await self.tables.heard(name, version)
        except Refused as refused:
            if refused.code != "no_table":
                log.warning("table %s: %s", name, refused.detail)
        if self.tables.held(name) is None:
            self.wake(name)

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
        watcher = Watcher(socket, token_hash, table.person(token_hash), known)
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
            windows = [other for other in here if other.known and other.person == watcher.person]
            for oldest in windows[: max(0, len(windows) - MOST_WINDOWS + 1)]:
                oldest.end(CLOSED_ELSEWHERE, "too_many_windows")
                self._forget(oldest, name)
            return True
        who, strangers = watcher.who, sum(not other.known for other in here)
        full = strangers >= MOST_STRANGERS or self._strangers >= STRANGERS_SHARE * self.limits.most
        if full or self.limits.counts.count("sockets", who) >= self.limits.settings.sockets:
            self.limits.refusals.warn("live view refused: too many are open already", who)
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
                    watcher.sent, watcher.sending = (table.version, eyes), True
                    await watcher.socket.send_text(view_bytes(table, eyes).decode())
                    watcher.sending = False
                if watcher.presence:
                    here, watcher.presence, watcher.sending = watcher.presence, b"", True
                    await watcher.socket.send_text(here.decode())
                    watcher.sending = False


def code_of(refused: Refused) -> int:
    """The code a socket is closed with: 1011 where the fault is ours, and asking again may help."""
    return CLOSED_NO_TABLE if refused.code == "no_table" else 1011
