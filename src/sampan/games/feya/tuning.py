"""Which figures of the box are stand-ins, and the small steps by which they may be tuned (known.py bounds them)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations, product

from sampan.engine.balance import Change, Place, Tables, Tuning
from sampan.engine.box import STAND_IN, source_of

from .chart import STEP
from .known import BOARDS, INCOME_VP, SIDES, broken
from .shape import TEMPLE_NAMES, names
from .terms import Action

# stand-ins that stay as they are: T3 needs the catch, and stacks for so many players the marks
KEPT: tuple[Place, ...] = (
    ("clan_boards", "base_catch"),
    *(("temples", name, tile, "players") for name in TEMPLE_NAMES for tile in range(4)),
)
MOST_RACE, MOST_BONUS, MOST_STEP, MOST_TEMPLE, MOST_GOLD = 15, 12, 12, 7, 8
MOST_PAY, MOST_SPACES = 3, 4
GAINS = {"vp": 3, "fish": 2, "mana": 1}  # the most that a worker space gives
REWARDS = ("none", "catch", "mana", "gold:3", f"vp:{INCOME_VP}", "sail", "sail_income", "feast")
FIXED = ("boat", "worker", "special")  # which change places, but are not made into anything else
WATER, MOVABLE = "~", re.compile(r"[a-z]|\d+")


def stands_in(tables: Tables, place: Place) -> bool:
    """Whether the figure there is ours, and may be another one."""
    return place[-1] != "source" and place not in KEPT and source_of(tables, place) == STAND_IN


def changes(tables: Tables, what: str) -> Iterator[Change]:
    """Every small step; steps that touch anything else than stand-ins are left out."""
    return (change for change in STEPS[what](tables) if all(stands_in(tables, place) for place in change))


def near(amount: int, least: int, most: int) -> list[int]:
    """One less and one more, within bounds."""
    return [other for other in (amount - 1, amount + 1) if least <= other <= most]


def figures_of(text: str) -> tuple[str, int]:
    """`gold:3` as its name and its figure."""
    name, _, amount = text.partition(":")
    return name, int(amount or 0)


# ---------------------------------------------------------------- figures


def races(tables: Tables) -> Iterator[Change]:
    """A place of the races is worth a point less or more."""
    for at, points in enumerate(tables["races"]["vp"]):
        for other in near(points, 1, MOST_RACE):
            yield {("races", "vp", at): other}


def sailing(tables: Tables) -> Iterator[Change]:
    """A step of the sailing track is worth a point less or more."""
    for at, points in enumerate(tables["sailing_track"]["vp"]):
        for other in near(points, 1, MOST_STEP):
            yield {("sailing_track", "vp", at): other}


def bonus(tables: Tables) -> Iterator[Change]:
    """A tile of round IV is worth a point less or more."""
    for at, text in enumerate(tables["round_bonus"]["IV"]):
        for other in near(figures_of(text)[1], 1, MOST_BONUS):
            yield {("round_bonus", "IV", at): f"vp:{other}"}


def temples(tables: Tables) -> Iterator[Change]:
    """A temple tile gives a point, a mana gem or a fish less or more."""
    for name, (gain, most) in product(TEMPLE_NAMES, {"vp": MOST_TEMPLE, "mana": 2, "fish": 3}.items()):
        for at, tile in enumerate(tables["temples"][name]):
            for other in near(tile.get(gain, 0), 0, most):
                yield {("temples", name, at, gain): other}


# ---------------------------------------------------------------- worker spaces


def spaces(tables: Tables) -> Iterator[Change]:
    """A worker space costs or gives one less or more; an action has a space less, or one more at its last price."""
    for side, action in product(SIDES, names(Action)):
        row = tables["actions"][side][action]
        at: Place = ("actions", side, action)
        for number, space in enumerate(row):
            for pay in near(space.get("pay", 0), 0, MOST_PAY):
                yield {(*at, number, "pay"): pay}
            for gain, most in GAINS.items():
                for amount in near(space.get("gain", {}).get(gain, 0), 0, most):
                    yield {(*at, number, "gain", gain): amount}
        if len(row) > 1:
            yield {at: row[:-1]}
        if len(row) < MOST_SPACES:
            yield {at: [*row, {"pay": max(1, row[-1].get("pay", 0))}]}


# ---------------------------------------------------------------- clan boards


def boards(tables: Tables) -> Iterator[Change]:
    """Two spaces change places, a space pays a coin less or more, or becomes another one; special tiles as well."""
    for key in BOARDS:
        at: Place = ("clan_boards", key)
        spots = [
            ((*at, track, place), text)
            for track, row in enumerate(tables["clan_boards"][key])
            for place, text in enumerate(row)
            if not text.startswith("*")
        ]
        for (one, first), (other, second) in combinations(spots, 2):
            if first != second:
                yield {one: second, other: first}
        for spot, text in spots:
            yield from other_rewards(spot, text, REWARDS)
    for number, text in enumerate(tables["clan_boards"]["special_tiles"]):
        yield from other_rewards(("clan_boards", "special_tiles", number), text, REWARDS[1:])


def other_rewards(spot: Place, text: str, rewards: tuple[str, ...]) -> Iterator[Change]:
    """What else one space could open."""
    name, amount = figures_of(text)
    if name in FIXED:
        return
    if name == "gold":
        yield from ({spot: f"gold:{other}"} for other in near(amount, 1, MOST_GOLD))
    yield from ({spot: reward} for reward in rewards if figures_of(reward)[0] != name)


# ---------------------------------------------------------------- maps


def maps(tables: Tables) -> Iterator[Change]:
    """A fish or a number changes places with the water beside it; shores, islands and temples stay."""
    for side in SIDES:
        art: str = tables["maps"][side]["art"]
        wet = [(at, token) for at, token in tokens(art) if token == WATER or MOVABLE.fullmatch(token)]
        for (one, first), (other, second) in combinations(wet, 2):
            if first != second and beside(art, one, other):
                changed = swapped(art, one, first, other, second)
                if changed is not None:
                    yield {("maps", side, "art"): changed}


def tokens(art: str) -> list[tuple[int, str]]:
    """The hexes of a drawing, and where in the text they stand."""
    return [(found.start(), found[0]) for found in re.finditer(r"\S+", art)]


def beside(art: str, one: int, other: int) -> bool:
    """Whether two hexes of a drawing touch: a whole step apart in one line, half a step in two."""
    lines = art.count("\n", one, other)
    across = abs((one - art.rfind("\n", 0, one)) - (other - art.rfind("\n", 0, other)))
    return (lines, across) in ((0, STEP), (1, STEP // 2))


def swapped(art: str, one: int, first: str, other: int, second: str) -> str | None:
    """The drawing with two of its hexes exchanged, each in its column; None where one does not fit there."""
    text = list(art)
    for at, old, new in ((one, first, second), (other, second, first)):
        room = max(len(old), len(new))
        if any(letter not in " \n" for letter in art[at + len(old) : at + room]):
            return None
        if "\n" in art[at + len(old) : at + room]:
            return None
        text[at : at + room] = [*new.ljust(room)]
    return "".join(text)


STEPS = {
    "boards": boards,
    "spaces": spaces,
    "temples": temples,
    "races": races,
    "sailing": sailing,
    "bonus": bonus,
    "maps": maps,
}
TUNING = Tuning(tuple(STEPS), stands_in, changes, broken)
