"""What bots evaluate a position by: a row of named figures for one player (`Figure`).

An evaluation is these figures times the weights in judgement.toml. What can be counted as points is counted as if the
game ended now; the weights say how much of it will still be there, and what everything else may yet become.
"""

from __future__ import annotations

from enum import IntEnum

from sampan.engine.bits import NONE, lowest, without
from sampan.engine.rule import rule

from .boats import hungry, season
from .features import ASKS, PLAYER_FEATURES, card_features, one_hot, player_features, space_features
from .geometry import both, either, holds, less, near, none, read, row_of, same, single, size
from .land import led_islands
from .moves import PASS, USE
from .races import islands_with
from .scoring import card_points, island_points, points_of
from .swamp import island_beside
from .terms import (
    ACTIONS, BOATS, BONUS_TILES, GUIDES, LAST_ROUND, NOBODY, NOWHERE, RACES, RACES_OPEN, ROUNDS, SCORE_CARDS,
    SCORE_CARDS_OPEN, SEATS, SPACES, SPECIALS, TEMPLES, TRACK_LENGTH, TRACKS, Ask, Gain, Guide, Race, Reward, Stage,
)  # fmt: skip

ASIDES = (USE, PASS)  # tiles and exchanges: they come before an action and decide nothing by themselves
BONUS_HELD = 15  # tiles of rounds I to III, which a player holds on to
FEW, SOME = 3, 6
CARD_FEATURES = 2 * GUIDES + BONUS_TILES + 3 * RACES + SCORE_CARDS + TEMPLES


class Figure(IntEnum):
    """One figure of a position."""

    ANYTHING = 0
    POINTS = 1
    ISLANDS = 2  # settlements times spirits, as they stand
    CARD_GROUP = 3  # the score cards, as they stand
    CARD_TEMPLE = 4
    CARD_LEAD = 5
    CARD_SINGLE = 6
    CARD_LARGEST = 7
    CARD_SMALLEST = 8
    FISH_ON = 9  # fish on own settlements
    FEAST = 10  # what the best feast would pay now
    MANA = 11
    GOLD = 12
    SPARE_GOLD = 13  # above what two settlements cost
    FISH = 14
    WORKERS = 15
    FREE = 16  # workers still to be placed this round
    AXOLOTLS = 17
    SAILING = 18
    CATCH = 19
    BOATS = 20
    BUILT = 21
    LED = 22  # islands with most settlements
    INCOME_MANA = 23  # incomes, times the rounds they will still be paid
    INCOME_GOLD = 24
    INCOME_VP = 25
    INCOME_SAIL = 26
    TEMPLES = 27  # visited
    TEMPLE_NEAR = 28  # points of temples a boat could reach
    RACES = 29  # points of open races, by how near they are
    PASSED = 30
    CHOOSING = 31
    RANGE = 32
    FISH_NEAR = 33  # season's fish in reach
    SITES_NEAR = 34  # building sites in reach
    SALES_NEAR = 35  # fish that could be sold to settlements in reach
    FIRST = 36  # early in turn order
    BOATS_FISH = 37  # boats that may still act this turn
    BOATS_TRADE = 38
    BOATS_BUILD = 39
    BOATS_SAIL = 40
    TO_LAY = 41  # fish the boat in hand may still lay
    NEXT_MANA = 42  # what the next space of each track would open
    NEXT_WORKER = 43
    GUIDE = 44  # ten guides in hand this round
    NEXT_GUIDE = 54  # ten guides taken for the next
    TILE = 64  # fifteen bonus tiles held


FIGURES = Figure.TILE + BONUS_HELD
CARD_FIGURES = Figure.CARD_GROUP


@rule
def time_gone(box, s):
    """How much of the game is over, from 0 to 1: rounds, and the workers placed in this one."""
    free, all_workers = 0, 0
    for seat in range(s.players):
        all_workers += int(s.workers[seat])
        if not s.passed[seat]:
            free += int(s.free[seat])
    part = max(0.0, 1.0 - free / all_workers) if s.stage >= Stage.CHOOSE else 0.0
    return (s.round_now + part) / ROUNDS


@rule
def is_quiet(box, s):
    """Whether the player may stop here: only then the position is quiet."""
    if s.ask == Ask.BOAT:
        return s.acted > 0
    if s.ask == Ask.LAY:
        return s.laid > 0
    return s.ask == Ask.END


