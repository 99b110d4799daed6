"""The loops every game gets, compiled together with its rules.

The names below stand for the rules of one game; `bind` makes a copy of each loop with that game's own, and a loop may
call those that stand before it in `LOOPS`. All of them take a batch of states and an index, because handing a batch to
compiled code costs next to nothing.
"""

# mypy: disable-error-code="no-untyped-def, misc"
from __future__ import annotations

from typing import Any

from .bits import NONE
from .chance import DEAL, REDEAL, seed_chance
from .pick import pick, stirred

deal: Any = None
legal: Any = None
why_not: Any = None
play: Any = None
hide: Any = None
redeal: Any = None
standing: Any = None
features: Any = None

GROUP = 64  # words that are compared at once
WIN, MARGIN, GAIN = range(3)  # what a move earns: the share of the victory, the lead at the end, points as they come
LOWEST = -(2**31)
PASS, LEAVE = -1, -2  # in place of a move: the lane's bots move on, or the lane stays as it is
NO_BOTS = -1  # in place of the seats of bots that play inside a step


def deal_at(box, blank, games, i, options, low, high):
    """A new game in place i, from a seed of two words."""
    games[i] = blank[0]
    seed_chance(games[i], low, high, DEAL)
    deal(box[0], games[i], options)


def deal_explicit_at(box, games, i, options):
    """A new game in the blank place i, whose chance is explicit."""
    deal(box[0], games[i], options)


def legal_at(box, games, i, out):
    """Write the legal moves of game i, in ascending order; return how many."""
    return legal(box[0], games[i], out)


def why_not_at(box, games, i, move):
    """Why the move is not allowed in game i, or 0."""
    return why_not(box[0], games[i], move)


def reasons_at(box, games, i, out):
    """Why each move is not allowed in game i, or 0: one entry for every move there is."""
    for move in range(len(out)):
        out[move] = why_not(box[0], games[i], move)


def play_at(box, games, i, move):
    """Play the move in game i if it is allowed, and return 0; else return why not and leave the game as it was."""
    why = why_not(box[0], games[i], move)
    if why == 0:
        play(box[0], games[i], move)
    return why


def hide_at(box, games, i, seat):
    """Blank in game i what the seat may not know; -1 is a spectator."""
    hide(box[0], games[i], seat)


def redeal_at(box, games, i, seat, low, high):
    """Fill the blanks of game i at random, as the seat could imagine them."""
    seed_chance(games[i], low, high, REDEAL)
    redeal(box[0], games[i], seat)


def standing_at(box, games, i, points, share):
    """The points of every seat, and each seat's share of the victory if the game ended here."""
    standing(box[0], games[i], points, share)


def features_at(box, games, i, seat, out):
    """What the seat sees of game i, as numbers."""
    features(box[0], games[i], seat, out)


def start_at(box, blank, games, lanes, i, options):
    """Deal game i anew from its lane's seed."""
    deal_at(box, blank, games, i, options, lanes[i].seed, NONE)
    lanes[i].picker[0] = stirred(lanes[i].seed)
    lanes[i].length = 0
    standing(box[0], games[i], lanes[i].points, lanes[i].share)


def observe_at(box, games, lanes, i, spare, out, seen, mask):
    """Who must move in game i, what that seat sees (of what it may know) and what it may do; zeros when it is over."""
    seat = int(games[i].seat)
    lanes[i].seat = seat
    mask[:] = False
    if seat < 0:
        seen[:] = 0
    else:
        spare[0] = games[i]
        hide(box[0], spare[0], seat)
        features(box[0], spare[0], seat, seen)
        for place in range(legal(box[0], games[i], out)):
            mask[out[place]] = True


