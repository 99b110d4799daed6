"""`sampan balance`: how fair a game is, and a fairer box where its figures are not the printed ones."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.progress import MofNCompleteColumn, Progress

from sampan.engine.errors import OptionError
from sampan.engine.files import writable

from .arguments import AsJson, BoxFile, GameName, OnRay, aside, opened, screen

if TYPE_CHECKING:
    from sampan.lab.balance import Asked

MOST_GAMES = 1_000_000
GAMES, SEARCH_GAMES = 1000, 240


def balance(
    game: GameName,
    box: BoxFile = None,
    players: Annotated[int | None, typer.Option(help="number of players; all there are, in turn, if omitted")] = None,
    bot: Annotated[str, typer.Option(help="bot in every seat; with --tune: who confirms")] = "expert",
    number: Annotated[
        int | None, typer.Option("--games", min=1, max=MOST_GAMES, help="games; with --tune: of a box, at most")
    ] = None,
    ray: OnRay = None,
    html: Annotated[Path | None, typer.Option(help="also save the report as one HTML page here")] = None,
    folder: Annotated[
        Path | None, typer.Option("--out", help="save games and figures here; resume if they exist")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="seed of the first game")] = 0,
    workers: Annotated[int | None, typer.Option(min=1, help="processes; one per core if omitted")] = None,
    tune: Annotated[
        str | None, typer.Option(help="look for a fairer box: which figures to change; a wrong word lists all")
    ] = None,
    quick: Annotated[str, typer.Option(help="--tune: bot that plays while searching")] = "club",
    steps: Annotated[int, typer.Option(min=1, max=1000, help="--tune: steps of the search")] = 8,
    boxes: Annotated[int, typer.Option(min=1, max=100, help="--tune: boxes tried at each step")] = 7,
    confirm: Annotated[int, typer.Option(min=0, max=MOST_GAMES, help="--tune: games that confirm each box")] = 100,
    as_json: AsJson = False,
) -> None:
    """Measure how fair a game is: bots play themselves, with seats, clans and more rotated."""
    from sampan.lab.balance import Asked

    place = folder or Path(f"sampan-balance-{game}")
    title = opened(game, box).title
    asked = Asked(game, bot, number or (SEARCH_GAMES if tune else GAMES), seed, players, str(box) if box else None)
    asked.check()
    if tune is None:
        figures, lines = measured(asked, title, place, workers, ray, html)
    elif html is not None:
        raise OptionError("--html: expected without --tune; `sampan balance --box` then reports the box it found")
    else:
        figures, lines = searched(asked, (tune, quick, steps, boxes, confirm), place, workers, ray)
    (place / "balance.json").write_text(json.dumps(figures, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    if as_json:
        print(json.dumps(figures, ensure_ascii=False))
        return
    for line in lines:
        screen.print(line, soft_wrap=True, markup=False)


def measured(
    asked: Asked, title: str, place: Path, workers: int | None, ray: str | None, html: Path | None
) -> tuple[dict[str, Any], list[str]]:
    """A report: its figures and its lines."""
    from sampan.lab import balance as lab
    from sampan.lab.balance_page import as_html, as_text

    if html is not None:
        writable(html, "--html")
    writable(place / "balance.json", "--out")
    with counted(asked.game, asked.number) as progress:
        figures = lab.balance(asked, place, workers, ray, told(asked), progress)
    if html is not None:
        html.write_text(as_html(figures, title), encoding="utf-8")
    return figures, [*as_text(figures), f"Saved in {place}: games.jsonl and balance.json"]


def searched(
    asked: Asked, how: tuple[str, str, int, int, int], place: Path, workers: int | None, ray: str | None
) -> tuple[dict[str, Any], list[str]]:
    """A search for a fairer box: its figures and its lines."""
    from sampan.lab.tuning import Search, tunable, tuned

    search = Search(asked, *how)
    tunable(search)  # before a folder is made
    writable(place / "balance.json", "--out")
    found = tuned(search, place, workers, ray, lambda line: aside.print(line, soft_wrap=True, markup=False))
    return found.figures, found.told()


@contextmanager
def counted(what: str, number: int) -> Iterator[Callable[[int], None]]:
    """A bar that counts games, once they begin: until then there may be something to refuse."""
    bar = Progress(*Progress.get_default_columns(), MofNCompleteColumn(), console=aside)
    line = bar.add_task(what, total=number)

    def progress(done: int) -> None:
        bar.start()
        bar.update(line, completed=done)

    try:
        yield progress
    finally:
        if bar.live.is_started:
            bar.stop()


def told(asked: Asked) -> str:
    """The command that plays the same games."""
    words: list[Any] = ["sampan balance", asked.game, "--bot", asked.bot, "--games", asked.number]
    words += ["--box", Path(asked.box).name] if asked.box else []
    words += ["--players", asked.players] if asked.players else []
    words += ["--seed", asked.seed] if asked.seed else []
    return " ".join(map(str, words))
