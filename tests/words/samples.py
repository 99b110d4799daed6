"""Arguments for every sentence: those of games that are played, and made-up ones for what only a board says."""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

from sampan.engine.check import all_options, varied_move
from sampan.engine.game import Game, State
from sampan.engine.messages import Message, Sentence, Words, form_of
from sampan.games import load

from ..shelf import OWN
from .sentences import PAGE, Shelf, arguments, counted

NAMES = ("Ada", "Мария", "Bartek", "Илья")  # of either gender, in either alphabet
NUMBERS = (0, 1, 2, 5, 21, 22)
SEATS = dict(enumerate(NAMES))
GAMES_PLAYED = 12
TRIED = 40  # refusals looked up at a position
EXPLAINED = 25  # refusals of one kind: by then its arguments have been seen
KEPT = 4  # sets of arguments of one message
LABELS = (1, 5, 21)  # numbers that only name something
FAMILIES = {  # which of the game's terms an argument stands for
    "type": "building", "give": "good|ware", "get": "good|ware", "order": "reward", "reward": "reward", "gain": "gain",
    "good": "good", "region": "region", "mastery": "mastery", "patron": "patron", "source": "source",
    "action": "action", "clan": "clan", "worker": "worker", "guide": "guide", "skill": "skill", "fish": "fish",
    "race": "race", "price": "ware",
}  # fmt: skip

Arguments = dict[str, Any]


def page_words(language: str) -> Words:
    """The page's own sentences."""
    return Words(PAGE, language, SEATS)


def refusals(game: Game, state: State, dice: random.Random, met: Counter[int]) -> Iterator[Message]:
    """Why some moves cannot be made, as long as their reason is news."""
    for move in (dice.randrange(len(game.moves)) for _ in range(TRIED)):
        why = game.why_not(state, move)
        met[why] += 1
        if met[why] <= EXPLAINED:
            yield game.explain(state, move)


def play(game: Game, options: dict[str, int | str], seed: int, met: Counter[int]) -> Iterator[list[Message]]:
    """A game of varied moves: at each, what is offered and refused, then what happened."""
    state, dice, made = game.deal(options, seed), random.Random(seed), Counter[str]()
    while not game.over(state):
        move, before = varied_move(game, state, dice, made), game.copy(state)
        refused = list(refusals(game, before, dice, met))
        game.play(state, move)
        yield [
            game.describe(before, move),
            *refused,
            *game.narrate(before, move, state),
        ]


@cache
def told_in_games(name: str) -> dict[str, list[Arguments]]:
    """Arguments that real games gave to each message, a few different ones."""
    game, met = load(name), Counter[int]()
    found: dict[str, list[Arguments]] = defaultdict(list)
    dice = random.Random(1)
    for seed, options in enumerate(dice.choices(list(all_options(game)), k=GAMES_PLAYED)):
        for messages in play(game, options, seed, met):
            for ident, args in messages:
                if len(found[ident]) < KEPT and args not in found[ident]:
                    found[ident].append(args)
    return found


def made_up(shelf: Shelf, language: str, ident: str, name: str, turn: int) -> Any:
    """Something that an argument of this name could be, for the sentence with this id."""
    given = {
        "who": turn % len(NAMES),
        "whom": (turn + 1) % len(NAMES),
        "name": NAMES[turn % len(NAMES)],
        "owners": ", ".join(NAMES[:2]),
        "names": ", ".join(NAMES[:2]),
        "scores": ", ".join(f"{name} {points}" for name, points in zip(NAMES, (41, 38), strict=False)),
        "hex": "D4",
        "hexes": "D4, F7",
        "shores": "3, 4, 17, 18",
        "prices": f"4, 3, {in_words(shelf, language, 'ware_', 2)}",
        "extra": in_words(shelf, language, "tile_vp", 3),
        "bot": f"level_name_{turn % 4 + 1}",
        "level": f"level_name_{turn % 4 + 1}",
        "than": f"level_name_{(turn + 1) % 4 + 1}",
        "asked": askings(language)[turn % len(askings(language))],
        "game": titles(language)[turn % len(titles(language))],
    }
    if name in given:
        return given[name]
    if name == "region" and "_text_" in ident:  # its number, there
        return NUMBERS[turn % 5 + 1]
    family = "customer" if name == "type" and "card" in ident else FAMILIES.get(name, "-")
    terms = [term for term in shelf.read(language) if re.match(rf"{shelf.name}_({family})_", term)]
    if not terms:
        return NUMBERS[turn % len(NUMBERS)]
    chosen = terms[turn % len(terms)]
    inner = arguments(shelf.read(language)[chosen])
    return {"id": chosen, "args": dict.fromkeys(inner, NUMBERS[turn % 5 + 1])} if inner else chosen


def in_words(shelf: Shelf, language: str, name: str, number: int) -> str:
    """A number with a noun of this name, as the page puts it into a sentence; alone where the game has no such noun."""
    nouns = [noun for term, noun in shelf.read(language).items() if term.startswith(f"{shelf.name}_{name}")]
    return form_of(nouns[0], {"n": number}, language).replace("{n}", str(number)) if nouns else str(number)


@cache
def askings(language: str) -> tuple[str, ...]:
    """What games ask of whoever is to move."""
    return tuple(
        form_of(sentence, {}, language)
        for name in OWN
        for ident, sentence in load(name).words(language).messages.items()
        if ident.startswith(f"{name}_ask_")
    )


@cache
def titles(language: str) -> tuple[str, ...]:
    """What games are called."""
    return tuple(load(name).words(language).name(f"{name}_title") for name in OWN)


def argument_sets(shelf: Shelf, language: str, name: str, sentence: Sentence) -> list[Arguments]:
    """With what a sentence is printed: real arguments where games gave some, and every number that matters."""
    wanted = arguments(sentence)
    if not wanted:
        return [{}]
    real = [] if shelf.name in ("web", "server") else told_in_games(shelf.name).get(name, [])
    sets = list(real) or [{key: made_up(shelf, language, name, key, turn) for key in wanted} for turn in range(KEPT)]
    number = counted(sentence)
    if number is None:
        if len(wanted) == 1 and not real and isinstance(sets[0][min(wanted)], int) and not wanted & {"who", "whom"}:
            return [{min(wanted): value} for value in LABELS]
        return list(islice(sets, KEPT))
    return [{**sets[turn % len(sets)], number: like(sets[0].get(number), value)} for turn, value in enumerate(NUMBERS)]


def like(given: Any, value: int) -> Any:
    """The number, with a sign where the argument has one."""
    return f"+{value}" if isinstance(given, str) else value
