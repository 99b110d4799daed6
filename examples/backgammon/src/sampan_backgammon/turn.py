"""A turn: roll, then move one checker for each die, as many of them as can be played. Read this first.

What may be played is worked out once, at the roll: `owed` says how many dice must be played, and every move must leave
the others playable.
"""

from __future__ import annotations

from sampan.engine.chance import draw
from sampan.engine.rule import rule

from .board import after_step, blocked_for, can_play, can_step, longest, standing_on
from .moves import ENDS, ROLL, STARTS, STEP, step_of
from .scoring import score
from .terms import BAR, BARRED, CHECKERS, FACES, NOBODY, OFF, SEATS, Ask, Why

# ---------------------------------------------------------------- the roll


@rule
def roll(s):
    """Roll two dice; a double is played four times."""
    one, other = draw(s, FACES) + 1, draw(s, FACES) + 1
    show(s, max(one, other), min(one, other))


@rule
def show(s, high, low):
    """The dice show this: find out how many of them must be played."""
    s.revealed += 1
    s.turns += 1
    s.dice[0] = high
    s.dice[1] = low
    s.uses[0] = 4 if high == low else 1
    s.uses[1] = 0 if high == low else 1
    blocked = blocked_for(s, s.seat)
    if high == low:
        s.owed = longest(s, s.seat, blocked, high, 4, OFF)
    else:
        s.owed = playable_dice(s, blocked, high, low)
    if s.owed == 0:
        next_turn(s)
    else:
        s.ask = Ask.MOVE


@rule
def playable_dice(s, blocked, high, low):
    """Both dice where that is possible; else one of them, the higher if it can be; the other is barred."""
    own = standing_on(s, s.seat)
    if leads_on(s, own, blocked, high, low) or leads_on(s, own, blocked, low, high):
        return 2
    if can_play(own, blocked, high):
        s.uses[1] = BARRED
        return 1
    if can_play(own, blocked, low):
        s.uses[0] = BARRED
        return 1
    return 0


@rule
def leads_on(s, own, blocked, die, next_die):
    """Whether some checker can play one die so that the other can be played, too."""
    for start in range(BAR, 0, -1):
        if (own >> start) & 1 == 0 or not can_step(own, blocked, start, die):
            continue
        if can_play(after_step(own, s.checkers[s.seat, start] == 1, start, die), blocked, next_die):
            return True
    return False


@rule
def next_turn(s):
    """The other player is to roll."""
    s.owed = 0
    s.seat = 1 - s.seat
    s.ask = Ask.ROLL


# ---------------------------------------------------------------- one checker


@rule
def die_for(s, start, end):
    """Which die takes a checker there: 0 or 1, or -1 for none. Off the board the lowest that is high enough will do."""
    if end > OFF:
        if s.uses[0] > 0 and s.dice[0] == start - end:
            return 0
        return 1 if s.uses[1] > 0 and s.dice[1] == start - end else -1
    if s.uses[1] > 0 and s.dice[1] >= start:
        return 1
    return 0 if s.uses[0] > 0 and s.dice[0] >= start else -1


@rule
def is_barred(s, start, end):
    """Whether a die that must not be played would do."""
    for die in range(len(s.dice)):
        if s.uses[die] == BARRED and (s.dice[die] == start - end or (end == OFF and s.dice[die] >= start)):
            return True
    return False


@rule
def leaves_the_rest(s, own, blocked, start, die):
    """Whether after this step as many dice can be played as must be."""
    if s.owed == 1:
        return True
    if s.dice[0] == s.dice[1]:
        return longest(s, s.seat, blocked, int(s.dice[die]), int(s.owed), start) == s.owed
    moved = after_step(own, s.checkers[s.seat, start] == 1, start, int(s.dice[die]))
    return can_play(moved, blocked, int(s.dice[1 - die]))


@rule
def why_not_step(s, start, end):
    """A checker moves by one die, from the bar first, to a point that is not blocked, and off once all are home."""
    if s.ask != Ask.MOVE:
        return Why.ROLL_FIRST
    own, blocked = standing_on(s, s.seat), blocked_for(s, s.seat)
    if (own >> start) & 1 == 0:
        return Why.NO_CHECKER
    if start != BAR and own >> BAR:
        return Why.BAR_FIRST
    die = die_for(s, start, end)
    if die < 0:
        return Why.HIGHER_DIE if is_barred(s, start, end) else Why.NO_DIE
    if not can_step(own, blocked, start, int(s.dice[die])):
        if end > OFF:
            return Why.BLOCKED
        return Why.CHECKER_BEHIND if own >> (FACES + 1) == 0 else Why.NOT_HOME
    return Why.OK if leaves_the_rest(s, own, blocked, start, die) else Why.USE_ALL_DICE


@rule
def step(s, start, end):
    """Move a checker; a lone one of the other player is hit and goes to the bar."""
    die = die_for(s, start, end)
    s.uses[die] -= 1
    s.owed -= 1
    s.checkers[s.seat, start] -= 1
    s.checkers[s.seat, end] += 1
    other = 1 - s.seat
    if end > OFF and s.checkers[other, BAR - end] == 1:
        s.checkers[other, BAR - end] = 0
        s.checkers[other, BAR] += 1
    if s.checkers[s.seat, OFF] == CHECKERS:
        score(s, s.seat)
        s.seat = NOBODY
        s.ask = Ask.NOTHING
    elif s.owed == 0:
        next_turn(s)


# ---------------------------------------------------------------- what every game answers


@rule
def deal(box, s, options):
    """Set up the checkers; both throw one die, again if they are equal, and the higher one plays both."""
    s.players = SEATS
    for seat in range(SEATS):
        for place in range(BAR + 1):
            s.checkers[seat, place] = box.start[place]
    one, other = 0, 0
    while one == other:
        one, other = draw(s, FACES) + 1, draw(s, FACES) + 1
    s.seat = 0 if one > other else 1
    show(s, max(one, other), min(one, other))


@rule
def why_not(box, s, move):
    """Why a move is not allowed now, or OK."""
    if s.seat == NOBODY:
        return Why.GAME_OVER
    if move == ROLL:
        return Why.OK if s.ask == Ask.ROLL else Why.ROLLED
    return why_not_step(s, STARTS[move - STEP], ENDS[move - STEP])


@rule
def legal(box, s, out):
    """Write every legal move in ascending order, and return how many there are."""
    if s.seat == NOBODY:
        return 0
    if s.ask == Ask.ROLL:
        out[0] = ROLL
        return 1
    own, blocked, number = standing_on(s, s.seat), blocked_for(s, s.seat), 0
    for start in range(1, BAR + 1):
        if (own >> start) & 1:
            for die in range(len(s.dice) - 1, -1, -1):
                end = max(OFF, start - int(s.dice[die]))
                if s.uses[die] <= 0 or die_for(s, start, end) != die:
                    continue
                if can_step(own, blocked, start, int(s.dice[die])) and leaves_the_rest(s, own, blocked, start, die):
                    out[number] = step_of(start, end)
                    number += 1
    return number


@rule
def play(box, s, move):
    """Make a legal move."""
    if move == ROLL:
        roll(s)
    else:
        step(s, STARTS[move - STEP], ENDS[move - STEP])
