"""A table as text, for environments that are asked to render."""

from __future__ import annotations

import io

from rich.console import Console

from sampan.engine.game import SPECTATOR, Game, State

WIDE = 140


def drawn(game: Game, state: State, seat: int = SPECTATOR) -> str:
    """The whole table as this seat sees it."""
    console = Console(width=WIDE, file=io.StringIO())
    with console.capture() as caught:
        console.print(game.definition.draw(game, state, seat, game.words()))
    return caught.get()
