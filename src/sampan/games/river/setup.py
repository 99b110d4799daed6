"""Setting up: the board, the patrons, the players, the first roll (SETUP)."""

from __future__ import annotations

from sampan.engine.bits import NONE, bit, has, without
from sampan.engine.chance import draw, draw_from, shuffle, undecided
from sampan.engine.rule import rule, small

from .customers import draw_customer
from .row import open_top, take_top
from .terms import (
    CARDS, CLANS, ERAS, FACES, GOODS, MARKERS, MASTERIES, MASTERIES_OPEN, NOBODY, NOWHERE, PLACES, REGIONS,
    RIVER_SPACES, ROW, SEATS, SHIPS, SHORES, STACK, Ask, Ground, Patron, Patrons, Stage, Why,
)  # fmt: skip

CLAN_OPTION = 2  # where the seats' clans stand among the options
RANDOM_CLAN = CLANS + 1  # among a seat's clans: any of them first, a random one last


@rule
def deal(box, s, options):
    """Lay out everything; with patrons, the players choose those before anything is handed out (R9)."""
    s.players = options[0]
    s.patrons = options[1]
    clear_table(s)
    lay_board(box, s)
    lay_row(box, s)
    for card in range(CARDS):
        s.deck[card] = card
    s.deck_size = CARDS
    if not undecided(s):
        shuffle(s, s.deck, CARDS)
    s.first = draw(s, s.players)
    if s.patrons == Patrons.OFF:
        choose_clans(s, options)
        hand_out(box, s)
    else:
        offer_patrons(box, s)


@rule
def clear_table(s):
    """Nothing lies anywhere yet."""
    s.turn = NOBODY
    s.last_turns = -1
    s.stage = Stage.SETUP
    s.building = NOWHERE
    for shore in range(SHORES):
        s.tile[shore] = NOWHERE
        for place in range(MARKERS):
            s.marker[shore, place] = NOBODY
    for mastery in range(MASTERIES_OPEN):
        for place in range(PLACES):
            s.claims[mastery, place] = NOBODY
    for era in range(ERAS):
        for place in range(STACK):
            s.stack[era, place] = NOWHERE
    for seat in range(SEATS):
        s.clan[seat] = NOBODY
        s.patron[seat] = NOBODY
        s.royal[seat] = NOBODY


@rule
def lay_board(box, s):
    """Scoring tiles, masteries, imperial markets and starting buildings (SETUP, steps 2 to 5; R7)."""
    tiles = bit(REGIONS) - bit(0)
    for region in range(REGIONS):
        s.scoring[region] = draw_from(s, tiles)
        tiles = without(tiles, s.scoring[region])
    cards = bit(MASTERIES) - bit(0)
    for place in range(MASTERIES_OPEN):
        s.mastery[place] = draw_from(s, cards)
        cards = without(cards, s.mastery[place])
    markets, starting = box.imperial_tiles, box.starting_tiles
    for shore in range(SHORES):
        ground = box.shore_ground[shore]
        if ground == Ground.MARKET:
            s.tile[shore] = draw_from(s, markets)
            markets = without(markets, s.tile[shore])
        elif (ground == Ground.START_2 and s.players == 2) or (ground == Ground.START_23 and s.players <= 3):
            s.tile[shore] = draw_from(s, starting)
            starting = without(starting, s.tile[shore])


@rule
def lay_row(box, s):
    """The era stacks, and the first tiles of era 1 in the row; unused tiles leave unseen (SETUP, step 6)."""
    for era in range(ERAS):
        tiles = box.era_tiles[era]
        s.stack_size[era] = box.era_size[s.players, era]
        if undecided(s):
            open_top(box, s, era)
            continue
        for place in range(s.stack_size[era]):
            s.stack[era, place] = draw_from(s, tiles)
            tiles = without(tiles, s.stack[era, place])
    for place in range(ROW - 1, -1, -1):
        s.row[place] = take_top(s, 0)
        open_top(box, s, 0)


# ---------------------------------------------------------------- clans and patrons


