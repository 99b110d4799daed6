"""A checkpoint: all that a killed run goes on from, in one file without pickles; and the log made of it."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from sampan.bots.workspace import Net
from sampan.engine.errors import OptionError

from .files import replaced

FORMAT = 1
META = "run"
COLUMNS = ("round", "minutes", "games", "examples", "steps", "learning_rate", "loss", "validation_loss")
Row = dict[str, Any]


@dataclass
class Checkpoint:
    """Where a run stands."""

    settings: dict[str, Any]
    round: int = 0
    games: int = 0
    steps: int = 0
    minutes: float = 0.0
    rng: dict[str, Any] = field(default_factory=dict)
    replay: list[int] = field(default_factory=list)  # the rounds in the replay buffer
    history: list[Row] = field(default_factory=list)  # the log, row by row
    arrays: Net = field(default_factory=dict)

    def save(self, path: Path) -> None:
        """Write it, whole or not at all."""
        meta = {**asdict(self), "format": FORMAT}
        del meta["arrays"]
        arrays: dict[str, Any] = {META: np.frombuffer(json.dumps(meta).encode(), np.uint8), **self.arrays}
        with replaced(path) as file:
            np.savez(file, **arrays)

    def part(self, name: str) -> Net:
        """The arrays whose names begin so, without that."""
        return {key.removeprefix(f"{name}/"): layer for key, layer in self.arrays.items() if key.startswith(f"{name}/")}


def named(name: str, arrays: Net) -> Net:
    """Arrays as a part of a checkpoint."""
    return {f"{name}/{key}": array for key, array in arrays.items()}


def read(path: Path) -> Checkpoint | None:
    """The checkpoint in this file; nothing where there is no file."""
    if not path.exists():
        return None
    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            meta = json.loads(file[META].tobytes())
            arrays = {name: file[name] for name in file.files if name != META}
        if meta.pop("format") != FORMAT:
            raise ValueError("written by another version")
        return Checkpoint(**meta, arrays=arrays)
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile) as error:
        raise OptionError(f"{path}: cannot be read: {error}: expected a checkpoint of sampan train") from None


def write_log(path: Path, history: list[Row]) -> None:
    """The log as CSV, one line a round."""
    text = io.StringIO(newline="")
    lines = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    lines.writeheader()
    lines.writerows(history)
    with replaced(path) as file:
        file.write(text.getvalue().encode())
