"""Where each sentence is shown, as the page's own sources tell it."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache

from .sentences import PAGE, Shelf

SCREENS = {  # by where a source lies, in the order of a visit
    "App": "everywhere",
    "main": "everywhere",
    "lib/": "everywhere",
    "lobby/": "lobby and setting up a table",
    "table/WaitingRoom": "waiting room",
    "table/InviteLink": "waiting room",
    "table/TablePage": "opening a table",
    "table/Cover": "passing the device",
    "table/TopBar": "table: top bar",
    "table/frameState": "table: top bar",
    "table/Offers": "table: offers",
    "table/Proposals": "table: requests",
    "table/MenuPanel": "table: menu",
    "table/SeatMenu": "table: a seat's menu",
    "table/HintPanel": "table: hint",
    "table/Log": "table: log",
    "table/Chat": "table: chat",
    "table/Sheet": "table: score sheet",
    "table/TextBoard": "table: text",
    "table/generic": "table without a board",
    "table/EndScreen": "end of the game",
    "table/": "table",
    "replay/": "replay",
    "help/": "rules",
    "puzzles/": "puzzles",
    "lesson/": "lesson",
}
FAMILIES = {  # of a game's ids, by what follows the game's name
    "option": "lobby and setting up a table",
    "credits": "lobby and setting up a table",
    "about": "lobby and setting up a table",
    "title": "lobby and setting up a table",
    "ask": "table: top bar",
    "move": "table: offers",
    "why": "refusals",
    "log": "table: log",
    "source": "table: score sheet",
    "tie": "table: score sheet",
    "primer": "terminal: rules",
}
ORDER = list(
    dict.fromkeys([*SCREENS.values(), "refusals", "board", "names inside sentences", "terminal: rules", "notices"])
)
USED = re.compile(r"\bm\.(\w+)\(|'([a-z]+_\w+)'")


@cache
def sources() -> dict[str, list[str]]:
    """The files of the page that name an id, from `src` on."""
    found: dict[str, list[str]] = defaultdict(list)
    folder = PAGE / "src"
    for path in sorted([*folder.rglob("*.svelte"), *folder.rglob("*.ts")]):
        if "paraglide" not in path.parts and "e2e" not in path.parts:
            for pair in USED.findall(path.read_text(encoding="utf-8")):
                where = path.relative_to(folder).as_posix()
                name = pair[0] or pair[1]
                if where not in found[name]:
                    found[name].append(where)
    return found


def screen(shelf: Shelf, name: str) -> str:
    """The screen on which a sentence is first met."""
    files = sources().get(name, [])
    if shelf.name == "web":
        if name.startswith("refused_"):
            return "refusals"
        found = {place for file in files for start, place in SCREENS.items() if file.startswith(start)}
        return next((place for place in ORDER if place in found), "table: log")
    if shelf.name == "server":
        return "notices"
    family = name.removeprefix(f"{shelf.name}_").split("_")[0]
    if family in FAMILIES:
        return FAMILIES[family]
    return "board" if files else "names inside sentences"


def shown_in(name: str) -> str:
    """The files that show it, briefly."""
    return ", ".join(file.rsplit("/", 1)[-1].split(".")[0] for file in sources().get(name, [])[:3])
