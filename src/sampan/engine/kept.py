"""What has been compiled on this machine before: a mark beside the compiled code that names every file of it.

A mark is believed only while each of these files has the size it had, and for the processor it was written on: where
somebody tidied up, the disk was full or the power went, it counts as not compiled.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path

from .rule import JIT, cache_folder, cache_root
from .sources import Source


@cache
def machine() -> list[str]:
    """What compiled code is made for, beside its sources."""
    import llvmlite.binding as llvm  # type: ignore[import-untyped]

    return [sys.version.split()[0], str(llvm.get_host_cpu_name())]


def mark_of(name: str, sources: frozenset[Source]) -> Path:
    """Where it is noted that what has this name and these sources is compiled."""
    return cache_folder(name, sources) / "compiled"


def kept(name: str, sources: frozenset[Source]) -> bool:
    """Whether this can be had without compiling."""
    try:
        noted = json.loads(mark_of(name, sources).read_text(encoding="utf-8"))
        root = cache_root()
        files = noted["files"].items()
        return noted["machine"] == machine() and all((root / file).stat().st_size == size for file, size in files)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return False


def keep(name: str, sources: frozenset[Source]) -> None:
    """Note that this is compiled now: with every file that this process has taken compiled code from or put it in."""
    if not JIT or kept(name, sources):
        return
    from .numba_patches.cache import lost, used

    root, files = cache_root(), {}
    if lost:
        return
    with suppress(OSError, ValueError):  # what could not be kept is not noted either
        for path in used:
            files[str(path.relative_to(root))] = path.stat().st_size
        mark = mark_of(name, sources)
        fresh = mark.with_name(f"compiled.{os.getpid()}")
        fresh.write_text(json.dumps({"machine": machine(), "files": files}), encoding="utf-8")
        fresh.replace(mark)
