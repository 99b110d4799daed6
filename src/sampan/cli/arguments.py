"""What several commands are given, and where all of them write."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from sampan import games
from sampan.engine.errors import BoxError, OptionError, RecordError
from sampan.engine.game import Game
from sampan.engine.record import Record
from sampan.engine.rule import JIT
from sampan.terminal import compile_with_progress

screen = Console(highlight=False)
aside = Console(stderr=True, highlight=False)

GAME_HELP = "which game; an unknown name lists them all"
GameName = Annotated[str, typer.Argument(help=GAME_HELP)]
BoxFile = Annotated[Path | None, typer.Option("--box", help="use your own box file")]
AsJson = Annotated[bool, typer.Option("--json", help="print the result as one JSON object")]
PORT = 8765


def needing_ray(address: str | None) -> str | None:
    """Say at once where Ray is missing."""
    if address is not None:
        from sampan.lab.on_ray import require_ray

        require_ray()
    return address


OnRay = Annotated[
    str | None, typer.Option("--ray", help="play on a Ray cluster: its address, or local", callback=needing_ray)
]


def opened(name: str, box: Path | None = None) -> Game:
    """A game ready to play, compiled with a progress line where that is still to do."""
    game = games.load(name, box)
    compile_with_progress(game, aside)
    return game


def box_of(record: Record, box: Path | None = None) -> Path | None:
    """The box file to replay a record with: the one that was named, or the one it carries, once tried out."""
    if box is not None or not record.printed or record.box == games.load(record.game).box.hash:
        return box
    from sampan.boxes.checking import box_in
    from sampan.boxes.trial import admit

    try:
        printed = box_in(record.game, record.box, record.printed)
    except BoxError as error:
        raise RecordError(str(error)) from None
    with aside.status("trying out the box of this record…"):
        return admit(record.game, printed)


def interpreted_meanwhile(names: Iterable[str]) -> None:
    """Where rules of these games are not compiled yet, begin this command anew with interpreted ones: nobody waits."""
    if not JIT or all(games.load(name).compiled for name in names):
        return
    sys.stdout.flush()
    os.environ["SAMPAN_JIT"] = "later"
    command = [sys.executable, *sys.orig_argv[1:]]
    if os.name == "nt":  # where this would not wait for the other
        sys.exit(subprocess.call(command))
    os.execv(sys.executable, command)


def options_from(game: Game, words: list[str]) -> dict[str, int | str]:
    """Options as `name=value` words."""
    chosen: dict[str, int | str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            known = ", ".join(f"{option.name}={'|'.join(map(str, option.values))}" for option in game.options)
            raise OptionError(f"option {word!r}: expected name=value, of {known}")
        chosen[name] = value
    return game.resolve(chosen)
