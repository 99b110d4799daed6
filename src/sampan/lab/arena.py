"""Matches between bots on all cores, or over several machines; a match that was broken off can be resumed."""

from __future__ import annotations

import csv
import io
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from sampan.engine.errors import OptionError

from .match import Match, Result, check_bot, matches, play_match
from .win_rates import summary

COLUMNS = ("number", "game", "seed", "options", "seats", "share", "scores", "decisions")
R = TypeVar("R")


def arena(
    game: str,
    names: list[str],
    number: int,
    options: Mapping[str, int | str] | None = None,
    seed: int = 0,
    box: str | None = None,
    workers: int | None = None,
    csv_file: Path | None = None,
    ray: str | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> dict[str, Any]:
    """Play the match; with bots that count iterations the outcome depends on the seed alone."""
    planned = planning(game, names, number, options, seed, box)
    results = all_played(planned, csv_file, workers, ray, progress)
    return {
        "game": game,
        "options": planned[0].options,
        "games": number,
        "seed": seed,
        "decisions": sum(result.decisions for result in results),
        "bots": summary(results, names),
    }


def all_played(
    planned: Sequence[Match],
    csv_file: Path | None,
    workers: int | None,
    ray: str | None,
    progress: Callable[[int], None],
) -> list[Result]:
    """What came of all these games: those that the file holds, then the rest, each written down once it is over."""
    results = already(csv_file, planned) if csv_file else []
    play = players(workers, ray, play_match)
    with writer(csv_file, bool(results)) as write:
        progress(len(results))
        for result in play(planned[len(results) :]):
            write(result)
            results.append(result)
            progress(len(results))
    return results


def planning(
    game: str, names: list[str], number: int, options: Mapping[str, int | str] | None, seed: int, box: str | None
) -> list[Match]:
    """The games of a match, once it is sure that they can be played."""
    for name in names:
        check_bot(name, game)
    return matches(game, box, options or {}, names, number, seed)


def players(
    workers: int | None, ray: str | None, play: Callable[[Match], R]
) -> Callable[[Sequence[Match]], Iterable[R]]:
    """Who plays the games: this process, several on this machine, or a Ray cluster."""
    if ray is not None:
        from .on_ray import over_ray, require_ray

        require_ray()
        return lambda planned: over_ray(planned, ray, workers, play)
    number = workers or os.cpu_count() or 1
    if number < 1:
        raise OptionError(f"workers = {workers}: expected 1 or more")
    if number == 1:
        return lambda planned: map(play, planned)
    return lambda planned: over_processes(planned, number, play)


def over_processes(planned: Sequence[Match], workers: int, play: Callable[[Match], R]) -> Iterator[R]:
    """All games, in order, on so many processes."""
    if not planned:
        return
    with multiprocessing.get_context("spawn").Pool(min(workers, len(planned)), deaf) as pool:
        yield from pool.imap(play, planned)


def deaf() -> None:
    """Ctrl-C is for whoever started the processes, who then ends them: each would say something about it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


# ---------------------------------------------------------------- the CSV file


def row_of(result: Result) -> list[str]:
    """A game as a line of the CSV file."""
    match = result.match
    options = " ".join(f"{name}={value}" for name, value in match.options.items())
    listed = (match.seats, (f"{share:.6g}" for share in result.share), map(str, result.scores))
    return [str(match.number), match.game, str(match.seed), options, *map(" ".join, listed), str(result.decisions)]


class writer:
    """Adds games to a CSV file as they end; without a file it does nothing."""

    def __init__(self, path: Path | None, going_on: bool) -> None:
        self.path, self.going_on = path, going_on
        self.file: io.TextIOWrapper | None = None

    def __enter__(self) -> Callable[[Result], None]:
        if self.path is not None:
            try:
                self.file = self.path.open("a" if self.going_on else "w", encoding="utf-8", newline="")
            except OSError as error:
                raise OptionError(f"{self.path}: {error.strerror}: expected a file that can be written") from None
            if not self.going_on:
                csv.writer(self.file).writerow(COLUMNS)
        return self.write

    def write(self, result: Result) -> None:
        """One game more."""
        if self.file is not None:
            csv.writer(self.file).writerow(row_of(result))
            self.file.flush()

    def __exit__(self, *_: object) -> None:
        if self.file is not None:
            self.file.close()


def already(path: Path, planned: Sequence[Match]) -> list[Result]:
    """The games of this very match that the file holds, so that they need not be played again."""
    if not path.exists() or path.stat().st_size == 0:
        return []
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.reader(file))
    except OSError as error:
        raise OptionError(f"{path}: {error.strerror}: expected a file written by the arena") from None
    except (UnicodeDecodeError, csv.Error):
        rows = [[]]
    if tuple(rows[0]) != COLUMNS:
        raise OptionError(f"{path}: expected a file written by the arena, starting with {','.join(COLUMNS)}")
    results: list[Result] = []
    for match, row in zip(planned, rows[1:], strict=False):
        if len(row) != len(COLUMNS):
            break  # cut off in the middle of a line: that game is played again
        try:
            result = Result(
                match, tuple(float(share) for share in row[5].split()), tuple(int(score) for score in row[6].split()),
                int(row[7]),
            )  # fmt: skip
        except ValueError:
            raise OptionError(f"{path}: line {match.number + 2} is damaged: expected numbers in it") from None
        if row_of(result)[:5] != row[:5]:
            raise OptionError(f"{path}: line {match.number + 2} is from another match: expected {row_of(result)[:5]}")
        results.append(result)
    if len(results) < len(rows) - 1:
        trim(path, len(results))
    return results


def trim(path: Path, games: int) -> None:
    """Leave the heading and so many whole lines."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[: games + 1]), encoding="utf-8")
