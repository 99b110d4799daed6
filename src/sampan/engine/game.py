"""A game as everything outside it sees it: one object, a few verbs, states that are plain values.

A state is a NumPy record array of length one; a batch is a longer one. `play` changes a state in place, `copy` gives
another. A move is an integer; wherever one is asked for, its text will do.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from . import eyes, loops
from .balance import Balance
from .box import Box
from .errors import MoveError, OptionError
from .explicit import Explicit
from .kept import keep, kept
from .layout import Fields, read_field
from .messages import Message, Words
from .moves import MoveTable
from .pick import new_picker
from .rule import JIT, bind, direct, known_sources, sources_in
from .seeds import seed_words
from .sources import Source

State = np.recarray[Any, Any]
INTERFACE = 2  # what a game brings and is given: goes up when a game written before would no longer work
SPECTATOR, EVERYBODY = eyes.SPECTATOR, eyes.EVERYBODY
MOST_DECISIONS = 100_000


@dataclass(frozen=True)
class Rules:
    """What every game brings: `box` and `s` are records, nothing is allocated, `play` is given legal moves only."""

    deal: Callable[..., Any]  #      (box, s, options)      set up a blank state; its chance is already seeded
    legal: Callable[..., Any]  #     (box, s, out) -> n     the legal moves, ascending
    why_not: Callable[..., Any]  #   (box, s, move) -> Why  0 where the move is allowed
    play: Callable[..., Any]  #      (box, s, move)         up to the next decision
    hide: Callable[..., Any]  #      (box, s, seat)         blank what the seat (or SPECTATOR, EVERYBODY) may not know
    redeal: Callable[..., Any]  #    (box, s, seat)         fill the blanks at random
    standing: Callable[..., Any]  #  (box, s, points, share)
    features: Callable[..., Any]  #  (box, s, seat, out)    of a hidden state
    # what bots need: without the first two only the bot random can play
    figures: Callable[..., Any] | None = None  #         (box, s, seat, out) -> progress   what the evaluation sums
    is_quiet: Callable[..., Any] | None = None  #        (box, s) -> bool      whether it can be evaluated as it is
    extra_features: Callable[..., Any] | None = None  #  (box, s, seat, out)   what nets see beside the figures
    chance_key: Callable[..., Any] | None = None  #      (box, s) -> 0..2**40  what chance revealed to the seat to move


@dataclass(frozen=True)
class Option:
    """Something to decide before a game starts; the first value is the usual one."""

    name: str
    values: tuple[int | str, ...]
    meaning: str
    seat: int | None = None  # where it is about one seat, whose number from 1 on ends its name: it goes with its person


@dataclass(frozen=True)
class Counted:
    """What statistics of many games are made of; all of it is read from finished games."""

    tables: tuple[Mapping[str, int | str], ...]  # the options of the tables that are played, in turn
    # (game, line, end): for each seat, by group, what it had; the line is each position with the move made in it
    had: Callable[[Game, Sequence[tuple[State, int]], State], list[dict[str, list[str]]]]
    named: Callable[[Game, str, str], Message]  # (game, group, what): its name for people


@dataclass(frozen=True)
class PuzzleKinds:
    """What puzzles of a game are about; each kind is named by the sentence GAME_puzzle_KIND."""

    kinds: tuple[str, ...]
    # (game, position, answer, instead, reasons): the kind of a puzzle, from the moves of the answer and of what is
    # mostly played instead and the sources of points that speak for the answer; "" where it is of none
    of: Callable[[Game, State, Sequence[int], Sequence[int], Mapping[str, float]], str]


@dataclass(frozen=True)
class Oddities:
    """Moves that look silly, though the rules allow them; `python -m sampan.lab.oddities` counts them."""

    meanings: Mapping[str, str]  # what is counted, of what
    # (game, line): of each, how often it was there and how often it could have been
    found: Callable[[Game, Sequence[tuple[State, int]]], dict[str, tuple[int, int]]]


@dataclass(frozen=True)
class Definition:
    """A game's folder, summed up."""

    interface: int  # the INTERFACE it was written for
    name: str
    title: str
    version: int
    package: str  # the module that defines it; beside it may lie `shown` and `shape`, the types of its view and its box
    folder: Path
    state: np.dtype[Any]
    rules: Rules
    why: type[IntEnum]
    source: type[IntEnum]
    options: tuple[Option, ...]
    most_seats: int
    read_box: Callable[[Path], Box]
    moves: Callable[[Box], MoveTable]
    view: Callable[[Game, State, int], dict[str, Any]]
    describe: Callable[[Game, State, int], Message]
    narrate: Callable[[Game, State, int, State], list[Message]]
    explain: Callable[[Game, State, int, int], dict[str, Any]]
    faults: Callable[[Game, State], list[str]]
    draw: Callable[[Game, State, int, Words], Any]
    draw_box: Callable[[Box], Any]
    feature_names: Callable[[], list[str]] = field(default=list)
    quarrel: Callable[[Mapping[str, int | str]], str] = field(default=lambda resolved: "")  # options that do not fit
    figure_names: Callable[[], list[str]] = field(default=list)  # of what `figures` writes
    extra_inputs: int = 0  # numbers that `extra_features` writes
    asides: tuple[int, int] = (0, 0)  # moves from the first up to the second decide nothing by themselves
    most_asides: int = 1  # that a bot strings together
    deeds: tuple[str, ...] = ()  # kinds of moves that name a turn: what it was about
    tie: str = ""  # the figure of a state's seats that decides between equal points
    chance_messages: tuple[str, ...] = ()  # of `narrate`, left out of a preview: chance, and whose turn follows
    peers: Mapping[str, str] = field(default_factory=dict)  # libraries that have it, and its name there
    piece_names: Mapping[str, Callable[[str], str]] = field(default_factory=dict)  # arguments not called what they are
    place: int = 100  # among Sampan's own games, the first one first
    outcome: Callable[[Game, State, int, State], dict[str, Any]] | None = None  # what came of figures `describe` gave
    naming: frozenset[str] = frozenset()  # arguments of `describe` that name a thing and claim nothing of the move
    decides_late: bool = False  # whether its rules ask `chance.undecided` wherever something lies face down
    chance_only_deals: bool = False  # whether nothing is drawn after the deal and nothing lies face down
    plays_interpreted: bool = False  # whether the bot greedy is quick enough before its rules are compiled
    own_view: Callable[[Game, State, int, dict[str, Any]], dict[str, Any]] | None = None  # a spectator's made a seat's
    counted: Counted | None = None  # what `sampan stats` counts
    balance: Balance | None = None  # what `sampan balance` rotates, looks at and tunes
    puzzles: PuzzleKinds | None = None  # what `sampan puzzles` looks for
    oddities: Oddities | None = None  # what `sampan.lab.oddities` counts
    # (game, state, moves): of legal moves, those that another one of them is never worse than, whatever follows
    dominated: Callable[[Game, State, Sequence[int]], set[int]] | None = None
    variants: tuple[Mapping[str, int | str], ...] = ()  # what the test kit plays, where all combinations are too many


