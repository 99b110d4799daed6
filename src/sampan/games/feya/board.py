"""The clan board: twenty spaces on four tracks, opened from the left as their settlements are built (CLAN BOARDS)."""

from __future__ import annotations

from sampan.engine.rule import rule, small

from .purse import improve_sailing, score
from .terms import BOATS, NOWHERE, SPECIALS, TRACK_LENGTH, TRACKS, Reward, Source, Why


@rule
def tile_left(s, seat):
    """Whether any settlement is still on the clan board."""
    for track in range(TRACKS):
        if has_tile(s, seat, track):
            return True
    return False


@rule
def has_tile(s, seat, track):
    """Whether the track still has a settlement."""
    return s.built[seat, track] < TRACK_LENGTH


@rule
def next_reward(box, s, seat, track):
    """What the next space of the track opens; the track must have one."""
    return box.board_reward[s.board[seat], track, s.built[seat, track]]


@rule
def open_space(box, s, seat, track, cell):
    """Take the first settlement of a track to this hex; what its space shows is won at once (D42)."""
    place = int(s.built[seat, track])
    reward = box.board_reward[s.board[seat], track, place]
    s.built[seat, track] += 1
    if reward == Reward.BOAT:
        launch(s, seat, cell)
    elif reward == Reward.SPECIAL:
        if special_left(s):
            s.special_due = small(track * TRACK_LENGTH + place + 1)
    else:
        win(box, s, seat, reward)


@rule
def launch(s, seat, cell):
    """A new boat stands on the settlement it came with; it may act from the next turn on (D42)."""
    for boat in range(BOATS):
        if s.boat[seat, boat] == NOWHERE:
            s.boat[seat, boat] = cell
            s.boats_done |= 1 << boat
            return


@rule
def win(box, s, seat, reward):
    """Rewards that come at once, and the catch; incomes are paid when the next round begins."""
    if reward == Reward.WORKER:
        s.workers[seat] += 1
        s.fresh += 1
    elif reward == Reward.CATCH:
        s.catch[seat] += 1
    elif reward == Reward.SAIL:
        improve_sailing(box, s, seat)
    elif reward == Reward.FEAST:
        score(s, seat, Source.BOARD, box.feast_space)
        s.feast_due = 1


# ---------------------------------------------------------------- special tiles


@rule
def special_left(s):
    """Whether a special salamander tile is left; without one the symbol opens nothing (D45)."""
    for tile in range(SPECIALS):
        if s.special_on[tile] == NOWHERE:
            return True
    return False


@rule
def why_not_place_special(box, s, tile):
    """Any special tile that does not lie on the board yet (ADVANCED: SALAMANDER)."""
    if s.special_on[tile] != NOWHERE:
        return Why.SPECIAL_USED
    return Why.OK


@rule
def place_special(box, s, tile):
    """Put a special tile on the opened space and take its benefit."""
    s.special_on[tile] = s.special_due - 1
    s.special_due = 0
    win(box, s, s.turn, box.special_reward[tile])


# ---------------------------------------------------------------- income


@rule
def pay_income(box, s, seat, reward, amount):
    """One income space (INCOME PHASE)."""
    if reward == Reward.MANA:
        s.mana[seat] += 1
    elif reward == Reward.GOLD:
        s.gold[seat] += amount
    elif reward == Reward.VP:
        score(s, seat, Source.INCOME, amount)
    elif reward == Reward.SAIL_INCOME:
        improve_sailing(box, s, seat)


@rule
def board_income(box, s, seat):
    """All open income spaces of a clan board, and special tiles lying on it."""
    board = s.board[seat]
    for track in range(TRACKS):
        for place in range(s.built[seat, track]):
            pay_income(box, s, seat, box.board_reward[board, track, place], box.board_amount[board, track, place])
            if box.board_reward[board, track, place] == Reward.SPECIAL:
                for tile in range(SPECIALS):
                    if s.special_on[tile] == track * TRACK_LENGTH + place:
                        pay_income(box, s, seat, box.special_reward[tile], box.special_amount[tile])
