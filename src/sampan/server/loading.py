"""A table from the store, with its game replayed; one begun under older rules goes on if today's play the same game."""

from __future__ import annotations

from sqlalchemy import Connection

from sampan.engine.errors import RecordError, SampanError
from sampan.engine.game import SPECTATOR, Game

from . import clock
from .boxes import fetch, is_kept
from .fingerprints import Layouts, agrees, read_layouts
from .history import present_line
from .plans import closing
from .refusals import Refused
from .rows import Entry, Note, RowChange, Stored, TableRow, read_table
from .table import Plan, Position, deal, game_of, known_game, replayed, standing
from .turns import advance


def load(connection: Connection, name: str) -> tuple[Stored, Position | None, Plan | None]:
    """A table, where its game stands, and what is to be written first: its rules are not today's, its end not kept."""
    stored = read_table(connection, name)
    if stored is None:
        raise Refused("no_table", f"table {name!r}: not found")
    row = stored.row
    known_game(row.game)
    here = fetch(connection, row.game, row.box)
    lost = not here and is_kept(connection, row.box)  # somebody's box, which the rules of today do not take
    if lost and not row.started:
        raise Refused("other_rules", f"the box {row.box} of this table is not one for the current rules")
    if not row.started:
        return stored, None, None
    game = game_of(row) if here else known_game(row.game)
    if row.rules > game.version:
        raise Refused("other_rules", f"this table plays rules version {row.rules}: expected {game.version}")
    try:
        if (game.version, game.box.hash) == (row.rules, row.box):
            there = replayed(game, row, [game.move_from(move) for move in present_line(stored.entries)])
            ended = result_of(game, row, there)
            return stored, there, Plan(ended) if ended else None
    except SampanError:
        pass  # rules that changed without saying so: as good as others
    position = None if lost else followed(game, stored, read_layouts(connection))
    return stored, position, plan_for_todays_rules(game, stored, position)


def result_of(game: Game, row: TableRow, position: Position) -> RowChange:
    """How a game ended that was over before results were kept: later rules may not be able to follow it there."""
    if row.status != "over" or row.result is not None:
        return {}
    return {"result": standing(game, position.hidden(game, SPECTATOR))}


def followed(game: Game, stored: Stored, layouts: Layouts) -> Position | None:
    """As far as everybody sees by today's rules what they saw then; nothing where not even the deal is the same."""
    sure, plies = None, 0
    try:
        line = [deal(game, stored.row)]
        if stored.row.dealt is not None:
            check_mark(game, line[-1], stored.row.dealt, layouts)
            sure = line[-1]
        for entry in stored.entries:
            line = _after(game, line, entry)
            if entry.mark is not None:
                check_mark(game, line[-1], entry.mark, layouts)
                sure, plies = line[-1], entry.ply + 1
    except SampanError:
        pass
    if sure is None:
        return None
    return Position(sure.state, sure.line, sure.before, None if plies == len(stored.entries) else plies)


def check_mark(game: Game, position: Position, mark: str, layouts: Layouts) -> None:
    """Refuse a position in which somebody sees something else than when the mark was made."""
    if not agrees(game, position, mark, layouts):
        raise RecordError("dice, hands or points differ from then", len(position.line))


def _after(game: Game, line: list[Position], entry: Entry) -> list[Position]:
    """The positions up to now, after one more entry of the log; the first is the deal."""
    if entry.move is None:
        if entry.back_to is None or not 0 <= entry.back_to < len(line):
            raise RecordError(f"ply {entry.ply}: back to {entry.back_to}: expected 0..{len(line) - 1}", entry.ply)
        return line[: entry.back_to + 1]
    if game.to_move(line[-1].state) != entry.seat:
        raise RecordError(f"ply {entry.ply}: seat {entry.seat} is not to move", entry.ply)
    return [*line, advance(game, line[-1], game.move_from(entry.move))]


def plan_for_todays_rules(game: Game, stored: Stored, position: Position | None) -> Plan | None:
    """What is written about a table whose rules are not today's: it goes on from here, stays ended, or is closed."""
    row = stored.row
    if row.status == "closed":
        return None
    args = {"old": row.rules, "new": game.version, "number": len(stored.entries) + 1}
    if position is not None and position.until is None:
        note = Note("rules_changed", None, args, clock.now())
        values = result_of(game, row, position)
        return Plan({**values, "rules": game.version, "box": game.box.hash}, notes=[note])
    if row.status == "over":  # it was played to its end: that stays, and is said once
        note = Note("rules_past", None, args, clock.now())
        told = any((known.kind, known.args) == (note.kind, note.args) for known in stored.notes)
        return None if told else Plan(notes=[note])
    return closing(Note("rules_closed", None, args, clock.now()), stored.proposals)
