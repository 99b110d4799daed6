"""Which games a report of balance is made of: every thing that is rotated meets every other one equally often.

What a table's options can say comes from the rotation that the game declares, whole or a part of it from its beginning.
What chance deals (what is on offer, who begins) cannot be asked for: of some deals that one is played which brings what
came least often so far. The choice looks at nothing but the deal, so nobody is favored by it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from sampan import games
from sampan.engine.balance import Balance
from sampan.engine.errors import OptionError
from sampan.engine.game import Game

from .match import Match

DEALS = 16  # of which one is played
SEEDS = 1_000_003  # of games with one seed of the report


def measurable(name: str, box: str | None = None) -> tuple[Game, Balance]:
    """The game, if it says what its balance is measured by."""
    game = games.load(name, box)
    if game.definition.balance is None:
        raise OptionError(f"{name}: expected a game that says what to rotate and look at (`balance` of its definition)")
    return game, game.definition.balance


def table_sizes(game: Game, players: int | None) -> tuple[int, ...]:
    """The numbers of players that are played, in turn: one of them, or all there are."""
    counts = next((option.values for option in game.options if option.name == "players"), ())
    sizes = tuple(sorted(int(count) for count in counts)) or (int(game.deal().players[0]),)
    if players is None:
        return sizes
    if players not in sizes:
        raise OptionError(f"--players {players}: expected one of {', '.join(map(str, sizes))}")
    return (players,)


def planned(
    name: str, bot: str, number: int, seed: int = 0, players: int | None = None, box: str | None = None,
    deals: int = DEALS,
) -> list[Match]:  # fmt: skip
    """So many games between bots of one kind; more of them begin with the same ones."""
    game, balance = measurable(name, box)
    sizes = table_sizes(game, players)
    cycles = {size: [game.resolve(table) for table in balance.cycle(size)] for size in sizes}
    seen: dict[int, Counter[str]] = {size: Counter() for size in sizes}
    plan = []
    for k in range(number):
        size, turn = sizes[k % len(sizes)], k // len(sizes)
        options = cycles[size][turn % len(cycles[size])]
        tried = [(seed * SEEDS + k) * deals + deal for deal in range(deals)]
        chosen, things = min(
            ((one, balance.dealt(game, game.deal(options, one))) for one in tried),
            key=lambda found: sum(seen[size][thing] for thing in found[1]),
        )
        seen[size].update(things)
        plan.append(Match(k, name, box, options, (bot,) * size, chosen))
    return plan


def of_each_size(plan: Sequence[Match]) -> dict[int, int]:
    """How many games of each number of players a plan has."""
    return dict(sorted(Counter(len(match.seats) for match in plan).items()))
