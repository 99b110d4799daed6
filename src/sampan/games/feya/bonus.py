"""Round bonus tiles: one for every pass, each used once in a later round (ROUND BONUS TILES; D28, D35)."""

from __future__ import annotations

from sampan.engine.bits import bit, has, without
from sampan.engine.rule import rule, small

from .actions import begin, why_not_action
from .boats import could_finish
from .purse import gain_ware, pay_ware, score
from .terms import BONUS_PER_ROUND, Bonus, Source, Stage, Ware, Why


@rule
def why_not_take(box, s, tile):
    """One of the tiles of this round that are left (PASS, step 1)."""
    if tile // BONUS_PER_ROUND != s.round_now or not has(s.tiles_open, tile):
        return Why.TILE_NOT_OFFERED
    return Why.OK


@rule
def take(box, s, tile):
    """Take the tile; those of the last round are points at once."""
    s.tiles_open = without(s.tiles_open, tile)
    if box.bonus[tile] == Bonus.VP:
        score(s, s.turn, Source.BONUS_TILES, box.bonus_amount[tile])
    else:
        s.tiles[s.turn] |= bit(tile)


@rule
def why_not_exchange(box, s, tile):
    """Round III tiles work at every decision of the own turn, if the action can still be finished then (D35, D53)."""
    price, ware = int(box.bonus_amount[tile]), box.bonus_ware[tile, 0]
    if box.bonus_ware[tile, 1] == Ware.AXOLOTL and s.axolotl_supply == 0:
        return Why.NO_AXOLOTL_LEFT
    if ware == Ware.MANA:
        return Why.OK if s.mana[s.turn] >= price else Why.TOO_LITTLE_MANA
    if s.gold[s.turn] < price:
        return Why.TOO_LITTLE_GOLD
    if s.stage == Stage.ACT and not could_finish(box, s, int(s.gold[s.turn]) - price):
        return Why.ACTION_UNFINISHED
    return Why.OK


@rule
def why_not_use(box, s, tile):
    """A tile of an earlier round: I before or during the main action, II as the main action, III at any time (D35)."""
    if not has(s.tiles[s.turn], tile):
        return Why.TILE_NOT_HELD
    if tile // BONUS_PER_ROUND >= s.round_now:
        return Why.TILE_NOT_YET
    kind = box.bonus[tile]
    if kind == Bonus.EXCHANGE:
        return why_not_exchange(box, s, tile)
    if kind == Bonus.ACTION:
        if s.stage != Stage.CHOOSE:
            return Why.TILE_TOO_LATE
        return why_not_action(box, s, int(box.bonus_amount[tile]), 0, 0)
    if s.stage != Stage.CHOOSE and s.stage != Stage.ACT:
        return Why.TILE_TOO_LATE
    return Why.OK


@rule
def use(box, s, tile):
    """Use the tile up."""
    kind, amount = box.bonus[tile], int(box.bonus_amount[tile])
    s.tiles[s.turn] = without(s.tiles[s.turn], tile)
    if kind == Bonus.RANGE:
        s.range_bonus = small(s.range_bonus + amount)
    elif kind == Bonus.CATCH:
        s.catch_bonus = small(s.catch_bonus + amount)
    elif kind == Bonus.DISCOUNT:
        s.discount = small(s.discount + amount)
    elif kind == Bonus.ACTION:
        begin(box, s, amount)
    else:
        pay_ware(s, s.turn, box.bonus_ware[tile, 0], amount)
        gain_ware(s, s.turn, box.bonus_ware[tile, 1], int(box.bonus_gain[tile]))
