"""What a game tells the balance laboratory: what is rotated, what is looked at, and what of its box may be tuned."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .game import Game, State

Tables = Mapping[str, Any]  # of a box file
Place = tuple[str | int, ...]  # of one value in them: keys and positions
Change = Mapping[Place, Any]  # what stands there instead


@dataclass(frozen=True)
class Aim:
    """What is hoped for of every thing of a group, at tables of each size."""

    won: float = 0.0  # it wins a fair share, give or take this part: no interval lies wholly outside
    chosen: float = 0.0  # at least this part of all choices is for it
    used: float = 0.0  # somebody has it in at least this part of the games in which it lies open


@dataclass(frozen=True)
class Tuning:
    """Which values of a box are not the printed ones, and how they may be changed."""

    whats: tuple[str, ...]  # what can be tuned by itself
    stands_in: Callable[[Tables, Place], bool]  # whether the value there is one that nobody has read off a printed box
    changes: Callable[[Tables, str], Iterable[Change]]  # every small step away from a box, of one of `whats`
    broken: Callable[[Tables], list[str]]  # what is known of the printed box and does not hold in this one


@dataclass(frozen=True)
class Balance:
    """What the balance of a game is measured by; all but the rotation is read from finished games."""

    cycle: Callable[[int], Sequence[Mapping[str, int | str]]]  # for so many players: the tables of one whole rotation
    dealt: Callable[[Game, State], Sequence[str]]  # what chance laid out: each thing is to come equally often
    # (game, line, end): for each seat, by group, what it had; the line is each position with the move made in it
    had: Callable[[Game, Sequence[tuple[State, int]], State], list[dict[str, list[str]]]]
    # (game, line, end): by group, what lay open for somebody to take or use, once for every time
    offered: Callable[[Game, Sequence[tuple[State, int]], State], dict[str, list[str]]]
    groups: Mapping[str, str]  # the groups with their titles, in the order of the report
    named: Callable[[Game, str, str], str]  # (game, group, what): its name in English
    aims: Mapping[str, Aim] = field(default_factory=dict)  # by group
    points: tuple[float, float] | None = None  # within which the mean of all seats is hoped to lie
    tuning: Tuning | None = None


# ---------------------------------------------------------------- what games share when they declare it


def turned(things: Sequence[str], others: Sequence[int]) -> Iterator[list[str]]:
    """The first thing against these others, by their numbers, and so on for each: seat by seat, once round."""
    for shift in range(len(things)):
        yield [things[(one + shift) % len(things)] for one in (0, *others)]


def seated(option: str, chosen: Sequence[str]) -> dict[str, int | str]:
    """Something chosen for each seat, as options of a table: `clan1`, `clan2`."""
    return {f"{option}{seat + 1}": one for seat, one in enumerate(chosen)}


def order_of(players: int, first: int, seat: int) -> str:
    """A seat's place in the order, of so many."""
    return f"{players} {(seat - first) % players + 1}"


def order_words(what: str) -> str:
    """The same in English."""
    players, place = what.split()
    return f"{place} of {players}"
