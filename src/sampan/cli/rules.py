"""`sampan check`, `features`, `compile` and `box check`: a game's rules and what is printed in its box."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Annotated

import typer

from sampan import games
from sampan.boxes.checking import game_of
from sampan.compiling.parts import compile_part, missing_parts
from sampan.engine.box import tables_in
from sampan.engine.check import LOOK_EVERY
from sampan.engine.check import check as check_kit
from sampan.engine.faults import refusal

from .arguments import AsJson, GameName, aside, screen


def check(
    game: GameName,
    number: Annotated[int, typer.Option("--games", min=1, help="games for each combination of options")] = 1,
    seed: Annotated[int, typer.Option(min=0, help="the first game's seed")] = 0,
    every: Annotated[int, typer.Option(min=1, help="decisions between the slower checks")] = LOOK_EVERY,
    as_json: AsJson = False,
) -> None:
    """Run the test kit on a game: whole games in every combination of options."""
    ready = games.load(game)  # compiles on the way, and nothing but what it plays with
    with aside.status("checking…") as status:
        report = check_kit(
            ready, number, seed, progress=lambda done: status.update(f"checking, games: {done}"), every=every
        )
    result = {
        "game": game,
        "games": report.games,
        "decisions": report.decisions,
        "fingerprint": report.fingerprint,
        "kinds": dict(report.kinds),
        "reasons": dict(report.reasons),
    }
    if as_json:
        print(json.dumps(result))
    else:
        screen.print(
            f"no faults; games: {report.games}, decisions: {report.decisions}, fingerprint: {report.fingerprint}"
        )


def features(game: GameName) -> None:
    """Print the meaning of every number a learning agent sees, as a Markdown table."""
    from sampan.envs.features import table

    print(table(games.load(game)), end="")


def compile_all(
    game: Annotated[str | None, typer.Argument(help="which game; all of them if omitted")] = None,
) -> None:
    """Compile rules and bots now, so that nobody waits later."""
    if game is not None:
        games.definition(game)
    missing = [part for part in missing_parts() if game in (None, part.game)]
    for place, part in enumerate(missing, 1):
        what = f"{games.definition(part.game).title}: {part.kind} ({place} of {len(missing)})"
        start = time.monotonic()
        with aside.status(f"Preparing {what}"):
            compile_part(part)
        aside.print(f"Prepared {what} in {time.monotonic() - start:.0f} s")


def box_check(
    file: Annotated[Path, typer.Argument(help="a box in TOML")],
    game: Annotated[str | None, typer.Option(help="which game it is for, if the file does not show it")] = None,
) -> None:
    """Check a box file and draw it."""
    looks_like = game or game_of(tables_in(file))
    if not looks_like:
        raise refusal("box_no_game", before=f"{file.name}: ")
    found = games.definition(looks_like)
    screen.print(found.draw_box(found.read_box(file)))
    screen.print(f"{file.name}: valid: a box of {found.title}")
