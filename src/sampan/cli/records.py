"""`sampan replay` and `sampan verify`: games that were played."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape

from sampan import games
from sampan.engine import record
from sampan.engine.errors import OptionError, SampanError
from sampan.engine.game import EVERYBODY, SPECTATOR
from sampan.terminal import score_sheet
from sampan.trackers import KINDS, exported, play_of

from .arguments import AsJson, BoxFile, box_of, interpreted_meanwhile, screen


def replay(
    file: Annotated[Path, typer.Argument(help="a game record")],
    at: Annotated[int | None, typer.Option(help="show the table after this many moves")] = None,
    seat: Annotated[int, typer.Option(help="show what this seat sees, 1 for the first; 0 for a spectator")] = 0,
    export: Annotated[
        str | None, typer.Option(help=f"print the finished game for a play tracker instead: {', '.join(KINDS)}")
    ] = None,
    box: BoxFile = None,
) -> None:
    """Show a recorded game: its log, and the table at the end or after any move."""
    loaded = record.read_record(file)
    interpreted_meanwhile([loaded.game])
    game = games.load(loaded.game, box_of(loaded, box))
    if export is not None:
        sys.stdout.write(exported(play_of(game, loaded), export))
        return
    named = {seat: f"Seat {seat + 1}" for seat in range(game.definition.most_seats)}
    words = game.words(seats=named | dict(enumerate(loaded.names)))
    seats = int(next(record.replay(game, loaded))[2].players[0])
    if not 0 <= seat <= seats:
        raise OptionError(f"--seat {seat}: expected 0..{seats}")
    if at is not None and not 0 <= at <= len(loaded.moves):
        raise OptionError(f"--at {at}: expected 0..{len(loaded.moves)}, the moves of this record")
    for line in came_from(loaded):
        screen.print(line, style="dim", highlight=False)
    before = last = None
    for ply, move, state in record.replay(game, loaded):
        if before is not None and at is None:
            log = "; ".join(words.say(message) for message in game.narrate(before, move, state))
            screen.print(f"[dim]{ply:>4}[/] [b]{loaded.moves[ply - 1]}[/]  {escape(log)}", soft_wrap=True)
        before = last = game.copy(state)
        if ply == at:
            break
    assert last is not None
    screen.print(game.definition.draw(game, last, seat - 1 if seat else SPECTATOR, words))
    screen.print(score_sheet(game, last, words))


def came_from(loaded: record.Record) -> list[str]:
    """The games that a branch left, in words."""
    lines = []
    for origin in loaded.origins:
        what = (
            "what nobody had seen"
            if origin.known_to == EVERYBODY
            else f"what seat {origin.known_to + 1} could not know"
        )
        table = f" of table {escape(origin.table)}" if origin.table else ""
        lines.append(f"A branch of a game{table} after move {len(origin.moves)}: {what} is drawn again from there.")
    return lines


def verify(
    file: Annotated[Path, typer.Argument(help="a game record")],
    box: BoxFile = None,
    as_json: AsJson = False,
) -> None:
    """Check a game record: replay every move and compare every checksum."""
    try:
        loaded = record.read_record(file)
        interpreted_meanwhile([loaded.game])
        game = games.load(loaded.game, box_of(loaded, box))
        state = record.verify(game, loaded)
    except SampanError as error:
        if as_json:
            print(json.dumps({"file": str(file), "ok": False, "move": getattr(error, "ply", None), "why": str(error)}))
        named = str(error) if str(error).startswith((str(file), file.name)) else f"{file.name}: {error}"
        print(f"sampan: {named}", file=sys.stderr)
        raise typer.Exit(error.exit_code) from None
    result: dict[str, Any] = {
        "file": str(file),
        "ok": True,
        "game": game.name,
        "moves": len(loaded.moves),
        "over": game.over(state),
        "scores": game.scores(state),
        "origins": [len(origin.moves) for origin in loaded.origins],
    }
    if as_json:
        print(json.dumps(result))
    else:
        end = "over" if result["over"] else "not over yet"
        for line in came_from(loaded):
            screen.print(line, highlight=False)
        screen.print(f"{file.name}: valid: {game.title}, moves: {len(loaded.moves)}, {end}, scores: {result['scores']}")
