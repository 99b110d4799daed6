"""What is ready and what must be waited for, as one `Compiling` notes it in its folder for all who play meanwhile."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sampan import games
from sampan.bots.levels import LEVELS
from sampan.engine.rule import JIT

from .parts import Part, needed_for, part_from

STATUS = "status.json"
WANTED = "wanted"


@dataclass(frozen=True)
class Wait:
    """How far something is, from 0 to 1, and about how many seconds are left."""

    share: float
    seconds: float


class Readiness:
    """Asked about parts. Without a folder nothing is compiled beside: whatever is asked about may be begun at once."""

    def __init__(self, folder: str = "") -> None:
        self._folder = Path(folder) if folder else None
        self._read: tuple[int, dict[str, Any]] = (-1, {})

    @property
    def rules_ready(self) -> bool:
        """Whether compiled rules of every game can be had at once."""
        return not any(part_from(name).kind == "rules" for name in self._parts())

    def wait_for(self, name: str) -> Wait | None:
        """How long until this part can be had; nothing if it can be, or if nobody is going to compile it here."""
        noted = self._parts().get(name)
        return None if noted is None else Wait(noted["share"], noted["seconds"])

    def wait_for_bot(self, game: str, bot: str) -> Wait | None:
        """How long until this bot, or a hint, can be had at a table of this game."""
        part = needed_for(game, bot)
        if part is None or (part.kind == "greedy" and not JIT and plays_interpreted(game)):
            return None
        return self.wait_for(part.name)

    def weaker(self, game: str, bot: str) -> str | None:
        """The strongest level below a bot that can be had at once, where the bot cannot."""
        levels = list(LEVELS)
        below = levels[: levels.index(bot)] if bot in levels else levels
        if bot not in levels and needed_for(game, bot) != Part(game, "search"):
            return None
        return next((level for level in reversed(below) if self.wait_for_bot(game, level) is None), None)

    def want(self, game: str, bot: str) -> None:
        """Somebody waits for this: let it be compiled before what nobody waits for."""
        part = needed_for(game, bot)
        if self._folder is not None and part is not None and self.wait_for(part.name) is not None:
            with suppress(OSError):
                (self._folder / WANTED / part.name).touch()

    def _parts(self) -> dict[str, Any]:
        """What is not ready yet, with how long it will be."""
        if self._folder is None:
            return {}
        try:
            path = self._folder / STATUS
            changed = path.stat().st_mtime_ns
            if changed != self._read[0]:
                self._read = changed, json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return self._read[1]


def plays_interpreted(game: str) -> bool:
    """Whether a bot that plays at first sight need not wait until its rules are compiled."""
    return games.definition(game).plays_interpreted


def note(folder: Path, waits: dict[str, Wait]) -> None:
    """Write down what is not ready yet."""
    fresh = folder / f"{STATUS}.{os.getpid()}"
    fresh.write_text(json.dumps({name: vars(wait) for name, wait in waits.items()}), encoding="utf-8")
    fresh.replace(folder / STATUS)


def wanted(folder: Path) -> list[Part]:
    """What somebody waits for, whoever asked first first."""
    with suppress(OSError):
        found = sorted((folder / WANTED).iterdir(), key=lambda path: path.stat().st_mtime_ns)
        return [part_from(path.name) for path in found]
    return []
