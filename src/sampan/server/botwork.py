"""Bots at the table: in the process that holds the table's lock, on threads of their own, from hidden states only."""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import sys
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace

from sampan import bots
from sampan.engine.game import State

from .locks import Locks
from .play import check_ply, moved
from .refusals import Refused
from .rows import Note, Plan, read_bots_due
from .settings import Settings
from .store import Store
from .table import Table, game_here
from .tables import Tables

THREADS = max(1, (os.cpu_count() or 1) // 2)  # that one bot thinks on
PATIENCE = 10  # as with nice
log = logging.getLogger("sampan.server")
_own = threading.local()


def give_way() -> None:
    """Think, on this thread and those it starts, only while nobody else needs the machine: people wait for the page."""
    if sys.platform == "linux":  # elsewhere it would be the whole server
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), PATIENCE)


def think(game: str, bot: str, hidden: State, seed: int) -> int:
    """A bot's choice (on a bot's thread, with a bot and a game of that thread's own)."""
    if not hasattr(_own, "bots"):
        _own.bots = {}
    if bot not in _own.bots:
        _own.bots[bot] = bots.load(bot, THREADS)
    player, seconds = _own.bots[bot]
    return bots.decided(player, game_here(game), hidden, seconds, seed)


def think_apart(game: str, bot: str, hidden: State, seed: int) -> Future[int]:
    """The same for a bot of the owner's own: on a thread that nobody else waits for, should it never end."""
    found: Future[int] = Future()

    def run() -> None:
        give_way()
        try:
            found.set_result(think(game, bot, hidden, seed))
        except Exception as error:
            found.set_exception(error)

    threading.Thread(target=run, name="own-bot", daemon=True).start()
    return found


class Botwork:
    """Finds tables where a bot must decide, and decides."""

    def __init__(self, tables: Tables, store: Store, settings: Settings) -> None:
        self.tables, self.store, self.settings = tables, store, settings
        self.locks = Locks(settings)
        self._threads = ThreadPoolExecutor(settings.bot_threads, "bot", give_way)
        self._locking = ThreadPoolExecutor(1, "lock")
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._scan: asyncio.Task[None] | None = None
        tables.changed.append(self.look)

    def start(self) -> None:
        """Begin, also with tables that another process has left behind."""
        self._scan = asyncio.create_task(self._scan_on())

    async def stop(self) -> None:
        """Stop deciding; another process goes on."""
        tasks = [task for task in (self._scan, *self._busy.values()) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._locking.shutdown()
        self.locks.close()

    def look(self, table: Table) -> None:
        """Called after every change: is it a bot's decision now?"""
        if table.bot_to_move is not None:
            self._run(table.id)

    def _run(self, name: str) -> None:
        if name in self._busy:
            self._again.add(name)
            return
        task = asyncio.create_task(self._work(name))
        self._busy[name] = task
        task.add_done_callback(lambda _: self._done(name))

    def _done(self, name: str) -> None:
        del self._busy[name]
        if name in self._again:
            self._again.discard(name)
            table = self.tables.held(name)
            if table is not None:
                self.look(table)

    async def _scan_on(self) -> None:
        while True:
            try:
                for name in await self.store.read(read_bots_due):
                    if name not in self._busy:
                        self._run(name)
            except Refused as refused:
                log.warning("bots: %s", refused.detail)
            await asyncio.sleep(self.settings.scan)

    async def _work(self, name: str) -> None:
        await asyncio.sleep(self.settings.bot_pause)  # a person's move is seen before the answer to it
        loop = asyncio.get_running_loop()
        if not await loop.run_in_executor(self._locking, self.locks.take, name):
            return
        try:
            while await self._decide(name):
                await asyncio.sleep(self.settings.bot_pause)
        except Refused as refused:
            log.warning("table %s: its bots stopped: %s", name, refused.detail)
        finally:
            await asyncio.shield(loop.run_in_executor(self._locking, self.locks.release, name))

    async def _decide(self, name: str) -> bool:
        """Make one decision; False if there is none for a bot."""
        table = await self.tables.find(name)
        bot = table.bot_to_move
        if bot is None:
            return False
        ply, seat, failed = table.ply, table.to_move, False
        hidden = table.game.copy(table.hidden(seat))
        try:
            move = await self._chosen(table.game.name, bot, hidden)
        except Exception as error:  # whatever a bot does wrong, the table goes on
            log.error("table %s, seat %s: %s", name, seat, str(error) or f"the bot {bot} took too long")
            move, failed = await self._chosen(table.game.name, bots.FALLBACK, hidden), True

        def act(table: Table) -> Plan:
            check_ply(table, ply)
            if table.bot_to_move is None or table.to_move != seat:
                raise Refused("not_your_decision", "the bot has lost its seat")
            plan = moved(table, move, bot=True)
            if failed:  # from now on a built-in bot plays for the seat, and the log says so
                plan.notes = [Note("bot_failed", seat, {"bot": bot, "instead": bots.FALLBACK}, time.time())]
                plan.seats = [*plan.seats, replace(table.seats[seat], bot=bots.FALLBACK)]
            return plan

        try:
            await self.tables.change(name, None, act)
        except Refused as refused:
            if refused.code not in ("stale_ply", "not_your_decision"):
                raise
        return True

    async def _chosen(self, game: str, bot: str, hidden: State) -> int:
        """A bot's move; only a bot of the owner's own can fail to end."""
        seed = secrets.randbits(32)
        if bots.is_built_in(bot):
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, think, game, bot, hidden, seed)
        chosen = asyncio.wrap_future(think_apart(game, bot, hidden, seed))
        return await asyncio.wait_for(chosen, bots.load(bot)[1] + bots.GRACE)
