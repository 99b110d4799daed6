"""One judged turn as it is told: its lines in words, what each promises, what the choice cost and why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from sampan.bots.calibration import Calibration
from sampan.engine.game import Game
from sampan.engine.messages import Message

from .candidates import Line, spoken
from .judge import Judged
from .reasons import reasons_for
from .shape import ASIDE, ERRORS, Turn, left_out
from .shape import Line as SaidLine
from .sheets import verdict_of
from .stretches import Stretch
from .worth import worth_of

OTHER = "other"  # a turn without a deed
Values = np.ndarray[Any, Any]
Says = Callable[[Line], list[Message]]  # the moves of a line in words


def new_turn(game: Game, stretch: Stretch, says: Says) -> Turn:
    """A turn of which nothing is known but what was played."""
    turn = Turn(
        stretch.first,
        stretch.last,
        stretch.seat,
        said_line(game, stretch.moves, says),
        said_line(game, stretch.moves, says),
    )
    turn.deed = turn.best_deed = deed_of(game, stretch.moves)
    return turn


def fill_in(game: Game, calibration: Calibration, turn: Turn, judged: Judged, says: Says) -> Values:
    """What a decision was worth, and what others would have been; returns what it changed, beyond the noise."""
    seat, worth = turn.seat, worth_of(game)
    cost, error = worth.cost(*judged.cost(calibration), judged.openness(calibration))
    best = judged.best if cost > 0 else 0
    pair = judged.pair() if best else (judged.pair()[0],) * 2
    played, better = calibration.chances(np.array([line.mean(axis=0) for line in pair]), judged.progress)
    first = calibration.chances(judged.first.mean(axis=1), judged.progress)[:, seat]
    wins = {k: share(played[seat] + worth.worth * (win - first[0])) for k, win in enumerate(first)}
    wins[best] = share(played[seat] + (cost if best else 0.0))
    wins |= {k: share(wins[best] - worth.worth * behind) for k, behind in judged.behind.items()}
    wins = {k: min(win, wins[best]) for k, win in wins.items()}  # few trials may flatter a line that was tried no more
    lines = {k: said_line(game, line, says, wins[k], judged, k) for k, line in enumerate(judged.lines)}
    others = sorted((k for k in lines if k not in (0, best)), key=lambda k: -wins[k])
    turn.played, turn.best, turn.others = lines[0], lines[best], [lines[k] for k in others]
    turn.cost, turn.error = (cost, error) if best else (0.0, 0.0)
    turn.trials, turn.verdict = judged.trials, verdict_of(turn.cost, turn.error)
    turn.best_deed = deed_of(game, judged.lines[best])
    exchanges = range(*game.definition.asides)
    if (places := left_out(turn)) and all(judged.lines[0][place] in exchanges for place in places):
        turn.deed = turn.best_deed = ASIDE
    if best and judged.sheets is not None:
        turn.gain, turn.reasons = reasons_for(game.sources, seat, judged.sheets[0], judged.sheets[best])
    return np.asarray(worth.worth * (played - better) if turn.verdict in ERRORS else np.zeros_like(played))


def share(number: float) -> float:
    """A chance is between 0 and 1."""
    return float(min(1.0, max(0.0, number)))


def said_line(
    game: Game, moves: Line, says: Says, win: float = 0.0, judged: Judged | None = None, place: int = 0
) -> SaidLine:
    """A line in words, with what it promises."""
    line = SaidLine([game.move_text(move) for move in moves], says(moves), win)
    if judged is not None and judged.sheets is not None and place in judged.sheets:
        sheet, seat = judged.sheets[place].mean(axis=0), judged.stretch.seat
        line.points, line.rivals = float(sheet[seat].sum()), sheet.sum(axis=1).tolist()
        line.sources = {name: round(float(sheet[seat][k]), 2) for k, name in enumerate(game.sources) if sheet[seat][k]}
    return line


def in_words(game: Game, stretch: Stretch, moves: Line) -> list[Message]:
    """Every move of a line in words, each in the position it is made in."""
    return spoken(game, stretch.before, moves)


def deed_of(game: Game, moves: Sequence[int]) -> str:
    """The kind of move that names a line: the first of the game's deeds in it."""
    kinds = [game.moves.kind(move) for move in moves]
    return next((kind for kind in kinds if kind in game.definition.deeds), OTHER)
