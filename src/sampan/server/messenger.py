"""Sends notices, in the one process that holds the lock for it: looks which tables have changed, and what is due.

No move waits for any of it. What cannot be delivered is tried again, later and later, and then given up; its owner
reads why on the page. A notice is marked as sent after it was: a process that dies in between sends it once more.
"""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from itertools import groupby

from . import clock
from .botwork import Botwork
from .notices import (
    Notice,
    Told,
    as_told,
    delete_notice,
    news,
    push_body,
    read_due,
    read_unseen,
    still_so,
    webhook_body,
    write_sent,
    write_told,
)
from .outward import Unsent, address_from, post
from .periodic import Periodic
from .rates import Rate
from .refusals import Refused
from .settings import Settings
from .store import Store
from .table import Table
from .tables import Tables
from .webpush import Vapid

DUTY = "notices"
TOGETHER = 200  # looked at in one go
AT_ONCE = 8  # under way
TRIES, LONGER = 6, 6.0  # after so many it is given up; each wait is so many times the one before
BURST = 30.0  # to one receiver, and of one table, at once
log = logging.getLogger("sampan.server")


def same_for_device(notice: Notice) -> tuple[str | int, ...]:
    """What a device is told once, also where two who share it sit at a table; whose turn it is, each hears."""
    if notice.kind == "push" and notice.news != "turn":
        return notice.table_id, notice.address, notice.news
    return (notice.id,)


class Messenger(Periodic):
    """Looks, and sends."""

    def __init__(self, store: Store, tables: Tables, botwork: Botwork, settings: Settings) -> None:
        super().__init__("notices", settings.scan)
        self.store, self.tables, self.botwork, self.settings = store, tables, botwork, settings
        self.vapid: Vapid | None = None  # until it is known who we are to push services
        burst = max(BURST, settings.notice_rate)
        self._hosts, self._tables = Rate(settings.notice_rate, burst), Rate(settings.notice_rate, burst)
        self._under_way: dict[int, asyncio.Task[None]] = {}

    async def stop(self) -> None:
        """Send no more; another process goes on."""
        await super().stop()
        for task in self._under_way.values():
            task.cancel()
        await asyncio.gather(*self._under_way.values(), return_exceptions=True)

    async def look(self) -> None:
        """In one process for all."""
        if await self.botwork.alone(DUTY):
            await self._look()
            await self._send_due()

    # ------------------------------------------------------------ what is news

    async def _look(self) -> None:
        unseen = await self.store.read(lambda connection: read_unseen(connection, TOGETHER))
        for name, of_table in groupby(unseen, key=lambda notice: notice.table_id):
            try:
                table = await self.tables.find(name)
            except Refused as refused:
                if refused.code != "no_table":
                    log.warning("table %s: notifications failed: %s", name, refused.detail)
                continue
            for notice in of_table:
                await self._take(table, notice)

    async def _take(self, table: Table, notice: Notice) -> None:
        """Note what is to be told; a seat that has another owner by now tells its former one nothing."""
        if table.seats[notice.seat].token_hash != notice.owner:
            await self.store.write(table.id, lambda connection: delete_notice(connection, notice.id))
            return
        told, what = as_told(table, notice), news(table, notice)
        if what:
            soonest = (notice.sent_at or 0.0) + self.settings.notice_gap
            retry = notice.due_at or 0.0 if notice.tries else 0.0  # news do not hurry what has just failed
            told |= {"news": what, "due_at": max(clock.now() + self.settings.notice_delay, soonest, retry)}
        await self._note(notice, told)

    async def _note(self, notice: Notice, told: Told) -> None:
        await self.store.write(notice.table_id, lambda connection: write_told(connection, notice.id, told))

    # ------------------------------------------------------------ sending

    async def _send_due(self) -> None:
        room = AT_ONCE - len(self._under_way)
        if room <= 0:
            return
        due = await self.store.read(lambda connection: read_due(connection, clock.now(), AT_ONCE + room))
        told = {same_for_device(notice): notice.id for notice in reversed(due)}
        for notice in [notice for notice in due if notice.id not in self._under_way][:room]:
            if told[same_for_device(notice)] != notice.id:  # the device hears of it by another of its seats
                await self._note(notice, {"due_at": None})
                continue
            task = asyncio.create_task(self._deliver(notice))
            self._under_way[notice.id] = task
            task.add_done_callback(partial(self._ended, notice.id))

    def _ended(self, number: int, _task: asyncio.Task[None]) -> None:
        self._under_way.pop(number, None)

    async def _deliver(self, notice: Notice) -> None:
        try:
            await self._delivered(notice)
        except Refused as refused:
            log.warning("table %s: notification failed: %s", notice.table_id, refused.detail)

    async def _delivered(self, notice: Notice) -> None:
        table = await self.tables.find(notice.table_id)
        what = still_so(table, notice)
        if not what:
            await self._note(notice, {"due_at": None})
            return
        now = clock.now()
        try:
            wait = await self._sent(table, notice, what)
        except Unsent as unsent:
            await self._failed(notice, unsent, now)
            return
        if wait:
            await self._note(notice, {"due_at": now + wait})
        else:
            await self.store.write(notice.table_id, lambda connection: write_sent(connection, notice, now))

    async def _sent(self, table: Table, notice: Notice, what: str) -> float:
        """Send it; or, where enough goes there already, say how long that has to wait."""
        try:
            address = address_from(notice.address, self.settings.notice_private)
        except Refused:
            raise Unsent("private", lasting=True) from None
        if wait := self._hosts.wait(address.host) or self._tables.wait(table.id):
            return wait
        if notice.kind == "webhook":
            body, headers = webhook_body(table, notice, what), {"content-type": "application/json"}
        elif self.vapid is None:
            raise Unsent("no_push", lasting=True)
        else:
            body, headers = self.vapid.message(address.origin, notice.keys, push_body(table, notice, what), table.id)
        await post(address, body, headers, self.settings.notice_private)
        return 0.0

    async def _failed(self, notice: Notice, unsent: Unsent, now: float) -> None:
        """Try again later; or give it up."""
        if notice.kind == "push" and unsent.why == "gone":  # the browser has let go of it
            await self.store.write(notice.table_id, lambda connection: delete_notice(connection, notice.id))
            return
        tries = notice.tries + 1
        if unsent.lasting or tries >= TRIES:
            log.info("table %s: notification given up: %s", notice.table_id, unsent.why)
            await self._note(notice, {"due_at": None, "tries": tries, "failed": unsent.why})
            return
        wait = max(unsent.wait, self.settings.notice_retry * LONGER ** (tries - 1))
        await self._note(notice, {"due_at": now + wait, "tries": tries})
