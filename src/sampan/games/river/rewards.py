"""Rewards: what tiles, customers and influence tracks give, from the box's (kind, amount) pairs."""

from __future__ import annotations

from sampan.engine.rule import rule, small

from .buildings import count_owned
from .customers import customers_of, draw_then_discard
from .purse import gain_favor, gain_good, gain_koku, raise_favor_limit, score
from .terms import MARKERS, NOBODY, REWARD_PARTS, Patron, Reward, Source


@rule
def gain_held(box, s, seat, kind, amount, source):
    """Give a player what is simply held; a free good is picked as soon as the rules come to choices."""
    if kind == Reward.KOKU:
        gain_koku(box, s, seat, amount)
    elif kind == Reward.VP:
        score(s, seat, source, amount)
    elif kind == Reward.FAVOR:
        gain_favor(s, seat, amount)
    elif kind == Reward.ANY_GOOD:
        s.goods_due[seat] = small(s.goods_due[seat] + amount)
    else:
        gain_good(box, s, seat, kind - Reward.SILK, amount)


# ---------------------------------------------------------------- influence (INFLUENCE TRACK REWARDS)


@rule
def occupied(s, seat, region, step):
    """Whether another player's marker stands on this step."""
    for other in range(s.players):
        if other != seat and s.influence[other, region] == step:
            return True
    return False


@rule
def collect(box, s, seat, region, step):
    """The reward drawn on one step of a track."""
    for part in range(REWARD_PARTS):
        kind = int(box.track_reward[region, step, part, 0])
        if kind == Reward.NOTHING:
            break
        gain_held(box, s, seat, kind, int(box.track_reward[region, step, part, 1]), Source.TRACK)


@rule
def reward_passed(box, s, seat, region, before, after):
    """Shosuro Hyobu: points when another marker goes from below hers to above it in one gain (R40)."""
    for other in range(s.players):
        if other != seat and s.patron[other] == Patron.HYOBU:
            hers = s.influence[other, region]
            if hers >= 1 and before < hers < after:
                score(s, other, Source.PATRON, box.patron_vp[Patron.HYOBU])


@rule
def gain_influence(box, s, seat, region, amount):
    """Advance step by step, collecting all that is passed or reached; what goes beyond the end is lost (R26).

    Bayushi Kachiko does not count steps that others stand on, but may always enter the last one (R41).
    """
    skips = s.patron[seat] == Patron.KACHIKO
    before = int(s.influence[seat, region])
    step = before
    while amount > 0 and step < box.track_length:
        step += 1
        collect(box, s, seat, region, step)
        if not skips or step == box.track_length or not occupied(s, seat, region, step):
            amount -= 1
    s.influence[seat, region] = step
    if s.patrons != 0:
        reward_passed(box, s, seat, region, before, step)


# ---------------------------------------------------------------- tiles and customers


@rule
def gain_part(box, s, seat, kind, amount, region, source):
    """Give a player one part of a reward; influence goes to the region the thing stands in (SAIL, step 3)."""
    if kind == Reward.INFLUENCE:
        gain_influence(box, s, seat, region, amount)
    elif kind == Reward.FAVOR_LIMIT:
        raise_favor_limit(box, s, seat, amount)
    elif kind == Reward.DRAW_DISCARD_CUSTOMER:
        draw_then_discard(s, seat, amount, amount)
    elif kind == Reward.KOKU_PER_CUSTOMER:
        gain_koku(box, s, seat, amount * customers_of(s, seat))
    elif kind >= Reward.KOKU_PER_PORT:
        gain_koku(box, s, seat, amount * count_owned(box, s, seat, kind - Reward.KOKU_PER_PORT))
    else:
        gain_held(box, s, seat, kind, amount, source)


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