@rule
def land_figures(box, s, seat, out):
    """Islands, score cards and fish, as if the game ended now."""
    mine = row_of(s.settled, seat)
    out[Figure.ISLANDS] = island_points(s, seat)
    for place in range(SCORE_CARDS_OPEN):
        aim = box.score_aim[s.score_card[place]]
        out[CARD_FIGURES + aim] = card_points(box, s, seat, aim)
    odd, two = read(s.fish_odd), read(s.fish_two)
    out[Figure.FISH_ON] = size(both(mine, odd)) + 2 * size(both(mine, two))
    best = 0
    for island in range(s.islands):
        here = row_of(s.island, island)
        fed_odd, fed_two = both(odd, here), both(two, here)
        gain = size(either(fed_odd, fed_two)) + size(both(fed_odd, mine)) + 2 * size(both(fed_two, mine))
        best = max(best, gain + box.feast_at_totem if s.totem_island == island else gain)
    out[Figure.FEAST] = best
    out[Figure.LED] = led_islands(s, seat)
    if s.site != NOWHERE and s.turn == seat:
        out[Figure.ISLANDS] += s.island_spirits[island_beside(box, s, int(s.site))]


@rule
def purse_figures(box, s, seat, out):
    """What the player holds."""
    gold = int(s.gold[seat])
    out[Figure.MANA], out[Figure.FISH] = s.mana[seat], s.fish[seat]
    out[Figure.GOLD], out[Figure.SPARE_GOLD] = min(gold, 20), max(0, gold - 20)
    out[Figure.WORKERS], out[Figure.AXOLOTLS] = s.workers[seat], s.axolotls[seat]
    out[Figure.SAILING], out[Figure.CATCH] = s.sailing[seat], s.catch[seat]
    if s.passed[seat]:
        out[Figure.PASSED] = 1
    else:
        out[Figure.FREE] = s.free[seat]
        if s.turn == seat:
            out[Figure.FREE] += s.fresh
    for boat in range(BOATS):
        if s.boat[seat, boat] != NOWHERE:
            out[Figure.BOATS] += 1
    guide = s.guide[seat]
    if guide != NOBODY:
        if s.passed[seat]:
            out[Figure.NEXT_GUIDE + guide] = 1
        else:
            out[Figure.GUIDE + guide] = 1
    tiles = s.tiles[seat]
    while tiles != NONE:
        tile = lowest(tiles)
        tiles = without(tiles, tile)
        if tile < BONUS_HELD:
            out[Figure.TILE + tile] = 1


@rule
def income_figure(out, reward, amount, times):
    """One income space that is open."""
    if reward == Reward.MANA:
        out[Figure.INCOME_MANA] += times
    elif reward == Reward.GOLD:
        out[Figure.INCOME_GOLD] += amount * times
    elif reward == Reward.VP:
        out[Figure.INCOME_VP] += amount * times
    elif reward == Reward.SAIL_INCOME:
        out[Figure.INCOME_SAIL] += times


@rule
def board_figures(box, s, seat, out):
    """The clan board: incomes to come, and what the next spaces would open."""
    board, times = s.board[seat], LAST_ROUND - int(s.round_now)
    for track in range(TRACKS):
        built = int(s.built[seat, track])
        out[Figure.BUILT] += built
        for place in range(built):
            reward = box.board_reward[board, track, place]
            income_figure(out, reward, float(box.board_amount[board, track, place]), times)
            if reward == Reward.SPECIAL:
                for tile in range(SPECIALS):
                    if s.special_on[tile] == track * TRACK_LENGTH + place:
                        income_figure(out, box.special_reward[tile], float(box.special_amount[tile]), times)
        if built < TRACK_LENGTH:
            reward = box.board_reward[board, track, built]
            if reward == Reward.WORKER or reward == Reward.BOAT:
                out[Figure.NEXT_WORKER] += 1
            elif reward != Reward.NONE:
                out[Figure.NEXT_MANA] += 1


@rule
def waters(box, s, seat):
    """Hexes the player's boats could get to in one move, all boats together."""
    found = none()
    for boat in range(BOATS):
        if s.boat[seat, boat] != NOWHERE:
            found = either(found, single(int(s.boat[seat, boat])))
    water = read(s.water)
    steps = int(s.sailing[seat])
    if s.guide[seat] != NOBODY:
        steps += int(box.guide_range[s.guide[seat]])
    for _ in range(steps):
        grown = either(found, both(near(box, s.side, found), water))
        if same(grown, found):
            break
        found = grown
    return found


