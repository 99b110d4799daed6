"""All tables, as one process sees them: loaded by replaying, kept while in use, changed only through the store."""

from __future__ import annotations

import logging
import secrets
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from fastapi import Response
from sqlalchemy import Connection

from sampan.boxes.known import is_here
from sampan.compiling.readiness import Readiness
from sampan.engine.seeds import fresh_seed, seed_text

from . import clock, keys, schema
from .boxes import fetch, hold
from .clocks import settle
from .consent import ended_by
from .loading import load
from .meanwhile import kept_in_mind
from .metrics import MOVES
from .quotas import check_bots, check_table, opener_of
from .refusals import Refused
from .rows import Note, Seat, Stored, TableRow, check_row, write_table
from .seating import started_by_itself
from .settings import Settings
from .store import Conflict, Store, check_lengths, write_plan
from .table import Plan, Position, Table, game_here, hashed, known_game
from .views import response, view_bytes

Act = Callable[[Table], Plan | None]
Asked = Callable[[Table, str | None], Plan | None]  # the table, and the hash of the token of whoever asks
TRIES = 20
log = logging.getLogger("sampan.server")


@dataclass(frozen=True)
class Opening:
    """What somebody wants a new table to be."""

    game: str
    options: dict[str, int | str]
    seats: list[Seat]
    listed: bool
    pace: str
    pace_amount: int
    host_hash: str
    seed: int | None = None
    id: str | None = None
    address: str = ""  # of whoever opens it
    seating: str = "given"
    auto_start: bool = False
    watchers_chat: bool = False
    pace_increment: int = 0
    hints: bool = True
    origin: dict[str, Any] | None = None
    box: str | None = None  # the hash of one that is known here; else the game's own


