"""Statistics of many games between bots of one level: played once, kept line by line, so that it can be resumed."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from sampan import __version__, games
from sampan.bots.calibration import nets_mark
from sampan.engine.errors import OptionError
from sampan.engine.game import Game

from .arena import over_processes
from .match import Match, played
from .shares import counts, sources
from .stats_chart import plots

LEVELS = ("club", "expert")
FORMAT = 1
NUMBERS = re.compile(r"\[[-\d.,\s]+\]")  # a list of numbers takes one line


@dataclass(frozen=True)
class Counts:
    """What is counted of one game, seat by seat."""

    number: int
    seed: int
    players: int
    share: list[float]
    scores: list[int]
    sheet: list[dict[str, int]]
    had: list[dict[str, list[str]]]


def stats(
    name: str,
    games_of: dict[str, int],
    folder: Path,
    seed: int = 0,
    workers: int = 1,
    command: str = "",
    progress: Callable[[str, int], None] = lambda level, done: None,
) -> dict[str, Any]:
    """So many games of each level, those kept in the folder included; what they say."""
    game = countable(name)
    played_by = {
        level: collect(game, level, number, folder / f"{level}.jsonl", seed, workers, progress)
        for level, number in games_of.items()
        if number
    }
    made = made_with(game)
    return {
        **{key: made[key] for key in ("game", "rules", "box", "nets")},
        "version": __version__,
        "date": time.strftime("%Y-%m-%d"),
        "command": command,
        "games": {level: len(lines) for level, lines in played_by.items()},
        "players": {level: by_number(lines) for level, lines in played_by.items()},
        "groups": counts(game, played_by),
        "sources": sources(game, played_by),
    }


def countable(name: str) -> Game:
    """The game, if it says what can be counted."""
    game = games.load(name)
    if game.definition.counted is None:
        raise OptionError(f"{name}: expected a game that says what to count (`counted` of its definition)")
    return game


def made_with(game: Game) -> dict[str, Any]:
    """What the games depend on: rules, box, and the weights and nets of the bots."""
    made = {"game": game.name, "rules": game.version, "box": game.box.hash, "nets": nets_mark(game)}
    return {"sampan_stats": FORMAT, **made}


def by_number(lines: Sequence[Counts]) -> dict[str, int]:
    """How many games of each number of players."""
    return {str(n): sum(line.players == n for line in lines) for n in sorted({line.players for line in lines})}


def save(game: Game, figures: dict[str, Any], folder: Path) -> None:
    """The figures as JSON, and a plot of each group."""
    text = NUMBERS.sub(lambda found: " ".join(found[0].split()), json.dumps(figures, indent=1))
    (folder / "statistics.json").write_text(text + "\n", encoding="utf-8")
    for name, plot in plots(game, figures).items():
        (folder / f"{name}.svg").write_text(plot, encoding="utf-8")


# ---------------------------------------------------------------- playing


def planned(game: Game, level: str, number: int, seed: int) -> list[Match]:
    """So many games: the tables that the game names, in turn, all seats of one level."""
    assert game.definition.counted is not None
    tables = [game.resolve(options) for options in game.definition.counted.tables]
    return [
        Match(k, game.name, None, options, (level,) * int(options["players"]), seed + k)
        for k, options in ((k, tables[k % len(tables)]) for k in range(number))
    ]


def play_and_count(match: Match) -> Counts:
    """Play one game and count what its seats had."""
    game = games.load(match.game)
    assert game.definition.counted is not None
    line, end = played(game, match)
    share = [round(part, 4) for part in game.win_share(end)]
    sheet = [{source: points for source, points in row.items() if points} for row in game.score_sheet(end)]
    had = game.definition.counted.had(game, line, end)
    return Counts(match.number, match.seed, len(share), share, game.scores(end), sheet, had)


def collect(
    game: Game,
    level: str,
    number: int,
    path: Path,
    seed: int,
    workers: int,
    progress: Callable[[str, int], None],
) -> list[Counts]:
    """The games of one level: those that the file holds, then the rest, each written down as soon as it is over."""
    plan = planned(game, level, number, seed)
    heading = {**made_with(game), "level": level, "seed": seed}
    lines = kept(path, heading, number)
    progress(level, len(lines))
    rest = plan[len(lines) :]
    found: Iterable[Counts] = map(play_and_count, rest)
    if workers > 1:
        found = over_processes(rest, workers, play_and_count)
    with path.open("a", encoding="utf-8") as file:
        if not path.stat().st_size:
            file.write(json.dumps(heading) + "\n")
        for line in found:
            file.write(json.dumps(asdict(line), separators=(",", ":")) + "\n")
            file.flush()
            lines.append(line)
            progress(level, len(lines))
    return lines


def kept(path: Path, heading: dict[str, Any], number: int) -> list[Counts]:
    """The games that the file holds; a last line that was cut off is taken away, to be played again."""
    if not path.exists() or not path.stat().st_size:
        return []
    text = path.read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        path.write_text(whole, encoding="utf-8")
    if not whole:
        return []
    rows = parsed(path, whole)
    if (found := next(rows)) != heading:
        raise OptionError(f"{path}: made with {found}: expected {heading}; give another --out, or remove the file")
    return [line for line, _ in zip((row_of(path, k, row) for k, row in enumerate(rows)), range(number), strict=False)]


def parsed(path: Path, text: str) -> Iterator[Any]:
    """Each line as JSON."""
    for k, line in enumerate(text.splitlines()):
        try:
            yield json.loads(line)
        except ValueError:
            raise OptionError(f"{path}: line {k + 1} is damaged: expected a line of sampan stats") from None


def row_of(path: Path, k: int, row: Any) -> Counts:
    """A game from its line; the lines stand in the order of their numbers."""
    try:
        counts = Counts(**row)
        if counts.number != k or len(counts.had) != counts.players:
            raise ValueError
    except (TypeError, ValueError):
        raise OptionError(f"{path}: line {k + 2} is damaged: expected game {k} of sampan stats") from None
    return counts
