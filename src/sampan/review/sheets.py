"""Verdicts, and the sums of a whole game: what each seat owes to luck, to its own decisions and to others'."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from sampan.engine.game import Game, State
from sampan.engine.messages import Message

from .shape import ASIDE, BLUNDER, ERRORS, FORCED, GOOD, INACCURACY, MISTAKE, Sheet, Turn

SURE = 2.0  # standard errors that a cost must exceed to be called anything
LEAST = {INACCURACY: 0.02, MISTAKE: 0.05, BLUNDER: 0.15}  # of a win; see docs/review.md
FALL = 12.0  # how fast accuracy falls with the cost of a turn
LESSONS = 3


def verdict_of(cost: float, error: float) -> str:
    """What a decision is called; within the noise it is never a mistake."""
    if cost <= SURE * error:
        return GOOD
    return next((name for name in (BLUNDER, MISTAKE, INACCURACY) if cost >= LEAST[name]), GOOD)


def accuracy(costs: Sequence[float]) -> float:
    """From 100, where no turn cost anything, down to 0: the mean over the turns of exp(-FALL * cost)."""
    return 100.0 * sum(math.exp(-FALL * cost) for cost in costs) / len(costs) if costs else 100.0


def sheet_of(
    game: Game, seat: int, start: Sequence[float], dealt: Sequence[float], turns: list[Turn], end: State
) -> Sheet:
    """One seat's whole game, in sums that add up to its result."""
    own = [turn for turn in turns if turn.seat == seat]
    decided = [turn for turn in own if turn.verdict != FORCED]
    points = {name: float(value) for name, value in game.score_sheet(end)[seat].items()}
    return Sheet(
        start=start[seat],
        luck=dealt[seat] - start[seat] + math.fsum(turn.luck[seat] for turn in turns),
        decisions=math.fsum(turn.decision[seat] for turn in own),
        rivals=math.fsum(turn.decision[seat] for turn in turns if turn.seat != seat),
        remainder=math.fsum(turn.remainder[seat] for turn in turns),
        result=game.win_share(end)[seat],
        accuracy=accuracy([turn.cost if turn.verdict in ERRORS else 0.0 for turn in decided]),
        points={name: value for name, value in points.items() if value},
        possible=possible(points, own),
        decided=len(decided),
        mistakes={name: sum(turn.verdict == name for turn in own) for name in ERRORS},
        lessons=lessons(game, own),
    )


def possible(points: dict[str, float], own: list[Turn]) -> dict[str, float]:
    """The points by source that a better line still promised where the seat went wrong, if it came to fewer.

    They are not added up: what one mistake cost the next often costs again.
    """
    found = dict(points)
    for turn in own:
        if turn.verdict in ERRORS:
            for name, more in turn.reasons.items():
                if more > 0 and turn.gain > 0:
                    found[name] = max(found.get(name, 0.0), turn.best.sources.get(name, 0.0))
    return {name: round(value, 1) for name, value in found.items() if value >= 0.05}


def lessons(game: Game, own: list[Turn]) -> list[Message]:
    """The kinds of mistakes that cost most: a deed done in another way, or instead of a better one."""
    costs: dict[tuple[str, str], list[float]] = {}
    for turn in own:
        if turn.verdict in ERRORS:
            costs.setdefault((turn.best_deed, turn.deed), []).append(turn.cost)
    found: list[Message] = []
    for (best, played), each in sorted(costs.items(), key=lambda entry: (-sum(entry[1]), entry[0]))[:LESSONS]:
        args = {"deed": f"{game.name}_deed_{best}", "times": len(each), "cost": round(100 * float(np.sum(each)), 1)}
        if best == ASIDE:
            found.append(("review_lesson_without", args))
        elif best == played:
            found.append(("review_lesson_how", args))
        else:
            found.append(("review_lesson_instead", args | {"other": f"{game.name}_deed_{played}"}))
    return found
