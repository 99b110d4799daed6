"""What everybody sees, as a short mark kept with every ply: by it later rules know whether they play the same game.

A mark is made from the table as a spectator and each seat may know it, so dice, hands and points are in it, and nothing
that nobody has seen. It names the layout of the state it was made in, which is kept beside it: a state with further
fields, wider ones or another order is put into the old layout before it is compared.
"""

from __future__ import annotations

import ast
import hashlib
import zlib
from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
import sqlalchemy as sa
from sqlalchemy import Connection

from sampan.engine.game import SPECTATOR, Game, State

from . import schema
from .table import Position

LAYOUT_DIGITS = 8
Layouts = Mapping[str, "np.dtype[Any]"]


@cache
def named_layout(layout: np.dtype[Any]) -> tuple[str, str]:
    """The name of a layout, and the text it can be made again from."""
    form = repr(np.lib.format.dtype_to_descr(layout))
    return hashlib.sha256(form.encode()).hexdigest()[:LAYOUT_DIGITS], form


def eyes(game: Game, position: Position) -> list[State]:
    """The table through everybody's eyes."""
    players = int(position.state.players[0])
    return [position.hidden(game, seat) for seat in (SPECTATOR, *range(players))]


def fingerprint(game: Game, position: Position) -> str:
    """The mark of a position: the name of its layout, and a sum over what everybody sees."""
    mark = 0
    for seen in eyes(game, position):
        mark = zlib.crc32(seen.tobytes(), mark)
    return f"{named_layout(game.definition.state)[0]}{mark:08x}"


def agrees(game: Game, position: Position, mark: str, layouts: Layouts) -> bool:
    """Whether everybody sees here what they saw when the mark was made."""
    layout = layouts.get(mark[:LAYOUT_DIGITS])
    if layout is None:
        return False
    found = 0
    for seen in eyes(game, position):
        found = zlib.crc32(in_layout(seen, layout), found)
    return f"{found:08x}" == mark[LAYOUT_DIGITS:]


def in_layout(state: State, layout: np.dtype[Any]) -> bytes:
    """A state as another layout holds it; what it has no field for is left out, what it lacks stays blank."""
    if state.dtype == layout:
        return state.tobytes()
    old = np.zeros(1, layout)
    for name in layout.names or ():
        if name not in (state.dtype.names or ()):
            continue
        there, here = old[name], np.asarray(state[name])
        if there.ndim == here.ndim:
            shared = tuple(slice(0, min(sizes)) for sizes in zip(there.shape, here.shape, strict=True))
            there[shared] = here[shared].astype(there.dtype, casting="unsafe")
    return old.tobytes()


def keep_layouts(connection: Connection, games: list[Game]) -> None:
    """Note the layouts that marks are made in from now on."""
    known = set(connection.execute(sa.select(schema.layouts.c.id)).scalars())
    for game in games:
        name, form = named_layout(game.definition.state)
        if name not in known:
            connection.execute(sa.insert(schema.layouts).values(id=name, form=form))
            known.add(name)


def read_layouts(connection: Connection) -> Layouts:
    """Every layout that a mark in this store may be of."""
    rows = connection.execute(sa.select(schema.layouts)).all()
    return {name: np.lib.format.descr_to_dtype(ast.literal_eval(form)) for name, form in rows}
