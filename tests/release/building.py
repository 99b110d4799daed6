"""The wheel and the source release, built as `make dist` builds them, but from a copy: building leaves files behind."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "src" / "sampan" / "server" / "page"
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "node_modules", "*.egg-info", "build", "dist", ".*_cache")


def copied(place: Path) -> Path:
    """The working tree with all that lies about in it, as it is on a contributor's machine."""
    shutil.copytree(ROOT, place, ignore=LEFT_OUT)
    return place


def without_node(place: Path) -> str:
    """A PATH that has everything but Node: what lies beside it is linked to, one by one."""
    place.mkdir(exist_ok=True)
    folders = []
    for number, folder in enumerate(os.environ["PATH"].split(os.pathsep)):
        if not any(Path(folder, tool).exists() for tool in ("node", "npm", "npx")):
            folders.append(folder)
            continue
        links = place / str(number)
        links.mkdir()
        for file in Path(folder).iterdir():
            if file.name not in ("node", "npm", "npx", "nodejs", "corepack"):
                (links / file.name).symlink_to(file)
        folders.append(str(links))
    path = os.pathsep.join(folders)
    assert not any(shutil.which(tool, path=path) for tool in ("node", "npm", "npx"))
    return path


def build(tree: Path, out: Path, path: str, *parts: str) -> list[Path]:
    """What `python -m build` makes of a tree, without Node: a source release, and from that a wheel."""
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), *parts, str(tree)]
    done = subprocess.run(
        command, env={**os.environ, "PATH": path}, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return sorted(out.iterdir())
