"""Bots at the table: in the process that holds the table's lock, thinking in turn, from hidden states only."""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial

from sampan import bots
from sampan.bots.apart import Apart
from sampan.bots.levels import LevelBot
from sampan.bots.search import SearchBot
from sampan.boxes.kept import keep
from sampan.compiling.parts import HINT, needed_for
from sampan.engine.game import Game, State
from sampan.engine.rule import MODE

from . import clock
from .locks import Locks
from .meanwhile import back_again
from .refusals import Refused
from .rows import Note, read_bots_due, read_seen_at, write_seen_at
from .settings import Settings
from .store import Store
from .table import Plan, Table, same_here
from .tables import Tables
from .thinking import Thinking, Thought
from .turns import check_ply, moved

THREADS = max(1, (os.cpu_count() or 1) // 2)  # that one bot thinks on
MOST_LOADED = 6  # by each thread: a search has room for a million nodes
GRACE = 2.0  # seconds beyond the longest budget before a search is stopped
WAITING = 0.5  # seconds between two looks whether a bot is compiled
log = logging.getLogger("sampan.server")
_thread = threading.local()


def bot_here(name: str, own_box: str) -> tuple[bots.Bot, float]:
    """A bot of this thread's own, which knows only one box of a game; the longest unused are dropped."""
    if not hasattr(_thread, "bots"):
        _thread.bots = OrderedDict()
    loaded: OrderedDict[tuple[str, str], tuple[bots.Bot, float]] = _thread.bots
    key = name, own_box
    if key not in loaded:
        loaded[key] = bots.load(name, THREADS)
    loaded.move_to_end(key)
    while len(loaded) > MOST_LOADED:
        loaded.popitem(last=False)
    return loaded[key]


def own_box(game: Game) -> str:
    """The hash of the box, where it is not the one that comes with the game."""
    return game.box.hash if game.own_box else ""


def think(game: Game, bot: str, hidden: State, seed: int, most: float, thought: Thought) -> int:
    """A built-in bot's choice, on a thread for thinking; once the flag is set, a search says what it has found."""
    player, seconds = bot_here(bot, own_box(game))
    if isinstance(player, SearchBot | LevelBot):
        player.prepare(same_here(game))
        player.stop = thought.stop
        thought.begin_time()
    return bots.decided(player, same_here(game), hidden, min(seconds, most), seed)


class Botwork:
    """Finds tables where a bot must decide, and decides."""

    def __init__(
        self,
        tables: Tables,
        store: Store,
        settings: Settings,
        thinking: Thinking,
        watched: Callable[[], list[str]] = list,
    ) -> None:
        self.tables, self.store, self.settings, self.thinking = tables, store, settings, thinking
        self.watched = watched
        self.locks = Locks(settings)
        self._locking = ThreadPoolExecutor(1, "lock")
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._notes: set[asyncio.Task[None]] = set()
        self._apart: dict[tuple[int, str, str], Apart] = {}
        self.readiness = tables.readiness
        self._scan: asyncio.Task[None] | None = None
        tables.changed.append(self.after_change)

    def start(self) -> None:
        """Begin, also with tables that another process has left behind."""
        self._scan = asyncio.create_task(self._scan_on())

    async def stop(self) -> None:
        """Stop deciding; another process goes on."""
        tasks = [task for task in (self._scan, *self._busy.values()) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for apart in list(self._apart.values()):
            apart.kill()
        self._locking.shutdown()
        self.locks.close()

    async def alone(self, duty: str) -> bool:
        """Whether this process, and no other, has to do what one does for all."""
        return await asyncio.get_running_loop().run_in_executor(self._locking, self.locks.keep, duty)

    def after_change(self, table: Table) -> None:
        """Called after every change: is it a bot's decision now?"""
        if table.bot_to_move is not None and not self._unattended(table):
            self._run(table.id)

    def seen(self, table: Table) -> None:
        """Somebody looks at a table: bots that play among themselves go on, and all processes know it."""
        if table.has_people or table.status != "running":
            return
        now = clock.now()
        if now - table.row.seen_at > self.settings.idle / 3:
            table.row = replace(table.row, seen_at=now)
            self._noted(asyncio.create_task(self._note_seen(table.id, now)))
        self.after_change(table)

    async def _note_seen(self, name: str, at: float) -> None:
        try:
            await self.store.write(name, lambda connection: write_seen_at(connection, name, at))
        except Refused as refused:
            log.warning("table %s: %s", name, refused.detail)

    def _noted(self, task: asyncio.Task[None]) -> None:
        self._notes.add(task)
        task.add_done_callback(self._notes.discard)

    def _unattended(self, table: Table) -> bool:
        """Whether only bots play here and nobody has looked for a while: they wait until somebody does."""
        return not table.has_people and clock.now() - table.row.seen_at > self.settings.idle

    async def _paused(self, table: Table) -> bool:
        """The same, after asking what other processes have noted."""
        if not self._unattended(table):
            return False
        seen_at = await self.store.read(lambda connection: read_seen_at(connection, table.id))
        table.row = replace(table.row, seen_at=max(seen_at, table.row.seen_at))
        return self._unattended(table)

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
                self.after_change(table)

    async def _scan_on(self) -> None:
        while True:
            try:
                if self.settings.postgres:
                    await asyncio.get_running_loop().run_in_executor(self._locking, self.locks.ping)
                for name in self.watched():
                    table = self.tables.held(name)
                    if table is not None:
                        self.seen(table)
                due = partial(read_bots_due, seen_since=clock.now() - self.settings.idle)
                for name in await self.store.read(due):
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
        if bot is None or await self._paused(table):
            return False
        chosen = table.seats[table.to_move].chosen
        if chosen and self.readiness.wait_for_bot(table.game.name, chosen) is None:
            await self._bring_back(table, chosen)
            return True
        if self.readiness.wait_for_bot(table.game.name, bot) is not None:
            self.readiness.want(table.game.name, bot)
            await asyncio.sleep(WAITING)
            return True
        ply, seat, failed = table.ply, table.to_move, False
        hidden = table.game.copy(table.hidden(seat))
        try:
            move = await self._chosen(table, bot, hidden)
        except Exception as error:  # whatever a bot does wrong, the table goes on
            log.error("table %s, seat %s: %s", name, seat, str(error) or f"the bot {bot} took too long")
            move, failed = await self._chosen(table, bots.FALLBACK, hidden), True

        def act(table: Table) -> Plan:
            check_ply(table, ply)
            if table.bot_to_move is None or table.to_move != seat:
                raise Refused("not_your_decision", "the bot has lost its seat")
            plan = moved(table, move, bot=True)
            if failed:  # from now on a built-in bot plays for the seat, and the log says so
                plan.notes = [Note("bot_failed", seat, {"bot": bot, "instead": bots.FALLBACK}, clock.now())]
                plan.seats = [*plan.seats, replace(table.seats[seat], bot=bots.FALLBACK)]
            return plan

        try:
            await self.tables.change(name, None, act)
        except Refused as refused:
            if refused.code not in ("stale_ply", "not_your_decision"):
                raise
        return True

    async def _bring_back(self, table: Table, chosen: str) -> None:
        """Let the chosen bot play where a weaker one stood in until it was ready."""
        number = table.to_move
        await self.tables.change(table.id, None, lambda table: back_again(table, number))
        log.info("table %s, seat %s: %s is ready and plays on", table.id, number, chosen)

    def apart(self, bot: str, game: Game) -> Apart:
        """The process in which a bot thinks apart: one for each thread that thinks, and for each box of one's own."""
        box = keep(game.name, game.box) if game.own_box else None
        key = threading.get_ident(), bot, own_box(game)
        others = [other for other in self._apart if other[:2] == key[:2] and other[2] not in ("", key[2])]
        for other in others:  # boxes come and go: of those only one has a process
            self._apart.pop(other).kill()
        compiled = bots.is_built_in(bot) or bot == HINT
        return self._apart.setdefault(key, Apart(bot, THREADS, compiled=compiled, box=box))

    def thinks_here(self, game: str, bot: str) -> bool:
        """Whether a bot thinks in this process: a built-in one, unless it is compiled and this process is not."""
        if not bots.is_built_in(bot):
            return False
        part = needed_for(game, bot)
        return MODE != "later" or part is None or self.readiness.wait_for(part.name) is not None

    async def _chosen(self, table: Table, bot: str, hidden: State) -> int:
        """A bot's move, when its turn to think has come."""
        seed, most, game = secrets.randbits(32), self.settings.bot_seconds, table.game
        seconds = bots.load(bot)[1]

        def run(thought: Thought) -> int:
            if self.thinks_here(game.name, bot):
                return think(game, bot, hidden, seed, most, thought)
            return self.apart(bot, game).choose(game.name, hidden, min(seconds, most), seed, seconds + bots.GRACE)

        thought = Thought(table.id, table.opener, min(bots.cost(bot), most), run, most=most + GRACE)
        found: int = await self.thinking.ask(thought)
        return found
