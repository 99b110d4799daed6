"""A turn: spend favor, take one action, claim masteries, roll. What may be done when, and what happens next.

Every move is one small decision. After it, `carry_on` finds the next decision somebody owes: the order in which
`choice_found` looks is the order of the rulebook's steps.
"""

from __future__ import annotations

from sampan.engine.bits import NONE, lowest, without
from sampan.engine.rule import copied_rule, rule

from .build import build, take, why_not_build, why_not_take
from .customers import discard, draw_then_discard, why_not_discard
from .deliver import deliver, launch_royal, marker_possible, place_marker, why_not_deliver, why_not_marker
from .mastery import claim_masteries
from .moves import (
    BUILD, DELIVER, DIE, DISCARD, END, FACE, GOOD, JOURNEY, KOKU_FOR_FAVOR, LAST, MARKER, MERCHANT, PATRON, ROLL,
    ROYAL, SAIL, SELL, SHIFTS, STOP, TAKE, TRADE, TRADES,
)  # fmt: skip
from .purse import gain_good, goods_full, trade_good, trade_koku, why_not_good, why_not_trade_good, why_not_trade_koku
from .row import refill
from .sail import (
    call_merchant, could_sell, lone_merchant, sail, sell, take_journey_reward, why_not_journey, why_not_merchant,
    why_not_sail, why_not_sell,
)  # fmt: skip
from .scoring import final_scoring
from .setup import choose_patron, first_roll_done, may_set_die, roll, set_die, why_not_patron
from .terms import (
    FACES, GOODS, MERCHANTS, NOBODY, NOWHERE, ROW, SHIPS, SHORES, Ask, Patron, Refill, Stage, Target, Why,
)  # fmt: skip

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
        call_merchant(box, s, turn, merchant)
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
def why_not_turn_die(box, s):
    """Each point of favor turns the die by one face (SPEND DIVINE FAVOR; R10)."""
    if s.favor[s.seat] < box.favor_per_step:
        return Why.NO_FAVOR
    return Why.OK


@rule
def turn_die(box, s, step):
    """Turn the die one face up or down; 6 and 1 are neighbours."""
    s.favor[s.seat] -= box.favor_per_step
    s.die[s.seat] = (s.die[s.seat] + step + FACES) % FACES


@rule
def why_not_face(box, s):
    """Only Ryoku sets the die, for favor, and only where it would be rolled (R12, R39)."""
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
def roll_and_end(box, s):
    """Roll for the next turn, unless there is none (ROLL; R12)."""
    if s.last_turns < 0:
        roll(s, s.turn)
    end_turn(box, s)


# ---------------------------------------------------------------- may I


@rule
def why_not_trade(box, s, trade):
    """Trades are open at every decision of the own turn (R11)."""
    if trade == KOKU_FOR_FAVOR:
        return why_not_trade_koku(box, s)
    give, get = TRADES[trade]
    return why_not_trade_good(box, s, give, get)


@rule
def question_of(move):
    """The decision a move belongs to; NOTHING for trades, which belong to every own one, and for setting the die."""
    if move < DIE:
        return Ask.PATRON
    if move < TRADE:
        return Ask.ACTION
    if move < BUILD:
        return Ask.NOTHING
    if move < TAKE:
        return Ask.ACTION
    if move < SAIL:
        return Ask.TILE
    if move < DISCARD:
        return Ask.ACTION
    if move < GOOD:
        return Ask.DISCARD
    if move < JOURNEY:
        return Ask.GOOD
    if move < SELL:
        return Ask.JOURNEY
    if move < MARKER:
        return Ask.SELL
    if move < ROYAL:
        return Ask.MARKER
    if move < ROLL:
        return Ask.ROYAL
    if move < END:
        return Ask.FIRST_ROLL
    if move < FACE:
        return Ask.END
    return Ask.NOTHING


