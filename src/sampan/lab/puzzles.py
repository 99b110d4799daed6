"""Looking for puzzles in many games between bots; every game is kept as a line, so that it can be resumed.

Each game gives one puzzle at most (puzzles/finding.py). Of all that were found those are taken that spread best over
kinds, levels and numbers of players.
"""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from sampan import games
from sampan.bots.calibration import calibration_of
from sampan.engine.errors import OptionError, SampanError
from sampan.engine.game import Game, PuzzleKinds
from sampan.engine.record import Record
from sampan.puzzles.finding import Finder, Found, Looked, Search
from sampan.puzzles.shape import EASY, HARD, MEDIUM, Puzzle, made_with, name_of, puzzle_from
from sampan.puzzles.trying import numbers, turn_of
from sampan.review.stretches import stretches
from sampan.review.turns import fill_in, in_words, new_turn

from .arena import players
from .calibrate import drawn_options
from .match import Match, played

SEATED = ("club", "club", "club", "expert")  # who plays, drawn seat by seat
ROUNDED = 4  # digits of a chance
HARD_FROM, MEDIUM_FROM = 0.5, 0.25  # of experts who miss it
CLUB_FROM = 0.7  # of club players who miss it, which makes it medium


@dataclass(frozen=True)
class Row:
    """What became of one game."""

    number: int
    seed: int
    looked: dict[str, int]
    seconds: float  # of processor time
    puzzle: dict[str, Any] | None  # its kind and level still open


def kinds_of(game: Game) -> PuzzleKinds:
    """What the game's puzzles are about."""
    if game.definition.puzzles is None:
        raise OptionError(
            f"{game.name}: expected a game that says what puzzles are about (`puzzles` of its definition)"
        )
    return game.definition.puzzles


def planned(game: Game, number: int, seed: int) -> list[Match]:
    """So many games, each with another number of players than the last and often other options."""
    found = []
    for k in range(number):
        dice = random.Random(f"puzzles {seed} {k}")
        players, options = drawn_options(game, k, dice)
        seats = tuple(dice.choice(SEATED) for _ in range(players))
        found.append(Match(k, game.name, None, game.resolve(options), seats, seed * 1_000_003 + k))
    return found


def look_through(match: Match, search: Search | None = None) -> Row:
    """Play one game and look for a puzzle in it."""
    begun, game = time.process_time(), games.load(match.game)
    line, _ = played(game, match)
    record = Record.start(game, match.options, match.seed)
    record.moves = [game.move_text(move) for _, move in line]
    found, looked = Finder(game, search or Search(), match.seed).find([*stretches(game, record)])
    puzzle = None if found is None else told(game, record, found)
    seconds = round(time.process_time() - begun, 2)
    return Row(match.number, match.seed, asdict(looked), seconds, puzzle)


def told(game: Game, record: Record, found: Found) -> dict[str, Any]:
    """A puzzle as it is kept."""
    stretch = found.judged.stretch
    marked = Record.start(game, record.options, record.seed)
    state = marked.opened(game)
    for text in record.moves[: stretch.first]:
        number = game.move_from(text)
        game.play(state, number)
        marked.add(game, number, state)
    says = partial(in_words, game, stretch)
    turn = new_turn(game, stretch, says)
    fill_in(game, calibration_of(game), turn, found.judged, says)
    name = name_of(record, stretch.first)
    kept = Puzzle(
        name, "", EASY, found.missed, int(stretch.before.players[0]), stretch.seat, stretch.first,
        json.loads(marked.to_json()), turn, [[game.move_text(move) for move in line] for line in found.accepted],
    )  # fmt: skip
    fields: dict[str, Any] = rounded(kept.fields())
    return fields


