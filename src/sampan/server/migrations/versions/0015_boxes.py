"""Boxes that people have made, by their hash."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.create_table(
        "boxes",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("game", sa.String(20), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("tables", sa.JSON, nullable=False),
        sa.Column("opener", sa.String(24), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("used_at", sa.Float, nullable=False),
    )
    op.create_index("boxes_opener", "boxes", ["opener"])
    op.create_index("boxes_used", "boxes", ["used_at"])
