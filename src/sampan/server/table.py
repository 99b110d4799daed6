"""One table in memory: its seats, its log, the state of its game, and what each viewer may see of it."""

from __future__ import annotations

import asyncio
import hashlib
import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from sampan import games
from sampan.engine.game import SPECTATOR, Game, State
from sampan.engine.messages import Message
from sampan.engine.record import Record
from sampan.engine.seeds import commitment, seed_from

from .refusals import Refused
from .rows import Entry, Note, Proposal, Seat, Stored, TableRow, Vote

DAY = 86_400.0
TABLE_ID = re.compile("[A-Za-z0-9_-]{12}")
Eyes = tuple[int, bool, int | None]  # seat or SPECTATOR, whether the host's, the seat their owner has left
_thread = threading.local()


def game_here(name: str) -> Game:
    """The game, with scratch paper that no other thread writes on."""
    if not hasattr(_thread, "games"):
        _thread.games = {}
    if name not in _thread.games:
        _thread.games[name] = games.load(name).twin()
    found: Game = _thread.games[name]
    return found


def known_game(name: str) -> Game:
    """A game that can be played here."""
    if name not in games.names():
        raise Refused("unknown_game", f"{name!r} is not a game here: expected one of {', '.join(games.names())}")
    return game_here(name)


def hash_of(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def hashed(token: str | None) -> str | None:
    """What the store knows of a token, where there is one."""
    return None if token is None else hash_of(token)


@dataclass(frozen=True)
class Step:
    """A move of the present line: who decided, and how much had been revealed before it."""

    move: int
    seat: int
    revealed: int


@dataclass
class Position:
    """Where the game stands, how it came there, and the state before the last move."""

    state: State
    line: list[Step]
    before: State | None = None
    until: int | None = None  # the plies that lead here, where the rules of today cannot follow further ones
    _hidden: dict[int, State] = field(default_factory=dict)

    def hidden(self, game: Game, seat: int) -> State:
        """The state as this seat may know it."""
        if seat not in self._hidden:
            self._hidden[seat] = game.hide(self.state, seat)
        return self._hidden[seat]


def seed_of(row: TableRow) -> int:
    """The seed of a table's game."""
    found = seed_from(row.seed)
    assert found is not None
    return found


def deal(game: Game, row: TableRow) -> Position:
    """The game before its first move."""
    return Position(game.deal(row.options, seed_of(row)), [])


def step_of(game: Game, before: State, move: int) -> Step:
    """A move as the line remembers it, from the state it was made in."""
    return Step(move, game.to_move(before), int(before.revealed[0]))


def played(game: Game, before: State, move: int) -> State:
    """The state after a move, in a copy; a move that is not allowed raises MoveError."""
    after = game.copy(before)
    game.play(after, move)
    return after


def replay(game: Game, row: TableRow, moves: list[int]) -> Iterator[tuple[State, int, State]]:
    """Every move of a table's game, with the state before it and the state after it."""
    after = deal(game, row).state
    for move in moves:
        before, after = after, played(game, after, move)
        yield before, move, after


def replayed(game: Game, row: TableRow, moves: list[int]) -> Position:
    """The position after these moves."""
    position = deal(game, row)
    for before, move, after in replay(game, row, moves):
        position.line.append(step_of(game, before, move))
        position.before, position.state = before, after
    return position


def present_line(entries: list[Entry]) -> list[str]:
    """The moves that still count, after everything that was taken back."""
    line: list[str] = []
    for entry in entries:
        if entry.move is None:
            del line[entry.back_to :]
        else:
            line.append(entry.move)
    return line


class Table:
    """A live table. Everything here can be made anew from the store."""

    row: TableRow
    seats: list[Seat]
    log: list[Entry]
    notes: list[Note]
    proposals: list[Proposal]
    votes: list[Vote]
    position: Position | None

    def __init__(self, stored: Stored, position: Position | None) -> None:
        self.lock = asyncio.Lock()
        self.views: dict[Eyes, bytes] = {}
        self.shared_view = b""
        self.common_board: dict[str, Any] | None = None
        self.take(stored, position)

    def take(self, stored: Stored, position: Position | None) -> None:
        """Be what the store knows."""
        self.row, self.seats, self.log, self.notes = stored.row, stored.seats, stored.entries, stored.notes
        self.proposals, self.votes, self.position = stored.proposals, stored.votes, position
        self.stale = False  # True while the store may know more
        self.forget_views()

    # ------------------------------------------------------------ facts

    @property
    def id(self) -> str:
        """The name in the link."""
        return self.row.id

    @property
    def opener(self) -> str:
        """Whom the table counts for: whoever opened it, without saying who that is."""
        return self.row.opener

    @property
    def game(self) -> Game:
        """The game played here, for this thread."""
        return game_here(self.row.game)

    @property
    def status(self) -> str:
        """open, running, over, or closed (before the end, perhaps before the start)."""
        return self.row.status

    @property
    def ply(self) -> int:
        """How many entries the log has: what an answer must name."""
        return self.row.ply

    @property
    def version(self) -> int:
        """How often anything has changed."""
        return self.row.version

    @property
    def to_move(self) -> int:
        """The seat that must decide, or -1."""
        return self.row.to_move

    @property
    def deadline(self) -> float | None:
        """When the present decision should have been made."""
        if self.status != "running" or self.row.pace == "none":
            return None
        seconds = self.row.pace_amount * (DAY if self.row.pace == "days" else 1.0)
        return self.row.moved_at + seconds

    @property
    def has_people(self) -> bool:
        """Whether anybody but bots plays here, present or not."""
        return any(seat.kind == "human" for seat in self.seats)

    @property
    def bot_to_move(self) -> str | None:
        """The bot that must decide now, if it is one."""
        if self.status != "running" or self.to_move < 0:
            return None
        seat = self.seats[self.to_move]
        return seat.bot if seat.kind == "bot" else None

    @property
    def started(self) -> bool:
        """Whether it was dealt."""
        return self.row.started

    @property
    def cut_short(self) -> bool:
        """Whether it was played by rules that those of today cannot follow to the end."""
        return self.started and (self.position is None or self.position.until is not None)

    @property
    def moves(self) -> list[int]:
        """The moves that count, after everything that was taken back."""
        return [step.move for step in self.stage().line]

    def stage(self) -> Position:
        """The position of a game that has started."""
        if self.position is None:
            why = "it was played by other rules" if self.started else "the game has not started yet"
            raise Refused("not_running", why, show=True)
        return self.position

    # ------------------------------------------------------------ people

    def seat_held(self, token_hash: str | None) -> int | None:
        """The seat this token belongs to, unless its owner has left."""
        return self._seat_of(token_hash, away=False)

    def seat_left(self, token_hash: str | None) -> int | None:
        """The seat the owner of this token has left and nobody else has taken."""
        return self._seat_of(token_hash, away=True)

    def _seat_of(self, token_hash: str | None, away: bool) -> int | None:
        if token_hash is None:
            return None
        for seat in self.seats:
            if seat.token_hash == token_hash and seat.away == away:
                return seat.seat
        return None

    def knows(self, token_hash: str | None) -> bool:
        """Whether this token is the host's, or owns a seat here."""
        return self.hosted_by(token_hash) or self.seat_owned(token_hash) is not None

    def seat_owned(self, token_hash: str | None) -> int | None:
        """The seat this token belongs to, also where its owner has left."""
        held = self.seat_held(token_hash)
        return self.seat_left(token_hash) if held is None else held

    def hosted_by(self, token_hash: str | None) -> bool:
        """Whether this token opened the table."""
        return token_hash is not None and token_hash == self.row.host_hash

    def in_charge(self, token_hash: str | None) -> bool:
        """Whether this token has the host's rights: the host, or anybody at the table once the host has left."""
        host_left = any(seat.away and self.hosted_by(seat.token_hash) for seat in self.seats)
        return self.hosted_by(token_hash) or (host_left and self.seat_held(token_hash) is not None)

    def viewer(self, token_hash: str | None) -> Eyes:
        """Whose eyes these are."""
        seat = self.seat_held(token_hash)
        return SPECTATOR if seat is None else seat, self.in_charge(token_hash), self.seat_left(token_hash)

    # ------------------------------------------------------------ undo

    def undo_floor(self, seat: int) -> int:
        """How many moves remain if this seat restarts its turn: not behind others' moves, nor behind what was shown."""
        if self.position is None or self.status != "running":
            return 0 if self.position is None else len(self.position.line)
        line, revealed = self.position.line, int(self.position.state.revealed[0])
        floor = len(line)
        while floor > 0 and line[floor - 1].seat == seat and line[floor - 1].revealed == revealed:
            floor -= 1
        return floor

    # ------------------------------------------------------------ knowledge

    def forget_views(self) -> None:
        """Something changed: everybody's view is made anew."""
        self.views = {}
        self.shared_view = b""
        self.common_board = None

    def hidden(self, seat: int) -> State:
        """The state as this seat may know it."""
        return self.stage().hidden(self.game, seat)

    def changes(self) -> list[Message]:
        """What the last ply changed, told from what a spectator may know: one log for everybody."""
        if self.position is None or not self.log or self.cut_short:
            return []
        last = self.log[-1]
        if last.move is None:
            return [taken_back(last, len(present_line(self.log[:-1])))]
        assert self.position.before is not None
        before = self.game.hide(self.position.before, SPECTATOR)
        return self.game.narrate(before, self.position.line[-1].move, self.hidden(SPECTATOR))

    def record(self) -> Record:
        """The whole game as a record: only for a game that is over."""
        record = Record.start(self.game, self.row.options, seed_of(self.row))
        record.seed_hash, record.salt = commitment(self.row.salt, self.row.seed), self.row.salt
        record.takebacks = practice(self.log)
        for _, move, after in replay(self.game, self.row, self.moves):
            record.add(self.game, move, after)
        return record


def taken_back(entry: Entry, length: int) -> Message:
    """The message of a taking back, from this many moves."""
    return "table_taken_back", {"who": entry.seat, "moves": entry.back_to, "n": length - (entry.back_to or 0)}


def practice(entries: list[Entry]) -> int:
    """How often moves of others were taken back along with one's own."""
    line: list[int] = []
    found = 0
    for entry in entries:
        if entry.move is not None:
            line.append(entry.seat)
            continue
        found += any(seat != entry.seat for seat in line[entry.back_to :])
        del line[entry.back_to :]
    return found
