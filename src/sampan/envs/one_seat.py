"""One seat at tables of bots, side by side: what both Gymnasium environments stand on.

Bots called `random` move in compiled code, in the same call as the seat's own move. All others are asked one by one,
and get what their seat may know and nothing else. What bots do follows from the seed of the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from sampan import bots as players
from sampan.engine.errors import OptionError
from sampan.engine.game import Game, State
from sampan.engine.lanes import LEAVE, Lanes
from sampan.engine.loops import GAIN
from sampan.games import load

Array = np.ndarray[Any, Any]
RANDOM = "random"
ILLEGAL = -1.0  # what a move that is not allowed earns
ON_ILLEGAL = ("end", "raise")
RENDERED = ["ansi", "human"]
SEEDS = 2**63  # games that an environment picks from where nobody named a seed
BY_SEED, BY_LENGTH, WORD = 0x9E3779B97F4A7C15, 0xD1B54A32D192ED03, 2**64 - 1  # odd multipliers far from any pattern


class OneSeat:
    """The lanes, and who sits at them beside the one seat that is played from outside."""

    def __init__(
        self,
        game: str | Game,
        size: int,
        bots: Sequence[str],
        seat: int,
        options: Mapping[str, int | str] | None,
        reward: str,
        threads: int | None = None,
    ) -> None:
        self.game = load(game) if isinstance(game, str) else game
        seats = int(self.game.resolve(options)["players"])
        if isinstance(seat, bool) or not isinstance(seat, int | np.integer) or not 0 <= seat < seats:
            raise OptionError(f"seat = {seat!r}: expected 0..{seats - 1}")
        if not bots or isinstance(bots, str):
            raise OptionError(
                f"bots = {bots!r}: expected a list of at least one name; the other seats get them in turn"
            )
        others = [other for other in range(seats) if other != seat]
        named = {other: bots[k % len(bots)] for k, other in enumerate(others)}
        self.thinkers = {other: players.load(name) for other, name in named.items() if name != RANDOM}
        at_random = [other for other in others if other not in self.thinkers]
        self.seat, self.players = int(seat), seats
        self.lanes = Lanes(self.game, size, options, 0, reward, again=False, threads=threads, bots=at_random)
        self.points = self.lanes.notes["points"][:, :seats]
        self.as_it_comes = self.lanes.kind == GAIN

    def deal(self, lanes: Array, seeds: Iterable[int]) -> None:
        """New games in these lanes, as far as the seat's first turn."""
        self.lanes.start_some(lanes, seeds)
        self.think()

    def think(self) -> None:
        """Ask the bots that think, wherever one of them must move, until none of them must any more."""
        if not self.thinkers:
            return
        seats = self.lanes.seats
        while (waiting := np.flatnonzero((seats >= 0) & (seats != self.seat))).size:
            moves = np.full(self.lanes.size, LEAVE)
            for lane in waiting.tolist():
                moves[lane] = self._chosen(lane)
            self.lanes.advance(moves)

    def _chosen(self, lane: int) -> int:
        seat, note = int(self.lanes.seats[lane]), self.lanes.notes[lane]
        bot, seconds = self.thinkers[seat]
        seed = (int(note["seed"]) * BY_SEED + int(note["length"]) * BY_LENGTH) & WORD
        hidden = self.game.hide(self.state(lane), seat)
        return players.decided(bot, self.game, hidden, seconds, seed >> 33)

    def state(self, lane: int) -> State:
        """The game of a lane, as it lies on the table."""
        return self.lanes.states[lane : lane + 1].view(np.recarray)

    def seen(self, lane: int) -> Array:
        """What the seat sees of a lane, also when its game is over."""
        if self.lanes.seats[lane] < 0:
            return self.game.features(self.state(lane), self.seat)
        return np.array(self.lanes.observations[lane])


def checked_choice(name: str, value: Any, choices: Sequence[Any]) -> None:
    """One of a few words, or one clear line."""
    if value not in choices:
        raise OptionError(f"{name} = {value!r}: expected {' or '.join(map(str, choices))}")


def checked_reset(options: Mapping[str, Any] | None, known: Sequence[str] = ()) -> Mapping[str, Any]:
    """The options of a reset; those of the game are for the environment's making."""
    for name, value in (options or {}).items():
        if name not in known:
            expected = f"none but {', '.join(known)}" if known else "none"
            raise OptionError(
                f"reset option {name} = {value!r}: expected {expected}; the game's own are set when the table is made"
            )
    return options or {}
