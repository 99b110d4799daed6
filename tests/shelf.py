"""The games that the frame's tests play, and what each game's own tests say about it.

Where any game will do it is the first one. What must be known of a particular one lies in `tests/NAME/expectations.py`,
as `EXPECTED`: a new game brings its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module

from sampan.engine.game import Game, State
from sampan.games import definition, names

Options = Mapping[str, int | str]
OWN = tuple(name for name in names() if definition(name).package.startswith("sampan.games."))
FIRST = OWN[0]


@dataclass(frozen=True)
class Expectations:
    """What the frame's tests must know of one game."""

    golden: tuple[tuple[Options, int], ...]  # options, and a seed whose game is rich in kinds of moves
    kit_games: int  # that the test kit plays with every combination of options that the game names
    watched_games: int  # random games with every combination, in which everything occurs
    watched_seed: int
    card_kinds: frozenset[str]  # moves whose labels are cards, tiles or goods: each one must be made
    never: Mapping[str, str]  # reasons that no position of a running game gives, and why
    chance: bool  # whether chance decides anything once the game is dealt
    rulings: str  # the letter of its rulings
    compiled: str  # a file of its rules, and which edits to other files compile it anew
    edits: Mapping[str, bool]
    never_made: frozenset[str] = frozenset()  # moves with such labels that cannot be made
    seldom: Mapping[str, str] = field(default_factory=dict)  # reasons that some thousand games may pass without
    uncited: frozenset[int] = frozenset()  # rulings that need no code
    quarrel: Options = field(default_factory=dict)  # options that do not fit together
    tables: tuple[tuple[Options, int], ...] = ()  # options and bots of whole games over the API, beside the usual ones
    hand: str = ""  # in the view of a player: what only that seat sees; and the names of what a seat holds there
    held: Callable[[Game, State, int], list[str]] = lambda game, state, seat: []
    heavy: bool = False  # its rules take longest to compile and to interpret


@cache
def expected(name: str) -> Expectations:
    """What a game's own tests say about it."""
    found: Expectations = import_module(f"tests.{name}.expectations").EXPECTED
    return found


@cache
def with_hands() -> str:
    """The first game in which seats hide something from each other."""
    return next(name for name in OWN if expected(name).hand)
