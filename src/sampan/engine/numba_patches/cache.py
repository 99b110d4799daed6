"""Where Numba puts what it has compiled: in a folder of its own for every set of sources, wherever those lie.

`rule.cache_folder` names that folder after the text of all sources, so that two checkouts of the same text share it.
Left to itself, Numba would tell them apart by their paths and compile everything once more for each.
"""

# mypy: disable-error-code="no-untyped-call"
from __future__ import annotations

from pathlib import Path

from numba.core.caching import UserProvidedCacheLocator


class CacheLocator(UserProvidedCacheLocator):  # type: ignore[misc]
    """Numba's own folder as set at the moment, and in it the name of the folder a source lies in, without its path."""

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        """Numba asks here for the place below that folder."""
        return Path(py_file).resolve().parent.name
