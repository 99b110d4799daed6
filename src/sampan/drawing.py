"""A table as text, where there is no board to draw it on: environments, and a page that does not know the game."""

from __future__ import annotations

import io

from rich.console import Console

from sampan.engine.game import SPECTATOR, Game, State

WIDE = 140


def drawn(game: Game, state: State, seat: int = SPECTATOR, language: str = "en", wide: int = WIDE) -> str:
    """The whole table as this seat sees it; people go by their numbers."""
    names = {other: f"#{other + 1}" for other in range(int(state.players[0]))}
    console = Console(width=wide, file=io.StringIO())
    with console.capture() as caught:
        console.print(game.definition.draw(game, state, seat, game.words(language, names)))
    return caught.get()
