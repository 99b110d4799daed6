"""`sampan review` and `sampan calibrate`: what a game teaches, and whether the chances it is told with are true."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import MofNCompleteColumn, Progress

from sampan.engine import record
from sampan.engine.errors import FileError, RecordError
from sampan.engine.files import writable

from .arguments import AsJson, BoxFile, GameName, OnRay, aside, box_of, opened, screen

LARGEST = 4_000_000  # bytes of a record
MOST_GAMES = 1_000_000


def review(
    file: Annotated[Path, typer.Argument(help="the record of a finished game")],
    as_json: AsJson = False,
    html: Annotated[Path | None, typer.Option(help="also save it as one HTML page here")] = None,
    seconds: Annotated[float, typer.Option(min=1, max=3600, help="about how long to think, in seconds")] = 60.0,
    threads: Annotated[int, typer.Option(min=1, max=64, help="threads to think on")] = 2,
    seed: Annotated[int, typer.Option(min=0, help="random seed of the search")] = 0,
    box: BoxFile = None,
) -> None:
    """Review a finished game: what each decision cost, what luck gave, and what to learn from it."""
    from sampan.bots.calibration import calibration_of
    from sampan.review.review import check
    from sampan.review.review import review as make
    from sampan.review.shape import ERRORS, Review
    from sampan.review.telling import as_html, as_text

    if html is not None:
        writable(html, "--html")
    try:
        loaded = read(file)
        game = opened(loaded.game, box_of(loaded, box))
        check(game, loaded)
    except RecordError as error:
        named = str(error) if str(error).startswith(file.name) else f"{file.name}: {error}"
        raise FileError(named) from None
    if stale := calibration_of(game).stale(game):
        aside.print(stale, soft_wrap=True)
    start, used, times, cpu = time.monotonic(), time.process_time(), dict[str, float](), dict[str, float]()

    def reached(step: str) -> None:
        if step not in times:
            times[step], cpu[step] = round(time.monotonic() - start, 2), round(time.process_time() - used, 2)

    with aside.status("reviewing…") as status:

        def report(so_far: Review) -> None:
            reached("graph")
            if any(turn.verdict in ERRORS for turn in so_far.turns):
                reached("first")
            if so_far.done >= so_far.total - 1:
                reached("every_turn")
            status.update(f"reviewing: {so_far.done} of {so_far.total}")

        found = make(game, loaded, seconds, seed=seed, threads=threads, report=report)
    reached("all")
    words = game.words(seats={seat: f"Seat {seat + 1}" for seat in range(found.players)})
    if html is not None:
        html.write_text(as_html(game, found, words), encoding="utf-8")
    if as_json:
        print(
            json.dumps({"seconds": times, "processor_seconds": cpu} | json.loads(found.to_json()), ensure_ascii=False)
        )
        return
    for line in as_text(game, found, words):
        screen.print(line, soft_wrap=True, markup=False)


def read(file: Path) -> record.Record:
    """A record that is not too large to look at."""
    if file.is_file() and (size := file.stat().st_size) > LARGEST:
        raise RecordError(f"{file.name}: size {size}: expected a game record of at most {LARGEST} bytes")
    return record.read_record(file)


def calibrate(
    game: GameName,
    number: Annotated[int, typer.Option("--games", min=2, max=MOST_GAMES, help="number of games")] = 1500,
    keep: Annotated[Path | None, typer.Option("--csv", help="save games here; resume if the file exists")] = None,
    plot: Annotated[Path | None, typer.Option(help="plot predicted against actual results to this SVG")] = None,
    write: Annotated[bool, typer.Option(help="write the calibration into the game's folder")] = False,
    workers: Annotated[int, typer.Option(min=1, help="processes")] = 1,
    ray: OnRay = None,
    seed: Annotated[int, typer.Option(min=0, help="seed of the first game")] = 0,
    as_json: AsJson = False,
) -> None:
    """Measure how well chances to win match results, and fit them on half of the games; the other half is the test."""
    from sampan.bots.calibration import FILE, Calibration
    from sampan.lab import calibrate as lab
    from sampan.lab.reliability import plotted

    for file, named in ((keep, "--csv"), (plot, "--plot")):
        if file is not None:
            writable(file, named)
    ready, plan = opened(game), lab.planned(game, number, seed)
    if keep is not None:
        lab.already(keep, plan)  # which refuses another file before anything is shown
    with Progress(*Progress.get_default_columns(), MofNCompleteColumn(), console=aside) as bar:
        line = bar.add_task(game, total=number)
        samples = lab.collect(plan, keep, workers, ray, lambda done: bar.update(line, completed=done))
    fitted, tried = lab.halves(samples)
    calibration = lab.fit(ready, fitted)
    before, after = lab.reliability(tried, Calibration()), lab.reliability(tried, calibration)
    if write:
        (ready.definition.folder / FILE).write_text(calibration.to_json(), encoding="utf-8")
    if plot is not None:
        plot.write_text(plotted(game, len(tried), before, after), encoding="utf-8")
    figures: dict[str, Any] = {
        "game": game, "games": len(samples), "tried": len(tried), "slopes": calibration.slopes,
        "before": before, "after": after,
    }  # fmt: skip
    least = lab.well_filled(tried)
    for key, rows in (("gap_before", before), ("gap_after", after)):
        figures[key] = lab.largest_gap(rows, least)
    if as_json:
        print(json.dumps(figures))
        return
    for title, rows in (("before", before), ("after", after)):
        screen.print(f"{title}, on held-out games ({len(tried)}):")
        for text in lab.lines(rows):
            screen.print(text, soft_wrap=True)
    gaps = f"{figures['gap_before']:.1%} before, {figures['gap_after']:.1%} after"
    screen.print(f"largest gap in bins of {least} or more positions: {gaps}", soft_wrap=True)
