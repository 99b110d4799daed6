"""Checkers as sets: which points a player stands on, which are blocked, and whether a die can be played at all.

A set holds one bit a point, by the mover's own count. What a player moves never changes what blocks that player, so
looking ahead within a turn needs the own checkers only.
"""

from __future__ import annotations

from sampan.engine.rule import rule

from .terms import BAR, HOME, OFF, POINTS

BAR_BIT = 1 << BAR
OPEN = (1 << BAR) - 2  # points 1 to 24
OUTSIDE = (1 << (BAR + 1)) - (1 << (HOME + 1))  # all beyond one's home, the bar included


@rule
def standing_on(s, seat):
    """The points (and the bar) where the player has a checker."""
    found = 0
    for place in range(1, BAR + 1):
        if s.checkers[seat, place] > 0:
            found |= 1 << place
    return found


@rule
def blocked_for(s, seat):
    """The points that the other player holds with two checkers or more."""
    found = 0
    for place in range(1, POINTS + 1):
        if s.checkers[1 - seat, place] > 1:
            found |= 1 << (BAR - place)
    return found


@rule
def can_play(own, blocked, die):
    """Whether any checker can move by this die."""
    if own & BAR_BIT:
        return (blocked >> (BAR - die)) & 1 == 0
    if (own >> die) & OPEN & ~blocked:
        return True
    if own & OUTSIDE:
        return False
    return (own >> die) & 1 == 1 or (own != 0 and own >> die == 0)


@rule
def can_step(own, blocked, start, die):
    """Whether a checker that stands there can move by this die."""
    if start != BAR and own & BAR_BIT:
        return False
    if start > die:
        return (blocked >> (start - die)) & 1 == 0
    return own & OUTSIDE == 0 and (start == die or own >> (start + 1) == 0)


@rule
def after_step(own, last, start, die):
    """The points stood on after a checker has moved; `last` if it was the only one there."""
    if last:
        own &= ~(1 << start)
    if start > die:
        own |= 1 << (start - die)
    return own


@rule
def in_place(s, seat, place, path, steps, die):
    """How many checkers stand somewhere after these steps by one die; a path has five bits for the start of each."""
    number = int(s.checkers[seat, place])
    for _ in range(steps):
        start = path & 31
        path >>= 5
        if start == place:
            number -= 1
        if start - die == place:
            number += 1
    return number


@rule
def longest(s, seat, blocked, die, most, first):
    """How many checkers can move by this die in a row, up to `most`; after a given first one where it is not OFF.

    The order of steps by one die does not matter, so only those are tried that go on from the same point or one
    nearer home.
    """
    own, path, steps, fixed = standing_on(s, seat), 0, 0, 0
    if first != OFF:
        own = after_step(own, s.checkers[seat, first] == 1, first, die)
        path, steps, fixed = first, 1, 1
    best, start = steps, BAR
    while best < most:
        while start > 0 and not ((own >> start) & 1 and can_step(own, blocked, start, die)):
            start -= 1
        if start > 0:
            own = after_step(own, in_place(s, seat, start, path, steps, die) == 1, start, die)
            path = path << 5 | start
            steps += 1
            best = max(best, steps)
        elif steps > fixed:  # nothing more this way: take the last step back and try one nearer home
            start = path & 31
            path >>= 5
            steps -= 1
            own |= 1 << start
            if start > die and in_place(s, seat, start - die, path, steps, die) == 0:
                own &= ~(1 << (start - die))
            start -= 1
        else:
            break
    return best
