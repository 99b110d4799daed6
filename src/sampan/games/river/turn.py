"""A turn: spend favor, take one action, claim masteries, roll. What may be done when, and what happens next.

Every move is one small decision. After it, `carry_on` finds the next decision somebody owes: the order in which
`choice_found` looks is the order of the rulebook's steps.
"""

from __future__ import annotations

from sampan.engine.rule import rule

from .build import build, take, why_not_build, why_not_take
from .customers import discard, draw_then_discard, why_not_discard
from .deliver import deliver, launch_royal, marker_possible, place_marker, why_not_deliver, why_not_marker
from .mastery import claim_masteries
from .moves import KIND, KOKU_FOR_FAVOR, PLACE, SHIFTS, STEPS, TRADES, Kind
from .purse import goods_full, take_good, trade_good, trade_koku, why_not_good, why_not_trade_good, why_not_trade_koku
from .row import refill
from .sail import (
    call_merchant, could_sell, lone_merchant, sail, sell, take_journey_reward, why_not_journey, why_not_merchant,
    why_not_sail, why_not_sell,
)  # fmt: skip
from .scoring import final_scoring
from .setup import choose_patron, first_roll_done, may_set_die, roll, set_die, why_not_patron
from .terms import FACES, NOBODY, NOWHERE, SHIPS, Ask, Patron, Refill, Stage, Target, Why

# ---------------------------------------------------------------- what comes next


@rule
def ask(s, seat, question):
    """This seat must answer this question."""
    s.seat = seat
    s.ask = question
    return True


@rule
def owes_good(box, s, seat):
    """Whether the player has a good to pick; with every kind at its cap there is nothing to gain (R20)."""
    if s.goods_due[seat] > 0 and goods_full(box, s, seat):
        s.goods_due[seat] = 0
    return s.goods_due[seat] > 0


@rule
def carry_on(box, s):
    """Let the turn run on to the next decision."""
    while not choice_found(box, s):
        pass


@rule
def choice_found(box, s):
    """Ask for the first thing that is owed and return True, or take the next step that needs no choice.

    Own goods come first, then a marker or royal ship, new cards and their discard, the other owners' goods, the
    journey's end, and at last the row (R18, R20, R21, R24).
    """
    turn = s.turn
    if s.stage == Stage.CHOOSE:
        return ask(s, turn, Ask.ACTION)
    if s.building != NOWHERE:
        return ask(s, turn, Ask.TILE)
    if owes_good(box, s, turn):
        return ask(s, turn, Ask.GOOD)
    if s.marker_due != Target.NONE:
        if marker_possible(s):
            return ask(s, turn, Ask.MARKER)
        s.marker_due = Target.NONE
    if s.royal_due:
        return ask(s, turn, Ask.ROYAL)
    if s.draw_due:
        s.draw_due = 0
        draw_then_discard(s, turn, int(box.delivery_draw), int(box.delivery_discard))
    if s.discard_due > 0:
        return ask(s, turn, Ask.DISCARD)
    for later in range(1, s.players):
        if owes_good(box, s, (turn + later) % s.players):
            return ask(s, (turn + later) % s.players, Ask.GOOD)
    return journey_choice_found(box, s)


@rule
def journey_choice_found(box, s):
    """The end of a journey, the row, and the end of the turn."""
    turn = s.turn
    if s.selling:
        if could_sell(box, s, turn):
            return ask(s, turn, Ask.SELL)
        s.selling = 0
    if s.journey != 0:
        merchant = lone_merchant(s)
        if merchant < 0:
            return ask(s, turn, Ask.JOURNEY)
        call_merchant(box, s, merchant)
        return False
    if s.refill_due != Refill.NONE:
        refill(box, s)
        return False
    if s.stage == Stage.ACT:
        claim_masteries(box, s, turn)
        s.stage = Stage.DONE
    return ask(s, turn, Ask.END)


# ---------------------------------------------------------------- favor and the end of the turn


@rule
def why_not_turn_die(box, s, step):
    """Each point of favor turns the die by one face (SPEND DIVINE FAVOR; R10)."""
    if s.favor[s.seat] < box.favor_per_step:
        return Why.NO_FAVOR
    return Why.OK


@rule
def turned(s, step):
    """The face the die would show, turned by one; 6 and 1 are neighbours."""
    return (int(s.die[s.seat]) + step + FACES) % FACES


@rule
def turned_at(games, i, step):
    """The same in game i of a batch, which is how Python code asks."""
    return turned(games[i], step)


@rule
def turn_die(box, s, step):
    """Turn the die one face up or down."""
    s.favor[s.seat] -= box.favor_per_step
    s.die[s.seat] = turned(s, step)


@rule
def why_not_set_die_and_end(box, s, face):
    """Only Ryoku sets the die, for favor, and only where it would be rolled (R12, R39)."""
    if s.ask != Ask.END and s.ask != Ask.FIRST_ROLL:
        return Why.NOT_NOW
    if s.patron[s.seat] != Patron.RYOKU:
        return Why.NOT_RYOKU
    if s.last_turns >= 0:
        return Why.NO_TURN_LEFT
    if not may_set_die(box, s, s.seat):
        return Why.NO_FAVOR
    return Why.OK


@rule
def end_turn(box, s):
    """Hand the turn on; after the last of the last turns comes the final scoring (END OF THE GAME; R45)."""
    if s.last_turns > 0:
        s.last_turns -= 1
    if s.last_turns == 0:
        final_scoring(box, s)
        ask(s, NOBODY, Ask.NOTHING)
        return
    s.turns += 1
    s.turn = (s.turn + 1) % s.players
    s.stage = Stage.CHOOSE