class Tables:
    """A bounded number of live tables; `changed` is told about each that has changed here or elsewhere."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings = store, settings
        self.readiness = Readiness(settings.compiling)
        self.changed: list[Callable[[Table], None]] = []
        self._live: OrderedDict[str, Table] = OrderedDict()

    # ------------------------------------------------------------ finding

    async def find(self, name: str) -> Table:
        """A live table, as fresh as the store."""
        table = await self._loaded(name)
        if table.stale or await self.store.version(name) != table.version:
            async with table.lock:
                await self._catch_up(table)
        return table

    async def _loaded(self, name: str) -> Table:
        """A live table, as it was when it was last read."""
        table = self._live.get(name)
        if table is not None:
            self._live.move_to_end(name)
            if not is_here(table.row.game, table.row.box):  # it may have gone from memory since, and from the cache
                await self.store.read(partial(fetch, game=table.row.game, box=table.row.box))
            return table
        stored, position = await self._read(name)
        table = self._live.get(name)  # somebody else may have been quicker
        if table is None:
            table = self._live[name] = Table(stored, position)
            while len(self._live) > self.settings.live_tables:
                self._live.popitem(last=False)
        return table

    async def _read(self, name: str) -> tuple[Stored, Position | None]:
        """A table from the store; what is to be written of it first, as where its rules are not today's, is written."""
        for _ in range(TRIES):
            stored, position, plan = await self.store.read(lambda connection: load(connection, name))
            if plan is None:
                return stored, position
            version = stored.row.version
            with suppress(Conflict):
                await self.store.write(name, partial(write_plan, table=name, version=version, plan=plan))
                for what in plan.notes:
                    log.info("table %s: %s: %s", name, what.kind, what.args)
        raise Refused("store_unavailable", "too many changes at this table at once: try again")

    async def opened(self, name: str) -> Table | None:
        """A table that may have been opened already."""
        try:
            return await self.find(name)
        except Refused as refused:
            if refused.code != "no_table":
                raise
            return None

    def forget(self, name: str) -> None:
        """It was deleted: whoever watches it looks again and finds nothing."""
        table = self._live.pop(name, None)
        if table is not None:
            self._announce(table)

    @property
    def number(self) -> int:
        """How many tables are in memory."""
        return len(self._live)

    def held(self, name: str) -> Table | None:
        """The table, if it is in memory."""
        return self._live.get(name)

    async def _catch_up(self, table: Table) -> bool:
        """Read what the store knows beyond the table in memory; True if that was anything."""
        if await self.store.version(table.id) == table.version:
            table.stale = False
            return False
        try:
            table.take(*await self._read(table.id))
        except Refused as refused:
            if refused.code == "no_table":
                self._live.pop(table.id, None)
            raise
        return True

    async def heard(self, name: str, version: int | None = None) -> None:
        """Some process, perhaps this one, has changed this table."""
        table = self._live.get(name)
        if table is None or (version is not None and table.version >= version):
            return
        async with table.lock:  # a change of our own is taken over before this goes on
            news = (version is None or table.version < version) and await self._catch_up(table)
        if news:
            self._announce(table)

    # ------------------------------------------------------------ changing

    async def change(self, name: str, token_hash: str | None, act: Act) -> Table:
        """Do something at a table: thought out on what is known, written whole, done only once it is committed."""
        for _ in range(TRIES):
            table = await self._loaded(name)
            async with table.lock:
                await self._catch_up(table)  # also where there turns out to be nothing to write
                plan = self._planned(table, token_hash, act)
                if plan is None:
                    return table
                if not await self._written(table, plan):
                    continue
            self._announce(table)
            return table
        raise Refused("store_unavailable", "too many changes at this table at once: try again")

    async def answer(self, name: str, token: str | None, act: Asked) -> Response:
        """Do what somebody asks for at a table, and answer with the table as they may see it then."""
        who = hashed(token)
        return response(await self.change(name, who, lambda table: act(table, who)), who)

    def _planned(self, table: Table, token_hash: str | None, act: Act) -> Plan | None:
        try:
            plan = act(table)
            if plan is not None:
                kept_in_mind(table, plan, self.readiness)
                plan = started_by_itself(table, plan)
                plan.outcomes |= ended_by(table, plan)
                settle(table, plan)
            return plan
        except Refused as refused:
            if refused.show:
                refused.view = view_bytes(table, table.viewer(token_hash))
            raise

    async def _written(self, table: Table, plan: Plan) -> bool:
        check_lengths(plan)
        version, table.stale = table.version, True  # until we know how it went
        try:
            numbers = await self.store.write(table.id, lambda c: write_plan(c, table.id, version, plan))
        except Conflict:
            return False
        table.apply(plan, numbers)
        if plan.entry is not None and plan.entry.move is not None:
            MOVES.labels(table.row.game, "bot" if plan.entry.bot else "person").inc()
        return True

    def _announce(self, table: Table) -> None:
        for tell in self.changed:
            tell(table)

    def opener_of(self, address: str) -> str:
        """An address as tables know it."""
        return opener_of(self.store.address_key, address)

    def _write_new(self, connection: Connection, row: TableRow, seats: list[Seat], note: Note) -> None:
        check_table(connection, self.settings, row.opener, sum(seat.kind == "bot" for seat in seats))
        hold(connection, self.settings, row.game, row.box, row.opener)
        write_table(connection, row, seats, note)

    async def check_one_more_bot(self, name: str) -> None:
        """Refuse a further bot where enough sit at the tables of this one's opener."""
        opener = (await self.find(name)).opener
        await self.store.read(lambda connection: check_bots(connection, self.settings, opener, 1))

    async def open(self, opening: Opening) -> Table:
        """A new table; if it is there already, that one."""
        known_game(opening.game)
        game = game_here(opening.game, opening.box)
        now = clock.now()
        row = TableRow(
            id=opening.id or keys.table_name(keys.new_token()),
            game=game.name,
            rules=game.version,
            box=game.box.hash,
            options=opening.options,
            seed=seed_text(fresh_seed() if opening.seed is None else opening.seed),
            salt=secrets.token_hex(16) if opening.seed is None else "",
            listed=opening.listed,
            pace=opening.pace,
            pace_amount=opening.pace_amount,
            pace_increment=opening.pace_increment,
            status="open",
            host_hash=opening.host_hash,
            opened_at=now,
            moved_at=now,
            opener=self.opener_of(opening.address),
            seen_at=now,
            seating=opening.seating,
            auto_start=opening.auto_start,
            watchers_chat=opening.watchers_chat,
            hints=opening.hints,
            origin=opening.origin,
        )
        note = Note("opened", None, {}, now)
        check_row(schema.tables, vars(row))
        check_lengths(Plan(seats=opening.seats))
        with suppress(Conflict):
            await self.store.write(row.id, lambda c: self._write_new(c, row, opening.seats, note))
        return await self.find(row.id)