@rule
def reach_figures(box, s, seat, out):
    """What lies in reach of the boats."""
    area = waters(box, s, seat)
    around = either(area, near(box, s.side, area))
    out[Figure.FISH_NEAR] = min(FEW, size(both(area, season(box, s))))
    out[Figure.SITES_NEAR] = min(SOME, size(both(around, read(s.sites))))
    foreign = both(around, less(hungry(s), row_of(s.settled, seat)))
    out[Figure.SALES_NEAR] = min(int(s.fish[seat]), size(foreign))
    for temple in range(TEMPLES):
        left = s.temple_left[temple]
        if s.temples[seat] & (1 << temple):
            out[Figure.TEMPLES] += 1
        elif left > 0 and holds(around, int(box.temple_at[s.side, temple])):
            gains = box.temple_gain[s.players, temple, left - 1]
            out[Figure.TEMPLE_NEAR] += gains[Gain.VP] + gains[Gain.MANA] + 0.5 * gains[Gain.FISH]
    if s.guide[seat] != NOBODY:
        out[Figure.RANGE] = box.guide_range[s.guide[seat]]
        out[Figure.FIRST] = 1.0 - box.initiative[s.guide[seat]] / GUIDES


@rule
def race_part(box, s, seat, aim):
    """How much of a race's aim is done."""
    need, islands = int(box.race_need[aim, 0]), int(box.race_need[aim, 1])
    if aim == Race.EVERY_ISLAND:
        return islands_with(s, seat, 1) / s.islands
    if aim == Race.FIVE_ON_ONE:
        most = need
        while most > 0 and islands_with(s, seat, most) == 0:
            most -= 1
        return most / need
    if aim == Race.SAILING_FOUR:
        return s.sailing[seat] / need
    if aim == Race.BOTH_WORKERS:
        return (s.workers[seat] - box.start_workers) / need
    if aim == Race.SEVEN_FISH:
        return (out_of_turn(s, seat, s.caught) + 2.0 * s.catch[seat]) / (need + 4.0)
    if aim == Race.THIRTY_GOLD:
        return out_of_turn(s, seat, s.sold) / need
    return (islands_with(s, seat, need) + 0.3 * islands_with(s, seat, need - 1)) / (1.3 * islands)


@rule
def out_of_turn(s, seat, figure):
    """A figure of this turn, which is nobody else's."""
    return float(figure) if s.turn == seat else 0.0


@rule
def race_figures(box, s, seat, out):
    """Open races: the points of the next place, by how much of the way is done."""
    for card in range(RACES_OPEN):
        place, claimed = 0, False
        while place < box.race_places and s.claims[card, place] != NOBODY:
            claimed = claimed or s.claims[card, place] == seat
            place += 1
        if not claimed and place < box.race_places:
            part = min(1.0, race_part(box, s, seat, box.race_aim[s.race[card]]))
            out[Figure.RACES] += box.race_vp[place] * part * part


@rule
def turn_figures(box, s, seat, out):
    """What this turn may still bring."""
    if s.turn != seat:
        return
    if s.stage == Stage.CHOOSE:
        out[Figure.CHOOSING] = 1
    elif s.ask == Ask.BOAT and s.acted > 0:
        for boat in range(BOATS):
            if s.boat[seat, boat] != NOWHERE and not s.boats_done & (1 << boat):
                out[Figure.BOATS_FISH + s.action] += 1
    elif s.ask == Ask.LAY:
        beside = near(box, s.side, single(int(s.boat[seat, s.boat_now])))
        out[Figure.TO_LAY] = min(int(s.fish[seat]), size(both(beside, hungry(s))))


@rule
def figures(box, s, seat, out):
    """Fill in every figure for one player; return how much of the game is over."""
    out[:] = 0.0
    out[Figure.ANYTHING] = 1.0
    out[Figure.POINTS] = points_of(s, seat)
    land_figures(box, s, seat, out)
    purse_figures(box, s, seat, out)
    board_figures(box, s, seat, out)
    reach_figures(box, s, seat, out)
    race_figures(box, s, seat, out)
    turn_figures(box, s, seat, out)
    return time_gone(box, s)


EXTRA_INPUTS = ASKS + ROUNDS + SEATS * PLAYER_FEATURES + CARD_FEATURES + ACTIONS * SPACES


@rule
def extra_features(box, s, seat, out):
    """What a learner sees (features.py), without the map."""
    out[:] = 0.0
    at = one_hot(out, 0, ASKS, s.ask)
    at = one_hot(out, at, ROUNDS, s.round_now)
    for other in range(SEATS):
        if other < s.players:
            player_features(s, (seat + other) % s.players, out, at)
        at += PLAYER_FEATURES
    at = card_features(s, seat, out, at)
    space_features(box, s, out, at)


def figure_names() -> list[str]:
    """The names of the figures, in order."""
    single_figures = [figure.name.lower() for figure in Figure if figure < Figure.GUIDE]
    guides = [guide.name.lower() for guide in Guide]
    return [
        *single_figures, *(f"guide_{name}" for name in guides), *(f"next_guide_{name}" for name in guides),
        *(f"tile_{tile + 1}" for tile in range(BONUS_HELD)),
    ]  # fmt: skip
