"""Telling people who are not at the page that they are awaited: what is news to whom, and what is said of it.

Whom a table waits for is read from the table itself, so a notice that is late says how things are when it is sent, and
one that has come to nothing is not sent at all. There is never more than one waiting for the same place.
"""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypedDict

import orjson
import sqlalchemy as sa
from sqlalchemy import Connection

from sampan.engine.messages import Words

from . import schema
from .consent import open_proposals, waiting
from .table import Table

FOLDER = Path(__file__).parent
MARKS = re.compile(r"([\\*_~`|>\[\]()#@<:])")  # what Discord would not show as it is


@dataclass(frozen=True)
class Notice:
    """Somewhere that somebody wants to be told: the columns are explained in `schema.py`."""

    table_id: str
    seat: int
    owner: str
    kind: str
    address: str
    language: str
    base: str
    keys: str = ""
    everybody: bool = False
    version: int = -1
    told_turn: int = -1
    told_request: int = 0
    told_over: bool = False
    news: str = ""
    due_at: float | None = None
    tries: int = 0
    sent_at: float | None = None
    failed: str | None = None
    id: int = 0


class Told(TypedDict, total=False):
    """What changes in a notice."""

    version: int
    told_turn: int
    told_request: int
    told_over: bool
    news: str
    due_at: float | None
    tries: int
    sent_at: float | None
    failed: str | None


# ---------------------------------------------------------------- what is news


def turn_began(table: Table) -> int:
    """The ply at which the present turn of a person began; -1 where no person who is here must decide."""
    if table.status != "running" or table.to_move < 0:
        return -1
    seat = table.seats[table.to_move]
    if seat.kind != "human" or seat.away:
        return -1
    others = (ply for ply in range(len(table.log) - 1, -1, -1) if table.log[ply].seat != table.to_move)
    return next(others, -1) + 1


def awaited(table: Table, notice: Notice) -> int:
    """The ply at which the turn began that this notice would tell of; -1 where there is none."""
    return turn_began(table) if notice.everybody or table.to_move == notice.seat else -1


def request(table: Table, notice: Notice) -> int:
    """The newest request that waits for this seat's answer; 0 where there is none."""
    asked = (each.number for each in open_proposals(table) if notice.seat in waiting(table, each))
    return max(asked, default=0)


def as_told(table: Table, notice: Notice) -> Told:
    """Everything that is so at the table, as if it had been told."""
    return {
        "version": table.version,
        "told_turn": max(notice.told_turn, awaited(table, notice)),
        "told_request": max(notice.told_request, request(table, notice)),
        "told_over": notice.told_over or table.status == "over",
    }


def news(table: Table, notice: Notice) -> str:
    """What has happened that was not told yet; nothing, if nothing has."""
    if request(table, notice) > notice.told_request:
        return "request"
    if awaited(table, notice) > notice.told_turn:
        return "turn"
    return "over" if table.status == "over" and not notice.told_over else ""


def still_so(table: Table, notice: Notice) -> str:
    """What is to be told, as it is now: whoever has decided since is told nothing."""
    if notice.news == "request" and request(table, notice):
        return "request"
    if notice.news in ("request", "turn"):
        return "turn" if awaited(table, notice) >= 0 else ""
    return notice.news


# ---------------------------------------------------------------- what is said


def words_of(table: Table, language: str) -> Words:
    """The words of a notice, with the names of the people at the table."""
    return Words(FOLDER, language, {seat.seat: seat.name for seat in table.seats})


def title_of(table: Table, language: str) -> str:
    """The game, as that language calls it."""
    return table.game.words(language).name(f"{table.row.game}_title")


def sentence(table: Table, notice: Notice, what: str) -> str:
    """One line; it has what everybody may see of the table, and nothing else."""
    words = words_of(table, notice.language)
    about: dict[str, Any] = {"game": title_of(table, notice.language)}
    if what == "turn":
        about["who"] = table.to_move if notice.everybody else notice.seat
    elif what == "over":
        scores = enumerate(table.result()["scores"])
        about["scores"] = ", ".join(f"{words.seat(seat)} {points}" for seat, points in scores)
    elif what == "hello":
        about["names"] = ", ".join(seat.name for seat in table.seats if seat.name)
    else:
        about["who"] = notice.seat
    return words.say((f"notice_{what}", about))


