"""Training examples, and the replay buffer that holds those of the last rounds of self-play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from .files import replaced

Rows = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Examples:
    """What a net is shown and what it should answer, one example a row of `targets`.

    Value targets: the share of the win, (n,). Comparison targets: (positions, turns, 2). Policy targets: the move made.
    """

    inputs: Rows
    targets: Rows
    legal: Rows | None = None  # policy: the moves it was chosen from, one bit each
    position: Rows | None = None  # policy: the row of `inputs`; several moves are made from one position

    def __len__(self) -> int:
        return len(self.targets)

    def minibatch(self, chosen: Rows) -> Examples:
        """Some of them, with a row of inputs for each."""
        rows = chosen if self.position is None else self.position[chosen]
        return Examples(
            self.inputs[rows], self.targets[chosen], None if self.legal is None else self.legal[chosen]
        )  # fmt: skip

    def save(self, path: Path) -> None:
        """Write them down, whole or not at all."""
        arrays = {field.name: getattr(self, field.name) for field in fields(self)}
        with replaced(path) as file:
            np.savez(file, **{name: array for name, array in arrays.items() if array is not None})

    @classmethod
    def load(cls, path: Path) -> Examples:
        """Read them again."""
        with np.load(path, allow_pickle=False) as file:
            return cls(**{name: file[name] for name in file.files})


def joined(parts: Sequence[Examples]) -> Examples:
    """All of them in one."""
    inputs, targets = (np.concatenate([getattr(part, name) for part in parts]) for name in ("inputs", "targets"))
    if parts[0].position is None:
        return Examples(inputs, targets)
    first = np.cumsum([0, *(len(part.inputs) for part in parts[:-1])], dtype=np.int32)
    moved = [part.position + start for part, start in zip(parts, first, strict=True) if part.position is not None]
    legal = [part.legal for part in parts if part.legal is not None]
    return Examples(inputs, targets, np.concatenate(legal), np.concatenate(moved))


class ReplayBuffer:
    """The examples of the last few rounds of self-play, by the number of the round."""

    def __init__(self, window: int) -> None:
        self.window = window
        self.rounds: dict[int, Examples] = {}

    def add(self, number: int, examples: Examples) -> None:
        """One round more; the oldest goes where there are too many."""
        self.rounds[number] = examples
        while len(self.rounds) > self.window:
            del self.rounds[min(self.rounds)]

    def minibatches(self, size: int, rng: np.random.Generator) -> Iterator[Examples]:
        """One epoch: every example once, in any order; a minibatch is of one round."""
        lots = list(self.rounds.values())
        orders = [rng.permutation(len(lot)) for lot in lots]
        parts = [(lot, first) for lot, order in enumerate(orders) for first in range(0, len(order), size)]
        for place in rng.permutation(len(parts)):
            lot, first = parts[place]
            yield lots[lot].minibatch(orders[lot][first : first + size])

    def save(self, folder: Path) -> None:
        """Write down the rounds that are not there yet."""
        for number, examples in self.rounds.items():
            if not file_of(folder, number).exists():
                folder.mkdir(exist_ok=True)
                examples.save(file_of(folder, number))

    def tidy(self, folder: Path) -> None:
        """Delete what was written of rounds that are no longer held."""
        wanted = {file_of(folder, number) for number in self.rounds}
        for path in folder.glob("round-*") if folder.is_dir() else ():
            if path not in wanted:
                path.unlink()
        if folder.is_dir() and not wanted:
            folder.rmdir()

    def load(self, folder: Path, numbers: Sequence[int]) -> None:
        """The rounds of these numbers, as they were written."""
        for number in numbers:
            self.add(number, Examples.load(file_of(folder, number)))


def file_of(folder: Path, number: int) -> Path:
    """Where a round's examples are written."""
    return folder / f"round-{number:06}.npz"
