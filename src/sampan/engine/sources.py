"""The sources that compiled code is made of: a module and whatever it imports, as far as we wrote it.

Numba by itself looks at one file and would not notice an edit in another. The imports are read from the text, so there
is no list to keep: a rule cannot use what its module does not import. A package's `__init__` counts only where a name
is taken from it, for importing a submodule takes nothing.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

Source = Path | str  # a file, or a constant as `NAME = value`
IMPORT = re.compile(r"^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n]*)|import[ \t]+([^\n]*))", re.M)
NAME = re.compile(r"([.\w]+)(?:[ \t]+as[ \t]+\w+)?")
COMMENT = re.compile(r"#[^\n]*")


@cache
def package_root(file: Path) -> Path:
    """The folder from which the file's outermost package is imported."""
    folder = file.parent
    while (folder / "__init__.py").exists():
        folder = folder.parent
    return folder


ROOT = package_root(Path(__file__).resolve())


@cache
def module_at(base: Path) -> Path | None:
    """The file of the module or package of this path without its ending."""
    for file in (base.with_name(base.name + ".py"), base / "__init__.py"):
        if file.is_file():
            return file
    return None


def named(text: str) -> list[str]:
    """The names of an import list."""
    return [found[1] for found in NAME.finditer(COMMENT.sub("", text).strip("()")) if found[1] != "as"]


@cache
def imported(file: Path) -> frozenset[Path]:
    """The modules of ours that a file takes something from."""
    found: set[Path] = set()
    for origin, names, whole in IMPORT.findall(file.read_text(encoding="utf-8")):
        for module in named(whole) if whole else [origin]:
            found.update(taken(file, module, named(names)))
    return frozenset(found)


def taken(file: Path, origin: str, names: list[str]) -> Iterator[Path]:
    """The files behind one import: submodules by name, else the module or package itself."""
    dots = len(origin) - len(origin.lstrip("."))
    steps = origin.lstrip(".").split(".") if origin.lstrip(".") else []
    bases = [file.parents[dots - 1]] if dots else [ROOT, package_root(file)]
    for base in bases:
        place = base.joinpath(*steps)
        within = [module_at(place / name) for name in names] if place.is_dir() else [None]
        yield from (found for found in within if found)
        if None in within or not names:
            itself = module_at(place) if steps else place / "__init__.py"
            if itself and itself.is_file():
                yield itself


@cache
def sources_of(file: Path) -> frozenset[Source]:
    """A module's file and all that it imports, directly or not."""
    found, edge = {file}, [file]
    while edge:
        for other in imported(edge.pop()):
            if other not in found:
                found.add(other)
                edge.append(other)
    return frozenset(found)


@cache
def text_hash(file: Path) -> str:
    """A hash of one source."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


def key_of(sources: Iterable[Source], *settings: str) -> str:
    """A short name for exactly these sources, wherever they lie, compiled with these settings."""
    texts = sorted(
        f"{source.parent.name}/{source.name} {text_hash(source)}" if isinstance(source, Path) else source
        for source in sources
    )
    return hashlib.sha256("\0".join([*texts, *settings]).encode()).hexdigest()[:16]
