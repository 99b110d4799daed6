"""`sampan puzzles`: find positions with one clearly best turn, and show those that come with a game."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import MofNCompleteColumn, Progress, TextColumn

from sampan.engine.errors import OptionError
from sampan.engine.files import writable
from sampan.engine.game import Game

from .arguments import AsJson, GameName, OnRay, aside, opened, screen

MOST_GAMES = 1_000_000
GAMES = 1000


def puzzles(
    game: GameName,
    number: Annotated[int, typer.Option("--games", min=1, max=MOST_GAMES, help="games to look through")] = GAMES,
    wanted: Annotated[int, typer.Option(min=1, max=1000, help="puzzles to keep, at most")] = 60,
    folder: Annotated[
        Path | None, typer.Option("--out", help="save games and puzzles here; resume if they exist")
    ] = None,
    write: Annotated[bool, typer.Option(help="write the puzzles into the game's folder")] = False,
    seed: Annotated[int, typer.Option(min=0, help="seed of the first game")] = 0,
    workers: Annotated[int, typer.Option(min=1, help="processes")] = 1,
    ray: OnRay = None,
    show: Annotated[
        str | None, typer.Option(help="show this puzzle of the game instead of finding any; or: all, for a list")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Find puzzles in games between bots: positions with one clearly best turn."""
    from sampan.lab import puzzles as lab
    from sampan.puzzles.shape import FILE, new_puzzles

    if show is not None:
        return shown(opened(game), show)
    place = folder or Path(f"sampan-puzzles-{game}")
    ready = opened(game)
    lab.kinds_of(ready)
    writable(place / FILE, "--out")
    columns = (*Progress.get_default_columns(), MofNCompleteColumn(), TextColumn("{task.fields[found]} found"))
    bar = Progress(*columns, console=aside)
    line = bar.add_task(game, total=number, found=0)

    def progress(done: int, found: int) -> None:
        bar.start()
        bar.update(line, completed=done, found=found)

    try:
        rows = lab.collect(ready, number, place / "games.jsonl", seed, workers, ray, progress)
    finally:
        if bar.live.is_started:
            bar.stop()
    taken = lab.chosen(ready, rows, wanted)
    command = f"sampan puzzles {game} --games {number} --wanted {wanted}" + (f" --seed {seed}" if seed else "")
    found = new_puzzles(ready, time.strftime("%Y-%m-%d"), command, taken)
    target = (ready.definition.folder if write else place) / FILE
    target.write_text(found.to_json(), encoding="utf-8")
    figures = lab.figures(rows, taken)
    if as_json:
        print(json.dumps(figures))
        return
    for key, value in figures.items():
        screen.print(f"[b]{key}[/]  {value}", soft_wrap=True)
    screen.print(f"Saved in {target}", soft_wrap=True)


def shown(game: Game, name: str) -> None:
    """One puzzle with its answer, or all in a list."""
    from sampan.puzzles.shape import puzzles_of
    from sampan.puzzles.telling import as_text, listed

    found = puzzles_of(game)
    if found is None:
        raise OptionError(f"{game.name}: no puzzles come with this game")
    if stale := found.stale(game):
        aside.print(stale, soft_wrap=True)
    puzzle = found.find(name)
    if name != "all" and (puzzle is None or found.lost(game)):
        raise OptionError(f"--show {name}: expected all, or a puzzle of {game.name}: --show all lists them")
    for line in listed(game, found) if puzzle is None else as_text(game, puzzle):
        screen.print(line, soft_wrap=True, markup=False)
