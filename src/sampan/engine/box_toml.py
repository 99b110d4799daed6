"""A box as text: its tables written as TOML, which reads back as the same tables."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

BARE = re.compile(r"[A-Za-z0-9_-]+")
LONGEST = 100  # of a list in one line


def as_toml(tables: Mapping[str, Any], heading: str = "") -> str:
    """The tables as a TOML file, with a comment above them."""
    comment = [f"# {line}".rstrip() for line in heading.splitlines()]
    return "\n".join([*comment, *written(tables, ())]) + "\n"


def written(table: Mapping[str, Any], within: tuple[str, ...]) -> Iterator[str]:
    """The lines of one table: its own values first, then the tables in it."""
    if within and (not table or any(not isinstance(value, Mapping) for value in table.values())):
        yield f"\n[{'.'.join(map(key_of, within))}]"
    for key, value in table.items():
        if not isinstance(value, Mapping):
            yield f"{key_of(key)} = {text_of(value)}"
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from written(value, (*within, key))


def key_of(key: str) -> str:
    """A key, in quotes where it needs them."""
    return key if BARE.fullmatch(key) else text_of(key)


def text_of(value: Any) -> str:
    """One value; a long list has a line for each entry, a text of several lines its own."""
    if isinstance(value, Mapping):
        inside = ", ".join(f"{key_of(key)} = {text_of(entry)}" for key, entry in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list):
        entries = [text_of(entry) for entry in value]
        line = f"[{', '.join(entries)}]"
        return line if len(line) <= LONGEST else "".join(["[\n", *(f"  {entry},\n" for entry in entries), "]"])
    if isinstance(value, str) and "\n" in value:
        lines = [text_of(line)[1:-1] for line in value.split("\n")]
        return '"""\n' + "\n".join(lines) + '"""'
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")
