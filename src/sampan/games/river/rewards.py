"""Rewards: what tiles and customers give, from the box's (kind, amount) pairs."""

from __future__ import annotations

from sampan.engine.rule import rule, small

from .buildings import count_owned
from .customers import customers_of, draw_then_discard
from .influence import gain_influence
from .purse import gain_favor, gain_good, gain_koku, raise_favor_limit, score
from .terms import MARKERS, NOBODY, REWARD_PARTS, Reward


@rule
def gain_part(box, s, seat, kind, amount, region, source):
    """Give a player one part of a reward; influence goes to the region the thing stands in (SAIL, step 3)."""
    if kind == Reward.KOKU:
        gain_koku(box, s, seat, amount)
    elif kind == Reward.VP:
        score(s, seat, source, amount)
    elif kind == Reward.FAVOR:
        gain_favor(s, seat, amount)
    elif kind == Reward.INFLUENCE:
        gain_influence(box, s, seat, region, amount)
    elif kind <= Reward.PORCELAIN:
        gain_good(box, s, seat, kind - Reward.SILK, amount)
    elif kind == Reward.ANY_GOOD:
        s.goods_due[seat] = small(s.goods_due[seat] + amount)
    elif kind == Reward.FAVOR_LIMIT:
        raise_favor_limit(box, s, seat, amount)
    elif kind == Reward.DRAW_DISCARD_CUSTOMER:
        draw_then_discard(s, seat, amount, amount)
    elif kind == Reward.KOKU_PER_CUSTOMER:
        gain_koku(box, s, seat, amount * customers_of(s, seat))
    else:
        gain_koku(box, s, seat, amount * count_owned(box, s, seat, kind - Reward.KOKU_PER_PORT))


@rule
def gain(box, s, seat, rewards, region, source):
    """Give a player every part of a reward, in the order the box has them."""
    for part in range(REWARD_PARTS):
        kind = int(rewards[part, 0])
        if kind == Reward.NOTHING:
            break
        gain_part(box, s, seat, kind, int(rewards[part, 1]), region, source)


@rule
def pay_owners(box, s, shore, source):
    """Each marker on the building pays its owner once, in the order they were placed (SAIL, step 3; R16)."""
    tile = s.tile[shore]
    for place in range(MARKERS):
        owner = s.marker[shore, place]
        if owner != NOBODY:
            gain(box, s, owner, box.tile_owner[tile], box.shore_region[shore], source)
