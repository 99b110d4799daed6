"""Who is here: everybody with a seat and an open page, through whichever process, and since when others are not.

Each process notes who comes and goes at its live views, and that it is alive itself: whoever came through a process
that was killed is gone with its last sign of life. A page that is only loaded anew does not count as gone.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from functools import partial

import orjson
import sqlalchemy as sa
from sqlalchemy import Connection

from . import clock, schema
from .live import Live
from .periodic import Periodic
from .refusals import Refused
from .settings import Settings
from .store import Conflict, Store
from .table import HERE, Table
from .tables import Tables

LINGER = 3  # looks without a page, after which somebody is gone
BEAT, ALIVE = 3, 10  # looks between a process's signs of life, and after which it counts as dead
TOGETHER = 400  # tables asked for in one question
Person = tuple[str, str]  # a table, and whoever sits there
log = logging.getLogger("sampan.server")


def write_round(
    connection: Connection, process: str, alive_since: float, came: list[Person], went: dict[Person, float]
) -> None:
    """Note who has come and gone here, and that we are alive; what a dead process or an earlier visit left goes."""
    now, presence, processes = clock.now(), schema.presence, schema.processes
    if connection.execute(sa.update(processes).where(processes.c.id == process).values(beat_at=now)).rowcount != 1:
        connection.execute(sa.insert(processes).values(id=process, beat_at=now))
    alive = sa.select(processes.c.id).where(processes.c.beat_at >= alive_since, processes.c.id != process)
    there = sa.select(schema.tables.c.id)
    for table, person in came:
        if connection.execute(there.where(schema.tables.c.id == table)).first() is None:
            continue  # deleted meanwhile
        mine = sa.and_(presence.c.table_id == table, presence.c.person == person)
        old = sa.or_(presence.c.left_at.is_not(None), presence.c.process.not_in(alive))
        connection.execute(sa.delete(presence).where(mine, old))
        connection.execute(
            sa.insert(presence).values(table_id=table, person=person, process=process, came_at=now, left_at=None)
        )
    for (table, person), at in went.items():
        mine = sa.and_(presence.c.table_id == table, presence.c.person == person, presence.c.process == process)
        connection.execute(sa.update(presence).where(mine).values(left_at=at))


def read_presence(connection: Connection, names: Iterable[str], alive_since: float) -> dict[Person, float]:
    """Who is at these tables, and when others were last there."""
    presence, processes = schema.presence, schema.processes
    joined = sa.outerjoin(presence, processes, presence.c.process == processes.c.id)
    wanted = sa.select(presence, processes.c.beat_at).select_from(joined)
    found: dict[Person, float] = {}
    for row in connection.execute(wanted.where(presence.c.table_id.in_(list(names)))):
        beat = row.came_at if row.beat_at is None else row.beat_at
        at = row.left_at if row.left_at is not None else HERE if beat >= alive_since else beat
        key = (row.table_id, row.person)
        found[key] = max(at, found.get(key, 0.0))
    return found


def others_alive(connection: Connection, process: str, alive_since: float) -> bool:
    """Whether any other process serves these tables."""
    processes = schema.processes
    others = sa.select(processes.c.id).where(processes.c.id != process, processes.c.beat_at >= alive_since)
    return connection.execute(others.limit(1)).first() is not None


class Presence(Periodic):
    """Looks every other second who is here."""

    def __init__(self, store: Store, tables: Tables, live: Live, settings: Settings) -> None:
        super().__init__("who is here", settings.presence)
        self.store, self.tables, self.live = store, tables, live
        self._here: dict[Person, float] = {}  # through this process, and when their page was last seen
        self._known: dict[str, dict[str, float]] = {}  # of the tables watched here: when everybody was last seen
        self._beat, self._shared = 0.0, False  # our last sign of life; whether others served at the last look

    async def look(self) -> None:
        """One round: note who came and went here, read who did elsewhere, tell whoever wants to know."""
        now, before = clock.now(), dict(self._here)
        self._here |= dict.fromkeys(self._at_pages(), now)
        went = {person: at for person, at in self._here.items() if now - at > LINGER * self.every}
        came = [person for person in self._here if person not in before]
        for person in went:
            del self._here[person]
        if came or went or (self._here and now - self._beat >= BEAT * self.every):
            try:
                await self.store.write(
                    "", lambda c: write_round(c, self.store.process, self._alive_since(), came, went)
                )
            except (Refused, Conflict):
                self._here = before
                raise
            self._beat = now
        await self._read(went)
        self._tell()

    def _alive_since(self) -> float:
        return clock.now() - ALIVE * self.every

    def _at_pages(self) -> list[Person]:
        watching = [(name, watcher) for name, all_ in self.live.watchers.items() for watcher in all_]
        return [(name, watcher.person) for name, watcher in watching if watcher.known and watcher.person is not None]

    async def _read(self, went: dict[Person, float]) -> None:
        """What is known of the tables watched here; all of it again only where other processes serve, too."""
        watched = self.live.watched()
        self._known = {name: self._known[name] for name in watched if name in self._known}
        shared = bool(watched) and await self.store.read(
            lambda c: others_alive(c, self.store.process, self._alive_since())
        )
        asked = watched if shared or self._shared else [name for name in watched if name not in self._known]
        self._shared = shared
        for k in range(0, len(asked), TOGETHER):
            some = asked[k : k + TOGETHER]
            found = await self.store.read(partial(read_presence, names=some, alive_since=self._alive_since()))
            self._known |= {name: {} for name in some}
            for (name, person), at in found.items():
                self._known[name][person] = at
        for (name, person), at in went.items():
            if name in self._known and name not in asked:
                self._known[name][person] = at
        for name, person in self._here:
            if name in self._known:
                self._known[name][person] = HERE

    def _tell(self) -> None:
        for name in self.live.watched():
            table, seen = self.tables.held(name), self._known.get(name)
            if table is not None and seen is not None:
                here = [one_seat(seat, seen) for seat in who_counts(table)]
                self.live.tell_presence(name, orjson.dumps(here), clock.now())

    async def look_at(self, name: str) -> None:
        """Know of one table who is here, before somebody's seat is given away."""
        table = await self.tables.find(name)
        found = await self.store.read(partial(read_presence, names=[name], alive_since=self._alive_since()))
        table.seen = {person: at for (_, person), at in found.items()}
        table.seen |= {person: HERE for at, person in self._here if at == name}


def who_counts(table: Table) -> list[tuple[int, str]]:
    """The seats in which people play, and whose they are."""
    return [(s.seat, s.token_hash) for s in table.seats if s.kind == "human" and s.token_hash is not None]


def one_seat(who: tuple[int, str], seen: dict[str, float]) -> dict[str, object]:
    """What is told of one seat."""
    seat, person = who
    at = seen.get(person)
    return {"seat": seat, "here": at == HERE, "since": None if at in (None, HERE) else at}
