"""Boxes that were tried out, as files in the cache folder: every process of this machine finds them by their hash.

Where a box comes from (a server's store, a record) it can be had again, so whoever tidies up the cache loses nothing.
"""

from __future__ import annotations

import os
import re
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from sampan import games
from sampan.engine.box import Box
from sampan.engine.box_toml import as_toml
from sampan.engine.errors import BoxError, FileError
from sampan.engine.rule import cache_root

HASH = re.compile("[0-9a-f]{16}")
MOST_FILES = 5000  # of 10 kilobytes each
LONGEST_TRIAL = 3600.0  # seconds; no file of a trial is in use for so long


def place_of(game: str, box: str) -> Path:
    """Where a box is kept once it was tried out."""
    if not HASH.fullmatch(box) or game not in games.names():
        raise BoxError(f"box {box[:40]!r} of {game[:40]!r}: expected the hash of a box of a game")
    return cache_root() / "boxes" / f"{game}-{box}.toml"


def kept(game: str, box: str) -> Path | None:
    """The file of a box that was tried out, if there is one and it still is that box."""
    path = place_of(game, box)
    try:
        found = path if games.load(game, path).box.hash == box else None
    except BoxError:
        return None
    with suppress(OSError):
        os.utime(path)  # it is used: `tidy` takes others first
    return found


def keep(game: str, box: Box) -> Path:
    """Keep a box that was tried out, whole or not at all."""
    path = place_of(game, box.hash)
    if kept(game, box.hash) is None:
        write(path, box.tables)
        tidy(path.parent)
    return path


def tidy(folder: Path, most: int = MOST_FILES) -> None:
    """Take the files away that nobody has used for longest where there are too many, and what a killed process left."""
    with suppress(OSError):
        used = sorted((path.stat().st_mtime, path) for path in folder.glob("*.toml*"))
        old = time.time() - LONGEST_TRIAL
        drafts = [path for at, path in used if at < old and (path.suffix != ".toml" or path.name.startswith("trying-"))]
        for path in [*drafts, *(path for _, path in used[: max(0, len(used) - most)])]:
            path.unlink(missing_ok=True)


def write(path: Path, tables: dict[str, Any]) -> None:
    """Write a box file, never leaving half of one."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        draft.write_text(as_toml(tables), encoding="utf-8")
        draft.replace(path)
    except OSError as error:
        raise FileError(f"{path}: the box cannot be kept there ({error.strerror})") from None
