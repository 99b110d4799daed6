"""A seat's turns as an Atom feed (RFC 4287): what a list of one's games would say, and nothing of anybody's hand."""

from __future__ import annotations

from datetime import UTC, datetime
from xml.sax.saxutils import escape, quoteattr

from .consent import open_proposals, waiting
from .notices import Notice, link, sentence, title_of, turn_began, words_of
from .table import Table

MOST = 20  # entries


def feed(table: Table, notice: Notice) -> str:
    """The whole feed, the newest first."""
    entries = sorted(happened(table, notice), reverse=True)[:MOST]
    words = words_of(table, notice.language)
    about = {"game": title_of(table, notice.language), "who": notice.seat}
    updated = entries[0][0] if entries else table.row.opened_at
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        f'<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="{notice.language}">',
        f"<id>{name_of(table, notice, 'feed')}</id>",
        f"<title>{escape(words.say(('notice_feed', about)))}</title>",
        f"<updated>{when(updated)}</updated>",
        f"<link href={quoteattr(link(notice))}/>",
        "<author><name>Sampan</name></author>",
    ]
    for at, name, said in entries:
        lines += [
            f"<entry><id>{name_of(table, notice, name)}</id><title>{escape(said)}</title>",
            f"<updated>{when(at)}</updated><link href={quoteattr(link(notice))}/>",
            f"<content>{escape(said)}</content></entry>",
        ]
    return "\n".join([*lines, "</feed>", ""])


def happened(table: Table, notice: Notice) -> list[tuple[float, str, str]]:
    """When this seat was awaited and why: the time, a name, a sentence."""
    found = [(began, f"turn-{ply}", sentence(table, notice, "turn")) for ply, began in turns(table, notice.seat)]
    for proposal in open_proposals(table):
        if notice.seat in waiting(table, proposal):
            found.append((proposal.at, f"request-{proposal.number}", sentence(table, notice, "request")))
    if table.status == "over":
        found.append((table.row.moved_at, "over", sentence(table, notice, "over")))
    return found


def turns(table: Table, seat: int) -> list[tuple[int, float]]:
    """The ply at which each turn of this seat began, and when; the present one last."""
    found = []
    for ply, entry in enumerate(table.log):
        before = table.log[ply - 1] if ply else None
        if entry.seat == seat and (before is None or before.seat != seat):
            found.append((ply, table.row.opened_at if before is None else before.at))
    if table.to_move == seat and turn_began(table) == len(table.log):
        found.append((len(table.log), table.log[-1].at if table.log else table.row.moved_at))
    return found


def name_of(table: Table, notice: Notice, what: str) -> str:
    """A name that stays the same, wherever the server is reached."""
    return f"tag:sampan,2026:{table.id}/{notice.seat}/{what}"


def when(at: float) -> str:
    """A time as Atom writes it."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
