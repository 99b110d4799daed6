"""Writes the API's schema, from which the page's types are made: `python -m sampan.server.openapi FILE`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from .app import api
from .settings import Settings


def main() -> None:
    """Write the schema, if it has changed."""
    text = json.dumps(api(Settings(database="sqlite://")).openapi(), indent=1) + "\n"
    target = Path(sys.argv[1])
    if not target.exists() or target.read_text(encoding="utf-8") != text:
        target.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
