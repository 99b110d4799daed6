"""What a table waits for while something is compiled: how far it is, and who could play meanwhile."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter
from pydantic import BaseModel, Field

from sampan.compiling.parts import HINT
from sampan.compiling.readiness import Wait

from .services import ServicesDep, TableId, may_say

router = APIRouter(prefix="/api/tables/{table_id}", tags=["game"])
Share = Annotated[float, Field(ge=0, le=1, description="how far it is")]
Left = Annotated[float, Field(ge=0, description="a guess of what is left")]


class BotWait(BaseModel):
    """A bot whose decision it is, and which is still being compiled."""

    seat: int
    share: Share
    seconds: Left
    instead: Annotated[str | None, Field(description="the strongest weaker level that could play at once")]


class HintWait(BaseModel):
    """Hints that are still being compiled."""

    share: Share
    seconds: Left


class Waiting(BaseModel):
    """What is waited for: nothing, on all but the first minutes of a server on a new machine."""

    bot: BotWait | None
    hint: HintWait | None


@router.get("/waiting", responses=may_say("no_table", "other_rules"))
async def see_waiting(table_id: TableId, services: ServicesDep) -> Waiting:
    """What this table is waiting for while something is compiled in the background."""
    table = await services.tables.find(table_id)
    readiness, game, bot = services.botwork.readiness, table.game.name, table.bot_to_move
    wait = None if bot is None else readiness.wait_for_bot(game, bot)
    found = None
    if bot is not None and wait is not None and table.to_move is not None:
        found = BotWait(seat=table.to_move, **vars(wait), instead=readiness.weaker(game, bot))
    hint: Wait | None = readiness.wait_for_bot(game, HINT)
    return Waiting(bot=found, hint=None if hint is None else HintWait(**vars(hint)))
