"""Reviews of finished games: thought out last, in order of importance, and kept with the table.

Whoever may see a finished game may ask. One process works on a table's review and gives a sign of life while it does;
what it has found so far lies in the store, so any process answers. One that was killed leaves a review that nobody
works on: whoever asks next has it made anew.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import astuple, dataclass
from functools import cache

import sqlalchemy as sa
from sqlalchemy import Connection

from sampan.engine.errors import SampanError
from sampan.engine.record import Record, parse_record
from sampan.review.judge import Effort
from sampan.review.review import check, evaluation_of, review
from sampan.review.shape import Review

from . import clock, schema
from .botwork import THREADS
from .counts import Counts
from .refusals import Refused
from .settings import Settings
from .store import Conflict, Store
from .table import Table, game_here, game_of
from .thinking import Thinking, Thought

BEAT = 1.0  # seconds between two signs of life
LOST = 20.0  # seconds without one, after which nobody is working on it
AT_ONCE = 2  # from one address, waiting or under way
MOST = 40  # in one process
PATIENCE = 4.0  # times its seconds, after which a review is stopped and says what it has found
log = logging.getLogger("sampan.server")


@dataclass(frozen=True)
class Kept:
    """What the store knows of a review."""

    state: str  # none, waiting, running or done
    done: int = 0
    total: int = 0
    body: str | None = None

    def written(self, known: int = -1) -> bytes:
        """As it is sent; a client that knows this much already is not sent it again."""
        news = self.body if self.body is not None and (self.state == "done" or self.done > known) else "null"
        return f'{{"state":"{self.state}","done":{self.done},"total":{self.total},"review":{news}}}'.encode()


NOTHING = Kept("none")


class Work:
    """One review under way: what it has found so far, for whoever looks."""

    def __init__(self, name: str, who: str, text: str, settings: Settings) -> None:
        self.latest: Review | None = None
        seconds = settings.review_seconds
        self.thought = Thought(
            name, who, seconds, lambda thought: reviewed(text, settings, thought, self.tell), review=True,
            most=PATIENCE * seconds,
        )  # fmt: skip

    def tell(self, found: Review) -> None:
        """It has come this far."""
        self.latest = found

    def kept(self, ended: bool = False) -> Kept:
        """The same, as it is kept and sent; takes a while, so not on the event loop."""
        found = self.latest
        if found is None:
            return Kept("waiting")
        return Kept("done" if ended else "running", found.done, found.total, found.to_json())


def effort_of(share: float) -> Effort | None:
    """So much of the usual effort; nothing where time decides."""
    return Effort(*(max(2, round(share * number)) for number in astuple(Effort()))) if share else None


def reviewed(text: str, settings: Settings, thought: Thought, tell: Callable[[Review], None]) -> Review:
    """Review a record, on the thread for reviews."""
    record = parse_record(text)
    effort, seconds = effort_of(settings.review_effort), None if settings.review_effort else settings.review_seconds
    thought.begin_time()
    found = review(
        game_of(record), record, seconds, effort, threads=THREADS, report=tell, stop=thought.stop
    )  # fmt: skip
    tell(found)
    return found


@cache
def evaluation(game: str) -> str:
    """What reviews of this game are made with, in short."""
    return evaluation_of(game_here(game))


def checked_record(text: str) -> Record:
    """A record that can be reviewed."""
    try:
        record = parse_record(text)
        if not record.over:
            raise Refused("not_over", "this record is not of a finished game")
        check(game_of(record), record)
    except SampanError as error:
        raise Refused("bad_record", str(error)) from None
    except RecursionError:
        raise Refused("bad_record", "the record is nested too deeply") from None
    return record


def check_over(table: Table) -> None:
    """Refuse what cannot be reviewed."""
    if table.status == "running" or not table.started or (table.status == "closed" and not table.cut_short):
        raise Refused("not_over", "this game is not over yet: it can be reviewed once it is")
    if table.cut_short:
        raise Refused("other_rules", "this game was played under other rules: expected the current ones")


class Reviews:
    """All reviews of one process."""

    def __init__(self, store: Store, settings: Settings, thinking: Thinking, counts: Counts) -> None:
        self.store, self.settings, self.thinking, self.counts = store, settings, thinking, counts
        self.process = secrets.token_urlsafe(9)
        self._under_way: dict[str, asyncio.Task[None]] = {}
        self._many = 0

    async def stop(self) -> None:
        """Stop working; whoever asks next has them made anew."""
        for task in self._under_way.values():
            task.cancel()
        await asyncio.gather(*self._under_way.values(), return_exceptions=True)

    async def see(self, table: Table) -> Kept:
        """What there is of a table's review."""
        check_over(table)
        wanted = await asyncio.to_thread(evaluation, table.game.name)
        return await self.store.read(lambda connection: read_review(connection, table.id, wanted))

    async def ask(self, table: Table, who: str) -> Kept:
        """Have a table's review made, unless it is there or somebody works on it."""
        found = await self.see(table)
        if found.state != "none" or table.id in self._under_way:
            return found
        self.check_room(who)
        text = await asyncio.to_thread(lambda: table.record().to_json())
        if await self._claimed(table) and table.id not in self._under_way:
            work = Work(table.id, who, text, self.settings)
            task = asyncio.create_task(self._work(table, who, work))
            self._under_way[table.id] = task
            task.add_done_callback(lambda _: self._under_way.pop(table.id))
        return Kept("waiting")

    async def of_record(self, text: str, who: str) -> AsyncIterator[bytes]:
        """The review of a record file, line by line as it comes; nothing is kept, and who hangs up ends it."""
        work = Work(f"record {who}", who, text, self.settings)
        known = -1
        with self._room(who):
            asked = asyncio.ensure_future(self.thinking.ask(work.thought))
            try:
                while not asked.done():
                    await asyncio.wait({asked}, timeout=BEAT)
                    if not asked.done():
                        kept = await asyncio.to_thread(work.kept)
                        yield kept.written(known) + b"\n"
                        known = kept.done
                await asked
                yield (await asyncio.to_thread(work.kept, True)).written() + b"\n"
            finally:
                asked.cancel()

    def check_room(self, who: str) -> None:
        """Refuse where enough are made already."""
        few = f"at most {AT_ONCE} from an address"
        if self.counts.count("reviews", who) >= AT_ONCE or self._many >= MOST:
            raise Refused(
                "too_many_reviews", f"too many reviews are being made: {few}", wait=self.settings.review_seconds
            )

    @contextmanager
    def _room(self, who: str) -> Iterator[None]:
        """As long as one is made, it counts."""
        self.counts.add("reviews", who)
        self._many += 1
        try:
            yield
        finally:
            self.counts.add("reviews", who, -1)
            self._many -= 1

    async def _claimed(self, table: Table) -> bool:
        """Whether it is this process that works on it, and no other."""
        wanted = evaluation(table.game.name)
        with suppress(Conflict):  # somebody else was quicker
            return await self.store.write("", lambda connection: claim(connection, table.id, wanted, self.process))
        return False

    async def _work(self, table: Table, who: str, work: Work) -> None:
        """Have it thought out, and keep what is found meanwhile."""
        with self._room(who):
            asked = asyncio.ensure_future(self.thinking.ask(work.thought))
            try:
                while not asked.done():
                    await asyncio.wait({asked}, timeout=BEAT)
                    await self._keep(table, work, asked.done() and asked.exception() is None)
                await asked
            except asyncio.CancelledError:
                asked.cancel()
                await self._give_up(table)
                raise
            except Exception as error:  # whatever goes wrong, the server goes on
                log.error("table %s: its review failed: %s: %s", table.id, type(error).__name__, error)
                await self._give_up(table)

    async def _keep(self, table: Table, work: Work, ended: bool) -> None:
        kept, mine = await asyncio.to_thread(work.kept, ended), own(table.id, self.process)
        try:
            await self.store.write("", lambda connection: write_review(connection, mine, kept))
        except (Refused, Conflict) as error:  # the database is away, or the table
            log.warning("table %s: its review is not kept: %s", table.id, error)

    async def _give_up(self, table: Table) -> None:
        mine = own(table.id, self.process)
        with suppress(Refused, Conflict):
            await self.store.write("", lambda connection: connection.execute(sa.delete(schema.reviews).where(mine)))