FIELDS_KEPT = 8  # states whose fields a game remembers


class Game:
    """One game with one box, ready to be played."""

    def __init__(self, definition: Definition, box: Box, own_box: bool = False) -> None:
        self.definition = definition
        self.box = box
        self.own_box = own_box  # whether it is another than the one that comes with the game
        self.name = definition.name
        self.title = definition.title
        self.version = definition.version
        self.options = definition.options
        self.moves = definition.moves(box)
        self.sources = [source.name.lower() for source in definition.source]
        self._blank = self.batch(1)
        self._fields: dict[bytes, Fields] = {}
        self._entries: dict[str, Callable[..., Any]] = {}
        self._out = np.zeros(len(self.moves), np.int16)

    @cached_property
    def loops(self) -> dict[str, Callable[..., Any]]:
        """The engine's loops, bound to this game's rules."""
        known = dict(vars(self.definition.rules))
        bound = {}
        for loop in loops.LOOPS:
            known[loop.__name__] = bound[loop.__name__] = bind(loop, self.name, known)
        return bound

    def twin(self) -> Game:
        """The same game for another thread: compiled rules are shared, the scratch paper is its own."""
        other = Game(self.definition, self.box, self.own_box)
        other.__dict__["loops"] = self.loops
        return other

    def with_box(self, box: Box) -> Game:
        """The same game with another box, which compiled rules get as an argument."""
        other = Game(self.definition, box, box.hash != self.box.hash)
        other.__dict__["loops"] = self.loops
        return other

    def _run(self, loop: str, state: State, *more: Any) -> Any:
        """Run a loop at one state; a loop always has arguments of the same types, so Numba need not look at them."""
        entry = self._entries.get(loop)
        arguments = (self.box.array, state.view(np.ndarray), 0, *more)
        if entry is None:
            entry = self._entries[loop] = direct(self.loops[loop], arguments)
        return entry(*arguments)

    def batch(self, size: int) -> State:
        """Blank states, to be dealt into."""
        return np.zeros(size, self.definition.state).view(np.recarray)

    # ------------------------------------------------------------ starting

    def resolve(self, options: Mapping[str, int | str] | None = None) -> dict[str, int | str]:
        """The options in full: what was asked for, checked, and the usual value for the rest."""
        asked = dict(options or {})
        resolved: dict[str, int | str] = {}
        for option in self.options:
            value = asked.pop(option.name, option.values[0])
            allowed = {str(v): v for v in option.values}
            if isinstance(value, bool) or str(value) not in allowed:
                raise OptionError(f"{self.name}: {option.name} = {value!r}: expected one of {', '.join(allowed)}")
            resolved[option.name] = allowed[str(value)]
        for name, value in asked.items():
            known = ", ".join(option.name for option in self.options)
            raise OptionError(f"{self.name}: {name} = {value!r}: expected no such option; known: {known}")
        if quarrel := self.definition.quarrel(resolved):
            raise OptionError(f"{self.name}: {quarrel}")
        return resolved

    def reseated(self, options: Mapping[str, int | str], order: Sequence[int]) -> dict[str, int | str]:
        """The options once those who sat in `order` sit in its places: what is about a seat goes with its person."""
        moved = dict(options)
        for option in self.options:
            if option.seat is not None and option.seat < len(order) and option.name in options:
                stem = option.name.removesuffix(str(option.seat + 1))
                moved[option.name] = options[f"{stem}{order[option.seat] + 1}"]
        return moved

    def option_numbers(self, options: Mapping[str, int | str] | None) -> np.ndarray[Any, Any]:
        """The options as the rules take them: a number is itself, a word its place among the values."""
        resolved = self.resolve(options)
        numbers = [v if isinstance(v := resolved[o.name], int) else o.values.index(v) for o in self.options]
        return np.array(numbers, np.int64)

    def deal(self, options: Mapping[str, int | str] | None = None, seed: int = 0) -> State:
        """A new game; the same options and seed give the same game everywhere."""
        state = self.batch(1)
        numbers = self.option_numbers(options)
        self.loops["deal_at"](self.box.record, self._blank, state, 0, numbers, *seed_words(seed))
        return state

    def explicit(self, start: State | Mapping[str, int | str] | None = None) -> Explicit:
        """A game in which the caller chooses what falls, from a state or from before the deal with these options on."""
        return Explicit(self, start)

    # ------------------------------------------------------------ playing

    def to_move(self, state: State) -> int:
        """The seat that must decide, or -1 when the game is over."""
        return int(read_field(state, "seat"))

    def over(self, state: State) -> bool:
        """Whether the game has ended."""
        return self.to_move(state) < 0

    def legal_moves(self, state: State) -> list[int]:
        """The legal moves, ascending."""
        return [*self._out[: self._run("legal_at", state, self._out)].tolist()]

    def legal(self, state: State) -> np.ndarray[Any, Any]:
        """A mask over all moves: True where the move is legal."""
        mask = np.zeros(len(self.moves), np.bool_)
        mask[self.legal_moves(state)] = True
        return mask

    def why_not(self, state: State, move: int | str) -> IntEnum:
        """Why the move is not allowed now; `Why.OK` (0) where it is."""
        number = self.move_from(move)
        return self.definition.why(self._run("why_not_at", state, number))

    def reasons(self, state: State) -> np.ndarray[Any, Any]:
        """Why each move is not allowed now, as numbers of `Why`; 0 where it is."""
        reasons = np.zeros(len(self.moves), np.int64)
        self._run("reasons_at", state, reasons)
        return reasons

    def play(self, state: State, move: int | str) -> None:
        """Play a move in place. One that is not allowed raises MoveError and leaves the state as it was."""
        number = self.move_from(move)
        if not state.flags.writeable:
            raise ValueError("the state is read-only: expected one that may change, such as a copy")
        why = self._run("play_at", state, number)
        if why != 0:
            reason = self.words().say(self.explain(state, number))
            raise MoveError(f"{self.move_text(number)} is not allowed: {reason}", why)

    def copy(self, state: State) -> State:
        """The same game again, to be changed on its own: its bytes at once, which NumPy would copy field by field."""
        return np.ndarray.__new__(np.recarray, state.shape, state.dtype, bytearray(state.tobytes()))

    def count_leaves(self, state: State, depth: int) -> int:
        """How many positions there are after so many moves: a change in this number is a change in the rules."""
        if depth < 1:
            raise OptionError(f"depth = {depth}: expected 1 or more")
        stack = self.batch(depth + 1)
        stack[0] = state[0]
        outs, numbers = np.zeros((depth, len(self.moves)), np.int16), np.zeros(depth, np.int64)
        return int(self.loops["count_leaves"](self.box.record, stack, depth, outs, numbers, np.zeros_like(numbers)))

    # ------------------------------------------------------------ knowing

    def hide(self, state: State, seat: int = SPECTATOR) -> State:
        """A copy without what the seat may not know: the only form in which a state may leave the table."""
        hidden = self.copy(state)
        self._run("hide_at", hidden, seat)
        return hidden

    def fields(self, state: State) -> Fields:
        """A state's fields as plain numbers and lists, to be read only; made once for many questions about it."""
        key = state.tobytes()
        found = self._fields.get(key)
        if found is None:
            if len(self._fields) == FIELDS_KEPT:
                self._fields.pop(next(iter(self._fields)), None)
            found = self._fields[key] = Fields(state)
        return found

    def redeal(self, state: State, seat: int, seed: int) -> State:
        """A copy of a hidden state with its blanks filled at random, as that seat could imagine them."""
        imagined = self.copy(state)
        self._run("redeal_at", imagined, seat, *seed_words(seed))
        return imagined

    def branch(self, state: State, seed: int, seat: int = EVERYBODY) -> State:
        """The same position in a game of its own: what the seat, or all of them together, cannot know falls anew."""
        return self.redeal(self.hide(state, seat), seat, seed)

    def scores(self, state: State) -> list[int]:
        """The points of every seat so far."""
        return [*self._standing(state)[0].tolist()]

    def win_share(self, state: State) -> list[float]:
        """Each seat's share of the victory if the game ended here; it adds up to 1."""
        return [*self._standing(state)[1].tolist()]

    def winners(self, state: State) -> list[int]:
        """The seats that have won; empty while the game goes on."""
        return [seat for seat, share in enumerate(self.win_share(state)) if share > 0] if self.over(state) else []

    def tie(self, state: State) -> list[int]:
        """What decided between seats with equal points, of every seat; empty where nothing had to or could."""
        figure = self.definition.tie
        if not figure or not self.over(state) or (scores := self.scores(state)).count(max(scores)) == 1:
            return []
        return [int(number) for number in state[figure][0][: len(scores)]]

    def score_sheet(self, state: State) -> list[dict[str, int]]:
        """The points of every seat by where they came from."""
        rows = read_field(state, "vp")[: read_field(state, "players")]
        return [dict(zip(self.sources, row, strict=True)) for row in rows]

    def _standing(self, state: State) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        points, share = np.zeros(self.definition.most_seats, np.int64), np.zeros(self.definition.most_seats)
        self._run("standing_at", state, points, share)
        players = read_field(state, "players")
        return points[:players], share[:players]

    def features(self, state: State, seat: int) -> np.ndarray[Any, Any]:
        """What the seat sees, as numbers; `feature_names` names them."""
        out = np.zeros(len(self.feature_names), np.float32)
        self._run("features_at", self.hide(state, seat), seat, out)
        return out

    @cached_property
    def feature_names(self) -> list[str]:
        """The names of the features, in order."""
        return self.definition.feature_names()

    def view(self, state: State, seat: int = SPECTATOR) -> dict[str, Any]:
        """Everything the seat may see, as plain values for a page or a log. It is made from the hidden state alone."""
        return self.definition.view(self, self.hide(state, seat), seat)

    def describe(self, state: State, move: int | str) -> Message:
        """What the move would do now: a message id and its arguments."""
        return self.definition.describe(self, state, self.move_from(move))

    def explain(self, state: State, move: int | str) -> Message:
        """Why the move is not allowed now, as a message id and its arguments."""
        number = self.move_from(move)
        why = self.why_not(state, number)
        return f"{self.name}_why_{why.name.lower()}", self.definition.explain(self, state, number, int(why))

    def narrate(self, before: State, move: int, after: State) -> list[Message]:
        """What happened between two states, as messages."""
        return self.definition.narrate(self, before, move, after)

    # ------------------------------------------------------------ names

    def words(self, language: str = "en", seats: Mapping[int, str] | None = None) -> Words:
        """The game's sentences in one language, with the names of the people at the table."""
        return Words(self.definition.folder, language, seats, self.definition.piece_names)

    def move_text(self, move: int) -> str:
        """The stable short text of a move."""
        return self.moves.text(move)

    def move_from(self, move: int | str) -> int:
        """The move's number, from its text or from the number itself."""
        if isinstance(move, str):
            return self.moves.number(move)
        self.moves.text(int(move))
        return int(move)

    def state_hash(self, state: State) -> str:
        """A short fingerprint of every byte of a state."""
        return hashlib.sha256(state.tobytes()).hexdigest()[:16]

    # ------------------------------------------------------------ compiling

    @property
    def compiled(self) -> bool:
        """Whether the rules need no compiling: done on this machine before, or not wanted at all."""
        return not JIT or kept(self.name, self.rule_sources)

    def compile(self, progress: Callable[[int, int], None] = lambda done, total: None) -> None:
        """Compile what a table needs now rather than on first use, telling how far it has come."""
        options, seed = self.option_numbers(None), seed_words(0)
        state, spare, box = self.batch(1), self.batch(1), self.box.record
        points, share = np.zeros(self.definition.most_seats, np.int64), np.zeros(self.definition.most_seats)
        steps: list[tuple[str, tuple[Any, ...]]] = [
            ("deal_at", (box, self._blank, state, 0, options, *seed)),
            ("deal_at", (box, self._blank, spare, 0, options, *seed)),
            ("legal_at", (box, state, 0, self._out)),
            ("why_not_at", (box, state, 0, 0)),
            ("reasons_at", (box, state, 0, np.zeros(len(self.moves), np.int64))),
            ("play_at", (box, state, 0, 0)),
            ("hide_at", (box, spare, 0, 0)),
            ("redeal_at", (box, spare, 0, 0, *seed)),
            ("standing_at", (box, state, 0, points, share)),
        ]
        for done, (name, args) in enumerate(steps):
            progress(done, len(steps))
            self.loops[name](*args)
        dealt = self.deal(None, 0)
        self.view(dealt, 0)  # which asks rules of its own, as do the words about moves
        for start in self.moves.starts.values():
            self.explain(dealt, start)
        progress(len(steps), len(steps))
        keep(self.name, self.rule_sources)

    def compile_batches(self) -> None:
        """Compile what learners and random playouts need."""
        state, options, box = self.deal(), self.option_numbers(None), self.box.record
        self.features(state, 0)
        seeds, lengths = np.zeros(1, np.uint64), np.zeros(1, np.int64)
        self.loops["play_out"](box, self._blank, state, 0, 1, options, seeds, new_picker(), self._out, lengths, 1)

    @property
    def rule_sources(self) -> frozenset[Source]:
        """All that the rules are made of."""
        folder = self.definition.folder.resolve()
        return sources_in(folder).union(*(known_sources(loop) for loop in self.loops.values()))
