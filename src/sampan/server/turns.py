"""Starting, moving, undoing: each looks at a table and makes a plan, or refuses."""

from __future__ import annotations

from sampan.engine.errors import MoveError
from sampan.engine.game import SPECTATOR, Game

from . import clock
from .fingerprints import fingerprint
from .plans import check_not_closed
from .refusals import Refused
from .rows import Entry, RowChange
from .seating import begun, empty_seats
from .table import Plan, Position, Table, played, replayed, standing, step_of


def start(table: Table, token_hash: str | None) -> Plan:
    """Deal and begin; anybody at the table may say so once every seat is filled."""
    seat = table.seat_held(token_hash)
    if seat is None and not table.hosted_by(token_hash):
        raise Refused("not_seated", "only players at the table can start it")
    check_not_closed(table)
    if table.status != "open":
        raise Refused("not_open", "the game has already started", show=True)
    if empty := empty_seats(table.seats):
        raise Refused("seats_empty", f"seats {empty} are empty: wait for players or add bots", show=True)
    return begun(table, table.seats, seat)


def running_seat(table: Table, token_hash: str | None) -> int:
    """The seat of a person who may act in a running game."""
    seat = table.seat_held(token_hash)
    if seat is None:
        raise Refused("not_seated", "you have no seat at this table")
    if table.status != "running":
        raise not_running(table)
    return seat


def not_running(table: Table) -> Refused:
    """The refusal of what needs a running game."""
    said = {"over": "the game is over", "closed": "the table is closed"}.get(
        table.status, "the game has not started yet"
    )
    return Refused("not_running", said, show=True)


def check_ply(table: Table, ply: int) -> None:
    """An answer must be to the table as it is now."""
    if ply != table.ply:
        raise Refused("stale_ply", f"ply {ply}: the table is at ply {table.ply}", show=True)


def move(table: Table, token_hash: str | None, ply: int, given: int | str) -> Plan | None:
    """A person's move. The same one again, for the same ply, has already been made: nothing to do."""
    seat = table.seat_held(token_hash)
    if seat is None:
        raise Refused("not_seated", "you have no seat at this table")
    number = read_move(table, given)
    if 0 <= ply < len(table.log):
        made = table.log[ply]
        if made.seat == seat and made.move == table.game.move_text(number):
            return None
    if table.status != "running":
        raise not_running(table)
    check_ply(table, ply)
    if table.seats[seat].kind != "human":
        raise Refused("not_your_decision", "a bot plays for this seat: return to it first", show=True)
    if table.to_move != seat:
        raise Refused("not_your_decision", f"it is seat {table.to_move}'s turn, not seat {seat}'s", show=True)
    return moved(table, number, bot=False)


def read_move(table: Table, given: int | str) -> int:
    """A move by number or text."""
    try:
        return table.game.move_from(given)
    except MoveError as error:
        raise Refused("unknown_move", str(error)) from None


def moved(table: Table, number: int, bot: bool) -> Plan:
    """The plan of a move by whoever must decide."""
    game, position, hidden = table.game, table.stage(), table.hidden(table.to_move)
    if game.why_not(hidden, number) != 0:  # said from what the mover may know
        reason = game.explain(hidden, number)
        said = game.words().say(reason)
        raise Refused("illegal_move", f"{game.move_text(number)} is not allowed: {said}", reason=reason)
    after = advance(game, position, number)
    mark = fingerprint(game, after)
    entry = Entry(table.ply, table.to_move, game.move_text(number), None, bot, clock.now(), mark)
    return Plan(row_after(table, after, entry), entry, after=after)


def advance(game: Game, position: Position, move: int) -> Position:
    """The position after a move; one that is not allowed raises MoveError."""
    step = step_of(game, position.state, move)
    return Position(played(game, position.state, move), [*position.line, step], position.state)


def row_after(table: Table, position: Position, entry: Entry) -> RowChange:
    """What the table's row says once the game stands here."""
    over, to_move = table.game.over(position.state), table.game.to_move(position.state)
    ended: RowChange = {"result": standing(table.game, position.hidden(table.game, SPECTATOR))} if over else {}
    return ended | {
        "ply": entry.ply + 1,
        "to_move": to_move,
        "status": "over" if over else "running",
        "bot_due": not over and table.seats[to_move].kind == "bot",
        "moved_at": entry.at,
    }


def undo(table: Table, token_hash: str | None, ply: int, whole_turn: bool) -> Plan | None:
    """Take back one's last move, or all of one's turn, as far as nothing hidden has become known since."""
    seat = table.seat_held(token_hash)
    if seat is not None and 0 <= ply < len(table.log) and ply == table.ply - 1:
        made = table.log[ply]
        if made.seat == seat and made.move is None:
            return None
    seat = running_seat(table, token_hash)
    check_ply(table, ply)
    line, floor = table.stage().line, table.undo_floor(seat)
    if floor == len(line):
        if line and line[-1].seat == seat:
            raise Refused("revealed", "this cannot be undone: it revealed something hidden", show=True)
        raise Refused("nothing_to_undo", "the last move was not yours", show=True)
    return back(table, seat, floor if whole_turn else len(line) - 1)


def back(table: Table, seat: int, back_to: int) -> Plan:
    """The plan of a taking back: a new entry in the log; what was played stays in it."""
    after = replayed(table.game, table.row, table.moves[:back_to])
    mark = fingerprint(table.game, after)
    entry = Entry(table.ply, seat, None, back_to, False, clock.now(), mark)
    return Plan(row_after(table, after, entry), entry, after=after)
