"""`sampan ladder`: where a bot stands among a fixed pool of bots."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.progress import MofNCompleteColumn, Progress

from sampan import games
from sampan.engine.errors import OptionError
from sampan.engine.files import writable

from .arguments import AsJson, GameName, OnRay, aside, opened, screen

MOST_SEED = 400  # beyond it deals would be those of the pool


def ladder(
    game: GameName,
    bot: Annotated[str | None, typer.Option(help="the bot to rate; the pool alone if omitted")] = None,
    out: Annotated[Path | None, typer.Option("--out", help="save games here (CSV); resume if the file exists")] = None,
    seed: Annotated[int, typer.Option(min=0, max=MOST_SEED, help="other deals than the usual ones")] = 0,
    pool: Annotated[
        bool, typer.Option("--pool", help="play the pool's own games anew, into the game's folder")
    ] = False,
    workers: Annotated[int | None, typer.Option(min=1, help="processes; one per core if omitted")] = None,
    ray: OnRay = None,
    as_json: AsJson = False,
) -> None:
    """Rate a bot among a fixed pool of bots, with two, three and four players."""
    from sampan.lab.ladder import USUAL, ladder, newcomer_name, pool_of, ratings
    from sampan.lab.match import check_bot

    if pool and bot is not None:
        raise OptionError(f"--pool --bot {bot}: expected one of them")
    if pool:
        play_the_pool(game, out, workers, ray)
        return
    ready = games.load(game)
    if bot is None:
        show({}, ratings(pool_of(ready), USUAL.pool), "", as_json)
        return
    check_bot(bot, game)
    pool_of(ready)
    file = out or Path(f"sampan-ladder-{game}-{re.sub(r'[^A-Za-z0-9_.-]+', '-', bot)}.csv")
    writable(file, "--out")
    opened(game)
    with bar_of(bot) as progress:
        line, everybody = ladder(game, bot, seed, USUAL, file, workers, ray, progress)
    show(line, everybody, newcomer_name(bot), as_json)


def play_the_pool(game: str, out: Path | None, workers: int | None, ray: str | None) -> None:
    """Play the pool's games, and save what the newcomers' games are rated with."""
    from sampan.lab.ladder import FILE, USUAL, play_pool

    kept = games.load(game).definition.folder / FILE
    writable(kept, "--pool")
    file = out or Path(f"sampan-ladder-{game}.csv")
    writable(file, "--out")
    opened(game)
    with bar_of("the pool") as progress:
        text = play_pool(game, USUAL, file, workers, ray, progress)
    kept.write_text(text, encoding="utf-8")
    screen.print(f"Saved: {kept}", soft_wrap=True)


class bar_of:
    """How many games are over, shown once they begin: until then there may be something to refuse."""

    def __init__(self, what: str) -> None:
        self.bar = Progress(*Progress.get_default_columns(), MofNCompleteColumn(), console=aside)
        self.line = self.bar.add_task(escape(what))

    def __enter__(self) -> Any:
        return self.progress

    def progress(self, done: int, of: int) -> None:
        """So many games are over."""
        self.bar.start()
        self.bar.update(self.line, completed=done, total=of)

    def __exit__(self, *_: object) -> None:
        if self.bar.live.is_started:
            self.bar.stop()


def show(line: dict[str, Any], everybody: dict[str, dict[str, Any]], new: str, as_json: bool) -> None:
    """The line to publish, or everybody's ratings in words."""
    if as_json:
        print(json.dumps(line if new else everybody))
        return
    for players, rows in everybody.items():
        screen.print(f"[b]Players: {players}[/]")
        for name, row in sorted(rows.items(), key=lambda one: -one[1]["elo"]):
            low, high = row["elo_95"]
            text = f"{row['elo']:5}  ({low} to {high})  {escape(name)}  games {row['games']}"
            screen.print(f"[b]{text}[/]" if name == new else text, soft_wrap=True)
