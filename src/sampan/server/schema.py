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
    sa.Column("pace_increment", sa.Integer, nullable=False, server_default="0"),  # seconds a turn, beside minutes
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
    sa.Column("due_at", sa.Float),  # when the time of whoever must decide runs out
    sa.Column("result", sa.JSON(none_as_null=True)),  # how it ended, for rules that cannot follow it there
    sa.Column("seating", sa.String(10), nullable=False, server_default="given"),  # or random: drawn at the start
    sa.Column("auto_start", sa.Boolean, nullable=False, server_default=sa.false()),  # as soon as every seat is filled
    sa.Column("watchers_chat", sa.Boolean, nullable=False, server_default=sa.false()),  # whether they may
    sa.Column("hints", sa.Boolean, nullable=False, server_default=sa.true()),  # whether players may ask for them
    sa.Column("origin", sa.JSON(none_as_null=True)),  # the games that a branch left, with their seeds
    sa.Index("tables_listed", "listed", "status", "moved_at"),
    sa.Index("tables_bot_due", "bot_due"),
    sa.Index("tables_opener", "opener", "status"),
    sa.Index("tables_due", "due_at"),
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
    sa.Column("sitter", sa.String(24)),  # a keyed hash of the address somebody sat down from
    sa.Column("time_left", sa.Float),  # seconds for the rest of the game, while the clock stands
    sa.Column("lapsed", sa.Boolean, nullable=False, server_default=sa.false()),  # away, but without having left
    sa.Column("owner_hash", sa.String(64)),  # who gets the seat back on return, where a friend plays for them
    sa.Column("owner_name", sa.String(40)),
    sa.Column("away_until", sa.Float),  # as its owner has said; the clock stands still
    sa.Column("away_used", sa.Float, nullable=False, server_default="0"),  # seconds of it, in all
    sa.Column(
        "chosen", sa.String(80), nullable=False, server_default=""
    ),  # the bot that `bot` plays for until it is compiled
)

# What else opens a person's seat: tokens of further devices, a one-time link to one, a recovery link.
passes = sa.Table(
    "passes",
    metadata,
    sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("hash", sa.String(64), primary_key=True),  # of the token or the link
    sa.Column("person", sa.String(64), nullable=False),  # whose it is: the hash of the token they sat down with
    sa.Column("kind", sa.String(10), nullable=False),  # device, link, used (a link) or recovery
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("until", sa.Float),  # a link's last moment
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
    sa.Column(
        "kind", sa.String(10), nullable=False
    ),  # takeback, bot, meanwhile (a bot until another is ready) or rematch
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

# Where people want to be told that they are awaited, and how far they have been told.
notices = sa.Table(
    "notices",
    metadata,
    sa.Column("id", BIG, primary_key=True, autoincrement=True),
    sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id"), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("owner", sa.String(64), nullable=False),  # the hash of the seat's token: another owner is told nothing
    sa.Column("kind", sa.String(10), nullable=False),  # webhook, push or feed
    sa.Column("address", sa.String(1000), nullable=False),  # where it goes; of a feed the hash of its token
    sa.Column("keys", sa.String(200), nullable=False),  # a browser's, for push
    sa.Column("everybody", sa.Boolean, nullable=False),  # tell of everybody's turns
    sa.Column("language", sa.String(5), nullable=False),
    sa.Column("base", sa.String(300), nullable=False),  # the page's address, for links
    sa.Column("version", sa.Integer, nullable=False),  # of the table, when it was last looked at for this
    sa.Column("told_turn", sa.Integer, nullable=False),  # the ply at which the turn began that was told last
    sa.Column("told_request", sa.Integer, nullable=False),
    sa.Column("told_over", sa.Boolean, nullable=False),
    sa.Column("news", sa.String(10), nullable=False),  # what is to be told next: hello, turn, request or over
    sa.Column("due_at", sa.Float),  # when it is to be sent; nothing where there is nothing to send
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("sent_at", sa.Float),
    sa.Column("failed", sa.String(20)),  # why it was given up
    sa.Index("notices_table", "table_id", "seat"),
    sa.Index("notices_due", "due_at"),
    sa.Index("notices_address", "address"),
)

# A reply one has planned for what may come; no view of the table tells of it, so it moves no version.
conditions = sa.Table(
    "conditions",
    metadata,
    sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("owner", sa.String(64), nullable=False),  # the hash of their token
    sa.Column("ply", sa.Integer, nullable=False),  # when it was planned
    sa.Column("base", sa.Integer, nullable=False),  # and how many moves counted then
    sa.Column("line", sa.JSON, nullable=False),  # what must come, as texts; null: whatever
    sa.Column("move", sa.String(60), nullable=False),
    sa.Column("says", sa.JSON, nullable=False),  # all of these in words
    sa.Column("settled", sa.Boolean, nullable=False),  # played, or dropped
)

# The review of a finished game, or as much of it as there is; it may be thrown away at any time.
reviews = sa.Table(
    "reviews",
    metadata,
    sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("evaluation", sa.String(32), primary_key=True),  # the fingerprint of what it was made with
    sa.Column("process", sa.String(16), nullable=False),  # that works on it ...
    sa.Column("beat_at", sa.Float, nullable=False),  # ... or did, when it last gave a sign of life
    sa.Column("done", sa.Integer, nullable=False),
    sa.Column("total", sa.Integer, nullable=False),
    sa.Column("ended", sa.Boolean, nullable=False),
    sa.Column("body", sa.Text),  # as JSON
)

# Boxes that people have made, each tried out before it came here. They belong to no table; one that is used stays.
boxes = sa.Table(
    "boxes",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),  # its hash
    sa.Column("game", sa.String(20), nullable=False),
    sa.Column("name", sa.String(80), nullable=False),  # what it calls itself
    sa.Column("tables", sa.JSON, nullable=False),  # all that a box file says
    sa.Column("opener", sa.String(24), nullable=False),  # a keyed hash of the address; nothing: the operator's own
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("used_at", sa.Float, nullable=False),  # when somebody last looked at it, to the day
    sa.Index("boxes_opener", "opener"),
    sa.Index("boxes_used", "used_at"),
)

# Who is at a table, through which process; one that was killed is known by its last sign of life.
processes = sa.Table(
    "processes",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("beat_at", sa.Float, nullable=False),
)

presence = sa.Table(
    "presence",
    metadata,
    sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("person", sa.String(64), primary_key=True),  # the hash of the token they sat down with
    sa.Column("process", sa.String(16), primary_key=True),
    sa.Column("came_at", sa.Float, nullable=False),
    sa.Column("left_at", sa.Float),
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
