"""What must always hold: the test kit asks after every move."""

from __future__ import annotations

from sampan.engine.game import Game, State
from sampan.engine.layout import Fields

from .terms import BAR, CHECKERS, FACES, POINTS, Ask


def faults(game: Game, state: State) -> list[str]:
    """Everything in a state that cannot be."""
    s = Fields(state)
    wrong = []
    for seat, checkers in enumerate(s.checkers):
        if sum(checkers) != CHECKERS or min(checkers) < 0:
            wrong.append(f"seat {seat} has lost or doubled a checker")
    if any(s.checkers[0][point] and s.checkers[1][BAR - point] for point in range(1, POINTS + 1)):
        wrong.append("both players stand on one point")
    if not all(1 <= die <= FACES for die in s.dice) or s.dice[0] < s.dice[1]:
        wrong.append("the dice show what they cannot")
    if (s.ask == Ask.MOVE) != (s.owed > 0) or s.owed > sum(max(0, uses) for uses in s.uses):
        wrong.append("more dice are owed than can be played")
    return wrong
