"""A turn: exchanges at any time, one action with a worker or a tile, or a pass. What may be done when.

Every move is one small decision. After it, `carry_on` finds the next decision somebody owes.
"""

from __future__ import annotations

from sampan.engine.rule import rule, small

from .actions import why_not_work, work
from .board import place_special, why_not_place_special
from .boats import (
    boat_done, boats_left, build, go, lay, pick_site, why_not_boat, why_not_build, why_not_go, why_not_lay,
    why_not_pick_site,
)  # fmt: skip
from .bonus import take, use, why_not_take, why_not_use
from .land import add_spirit, feast, why_not_feast, why_not_add_spirit
from .moves import ACTION, KIND, PLACE, Kind
from .purse import swap, why_not_swap
from .rounds import change_guide, end_turn, pass_on, start_turn, why_not_block, why_not_guide
from .setup import choose_start_tile, draft, place_start, why_not_choose_start_tile, why_not_place_start
from .terms import BOAT_ACTIONS, NOBODY, Ask, Passing, Stage, Step, Why

# ---------------------------------------------------------------- what comes next


@rule
def ask(s, question):
    """The player whose turn it is must answer this question."""
    s.seat = s.turn
    s.ask = question
    return True


@rule
def carry_on(box, s):
    """Let the game run on to the next decision."""
    while not choice_found(box, s):
        pass


@rule
def choice_found(box, s):
    """Ask for the first thing that is owed and return True, or take the next step that needs no choice."""
    if s.seat == NOBODY or s.stage < Stage.CHOOSE:
        return True
    if s.stage == Stage.CHOOSE:
        return ask(s, Ask.ACTION)
    if s.stage == Stage.ACT:
        question = act_on(s)
        if question != Ask.NOTHING:
            return ask(s, question)
        s.stage = Stage.DONE
    if s.stage == Stage.DONE:
        return ask(s, Ask.END)
    question = pass_on(box, s)
    if question != Ask.NOTHING:
        return ask(s, question)
    end_turn(box, s)
    return False


@rule
def act_on(s):
    """What the main action still asks for: rewards first, then the boat in hand, then boats that may yet act."""
    if s.special_due:
        return Ask.SPECIAL
    if s.feast_due:
        return Ask.ISLAND
    if s.spirit_due:
        return Ask.SPIRIT
    if s.step == Step.GO:
        return Ask.GO
    if s.step == Step.LAY:
        return Ask.LAY
    if s.step == Step.SITE:
        return Ask.SITE
    if s.step == Step.TRACK:
        return Ask.TRACK
    if s.action < BOAT_ACTIONS and boats_left(s):
        return Ask.BOAT
    return Ask.NOTHING


# ---------------------------------------------------------------- may I


@rule
def belongs(s, kind):
    """Whether a kind of move answers the question at hand; exchanges and tiles answer every one of a turn."""
    question = s.ask
    if kind == Kind.GUIDE:
        return question == Ask.GUIDE
    if kind == Kind.BLOCK:
        return question == Ask.BLOCK
    if kind == Kind.USE or kind == Kind.SWAP:
        return s.stage >= Stage.CHOOSE
    if kind == Kind.PASS or ACTION[kind] != NOBODY:
        return question == Ask.ACTION
    if kind == Kind.BOAT:
        return question == Ask.BOAT
    if kind == Kind.GO:
        return question == Ask.GO
    if kind == Kind.LAY:
        return question == Ask.LAY
    if kind == Kind.SITE:
        if question == Ask.START_SITE or question == Ask.NEUTRAL_SITE:
            return True
        return question == Ask.SITE or question == Ask.SPIRIT
    if kind == Kind.TRACK:
        return question == Ask.START_TILE or question == Ask.TRACK
    if kind == Kind.SPECIAL:
        return question == Ask.SPECIAL
    if kind == Kind.FEAST:
        return question == Ask.ISLAND
    if kind == Kind.TAKE:
        return question == Ask.BONUS
    return True


@rule
def why_not_done(s):
    """End the turn, or stop: a boat once it has laid a fish, the boats once one has acted (D34, D54)."""
    if s.ask == Ask.BOAT:
        return Why.OK if s.acted > 0 else Why.ONE_BOAT_MUST_ACT
    if s.ask == Ask.LAY:
        return Why.OK if s.laid > 0 else Why.ONE_FISH_MUST_BE_LAID
    if s.ask == Ask.END or s.ask == Ask.BLOCK:
        return Why.OK
    return Why.NOT_NOW


