"""Work that comes again and again: one look that fails does not end it."""

from __future__ import annotations

import asyncio
import logging

from sampan.server.periodic import Periodic
from sampan.server.refusals import Refused
from sampan.server.store import Conflict


class Clumsy(Periodic):
    """Fails in each way there is, then looks."""

    def __init__(self):
        super().__init__("errands", 0.0)
        self.failures = [Refused("store_unavailable", "the database does not answer"), Conflict(), ZeroDivisionError()]
        self.looked = asyncio.Event()

    async def look(self):
        if self.failures:
            raise self.failures.pop(0)
        self.looked.set()


def test_whatever_goes_wrong_in_one_look_is_said_and_the_next_comes(caplog):
    async def scene():
        errands = Clumsy()
        errands.start()
        await asyncio.wait_for(errands.looked.wait(), 60)
        await errands.stop()
        errands.looked.clear()
        await asyncio.sleep(0)
        assert not errands.looked.is_set(), "stopped"

    with caplog.at_level(logging.WARNING, "sampan.server"):
        asyncio.run(scene())
    said = [record.getMessage() for record in caplog.records]
    assert said[0] == "errands: the database does not answer"
    assert said[1].startswith("errands: ZeroDivisionError at ") and len(said) == 2
