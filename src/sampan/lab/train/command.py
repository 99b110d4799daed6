"""`sampan train`: what is asked, progress while it runs, and where the net is."""

from __future__ import annotations

import json
import os
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from sampan import games
from sampan.bots.workspace import input_count
from sampan.engine.errors import OptionError
from sampan.engine.game import Game
from sampan.terminal import compile_with_progress

from .checkpoint import Row
from .settings import LEARNING_RATE, RECIPES, Budget, Settings

if TYPE_CHECKING:
    from .trainer import Trainer

screen = Console(highlight=False, markup=False)
aside = Console(stderr=True, highlight=False, markup=False)


class TargetsName(StrEnum):
    """Where examples come from."""

    value = "value"
    comparison = "comparison"
    policy = "policy"


class Device(StrEnum):
    """Where a net learns."""

    cpu = "cpu"
    cuda = "cuda"


class Screen:
    """Shows a run's progress: a line that moves, and one that stays for every round."""

    def __init__(self, console: Console) -> None:
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        self.console, self.progress = console, Progress(*columns, console=console, transient=True)
        self.line = self.progress.add_task("starting", total=None)

    def doing(self, what: str, done: int, total: int) -> None:
        """Within a round."""
        self.progress.update(self.line, description=what, completed=done, total=total)

    def finished(self, row: Row) -> None:
        """After a round."""
        self.console.print(
            f"round {row['round']}  {row['minutes']:.1f} min  games {row['games']:,}  examples {row['examples']:,}  "
            f"steps {row['steps']:,}  loss {row['loss']:.4f}  validation {row['validation_loss']:.4f}", soft_wrap=True,
        )  # fmt: skip


def train(
    game: Annotated[str, typer.Argument(help=f"the game: {', '.join(games.names())}")],
    targets: Annotated[
        TargetsName,
        typer.Option(help="what to learn: who won (value), which turn was better (comparison), which moves (policy)"),
    ] = TargetsName.value,
    out: Annotated[Path | None, typer.Option(help="folder for the nets; sampan-train/GAME if omitted")] = None,
    minutes: Annotated[float | None, typer.Option(help="stop after this many minutes")] = None,
    number: Annotated[int | None, typer.Option("--games", help="stop after this many games of self-play")] = None,
    steps: Annotated[int | None, typer.Option(help="stop after this many optimizer steps")] = None,
    start: Annotated[Path | None, typer.Option(help="start from this net, or from the one in this folder")] = None,
    bundled: Annotated[bool, typer.Option(help="where a net is missing, play with the game's own net")] = True,
    device: Annotated[Device, typer.Option(help="where the net learns; games are played on the CPU")] = Device.cpu,
    workers: Annotated[int | None, typer.Option(min=1, help="threads; one per core if omitted")] = None,
    seed: Annotated[int, typer.Option(min=0, help="the same seed and number of steps train the same net")] = 0,
    games_per_round: Annotated[int | None, typer.Option(help="games of self-play per round")] = None,
    samples: Annotated[int | None, typer.Option(help="turns sampled per decision; the best is played")] = None,
    epochs: Annotated[int, typer.Option(help="passes over the replay buffer per round")] = 1,
    window: Annotated[int | None, typer.Option(help="rounds kept in the replay buffer")] = None,
    minibatch: Annotated[int | None, typer.Option(help="examples per optimizer step")] = None,
    learning_rate: Annotated[float | None, typer.Option(help="initial learning rate; it decays to a twentieth")] = None,
    checkpoint_minutes: Annotated[float, typer.Option(min=0, help="minutes between checkpoints")] = 2.0,
    as_json: Annotated[bool, typer.Option("--json", help="print the result as one JSON object")] = False,
) -> None:
    """Train a game's value net or policy net by self-play; run the same command again to resume an interrupted run."""
    ready, recipe, goes_on = games.load(game), RECIPES[targets], start is not None or targets == "comparison"
    settings = Settings(
        game, str(targets), input_count(ready), seed, "" if start is None else str(start), bundled,
        games_per_round=recipe.games_per_round if games_per_round is None else games_per_round,
        samples=recipe.samples if samples is None else samples, epochs=epochs,
        window=recipe.window if window is None else window,
        minibatch=recipe.minibatch if minibatch is None else minibatch,
        learning_rate=(LEARNING_RATE / (2 if goes_on else 1)) if learning_rate is None else learning_rate,
    )  # fmt: skip
    budget = Budget(minutes, number, steps)
    require_torch()
    from .trainer import Machine, Trainer

    machine = Machine(str(device), workers or os.cpu_count() or 1, checkpoint_minutes)
    compile_with_progress(ready, aside)
    trainer = Trainer(ready, settings, budget, out or Path("sampan-train") / game, machine)
    report(trainer, ready, as_json)


def report(trainer: Trainer, game: Game, as_json: bool) -> None:
    """Train, and say what came of it."""
    if trainer.run.round:
        aside.print(f"resuming after round {trainer.run.round} in {trainer.folder}", soft_wrap=True)
    shown = Screen(aside)
    with shown.progress:
        run = trainer.train(shown)
    net, first, last = trainer.out / f"{trainer.net}.npz", run.history[0], run.history[-1]
    if as_json:
        figures: dict[str, Any] = {"game": game.name, "net": str(net), "first": first, "last": last}
        print(json.dumps(figures))
        return
    screen.print(
        f"{net}: rounds {run.round}, games {run.games:,}, steps {run.steps:,}, in {run.minutes:.1f} min; "
        f"validation loss {first['validation_loss']:.4f} -> {last['validation_loss']:.4f}; "
        f"log.csv and loss.svg are in {trainer.folder}",
        soft_wrap=True,
    )  # fmt: skip


def require_torch() -> None:
    """Training needs an extra; everything else does without."""
    try:
        import torch  # noqa: F401
    except ImportError:
        raise OptionError("training needs PyTorch, which is not installed: pip install 'sampan[learn]'") from None
