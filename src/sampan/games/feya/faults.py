"""What must always hold, whatever is played: the test kit asks after every move."""

from __future__ import annotations

from typing import Any

from sampan.engine.game import Game, State
from sampan.engine.interpreted import batch_of

from .terms import (
    ACTIONS, BOATS, GUIDES, GUIDES_OPEN, ISLANDS, NEUTRAL, OWNERS, ROUNDS, SEATS, SPACES, TEMPLES, TRACK_LENGTH,
)  # fmt: skip
from .view import cells, members


def faults(game: Game, state: State) -> list[str]:
    """Everything in a state that cannot be: pieces lost or doubled, counters out of range, islands joined."""
    s, box = batch_of(state)[0], batch_of(game.box.record)[0]
    return [*swamp_faults(s, box), *piece_faults(s, box), *player_faults(s, box)]


def swamp_faults(s: Any, box: Any) -> list[str]:
    """Every hex is water or one tile; islands are what the tiles make; fish lie on settlements; boats can get away."""
    wrong: list[str] = []
    tiles = [set(cells(s.settled[owner])) for owner in range(OWNERS)] + [set(cells(s.spirits))]
    laid = set().union(*tiles)
    if sum(map(len, tiles)) != len(laid):
        wrong.append("two tiles lie on one hex")
    drawn = set(cells(box.water[s.side])) | set(cells(box.spirits[s.side]))
    water = set(cells(s.water))
    if laid | water != drawn or laid & water:
        wrong.append("water and tiles do not make up the swamp")
    islands = [set(cells(s.island[island])) for island in range(ISLANDS)]
    if set().union(*islands) != laid or sum(map(len, islands)) != len(laid) or any(islands[s.islands :]):
        wrong.append("the islands are not the tiles")
    if [len(island & tiles[-1]) for island in islands] != [int(many) for many in s.island_spirits]:
        wrong.append("an island miscounts its spirits")
    if (set(cells(s.fish_odd)) | set(cells(s.fish_two))) - (laid - tiles[-1]):
        wrong.append("fish lie where no settlement is")
    net = set(cells(s.net))
    if not set(cells(box.temples[s.side])) <= net:
        wrong.append("a temple is cut off")
    homes = {int(at) for seat in range(s.players) for at in s.boat[seat] if at >= 0}
    if not homes <= net | laid - tiles[-1]:
        wrong.append("a boat is cut off or on a spirit")
    on_water = [int(at) for seat in range(s.players) for at in s.boat[seat] if at in water]
    if len(set(on_water)) != len(on_water):
        wrong.append("two boats on one hex")
    if (s.totem >= 0) != (s.totem_island >= 0) or (s.totem >= 0 and int(s.totem) not in islands[s.totem_island]):
        wrong.append("the totem is not on its island")
    return wrong


def piece_faults(s: Any, box: Any) -> list[str]:
    """Axolotls, guides, temple tiles and spirits are never lost or doubled."""
    wrong: list[str] = []
    standing = [int(s.space[action, place]) for action in range(ACTIONS) for place in range(SPACES)]
    standing.append(int(s.builder_card))
    axolotls = sum(1 for worker in standing if worker >= SEATS)
    if axolotls + int(s.axolotls[: s.players].sum()) + int(s.axolotl_supply) != box.axolotls or s.axolotl_supply < 0:
        wrong.append("an axolotl is lost or doubled")
    held = [int(guide) for guide in s.guide[: s.players] if guide >= 0]
    if len(set(held) | set(members(s.guides_open, GUIDES))) != GUIDES_OPEN or len(set(held)) != len(held):
        wrong.append("a guide is lost or doubled")
    for temple in range(TEMPLES):
        taken = sum(int(s.temples[seat]) >> temple & 1 for seat in range(s.players))
        if taken + s.temple_left[temple] != box.temple_tiles[s.players, temple]:
            wrong.append("a temple tile is lost or doubled")
    owned = [members(s.tiles[seat], 64) for seat in range(s.players)] + [members(s.tiles_open, 64)]
    if len({tile for tiles in owned for tile in tiles}) != sum(map(len, owned)):
        wrong.append("a bonus tile is doubled")
    if not 0 <= s.spirit_supply <= box.spirits_in_supply or not 0 <= s.round_now < ROUNDS:
        wrong.append("spirits or rounds out of range")
    if s.neutral_on.any() != bool(cells(s.settled[NEUTRAL])):
        wrong.append("neutral settlements that nobody placed")
    return wrong


def player_faults(s: Any, box: Any) -> list[str]:
    """Nobody owes anything, every worker, boat and settlement is somewhere."""
    wrong: list[str] = []
    for seat in range(s.players):
        if min(s.gold[seat], s.mana[seat], s.fish[seat], s.free[seat], s.axolotls[seat]) < 0:
            wrong.append(f"seat {seat} holds less than nothing")
        on_board = sum(1 for worker in [*s.space.flat, s.builder_card] if worker == seat)
        if s.free[seat] + on_board > s.workers[seat]:
            wrong.append(f"seat {seat} has a worker too many")
        if sum(s.built[seat]) != len(cells(s.settled[seat])) or max(s.built[seat]) > TRACK_LENGTH:
            wrong.append(f"seat {seat} has lost a settlement")
        if not 0 <= s.sailing[seat] <= box.sailing_end:
            wrong.append(f"seat {seat} sails beside the track")
        if sum(1 for at in s.boat[seat] if at >= 0) > BOATS or s.vp[seat].min() < 0:
            wrong.append(f"seat {seat} has a boat too many or lost points")
    return wrong
