"""`sampan play`: the text table, perhaps with a server beside it."""

from __future__ import annotations

import getpass
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.prompt import Prompt

from sampan import bots, games
from sampan.compiling.beside import compiling_beside
from sampan.compiling.parts import all_parts, missing_parts
from sampan.compiling.readiness import Readiness
from sampan.engine.errors import OptionError
from sampan.engine.files import writable
from sampan.engine.record import read_record
from sampan.engine.rule import MODE
from sampan.terminal import Meanwhile, new_table, resumed_table

from .arguments import GAME_HELP, PORT, BoxFile, aside, box_of, interpreted_meanwhile, options_from, screen

LONGEST_NAME = 40


def play(
    game: Annotated[str | None, typer.Argument(help=GAME_HELP)] = None,
    option: Annotated[list[str] | None, typer.Option("--option", "-o", help="an option as name=value")] = None,
    players: Annotated[int | None, typer.Option(help="number of players")] = None,
    name: Annotated[list[str] | None, typer.Option(help="name of a player at this keyboard; repeat for more")] = None,
    bot: Annotated[str, typer.Option(help="bot for the other seats: a level or another bot")] = bots.USUAL,
    seed: Annotated[int | None, typer.Option(help="deal the same game again")] = None,
    box: BoxFile = None,
    record: Annotated[Path | None, typer.Option(help="where to save the game")] = None,
    resume: Annotated[Path | None, typer.Option(help="continue the game saved in this file")] = None,
    with_server: Annotated[bool, typer.Option("--serve", help="also serve tables to browsers")] = False,
) -> None:
    """Play in the terminal, against bots or with friends at one keyboard."""
    people = [checked_name(one) for one in name or [default_name()]]
    if record is not None:
        writable(record, "--record")
    loaded = None if resume is None else read_record(resume)
    named = loaded.game if loaded is not None else game
    interpreted_meanwhile(games.names() if with_server or named is None else [named])
    missing = all_parts() if MODE == "later" else missing_parts()
    with compiling_beside(missing) as folder, serving(with_server, folder) as served:
        meanwhile = Meanwhile(Readiness(folder), box)
        if loaded is not None and resume is not None:
            meanwhile = meanwhile._replace(box=box_of(loaded, box))
            found = games.load(loaded.game, meanwhile.box)
            resumed_table(found, loaded, resume, people, bot, screen, meanwhile).run(served)
            return
        chosen: dict[str, int | str] = {}
        if game is None:
            game = games.names()[0]
            if sys.stdin.isatty():
                if len(games.names()) > 1:
                    game = Prompt.ask("Which game", choices=list(games.names()), default=game, console=screen)
                if option is None and players is None:
                    chosen = asked_options(game)
        meanwhile.readiness.want(game, bot)
        found = games.load(game, box)
        chosen |= options_from(found, option or []) if option else {}
        if players is not None:
            chosen["players"] = players
        new_table(found, chosen, seed, people, bot, record, screen, meanwhile).run(served)


def asked_options(name: str) -> dict[str, int | str]:
    """Ask a person for the first option by itself and for the others in one line; Enter takes what is usual."""
    game = games.load(name)
    first, others = game.options[0], game.options[1:]
    values = [str(value) for value in first.values]
    chosen = {first.name: Prompt.ask(first.meaning.capitalize(), choices=values, default=values[0], console=screen)}
    if not others:
        return dict(chosen)
    for option in others:
        screen.print(f"  {option.name}={'|'.join(map(str, option.values))}  [dim]{escape(option.meaning)}[/]")
    while True:
        words = Prompt.ask("Other options as name=value (Enter for the defaults)", default="", console=screen)
        try:
            return options_from(game, [f"{first.name}={chosen[first.name]}", *words.split()])
        except OptionError as error:
            screen.print(f"[red]{escape(str(error))}[/]")


@contextmanager
def serving(wanted: bool, compiling: str) -> Iterator[str]:
    """Serve tables for as long as this lasts, in a process of their own; gives the line that says where."""
    if not wanted:
        yield ""
        return
    from sampan.server.background import Background
    from sampan.server.database import ServeError
    from sampan.server.serve import bound
    from sampan.server.settings import Settings

    try:
        settings = Settings(log_level="warning", compiling=compiling)
        server = Background(settings, bound("127.0.0.1", PORT, or_next=True))
        server.start()
    except ServeError as error:
        aside.print(f"[yellow]Could not start the server: {escape(str(error))}[/]", soft_wrap=True)
        yield ""
        return
    line = f"Open {server.address} in a browser to play there, or play here; both work until you quit."
    screen.print(line, soft_wrap=True)
    try:
        yield line
    finally:
        server.stop()


def checked_name(name: str) -> str:
    """What a person is called, in characters that can be shown."""
    if not name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
        raise OptionError(f"--name {name[:60]!r}: expected 1 to {LONGEST_NAME} printable characters")
    return name


def default_name() -> str:
    """What to call the person at the keyboard."""
    try:
        return getpass.getuser().capitalize()
    except (KeyError, OSError):
        return "Guest"
