"""Conditional moves: a reply planned for what may come, or for whatever comes, for one's next decision in a slow game.

Nobody else learns of it: it is no part of any view, moves no version of the table and is read by its owner alone. What
has become of it follows from the log, so nothing is lost when a process dies between a move and the reply to it.
"""

from __future__ import annotations

import hashlib
import random
from dataclasses import asdict, dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from sampan.engine.errors import MoveError
from sampan.engine.game import Game, State

from . import schema
from .history import present_entries
from .refusals import Refused
from .rows import Entry
from .table import Plan, Table, played
from .turns import check_ply, moved, running_seat
from .views import as_sent

LONGEST_LINE = 40  # moves of others between two decisions of one's own
CONTINUATIONS, LONGEST = 6, 200  # imagined for whatever comes, and the moves after which one is given up


@dataclass(frozen=True)
class Condition:
    """If this comes, I play that; where there is no line, whatever comes."""

    seat: int
    owner: str
    ply: int
    base: int
    line: list[str] | None
    move: str
    says: list[dict[str, Any]]
    settled: bool = False


def standing(condition: Condition, log: list[Entry], to_move: int) -> str:
    """What has become of it: waits, is due, was played, or was dropped because something else happened."""
    if any(entry.back_to is not None and entry.back_to < condition.base for entry in log[condition.ply :]):
        return "dropped"
    moved = present_entries(log)[condition.base :]
    if condition.line is None:
        return standing_whatever(condition, moved, to_move)
    came, expected = [entry.move for entry in moved], [*condition.line, condition.move]
    if came[: len(expected)] != expected[: len(came)]:
        return "dropped"
    if len(came) >= len(expected):
        return "played"
    if condition.settled or (to_move == condition.seat) != (len(came) == len(condition.line)) or to_move < 0:
        return "dropped"
    return "due" if to_move == condition.seat else "waits"


def standing_whatever(condition: Condition, moved: list[Entry], to_move: int) -> str:
    """The same for whatever comes: it is played if it is allowed when the decision is its owner's, else dropped."""
    own = next((entry.move for entry in moved if entry.seat == condition.seat), None)
    if own is not None:
        return "played" if own == condition.move else "dropped"
    if condition.settled or to_move < 0:
        return "dropped"
    return "due" if to_move == condition.seat else "waits"


# ---------------------------------------------------------------- planning


def imagined(table: Table, seat: int, number: int = 0) -> State:
    """The table as this seat could imagine it: for one position always the same, and told by nothing hidden."""
    return table.game.redeal(table.hidden(seat), seat, chance(table, seat, number))


def chance(table: Table, seat: int, number: int) -> int:
    """What is left to chance where something is imagined: the same again for the same position."""
    known = hashlib.sha256(f"ahead:{table.id}:{seat}:{table.ply}:{number}".encode()).digest()
    return int.from_bytes(known[:8])


def whatever_comes(table: Table, seat: int) -> dict[str, State]:
    """Moves that one could make when the decision is one's own, each with an imagined table where it is allowed."""
    game, found = table.game, dict[str, State]()
    for number in range(CONTINUATIONS):
        state, dice = imagined(table, seat, number), random.Random(chance(table, seat, number))
        for _ in range(LONGEST):
            if game.over(state) or game.to_move(state) == seat:
                break
            game.play(state, dice.choice(game.legal_moves(state)))
        if not game.over(state) and game.to_move(state) == seat:
            for one in game.legal_moves(state):
                found.setdefault(game.move_text(one), state)
    return found


def walked(table: Table, seat: int, line: list[str]) -> tuple[State, list[dict[str, Any]]]:
    """The imagined table after these moves of others, and what they are in words."""
    game, state, says = table.game, imagined(table, seat), []
    for text in line:
        if game.to_move(state) == seat:
            raise Refused("illegal_move", f"{text}: expected only other players' moves, until it is your turn")
        says.append(said(game, state, text))
        state = stepped(game, state, text)
    return state, says


def said(game: Game, state: State, text: str) -> dict[str, Any]:
    """A move in words."""
    return as_sent(game.describe(state, number_of(game, text)))


def number_of(game: Game, text: str) -> int:
    """A move by its text."""
    try:
        return game.move_from(text)
    except MoveError as error:
        raise Refused("unknown_move", str(error)) from None


def stepped(game: Game, state: State, text: str) -> State:
    """The imagined table after one more move."""
    number = number_of(game, text)
    if game.over(state) or game.why_not(state, number) != 0:
        raise Refused("illegal_move", f"{text} is not possible there, as far as you can know")
    return played(game, state, number)


