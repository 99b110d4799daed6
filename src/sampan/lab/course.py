"""What the lab's teachers share: what they are asked, lessons until the time is over, and slices to learn from."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from sampan.games import NAMES

SLICE = 4096
THREADS = os.cpu_count() or 1


class Lessons(Protocol):
    """Playing and learning in turns."""

    def lesson(self, games: int, tries: int, gone: float) -> float:
        """One turn, when so much of the time is gone; returns the loss."""
        ...

    def noted(self) -> str:
        """What the last turn had to learn from."""
        ...

    def save(self, out: Path) -> None:
        """Write down what was learned."""
        ...


def questions(about: str | None, games: int, tries: int, out: str) -> argparse.ArgumentParser:
    """What every teacher is asked on the command line."""
    asked = argparse.ArgumentParser(description=(about or "").splitlines()[0])
    asked.add_argument("game", choices=NAMES)
    asked.add_argument("--minutes", type=float, default=10)
    asked.add_argument("--games", type=int, default=games, help="between two lessons")
    asked.add_argument("--tries", type=int, default=tries, help="turns of which the best is played")
    asked.add_argument("--threads", type=int, default=THREADS)
    asked.add_argument("--device", choices=("cpu", "cuda"), default="cpu", help="where it learns; it plays on the CPU")
    asked.add_argument("--out", type=Path, default=Path(out))
    return asked


def arrays_on(device: str) -> Any:
    """NumPy, or CuPy for a GPU."""
    if device == "cpu":
        return np
    try:
        return importlib.import_module("cupy")
    except ImportError:
        sys.exit("--device cuda: expected CuPy, which learns on a GPU; --device cpu needs nothing")


def in_numpy(array: Any) -> np.ndarray[Any, Any]:
    """An array of NumPy's, wherever it was."""
    return np.asarray(array.get() if hasattr(array, "get") else array)


def run(lessons: Lessons, how: argparse.Namespace) -> None:
    """One lesson after another until the time is over."""
    begin, gone = time.monotonic(), 0.0
    while gone < 1:
        loss = lessons.lesson(how.games, how.tries, gone)
        lessons.save(how.out)
        gone = (time.monotonic() - begin) / (60 * how.minutes)
        print(f"{gone * how.minutes:5.1f} min: {lessons.noted()}, loss {loss:.4f}", flush=True)


def picks(sizes: list[int], dice: np.random.Generator, step: int = SLICE) -> Iterator[tuple[int, np.ndarray[Any, Any]]]:
    """Everything in lots of these sizes, in slices of this size and in any order: which lot, and which places in it."""
    orders = [dice.permutation(size) for size in sizes]
    parts = [(lot, first) for lot, size in enumerate(sizes) for first in range(0, size, step)]
    for place in dice.permutation(len(parts)):
        lot, first = parts[place]
        yield lot, orders[lot][first : first + step]
