"""A round: income, turns in initiative order, passing, maintenance (HOW TO PLAY)."""

from __future__ import annotations

from sampan.engine.bits import bit, has, without
from sampan.engine.rule import rule

from .board import board_income
from .geometry import empty
from .land import led_islands, spirit_sites
from .purse import improve_sailing, score, take_axolotls
from .races import check_races
from .scoring import final_scoring
from .terms import (
    ACTIONS, GUIDES, LAST_ROUND, NOBODY, SEATS, SPACES, TEMPLES, Ask, Guide, Passing, Source, Stage, Step, Why,
)  # fmt: skip

# ---------------------------------------------------------------- income


@rule
def set_order(box, s):
    """Turn order is ascending initiative (TURN ORDER; D14)."""
    place = 0
    for number in range(1, GUIDES + 1):
        for seat in range(s.players):
            if box.initiative[s.guide[seat]] == number:
                s.order[place] = seat
                place += 1


@rule
def guide_income(box, s, seat):
    """What the guide adds to the income (GUIDE CARDS)."""
    guide = s.guide[seat]
    bonus = int(box.guide_bonus[guide])
    if guide == Guide.SAILOR:
        improve_sailing(box, s, seat)
    elif guide == Guide.MONK:
        s.mana[seat] += bonus
    elif guide == Guide.WARRIOR:
        take_axolotls(s, seat, bonus)
    elif guide == Guide.MERCHANT:
        s.gold[seat] += bonus


@rule
def start_round(box, s):
    """Everybody's income in turn order; then the Leader may reserve a space (INCOME PHASE; D44)."""
    s.stage = Stage.INCOME
    set_order(box, s)
    for place in range(s.players):
        seat = int(s.order[place])
        s.passed[seat] = 0
        board_income(box, s, seat)
        guide_income(box, s, seat)
    if leader(s) != NOBODY:
        s.turn = NOBODY
        s.seat = leader(s)
        s.ask = Ask.BLOCK
    else:
        start_turn(s, int(s.order[0]))


@rule
def leader(s):
    """Who holds the Leader."""
    for seat in range(s.players):
        if s.guide[seat] == Guide.LEADER:
            return seat
    return NOBODY


@rule
def why_not_block(box, s, space):
    """The Leader's piece goes on any space of the seven actions, not on the Builder's card (LEADER; D44)."""
    if space % SPACES >= box.spaces[s.side, space // SPACES]:
        return Why.NO_SUCH_SPACE
    return Why.OK


# ---------------------------------------------------------------- turns


@rule
def start_turn(s, seat):
    """A fresh turn: nothing under way, no bonuses."""
    s.turn = seat
    s.stage = Stage.CHOOSE
    s.step = Step.NONE
    s.action = NOBODY
    s.boat_now = NOBODY
    s.boats_done = 0
    s.acted = 0
    s.laid = 0
    s.range_bonus = 0
    s.catch_bonus = 0
    s.discount = 0
    s.caught = 0
    s.sold = 0
    s.turns += 1


@rule
def end_turn(box, s):
    """Look at the races, free the new workers, and hand the turn on in turn order, past those who are out (D14)."""
    seat = int(s.turn)
    check_races(box, s, seat)
    s.free[seat] += s.fresh
    s.fresh = 0
    place = 0
    while s.order[place] != seat:
        place += 1
    for later in range(1, s.players + 1):
        other = int(s.order[(place + later) % s.players])
        if not s.passed[other]:
            start_turn(s, other)
            return
    end_round(box, s)


@rule
def end_round(box, s):
    """After the last pass comes maintenance, or after round IV the final scoring."""
    if s.round_now == LAST_ROUND:
        final_scoring(box, s)
        s.turn = NOBODY
        s.seat = NOBODY
        s.ask = Ask.NOTHING
        return
    maintain(s)
    s.round_now += 1
    start_round(box, s)


@rule
def maintain(s):
    """Workers go home, axolotls on the board to the supply, a fish on each guide left (MAINTENANCE; D25, D26)."""
    for action in range(ACTIONS):
        for place in range(SPACES):
            if s.space[action, place] >= SEATS:
                s.axolotl_supply += 1
            s.space[action, place] = NOBODY
    if s.builder_card >= SEATS:
        s.axolotl_supply += 1
    s.builder_card = NOBODY
    for seat in range(s.players):
        s.free[seat] = s.workers[seat]
    feed_guides(s)


@rule
def feed_guides(s):
    """One fish on every guide that lies on the table."""
    for guide in range(GUIDES):
        if has(s.guides_open, guide):
            s.guide_fish[guide] += 1


# ---------------------------------------------------------------- passing


@rule
def last_to_pass(s):
    """Whether everybody else has passed already."""
    for seat in range(s.players):
        if seat != s.turn and not s.passed[seat]:
            return False
    return True


@rule
def pass_reward(box, s, seat):
    """What the guide gives for passing; the Artist's feast is an order (PASS, step 2; D51)."""
    guide = s.guide[seat]
    bonus = int(box.guide_bonus[guide])
    if guide == Guide.STORYTELLER:
        for temple in range(TEMPLES):
            if s.temples[seat] & (1 << temple):
                score(s, seat, Source.GUIDES, bonus)
    elif guide == Guide.ARTIST:
        score(s, seat, Source.GUIDES, bonus)
        s.feast_due = 1
    elif guide == Guide.WISEMAN:
        score(s, seat, Source.GUIDES, bonus * led_islands(s, seat))


@rule
def why_not_guide(box, s, guide):
    """A guide on the table, not the one just put back (PASS, step 4)."""
    if s.guide[s.seat] == guide:
        return Why.GUIDE_JUST_RETURNED
    if not has(s.guides_open, guide):
        return Why.GUIDE_TAKEN
    return Why.OK


@rule
def change_guide(s, seat, guide):
    """Put the old guide back, take the new one with its fish."""
    if s.guide[seat] != NOBODY:
        s.guides_open |= bit(s.guide[seat])
    s.guides_open = without(s.guides_open, guide)
    s.guide[seat] = guide
    s.fish[seat] += s.guide_fish[guide]
    s.guide_fish[guide] = 0


@rule
def pass_on(box, s):
    """Take the steps of a pass that need no choice; return the question that does, or NOTHING once it is over.

    The last passer lays the round's spirit if any hex is legal, whichever tile it is (D5, D41).
    """
    seat = int(s.turn)
    if s.passing == Passing.BONUS:
        return Ask.BONUS
    if s.passing == Passing.REWARD:
        pass_reward(box, s, seat)
        s.passing = Passing.GUIDE
    if s.feast_due:
        return Ask.ISLAND
    if s.passing == Passing.GUIDE:
        if s.guide[seat] == Guide.LEADER:
            s.blocked = NOBODY  # the piece goes back with its card (D20, D44)
        if s.round_now < LAST_ROUND:
            return Ask.GUIDE
        s.passing = Passing.SPIRIT
    if s.passing == Passing.SPIRIT:
        s.passing = Passing.OVER
        if last_to_pass(s):
            s.round_spirit[s.round_now] = 0
            s.spirit_due = 0 if empty(spirit_sites(box, s)) else 1
    if s.spirit_due:
        return Ask.SPIRIT
    s.passed[seat] = 1
    return Ask.NOTHING