def reward_at(box, games, lane, i, kind):
    """What each seat earned by the move just made.

    Where points are rewarded as they come, the lane's points are those before the move, and then those after it.
    """
    over = games[i].seat < 0
    for seat in range(len(lane.points)):
        lane.rewards[seat] = -lane.points[seat] if kind == GAIN else 0
    if kind != GAIN and not over:
        return
    standing(box[0], games[i], lane.points, lane.share)
    best, second = LOWEST, LOWEST
    for seat in range(games[i].players):
        second = max(second, min(best, lane.points[seat]))
        best = max(best, lane.points[seat])
    for seat in range(games[i].players):
        if kind == GAIN:
            lane.rewards[seat] += lane.points[seat]
        elif over and kind == WIN:
            lane.rewards[seat] = lane.share[seat]
        elif over:
            lane.rewards[seat] = lane.points[seat] - (second if lane.points[seat] == best else best)


def advance_at(box, blank, games, lanes, i, move, kind, again, stride, options):
    """Play one move in game i. A finished game leaves its result in the lane and is dealt anew where that is wanted."""
    lane = lanes[i]
    lane.done = False
    if games[i].seat < 0:
        for seat in range(len(lane.rewards)):
            lane.rewards[seat] = 0
        return
    play(box[0], games[i], move)
    lane.length += 1
    reward_at(box, games, lane, i, kind)
    if games[i].seat < 0:
        lane.done = True
        lane.last_length = lane.length
        for seat in range(len(lane.points)):
            lane.last_points[seat] = lane.points[seat]
            lane.last_share[seat] = lane.share[seat]
        if again:
            lane.seed += stride
            start_at(box, blank, games, lanes, i, options)


def advance_among(box, blank, games, lanes, i, move, kind, again, stride, options, out, bots):
    """Play a move in game i; where there are bots (their seats as bits), then theirs, at random, until another's turn.

    With bots the points noted in the lane are always those of now.
    """
    made = int(move)
    while True:
        if made != PASS:
            advance_at(box, blank, games, lanes, i, made, kind, again, stride, options)
        if bots <= 0 or games[i].seat < 0 or (bots >> games[i].seat) & 1 == 0:
            break
        made = int(out[pick(lanes[i].picker, legal(box[0], games[i], out))])
    if bots != NO_BOTS and kind != GAIN:
        standing(box[0], games[i], lanes[i].points, lanes[i].share)


def first_refused(lanes, moves, masks):
    """The first lane whose move is not allowed, or -1; in a lane that is over anything will do."""
    for i in range(len(lanes)):
        if lanes[i].seat >= 0 and not (0 <= moves[i] < masks.shape[1] and masks[i, moves[i]]):
            return i
    return -1


def start(box, blank, games, lanes, first, last, options, spare, out, observations, masks):
    """Deal the games first to last - 1 and look at each.

    Observations, masks and the place for moves come as records with one row each: what a record holds is handed on for
    nothing, while a plain array is counted whenever it is handed on and again when it comes back.
    """
    for i in range(first, last):
        start_at(box, blank, games, lanes, i, options)
        lanes[i].done = False
        observe_at(box, games, lanes, i, spare, out[0].row, observations[i].row, masks[i].row)


def look_at(box, games, i, spare, seen):
    """What the seat to move in game i sees; nothing when it is over."""
    seat = int(games[i].seat)
    if seat < 0:
        seen[:] = 0
    else:
        spare[0] = games[i]
        hide(box[0], spare[0], seat)
        features(box[0], spare[0], seat, seen)


def write_changes(before, after, row):
    """Bring a row that reads like `before` up to `after`, touching only what differs; words are compared in groups."""
    for start in range(0, len(row), GROUP):
        size = min(GROUP, len(row) - start)
        old, new = before[start : start + size], after[start : start + size]
        differs = NONE
        for place in range(size):
            differs |= old[place] ^ new[place]
        if differs != NONE:
            there = row[start : start + size]
            for place in range(size):
                if old[place] != new[place]:
                    there[place] = new[place]


