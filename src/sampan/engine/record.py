"""Game records: seed, options and moves are the whole game; a checksum after every move shows an edited one."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .errors import FileError, MoveError, OptionError, RecordError
from .eyes import EVERYBODY
from .game import Game, State
from .marks import MARK, mark_of
from .origin import MOST as MOST_ORIGINS
from .origin import Origin, left, opened, origin_from
from .seeds import commitment, seating, seed_from, seed_text

FORMAT = 1
BRANCHED = 2  # the format of a game that left another one: Sampans from before it refuse it by name
MOST_NAMES, LONGEST_NAME = 16, 40
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
DATE = re.compile(r"\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\dZ)?")  # a day, or a moment by UTC
KEYS = ("sampan", "game", "rules", "box", "options", "seed", "moves", "marks", "over", "scores")


@dataclass
class Record:
    """One game, running or finished, from its first move on."""

    game: str
    rules: int
    box: str
    options: dict[str, int | str]
    seed: int
    moves: list[str] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)
    over: bool = False
    scores: list[int] = field(default_factory=list)
    seed_hash: str = ""  # what was promised of the seed before the game began, where somebody had to be convinced
    salt: str = ""
    takebacks: int = 0  # how often moves of others were taken back along with one's own
    seating: list[int] = field(default_factory=list)  # where seats were drawn: who came to sit in each
    origins: list[Origin] = field(default_factory=list)  # the games it left, where it did not begin with a deal
    names: list[str] = field(default_factory=list)  # of those who played, seat by seat; nothing proves them
    date: str = ""  # when it was last played, likewise
    printed: dict[str, Any] = field(default_factory=dict)  # the box, where it is not the one that comes with the game

    @classmethod
    def start(cls, game: Game, options: Mapping[str, int | str] | None, seed: int) -> Record:
        """The record of a game about to begin."""
        printed = game.box.tables if game.own_box else {}
        return cls(game.name, game.version, game.box.hash, game.resolve(options), seed, printed=printed)

    def opened(self, game: Game, marked: bool = False) -> State:
        """The position before its first move: its deal, or where it left another game."""
        return opened(game, self.options, self.origins, self.seed, marked)

    def branch(self, game: Game, at: int, seed: int, known_to: int = EVERYBODY, table: str = "") -> Record:
        """The record of a game that leaves this one after so many moves."""
        marks: list[str] = []
        for ply, _, state in replay(game, self):
            if ply:
                marks.append(mark_of(state))
            if ply == at:
                left(game, state, known_to, seed)
                origin = Origin(self.seed, self.moves[:at], marks, known_to, table)
                origins = [*self.origins, origin]
                named = self.game, self.rules, self.box
                return Record(*named, dict(self.options), seed, origins=origins, printed=self.printed)
        raise RecordError(f"move {at}: expected 0..{len(self.moves)}, the moves of this record", at)

    def add(self, game: Game, move: int, after: State) -> None:
        """Note a move and the state it led to."""
        self.moves.append(game.move_text(move))
        self.marks.append(mark_of(after))
        self.over, self.scores = game.over(after), game.scores(after)

    def cut(self, game: Game, length: int) -> State:
        """Take back every move after the first `length`, and return the state then."""
        del self.moves[length:], self.marks[length:]
        state = self.opened(game)
        for text in self.moves:
            game.play(state, text)
        self.over, self.scores = game.over(state), game.scores(state) if self.moves else []
        return state

    def to_json(self) -> str:
        """The record as a small JSON text."""
        fields = {
            "sampan": BRANCHED if self.origins else FORMAT,
            "game": self.game,
            "rules": self.rules,
            "box": self.box,
            "options": self.options,
            "seed": self.seed if self.seed < 2**64 else seed_text(self.seed),
            "moves": self.moves,
            "marks": "".join(self.marks),
            "over": self.over,
            "scores": self.scores,
        }
        if self.seed_hash:
            fields |= {"seed_hash": self.seed_hash, "salt": self.salt}
        if self.takebacks:
            fields["takebacks"] = self.takebacks
        if self.seating:
            fields["seating"] = self.seating
        if self.origins:
            fields["origins"] = [origin.fields() for origin in self.origins]
        if self.names:
            fields["names"] = self.names
        if self.date:
            fields["date"] = self.date
        if self.printed:
            fields["printed"] = self.printed
        return json.dumps(fields, indent=1, ensure_ascii=False) + "\n"

    def save(self, path: Path) -> None:
        """Write the record, never leaving half of one behind."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            draft = path.with_name(path.name + ".part")
            draft.write_text(self.to_json(), encoding="utf-8")
            draft.replace(path)
        except OSError as error:
            raise FileError(f"{path}: the game cannot be saved there ({error.strerror})") from None


