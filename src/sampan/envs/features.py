"""What each number of a game's features means, as a table: `sampan features GAME` prints it."""

from __future__ import annotations

import re
import tomllib
from fnmatch import fnmatchcase
from itertools import groupby

from sampan.engine.errors import OptionError
from sampan.engine.game import Game


def meanings(game: Game) -> dict[str, str]:
    """What every feature means, by its name; the first pattern that fits says it."""
    patterns = tomllib.loads((game.definition.folder / "features.toml").read_text(encoding="utf-8"))
    found = {}
    for name in game.feature_names:
        said = next((meaning for pattern, meaning in patterns.items() if fnmatchcase(name, pattern)), None)
        if said is None:
            raise OptionError(f"{game.name}: feature {name!r}: expected its meaning in features.toml")
        found[name] = said
    return found


def last_number_off(name: str) -> str:
    """A name without the number it ends in: those alike are written as one row."""
    return re.sub(r"\d+$", "", name)


def table(game: Game) -> str:
    """One row for each run of features that differ in their last number alone."""
    said = meanings(game)
    rows = [f"# What a seat of {game.title} sees", ""]
    rows.append(f"{len(said)} numbers. Player 0 is the seat that sees them, player 1 the next one around the table.")
    rows += ["Everything is made from the hidden state alone.", ""]
    rows += ["| place | feature | meaning |", "|---|---|---|"]
    numbered = list(enumerate(game.feature_names))
    for _, run in groupby(numbered, key=lambda entry: (last_number_off(entry[1]), said[entry[1]])):
        same = list(run)
        (first, name), (last, until) = same[0], same[-1]
        if first == last:
            rows.append(f"| {first} | `{name}` | {said[name]} |")
        else:
            rows.append(f"| {first}-{last} | `{name}` to `{until}` | {said[name]} |")
    return "\n".join(rows) + "\n"
