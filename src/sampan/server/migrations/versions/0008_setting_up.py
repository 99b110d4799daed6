"""How a table is set up: seats drawn or given, a start by itself, words of those who watch."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("tables", sa.Column("seating", sa.String(10), nullable=False, server_default="given"))
    op.add_column("tables", sa.Column("auto_start", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("watchers_chat", sa.Boolean, nullable=False, server_default=sa.false()))
