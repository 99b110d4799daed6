"""Where a game's leaning comes from: which moves a long look finds best, over and over.

    python -m sampan.lab.lean river --minutes 10 --out policy_net.npz

Everybody plays the best of many turns as the game's instinct sees them. The leaning learns to expect the moves of those
turns from the position in which they began, and the next games already look at what it expects.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from sampan.bots.evaluate import compiled_for
from sampan.bots.rollout import ROLLOUT, STATES
from sampan.bots.workspace import Net, input_count, new_workspace, policy_net_shapes
from sampan.engine.chance import DEAL, seed_chance
from sampan.engine.game import MOST_DECISIONS, Game
from sampan.engine.pick import new_picker, pick, stirred
from sampan.engine.seeds import checked_seed
from sampan.games import load

from . import course
from .adam import Adam
from .course import THREADS, in_numpy
from .teach import FAST, PLAYERS, REMEMBERED

deal: Any = None
play: Any = None
legal: Any = None
fill_points: Any = None
fill_inputs: Any = None
play_best: Any = None

TURNS = 120  # of a game, at most
STEPS = 5  # noted of a turn, on the average, at most
SLIPS = 50  # turns of a thousand that are played at first sight
Rows = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Notes:
    """Turns that were found best: what was seen where they began; and every choice made in them."""

    seen: Rows
    begun: Rows  # of a choice: the row of `seen`
    chosen: Rows
    allowed: Rows  # one bit a move


def note_turn(box, s, line, length, turns, steps, seen, begun, chosen, allowed, out, work):
    """Write a turn down that begins in this position; the position is then its end. Returns the steps noted so far."""
    fill_points(box, s, work)
    fill_inputs(box, s, s.seat, work)
    seen[turns] = work.inputs
    for step in range(length):
        number = legal(box, s, out)
        if number > 1 and steps < len(begun):
            begun[steps] = turns
            chosen[steps] = line[step]
            for k in range(number):
                allowed[steps, out[k] >> 3] |= np.uint8(128 >> (out[k] & 7))
            steps += 1
        play(box, s, line[step])
    return steps


def best_turns(
    box, blank, states, games, options, seed, tries, slips, picker, out, seen, begun, chosen, allowed, most, work
):
    """Play so many games, everybody the best of so many turns, and note them; return how many turns and steps."""
    picker[0] = stirred(seed)
    turns = steps = 0
    s = states[0]
    for number in range(games):
        states[0] = blank[0]
        seed_chance(s, seed, np.uint64(number), DEAL)
        deal(box[0], s, options)
        made = 0
        while s.seat >= 0 and made < most:
            states[STATES] = states[0]
            slip = pick(picker, 1000) < slips
            length = play_best(box[0], states, 1 if slip else tries, picker, out, work[0])
            if not slip and turns < len(seen):
                line = work[0].lines[1]
                steps = note_turn(
                    box[0], states[STATES], line, length, turns, steps, seen, begun, chosen, allowed, out, work[0]
                )
                turns += 1
            made += length
    return turns, steps


class Player:
    """Plays games as the leaning of the moment has it, on every core."""

    def __init__(self, game: Game, threads: int = THREADS) -> None:
        self.game, self.threads = game, threads
        self.loop: Callable[..., Any] = compiled_for(game, [*ROLLOUT, note_turn, best_turns])

    def play(self, leaning: Net | None, games: int, tries: int, seed: int) -> list[Notes]:
        """The best of so many turns each, noted; without a leaning, moves are tried as they come."""
        each = max(1, games // (self.threads * len(PLAYERS)))
        jobs = list(enumerate(PLAYERS * self.threads))
        with ThreadPoolExecutor(self.threads) as pool:
            return list(
                pool.map(lambda job: self._some(leaning, each, job[1], tries, seed + job[0] * 10_000_000), jobs)
            )

    def _some(self, leaning: Net | None, games: int, players: int, tries: int, seed: int) -> Notes:
        game, room, moves = self.game, games * TURNS, len(self.game.moves)
        work = new_workspace(game, policy_net=leaning)
        work.has_policy_net = 0 if leaning is None else 1
        seen, begun = np.zeros((room, input_count(game)), np.float32), np.zeros(STEPS * room, np.int32)
        chosen, allowed = np.zeros(STEPS * room, np.int16), np.zeros((STEPS * room, (moves + 7) // 8), np.uint8)
        turns, steps = self.loop(
            game.box.record, game.batch(1), game.batch(STATES + 1), games, game.option_numbers({"players": players}),
            checked_seed(seed), tries, SLIPS, new_picker(), np.zeros(moves, np.int16), seen, begun, chosen, allowed,
            MOST_DECISIONS, work,
        )  # fmt: skip
        return Notes(seen[:turns].astype(np.float16), begun[:steps], chosen[:steps], allowed[:steps])


class Leaner:
    """The net, and how it learns: Adam on the cross-entropy of what was chosen among what was allowed.

    `arrays` is NumPy, or CuPy for a GPU.
    """

    def __init__(self, game: Game, seed: int = 0, arrays: Any = np) -> None:
        self.arrays, self.dice, self.moves = arrays, np.random.default_rng(seed), len(game.moves)
        self.net: dict[str, Any] = {}
        for name, shape in policy_net_shapes(game).items():
            scale = {"hidden1.weight": np.sqrt(2.0 / shape[-1]), "output.weight": 0.05}.get(name, 0.0)
            self.net[name] = arrays.asarray((scale * self.dice.standard_normal(shape[::-1]).T).astype(np.float32))
        self.adam, self.scale = Adam(self.net, arrays), arrays.ones(input_count(game), np.float32)

    def look_through(self, seen: Rows) -> None:
        """Find the scale of everything that is seen."""
        self.scale = self.arrays.asarray(1 / np.maximum(0.1, seen.astype(np.float32).std(axis=0)))

    def learn(self, seen: Rows, chosen: Rows, allowed: Rows, rate: float) -> Any:
        """One step towards these choices; returns the loss before it."""
        net, arrays, places = self.net, self.arrays, self.arrays.arange(len(chosen))
        seen, chosen = arrays.asarray(seen).astype(np.float32) * self.scale, arrays.asarray(chosen)
        wide = arrays.maximum(seen @ net["hidden1.weight"].T + net["hidden1.bias"], 0)
        pulls = wide @ net["output.weight"].T + net["output.bias"]
        pulls[arrays.asarray(np.unpackbits(allowed, axis=1, count=self.moves)) == 0] = -np.inf
        odds = arrays.exp(pulls - pulls.max(axis=1, keepdims=True))
        odds /= odds.sum(axis=1, keepdims=True)
        loss = -arrays.log(arrays.maximum(1e-12, odds[places, chosen])).mean()
        odds[places, chosen] -= 1
        odds /= len(chosen)
        down = (odds @ net["output.weight"]) * (wide > 0)
        self.adam.step(
            {
                "output.weight": odds.T @ wide, "output.bias": odds.sum(0),
                "hidden1.weight": down.T @ seen, "hidden1.bias": down.sum(0),
            },
            rate,
        )  # fmt: skip
        return loss

    def taught(self) -> Net:
        """The net for figures as they are: the scale is worked into its first layer."""
        return {name: in_numpy(layer) for name, layer in self.net.items()} | {
            "hidden1.weight": in_numpy(self.net["hidden1.weight"] * self.scale)
        }


def slices(notes: list[Notes], dice: np.random.Generator) -> Iterator[tuple[Rows, Rows, Rows]]:
    """All choices, in small slices and in any order."""
    for lot, picked in course.picks([len(some.chosen) for some in notes], dice):
        some = notes[lot]
        yield some.seen[some.begun[picked]], some.chosen[picked], some.allowed[picked]


class Lessons:
    """Play and learn in turns until the time is over."""

    def __init__(self, game: Game, threads: int = THREADS, arrays: Any = np) -> None:
        self.player, self.leaner = Player(game, threads), Leaner(game, arrays=arrays)
        self.memory: deque[list[Notes]] = deque(maxlen=REMEMBERED)
        self.net: Net | None = None
        self.turn = 0

    def lesson(self, games: int, tries: int, gone: float) -> float:
        """One turn: play, then learn from the last few turns, slower towards the end."""
        self.memory.append(self.player.play(self.net, games, tries, self.turn * 10**9))
        if self.turn == 0:
            self.leaner.look_through(self.memory[0][0].seen)
        rate = FAST * (1 - 0.95 * min(1.0, gone))
        notes = [some for played in self.memory for some in played]
        losses = [self.leaner.learn(*some, rate) for some in slices(notes, self.leaner.dice)]
        self.net = self.leaner.taught()
        self.turn += 1
        return float(sum(losses)) / len(losses)

    def noted(self) -> str:
        """What the last turn had to learn from."""
        return f"{sum(len(some.chosen) for some in self.memory[-1]):,} choices"

    def save(self, out: Path) -> None:
        """Write the leaning down; half the digits are enough."""
        layers: dict[str, Any] = {name: layer.astype(np.float16) for name, layer in (self.net or {}).items()}
        np.savez_compressed(out, **layers)


def main() -> None:
    """Teach one game's leaning."""
    how = course.questions(__doc__, games=2000, tries=64, out="policy_net.npz").parse_args()
    course.run(Lessons(load(how.game), how.threads, course.arrays_on(how.device)), how)


if __name__ == "__main__":
    main()
