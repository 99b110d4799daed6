"""A package somewhere of its own, as pip would leave it: its module, and beside it what names its games."""

from __future__ import annotations

import shutil
from pathlib import Path

SOURCE = Path(__file__).parent / "pebbles"


def install(place: Path, module: str = "pebbles", name: str = "pebbles", target: str = "GAME") -> Path:
    """Pebbles, as the package `sampan-MODULE`, below a folder that is then put on the path."""
    shutil.copytree(SOURCE, place / module, ignore=shutil.ignore_patterns("__pycache__"))
    about = place / f"sampan_{module}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: sampan-{module}\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[sampan.games]\n{name} = {module}:{target}\n")
    return place / module
