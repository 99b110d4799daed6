"""Files that are whole whenever the process is killed: written beside their place, then moved into it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO


@contextmanager
def replaced(path: Path) -> Iterator[IO[bytes]]:
    """A file to write; it takes its place once everything is written."""
    beside = path.with_name(f"{path.name}.part")
    with beside.open("wb") as file:
        yield file
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
