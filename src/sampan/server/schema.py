"""What is kept: tables, their seats, and two logs that only ever grow (moves and notes) while the
table exists.

`moves` is the game. A ply is one entry of it: a move, or a taking back that names how many moves remain. Its primary
key is (table, ply), so two processes can never both write ply n; nothing is changed or deleted in it.
"""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()
BIG = sa.BigInteger().with_variant(sa.Integer, "sqlite")

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("game", sa.String(20), nullable=False),
    sa.Column("rules", sa.Integer, nullable=False),
    sa.Column("box", sa.String(64), nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("seed", sa.String(40), nullable=False),  # 128 bits as 32 hexadecimal digits; a small one as a number
    sa.Column("salt", sa.String(64), nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("pace", sa.String(10), nullable=False),
    sa.Column("pace_amount", sa.Integer, nullable=False),
    sa.Column("status", sa.String(10), nullable=False),
    sa.Column("host_hash", sa.String(64), nullable=False),
    sa.Column("version", sa.Integer, nullable=False),  # grows with every change of anything at the table
    sa.Column("ply", sa.Integer, nullable=False),
    sa.Column("to_move", sa.Integer, nullable=False),
    sa.Column("bot_due", sa.Boolean, nullable=False),
    sa.Column("opened_at", sa.Float, nullable=False),
    sa.Column("moved_at", sa.Float, nullable=False),
    sa.Column("opener", sa.String(24), nullable=False, server_default=""),  # a keyed hash of their address
    sa.Column("seen_at", sa.Float, nullable=False, server_default="0"),  # kept up only where nobody but bots play
    sa.Column("dealt", sa.String(16)),  # the fingerprint of the deal
    sa.Index("tables_listed", "listed", "status", "moved_at"),
    sa.Index("tables_bot_due", "bot_due"),
    sa.Index("tables_opener", "opener", "status"),
    sa.Index("tables_status", "status", "moved_at"),
)

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(10), nullable=False),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("bot", sa.String(80), nullable=False),
    sa.Column("away", sa.Boolean, nullable=False),  # the person has left; the seat may be given to another
    sa.Column("token_hash", sa.String(64)),
    sa.Column("invite_hash", sa.String(64)),
    sa.Column("own_invite", sa.Boolean, nullable=False, server_default=sa.false()),  # by the owner, for another device
    sa.Column("sitter", sa.String(24)),  # a keyed hash of the address somebody sat down from
)

moves = sa.Table(
    "moves",
    metadata,
    sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("ply", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("move", sa.String(60)),  # its text; nothing where moves were taken back
    sa.Column("back_to", sa.Integer),  # how many moves remained after a taking back
    sa.Column("bot", sa.Boolean, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("mark", sa.String(16)),  # a fingerprint of what everybody sees after it
)

# The forms that fingerprints were made in: rules may change the layout of a state, and still play the same game.
layouts = sa.Table(
    "layouts",
    metadata,
    sa.Column("id", sa.String(8), primary_key=True),
    sa.Column("form", sa.Text, nullable=False),
)

notes = sa.Table(
    "notes",
    metadata,
    sa.Column("id", BIG, primary_key=True, autoincrement=True),
    sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id"), nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("kind", sa.String(20), nullable=False),
    sa.Column("args", sa.JSON, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Index("notes_table", "table_id", "id"),
)

proposals = sa.Table(
    "proposals",
    metadata,
    sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(10), nullable=False),  # takeback, bot or rematch
    sa.Column("seat", sa.Integer, nullable=False),  # who proposes it
    sa.Column("back_to", sa.Integer),  # how many moves would remain
    sa.Column("for_seat", sa.Integer),  # where the bot would sit
    sa.Column("bot", sa.String(80)),
    sa.Column("outcome", sa.String(10), nullable=False),  # open, agreed, declined, withdrawn or void
    sa.Column("at", sa.Float, nullable=False),
)

votes = sa.Table(
    "votes",
    metadata,
    sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("agreed", sa.Boolean, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)

meta = sa.Table(
    "meta",
    metadata,
    sa.Column("name", sa.String(20), primary_key=True),
    sa.Column("value", sa.String(80), nullable=False),
)

# Neither of these belongs to a table for good: a report and the mention of a deletion outlive it.
reports = sa.Table(
    "reports",
    metadata,
    sa.Column("id", BIG, primary_key=True, autoincrement=True),
    sa.Column("table_id", sa.String(16), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),  # whose name it is about; -1: the table
    sa.Column("name", sa.String(40), nullable=False),  # as it was then
    sa.Column("words", sa.String(500), nullable=False),
    sa.Column("sitter", sa.String(24), nullable=False),  # a keyed hash of the address behind the name, or nothing
    sa.Column("reporter", sa.String(24), nullable=False),  # likewise of whoever reports
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("settled_at", sa.Float),
    sa.UniqueConstraint("table_id", "seat", "reporter", name="reports_once"),
)

deletions = sa.Table(
    "deletions",
    metadata,
    sa.Column("id", BIG, primary_key=True, autoincrement=True),  # never used again
    sa.Column("table_id", sa.String(16), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sqlite_autoincrement=True,
)

bans = sa.Table(
    "bans",
    metadata,
    sa.Column("who", sa.String(50), primary_key=True),  # a network, or # and the keyed hash of an address
    sa.Column("kind", sa.String(10), primary_key=True),  # ban or mute
    sa.Column("why", sa.String(200), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("until", sa.Float),
)