@rule
def why_not(box, s, move):
    """Why a move is not allowed now, or OK: the one answer to `may I` for rules, bots and people."""
    if s.seat == NOBODY:
        return Why.GAME_OVER
    question = question_of(move)
    if question != Ask.NOTHING and question != s.ask:
        return Why.NOT_NOW
    if move >= FACE:
        if s.ask != Ask.END and s.ask != Ask.FIRST_ROLL:
            return Why.NOT_NOW
        return why_not_face(box, s)
    if move < DIE:
        return why_not_patron(box, s, move - PATRON)
    if move < TRADE:
        return why_not_turn_die(box, s)
    if move < BUILD:
        return why_not_trade(box, s, move - TRADE)
    if move < TAKE:
        return why_not_build(box, s, move - BUILD)
    if move < SAIL:
        return why_not_take(s, move - TAKE)
    if move < DELIVER:
        return why_not_sail(box, s, (move - SAIL) % SHIPS, SHIFTS[(move - SAIL) // SHIPS])
    if move < DISCARD:
        return why_not_deliver(box, s, move - DELIVER)
    if move < GOOD:
        return why_not_discard(s, move - DISCARD)
    if move < JOURNEY:
        return why_not_good(box, s, move - GOOD)
    if move < MERCHANT:
        return why_not_journey(box, s, move - JOURNEY)
    if move < SELL:
        return why_not_merchant(box, s, move - MERCHANT)
    if move < STOP:
        return why_not_sell(box, s, move - SELL)
    if MARKER <= move < ROYAL:
        return why_not_marker(s, move - MARKER)
    return Why.OK


# ---------------------------------------------------------------- all I may


@copied_rule
def offer(box, s, first, last, out, number):
    """Add those moves from first to last that are allowed."""
    for move in range(first, last + 1):
        if why_not(box, s, move) == Why.OK:
            out[number] = move
            number += 1
    return number


@rule
def offer_actions(box, s, out, number):
    """Add every build, sail and delivery that is allowed, looking only where one could be."""
    first, last = 0, SHORES - 1
    if s.patron[s.seat] != Patron.SHIHOBU:
        region = s.die[s.seat]
        first = box.region_shores[region, 0]
        last = box.region_shores[region, box.region_size[region] - 1]
    for shore in range(first, last + 1):
        if why_not_build(box, s, shore) == Why.OK:
            out[number] = BUILD + shore
            number += 1
    ways = len(SHIFTS) if s.royal[s.seat] != NOBODY else 1
    number = offer(box, s, SAIL, SAIL + ways * SHIPS - 1, out, number)
    hand = s.hand[s.seat]
    while hand != NONE:
        card = lowest(hand)
        hand = without(hand, card)
        if why_not_deliver(box, s, card) == Why.OK:
            out[number] = DELIVER + card
            number += 1
    return number


@rule
def legal(box, s, out):
    """Write every legal move in ascending order, and return how many there are."""
    number = 0
    question = s.ask
    if s.seat == NOBODY:
        return 0
    if question == Ask.PATRON:
        return offer(box, s, PATRON, DIE - 1, out, number)
    if question == Ask.FIRST_ROLL:
        number = offer(box, s, ROLL, ROLL, out, number)
        return offer(box, s, FACE, LAST, out, number)
    if question == Ask.ACTION:
        number = offer(box, s, DIE, TRADE - 1, out, number)
    if s.seat == s.turn:
        for trade in range(len(TRADES) + 1):
            if why_not_trade(box, s, trade) == Why.OK:
                out[number] = TRADE + trade
                number += 1
    if question == Ask.ACTION:
        return offer_actions(box, s, out, number)
    if question == Ask.TILE:
        return offer(box, s, TAKE, TAKE + ROW - 1, out, number)
    if question == Ask.DISCARD:
        return offer(box, s, DISCARD, GOOD - 1, out, number)
    if question == Ask.GOOD:
        return offer(box, s, GOOD, GOOD + GOODS - 1, out, number)
    if question == Ask.JOURNEY:
        return offer(box, s, JOURNEY, MERCHANT + MERCHANTS - 1, out, number)
    if question == Ask.SELL:
        return offer(box, s, SELL, STOP, out, number)
    if question == Ask.MARKER:
        return offer(box, s, MARKER, MARKER + SHORES - 1, out, number)
    if question == Ask.ROYAL:
        return offer(box, s, ROYAL, ROYAL + SHIPS - 1, out, number)
    return offer(box, s, END, LAST, out, number)


# ---------------------------------------------------------------- do it


@rule
def play(box, s, move):
    """Make one legal move, and run on to the next decision."""
    if move < DIE:
        choose_patron(box, s, move - PATRON)
    elif move < TRADE:
        turn_die(box, s, 1 if move == DIE else -1)
    elif move == TRADE + KOKU_FOR_FAVOR:
        trade_koku(box, s)
    elif move < BUILD:
        give, get = TRADES[move - TRADE]
        trade_good(box, s, give, get)
    elif move < TAKE:
        build(box, s, move - BUILD)
    elif move < SAIL:
        take(box, s, move - TAKE)
    elif move < DELIVER:
        sail(box, s, (move - SAIL) % SHIPS, SHIFTS[(move - SAIL) // SHIPS])
    elif move < DISCARD:
        deliver(box, s, move - DELIVER)
    else:
        play_choice(box, s, move)
    if s.stage != Stage.SETUP and s.seat != NOBODY:
        carry_on(box, s)


@rule
def play_choice(box, s, move):
    """Answer a question that came up on the way, or end the turn."""
    if move < GOOD:
        discard(s, move - DISCARD)
    elif move < JOURNEY:
        gain_good(box, s, s.seat, move - GOOD, 1)
        s.goods_due[s.seat] -= 1
    elif move < MERCHANT:
        take_journey_reward(box, s, move - JOURNEY)
    elif move < SELL:
        call_merchant(box, s, s.seat, move - MERCHANT)
    elif move < STOP:
        sell(box, s, move - SELL)
    elif move == STOP:
        s.selling = 0
    elif move < ROYAL:
        place_marker(s, move - MARKER)
    elif move < ROLL:
        launch_royal(s, move - ROYAL)
    elif move == ROLL:
        roll(s, s.seat)
        first_roll_done(box, s)
    elif move == END:
        roll_and_end(box, s)
    else:
        set_die(box, s, s.seat, move - FACE)
        if s.ask == Ask.END:
            end_turn(box, s)
        else:
            first_roll_done(box, s)
