"""Bit sets against plain Python on thousands of positions of random games."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from sampan.engine.rule import JIT
from sampan.games.feya.terms import BOATS

from .measure import ALL_BOATS, GOLD, gather, measure
from .plain import BUILD_PER_SPIRIT, Swamp, members, whole
from .position import GAME

FEW, MANY = (2_000, 20_000) if JIT else (100, 200)  # positions, in soak the many
BERTHS_EVERY = 3
EVERY = 1  # the slow side remembers a board, so every decision of a game is looked at


def positions(options: dict, many: int):
    """Positions of random games, and all the rules say about them."""
    box, found = GAME.box.record, GAME.batch(many)
    out = np.zeros(len(GAME.moves), np.int16)
    gather(box, GAME.batch(2), found, GAME.option_numbers(options), np.uint64(77), EVERY, out)
    reached, berths = np.zeros((many, ALL_BOATS, 3), np.uint64), np.zeros((many, BOATS, 3), np.uint64)
    tiles, spirits = np.zeros((many, 3), np.uint64), np.zeros((many, 3), np.uint64)
    measure(box, found, reached, tiles, spirits, berths)
    return found, reached, tiles, spirits, berths


FIELDS = (
    "water", "net", "island", "islands", "turn", "guide", "boat", "players", "sailing", "range_bonus", "settled",
    "totem", "spirits", "discount",
)  # fmt: skip


def plain_rows(found):
    """The positions one by one, in plain Python numbers, which are much faster to look at."""
    columns = [found[field].tolist() for field in FIELDS]
    return (SimpleNamespace(**dict(zip(FIELDS, row, strict=True))) for row in zip(*columns, strict=True))


def swamp_of(options: dict) -> Swamp:
    side = "small" if options["players"] == 2 else "large"
    return Swamp(GAME.box.tables["maps"][side]["art"], int(GAME.box.record.width[0]))


@pytest.mark.long(5)
@pytest.mark.parametrize(
    "options",
    [{"players": 2}, {"players": 3, "boat_at_island": "on"}, {"players": 4, "board1": "advanced"}],
    ids=["two", "three", "four"],
)
@pytest.mark.parametrize("many", [FEW, pytest.param(MANY, marks=pytest.mark.soak)])
def test_reach_islands_and_hexes_for_tiles_agree_with_plain_python(options, many):
    swamp = swamp_of(options)
    found, reached, tiles, spirits, berths = positions(options, many)
    cache: dict[int, tuple[int, list[int]]] = {}
    strict = options.get("boat_at_island") == "on"
    for i, s in enumerate(plain_rows(found)):
        water = whole(s.water)
        if water not in cache:
            net = swamp.net(water)
            land = sum(1 << cell for cell in swamp.token) & ~water & ~swamp.temples
            cache[water] = net, swamp.islands(land)
        net, islands = cache[water]
        assert net == whole(s.net)
        assert sorted(islands) == sorted(whole(s.island[island]) for island in range(s.islands))
        seat, guide = s.turn, s.guide[s.turn]
        boats = {b: s.boat[b // BOATS][b % BOATS] for b in range(s.players * BOATS)}
        boats = {b: at for b, at in boats.items() if at >= 0}
        steps = int(GAME.box.record.guide_range[0][guide]) + s.sailing[seat] + s.range_bonus
        check_reach(swamp, reached[i], boats, steps, water)
        homes = list(boats.values())
        wet = members(swamp.near(sum(islands)) & water)
        nets = {cell: net for cell in wet if (net := swamp.may_lay(water, cell, homes))}
        assert whole(tiles[i]) == sum(1 << cell for cell in nets)
        shores = swamp.shores(water, sum(whole(s.settled[owner]) for owner in range(5)))
        totem = next((island for island in islands if s.totem >= 0 and island >> s.totem & 1), 0)
        right = [cell for cell, net in nets.items() if swamp.spirit_may_lie(cell, net, shores, totem)]
        assert whole(spirits[i]) == sum(1 << cell for cell in right)
        if i % BERTHS_EVERY == 0:
            check_berths(swamp, s, reached[i], berths[i], boats, water, islands, strict)


def check_reach(swamp, reached, boats, steps, water) -> None:
    """Every boat's reach."""
    for boat, at in boats.items():
        assert swamp.reach(at, steps, water) == whole(reached[boat])


def check_berths(swamp, s, reached, berths, boats, water, islands, strict) -> None:
    """For the boats of the player to move, every hex from which they could build."""
    guide = s.guide[s.turn]
    for boat in [boat for boat in boats if boat // BOATS == s.turn]:
        near, others = whole(reached[boat]), [place for other, place in boats.items() if other != boat]
        taken, right = sum(1 << place for place in set(others)), 0
        for island in islands:
            cost = BUILD_PER_SPIRIT * (island & whole(s.spirits)).bit_count()
            cost += int(GAME.box.record.settlement[0][guide]) - s.discount
            if max(cost, 0) > GOLD:
                continue
            for cell in members(swamp.near(island) & water):
                if left := swamp.may_lay(water, cell, others):
                    ends = near & swamp.beside[cell] & left & ~taken
                    right |= ends & swamp.near(island) if strict else ends
        assert right == whole(berths[boat % BOATS])
