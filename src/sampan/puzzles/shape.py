"""A puzzle and the file of a game's puzzles, as plain values that go through JSON and back.

The file lies in the game's folder and names what it was made with. Where rules or box have changed since, its positions
cannot be shown; where only nets, judgement or calibration have, its answers may be off: both are said in one line.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Any

from sampan import __version__
from sampan.bots.calibration import calibration_of, nets_mark
from sampan.engine.errors import OptionError, SampanError
from sampan.engine.game import Game
from sampan.engine.messages import Message
from sampan.engine.record import Record, parse_record
from sampan.review.shape import Turn, plain, turn_from

FORMAT = 1
FILE = "puzzles.json"
EASY, MEDIUM, HARD = LEVELS = (1, 2, 3)
MISSED_BY = ("club", "expert")  # players who tried to solve it
SHORT = 6  # digits of a puzzle's name
MADE_WITH = ("rules", "box", "nets", "calibration")


@dataclass
class Puzzle:
    """A position with one clearly best turn."""

    id: str
    kind: str  # one of the game's kinds: what the answer is about
    level: int  # from EASY to HARD
    missed: dict[str, float]  # how often players of each level did not find it
    players: int
    seat: int
    at: int  # moves of the game before it
    record: dict[str, Any]  # of the game up to the position
    turn: Turn  # played is what players play most often instead
    accepted: list[list[str]]  # turns that end where the best one does

    def game_before(self) -> Record:
        """The game up to the position."""
        return parse_record(json.dumps(self.record), f"puzzle {self.id}")

    def fields(self) -> dict[str, Any]:
        """As plain values."""
        found: dict[str, Any] = plain(asdict(self))
        return found


@dataclass
class Puzzles:
    """All puzzles of a game, and what they were made with."""

    game: str
    rules: int
    box: str
    nets: str
    calibration: str
    version: str = ""
    date: str = ""
    command: str = ""
    puzzles: list[Puzzle] = field(default_factory=list)

    def changed(self, game: Game) -> list[str]:
        """What is not as it was when they were made."""
        now = made_with(game)
        return [name for name in MADE_WITH if getattr(self, name) != now[name]]

    def stale(self, game: Game) -> str:
        """In one line, why they no longer fit; empty where they do."""
        changed = self.changed(game)
        if not changed:
            return ""
        lost = "they cannot be shown" if self.lost(game) else "answers may be off"
        made = f"{FILE} was made with another {', '.join(changed)}"
        return f"{game.name}: {made}: {lost}; sampan puzzles {game.name} --write"

    def lost(self, game: Game) -> bool:
        """Whether their positions cannot be reached any more."""
        return bool({"rules", "box"} & {*self.changed(game)})

    def shown(self, game: Game) -> list[Puzzle]:
        """Those that can still be shown."""
        return [] if self.lost(game) else self.puzzles

    def find(self, name: str) -> Puzzle | None:
        """A puzzle by its name."""
        return next((puzzle for puzzle in self.puzzles if puzzle.id == name), None)

    def to_json(self) -> str:
        """As it lies in the game's folder: a heading, then a puzzle a line."""
        heading = {"sampan_puzzles": FORMAT} | {
            one.name: getattr(self, one.name) for one in fields(self) if one.name != "puzzles"
        }
        lines = ",\n".join(
            json.dumps(puzzle.fields(), ensure_ascii=False, separators=(",", ":")) for puzzle in self.puzzles
        )
        return f'{json.dumps(heading)[:-1]}, "puzzles": [\n{lines}\n]}}\n'


def made_with(game: Game) -> dict[str, Any]:
    """What puzzles depend on: rules, box, the nets and weights of the bots, and what their chances are measured by."""
    return {
        "game": game.name,
        "rules": game.version,
        "box": game.box.hash,
        "nets": nets_mark(game),
        "calibration": hashlib.sha256(calibration_of(game).to_json().encode()).hexdigest()[:12],
    }


def new_puzzles(game: Game, date: str, command: str, puzzles: list[Puzzle]) -> Puzzles:
    """Puzzles made here and now."""
    return Puzzles(**made_with(game), version=__version__, date=date, command=command, puzzles=puzzles)


def name_of(record: Record, at: int) -> str:
    """A short name that the same position always gets."""
    text = f"{record.game} {sorted(record.options.items())} {record.seed} {record.moves[:at]}"
    return hashlib.sha256(text.encode()).hexdigest()[:SHORT]


def puzzle_from(given: Any) -> Puzzle:
    """A puzzle from its plain values; anything else raises ValueError, TypeError or KeyError."""
    puzzle = Puzzle(**(given | {"turn": turn_from(**given["turn"])}))
    if puzzle.level not in LEVELS or not puzzle.accepted or puzzle.at != len(puzzle.record["moves"]):
        raise ValueError(f"puzzle {puzzle.id}")
    return puzzle


def puzzles_of(game: Game) -> Puzzles | None:
    """The puzzles in the game's folder, if it brings some."""
    path = game.definition.folder / FILE
    return read_puzzles(path) if path.is_file() else None


@cache
def read_puzzles(path: Path) -> Puzzles:
    """Read and check a file of puzzles."""
    try:
        given = json.loads(path.read_text(encoding="utf-8"))
        if given.pop("sampan_puzzles") != FORMAT:
            raise ValueError("another format")
        return Puzzles(**(given | {"puzzles": [puzzle_from(one) for one in given["puzzles"]]}))
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError, SampanError) as error:
        what = " ".join(f"{type(error).__name__}: {error}".split())[:80]
        raise OptionError(f"{path.name}: cannot be read ({what}): expected a file of sampan puzzles") from None


def kind_name(game: Game, kind: str) -> Message:
    """What a kind of puzzle is called."""
    return f"{game.name}_puzzle_{kind}", {}
