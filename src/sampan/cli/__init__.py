"""The one command: `sampan`. Here is what it can be asked for; each file has the commands of one kind."""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress
from typing import Annotated

import typer
from typer.exceptions import TyperException

from sampan import __version__, games
from sampan.engine.errors import SampanError
from sampan.engine.rule import MODE
from sampan.lab.train.command import train

from . import balance, ladder, learn, measure, operate, play, puzzles, records, rules, selfplay, serve

app = typer.Typer(no_args_is_help=True, add_completion=False, help="A table for modern board games.")
box_app = typer.Typer(no_args_is_help=True, help="Boxes: everything printed in a game, as a data file.")

for command in (
    play.play, serve.serve, measure.bench, measure.arena, ladder.ladder, measure.stats, balance.balance, train,
    records.replay, records.verify, learn.review, learn.calibrate, puzzles.puzzles, selfplay.selfplay,
    rules.check, rules.features, operate.backup, operate.restore,
):  # fmt: skip
    app.command()(command)
app.command(name="compile")(rules.compile_all)
app.add_typer(box_app, name="box")
app.add_typer(operate.admin, name="admin")
box_app.command(name="check")(rules.box_check)


def say_version(wanted: bool) -> None:
    """Answer `sampan --version`."""
    if wanted:
        print(f"sampan {__version__}")
        raise typer.Exit


@app.callback()
def say_what_is_refused(
    version: Annotated[
        bool, typer.Option("--version", callback=say_version, is_eager=True, help="show the version and exit")
    ] = False,
) -> None:
    """A table for modern board games."""
    for line in games.refused() if MODE != "later" else ():  # which has been said before
        print(f"sampan: {line}", file=sys.stderr)


def main() -> None:
    """Run the command; what goes wrong is one line."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without a letter shows a question mark
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115
    sys.exit(exit_code())


def exit_code() -> int:
    """What a command ends with: 0, or what the first thing wrong asks for."""
    try:
        code = app(prog_name="sampan", standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
    except SampanError as error:
        return complained(str(error), error.exit_code)
    except TyperException as error:
        return complained(wrong_words(error), 2)
    except BrokenPipeError:
        return left_alone()
    except OSError as error:
        where = f"{error.filename}: " if error.filename is not None else ""
        return complained(f"{where}{error.strerror or error}", 2)
    except (KeyboardInterrupt, typer.Abort):
        return complained("", 130)
    return code if isinstance(code, int) else 0


def complained(line: str, code: int) -> int:
    """Say in one line what went wrong, as far as anybody still listens."""
    with suppress(OSError):
        print(f"sampan: {' '.join(line.split())}" if line.strip() else "", file=sys.stderr)
    return code


def wrong_words(error: TyperException) -> str:
    """What was wrong with the words of a command, and where its right ones are listed."""
    said, context = error.format_message(), getattr(error, "ctx", None)
    return f"{said} (see {context.command_path} --help)" if said.strip() and context else said


def left_alone() -> int:
    """Whoever read our output has gone: end in silence, as a program does that a pipe's end kills."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is still to be flushed goes nowhere
    return 141