@rule
def set_die_and_end(box, s, face):
    """Ryoku sets the die instead of rolling it, for the first turn or for the next one (R39)."""
    set_die(box, s, s.seat, face)
    if s.ask == Ask.END:
        end_turn(box, s)
    else:
        first_roll_done(box, s)


@rule
def roll_and_end(box, s):
    """Roll for the next turn, unless there is none (ROLL; R12)."""
    if s.last_turns < 0:
        roll(s, s.turn)
    end_turn(box, s)


# ---------------------------------------------------------------- may I


@rule
def why_not_trade(box, s, place):
    """Trades are open at every decision of the own turn (R11)."""
    if place == KOKU_FOR_FAVOR:
        return why_not_trade_koku(box, s)
    give, get = TRADES[place]
    return why_not_trade_good(box, s, give, get)


@rule
def trade(box, s, place):
    """Koku for favor, or goods for a good (TRADE)."""
    if place == KOKU_FOR_FAVOR:
        trade_koku(box, s)
    else:
        give, get = TRADES[place]
        trade_good(box, s, give, get)


@rule
def question_of(kind):
    """The decision a kind of move belongs to; NOTHING for trades, part of every own one, and for setting the die."""
    if kind == Kind.PATRON:
        return Ask.PATRON
    if kind == Kind.DIE or kind == Kind.BUILD or kind == Kind.SAIL or kind == Kind.DELIVER:
        return Ask.ACTION
    if kind == Kind.TAKE:
        return Ask.TILE
    if kind == Kind.DISCARD:
        return Ask.DISCARD
    if kind == Kind.GOOD:
        return Ask.GOOD
    if kind == Kind.JOURNEY or kind == Kind.MERCHANT:
        return Ask.JOURNEY
    if kind == Kind.SELL or kind == Kind.STOP:
        return Ask.SELL
    if kind == Kind.MARKER:
        return Ask.MARKER
    if kind == Kind.ROYAL:
        return Ask.ROYAL
    if kind == Kind.ROLL:
        return Ask.FIRST_ROLL
    if kind == Kind.END:
        return Ask.END
    return Ask.NOTHING


@rule
def why_not(box, s, move):
    """Why a move is not allowed now, or OK: the one answer to `may I` for rules, bots and people."""
    if s.seat == NOBODY:
        return Why.GAME_OVER
    kind = int(KIND[move])
    question = question_of(kind)
    if question != Ask.NOTHING and question != s.ask:
        return Why.NOT_NOW
    return why_not_kind(box, s, kind, int(PLACE[move]))


@rule
def why_not_kind(box, s, kind, place):
    """The same for a move that answers the question at hand."""
    if kind == Kind.PATRON:
        return why_not_patron(box, s, place)
    if kind == Kind.DIE:
        return why_not_turn_die(box, s, STEPS[place])
    if kind == Kind.TRADE:
        return why_not_trade(box, s, place)
    if kind == Kind.BUILD:
        return why_not_build(box, s, place)
    if kind == Kind.TAKE:
        return why_not_take(box, s, place)
    if kind == Kind.SAIL:
        return why_not_sail(box, s, place % SHIPS, SHIFTS[place // SHIPS])
    if kind == Kind.DELIVER:
        return why_not_deliver(box, s, place)
    if kind == Kind.DISCARD:
        return why_not_discard(s, place)
    if kind == Kind.GOOD:
        return why_not_good(box, s, place)
    if kind == Kind.JOURNEY:
        return why_not_journey(box, s, place)
    if kind == Kind.MERCHANT:
        return why_not_merchant(box, s, place)
    if kind == Kind.SELL:
        return why_not_sell(box, s, place)
    if kind == Kind.MARKER:
        return why_not_marker(s, place)
    if kind == Kind.FACE:
        return why_not_set_die_and_end(box, s, place)
    return Why.OK


# ---------------------------------------------------------------- do it


@rule
def play(box, s, move):
    """Make one legal move, and run on to the next decision."""
    kind, place = int(KIND[move]), int(PLACE[move])
    if kind == Kind.PATRON:
        choose_patron(box, s, place)
    elif kind == Kind.DIE:
        turn_die(box, s, STEPS[place])
    elif kind == Kind.TRADE:
        trade(box, s, place)
    elif kind == Kind.BUILD:
        build(box, s, place)
    elif kind == Kind.TAKE:
        take(box, s, place)
    elif kind == Kind.SAIL:
        sail(box, s, place % SHIPS, SHIFTS[place // SHIPS])
    elif kind == Kind.DELIVER:
        deliver(box, s, place)
    else:
        play_choice(box, s, kind, place)
    if s.stage != Stage.SETUP and s.seat != NOBODY:
        carry_on(box, s)


@rule
def play_choice(box, s, kind, place):
    """Answer a question that came up on the way, or end the turn."""
    if kind == Kind.DISCARD:
        discard(s, place)
    elif kind == Kind.GOOD:
        take_good(box, s, place)
    elif kind == Kind.JOURNEY:
        take_journey_reward(box, s, place)
    elif kind == Kind.MERCHANT:
        call_merchant(box, s, place)
    elif kind == Kind.SELL:
        sell(box, s, place)
    elif kind == Kind.STOP:
        s.selling = 0
    elif kind == Kind.MARKER:
        place_marker(s, place)
    elif kind == Kind.ROYAL:
        launch_royal(s, place)
    elif kind == Kind.ROLL:
        roll(s, s.seat)
        first_roll_done(box, s)
    elif kind == Kind.END:
        roll_and_end(box, s)
    else:
        set_die_and_end(box, s, place)