def link(notice: Notice) -> str:
    """Where to go."""
    return f"{notice.base}/table/{notice.table_id}"


def webhook_body(table: Table, notice: Notice, what: str) -> bytes:
    """JSON for whoever reads it; `content` is what Discord shows, without mentions or links of players' making."""
    said = sentence(table, notice, what)
    plain = MARKS.sub(r"\\\1", said)
    return orjson.dumps(
        {
            "content": f"{plain}\n<{link(notice)}>",
            "allowed_mentions": {"parse": []},
            "event": what,
            "text": said,
            "game": table.row.game,
            "table": table.id,
            "seat": table.to_move if what == "turn" else notice.seat,
            "url": link(notice),
        }
    )


def push_body(table: Table, notice: Notice, what: str) -> bytes:
    """What the page's service worker shows."""
    title, said = title_of(table, notice.language), sentence(table, notice, what)
    return orjson.dumps({"title": title, "body": said, "path": f"/table/{table.id}", "tag": table.id})


# ---------------------------------------------------------------- the store


def made(row: Any) -> Notice:
    """A row of the store."""
    return Notice(**row)


def read_unseen(connection: Connection, most: int) -> list[Notice]:
    """Those whose table has changed since it was last looked at for them."""
    notices, tables = schema.notices, schema.tables
    changed = sa.select(notices).join(tables, tables.c.id == notices.c.table_id)
    wanted = changed.where(tables.c.version != notices.c.version, notices.c.failed.is_(None), notices.c.kind != "feed")
    return [made(row) for row in connection.execute(wanted.order_by(notices.c.table_id).limit(most)).mappings()]


def read_due(connection: Connection, now: float, most: int) -> list[Notice]:
    """Those that are to be sent by now."""
    notices = schema.notices
    wanted = sa.select(notices).where(notices.c.due_at <= now, notices.c.failed.is_(None))
    return [made(row) for row in connection.execute(wanted.order_by(notices.c.due_at).limit(most)).mappings()]


def read_of_seat(connection: Connection, table: str, seat: int, owner: str) -> list[Notice]:
    """Those of one person at a table, the oldest first."""
    notices = schema.notices
    own = (notices.c.table_id == table) & (notices.c.seat == seat) & (notices.c.owner == owner)
    return [made(row) for row in connection.execute(sa.select(notices).where(own).order_by(notices.c.id)).mappings()]


def read_feed(connection: Connection, token_hash: str) -> Notice | None:
    """The feed that is read with this token."""
    notices = schema.notices
    wanted = sa.select(notices).where(notices.c.kind == "feed", notices.c.address == token_hash)
    row = connection.execute(wanted).mappings().one_or_none()
    return None if row is None else made(row)


def count_to(connection: Connection, address: str) -> int:
    """How many go to the same place."""
    notices = schema.notices
    return int(connection.execute(sa.select(sa.func.count()).where(notices.c.address == address)).scalar_one())


def write_new(connection: Connection, notice: Notice) -> None:
    """One more."""
    values = {name: value for name, value in asdict(notice).items() if name != "id"}
    connection.execute(sa.insert(schema.notices).values(**values))


def write_told(connection: Connection, notice: int, told: Told) -> None:
    """What has been told, or is to be."""
    connection.execute(sa.update(schema.notices).where(schema.notices.c.id == notice).values(**told))


def write_sent(connection: Connection, notice: Notice, at: float) -> None:
    """It has arrived; what became news while it was under way is still to be told."""
    notices = schema.notices
    known = {"told_turn": notice.told_turn, "told_request": notice.told_request, "told_over": notice.told_over}
    same = sa.and_(notices.c.id == notice.id, *(notices.c[name] == value for name, value in known.items()))
    connection.execute(sa.update(notices).where(same).values(due_at=None))
    write_told(connection, notice.id, {"sent_at": at, "tries": 0})


def delete_notice(connection: Connection, notice: int) -> None:
    """It is not wanted any more."""
    connection.execute(sa.delete(schema.notices).where(schema.notices.c.id == notice))
