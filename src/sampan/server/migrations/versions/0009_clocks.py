"""Clocks that run out, also minutes for a whole game; people who are away for a while, and others who play for them."""

import time

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
DAY = 86_400.0


def upgrade() -> None:
    op.add_column("tables", sa.Column("pace_increment", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("due_at", sa.Float))
    op.create_index("tables_due", "tables", ["due_at"])
    op.add_column("seats", sa.Column("time_left", sa.Float))
    op.add_column("seats", sa.Column("lapsed", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("seats", sa.Column("owner_hash", sa.String(64)))
    op.add_column("seats", sa.Column("owner_name", sa.String(40)))
    op.add_column("seats", sa.Column("away_until", sa.Float))
    op.add_column("seats", sa.Column("away_used", sa.Float, nullable=False, server_default="0"))
    tables = sa.table(
        "tables", sa.column("status"), sa.column("pace"), sa.column("pace_amount"), sa.column("moved_at"),
        sa.column("due_at"), sa.column("bot_due"),
    )  # fmt: skip
    going = sa.and_(tables.c.status == "running", tables.c.bot_due == sa.false())
    reminded = tables.c.moved_at + tables.c.pace_amount
    op.execute(sa.update(tables).where(going, tables.c.pace == "soft").values(due_at=reminded))
    # from now on a bot takes over by itself: whoever is late already has a day to hear of it
    late, soon = tables.c.moved_at + tables.c.pace_amount * DAY, time.time() + DAY
    due = sa.case((late < soon, soon), else_=late)
    op.execute(sa.update(tables).where(going, tables.c.pace == "days").values(due_at=due))
