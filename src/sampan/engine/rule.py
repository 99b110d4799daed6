"""The @rule decorator: one readable Python function, run interpreted, as native code, or inside a CUDA kernel.

A rule takes records and small numbers, allocates nothing and raises nothing a player could cause. `SAMPAN_JIT=0`
leaves every rule an ordinary Python function, for debugging and coverage; so does `SAMPAN_JIT=later`, in a process
that plays while another one compiles (see `sampan.compiling`). `SAMPAN_PLAIN_NUMBA=1` compiles with nothing but Numba's
own `njit` (see `numba_patches`).
"""

from __future__ import annotations

import os
import shutil
import stat
import sys
import tempfile
import types
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

from .interpreted import interpreted
from .sources import Source, key_of, sources_of

MODE = os.environ.get("SAMPAN_JIT", "1")
JIT = MODE not in ("0", "later")
PLAIN = os.environ.get("SAMPAN_PLAIN_NUMBA", "0") == "1"
CACHED_VERSIONS = 24  # of one module's compiled rules, besides the one in use

Function = TypeVar("Function", bound=Callable[..., Any])


def cache_root() -> Path:
    """Where compiled rules are cached: `SAMPAN_CACHE`, else the user's cache folder, else a temporary one."""
    named = os.environ.get("SAMPAN_CACHE")
    home = Path(named) if named else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "sampan"
    return usable(home, bool(named))


@cache
def usable(home: Path, named: bool) -> Path:
    """This folder if it can be written to, else a temporary one; who named it is told so."""
    try:
        home.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=home).close()
        return home
    except OSError as error:
        instead = temporary_root()
        if named:
            why = error.strerror or error
            line = f"sampan: SAMPAN_CACHE={home}: {why}: compiled rules are kept in {instead} instead"
            print(line, file=sys.stderr, flush=True)
        os.environ["SAMPAN_CACHE"] = str(instead)  # for the processes that this one starts
        return instead


def temporary_root() -> Path:
    """A folder for compiled rules among the temporary ones; never one that somebody else could put code into."""
    folder = Path(tempfile.gettempdir()) / f"sampan-{os.getuid() if hasattr(os, 'getuid') else 'cache'}"
    with suppress(OSError):
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
        ours = not hasattr(os, "getuid") or (found.st_uid == os.getuid() and not found.st_mode & 0o022)
        if stat.S_ISDIR(found.st_mode) and ours:
            return folder
    return Path(tempfile.mkdtemp(prefix="sampan-"))


@cache
def cache_folder(name: str, sources: frozenset[Source]) -> Path:
    """The place for what is compiled from exactly these sources; the longest unused others of the name are dropped."""
    import numba
    import numpy

    settings: Any = numba.config
    versions = (numba.__version__, numpy.__version__)
    key = key_of(sources, *versions, str(settings.BOUNDSCHECK), str(settings.OPT), str(PLAIN))
    place = cache_root() / "rules" / name / key
    with suppress(OSError):  # a full disk; or another process drops old ones at this very moment
        place.mkdir(parents=True, exist_ok=True)
        os.utime(place)
        os.utime(place.parents[1])
        others = sorted((p for p in place.parent.iterdir() if p != place), key=lambda p: p.stat().st_mtime)
        for old in others[:-CACHED_VERSIONS]:
            shutil.rmtree(old, ignore_errors=True)
    return place


_sources: dict[Any, frozenset[Source]] = {}  # of every function compiled here


def known_sources(function: Any) -> frozenset[Source]:
    """The sources a rule or a bound loop is made of."""
    return _sources[function] if function in _sources else sources_of(file_of(function))


def sources_in(folder: Path) -> frozenset[Source]:
    """The sources of all rules in this folder, as far as they have been imported."""
    return frozenset().union(*(found for function, found in _sources.items() if file_of(function).parent == folder))


def file_of(function: Any) -> Path:
    """Where a function is written."""
    return resolved(getattr(function, "py_func", function).__code__.co_filename)


@cache
def resolved(file: str) -> Path:
    """The path of a source, without links."""
    return Path(file).resolve()


def compiled(
    function: Function, more: frozenset[Source] = frozenset(), copied: bool = False, name: str = ""
) -> Function:
    """A function that compiles on its first call; the result stays on disk until a source it is made of changes.

    Rules of a module are cached together; what has more sources than its module has a name of its own.
    """
    if not JIT:
        return function
    import numba

    from .numba_patches.cache import keep_in

    file = file_of(function)
    sources = sources_of(file) | more
    place = cache_folder(f"{file.parent.name}.{file.stem}{name and '.' + name}", sources)
    dispatcher: Any = numba.njit(function, nogil=True, forceinline=copied) if PLAIN else patched(function, copied)
    keep_in(dispatcher, place)
    if not PLAIN:
        keep_in(dispatcher.callee, place / "callees")
    _sources[dispatcher] = sources
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


def bind(loop: Callable[..., Any], game: str, rules: dict[str, Any]) -> Callable[..., Any]:
    """A copy of an engine loop whose rule names mean this game's rules, compiled under a name of its own.

    Handing rules over as arguments or closures would also work, but Numba could not cache the result on disk. It stays
    there until a source of the loop, or of a rule that the loop names, changes.
    """
    copy = types.FunctionType(loop.__code__, {**loop.__globals__, **rules}, loop.__name__, loop.__defaults__)
    copy.__qualname__ = f"{game}_{loop.__name__}"
    copy.__module__ = loop.__module__
    copy.__doc__ = loop.__doc__
    if not JIT:
        return interpreted(copy)
    sources: set[Source] = set()
    for name in loop.__code__.co_names:
        if name in rules:
            sources |= known_sources(rules[name]) if callable(rules[name]) else {f"{name} = {rules[name]!r}"}
    return compiled(copy, frozenset(sources), name=copy.__qualname__)


def direct(loop: Callable[..., Any], arguments: tuple[Any, ...]) -> Callable[..., Any]:
    """A loop for arguments of exactly these types: Numba does not look at each of them again, and a call costs less."""
    if not JIT or not hasattr(loop, "compile"):
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