def rounded(value: Any) -> Any:
    """With no more digits than anybody reads."""
    if isinstance(value, dict):
        return {key: rounded(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [rounded(entry) for entry in value]
    return round(value, ROUNDED) if isinstance(value, float) else value


# ---------------------------------------------------------------- many games


def collect(
    game: Game, number: int, path: Path, seed: int = 0, workers: int | None = 1, ray: str | None = None,
    progress: Callable[[int, int], None] = lambda done, found: None,
) -> list[Row]:  # fmt: skip
    """So many games: those that the file holds, then the rest, each written down as soon as it is done."""
    kinds_of(game)
    heading = {"sampan_puzzles": 1, **made_with(game), "seed": seed}
    rows = kept(path, heading, number)
    rest = planned(game, number, seed)[len(rows) :]
    progress(len(rows), sum(row.puzzle is not None for row in rows))
    found = players(workers, ray, look_through)(rest)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        if not path.stat().st_size:
            file.write(json.dumps(heading) + "\n")
        for row in found:
            file.write(json.dumps(asdict(row), ensure_ascii=False, separators=(",", ":")) + "\n")
            file.flush()
            rows.append(row)
            progress(len(rows), sum(row.puzzle is not None for row in rows))
    return rows


def kept(path: Path, heading: dict[str, Any], number: int) -> list[Row]:
    """The games that the file holds; a last line that was cut off is taken away, to be played again."""
    if not path.exists() or not path.stat().st_size:
        return []
    text = path.read_text(encoding="utf-8", errors="replace")
    whole = text[: text.rfind("\n") + 1]
    rows: list[Row] = []
    for k, line in enumerate(whole.splitlines()):
        try:
            given = json.loads(line)
            if k and (row := row_of(given)).number == k - 1:
                rows.append(row)
            elif k:
                raise ValueError
        except (ValueError, TypeError, KeyError, AttributeError, SampanError):
            raise OptionError(f"{path}: line {k + 1} is damaged: expected a line of sampan puzzles") from None
        if not k and given != heading:
            raise OptionError(f"{path}: made with {given}: expected {heading}; give another --out, or remove the file")
    if whole != text:
        path.write_text(whole, encoding="utf-8")
    return rows[:number]


def row_of(given: Any) -> Row:
    """A game from its line."""
    row = Row(**given)
    Looked(**row.looked)
    if row.puzzle is not None:
        puzzle_from(row.puzzle)
    return row


# ---------------------------------------------------------------- which are taken


def level_of(missed: dict[str, float]) -> int:
    """How hard a puzzle is, by how often players missed it."""
    if missed["expert"] >= HARD_FROM:
        return HARD
    return MEDIUM if missed["expert"] >= MEDIUM_FROM or missed["club"] >= CLUB_FROM else EASY


def named(game: Game, puzzle: Puzzle) -> Puzzle:
    """A puzzle with its kind and level."""
    stretch = turn_of(game, puzzle)
    best, played = (numbers(game, line) for line in (puzzle.turn.best, puzzle.turn.played))
    kind = kinds_of(game).of(game, stretch.before, best, played, puzzle.turn.reasons)
    return replace(puzzle, kind=kind, level=level_of(puzzle.missed))


def chosen(game: Game, rows: Sequence[Row], wanted: int) -> list[Puzzle]:
    """So many puzzles of those that were found: always one of what there is least of so far."""
    left = [named(game, puzzle_from(row.puzzle)) for row in rows if row.puzzle is not None]
    left = [puzzle for puzzle in left if puzzle.kind]
    taken: list[Puzzle] = []
    counts: dict[str, Counter[Any]] = {name: Counter() for name in ("kind", "level", "players")}
    while left and len(taken) < wanted:
        best = min(left, key=lambda puzzle: (sum(counts[name][getattr(puzzle, name)] for name in counts), puzzle.id))
        left.remove(best)
        taken.append(best)
        for name, counter in counts.items():
            counter[getattr(best, name)] += 1
    return taken


def figures(rows: Sequence[Row], puzzles: Sequence[Puzzle]) -> dict[str, Any]:
    """How many came how far, and how those that were taken spread."""
    sums: Counter[str] = Counter()
    for row in rows:
        sums.update(row.looked)
    spread = {
        name: dict(Counter(str(getattr(puzzle, name)) for puzzle in puzzles)) for name in ("kind", "level", "players")
    }
    found = sum(row.puzzle is not None for row in rows)
    return {
        "games": len(rows),
        **sums,
        "found": found,
        "taken": len(puzzles),
        "seconds": round(sum(row.seconds for row in rows)),
        **spread,
    }
