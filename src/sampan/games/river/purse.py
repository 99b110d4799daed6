"""What a player holds: koku, goods, favor and points, each up to its limit.

Anything above a limit is lost (R4); the supply itself never runs out (R5).
"""

from __future__ import annotations

from sampan.engine.rule import rule, small

from .terms import GOODS, Why


@rule
def score(s, seat, source, points):
    """Victory points, kept by where they came from."""
    s.vp[seat, source] += points


@rule
def gain_koku(box, s, seat, amount):
    """Take koku, up to the cap (BUILD: limits of 25 koku and 6 of each good)."""
    s.koku[seat] = small(min(s.koku[seat] + amount, box.cap_koku))


@rule
def gain_good(box, s, seat, good, amount):
    """Take goods of one kind, up to the cap."""
    s.goods[seat, good] = small(min(s.goods[seat, good] + amount, box.cap_good))


@rule
def gain_favor(s, seat, amount):
    """Raise the sun marker, never past the moon marker (DIVINE FAVOR)."""
    s.favor[seat] = small(min(s.favor[seat] + amount, s.favor_limit[seat]))


@rule
def raise_favor_limit(box, s, seat, amount):
    """Raise the moon marker, up to the end of the track."""
    s.favor_limit[seat] = small(min(s.favor_limit[seat] + amount, box.max_favor_limit))


@rule
def goods_full(box, s, seat):
    """Whether no good of any kind could still be taken."""
    for good in range(GOODS):
        if s.goods[seat, good] < box.cap_good:
            return False
    return True


@rule
def why_not_good(box, s, good):
    """A free good may be of any kind that is not at its cap (R20)."""
    if s.goods[s.seat, good] >= box.cap_good:
        return Why.GOOD_FULL
    return Why.OK


@rule
def take_good(box, s, good):
    """Take one of the goods that are due."""
    gain_good(box, s, s.seat, good, 1)
    s.goods_due[s.seat] -= 1


@rule
def why_not_trade_good(box, s, give, get):
    """Two of one good for one of another, never into a full store (TRADE; R11)."""
    if s.seat != s.turn:
        return Why.NOT_YOUR_TURN_TO_TRADE
    if s.goods[s.seat, give] < box.goods_given:
        return Why.TOO_FEW_GOODS
    if s.goods[s.seat, get] >= box.cap_good:
        return Why.GOOD_FULL
    return Why.OK


@rule
def trade_good(box, s, give, get):
    """Swap two of one good for one of another."""
    s.goods[s.seat, give] -= box.goods_given
    s.goods[s.seat, get] += 1


@rule
def why_not_trade_koku(box, s):
    """Five koku for one favor, not when the favor would be lost (TRADE; R11)."""
    if s.seat != s.turn:
        return Why.NOT_YOUR_TURN_TO_TRADE
    if s.koku[s.seat] < box.koku_given:
        return Why.TOO_FEW_KOKU
    if s.favor[s.seat] >= s.favor_limit[s.seat]:
        return Why.FAVOR_FULL
    return Why.OK


@rule
def trade_koku(box, s):
    """Swap five koku for one favor."""
    s.koku[s.seat] -= box.koku_given
    s.favor[s.seat] += 1
