"""Influence: the six tracks, what lies on them, and who passes whom (INFLUENCE TRACK REWARDS)."""

from __future__ import annotations

from sampan.engine.rule import rule, small

from .purse import gain_favor, gain_good, gain_koku, score
from .terms import REWARD_PARTS, Patron, Reward, Source


@rule
def occupied(s, seat, region, step):
    """Whether another player's marker stands on this step."""
    for other in range(s.players):
        if other != seat and s.influence[other, region] == step:
            return True
    return False


@rule
def collect(box, s, seat, region, step):
    """The reward drawn on one step of a track; a free good is picked as soon as the rules come to choices."""
    for part in range(REWARD_PARTS):
        kind = box.track_reward[region, step, part, 0]
        amount = int(box.track_reward[region, step, part, 1])
        if kind == Reward.NOTHING:
            break
        if kind == Reward.KOKU:
            gain_koku(box, s, seat, amount)
        elif kind == Reward.FAVOR:
            gain_favor(s, seat, amount)
        elif kind == Reward.VP:
            score(s, seat, Source.TRACK, amount)
        elif kind == Reward.ANY_GOOD:
            s.goods_due[seat] = small(s.goods_due[seat] + amount)
        else:
            gain_good(box, s, seat, kind - Reward.SILK, amount)


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
