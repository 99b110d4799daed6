"""What the terminal, the command line and the server say in English, as their sources have it; and tables as text."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache

from sampan.drawing import drawn
from sampan.games import load

from .checks import banned_in, table
from .sentences import ROOT

SPOKEN = ("terminal.py", "cli/*.py", "server/*.py", "games/*/picture.py")
LATIN = re.compile(r"[A-Za-z]{3,}")


def english_said() -> Iterator[tuple[str, str]]:
    """Every text in those sources that is no docstring: where, and what."""
    for pattern in SPOKEN:
        for path in sorted((ROOT / "src" / "sampan").glob(pattern)):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            beside = docstrings(tree)
            for node in ast.walk(tree):
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in beside:
                    yield f"{path.parent.name}/{path.name}:{node.lineno}", node.value


def docstrings(tree: ast.Module) -> list[ast.Constant]:
    """Texts that stand by themselves: they are for whoever reads the source."""
    return [
        node.value for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    ]


def banned_english() -> dict[str, str]:
    """Where English of the terminal, the command line or the server says what nobody says."""
    layout = {*table("banned")["all"]["words"]}  # spaces and marks lay out columns there
    found = {where: [word for word in banned_in(text, "en") if word not in layout] for where, text in english_said()}
    return {where: ", ".join(words) for where, words in found.items() if words}


@cache
def english_in_picture(name: str) -> frozenset[str]:
    """Words in Latin letters on a table drawn in Russian, but for what is the same everywhere."""
    game = load(name)
    found: set[str] = set()
    for players in (2, 4):
        state = game.deal({"players": players}, 3)
        for _ in range(80):
            if game.over(state):
                break
            game.play(state, game.legal_moves(state)[0])
        found |= {word.lower() for word in LATIN.findall(drawn(game, state, 0, "ru"))}
    return frozenset(found - {*table("allowed")["same"]["all"]})
