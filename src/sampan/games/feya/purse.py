"""What a player holds, and the exchanges that are open at every decision of one's own turn (EXCHANGES; D12, D35)."""

from __future__ import annotations

from sampan.engine.rule import rule, small

from .terms import Gain, Source, Swap, Ware, Why


@rule
def score(s, seat, source, points):
    """Victory points, kept by where they came from."""
    s.vp[seat, source] += points


@rule
def receive(s, seat, gains, source):
    """What a worker space or a temple tile gives; extra range lasts for this turn."""
    score(s, seat, source, gains[Gain.VP])
    s.mana[seat] += gains[Gain.MANA]
    s.fish[seat] += gains[Gain.FISH]
    s.range_bonus = small(s.range_bonus + gains[Gain.RANGE])


@rule
def take_axolotls(s, seat, many):
    """Axolotls from the supply, as many as are left (limited supply; D2)."""
    many = min(many, int(s.axolotl_supply))
    s.axolotl_supply -= many
    s.axolotls[seat] += many


@rule
def improve_sailing(box, s, seat):
    """One step on the sailing track and its points; at the end of the track nothing (D30, D36)."""
    if s.sailing[seat] < box.sailing_end:
        s.sailing[seat] += 1
        score(s, seat, Source.SAILING, box.sailing_vp[s.sailing[seat]])


# ---------------------------------------------------------------- exchanges


@rule
def why_not_swap(box, s, which):
    """Mana for an axolotl of the supply, or any free worker for mana."""
    seat = s.turn
    if which == Swap.MANA_AXOLOTL:
        if s.axolotl_supply == 0:
            return Why.NO_AXOLOTL_LEFT
        return Why.OK if s.mana[seat] >= box.mana_per_axolotl else Why.TOO_LITTLE_MANA
    if which == Swap.WORKER_MANA:
        return Why.OK if s.free[seat] > 0 else Why.NO_WORKER
    return Why.OK if s.axolotls[seat] > 0 else Why.NO_AXOLOTL


@rule
def swap(box, s, which):
    """Exchange; a clan worker given away is back after the round, an axolotl goes to the supply (D12)."""
    seat = s.turn
    if which == Swap.MANA_AXOLOTL:
        s.mana[seat] -= box.mana_per_axolotl
        take_axolotls(s, seat, 1)
    elif which == Swap.WORKER_MANA:
        s.free[seat] -= 1
        s.mana[seat] += box.mana_per_worker
    else:
        s.axolotls[seat] -= 1
        s.axolotl_supply += 1
        s.mana[seat] += box.mana_per_worker


@rule
def pay_ware(s, seat, ware, many):
    """Hand over mana or gold for a round III tile."""
    if ware == Ware.MANA:
        s.mana[seat] -= many
    else:
        s.gold[seat] -= many


@rule
def gain_ware(s, seat, ware, many):
    """What a round III tile gives."""
    if ware == Ware.MANA:
        s.mana[seat] += many
    elif ware == Ware.GOLD:
        s.gold[seat] += many
    elif ware == Ware.FISH:
        s.fish[seat] += many
    else:
        take_axolotls(s, seat, many)
