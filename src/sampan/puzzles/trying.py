"""Trying to solve a puzzle: the position as its seat may know it, and what is said of the moves tried so far.

What the seat cannot know has fallen anew, so no position tells what the game it comes from had in store.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field

from sampan.engine.errors import MoveError
from sampan.engine.game import Game, State
from sampan.review.candidates import Line, end_of
from sampan.review.shape import Line as SaidLine
from sampan.review.stretches import Stretch, ends

from .shape import Puzzle

ON, RIGHT, WORSE, OTHER = VERDICTS = ("on", "right", "worse", "other")


@dataclass(frozen=True)
class Told:
    """What is said of a tried line."""

    verdict: str  # ON: the turn goes on; RIGHT; WORSE: judged, and behind; OTHER: not among those that were judged
    line: int | None = None  # 0: the best turn, 1: what is mostly played instead, then the others
    cost: float = 0.0  # of a win, behind the best
    error: float = 0.0  # the standard error of the cost, where it was measured to the end
    reasons: dict[str, float] = field(default_factory=dict)  # by how many points the best is ahead, and where


def reached(game: Game, puzzle: Puzzle) -> State:
    """The position of a puzzle as it was really played."""
    record = puzzle.game_before()
    state = record.opened(game)
    for text in record.moves:
        game.play(state, text)
    return state


def imagined(game: Game, puzzle: Puzzle) -> State:
    """The same in a world as its seat could imagine it: always the same one."""
    seed = int.from_bytes(hashlib.sha256(f"puzzle {puzzle.id}".encode()).digest()[:16])
    return game.branch(reached(game, puzzle), seed, puzzle.seat)


def turn_of(game: Game, puzzle: Puzzle) -> Stretch:
    """The turn of a puzzle, with the best line as what was played."""
    state = reached(game, puzzle)
    return Stretch(puzzle.at, puzzle.seat, numbers(game, puzzle.turn.best), state, state, False, False)


def numbers(game: Game, line: SaidLine) -> Line:
    """The moves of a line."""
    return tuple(game.move_from(text) for text in line.moves)


def has_ended(game: Game, world: State, line: Sequence[int]) -> bool:
    """Whether the turn is over after these moves; a move that cannot be made, or comes after that, is refused."""
    state, over = game.copy(world), False
    for move in line:
        if over:
            raise MoveError(f"{game.move_text(move)}: the turn is over there")
        before = game.copy(state)
        game.play(state, move)
        over = ends(before, state, world)
    return over


def told(game: Game, puzzle: Puzzle, world: State, line: Line) -> Told:
    """What is to be said of a line of legal moves tried in the puzzle's imagined world."""
    if not line or not has_ended(game, world, line):
        return Told(ON)
    end, turn = end_of(game, world, line), puzzle.turn
    lines = [turn.best, turn.played, *turn.others]
    place = next((k for k, one in enumerate(lines) if end == end_of(game, world, numbers(game, one))), None)
    if place == 0 or any(end == end_of(game, world, tuple(map(game.move_from, moves))) for moves in puzzle.accepted):
        return Told(RIGHT, place)
    if place is None:
        return Told(OTHER)
    if place == 1:
        return Told(WORSE, place, turn.cost, turn.error, turn.reasons)
    return Told(WORSE, place, round(max(0.0, turn.best.win - lines[place].win), 4))
