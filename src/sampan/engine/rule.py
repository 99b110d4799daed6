"""The @rule decorator: one readable Python function, run interpreted, as native code, or inside a CUDA kernel.

A rule takes records and small numbers, allocates nothing and raises nothing a player could cause. `SAMPAN_JIT=0`
leaves every rule an ordinary Python function, for debugging and coverage. `SAMPAN_PLAIN_NUMBA=1` compiles with
nothing but Numba's own `njit` (see `numba_patches`).
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import types
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

from .interpreted import interpreted

JIT = os.environ.get("SAMPAN_JIT", "1") != "0"
PLAIN = os.environ.get("SAMPAN_PLAIN_NUMBA", "0") == "1"
ENGINE = Path(__file__).resolve().parent
KEPT_CACHES = 40

Function = TypeVar("Function", bound=Callable[..., Any])


def cache_root() -> Path:
    """Where compiled rules are kept: `SAMPAN_CACHE`, else the user's cache folder, else a temporary one."""
    named = os.environ.get("SAMPAN_CACHE")
    if named:
        return Path(named)
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "sampan"
    try:
        home.mkdir(parents=True, exist_ok=True)
        if os.access(home, os.W_OK):
            return home
    except OSError:
        pass
    return Path(tempfile.gettempdir()) / f"sampan-{os.getuid() if hasattr(os, 'getuid') else 'cache'}"


@cache
def sources_key(folder: Path) -> str:
    """A hash of every source below the folder: Numba alone would not notice an edit in another file."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        digest.update(str(path.relative_to(folder)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


@cache
def cache_folder(*folders: Path) -> Path:
    """The place for rules compiled from exactly these folders and the engine; the longest unused others are dropped."""
    import numba
    import numpy

    parts = [sources_key(folder) for folder in sorted({ENGINE, *folders})]
    settings: Any = numba.config
    parts += [numba.__version__, numpy.__version__, str(settings.BOUNDSCHECK), str(settings.OPT), str(PLAIN)]
    root = cache_root()
    place = root / hashlib.sha256("".join(parts).encode()).hexdigest()[:16]
    place.mkdir(parents=True, exist_ok=True)
    os.utime(place)
    others = sorted((p for p in root.iterdir() if p.is_dir() and p != place), key=lambda p: p.stat().st_mtime)
    for old in others[:-KEPT_CACHES]:
        shutil.rmtree(old, ignore_errors=True)
    return place


@cache
def folder_of(file: str) -> Path:
    """Where a source lies."""
    return Path(file).resolve().parent


def homes_of(rules: dict[str, Any]) -> set[Path]:
    """The folders whose sources make up these rules."""
    functions = (getattr(given, "py_func", given) for given in rules.values())
    return {folder_of(one.__code__.co_filename) for one in functions if hasattr(one, "__code__")}


def compiled(function: Function, *folders: Path, copied: bool = False) -> Function:
    """A function that compiles on its first call; the result stays on disk until a source it is made of changes."""
    if not JIT:
        return function
    import numba

    settings: Any = numba.config
    before = settings.CACHE_DIR, settings.CACHE_LOCATOR_CLASSES
    place = cache_folder(folder_of(function.__code__.co_filename), *folders)
    dispatcher: Any = numba.njit(function, nogil=True, forceinline=copied) if PLAIN else patched(function, copied)
    try:
        settings.CACHE_LOCATOR_CLASSES = "sampan.engine.numba_patches.cache.CacheLocator"
        settings.CACHE_DIR = str(place)
        dispatcher.enable_caching()
        if not PLAIN:
            settings.CACHE_DIR = str(place / "callees")
            dispatcher.callee.enable_caching()
    finally:
        settings.CACHE_DIR, settings.CACHE_LOCATOR_CLASSES = before
    return cast(Function, dispatcher)


def patched(function: Callable[..., Any], copied: bool) -> Any:
    """A function that is compiled our way."""
    from .numba_patches.dispatcher import RuleDispatcher

    return RuleDispatcher(function, copied)


def rule(function: Function) -> Function:
    """Mark a function as a rule: readable Python that also runs as native code."""
    return compiled(function)


def copied_rule(function: Function) -> Function:
    """A short rule that is copied to wherever it is called, and knows there which numbers it is given."""
    return compiled(function, copied=True)


def bind(loop: Callable[..., Any], game: str, folder: Path, rules: dict[str, Any]) -> Callable[..., Any]:
    """A copy of an engine loop whose rule names mean this game's rules, compiled under a name of its own.

    Handing rules over as arguments or closures would also work, but Numba could not keep the result on disk. It is
    kept until a source next to it, or next to any of the rules it is given, changes.
    """
    copy = types.FunctionType(loop.__code__, {**loop.__globals__, **rules}, loop.__name__, loop.__defaults__)
    copy.__qualname__ = f"{game}_{loop.__name__}"
    copy.__module__ = loop.__module__
    copy.__doc__ = loop.__doc__
    return compiled(copy, folder, *homes_of(rules)) if JIT else interpreted(copy)


def direct(loop: Callable[..., Any], arguments: tuple[Any, ...]) -> Callable[..., Any]:
    """A loop for arguments of exactly these types: Numba does not look at each of them again, and a call costs less."""
    if not JIT:
        return loop
    import numba

    typeof, dispatcher = cast(Any, numba.typeof), cast(Any, loop)
    kinds = tuple(typeof(argument) for argument in arguments)
    dispatcher.compile(kinds)
    found: Callable[..., Any] = dispatcher.get_overload(kinds)
    return found


@rule
def small(value: int) -> int:
    """A counter on its way into a signed byte, where a larger one would wrap round in silence."""
    assert -128 <= value <= 127
    return value
