"""What docs/words.md promises, as checks: each gives the ids that break it, with what was found."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from sampan.games import load

from ..shelf import OWN
from .rendered import rendered
from .samples import argument_sets
from .sentences import ROOT, SHELVES, Shelf, arguments, counted, forms

HERE = Path(__file__).parent
Found = Iterator[tuple[str, str]]  # an id, and what is wrong with it
LETTERS = re.compile(r"[^\W\d_]+")
FIGURE = re.compile(r"\{=[\w.]+\}|\[\[\w+\]\]")
NUMBERED = re.compile(r"\{(\w+)\}\s+([^\W\d_]+)")


@cache
def table(name: str) -> Any:
    """One of the lists beside this file."""
    return tomllib.loads((HERE / f"{name}.toml").read_text(encoding="utf-8"))


def beside_games(what: str) -> Iterator[Any]:
    """What every game has written down beside its tests."""
    for path in sorted(HERE.parent.glob("*/words.toml")):
        yield from tomllib.loads(path.read_text(encoding="utf-8"))[what]


def invariants(language: str) -> set[str]:
    """Words after a number that have one form for every number."""
    nouns = (noun for said, noun in beside_games("invariant") if said == language)
    return {*table("allowed")["invariant"][language], *nouns}


def english_by_accident(shelf: Shelf, language: str) -> Found:
    """Texts that are the English ones, word for word."""
    if language == "en":
        return
    same = {*table("allowed")["same"]["all"], *table("allowed")["same"][language]}
    english = dict(shelf.texts("en"))
    for name, text in shelf.texts(language):
        words = LETTERS.findall(re.sub(r"\{[^}]*\}", "", text).lower())
        if text == english.get(name) and not {*words} <= same:
            yield name, text


def banned_words(shelf: Shelf, language: str) -> Found:
    """Texts with what nobody says."""
    for name, text in shelf.texts(language):
        for word in banned_in(text, language):
            yield name, f"{word!r} in {text!r}"


def banned_in(text: str, language: str) -> list[str]:
    """The banned words in a text."""
    lists = table("banned")
    return [word for word in [*lists["all"]["words"], *lists[language]["words"]] if re.search(word, text.lower())]


def numbers(shelf: Shelf, language: str, name: str) -> set[str]:
    """The arguments of a sentence that are numbers."""
    sentence = shelf.read(language)[name]
    sets = argument_sets(shelf, language, name, sentence)
    return {key for args in sets for key, value in args.items() if is_number(key, value)}


def is_number(key: str, value: Any) -> bool:
    """Whether an argument counts something; seats are named."""
    return key not in ("who", "whom") and (isinstance(value, int) or bool(re.fullmatch(r"[+-]\d+", str(value))))


def number_without_plural(shelf: Shelf, language: str) -> Found:
    """Sentences in which a number stands before a noun that does not follow it."""
    invariant, labels = invariants(language), frozenset(beside_games("labels"))
    for name, sentence in shelf.read(language).items():
        chooses = counted(sentence)
        asked = numbers(shelf, language, name)
        for form in forms(sentence):
            for argument, noun in NUMBERED.findall(form):
                if argument in asked - labels and argument != chooses and noun not in invariant:
                    yield name, form


def arguments_unused(shelf: Shelf, language: str) -> Found:
    """Sentences that declare or count something they do not say."""
    for name, sentence in shelf.read(language).items():
        if isinstance(sentence, str):
            continue
        declared = {line.removeprefix("input ") for line in sentence[0]["declarations"] if line.startswith("input ")}
        if declared - arguments(sentence):
            yield name, f"declares {sorted(declared)}, says {sorted(arguments(sentence))}"
        silent = [form for form in forms(sentence) if f"{{{counted(sentence)}}}" not in form]
        if silent and language == "ru":  # where "one" is 21, too
            yield name, f"does not say the number: {silent[0]}"


def arguments_differ(shelf: Shelf, language: str) -> Found:
    """Sentences that are missing, or say less or more than the English one."""
    english, own = shelf.read("en"), shelf.read(language)
    for name in english.keys() ^ own.keys():
        yield name, "is missing in one of the two"
    for name in english.keys() & own.keys():
        if arguments(english[name]) != arguments(own[name]):
            yield name, f"says {sorted(arguments(own[name]))}: expected {sorted(arguments(english[name]))}"


def told_differently(shelf: Shelf, language: str) -> Found:
    """Help, lessons and first-game pages that lack something of the English ones, or a figure of the box in it."""
    english, own = figures_in(shelf, "en"), figures_in(shelf, language)
    for name in english.keys() ^ own.keys():
        yield name, "is missing in one of the two"
    for name in english.keys() & own.keys():
        if english[name] != own[name]:
            yield name, f"has the figures {sorted(own[name])}: expected {sorted(english[name])}"


def figures_in(shelf: Shelf, language: str) -> dict[str, set[str]]:
    """The figures and links that each told text takes from the box and the rules."""
    found: dict[str, set[str]] = {}
    for name, text in shelf.prose(language):
        found[name] = found.get(name, set()) | {*FIGURE.findall(text)}
    return found


def unused(shelf: Shelf, language: str) -> Found:
    """Sentences of which nothing in the sources names the id or what it is about; the page's tests see to its own."""
    if shelf.name == "web":
        return
    for name in {*shelf.read(language)} - said_of_every_game(shelf.name):
        about = re.sub(rf"^({shelf.name}_(score_card_|[a-z]+_)?|notice_)", "", name)
        parts = about.split("_")
        pairs = (("_".join(parts[:cut]), "_".join(parts[cut:])) for cut in range(len(parts)))
        if name not in tokens(shelf) and not any({*pair} <= tokens(shelf) | {""} for pair in pairs):
            yield name, "nothing says it"


