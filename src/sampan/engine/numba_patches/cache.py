"""Where Numba puts what it has compiled: exactly in the folder that it is given, wherever the sources lie.

`rule.cache_folder` names that folder after the text of the sources, so that two checkouts of the same text share it.
Left to itself, Numba would tell them apart by their paths and compile everything once more for each.
"""

from __future__ import annotations

from numba.core.caching import UserProvidedCacheLocator


class CacheLocator(UserProvidedCacheLocator):  # type: ignore[misc]
    """Numba's own folder as set at the moment, without the source's path below it."""

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        """Numba asks here for the place below that folder."""
        return ""
