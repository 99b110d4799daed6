"""What the terminal, the command line and the server say in English, as their sources have it; and tables as text."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from sampan.drawing import drawn
from sampan.games import load

from .checks import banned_in, table
from .sentences import ROOT

SILENT = {"migrations", "numba_patches"}  # folders whose texts nobody reads
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
TOLD = ("terminal.py", "opponents.py", "cli/*.py", "lab/train/command.py")
NOUN = re.compile(r" ([a-z]+s)\b")
VERBS = {"is", "has", "plays", "wins", "takes", "needs"}
LATIN = re.compile(r"[A-Za-z]{3,}")


def english_said() -> Iterator[tuple[str, str]]:
    """Every text in the sources that somebody may read: where, and what."""
    for path in sorted((ROOT / "src" / "sampan").rglob("*.py")):
        if SILENT & {*path.parts} or ("games" in path.parts and path.name != "picture.py"):
            continue  # a game speaks in message ids; only its table as text has words
        tree = ast.parse(path.read_text(encoding="utf-8"))
        beside = docstrings(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in beside:
                yield f"{path.parent.name}/{path.name}:{node.lineno}", node.value


def docstrings(tree: ast.Module) -> set[int]:
    """Texts for whoever reads the source; that of a command or a route is its help, and shown."""
    functions = (node for node in ast.walk(tree) if isinstance(node, FUNCTIONS))
    shown = {id(node.body[0]) for node in functions if any(isinstance(d, ast.Call) for d in node.decorator_list)}
    return {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and id(node) not in shown
    }


def banned_english() -> dict[str, str]:
    """Where English of the terminal, the command line or the server says what nobody says."""
    layout = {*table("banned")["all"]["words"]}  # spaces and marks lay out columns there
    found = [(where, [word for word in banned_in(text, "en") if word not in layout]) for where, text in english_said()]
    return {where: ", ".join(words) for where, words in found if words}


def numbered_english() -> dict[str, str]:
    """Where a line of the terminal or the command line puts a number before a plural, also where it is 1."""
    found: dict[str, str] = {}
    for path in (file for pattern in TOLD for file in sorted((ROOT / "src" / "sampan").glob(pattern))):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            parts = node.values if isinstance(node, ast.JoinedStr) else []
            for number, after in pairwise(parts):
                said = ast.unparse(number.value) if isinstance(number, ast.FormattedValue) else ""
                noun = NOUN.match(str(after.value)) if isinstance(after, ast.Constant) else None
                if noun and noun[1] not in VERBS and not said.isupper():
                    found[f"{path.name}:{node.lineno}"] = f"{{{said}}} {noun[1]}"
    return found


@cache
def pictures(name: str, language: str) -> tuple[str, ...]:
    """Tables of two and of four players in the middle of a game, as text."""
    game, found = load(name), []
    for players in (2, 4):
        state = game.deal({"players": players}, 3)
        for _ in range(80):
            if game.over(state):
                break
            game.play(state, game.legal_moves(state)[0])
        found.append(drawn(game, state, 0, language))
    return tuple(found)


def english_in_picture(name: str) -> frozenset[str]:
    """Words in Latin letters on a table drawn in Russian, but for what is the same everywhere."""
    found = {word.lower() for picture in pictures(name, "ru") for word in LATIN.findall(picture)}
    return frozenset(found - {*table("allowed")["same"]["all"]})
