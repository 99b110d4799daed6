"""The one command: `sampan`. Here is what it can be asked for; each file has the commands of one kind."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from sampan import __version__, games
from sampan.engine.errors import SampanError
from sampan.engine.rule import MODE
from sampan.lab.train.command import train

from . import measure, operate, play, records, rules, serve

app = typer.Typer(no_args_is_help=True, add_completion=False, help="A table for modern board games.")
box_app = typer.Typer(no_args_is_help=True, help="Boxes: what is printed, as a file of figures.")

for command in (
    play.play, serve.serve, measure.bench, measure.arena, train,
    records.replay, records.verify, rules.check, rules.features, operate.backup, operate.restore,
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
        bool, typer.Option("--version", callback=say_version, is_eager=True, help="say which it is")
    ] = False,
) -> None:
    """A table for modern board games."""
    for line in games.refused() if MODE != "later" else ():  # which has been said before
        print(f"sampan: {line}", file=sys.stderr)


def main() -> None:
    """Run the command; what goes wrong is one line."""
    try:
        app()
    except SampanError as error:
        print(f"sampan: {error}", file=sys.stderr)
        sys.exit(error.exit_code)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(141)
