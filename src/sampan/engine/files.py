"""Files that are to be written, looked at before the work whose fruits they take."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from .errors import FileError


def writable(path: Path, what: str) -> Path:
    """A file that can be written, with its folder made where that is missing; `what` says for whom."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not os.access(path if path.exists() else path.parent, os.W_OK):
            raise OSError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as error:
        raise FileError(f"{what} {path}: {error.strerror}: expected a file that can be written") from None
    return path
