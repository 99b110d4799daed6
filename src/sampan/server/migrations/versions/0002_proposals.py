"""Proposals and votes instead of take-backs; longer seeds and bots; whose an invitation is.

A take-back that was open is not carried over: whoever asked asks again.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def number(name: str, key: bool = False, none: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, primary_key=key, nullable=none, autoincrement=False)


def table_id() -> sa.Column[str]:
    return sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True, nullable=False)


def upgrade() -> None:
    op.drop_table("answers")
    op.drop_table("takebacks")
    with op.batch_alter_table("tables") as tables:
        tables.alter_column("seed", type_=sa.String(40), existing_type=sa.String(20), existing_nullable=False)
    with op.batch_alter_table("seats") as seats:
        seats.alter_column("bot", type_=sa.String(80), existing_type=sa.String(40), existing_nullable=False)
        seats.add_column(sa.Column("own_invite", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "proposals",
        table_id(),
        number("number", key=True),
        sa.Column("kind", sa.String(10), nullable=False),
        number("seat"),
        number("back_to", none=True),
        number("for_seat", none=True),
        sa.Column("bot", sa.String(80)),
        sa.Column("outcome", sa.String(10), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "votes",
        table_id(),
        number("number", key=True),
        number("seat", key=True),
        sa.Column("agreed", sa.Boolean, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
