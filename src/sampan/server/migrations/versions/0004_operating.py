"""What everybody sees, kept with every ply; who sits where; reports, bans, and what was deleted."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

BIG = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.add_column("moves", sa.Column("mark", sa.String(16)))  # without copying what may be millions of rows
    op.add_column("tables", sa.Column("dealt", sa.String(16)))
    op.add_column("seats", sa.Column("sitter", sa.String(24)))
    op.create_table(
        "layouts",
        sa.Column("id", sa.String(8), primary_key=True),
        sa.Column("form", sa.Text, nullable=False),
    )
    op.create_table(
        "reports",
        sa.Column("id", BIG, primary_key=True, autoincrement=True),
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("words", sa.String(500), nullable=False),
        sa.Column("sitter", sa.String(24), nullable=False),
        sa.Column("reporter", sa.String(24), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("settled_at", sa.Float),
        sa.UniqueConstraint("table_id", "seat", "reporter", name="reports_once"),
    )
    op.create_table(
        "bans",
        sa.Column("who", sa.String(50), primary_key=True),
        sa.Column("kind", sa.String(10), primary_key=True),
        sa.Column("why", sa.String(200), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("until", sa.Float),
    )
    op.create_table(
        "deletions",
        sa.Column("id", BIG, primary_key=True, autoincrement=True),
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("tables_status", "tables", ["status", "moved_at"])
