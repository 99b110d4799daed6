"""One trainer for all targets: self-play with the net of the moment, then epochs over the replay buffer, in rounds.

A folder of nets is what a run writes into: OUT/value_net.npz or OUT/policy_net.npz, and beside it a folder named by the
targets with the checkpoint, the log and its plot.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import torch

from sampan.bots.workspace import Net, bundled, policy_net_shapes, read_net, value_net_shapes
from sampan.engine.errors import OptionError
from sampan.engine.game import Game

from . import checkpoint as checkpoints
from .checkpoint import Checkpoint, Row, named, write_log
from .comparison_targets import ComparisonTargets
from .examples import Examples, ReplayBuffer
from .files import replaced
from .learner import Learner
from .plot import plot
from .policy_targets import PolicyTargets
from .self_play import Player, Targets, jobs_of, play_round
from .settings import RECIPES, Budget, Settings
from .value_targets import ValueTargets

SOURCES: dict[str, Callable[[Game], Targets]] = {
    "value": ValueTargets, "comparison": ComparisonTargets, "policy": PolicyTargets,
}  # fmt: skip
SHAPES = {"value_net": value_net_shapes, "policy_net": policy_net_shapes}
OTHER = {"value_net": "policy_net", "policy_net": "value_net"}


class Watcher(Protocol):
    """Who is told how far a run is."""

    def doing(self, what: str, done: int, total: int) -> None:
        """Within a round."""
        ...

    def finished(self, row: Row) -> None:
        """After a round."""
        ...


@dataclass(frozen=True)
class Machine:
    """Where it runs: nothing that changes what is learned, but for rounding."""

    device: str = "cpu"
    workers: int = 1
    checkpoint_minutes: float = 2.0


class Trainer:
    """A run of training, new or resumed."""

    def __init__(self, game: Game, settings: Settings, budget: Budget, out: Path, machine: Machine) -> None:
        self.game, self.settings, self.budget, self.out, self.machine = game, settings, budget, out, machine
        self.folder, self.net = out / settings.targets, settings.recipe.net
        if machine.device == "cpu":
            torch.set_num_threads(machine.workers)
        self.learner = Learner(settings.targets, SHAPES[self.net](game), machine.device, settings.seed)
        self.rng, self.buffer = np.random.default_rng(settings.seed), ReplayBuffer(settings.window)
        self.start: Net | None = None
        self.other: Net | None = None
        self.run = self.resumed() or self.begun()
        self.buffer.tidy(self.folder / "replay")  # what was written after the checkpoint
        self.source = SOURCES[settings.targets](game)

    # ------------------------------------------------------------ new, or from a checkpoint

    def begun(self) -> Checkpoint:
        """A new run: its nets are found."""
        settings, path = self.settings, self.out / f"{self.net}.npz"
        if settings.start:
            self.start = self.started(Path(settings.start))
        elif settings.targets == "comparison":
            self.start = self.found(self.net)
            if self.start is None:
                raise OptionError(f"{self.game.name}: no value net to start from: expected --start NET")
        elif path.exists():
            raise OptionError(f"{path} already exists: expected another --out, or --start {self.out}")
        self.other = self.found(OTHER[self.net])
        return Checkpoint(asdict(settings))

    def started(self, start: Path) -> Net:
        """The net to go on from: a file, or in a folder of nets."""
        path = start / f"{self.net}.npz" if start.is_dir() else start
        if not path.exists():
            raise OptionError(f"--start {start}: expected a net, or a folder with {self.net}.npz")
        return read_net(path, SHAPES[self.net](self.game))

    def found(self, name: str) -> Net | None:
        """A net in the folder of nets, else beside the one to go on from, else the game's own."""
        shapes = SHAPES[name](self.game)
        for folder in (self.out, *([Path(self.settings.start)] if self.settings.start else [])):
            if (folder / f"{name}.npz").exists():
                return read_net(folder / f"{name}.npz", shapes)
        return bundled(self.game, f"{name}.npz", shapes) if self.settings.bundled else None

    def resumed(self) -> Checkpoint | None:
        """The run in this folder, everything as it was."""
        run = checkpoints.read(self.folder / "checkpoint.npz")
        if run is None:
            return None
        self.settings.check_same(run.settings, str(self.folder))
        self.learner.restore(run.part("learner"))
        self.other = run.part("other") or None
        self.rng.bit_generator.state = run.rng
        self.buffer.load(self.folder / "replay", run.replay)
        return run

    # ------------------------------------------------------------ rounds

    @property
    def spent(self) -> float:
        """How much of the budget is spent."""
        return self.budget.spent(self.run.minutes, self.run.games, self.run.steps)

    def train(self, watcher: Watcher) -> Checkpoint:
        """Rounds until the budget is spent."""
        self.folder.mkdir(parents=True, exist_ok=True)
        saved = time.monotonic()
        while self.spent < 1:
            self.round(watcher)
            self.write()
            done = self.spent >= 1
            if done or time.monotonic() - saved >= 60 * self.machine.checkpoint_minutes:
                self.save(done)
                saved = time.monotonic()
            watcher.finished(self.run.history[-1])
        return self.run

    def round(self, watcher: Watcher) -> None:
        """Self-play, then every example of the replay buffer once an epoch."""
        run, settings, spent, rate = self.run, self.settings, self.spent, self.settings.rate(self.spent)
        begin = time.monotonic()
        jobs = jobs_of(settings.games_per_round, (settings.seed, list(RECIPES).index(settings.targets), run.round))
        examples, held_out = play_round(
            self.source, self.player(spent), jobs, self.machine.workers,
            lambda done: watcher.doing("self-play", done, settings.games_per_round),
        )  # fmt: skip
        if not len(examples) or not len(held_out):
            raise OptionError(f"--games-per-round {settings.games_per_round}: too few to learn from: expected more")
        if run.round == 0:
            self.learner.standardize(examples.inputs)
            if self.start:
                self.learner.load(self.start)
            run.history.append(self.row(None, held_out, rate))
        self.buffer.add(run.round, examples)
        loss = self.learn(rate, watcher)
        run.round, run.games = run.round + 1, run.games + settings.games_per_round
        run.minutes += (time.monotonic() - begin) / 60
        run.history.append(self.row(loss, held_out, rate))

    def player(self, spent: float) -> Player:
        """How everybody plays now."""
        trained = self.learner.export() if self.run.steps else self.start
        value_net, policy_net = (trained, self.other) if self.net == "value_net" else (self.other, trained)
        return Player(value_net, policy_net, *self.settings.self_play(spent))

    def learn(self, rate: float, watcher: Watcher) -> float:
        """The epochs of a round, up to the budget's last step; returns the mean loss."""
        losses, settings = [], self.settings
        total = settings.epochs * sum(-(-len(lot) // settings.minibatch) for lot in self.buffer.rounds.values())
        for _ in range(settings.epochs):
            for batch in self.buffer.minibatches(settings.minibatch, self.rng):
                if self.budget.steps is not None and self.run.steps >= self.budget.steps:
                    break
                losses.append(self.learner.step(batch, rate))
                self.run.steps += 1
                if len(losses) % 20 == 0:
                    watcher.doing("learning", len(losses), total)
        return float(torch.stack(losses).mean())

    def row(self, loss: float | None, held_out: Examples, rate: float) -> Row:
        """A line of the log; a loss that is no number ends the run, whose checkpoint stays as it was."""
        validation, run = self.learner.validation(held_out, self.settings.minibatch), self.run
        for found in (validation, 0.0 if loss is None else loss):
            if not math.isfinite(found):
                raise OptionError(
                    f"round {run.round}: the loss is {found}: expected a finite number; the last checkpoint is "
                    "untouched, a lower --learning-rate in another --out may help"
                )
        return {
            "round": run.round, "minutes": round(run.minutes, 2), "games": run.games,
            "examples": sum(len(lot) for lot in self.buffer.rounds.values()), "steps": run.steps,
            "learning_rate": round(rate, 7), "loss": loss, "validation_loss": validation,
        }  # fmt: skip

    # ------------------------------------------------------------ what is written

    def write(self) -> None:
        """The net, the log and its plot."""
        with replaced(self.out / f"{self.net}.npz") as file:
            layers: dict[str, Any] = self.learner.export()
            np.savez_compressed(file, **layers)
        write_log(self.folder / "log.csv", self.run.history)
        title = f"{self.game.title}: {self.settings.targets} targets, loss"
        (self.folder / "loss.svg").write_text(plot(title, self.run.history), encoding="utf-8")

    def save(self, done: bool) -> None:
        """The checkpoint; the replay buffer of a finished run is not needed any more."""
        if done:
            self.buffer.rounds.clear()
        run, replay = self.run, self.folder / "replay"
        self.buffer.save(replay)
        run.rng, run.replay = dict(self.rng.bit_generator.state), list(self.buffer.rounds)
        run.arrays = {**named("learner", self.learner.state()), **named("other", self.other or {})}
        run.save(self.folder / "checkpoint.npz")
        self.buffer.tidy(replay)
