"""A table in short, for a list of one's own games: whose turn it is, since when, and what happened last."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Response
from pydantic import Field

from sampan.engine.game import SPECTATOR

from . import shapes
from .consent import open_proposals
from .services import ServicesDep, TableId, Token, may_say
from .table import Eyes, Table, hashed
from .views import as_sent, heading, proposal, written

router = APIRouter(prefix="/api/tables/{table_id}", tags=["tables"])


class Brief(shapes.TableHeading):
    """A table in short; nothing in it tells of anybody's hand."""

    you: Annotated[int | None, Field(description="your seat; nothing for a spectator")]
    left: Annotated[int | None, Field(description="the seat you have left and may take again with `join`")]
    to_move: Annotated[int | None, Field(description="the seat that must decide")]
    deadline: float | None
    changes: Annotated[list[shapes.Message], Field(description="what the last ply changed")]
    scores: list[int]
    winners: list[int]
    moves: Annotated[int, Field(description="moves that count, after everything taken back")]
    proposals: Annotated[list[shapes.ProposalView], Field(description="what is being asked for now")]


@router.get("/brief", response_model=Brief, responses=may_say("no_table", "other_rules"))
async def see_brief(table_id: TableId, services: ServicesDep, token: Token) -> Response:
    """The table in brief. It does not wake bots that pause because nobody is watching."""
    table = await services.tables.find(table_id)
    return Response(written(brief(table, table.viewer(hashed(token)))), media_type="application/json")


def brief(table: Table, viewer: Eyes) -> dict[str, object]:
    """What a list shows of a table that one has a seat at."""
    seat, _, left = viewer
    result = table.result()
    return {
        **heading(table.row, table.seats),
        "you": None if seat == SPECTATOR else seat,
        "left": left,
        "to_move": table.to_move if table.status == "running" else None,
        "deadline": table.deadline,
        "changes": [as_sent(message) for message in table.changes()],
        "scores": result["scores"],
        "winners": result["winners"],
        "moves": 0 if table.position is None else len(table.position.line),
        "proposals": [proposal(table, asked) for asked in open_proposals(table)],
    }