def read_record(path: Path) -> Record:
    """Read a record file; what is wrong with its form is said in one line."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise FileError(f"{path}: no such file: expected a game record") from None
    except OSError as error:
        raise FileError(f"{path}: cannot be read ({error.strerror}): expected a game record") from None
    except UnicodeDecodeError:
        raise RecordError(f"{path}: not a record: not text in UTF-8: expected JSON") from None
    return parse_record(text, path.name)


def parse_record(text: str, name: str = "record") -> Record:
    """A record from its JSON text."""
    try:
        fields = json.loads(text)
    except json.JSONDecodeError as error:
        moves = text.count('":') and max(0, text.partition('"moves"')[2].partition("]")[0].count('"') // 2)
        where = f"cut short or damaged at line {error.lineno}, after about {moves} moves"
        raise RecordError(f"{name}: not a record: {where}: expected JSON") from None
    except RecursionError:
        raise RecordError(f"{name}: not a record: nested too deeply: expected JSON") from None
    except ValueError:
        raise RecordError(f"{name}: not a record: a number with thousands of digits: expected JSON") from None
    if not isinstance(fields, dict):
        raise RecordError(f"{name}: not a record: expected a JSON object")
    for key in KEYS:
        if key not in fields:
            raise RecordError(f"{name}: {key} is missing")
    _check_forms(name, fields)
    marks, seed = fields["marks"], seed_from(fields["seed"])
    assert seed is not None
    return Record(
        fields["game"], fields["rules"], fields["box"], fields["options"], seed, fields["moves"],
        [marks[at : at + MARK] for at in range(0, len(marks), MARK)], fields["over"], fields["scores"],
        fields.get("seed_hash", ""), fields.get("salt", ""), fields.get("takebacks", 0),
        fields.get("seating", []), [origin for given in fields.get("origins", []) if (origin := origin_from(given))],
        fields.get("names", []), fields.get("date", ""), fields.get("printed", {}),
    )  # fmt: skip


def _check_forms(name: str, fields: dict[str, Any]) -> None:
    """Every value of a record must be of its kind."""

    def whole(value: Any) -> bool:
        return isinstance(value, int) and not isinstance(value, bool)

    checks: dict[str, tuple[Callable[[Any], bool], str]] = {
        "sampan": (
            lambda v: whole(v) and v in (FORMAT, BRANCHED),
            f"{FORMAT} or {BRANCHED}, the formats this Sampan reads",
        ),
        "game": (lambda v: isinstance(v, str), "the name of a game"),
        "rules": (whole, "a whole number"),
        "box": (lambda v: isinstance(v, str), "the hash of a box"),
        "options": (lambda v: isinstance(v, dict), "a table of options"),
        "seed": (lambda v: seed_from(v) is not None, "a whole number below 2^64 or 32 hexadecimal digits"),
        "moves": (lambda v: isinstance(v, list) and all(isinstance(m, str) for m in v), "a list of moves"),
        "marks": (lambda v: isinstance(v, str), "a text of checksums"),
        "over": (lambda v: isinstance(v, bool), "true or false"),
        "scores": (lambda v: isinstance(v, list) and all(map(whole, v)), "a list of whole numbers"),
    }
    checks["takebacks"] = (lambda v: whole(v) and v >= 0, "a whole number, 0 or more")
    checks["seating"] = (lambda v: isinstance(v, list) and all(map(whole, v)), "a list of whole numbers")
    checks["origins"] = (
        lambda v: isinstance(v, list) and len(v) <= MOST_ORIGINS and None not in map(origin_from, v),
        f"a list of at most {MOST_ORIGINS} games, each with seed, moves, marks and known_to",
    )
    checks["names"] = (_are_names, f"a list of at most {MOST_NAMES} names of at most {LONGEST_NAME} characters")
    checks["date"] = (lambda v: isinstance(v, str) and bool(DATE.fullmatch(v)), "a date like 2026-05-17T19:30:00Z")
    checks["printed"] = (lambda v: isinstance(v, dict), "the tables of a box")
    for key in ("seed_hash", "salt"):
        checks[key] = (lambda v: isinstance(v, str), "a text")
    for key, (right, expected) in checks.items():
        if key in fields and not right(fields[key]):
            text = repr(fields[key])
            raise RecordError(f"{name}: {key} = {text[:40]}: expected {expected}")


def _are_names(value: Any) -> bool:
    """Whether it is a list of names that a line can hold."""
    return (
        isinstance(value, list)
        and len(value) <= MOST_NAMES
        and all(isinstance(name, str) and 0 < len(name) <= LONGEST_NAME and not CONTROL.search(name) for name in value)
    )


def replay(game: Game, record: Record, marked: bool = False) -> Iterator[tuple[int, int, State]]:
    """Every position of a record: (number of moves made, the move that led there or -1, the state itself)."""
    if record.rules != game.version:
        raise RecordError(f"rules version {record.rules}: expected {game.version}, the one played here", 0)
    if record.box != game.box.hash:
        raise RecordError(f"box {record.box}: expected {game.box.hash} ({game.box.name})", 0)
    try:
        state = record.opened(game, marked)
    except OptionError as error:
        raise RecordError(f"the options cannot be dealt: {error}", 0) from None
    yield 0, -1, state
    for ply, text in enumerate(record.moves):
        try:
            move = game.move_from(text)
            game.play(state, move)
        except MoveError as error:
            raise RecordError(f"move {ply + 1}: {error}", ply + 1) from None
        yield ply + 1, move, state


def verify(game: Game, record: Record) -> State:
    """Replay a record and compare every checksum, the result and the promised seed; return the final state."""
    if record.seed_hash and record.seed_hash != commitment(record.salt, seed_text(record.seed)):
        raise RecordError("seed: it is not the one that was promised: its hash with the salt differs", 0)
    if record.seating and record.seating != (drawn := seating(record.seed, len(record.seating))):
        raise RecordError(f"seating = {record.seating}: expected {drawn}, which follows from the seed", 0)
    state: State | None = None
    for ply, move, state in replay(game, record, marked=True):  # noqa: B007
        if ply and ply > len(record.marks):
            raise RecordError(f"move {ply}: its checksum is missing: expected one for each of the moves", ply)
        if ply and record.marks[ply - 1] != mark_of(state):
            text = record.moves[ply - 1]
            raise RecordError(f"move {ply} ({text}) is not the one that was played: its checksum differs", ply)
    assert state is not None
    moves = len(record.moves)
    if len(record.marks) > moves:
        raise RecordError(f"move {moves + 1} is missing: the record is cut short, {len(record.marks)} were made", moves)
    if record.over != game.over(state):
        said, is_now = ("over", "going on") if record.over else ("going on", "over")
        raise RecordError(f"after move {moves} the game is {is_now}: the record says it is {said}", moves)
    if moves and record.scores != game.scores(state):
        raise RecordError(f"after move {moves} the scores are {game.scores(state)}, not {record.scores}", moves)
    return state
