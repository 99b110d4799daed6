"""Explicit chance: dice, cards and tiles fall as the caller chooses, one event at a time.

`game.explicit(...)` gives a game in which nothing falls by itself. A move that brings chance is under way until all of
it has fallen: `chance` says what falls next, `fall` chooses. The rules are those of every other game. Each time they
run from the position before the move, with what was chosen so far, up to the first thing that was not.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from .chance import ASKED, EXPLICIT
from .errors import MoveError, OptionError
from .eyes import EVERYBODY

if TYPE_CHECKING:
    from .game import Game, State

WORD = 2**64
ROOM = WORD**3  # what the words of a state can hold of outcomes
MEMBERS = 64  # of a set that is drawn from


@dataclass(frozen=True)
class Chance:
    """What is about to fall: one of the outcomes, each exactly as likely.

    A number of a die counts from 0 on, a card or a tile has its number in the box.
    """

    outcomes: tuple[int, ...]

    @property
    def probability(self) -> Fraction:
        """Of each outcome."""
        return Fraction(1, len(self.outcomes))


class Explicit:
    """A game with explicit chance. `state` is what all seats together know; none before the deal."""

    def __init__(self, game: Game, start: State | Mapping[str, int | str] | None = None) -> None:
        self.game = game
        self.state: State | None = None
        self.options: Any = None
        self.move: int | None = None  # under way while chance falls
        self.chance: Chance | None = None
        self.fallen: tuple[int, ...] = ()  # of the deal or the move under way
        self._chosen, self._radix = 0, 1  # the same as one number, and how many such numbers there are
        if isinstance(start, np.ndarray):
            self.state = self._settled(game.copy(start))
        else:
            self.options = game.option_numbers(start)
            self._run_on()

    def copy(self) -> Explicit:
        """The same game again, to be changed on its own."""
        other = Explicit.__new__(Explicit)
        other.__dict__.update(self.__dict__)
        return other

    def __deepcopy__(self, _: Any) -> Explicit:
        return self.copy()

    def play(self, move: int | str) -> None:
        """Play a move; if it brings chance, it is under way until all of that has fallen."""
        number = self.game.move_from(move)
        if self.chance is not None or self.state is None:
            raise MoveError(f"{self.game.move_text(number)} is not allowed: chance falls first, one of {self._choice}")
        self.move = number
        try:
            self._run_on()
        except MoveError:
            self.move = None
            raise

    def fall(self, outcome: int) -> None:
        """Let this fall, of the outcomes of `chance`."""
        if self.chance is None:
            raise MoveError(f"outcome {outcome!r}: expected a move, for nothing is about to fall")
        if isinstance(outcome, bool) or outcome not in self.chance.outcomes:
            raise MoveError(f"outcome {outcome!r}: expected one of {self._choice}")
        radix = self._radix * len(self.chance.outcomes)
        if radix > ROOM:
            raise OptionError(f"more falls at once than the {ROOM.bit_length() - 1} bits that chance has in a state")
        self._chosen += self._radix * self.chance.outcomes.index(outcome)
        self._radix, self.fallen = radix, (*self.fallen, outcome)
        self._run_on()

    @property
    def _choice(self) -> str:
        return ", ".join(map(str, self.chance.outcomes)) if self.chance is not None else ""

    def _run_on(self) -> None:
        """The deal or the move with what has fallen so far: either something more falls, or it is done."""
        game = self.game
        after = game.batch(1) if self.state is None else game.copy(self.state)
        low, high = self._chosen % WORD, self._chosen // WORD
        after.key[0] = low, high % WORD
        after.block[0], after.draws[0] = high // WORD, int(EXPLICIT) + len(self.fallen)
        if self.move is None:
            game.loops["deal_explicit_at"](game.box.record, after, 0, self.options)
        else:
            game.play(after, self.move)
        if int(after.draws[0]) == ASKED:
            sides, pool = (int(number) for number in after.key[0])
            outcomes = range(sides) if pool == 0 else (place for place in range(MEMBERS) if pool >> place & 1)
            self.chance = Chance(tuple(outcomes))
        else:
            self.state, self.move, self.chance = self._settled(after), None, None
            self.fallen, self._chosen, self._radix = (), 0, 1

    def _settled(self, state: State) -> State:
        """A state without the chance of its own, and without what nobody has seen, where the rules can do without."""
        if self.game.definition.decides_late:
            return self.game.hide(state, EVERYBODY)
        for name in ("key", "draws", "block"):
            state[name] = 0
        return state
