"""A puzzle as text: the table, the task, and the answer with its reasons."""

from __future__ import annotations

from collections.abc import Iterator

from sampan.drawing import drawn
from sampan.engine.game import Game
from sampan.engine.messages import Words
from sampan.review.telling import because, change, percent, said

from .shape import EASY, HARD, MEDIUM, Puzzle, Puzzles, kind_name
from .trying import imagined

LEVEL_NAMES = {EASY: "easy", MEDIUM: "medium", HARD: "hard"}


def heading(game: Game, words: Words, puzzle: Puzzle) -> str:
    """A puzzle in one line."""
    missed = ", ".join(f"{level} {percent(share)}" for level, share in puzzle.missed.items())
    kind = words.say(kind_name(game, puzzle.kind))
    level = LEVEL_NAMES[puzzle.level]
    return f"{puzzle.id}  {kind}; {level}; {puzzle.players} players, move {puzzle.at + 1}; missed by {missed}"


def listed(game: Game, puzzles: Puzzles) -> Iterator[str]:
    """All of them, one a line."""
    words = game.words()
    return (heading(game, words, puzzle) for puzzle in puzzles.shown(game))


def as_text(game: Game, puzzle: Puzzle) -> Iterator[str]:
    """The table as the seat knows it, the task, and the answer."""
    words = game.words(seats={seat: f"Seat {seat + 1}" for seat in range(puzzle.players)})
    yield heading(game, words, puzzle)
    hidden = game.hide(imagined(game, puzzle), puzzle.seat)
    yield drawn(game, hidden, puzzle.seat, "en", 100).rstrip()
    turn = puzzle.turn
    yield f"{words.seat(puzzle.seat)}: find the best turn"
    yield f"Best: {said(words, turn.best)}: {percent(turn.best.win)}{because(game, words, turn)}"
    yield from (f"Also right: {'; '.join(moves)}" for moves in puzzle.accepted if moves != turn.best.moves)
    lost = f"{change(-turn.cost)} (± {100 * turn.error:.1f})"
    yield f"Most often played instead: {said(words, turn.played)}: {percent(turn.played.win)}, {lost}"
    yield from (f"Also: {said(words, line)}: {percent(line.win)}" for line in turn.others)
