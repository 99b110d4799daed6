"""A position as numbers for a learner: the seat itself first, scaled to about 0..1."""

from __future__ import annotations

from sampan.engine.rule import rule

from .terms import CHECKERS, FACES, PLACES, SEATS, Ask

SEVERAL = ("any", "two", "more")  # what is said of each place


@rule
def features(box, s, seat, out):
    """Fill the feature vector; `seat` must be a player's."""
    out[:] = 0.0
    at = 0
    for other in range(SEATS):
        owner = (seat + other) % SEATS
        for place in range(PLACES):
            number = int(s.checkers[owner, place])
            if number > 0:
                out[at] = 1.0
            if number > 1:
                out[at + 1] = 1.0
            if number > 2:
                out[at + 2] = (number - 2) / (CHECKERS - 2)
            at += len(SEVERAL)
    out[at] = 1.0 if s.seat == seat else 0.0
    out[at + 1] = 1.0 if s.ask == Ask.ROLL else 0.0
    at += 2
    for die in range(len(s.dice)):
        if s.ask == Ask.MOVE and s.uses[die] > 0:
            out[at + int(s.dice[die]) - 1] += 1.0
            out[at + FACES] += s.uses[die] / 4.0


def feature_names() -> list[str]:
    """The name of every feature, in order."""
    places = ("off", *(f"point_{point}" for point in range(1, PLACES - 1)), "bar")
    return [
        *(f"player_{seat}_{place}_{many}" for seat in range(SEATS) for place in places for many in SEVERAL),
        "to_move", "to_roll", *(f"die_{face}" for face in range(1, FACES + 1)), "uses",
    ]  # fmt: skip
