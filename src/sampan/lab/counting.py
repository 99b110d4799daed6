"""Games that are played to be counted: each is kept as a line of a file, so that a run can be resumed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from sampan.bots.calibration import nets_mark
from sampan.engine.errors import OptionError
from sampan.engine.game import Game, State

from .match import Match

Had = list[dict[str, list[str]]]
Play = Callable[[Sequence[Match]], Iterable["Counts"]]


@dataclass(frozen=True)
class Counts:
    """What is counted of one game, seat by seat."""

    number: int
    seed: int
    players: int
    share: list[float]
    scores: list[int]
    sheet: list[dict[str, int]]
    had: Had
    offered: dict[str, list[str]] = field(default_factory=dict)  # to the whole table

    def to_line(self) -> str:
        """As it is kept."""
        fields = asdict(self)
        if not self.offered:
            del fields["offered"]
        return json.dumps(fields, separators=(",", ":")) + "\n"


def counts_of(game: Game, match: Match, end: State, had: Had, offered: dict[str, list[str]] | None = None) -> Counts:
    """A finished game, counted."""
    share = [round(part, 4) for part in game.win_share(end)]
    sheet = [{source: points for source, points in row.items() if points} for row in game.score_sheet(end)]
    return Counts(match.number, match.seed, len(share), share, game.scores(end), sheet, had, offered or {})


def made_with(game: Game, kind: str, form: int) -> dict[str, Any]:
    """What the games depend on: rules, box, and the weights and nets of the bots."""
    made = {"game": game.name, "rules": game.version, "box": game.box.hash, "nets": nets_mark(game)}
    return {kind: form, **made}


def by_number(lines: Sequence[Counts]) -> dict[str, int]:
    """How many games of each number of players."""
    return {str(n): sum(line.players == n for line in lines) for n in sorted({line.players for line in lines})}


def collect(
    plan: Sequence[Match],
    path: Path,
    heading: Mapping[str, Any],
    play: Play,
    progress: Callable[[int], None] = lambda done: None,
) -> list[Counts]:
    """The games of a plan: those that the file holds, then the rest, each written down as soon as it is over."""
    lines = kept(path, heading, len(plan))
    progress(len(lines))
    with path.open("a", encoding="utf-8") as file:
        begin(file, path, heading)
        for line in play(plan[len(lines) :]):
            file.write(line.to_line())
            file.flush()
            lines.append(line)
            progress(len(lines))
    return lines


def begin(file: Any, path: Path, heading: Mapping[str, Any]) -> None:
    """The first line of a new file."""
    if not path.stat().st_size:
        file.write(json.dumps(heading) + "\n")
        file.flush()


def kept(path: Path, heading: Mapping[str, Any], number: int) -> list[Counts]:
    """The games that the file holds; a last line that was cut off is taken away, to be played again."""
    if not path.exists() or not path.stat().st_size:
        return []
    text = path.read_text(encoding="utf-8", errors="replace")
    whole = text[: text.rfind("\n") + 1]
    rows = parsed(path, whole)
    if whole and (found := next(rows)) != heading:
        raise OptionError(f"{path}: made with {found}: expected {heading}; give another --out, or remove the file")
    lines = [line for line, _ in zip((row_of(path, k, row) for k, row in enumerate(rows)), range(number), strict=False)]
    if whole != text:
        path.write_text(whole, encoding="utf-8")
    return lines


def parsed(path: Path, text: str) -> Iterator[Any]:
    """Each line as JSON."""
    for k, line in enumerate(text.splitlines()):
        try:
            yield json.loads(line)
        except ValueError:
            raise OptionError(f"{path}: line {k + 1} is damaged: expected a line of counted games") from None


def row_of(path: Path, k: int, row: Any) -> Counts:
    """A game from its line; the lines stand in the order of their numbers."""
    try:
        counts = Counts(**row)
        if counts.number != k or len(counts.had) != counts.players:
            raise ValueError
    except (TypeError, ValueError):
        raise OptionError(f"{path}: line {k + 2} is damaged: expected game {k} as it was counted") from None
    return counts