@rule
def choose_clans(s, options):
    """Without patrons a clan is a color: those asked for, then those left to chance, then the first ones left."""
    left = bit(CLANS) - bit(0)
    for seat in range(s.players):
        wanted = int(options[CLAN_OPTION + seat]) - 1
        if 0 <= wanted < CLANS and has(left, wanted):
            s.clan[seat] = wanted
            left = without(left, wanted)
    for seat in range(s.players):
        if int(options[CLAN_OPTION + seat]) == RANDOM_CLAN:
            s.clan[seat] = draw_from(s, left)
            left = without(left, s.clan[seat])
    for seat in range(s.players):
        for clan in range(CLANS):
            if s.clan[seat] == NOBODY and has(left, clan):
                s.clan[seat] = clan
                left = without(left, clan)


@rule
def offer_patrons(box, s):
    """Draft: one patron of each clan for all. By clan: a random clan each, with both of its patrons (R9)."""
    clans = bit(CLANS) - bit(0)
    s.open_patrons = NONE
    if s.patrons == Patrons.DRAFT:
        for clan in range(CLANS):
            s.open_patrons |= bit(2 * clan + draw(s, 2))
    else:
        for seat in range(s.players):
            s.clan[seat] = draw_from(s, clans)
            clans = without(clans, s.clan[seat])
            s.open_patrons |= bit(2 * s.clan[seat]) | bit(2 * s.clan[seat] + 1)
    s.seat = (s.first + s.players - 1) % s.players
    s.ask = Ask.PATRON


@rule
def why_not_patron(box, s, patron):
    """A patron on offer: in the draft any that is left, otherwise one of the own clan."""
    if not has(s.open_patrons, patron):
        return Why.PATRON_NOT_OFFERED
    if s.patrons == Patrons.CLAN and box.patron_clan[patron] != s.clan[s.seat]:
        return Why.PATRON_NOT_OFFERED
    return Why.OK


@rule
def choose_patron(box, s, patron):
    """Take the patron, and in the draft its clan; the choice goes from the last player round to the first (R9)."""
    s.patron[s.seat] = patron
    s.clan[s.seat] = box.patron_clan[patron]
    s.open_patrons = without(s.open_patrons, patron)
    if s.seat == s.first:
        hand_out(box, s)
    else:
        s.seat = (s.seat + s.players - 1) % s.players


# ---------------------------------------------------------------- players


@rule
def hand_out(box, s):
    """Ships, goods, favor, customers and koku for everybody, in turn order (PLAYER SETUP; R8)."""
    s.open_patrons = NONE
    for order in range(s.players):
        seat = (s.first + order) % s.players
        for ship in range(SHIPS):
            s.ship[seat, ship] = (box.start_river[ship] + draw(s, FACES) + 1) % RIVER_SPACES
    for order in range(s.players):
        seat = (s.first + order) % s.players
        s.favor[seat] = box.start_favor
        s.favor_limit[seat] = box.start_favor_limit
        for good in range(GOODS):
            s.goods[seat, good] = box.start_goods[good]
        koku, cards = int(box.start_koku[order]), int(box.start_hand)
        if s.patron[seat] != NOBODY:
            koku += box.patron_koku[s.patron[seat]]
            cards += box.patron_customers[s.patron[seat]]
        s.koku[seat] = small(min(koku, box.cap_koku))
        for _ in range(cards):
            draw_customer(s, seat)
    first_rolls(box, s, 0)


@rule
def may_set_die(box, s, seat):
    """Kakita Ryoku may pay favor to set the die instead of rolling it (R39)."""
    return s.patron[seat] == Patron.RYOKU and s.favor[seat] >= box.patron_favor[Patron.RYOKU]


@rule
def roll(s, seat):
    """Roll the own die."""
    s.die[seat] = draw(s, FACES)
    s.revealed += 1


@rule
def set_die(box, s, seat, face):
    """Ryoku's favor: any face, also the one it shows."""
    s.favor[seat] -= box.patron_favor[Patron.RYOKU]
    s.die[seat] = face


@rule
def first_rolls(box, s, order):
    """Everybody rolls for their first turn, from this place in turn order on; then the first turn starts."""
    while order < s.players:
        seat = (s.first + order) % s.players
        if may_set_die(box, s, seat):
            s.seat = seat
            s.ask = Ask.FIRST_ROLL
            return
        roll(s, seat)
        order += 1
    s.turn = s.first
    s.seat = s.first
    s.stage = Stage.CHOOSE
    s.ask = Ask.ACTION


@rule
def first_roll_done(box, s):
    """Go on with the first rolls after Ryoku's choice."""
    first_rolls(box, s, (s.seat - s.first + s.players) % s.players + 1)
