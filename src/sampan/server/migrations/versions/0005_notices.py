"""Where people want to be told that they are awaited."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

BIG = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "notices",
        sa.Column("id", BIG, primary_key=True, autoincrement=True),
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("address", sa.String(1000), nullable=False),
        sa.Column("keys", sa.String(200), nullable=False),
        sa.Column("everybody", sa.Boolean, nullable=False),
        sa.Column("language", sa.String(5), nullable=False),
        sa.Column("base", sa.String(300), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("told_turn", sa.Integer, nullable=False),
        sa.Column("told_request", sa.Integer, nullable=False),
        sa.Column("told_over", sa.Boolean, nullable=False),
        sa.Column("news", sa.String(10), nullable=False),
        sa.Column("due_at", sa.Float),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("sent_at", sa.Float),
        sa.Column("failed", sa.String(20)),
    )
    op.create_index("notices_table", "notices", ["table_id", "seat"])
    op.create_index("notices_due", "notices", ["due_at"])
    op.create_index("notices_address", "notices", ["address"])