def planner(table: Table, token_hash: str | None, ply: int) -> int:
    """The seat of somebody who may plan a reply now."""
    seat = running_seat(table, token_hash)
    check_ply(table, ply)
    if table.row.pace != "days":
        raise Refused("not_slow", f"pace = {table.row.pace}: expected a game with days per move")
    if table.to_move == seat:
        raise Refused("your_turn", "it is your turn now: play your move", show=True)
    if table.seats[seat].kind != "human":
        raise Refused("not_your_decision", "a bot plays for this seat: return to it first", show=True)
    return seat


def ahead(table: Table, token_hash: str | None, ply: int, line: list[str] | None) -> dict[str, Any]:
    """What could come after these moves, or one's own moves after whatever comes, as far as one can know."""
    seat = planner(table, token_hash, ply)
    if line is None:
        own = [
            {"move": number_of(table.game, text), "text": text, **said(table.game, state, text)}
            for text, state in whatever_comes(table, seat).items()
        ]
        return {"ply": table.ply, "to_move": seat, "line": [], "moves": own}
    game, (state, says) = table.game, walked(table, seat, line)
    moves = [] if game.over(state) else game.legal_moves(state)
    described = [{"move": one, "text": game.move_text(one), **as_sent(game.describe(state, one))} for one in moves]
    return {"ply": table.ply, "to_move": game.to_move(state), "line": says, "moves": described}


def planned(table: Table, token_hash: str | None, ply: int, line: list[str] | None, move: str) -> Condition:
    """The reply somebody plans, checked as far as they can know."""
    seat = planner(table, token_hash, ply)
    game = table.game
    number_of(game, move)
    if line is None:
        found, says = whatever_comes(table, seat).get(move), list[dict[str, Any]]()
        if found is None:
            raise Refused(
                "illegal_move", f"{move}: expected a move you may be able to make next, as far as you can know"
            )
        state = found
    else:
        state, says = walked(table, seat, line)
        if game.to_move(state) != seat:
            raise Refused("illegal_move", f"{move}: after these moves it is not your turn yet")
        stepped(game, state, move)
    says.append(said(game, state, move))
    owner = table.seats[seat].token_hash
    assert owner is not None
    return Condition(seat, owner, table.ply, len(table.stage().line), line, move, says)


def reply(table: Table, condition: Condition) -> Plan | None:
    """The planned move, where just what was expected has come."""
    seat = table.seats[condition.seat]
    theirs = seat.kind == "human" and not seat.away and seat.token_hash == condition.owner
    if table.status != "running" or not theirs or standing(condition, table.log, table.to_move) != "due":
        return None
    return moved(table, table.game.move_from(condition.move), bot=False)


# ---------------------------------------------------------------- the store


def own(table: str, seat: int) -> sa.ColumnElement[bool]:
    """The row of a seat."""
    return (schema.conditions.c.table_id == table) & (schema.conditions.c.seat == seat)


def write_condition(connection: Connection, table: str, condition: Condition) -> None:
    """Keep a planned reply in the place of the one before."""
    connection.execute(sa.delete(schema.conditions).where(own(table, condition.seat)))
    connection.execute(sa.insert(schema.conditions).values(table_id=table, **asdict(condition)))


def drop_condition(connection: Connection, table: str, seat: int) -> None:
    """Forget a planned reply."""
    connection.execute(sa.delete(schema.conditions).where(own(table, seat)))


def settle_condition(connection: Connection, table: str, condition: Condition) -> None:
    """Nothing is left to be done about it."""
    same = own(table, condition.seat) & (schema.conditions.c.ply == condition.ply)
    connection.execute(sa.update(schema.conditions).where(same).values(settled=True))


def read_condition(connection: Connection, table: str, seat: int) -> Condition | None:
    """The reply this seat has planned."""
    found = connection.execute(sa.select(schema.conditions).where(own(table, seat))).mappings().one_or_none()
    return None if found is None else Condition(**{name: found[name] for name in Condition.__dataclass_fields__})


def read_due(connection: Connection) -> list[tuple[str, int]]:
    """The tables where somebody who has planned a reply must decide."""
    tables, conditions = schema.tables, schema.conditions
    theirs = (tables.c.id == conditions.c.table_id) & (tables.c.to_move == conditions.c.seat)
    waiting = (tables.c.status == "running") & (conditions.c.settled == sa.false())
    due = sa.select(conditions.c.table_id, conditions.c.seat).join(tables, theirs).where(waiting).limit(1000)
    return [(str(table), int(seat)) for table, seat in connection.execute(due)]
