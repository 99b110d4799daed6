"""Print everything a person reads in one language, in its place: `python -m tests.words LANGUAGE [PART ...]`.

Parts: `screens` (every sentence of page and games, screen by screen, with names and numbers), `games` (what the log
tells of whole games), `help`, `first` (the sheets for a first game), `lessons`, `table` (tables as the terminal draws
them). Without one: all of them.
Each line is an id and a sentence; what comes from played games has their real arguments.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from typing import Any

from sampan.drawing import drawn
from sampan.engine.messages import LANGUAGES
from sampan.games import load

from ..shelf import OWN
from .places import ORDER, screen, shown_in
from .rendered import rendered
from .samples import SEATS, page_words, play
from .sentences import SHELVES, Shelf, told


def print_screens(language: str) -> None:
    """Every sentence, screen by screen."""
    by_screen: dict[str, list[tuple[Shelf, str]]] = defaultdict(list)
    for shelf in SHELVES:
        for name in shelf.read(language):
            by_screen[screen(shelf, name)].append((shelf, name))
    for place in ORDER:
        heading(place)
        for shelf, name in by_screen[place]:
            where = shown_in(name)
            print(f"{name}{f'  [{where}]' if where else ''}")
            for line in rendered(shelf, language, name):
                print("    " + line.replace("\n", "\n    "))


def print_games(language: str) -> None:
    """What the log tells of one game of each kind, from the first move to the last."""
    for name in OWN:
        game = load(name)
        words = game.words(language, SEATS)
        heading(words.name(f"{name}_title"))
        for messages in play(game, {"players": 4}, 5, Counter()):
            log = [words.say(message) for message in messages if "_log_" in message[0]]
            print("· " + " · ".join(log))


def figure(box: Any, path: str) -> str:
    """What is printed at a place of the box."""
    for key in path.split("."):
        if key == "length" and isinstance(box, list):
            return str(len(box))
        box = box[int(key)] if isinstance(box, list) else box[key]
    return ", ".join(map(str, box)) if isinstance(box, list) else str(box)


def plain(text: str, entries: Mapping[str, Any], box: Any) -> str:
    """A paragraph of the rules as it is read: figures filled in, links by their titles, signs in brackets."""
    text = re.sub(r"\{=([\w.]+)\}", lambda found: figure(box, found[1]), text)
    text = re.sub(r"\[\[(\w+)\]\]", lambda found: entries[found[1]]["title"], text)
    return re.sub(r"\{([\w-]+)\}", r"(\1)", text)


def print_help(language: str) -> None:
    """The rules, paragraph by paragraph."""
    for name in OWN:
        game = load(name)
        entries = told(game.definition.folder / "help", language)
        heading(f"{game.words(language).name(f'{name}_title')}: {page_words(language).name('rules')}")
        for key, entry in entries.items():
            text = plain(entry["text"], entries, game.box.tables).replace("\n", "\n    ")
            print(f"help.{key}\n    {entry['title']}\n    {text}")


def print_first(language: str) -> None:
    """The sheet for a first game, as it is printed."""
    for name in OWN:
        game = load(name)
        entries = told(game.definition.folder / "help", language)
        heading(f"{game.words(language).name(f'{name}_title')}: {page_words(language).name('first_game')}")
        for section in told(game.definition.folder / "help", f"first-{language}"):
            text = plain(section["text"], entries, game.box.tables).replace("\n", "\n    ")
            print(f"{section['title']}\n    {text}")


def print_lessons(language: str) -> None:
    """What a lesson tells at each step, and what the log says of the moves that follow."""
    for name in OWN:
        game = load(name)
        folder = game.definition.folder / "lesson"
        words, steps = game.words(language, SEATS), json.loads((folder / "steps.json").read_text(encoding="utf-8"))
        state = game.deal(steps["options"], steps["seed"])
        heading(f"{words.name(f'{name}_title')}: {page_words(language).name('lesson')}")
        texts = told(folder, language)
        for step in steps["steps"]:
            print(f"lesson.{step['id']}\n    {texts[step['id']]}")
            if (good := f"{step['id']}.good") in texts:
                print(f"    ({page_words(language).name('lesson_ask_good')}) {texts[good]}")
            for text in [step["move"], *step.get("then", [])] if "move" in step else []:
                before, move = game.copy(state), game.move_from(text)
                game.play(state, move)
                print("    · " + " · ".join(words.say(message) for message in game.narrate(before, move, state)))


def print_tables(language: str) -> None:
    """A table as text in the middle of a game."""
    for name in OWN:
        game = load(name)
        state = game.deal({"players": 2}, 3)
        for _ in range(60):
            game.play(state, game.legal_moves(state)[0])
        heading(game.words(language).name(f"{name}_title"))
        print(drawn(game, state, 0, language))


def heading(text: str) -> None:
    print(f"\n=== {text} ===")


PARTS: dict[str, Callable[[str], None]] = {
    "screens": print_screens,
    "games": print_games,
    "help": print_help,
    "first": print_first,
    "lessons": print_lessons,
    "table": print_tables,
}


def main(asked: list[str]) -> int:
    """Print what was asked for."""
    language, parts = asked[0] if asked else "", asked[1:] or [*PARTS]
    if language not in LANGUAGES or not {*parts} <= {*PARTS}:
        expected = f"expected one of {', '.join(LANGUAGES)}, then any of {', '.join(PARTS)}"
        print(f"tests.words: {' '.join(asked) or 'nothing asked'}: {expected}", file=sys.stderr)
        return 2
    for part in parts:
        PARTS[part](language)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
