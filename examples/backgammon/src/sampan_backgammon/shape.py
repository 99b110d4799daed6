"""The shape of box.toml."""

from __future__ import annotations

from sampan.engine.box import Amounts, Table, Text

from .terms import BAR, CHECKERS

SHAPE = Table({"title": Text(), "start": Amounts(tuple(str(point) for point in range(1, BAR)), 1, CHECKERS)})
