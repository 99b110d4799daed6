"""Boxes that people have made: checked by the code that reads box files, tried out in games, kept by their hash."""

from __future__ import annotations

import asyncio
import logging
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from fastapi import Request
from sqlalchemy import Connection

from sampan import games
from sampan.boxes import known, trial
from sampan.boxes.checking import Checked, box_in, checked, name_of, parsed, read_toml, stand_ins, tables_of
from sampan.engine.box import Box, tables_in
from sampan.engine.box_toml import as_toml
from sampan.engine.errors import BoxError
from sampan.engine.messages import Message
from sampan.engine.rule import MODE

from . import clock, schema
from .address import client_of
from .pools import Pool
from .quotas import opener_of
from .rates import Rate
from .refusals import Refused
from .settings import Settings
from .shapes import RecordGiven
from .store import Conflict, Store
from .table import known_game

DAY = 86_400.0
log = logging.getLogger("sampan.server")


@dataclass(frozen=True)
class BoxRow:
    """A box as it is kept: the columns are explained in `schema.py`."""

    id: str
    game: str
    name: str
    tables: dict[str, Any]
    opener: str
    at: float
    used_at: float

    def heading(self) -> dict[str, Any]:
        """What a list shows of it."""
        return {"box": self.id, "name": self.name, "stand_ins": stand_ins(self.tables)}


class Boxes:
    """What one process does about boxes."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings = store, settings
        self.listed: dict[str, list[BoxRow]] = {}  # those of the server's owner, by game
        self.checks_by_address, self.uploads_by_address = Rate(3.0, 40), Rate(1 / 20, 12)
        self._checks, self._trials = Pool("boxes", 1), Pool("boxes on trial", 1)
        self._compiling: dict[str, subprocess.Popen[bytes]] = {}

    async def start(self) -> None:
        """Offer the boxes of the server's owner, who answers for them: they are checked and not tried out."""
        for file in self.settings.boxes:
            found = await asyncio.to_thread(own_box, Path(file))
            assert found.box is not None
            row = row_of(found, "")
            known.learn(found.game, found.box)
            with suppress(Conflict):  # another process keeps it at this moment
                await self.store.write("", partial(write_box, settings=self.settings, row=row))
            self.listed.setdefault(found.game, []).append(row)

    def close(self) -> None:
        """Begin nothing more."""
        for pool in (self._checks, self._trials):
            pool.close()
        for process in self._compiling.values():
            process.kill()
            process.wait()

    async def check(self, request: Request, given: str | Mapping[str, Any], game: str) -> Checked:
        """Everything that is wrong with a box."""
        who = client_of(request.scope)
        self.checks_by_address.take(who, "boxes to check")
        found = await self._checks.run(who, looked_through, given, game)
        self._prepare(found.game)
        return found

    async def keep(self, request: Request, given: str | Mapping[str, Any], game: str) -> BoxRow:
        """Try a box out and keep it; nothing is kept of one that has a fault."""
        found = await self.check(request, given, game)
        if found.faults:
            more = f" (and {len(found.faults) - 1} more)" if len(found.faults) > 1 else ""
            raise Refused("bad_box", found.faults[0].says + more, found.faults[0].message)
        row = row_of(found, opener_of(self.store.address_key, client_of(request.scope)))
        if row.id == games.load(row.game).box.hash:
            return row
        if not await self.store.read(lambda connection: is_kept(connection, row.id)):
            await self.store.read(lambda connection: check_room(connection, self.settings, row.opener))
            assert found.box is not None
            if not known.is_known(row.game, row.id):
                await self._try(request, found.game, found.box, "bad_box")
            with suppress(Conflict):  # somebody else keeps the same one at this moment
                await self.store.write("", lambda connection: write_box(connection, self.settings, row))
        await self.wanted(row.game, row.id)
        return row

    async def _try(self, request: Request, game: str, box: Box, code: str) -> None:
        """Refuse a box with which games fail."""
        who = client_of(request.scope)
        self.uploads_by_address.take(who, "boxes")
        settings = self.settings
        try:
            await self._trials.run(who, trial.admit, game, box, settings.box_games, settings.box_seconds)
        except BoxError as error:
            log.warning("box %s of %s: %s", box.hash, game, error)
            raise Refused(code, str(error), why(error)) from None
        known.learn(game, box)

    def _prepare(self, game: str) -> None:
        """Whoever checks a box will play with it: compile the rules for trials, once, beside everything else."""
        if self.settings.box_compiling and MODE == "1" and game and game not in self._compiling:
            self._compiling[game] = trial.compile_beside(game)

    async def find(self, box: str) -> BoxRow:
        """A box that is kept here; that somebody looked at it is noted, once a day."""
        row = await self.store.read(lambda connection: read_box(connection, box))
        if row is None:
            return known_row(box)
        if clock.now() - row.used_at > DAY:
            with suppress(Conflict, Refused):
                await self.store.write("", lambda connection: touch(connection, box))
        return row

    async def wanted(self, game: str, box: str | None) -> str:
        """The hash of the box to play with: one that is kept here, or that of the game's own."""
        usual = games.load(game).box.hash
        if box is None or box == usual:
            return usual
        here = known.is_here(game, box) or await self.store.read(lambda connection: fetch(connection, game, box))
        if not here:
            raise Refused("no_box", f"box {box!r} of {game}: not found, or not for the current rules")
        return box

    async def text_of(self, request: Request, record: RecordGiven) -> str:
        """A record as text, once the box that it carries may be played with."""
        text = record.model_dump_json(exclude_none=True)
        game, box = record.game, record.box
        if game not in games.names() or known.is_here(game, box):
            return text
        if not await self.store.read(lambda connection: fetch(connection, game, box)):
            if record.printed is None:
                usual = games.load(game).box.hash
                raise Refused("bad_record", f"box {box}: expected {usual}, or a box that the record carries")
            await self._take(request, game, box, record.printed)
        return text

    async def _take(self, request: Request, game: str, box: str, printed: Mapping[str, Any]) -> None:
        try:
            found = await self._checks.run(client_of(request.scope), box_in, game, box, dict(printed))
        except BoxError as error:
            raise Refused("bad_record", str(error)) from None
        await self._try(request, game, found, "bad_record")


