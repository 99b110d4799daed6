"""Statistics of many games between bots of one level, of which each is played once and kept."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from sampan import __version__, games
from sampan.engine.errors import OptionError
from sampan.engine.game import Game

from .arena import players
from .counting import Counts, by_number, collect, counts_of, made_with
from .match import Match, played
from .shares import counts, sources
from .stats_chart import plots

LEVELS = ("club", "expert")
KIND, FORMAT = "sampan_stats", 1
NUMBERS = re.compile(r"\[[-\d.,\s]+\]")  # a list of numbers takes one line


def stats(
    name: str,
    games_of: dict[str, int],
    folder: Path,
    seed: int = 0,
    workers: int | None = 1,
    ray: str | None = None,
    command: str = "",
    progress: Callable[[str, int], None] = lambda level, done: None,
) -> dict[str, Any]:
    """So many games of each level, those kept in the folder included; what they say."""
    game = countable(name)
    made = made_with(game, KIND, FORMAT)
    played_by = {
        level: collect(
            planned(game, level, number, seed), folder / f"{level}.jsonl", {**made, "level": level, "seed": seed},
            players(workers, ray, play_and_count), partial(progress, level),
        )
        for level, number in games_of.items()
        if number
    }  # fmt: skip
    return {
        **{key: made[key] for key in ("game", "rules", "box", "nets")},
        "version": __version__,
        "date": time.strftime("%Y-%m-%d"),
        "command": command,
        "games": {level: len(lines) for level, lines in played_by.items()},
        "players": {level: by_number(lines) for level, lines in played_by.items()},
        "groups": counts(game, played_by),
        "sources": sources(game, played_by),
    }


def countable(name: str) -> Game:
    """The game, if it says what can be counted."""
    game = games.load(name)
    if game.definition.counted is None:
        raise OptionError(f"{name}: expected a game that says what to count (`counted` of its definition)")
    return game


def save(game: Game, figures: dict[str, Any], folder: Path) -> None:
    """The figures as JSON, and a plot of each group."""
    text = NUMBERS.sub(lambda found: " ".join(found[0].split()), json.dumps(figures, indent=1))
    (folder / "statistics.json").write_text(text + "\n", encoding="utf-8")
    for name, plot in plots(game, figures).items():
        (folder / f"{name}.svg").write_text(plot, encoding="utf-8")


# ---------------------------------------------------------------- playing


def planned(game: Game, level: str, number: int, seed: int) -> list[Match]:
    """So many games: the tables that the game names, in turn, all seats of one level."""
    assert game.definition.counted is not None
    tables = [game.resolve(options) for options in game.definition.counted.tables]
    return [
        Match(k, game.name, None, options, (level,) * int(options["players"]), seed + k)
        for k, options in ((k, tables[k % len(tables)]) for k in range(number))
    ]


def play_and_count(match: Match) -> Counts:
    """Play one game and count what its seats had."""
    game = games.load(match.game)
    assert game.definition.counted is not None
    line, end = played(game, match)
    return counts_of(game, match, end, game.definition.counted.had(game, line, end))
