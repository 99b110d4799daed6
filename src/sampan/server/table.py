"""One table in memory: its seats, its log, the state of its game, a change of it, and what each viewer may see."""

from __future__ import annotations

import asyncio
import hashlib
import re
import threading
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from sampan import games
from sampan.boxes.known import game_with, is_here
from sampan.engine.errors import BoxError
from sampan.engine.game import SPECTATOR, Game, State
from sampan.engine.messages import Message
from sampan.engine.origin import opened
from sampan.engine.record import Record
from sampan.engine.seeds import commitment, seating, seed_from

from .history import practice, present_line, taken_back
from .origins import origins_of
from .refusals import Refused
from .rows import LATEST_NOTES, Entry, Note, Pass, Proposal, RowChange, Seat, Stored, TableRow, Vote

DAY = 86_400.0
MOST_GAMES = 32  # that a thread has at hand, each box for itself
HERE = float("inf")  # when somebody who is here was last seen
TABLE_ID = re.compile("[A-Za-z0-9_-]{12}")
Eyes = tuple[int, bool, int | None]  # seat or SPECTATOR, whether the host's, the seat their owner has left
_thread = threading.local()


def game_here(name: str, box: str | None = None) -> Game:
    """The game with this box, or with its own; with scratch paper that no other thread writes on."""
    if not hasattr(_thread, "games"):
        _thread.games = OrderedDict()
    here: OrderedDict[tuple[str, str], Game] = _thread.games
    key = name, games.load(name).box.hash if box is None else box
    if key not in here or not is_here(*key):
        try:
            here[key] = game_with(*key).twin()
        except BoxError as error:
            raise Refused("no_box", str(error)) from None
    here.move_to_end(key)
    while len(here) > MOST_GAMES:
        here.popitem(last=False)
    return here[key]


def game_of(what: TableRow | Record) -> Game:
    """The game of a table or a record, with its box.

    A table may be older than the box that comes with the game today: one that waits begins with this one, one that has
    ended is shown by it as far as everybody saw the same (`loading.py`).
    """
    if isinstance(what, TableRow) and what.status != "running" and not is_here(what.game, what.box):
        return known_game(what.game)
    return game_here(what.game, what.box)


def same_here(game: Game) -> Game:
    """The same game, for this thread."""
    return game_here(game.name, game.box.hash)


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
    """The game before its first move: dealt, or where it left another one."""
    return Position(opened(game, row.options, origins_of(row), seed_of(row)), [])


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


@dataclass
class Plan:
    """A change of a table, thought out but not yet written: whole or not at all."""

    values: RowChange = field(default_factory=RowChange)
    entry: Entry | None = None
    seats: list[Seat] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    proposal: Proposal | None = None
    vote: Vote | None = None
    outcomes: dict[int, str] = field(default_factory=dict)  # of proposals, by number
    after: Position | None = None  # where the game stands then, if it has moved
    passes: list[Pass] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)  # the hashes of passes that go, before new ones come