@cache
def said_of_every_game(name: str) -> set[str]:
    """The ids that the engine asks of a game: what it is, and its options."""
    if name not in OWN:
        return set()
    found = {f"{name}_{what}" for what in ("title", "about", "credits", "primer", "tie")}
    for option in load(name).options:
        found |= {f"{name}_option_{option.name}", *(f"{name}_option_{option.name}_{value}" for value in option.values)}
    return found


@cache
def tokens(shelf: Shelf) -> frozenset[str]:
    """Every word of the sources that could name one of its sentences."""
    board = ROOT / "web" / "src" / "games" / shelf.name
    paths = [*shelf.folder.glob("*.py"), *shelf.folder.glob("box.toml"), *board.rglob("*.ts"), *board.rglob("*.svelte")]
    text = "\n".join(path.read_text(encoding="utf-8") for path in paths).lower()
    return frozenset(re.findall(r"\w+", text)) | frozenset(re.findall(r"\w+", text.replace("-", "_")))


def too_long(shelf: Shelf, language: str) -> Found:
    """Sentences that do not fit where they are shown."""
    for name in shelf.read(language):
        kinds = table("limits")["kind"]
        kind = next((one for one in kinds if any(re.fullmatch(ids, name) for ids in one["ids"])), None)
        if kind is None:
            continue
        longest = max(rendered(shelf, language, name), key=len)
        if len(longest) > kind["most"]:
            yield name, f"{kind['name']} of {len(longest)} characters, at most {kind['most']}: {longest}"


def wrong_marks(shelf: Shelf, language: str) -> Found:
    """Texts with another language's quotation marks, or letters where there should be none."""
    strange = {"en": "[«»„]", "es": "[“”„]", "pl": "[«»“]", "ru": "[“”]"}[language]
    for name, text in shelf.texts(language):
        if found := re.search(strange, text):
            yield name, f"{found[0]} in {text}"
        opened = [("?", "¿"), ("!", "¡")] if language == "es" else []
        for closing, opening in opened:
            if text.count(closing) > text.count(opening) and name != "keys":
                yield name, f"{closing} without {opening}: {text}"


CHECKS: dict[str, Callable[[Shelf, str], Found]] = {
    "arguments_differ": arguments_differ,
    "arguments_unused": arguments_unused,
    "banned_words": banned_words,
    "english_by_accident": english_by_accident,
    "number_without_plural": number_without_plural,
    "told_differently": told_differently,
    "too_long": too_long,
    "unused": unused,
    "wrong_marks": wrong_marks,
}


def faults(check: str, language: str) -> dict[str, str]:
    """What breaks a check in one language: where, and how."""
    return {f"{shelf.name}.{name}": said for shelf in SHELVES for name, said in CHECKS[check](shelf, language)}
