"""The box: where fifteen checkers start."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from sampan.engine.box import Box, Wrong, read_box

from .shape import SHAPE
from .terms import BAR, CHECKERS, PLACES

BOX = np.dtype([("start", np.int8, PLACES)], align=True)


def fill(tables: dict[str, Any], record: np.recarray[Any, Any]) -> None:
    """Pack the start; all checkers must be there, and none may stand where the other player's could."""
    start = {int(point): number for point, number in tables["start"].items()}
    if sum(start.values()) != CHECKERS:
        raise Wrong(f"start has {sum(start.values())} checkers: expected {CHECKERS}")
    for point in start:
        if BAR - point in start:
            raise Wrong(f"start.{point}: expected no point whose other side, {BAR - point}, is taken, too")
    for point, number in start.items():
        record.start[0, point] = number


def read(path: Path) -> Box:
    """Read and check a box file."""
    return read_box(path, SHAPE, BOX, fill)
