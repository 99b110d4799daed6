"""What a game is worth, and who is ahead."""

from __future__ import annotations

from sampan.engine.rule import rule

from .terms import BAR, HOME, NOBODY, OFF, SEATS, Source


@rule
def score(s, winner):
    """One point, two for a gammon, three for a backgammon."""
    loser = 1 - winner
    s.vp[winner, Source.WIN] = 1
    if s.checkers[loser, OFF] == 0:
        s.vp[winner, Source.GAMMON] = 1
        for place in range(BAR - HOME, BAR + 1):
            if s.checkers[loser, place] > 0:
                s.vp[winner, Source.BACKGAMMON] = 1


@rule
def pips(s, seat):
    """How far a player's checkers still have to go together."""
    far = 0
    for place in range(1, BAR + 1):
        far += place * int(s.checkers[seat, place])
    return far


@rule
def standing(box, s, points, share):
    """Points, and who has won; while the game goes on, who has less far to go."""
    for seat in range(SEATS):
        points[seat] = s.vp[seat].sum()
    lead = pips(s, 1) - pips(s, 0)
    if s.seat == NOBODY:
        lead = 1 if s.checkers[0, OFF] > s.checkers[1, OFF] else -1
    share[0] = 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0
    share[1] = 1.0 - share[0]
