"""Hints: what the search would do in a person's place. Everybody at the table sees that one was asked for."""

from __future__ import annotations

import secrets
import threading
from typing import Any

import orjson
from fastapi import APIRouter, Request, Response

from sampan.bots import BotError
from sampan.bots.hint import Advice, Adviser
from sampan.compiling.parts import HINT
from sampan.engine.game import Game, State
from sampan.engine.rule import MODE

from . import clock, shapes
from .address import client_of
from .botwork import Botwork, own_box
from .refusals import Refused
from .rows import Note
from .services import Services, ServicesDep, TableId, Token, may_say
from .table import Plan, Table, hashed, same_here
from .thinking import Thought
from .turns import check_ply, not_running
from .views import as_sent

router = APIRouter(prefix="/api/tables/{table_id}", tags=["game"])
SECONDS = 1.5  # about what a hint takes
MOST = 6.0  # seconds before it is stopped
AT_ONCE = {"address": 3, "table": 2}  # waiting or under way
STARTING = 30.0  # seconds more, where it is worked out by another process
_thread = threading.local()


def deciding(table: Table, token_hash: str | None, ply: int) -> int:
    """The seat that asks, if the decision is its own."""
    seat = table.seat_held(token_hash)
    if seat is None:
        raise Refused("not_seated", "you have no seat at this table")
    if table.status != "running":
        raise not_running(table)
    check_ply(table, ply)
    if table.to_move != seat or table.seats[seat].kind != "human":
        raise Refused("not_your_decision", f"it is seat {table.to_move}'s turn, not seat {seat}'s", show=True)
    return seat


def advised(game: Game, hidden: State, thought: Thought) -> list[Advice]:
    """The best moves, worked out on a thread for thinking, which has an adviser of its own."""
    game = same_here(game)
    if getattr(_thread, "of_box", None) != own_box(game):  # an adviser knows only one box of a game
        _thread.adviser, _thread.of_box = Adviser(threads=1), own_box(game)
    _thread.adviser.prepare(game)
    _thread.adviser.searcher.stop = thought.stop
    thought.begin_time()
    found: list[Advice] = _thread.adviser.advise(game, hidden, seed=secrets.randbits(32))
    return found


def as_shown(game: Game, hidden: State, found: list[Advice]) -> list[dict[str, Any]]:
    """The best moves, as they are sent."""
    return [
        {
            "text": game.move_text(entry.move), "says": as_sent(game.describe(hidden, entry.move)),
            "share": round(entry.share, 3), "win": round(entry.win, 3), "points": round(entry.points, 1),
            "sources": entry.sources, "rivals": [round(points, 1) for points in entry.rivals],
            "reasons": [{"source": name, "points": points} for name, points in entry.reasons.items()],
        }
        for entry in found
    ]  # fmt: skip


def check_ready(botwork: Botwork, game: str) -> None:
    """Refuse a hint for now where the search is still being compiled, and let that go before other things."""
    wait = botwork.readiness.wait_for_bot(game, HINT)
    if wait is not None:
        botwork.readiness.want(game, HINT)
        raise Refused("not_ready", f"preparing hints: about {wait.seconds:.0f} s left", wait=wait.seconds)


@router.post(
    "/hint", response_model=shapes.Hint,
    responses=may_say(
        "no_table", "not_seated", "not_running", "stale_ply", "not_your_decision", "hints_off", "other_rules",
        "too_many_hints", "not_ready",
    ),
)  # fmt: skip
async def see_hint(
    request: Request, table_id: TableId, asked: shapes.AtPly, services: ServicesDep, token: Token
) -> Response:
    """The search's best moves for your current decision, with the points each may lead to at the end."""
    known, who = hashed(token), client_of(request.scope)

    def act(table: Table) -> Plan:
        seat = deciding(table, known, asked.ply)
        if not table.row.hints:
            raise Refused("hints_off", "hints are switched off at this table")
        check_ready(services.botwork, table.game.name)
        if (
            services.thinking.hints_of(table_id) >= AT_ONCE["table"]
            or services.thinking.hints_of(who) >= AT_ONCE["address"]
        ):
            few = f"expected at most {AT_ONCE['table']} per table and {AT_ONCE['address']} per address"
            raise Refused("too_many_hints", f"too many hints at once: {few}", wait=SECONDS)
        if not services.hints.allows(f"{table_id} {seat}") or not services.hints_by_address.allows(who):
            raise Refused("too_many_hints", "too many hints: expected at most one every two seconds", wait=2.0)
        return Plan(notes=[Note("hint_asked", seat, {"name": table.seats[seat].name}, clock.now())])

    table = await services.tables.change(table_id, known, act)
    hidden = table.game.copy(table.hidden(deciding(table, known, asked.ply)))
    found = await thought_out(services, table_id, who, table.game, hidden)
    return Response(orjson.dumps({"ply": asked.ply, "moves": found}), media_type="application/json")


async def thought_out(services: Services, table: str, who: str, game: Game, hidden: State) -> list[dict[str, Any]]:
    """The best moves as they are sent, once it is this table's turn to think."""

    def run(begun: Thought) -> list[dict[str, Any]]:
        if MODE == "later":
            try:
                found = services.botwork.apart(HINT, game).advise(
                    game.name, hidden, secrets.randbits(32), MOST + STARTING
                )
            except BotError as error:
                raise Refused("not_ready", str(error), wait=STARTING) from None
        else:
            found = advised(game, hidden, begun)
        return as_shown(same_here(game), hidden, found)

    moves: list[dict[str, Any]] = await services.thinking.ask(Thought(table, who, SECONDS, run, hint=True, most=MOST))
    return moves