@rule
def why_not_site(box, s, cell):
    """Where the tile in hand may go."""
    if s.ask == Ask.SPIRIT:
        return why_not_add_spirit(box, s, cell)
    if s.ask == Ask.SITE:
        return why_not_pick_site(box, s, cell)
    return why_not_place_start(box, s, cell)


@rule
def why_not(box, s, move):
    """Why a move is not allowed now, or OK: the one answer to `may I` for rules, bots and people."""
    if s.seat == NOBODY:
        return Why.GAME_OVER
    kind = int(KIND[move])
    if not belongs(s, kind):
        return Why.NOT_NOW
    return why_not_kind(box, s, kind, int(PLACE[move]))


@rule
def why_not_kind(box, s, kind, place):
    """The same for a move that answers the question at hand."""
    if kind == Kind.GUIDE:
        return why_not_guide(box, s, place)
    if kind == Kind.BLOCK:
        return why_not_block(box, s, place)
    if ACTION[kind] != NOBODY:
        return why_not_work(box, s, int(ACTION[kind]), place)
    if kind == Kind.USE:
        return why_not_use(box, s, place)
    if kind == Kind.SWAP:
        return why_not_swap(box, s, place)
    if kind == Kind.PASS:
        return Why.OK
    return why_not_answer(box, s, kind, place)


@rule
def why_not_answer(box, s, kind, place):
    """The same, for answers to what an action or a pass asks."""
    if kind == Kind.BOAT:
        return why_not_boat(box, s, place)
    if kind == Kind.GO:
        return why_not_go(box, s, place)
    if kind == Kind.LAY:
        return why_not_lay(box, s, place)
    if kind == Kind.SITE:
        return why_not_site(box, s, place)
    if kind == Kind.TRACK:
        if s.ask == Ask.START_TILE:
            return why_not_choose_start_tile(box, s, place)
        return why_not_build(box, s, place)
    if kind == Kind.SPECIAL:
        return why_not_place_special(box, s, place)
    if kind == Kind.FEAST:
        return why_not_feast(box, s, place)
    if kind == Kind.TAKE:
        return why_not_take(box, s, place)
    return why_not_done(s)


# ---------------------------------------------------------------- do it


@rule
def play(box, s, move):
    """Make one legal move, and run on to the next decision."""
    kind, place = int(KIND[move]), int(PLACE[move])
    if kind == Kind.GUIDE:
        play_guide(box, s, place)
    elif kind == Kind.BLOCK:
        s.blocked = small(place)
        start_turn(s, int(s.order[0]))
    elif ACTION[kind] != NOBODY:
        work(box, s, int(ACTION[kind]), place)
    elif kind == Kind.USE:
        use(box, s, place)
    elif kind == Kind.SWAP:
        swap(box, s, place)
    elif kind == Kind.PASS:
        s.stage = Stage.PASS
        s.passing = Passing.BONUS
    else:
        play_answer(box, s, kind, place)
    carry_on(box, s)


@rule
def play_guide(box, s, guide):
    """Take a guide: the first one, or the next when passing."""
    if s.stage == Stage.DRAFT:
        draft(box, s, guide)
    else:
        change_guide(s, s.turn, guide)
        s.passing = Passing.SPIRIT


@rule
def play_answer(box, s, kind, place):
    """Answer a question that an action, a pass or set-up asked."""
    if kind == Kind.BOAT:
        s.boat_now = small(place)
        s.step = Step.GO
    elif kind == Kind.GO:
        go(box, s, place)
    elif kind == Kind.LAY:
        lay(box, s, place)
    elif kind == Kind.SITE:
        play_site(box, s, place)
    elif kind == Kind.TRACK:
        if s.ask == Ask.START_TILE:
            choose_start_tile(box, s, place)
        else:
            build(box, s, place)
    elif kind == Kind.SPECIAL:
        place_special(box, s, place)
    elif kind == Kind.FEAST:
        feast(box, s, place)
    elif kind == Kind.TAKE:
        take(box, s, place)
        s.passing = Passing.REWARD
    else:
        play_done(box, s)


@rule
def play_site(box, s, cell):
    """Lay the tile in hand: a starting settlement, a spirit, or the settlement whose track is chosen next."""
    if s.ask == Ask.SPIRIT:
        add_spirit(box, s, cell)
    elif s.ask == Ask.SITE:
        pick_site(box, s, cell)
    else:
        place_start(box, s, cell)


@rule
def play_done(box, s):
    """Stop here: the Leader's choice, this boat, all boats, or the turn."""
    if s.ask == Ask.BLOCK:
        start_turn(s, int(s.order[0]))
    elif s.ask == Ask.LAY:
        boat_done(s)
    elif s.ask == Ask.BOAT:
        s.stage = Stage.DONE
    else:
        end_turn(box, s)
