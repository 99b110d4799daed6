"""Tables, seats, moves, notes, take-backs."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

BIG = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def number(name: str, key: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, primary_key=key, nullable=False, autoincrement=False)


def table_id(key: bool = True) -> sa.Column[str]:
    return sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id"), primary_key=key, nullable=False)


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("game", sa.String(20), nullable=False),
        number("rules"),
        sa.Column("box", sa.String(64), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("seed", sa.String(20), nullable=False),
        sa.Column("salt", sa.String(64), nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("pace", sa.String(10), nullable=False),
        number("pace_amount"),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("host_hash", sa.String(64), nullable=False),
        number("version"),
        number("ply"),
        number("to_move"),
        sa.Column("bot_due", sa.Boolean, nullable=False),
        sa.Column("opened_at", sa.Float, nullable=False),
        sa.Column("moved_at", sa.Float, nullable=False),
    )
    op.create_index("tables_listed", "tables", ["listed", "status", "moved_at"])
    op.create_index("tables_bot_due", "tables", ["bot_due"])
    op.create_table(
        "seats",
        table_id(),
        number("seat", key=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("bot", sa.String(40), nullable=False),
        sa.Column("away", sa.Boolean, nullable=False),
        sa.Column("token_hash", sa.String(64)),
        sa.Column("invite_hash", sa.String(64)),
    )
    op.create_table(
        "moves",
        table_id(),
        number("ply", key=True),
        number("seat"),
        sa.Column("move", sa.String(60)),
        sa.Column("back_to", sa.Integer),
        sa.Column("bot", sa.Boolean, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "notes",
        sa.Column("id", BIG, primary_key=True, autoincrement=True),
        table_id(key=False),
        sa.Column("seat", sa.Integer),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("args", sa.JSON, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("notes_table", "notes", ["table_id", "id"])
    op.create_table(
        "takebacks",
        table_id(),
        number("ply", key=True),
        number("number", key=True),
        number("seat"),
        number("back_to"),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "answers",
        table_id(),
        number("ply", key=True),
        number("number", key=True),
        number("seat", key=True),
        sa.Column("agreed", sa.Boolean, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
