"""How games ended, and the bots that come back once they are ready."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("tables", sa.Column("result", sa.JSON))
    op.add_column("seats", sa.Column("chosen", sa.String(80), nullable=False, server_default=""))