class Table:
    """A live table. Everything here can be made anew from the store."""

    row: TableRow
    seats: list[Seat]
    log: list[Entry]
    notes: list[Note]
    proposals: list[Proposal]
    votes: list[Vote]
    passes: dict[str, Pass]
    position: Position | None

    def __init__(self, stored: Stored, position: Position | None) -> None:
        self.lock = asyncio.Lock()
        self.views: dict[Eyes, bytes] = {}
        self.shared_view = b""
        self.common_board: dict[str, Any] | None = None
        self.seen: dict[str, float] = {}  # when people were last here, as far as anybody has asked
        self.take(stored, position)

    def take(self, stored: Stored, position: Position | None) -> None:
        """Be what the store knows."""
        self.row, self.seats, self.log, self.notes = stored.row, stored.seats, stored.entries, stored.notes
        self.proposals, self.votes, self.position = stored.proposals, stored.votes, position
        self.passes = {one.hash: one for one in stored.passes}
        self.stale = False  # True while the store may know more
        self.forget_views()

    def apply(self, plan: Plan, note_ids: list[int]) -> None:
        """Take over a plan that has just been committed."""
        self.row = replace(self.row, **plan.values, version=self.version + 1)
        for seat in plan.seats:
            self.seats = [seat if old.seat == seat.seat else old for old in self.seats]
        if plan.entry is not None:
            self.log.append(plan.entry)
        if plan.proposal is not None:
            self.proposals = [*self.proposals, plan.proposal]
        if plan.vote is not None:
            self.votes = [*self.votes, plan.vote]
        self.proposals = [replace(p, outcome=plan.outcomes.get(p.number, p.outcome)) for p in self.proposals]
        if plan.after is not None:
            self.position = plan.after
        kept = {one: its for one, its in self.passes.items() if one not in plan.dropped}
        self.passes = kept | {one.hash: one for one in plan.passes}
        numbered = [replace(note, id=number) for note, number in zip(plan.notes, note_ids, strict=True)]
        self.notes = [*self.notes, *numbered][-LATEST_NOTES:]
        self.stale = False
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
        return game_of(self.row)

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
        return self.row.due_at if self.status == "running" else None

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
    def seating(self) -> list[int]:
        """Who came to sit in each seat, where they were drawn."""
        return seating(seed_of(self.row), len(self.seats)) if self.started and self.row.seating == "random" else []

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
            why = "it was played under other rules" if self.started else "the game has not started yet"
            raise Refused("not_running", why, show=True)
        return self.position

    # ------------------------------------------------------------ people

    def seat_held(self, token_hash: str | None) -> int | None:
        """The seat this token belongs to, unless its owner has left."""
        return self._seat_of(token_hash, away=False)

    def person(self, token_hash: str | None) -> str | None:
        """Whose token this is: the hash of the one they sat down with, on whichever device they are."""
        own = self.passes.get(token_hash or "")
        return own.person if own is not None and own.kind == "device" else token_hash

    def seat_left(self, token_hash: str | None) -> int | None:
        """The seat the owner of this token has left and nobody else has taken."""
        return self._seat_of(token_hash, away=True)

    def _seat_of(self, token_hash: str | None, away: bool) -> int | None:
        person = self.person(token_hash)
        if person is None:
            return None
        for seat in self.seats:
            if seat.token_hash == person and seat.away == away:
                return seat.seat
        return None

    def seat_kept(self, token_hash: str | None) -> int | None:
        """The seat in which a friend plays on for the owner of this token, until they are back."""
        person = self.person(token_hash)
        kept = (seat.seat for seat in self.seats if seat.owner_hash is not None and seat.owner_hash == person)
        return next(kept, None) if self.status == "running" else None

    def knows(self, token_hash: str | None) -> bool:
        """Whether this token is the host's, or owns a seat here."""
        owned = self.seat_owned(token_hash) is not None or self.seat_kept(token_hash) is not None
        return self.hosted_by(token_hash) or owned

    def seat_owned(self, token_hash: str | None) -> int | None:
        """The seat this token belongs to, also where its owner has left."""
        held = self.seat_held(token_hash)
        return self.seat_left(token_hash) if held is None else held

    def hosted_by(self, token_hash: str | None) -> bool:
        """Whether this token opened the table."""
        return token_hash is not None and self.person(token_hash) == self.row.host_hash

    def in_charge(self, token_hash: str | None) -> bool:
        """Whether this token has the host's rights: the host, or anybody at the table once the host has left."""
        host_left = any(seat.away and self.hosted_by(seat.token_hash) for seat in self.seats)
        return self.hosted_by(token_hash) or (host_left and self.seat_held(token_hash) is not None)

    def viewer(self, token_hash: str | None) -> Eyes:
        """Whose eyes these are."""
        seat = self.seat_held(token_hash)
        left = self.seat_left(token_hash)
        left = self.seat_kept(token_hash) if left is None and seat is None else left
        return SPECTATOR if seat is None else seat, self.in_charge(token_hash), left

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

    def result(self) -> dict[str, Any]:
        """How the game stands, or has ended; what today's rules cannot follow to its end, as it was kept then."""
        if self.cut_short and self.row.result is not None:
            return self.row.result
        if self.position is None or (self.cut_short and self.status == "over"):
            return {"scores": [], "score_sheet": [], "winners": [], "tie": []}
        return standing(self.game, self.hidden(SPECTATOR))

    def names_and_date(self) -> tuple[list[str], str]:
        """Who plays, seat by seat, and when somebody last did."""
        moment = datetime.fromtimestamp(self.row.moved_at, UTC)
        names = [seat.name or f"Seat {seat.seat + 1}" for seat in self.seats]
        return names, moment.strftime("%Y-%m-%dT%H:%M:%SZ")

    def record(self) -> Record:
        """The whole game as a record: only for a game that is over."""
        record = Record.start(self.game, self.row.options, seed_of(self.row))
        record.seed_hash, record.salt = commitment(self.row.salt, self.row.seed), self.row.salt
        record.takebacks = practice(self.log)
        record.seating, record.origins = self.seating, origins_of(self.row)
        record.names, record.date = self.names_and_date()
        for _, move, after in replay(self.game, self.row, self.moves):
            record.add(self.game, move, after)
        return record


def standing(game: Game, seen: State) -> dict[str, Any]:
    """Points, where they came from, and who has won, as everybody may know it."""
    return {
        "scores": game.scores(seen),
        "score_sheet": game.score_sheet(seen),
        "winners": game.winners(seen),
        "tie": game.tie(seen),
    }
