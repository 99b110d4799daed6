"""Programs that tests need beside Python: installed where that is allowed and they are missing."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path


class Unavailable(Exception):
    """Why there is no such program here."""


def install(name: str, package: str, there: Callable[[], bool]) -> None:
    """Install a package where it is missing; several test processes take turns."""
    if there():
        return
    if os.getuid() != 0 or shutil.which("apt-get") is None:
        raise Unavailable(f"{name} is not installed, and only root with apt-get could install it here")
    with open(Path(tempfile.gettempdir()) / "sampan-install.lock", "w", encoding="utf-8") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        if not there():
            env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
            for words in (["update"], ["install", "-y", package]):
                subprocess.run(["apt-get", "-q", *words], env=env, capture_output=True, check=False)
    if not there():
        raise Unavailable(f"{name} is not installed, and installing it with apt-get failed")
