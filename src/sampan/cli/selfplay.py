"""`sampan selfplay`: games between bots as a table for researchers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import MofNCompleteColumn, Progress

from sampan.engine.errors import OptionError
from sampan.engine.files import writable

from .arguments import AsJson, BoxFile, GameName, OnRay, aside, opened, options_from, screen
from .measure import MOST_GAMES


def selfplay(
    game: GameName,
    names: Annotated[str, typer.Option("--bots", help="bots, separated by commas; a single one plays itself")],
    out: Annotated[Path, typer.Option(help="the new Parquet file")],
    number: Annotated[int, typer.Option("--games", min=1, max=MOST_GAMES, help="number of games")] = 100,
    players: Annotated[int | None, typer.Option(help="number of players")] = None,
    option: Annotated[list[str] | None, typer.Option("--option", "-o", help="an option as name=value")] = None,
    seed: Annotated[int, typer.Option(min=0, max=2**62, help="seed of the first game")] = 0,
    workers: Annotated[int | None, typer.Option(min=1, help="processes; one per core if omitted")] = None,
    ray: OnRay = None,
    box: BoxFile = None,
    as_json: AsJson = False,
) -> None:
    """Save games between bots, decision by decision, as one Parquet file."""
    from sampan.lab import parquet as lab

    lab.require_arrow()
    if writable(out, "--out").exists():
        raise OptionError(f"--out {out}: already exists: expected a new file")
    ready = opened(game, box)
    chosen = options_from(ready, [*(option or []), *([] if players is None else [f"players={players}"])])
    listed = [name.strip() for name in names.split(",")]
    plan = lab.planned(game, listed, number, chosen, seed, str(box) if box else None)
    with Progress(*Progress.get_default_columns(), MofNCompleteColumn(), console=aside) as bar:
        line = bar.add_task(" - ".join(listed), total=number)
        figures = lab.selfplay(plan, out, workers, ray, lambda done: bar.update(line, completed=done))
    if as_json:
        print(json.dumps(figures))
        return
    screen.print(f"Saved in {out}: games {number:,}, decisions {figures['rows']:,}", soft_wrap=True)
