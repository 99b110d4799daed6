"""`sampan bench` and `sampan arena`: how fast it is, and how strong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.progress import MofNCompleteColumn, Progress

from sampan import games
from sampan.engine.errors import OptionError
from sampan.engine.files import writable

from .arguments import GAME_HELP, AsJson, BoxFile, GameName, OnRay, aside, opened, options_from, screen

MOST_GAMES = 10_000_000


def bench(
    game: Annotated[str | None, typer.Argument(help=f"{GAME_HELP}; or: server, start; all games if omitted")] = None,
    as_json: AsJson = False,
    seconds: Annotated[float | None, typer.Option(min=0.1, max=600, help="how long to measure each figure")] = None,
    cold: Annotated[bool, typer.Option(help="also measure compiling from scratch and a warm start")] = True,
    envs: Annotated[bool, typer.Option(help="also measure the environments")] = True,
    with_peers: Annotated[bool, typer.Option("--peers", help="all games: also measure other libraries")] = False,
    folder: Annotated[Path, typer.Option("--save", help="all games: where to save the figures and a plot")] = Path(
        "sampan-bench"
    ),
    box: BoxFile = None,
    tables: Annotated[int, typer.Option(min=1, max=20_000, help="server: live tables")] = 1000,
    every: Annotated[float, typer.Option(min=0.1, help="server: seconds between moves at a table")] = 5.0,
    workers: Annotated[int, typer.Option(min=1, max=64, help="server: processes")] = 1,
    database: Annotated[str, typer.Option(help="server: postgresql://...; SQLite if omitted")] = "",
) -> None:
    """Measure how fast a game runs on this machine, how much the server can hold, or how quickly it starts."""
    from sampan.lab import bench as benchmarks
    from sampan.lab.bench_server import bench as server_bench
    from sampan.lab.bench_start import bench as start_bench

    if game is None:
        writable(folder / "bench.json", "--save")
    ready = None if game == "start" else opened(games.names()[0] if game in ("server", None) else game, box)
    with aside.status("measuring…") as status:

        def progress(step: str) -> None:
            status.update(f"measuring: {step}")

        if ready is None:
            figures = start_bench(cold, progress)
        elif game == "server":
            figures = server_bench(ready.name, tables, seconds or 20.0, every, workers, database, progress)
        elif game is None:
            everything = [opened(name) for name in games.names()]
            figures = benchmarks.bench_all(everything, seconds or 2.0, cold, with_peers, progress)
            benchmarks.save(figures, folder)
        else:
            figures = benchmarks.bench(ready, seconds or 2.0, cold, progress, envs)
    if as_json:
        print(json.dumps(figures))
        return
    for part in [figures, *figures.pop("games", [])]:
        for key, value in part.items():
            for entry in value if isinstance(value, list) else [value]:
                text = ", ".join(f"{k} {v}" for k, v in entry.items()) if isinstance(entry, dict) else entry
                screen.print(f"[b]{key}[/]  {escape(str(text))}", soft_wrap=True)
    if game is None:
        screen.print(f"Saved in {folder}: bench.json and bench.svg", soft_wrap=True)


def arena(
    game: GameName,
    names: Annotated[str, typer.Option("--bots", help="bots, separated by commas: search:0.5,greedy")],
    number: Annotated[int, typer.Option("--games", min=1, max=MOST_GAMES, help="number of games")] = 100,
    players: Annotated[int | None, typer.Option(help="number of players")] = None,
    option: Annotated[list[str] | None, typer.Option("--option", "-o", help="an option as name=value")] = None,
    seed: Annotated[int, typer.Option(min=0, help="seed of the first game")] = 0,
    workers: Annotated[int | None, typer.Option(min=1, help="processes; one per core if omitted")] = None,
    keep: Annotated[Path | None, typer.Option("--csv", help="save games here; resume if the file exists")] = None,
    plot: Annotated[Path | None, typer.Option(help="plot the win rates to this SVG file")] = None,
    ray: OnRay = None,
    box: BoxFile = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play each other, each in every seat equally often."""
    from sampan.lab.arena import arena, planning
    from sampan.lab.chart import chart

    for file, named in ((keep, "--csv"), (plot, "--plot")):
        if file is not None:
            writable(file, named)
    ready = opened(game, box)
    chosen = options_from(ready, [*(option or []), *([] if players is None else [f"players={players}"])])
    listed = [name.strip() for name in names.split(",")]
    planning(game, listed, number, chosen, seed, str(box) if box else None)
    bar = Progress(*Progress.get_default_columns(), MofNCompleteColumn(), console=aside)
    line = bar.add_task(" - ".join(listed), total=number)

    def progress(done: int) -> None:
        bar.start()  # once the games begin: until then there may be something to refuse
        bar.update(line, completed=done)

    try:
        figures = arena(
            game, listed, number, chosen, seed, str(box) if box else None, workers, keep, ray, progress
        )  # fmt: skip
    finally:
        if bar.live.is_started:
            bar.stop()
    if plot is not None:
        plot.write_text(chart(figures), encoding="utf-8")
    if as_json:
        print(json.dumps(figures))
        return
    for row in figures["bots"]:
        low, high = row["win_rate_95"]
        least, most = row["points_95"]
        screen.print(
            f"[b]{escape(row['bot'])}[/]  wins {row['win_rate']:.1%} ({low:.1%} to {high:.1%})  "
            f"points {row['points']:g} ({least:g} to {most:g})  Elo {row['elo']:+d}  "
            f"seats played {row['seats']}", soft_wrap=True,
        )  # fmt: skip


def stats(
    game: GameName,
    number: Annotated[int, typer.Option("--games", min=0, max=MOST_GAMES, help="games between club bots")] = 20_000,
    experts: Annotated[int, typer.Option(min=0, max=MOST_GAMES, help="games between expert bots")] = 1000,
    folder: Annotated[
        Path | None, typer.Option("--out", help="save games, figures and plots here; resume if they exist")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="seed of the first game")] = 0,
    workers: Annotated[int | None, typer.Option(min=1, help="processes; one per core if omitted")] = None,
    ray: OnRay = None,
    as_json: AsJson = False,
) -> None:
    """Count win rates and points by seat, clan, tile and more over many games between bots."""
    from sampan.lab.stats import LEVELS, countable, save, stats

    if number + experts == 0:
        raise OptionError("--games 0 --experts 0: expected one game or more")
    place = folder or Path(f"sampan-stats-{game}")
    opened(game)
    countable(game)
    writable(place / "statistics.json", "--out")
    wanted = dict(zip(LEVELS, (number, experts), strict=True))
    command = f"sampan stats {game} --games {number} --experts {experts}" + (f" --seed {seed}" if seed else "")
    bar = Progress(*Progress.get_default_columns(), MofNCompleteColumn(), console=aside)
    lines = {level: bar.add_task(level, total=many) for level, many in wanted.items() if many}

    def progress(level: str, done: int) -> None:
        bar.start()
        bar.update(lines[level], completed=done)

    try:
        figures = stats(game, wanted, place, seed, workers, ray, command, progress)
    finally:
        if bar.live.is_started:
            bar.stop()
    save(countable(game), figures, place)
    if as_json:
        print(json.dumps(figures))
        return
    played = ", ".join(f"{level} {many:,}" for level, many in figures["games"].items())
    screen.print(f"games: {played}; box {figures['box']}, nets {figures['nets']}", soft_wrap=True)
    screen.print(f"Saved in {place}: statistics.json, and a plot of each group", soft_wrap=True)
