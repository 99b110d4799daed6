"""Where Numba puts what it has compiled, and what happens when that place is damaged or cannot be written.

`rule.cache_folder` names the folder after the text of the sources, so that two checkouts of the same text share it.
Left to itself, Numba would tell them apart by their paths and compile everything once more for each. It would also
stop with an exception at a file that was only half written before the power went, or at a disk that is full: here the
first is compiled again, and the second costs no more than compiling again the next time.
"""

# mypy: disable-error-code="no-untyped-call"
from __future__ import annotations

import hashlib
import os
import pickle
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numba
from numba.core.caching import FunctionCache, IndexDataCacheFile, UserProvidedCacheLocator

try:
    import fcntl
except ImportError:  # a system without file locks: two that compile at once may compile something twice
    fcntl = None  # type: ignore[assignment]

SEAL = 16  # bytes of a hash before what is kept
used: dict[Path, None] = {}  # the files of compiled code that this process has read or written, in that order
lost: list[str] = []  # why something that this process has compiled could not be kept


class Damaged(Exception):
    """A file that is not what was once written."""


class CacheLocator(UserProvidedCacheLocator):  # type: ignore[misc]
    """Numba's own folder as set at the moment, without the source's path below it."""

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        """Numba asks here for the place below that folder."""
        return ""

    def ensure_cache_path(self) -> None:
        """Make the folder; where that cannot be, nothing is kept, which is said when something should be."""
        with suppress(OSError):
            os.makedirs(self.get_cache_path(), exist_ok=True)


class SealedFile(IndexDataCacheFile):  # type: ignore[misc]
    """What is kept of one rule: each piece behind its own hash, and an index that is started anew if it is damaged."""

    def save(self, key: Any, data: Any) -> None:
        """Keep this, while nobody else writes the index."""
        with alone(Path(self._cache_path)):
            super().save(key, data)

    def _load_index(self) -> dict[Any, str]:
        try:
            found: dict[Any, str] = super()._load_index()
        except OSError:
            raise
        except Exception:  # whatever the rest of a file may be taken for
            return {}
        return found

    def _load_data(self, name: str) -> Any:
        path = Path(self._data_path(name))
        content = path.read_bytes()
        if hashlib.blake2b(content[SEAL:], digest_size=SEAL).digest() != content[:SEAL]:
            raise Damaged
        used[path] = None
        return pickle.loads(content[SEAL:])

    def _save_data(self, name: str, data: Any) -> None:
        content = self._dump(data)
        path = self._data_path(name)
        with self._open_for_write(path) as file:
            file.write(hashlib.blake2b(content, digest_size=SEAL).digest() + content)
        used[Path(path)] = None


class RuleCache(FunctionCache):  # type: ignore[misc]
    """A rule's place on disk. Nothing that is wrong with it keeps the rule from being compiled."""

    def __init__(self, function: Any) -> None:
        super().__init__(function)
        self._cache_file = SealedFile(
            self._cache_path, self._impl.filename_base, self._impl.locator.get_source_stamp()
        )  # fmt: skip

    def _load_overload(self, signature: Any, context: Any) -> Any:
        try:
            return super()._load_overload(signature, context)
        except Exception:  # damaged, or not to be read
            return None

    def _save_overload(self, signature: Any, compiled: Any) -> None:
        try:
            super()._save_overload(signature, compiled)
        except OSError as error:
            lose(error.strerror or str(error))


def keep_in(dispatcher: Any, folder: Path) -> None:
    """Let a dispatcher keep in this folder what it compiles, and find it there."""
    config: Any = numba.config
    before = config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES
    try:
        config.CACHE_LOCATOR_CLASSES = f"{__name__}.CacheLocator"
        config.CACHE_DIR = str(folder)
        dispatcher._cache = RuleCache(dispatcher.py_func)
    finally:
        config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES = before


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """While this lasts, no other process is here in this folder."""
    if fcntl is None:
        yield
        return
    handle = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def lose(why: str) -> None:
    """What cannot be kept is compiled again the next time, which is said once."""
    if not lost:
        line = f"sampan: compiled rules cannot be kept ({why}): they run, and are compiled again next time"
        print(line, file=sys.stderr, flush=True)
    lost.append(why)
