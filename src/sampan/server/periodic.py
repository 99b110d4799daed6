"""Work that a server does again and again beside all else, in a task of its own."""

from __future__ import annotations

import asyncio
import logging

from .logs import place_of
from .refusals import Refused
from .store import Conflict

log = logging.getLogger("sampan.server")


class Periodic:
    """Looks every so often. Whatever goes wrong in one look is said in the log, and the next comes all the same."""

    def __init__(self, title: str, every: float) -> None:
        self.title, self.every = title, every
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin, also with what another process has left."""
        self._task = asyncio.create_task(self._look_on())

    async def stop(self) -> None:
        """Look no more; another process goes on."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def look(self) -> None:
        """One look."""
        raise NotImplementedError

    async def _look_on(self) -> None:
        while True:
            try:
                await self.look()
            except Refused as refused:
                log.warning("%s: %s", self.title, refused.detail)
            except Conflict:  # another process wrote in between: the next look sees it
                log.debug("%s: looked again", self.title)
            except Exception as error:
                log.error("%s: %s", self.title, place_of(error))
            await asyncio.sleep(self.every)