def advance_changes(
    box, blank, games, lanes, first, last, moves, kind, again, stride, options, bots, spare, out, observations, masks,
    looks,
):  # fmt: skip
    """The same as `advance` for observations that fit into no cache: what did not change is not touched.

    What a row says follows from its game, so what it said before the move is worked out again in a small place.
    """
    before, after = looks[0], looks[1]
    for i in range(first, last):
        if moves[i] != LEAVE:
            look_at(box, games, i, spare, before.row)
            if bots == NO_BOTS:
                advance_at(box, blank, games, lanes, i, moves[i], kind, again, stride, options)
            else:
                advance_among(box, blank, games, lanes, i, moves[i], kind, again, stride, options, out[0].row, bots)
            observe_at(box, games, lanes, i, spare, out[0].row, after.row, masks[i].row)
            write_changes(before.words, after.words, observations[i].words)


def advance(
    box, blank, games, lanes, first, last, moves, kind, again, stride, options, bots, spare, out, observations, masks
):
    """One move in each of the games first to last - 1 that are not left alone, then a look at each."""
    for i in range(first, last):
        if moves[i] != LEAVE:
            if bots == NO_BOTS:
                advance_at(box, blank, games, lanes, i, moves[i], kind, again, stride, options)
            else:
                advance_among(box, blank, games, lanes, i, moves[i], kind, again, stride, options, out[0].row, bots)
            observe_at(box, games, lanes, i, spare, out[0].row, observations[i].row, masks[i].row)


def play_out(box, blank, games, first, last, options, seeds, picker, out, lengths, most):
    """Deal and play the games first to last - 1 with uniformly random moves; return the decisions made.

    The moves are the picker's, so that the game's own chance stays what its seed says.
    """
    decisions = 0
    for i in range(first, last):
        deal_at(box, blank, games, i, options, seeds[i], NONE)
        s = games[i]
        picker[0] = stirred(seeds[i])
        made = 0
        while s.seat >= 0 and made < most:
            number = legal(box[0], s, out)
            play(box[0], s, out[pick(picker, number)])
            made += 1
        lengths[i] = made
        decisions += made
    return decisions


def watch(box, blank, games, first, last, options, seeds, picker, out, made, reasons, every):
    """Play random games and count how often each move is made, and now and then why each move is refused."""
    for i in range(first, last):
        deal_at(box, blank, games, 0, options, seeds[i], NONE)
        s = games[0]
        picker[0] = stirred(seeds[i])
        until = pick(picker, every)
        while s.seat >= 0:
            if until == 0:
                until = every
                for move in range(len(made)):
                    reasons[why_not(box[0], s, move)] += 1
            until -= 1
            number = legal(box[0], s, out)
            move = out[pick(picker, number)]
            made[move] += 1
            play(box[0], s, move)


def copy_over(games, target, times):
    """Copy game 0 into the target again and again: what a search pays for every step back."""
    for turn in range(times):
        target[turn % len(target)] = games[turn % len(games)]


def count_leaves(box, stack, depth, outs, numbers, tried):
    """How many positions there are after `depth` more moves from stack[0], ended games included.

    A walk without recursion: level k keeps its state in stack[k], its moves in outs[k], how many it has tried so far.
    """
    leaves = 0
    level = 0
    numbers[0] = legal(box[0], stack[0], outs[0])
    tried[0] = 0
    while level >= 0:
        if tried[level] == numbers[level]:
            level -= 1
            continue
        stack[level + 1] = stack[level]
        play(box[0], stack[level + 1], outs[level, tried[level]])
        tried[level] += 1
        if level + 1 == depth or stack[level + 1].seat < 0:
            leaves += 1
            continue
        level += 1
        numbers[level] = legal(box[0], stack[level], outs[level])
        tried[level] = 0
    return leaves


LOOPS = (
    deal_at, deal_explicit_at, legal_at, why_not_at, reasons_at, play_at, hide_at, redeal_at, standing_at, features_at,
    start_at, observe_at, reward_at, advance_at, advance_among, first_refused, start, advance, look_at,
    write_changes, advance_changes, play_out, copy_over, count_leaves, watch,
)  # fmt: skip