# ---------------------------------------------------------------- the store


def own(table: str, process: str) -> sa.ColumnElement[bool]:
    """A review that this process works on."""
    reviews = schema.reviews
    return (reviews.c.table_id == table) & (reviews.c.process == process) & (reviews.c.ended == sa.false())


def read_review(connection: Connection, table: str, wanted: str) -> Kept:
    """A review by this evaluation, finished or with somebody at work on it."""
    reviews = schema.reviews
    this = (reviews.c.table_id == table) & (reviews.c.evaluation == wanted)
    found = connection.execute(sa.select(reviews).where(this)).mappings().one_or_none()
    if found is None or (not found["ended"] and found["beat_at"] < clock.now() - LOST):
        return NOTHING
    state = "done" if found["ended"] else "waiting" if found["body"] is None else "running"
    return Kept(state, found["done"], found["total"], found["body"])


def claim(connection: Connection, table: str, wanted: str, process: str) -> bool:
    """Make a review this process's to work on, unless it is there or another's; those by other evaluations go."""
    if read_review(connection, table, wanted).state != "none":
        return False
    connection.execute(sa.delete(schema.reviews).where(schema.reviews.c.table_id == table))
    row = {"table_id": table, "evaluation": wanted, "process": process, "beat_at": clock.now()}
    connection.execute(sa.insert(schema.reviews).values(done=0, total=0, ended=False, **row))
    return True


def write_review(connection: Connection, mine: sa.ColumnElement[bool], kept: Kept) -> None:
    """How far it is, and that somebody works on it."""
    values = {"beat_at": clock.now(), "done": kept.done, "total": kept.total, "ended": kept.state == "done"}
    connection.execute(sa.update(schema.reviews).where(mine).values(body=kept.body, **values))
