"""Worker spaces: who may stand where, what it costs and gives, and how an action begins (TURNS PHASE)."""

from __future__ import annotations

from sampan.engine.rule import rule

from .boats import why_not_boats
from .geometry import empty
from .land import spirit_sites
from .moves import ACTION_STARTS, CARD, WORKERS
from .purse import improve_sailing, receive
from .terms import ACTIONS, BOAT_ACTIONS, NOBODY, SEATS, SPACES, Action, Gain, Guide, Source, Stage, Step, Why


@rule
def why_not_action(box, s, action, more_range, more_fish):
    """Whether the action itself could be carried out, once its space is paid (D36, D37, D40, D49)."""
    if action < BOAT_ACTIONS:
        return why_not_boats(box, s, action, more_range, more_fish)
    if action == Action.IMPROVE and s.sailing[s.turn] >= box.sailing_end:
        return Why.SAILING_TRACK_END
    if action == Action.SPIRIT:
        if s.spirit_supply == 0:
            return Why.NO_SPIRIT_LEFT
        if empty(spirit_sites(box, s)):
            return Why.NO_PLACE_FOR_SPIRIT
    return Why.OK


@rule
def why_not_stand(box, s, action, place):
    """A worker stands alone on a space; the Leader's is for the Leader, the Builder's for the Builder (D20, D21)."""
    if place == SPACES:
        if s.guide[s.turn] != Guide.BUILDER:
            return Why.NOT_BUILDER
        return Why.OK if s.builder_card == NOBODY else Why.SPACE_TAKEN
    if place >= box.spaces[s.side, action]:
        return Why.NO_SUCH_SPACE
    if s.space[action, place] != NOBODY:
        return Why.SPACE_TAKEN
    if s.blocked == action * SPACES + place and s.guide[s.turn] != Guide.LEADER:
        return Why.SPACE_RESERVED
    if s.mana[s.turn] < box.space_pay[s.side, action, place]:
        return Why.TOO_LITTLE_MANA
    return Why.OK


@rule
def extra(box, s, action, place, gain):
    """What a space adds before its action is judged (D40)."""
    return 0 if place == SPACES else int(box.space_gain[s.side, action, place, gain])


@rule
def why_not_work(box, s, action, label):
    """Send a clan worker or an axolotl to a space, the player's choice (D40)."""
    place = label // WORKERS
    if label % WORKERS:
        if s.axolotls[s.turn] <= 0:
            return Why.NO_AXOLOTL
    elif s.free[s.turn] <= 0:
        return Why.NO_WORKER
    why = why_not_stand(box, s, action, place)
    if why != Why.OK:
        return why
    more_range, more_fish = extra(box, s, action, place, Gain.RANGE), extra(box, s, action, place, Gain.FISH)
    return why_not_action(box, s, action, more_range, more_fish)


@rule
def offer_action(box, s, action, out, number):
    """Add the spaces of one action; whether it can be carried out is looked up once where spaces add nothing to it."""
    start, spaces = int(ACTION_STARTS[action]), int(box.spaces[s.side, action])
    known, usual = False, False
    for place in range(SPACES + 1):
        if spaces <= place < SPACES or (place == SPACES and action != Action.BUILD):
            continue
        if why_not_stand(box, s, action, place) != Why.OK:
            continue
        more_range, more_fish = extra(box, s, action, place, Gain.RANGE), extra(box, s, action, place, Gain.FISH)
        if more_range or more_fish:
            possible = why_not_action(box, s, action, more_range, more_fish) == Why.OK
        else:
            if not known:
                known, usual = True, why_not_action(box, s, action, 0, 0) == Why.OK
            possible = usual
        if not possible:
            continue
        if s.free[s.turn] > 0:
            out[number] = start + place * WORKERS
            number += 1
        if s.axolotls[s.turn] > 0:
            out[number] = start + place * WORKERS + 1
            number += 1
    return number


@rule
def offer_actions(box, s, out, number):
    """Add every action a worker may be sent to."""
    if s.free[s.turn] <= 0 and s.axolotls[s.turn] <= 0:
        return number
    for action in range(ACTIONS):
        number = offer_action(box, s, action, out, number)
    return number


@rule
def work(box, s, action, label):
    """Place the worker, pay and gain, then begin (D40)."""
    seat, place = int(s.turn), label // WORKERS
    who = seat
    if label % WORKERS:
        s.axolotls[seat] -= 1
        who += SEATS
    else:
        s.free[seat] -= 1
    if label >= CARD:
        s.builder_card = who
    else:
        s.space[action, place] = who
        s.mana[seat] -= box.space_pay[s.side, action, place]
        receive(s, seat, box.space_gain[s.side, action, place], Source.SPACES)
    begin(box, s, action)


@rule
def begin(box, s, action):
    """Start the turn's main action."""
    s.stage = Stage.ACT
    s.action = action
    s.step = Step.NONE
    s.acted = 0
    if action == Action.IMPROVE:
        improve_sailing(box, s, int(s.turn))
    elif action == Action.CELEBRATE:
        s.feast_due = 1
    elif action == Action.SPIRIT:
        s.spirit_supply -= 1
        s.spirit_due = 1