def known_row(box: str) -> BoxRow:
    """A box that only a record has brought here: it can be seen as long as this process goes on."""
    for game in games.names():
        if known.is_known(game, box):
            tables = known.game_with(game, box).box.tables
            return BoxRow(box, game, name_of(tables), tables, "", 0.0, 0.0)
    raise Refused("no_box", f"box {box!r}: not found")


def looked_through(given: str | Mapping[str, Any], game: str) -> Checked:
    """A box as somebody has sent it; takes a while, so not on the event loop."""
    if game:
        known_game(game)
    try:
        tables = parsed(given) if isinstance(given, str) else tables_of(dict(given))
        return checked(tables, game)
    except BoxError as error:
        raise Refused("bad_box", str(error), why(error)) from None


def why(error: BoxError) -> Message | None:
    """What was wrong, as a message."""
    return error.faults[0].message if error.faults else None


def own_box(file: Path) -> Checked:
    """A box file of the server's owner; BoxError names the file and what is wrong."""
    tables = tables_in(file)
    try:
        found = checked(tables_of(tables))
    except BoxError as error:
        raise BoxError(f"{file}: {error}") from None
    if found.faults:
        raise BoxError(f"{file.name}: {found.faults[0].says}")
    return found


def row_of(found: Checked, opener: str) -> BoxRow:
    """A valid box as it is to be kept."""
    assert found.box is not None
    now = clock.now()
    return BoxRow(found.box.hash, found.game, name_of(found.tables), found.box.tables, opener, now, now)


# ---------------------------------------------------------------- the store


def read_box(connection: Connection, box: str) -> BoxRow | None:
    """A box by its hash."""
    found = connection.execute(sa.select(schema.boxes).where(schema.boxes.c.id == box)).mappings().one_or_none()
    return None if found is None else BoxRow(**found)


def write_box(connection: Connection, settings: Settings, row: BoxRow) -> None:
    """Keep a box, unless it is there; one of the owner's stays as such."""
    there = read_box(connection, row.id)
    if there is not None:
        opener = there.opener if row.opener else ""
        values = {"opener": opener, "used_at": row.used_at}
        connection.execute(sa.update(schema.boxes).where(schema.boxes.c.id == row.id).values(**values))
        return
    if row.opener:
        check_room(connection, settings, row.opener)
    connection.execute(sa.insert(schema.boxes).values(**vars(row)))


def check_room(connection: Connection, settings: Settings, opener: str) -> None:
    """Refuse one more box where there are enough, of one address or in all."""
    boxes = schema.boxes
    for where, most, whose in (
        (boxes.c.opener == opener, settings.boxes_each, "yours"),
        (boxes.c.opener != "", settings.boxes_kept, "all together"),
    ):
        many = int(connection.execute(sa.select(sa.func.count()).select_from(boxes).where(where)).scalar_one())
        if many >= most:
            raise Refused("too_many_boxes", f"{many} boxes are kept, {whose}: expected at most {most}", wait=DAY)


def touch(connection: Connection, box: str) -> None:
    """Somebody uses it."""
    connection.execute(sa.update(schema.boxes).where(schema.boxes.c.id == box).values(used_at=clock.now()))


def hold(connection: Connection, settings: Settings, game: str, box: str, opener: str) -> None:
    """A table is opened with this box, which stays as long as the table does."""
    if box == games.load(game).box.hash:
        return
    printed, now = known.game_with(game, box).box, clock.now()
    row = BoxRow(box, game, name_of(printed.tables), printed.tables, opener, now, now)
    write_box(connection, settings, replace(row, opener=opener or "operator"))


def fetch(connection: Connection, game: str, box: str) -> bool:
    """Have a box ready that is kept here; False where there is none, or rules have changed so that it is none now."""
    if game not in games.names() or known.is_here(game, box):
        return True
    row = read_box(connection, box)
    if row is None or row.game != game:
        return False
    with suppress(BoxError):
        found = read_toml(game, as_toml(row.tables))
        if found.hash == box:
            known.learn(game, found)
            return True
    return False


def is_kept(connection: Connection, box: str) -> bool:
    """Whether there is such a box, whatever rules say of it today."""
    return connection.execute(sa.select(schema.boxes.c.id).where(schema.boxes.c.id == box)).scalar() is not None


def expire(connection: Connection, before: float) -> int:
    """Take boxes away that nobody has looked at since, and that no table has."""
    boxes, tables = schema.boxes, schema.tables
    used = sa.exists().where(tables.c.box == boxes.c.id)
    old = (boxes.c.opener != "") & (boxes.c.used_at < before) & ~used
    return connection.execute(sa.delete(boxes).where(old)).rowcount
