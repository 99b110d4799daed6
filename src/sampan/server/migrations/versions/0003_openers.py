"""Whom a table counts for, and when somebody last looked at it."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("opener", sa.String(24), nullable=False, server_default=""))
        tables.add_column(sa.Column("seen_at", sa.Float, nullable=False, server_default="0"))
    op.create_index("tables_opener", "tables", ["opener", "status"])
    op.create_table(
        "meta",
        sa.Column("name", sa.String(20), primary_key=True),
        sa.Column("value", sa.String(80), nullable=False),
    )
