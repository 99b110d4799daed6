"""Where a game's instinct comes from: games against oneself, over and over.

    python -m sampan.lab.teach river --minutes 10 --out value_net.npz

Everybody plays the best of some random turns as the instinct of the moment sees them; positions of these games and who
won them teach the next one. What causes what is found out by playing it: an instinct that thinks too well of something
will go after it, and see.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from sampan.bots.evaluate import compiled_for
from sampan.bots.rollout import ROLLOUT, STATES
from sampan.bots.workspace import Net, input_count, new_workspace, read_net, value_net_shapes
from sampan.engine.chance import DEAL, seed_chance
from sampan.engine.game import MOST_DECISIONS, Game
from sampan.engine.pick import new_picker, pick, stirred
from sampan.engine.seeds import checked_seed
from sampan.games import load

from . import course
from .adam import Adam
from .course import THREADS, in_numpy

deal: Any = None
play: Any = None
is_quiet: Any = None
fill_points: Any = None
fill_inputs: Any = None
evaluate_end: Any = None
play_best: Any = None

REMEMBERED = 4  # turns of play
NOTES = 120  # positions of a game, at most
FAST, LATE = 1e-3, 0.6  # how fast it learns at first; the part of the time after which it looks closer
PLAYERS = (2, 2, 2, 3, 4)
STRESS = 40.0  # how much more differences between turns of one position count than what they come to
Rows = np.ndarray[Any, Any]


def worth_noting(box, s, left, picker):
    """Every other end of a stretch, as often the one before its last move, now and then any it could have had."""
    return pick(picker, 2) == 0 if left == 0 else is_quiet(box, s) and pick(picker, 2 if left == 1 else 6) == 0


def note(box, s, kept, seen, owners, picker, work):
    """Write down what one seat, drawn at random, sees."""
    if kept < len(seen):
        owners[kept] = pick(picker, s.players)
        fill_inputs(box, s, owners[kept], work)
        seen[kept] = work.inputs
        return kept + 1
    return kept


def self_play(box, blank, states, games, options, seed, tries, slips, picker, out, seen, owners, goals, most, work):
    """Play so many games; write down positions and what came of them; return how many."""
    picker[0] = stirred(seed)
    kept = 0
    s = states[0]
    for number in range(games):
        states[0] = blank[0]
        seed_chance(s, seed, np.uint64(number), DEAL)
        deal(box[0], s, options)
        first, made = kept, 0
        while s.seat >= 0 and made < most:
            states[STATES] = states[0]
            count = 1 if pick(picker, 1000) < slips else tries
            length = play_best(box[0], states, count, picker, out, work[0])
            for step in range(length):
                play(box[0], states[STATES], work[0].lines[1, step])
                if states[STATES].seat >= 0 and worth_noting(box[0], states[STATES], length - 1 - step, picker):
                    fill_points(box[0], states[STATES], work[0])
                    kept = note(box[0], states[STATES], kept, seen, owners, picker, work[0])
            made += length
        fill_points(box[0], s, work[0])
        evaluate_end(box[0], s, work[0])
        for place in range(first, kept):
            goals[place] = work[0].values[owners[place]]
    return kept


class School:
    """Plays games of the instinct of the moment, on every core."""

    def __init__(self, game: Game, threads: int = THREADS) -> None:
        self.game, self.threads = game, threads
        self.loop: Callable[..., Any] = compiled_for(game, [*ROLLOUT, worth_noting, note, self_play])

    def play(self, net: Net | None, games: int, tries: int, slips: int, seed: int) -> tuple[Rows, Rows]:
        """What was seen in so many games, and the values it led to; without a net, the weights alone judge."""
        each = max(1, games // (self.threads * len(PLAYERS)))
        jobs = [(number, players) for number, players in enumerate(PLAYERS * self.threads)]
        with ThreadPoolExecutor(self.threads) as pool:
            parts = list(
                pool.map(lambda job: self._some(net, each, job[1], tries, slips, seed + job[0] * 10_000_000), jobs)
            )
        return np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts])

    def _some(self, net: Net | None, games: int, players: int, tries: int, slips: int, seed: int) -> tuple[Rows, Rows]:
        game, room, work = self.game, games * NOTES, new_workspace(self.game, net)
        work.has_value_net = 0 if net is None else 1
        seen, owners, goals = np.zeros((room, input_count(game)), np.float32), np.zeros(room, np.int64), np.zeros(room)
        kept = self.loop(
            game.box.record, game.batch(1), game.batch(STATES + 1), games, game.option_numbers({"players": players}),
            checked_seed(seed), tries, slips, new_picker(), np.zeros(len(game.moves), np.int16), seen, owners, goals,
            MOST_DECISIONS, work,
        )  # fmt: skip
        return seen[:kept].astype(np.float16), goals[:kept].astype(np.float32)


class Pupil:
    """The net, and how it learns: Adam on the cross-entropy of who won. `arrays` is NumPy, or CuPy for a GPU."""

    def __init__(self, game: Game, seed: int = 0, arrays: Any = np) -> None:
        self.arrays, self.dice = arrays, np.random.default_rng(seed)
        self.net: dict[str, Any] = {}
        for name, shape in value_net_shapes(game).items():
            scale = 0.1 if name == "output.weight" else np.sqrt(2.0 / shape[-1]) if len(shape) == 2 else 0.0
            self.net[name] = arrays.asarray((scale * self.dice.standard_normal(shape[::-1]).T).astype(np.float32))
        self.adam = Adam(self.net, arrays)
        self.scale: Any = None

    def recall(self, path: Path, game: Game) -> None:
        """Go on from an earlier instinct."""
        net = read_net(path, value_net_shapes(game))
        with np.load(path, allow_pickle=False) as file:
            self.scale = self.arrays.asarray(file["input_scale"])
        for name, layer in net.items():
            self.net[name][...] = self.arrays.asarray(layer)
        self.net["hidden1.weight"] /= self.scale

    def look_through(self, seen: Rows) -> None:
        """Find the scale of everything that is seen, once."""
        if self.scale is None:
            self.scale = self.arrays.asarray(1 / np.maximum(0.1, seen.astype(np.float32).std(axis=0)))

    def learn(self, seen: Rows, goals: Rows, rate: float) -> Any:
        """One step towards these goals; returns the loss before it.

        Goals with three axes are turns that were weighed against each other: position, turn, and two notes of each. Of
        the first notes differences within a position count more than what they come to.
        """
        shape, net, most = goals.shape, self.net, self.arrays.maximum
        seen = self.arrays.asarray(seen.reshape(-1, seen.shape[-1])).astype(np.float32) * self.scale
        goals = self.arrays.asarray(goals.reshape(-1))
        wide = most(seen @ net["hidden1.weight"].T + net["hidden1.bias"], 0)
        narrow = most(wide @ net["hidden2.weight"].T + net["hidden2.bias"], 0)
        odds = narrow @ net["output.weight"][0] + net["output.bias"]
        loss = (self.arrays.logaddexp(0, odds) - goals * odds).mean()
        chance = 1 / (1 + self.arrays.exp(-odds))
        wrong = (chance - goals) / len(goals)
        if len(shape) == 3:
            apart = wrong.reshape(shape)[..., 0]
            slope = (chance * (1 - chance)).reshape(shape)[..., 0]
            apart += STRESS * (apart - apart.mean(axis=1, keepdims=True)) * slope
        down = self.arrays.outer(wrong, net["output.weight"][0]) * (narrow > 0)
        further = (down @ net["hidden2.weight"]) * (wide > 0)
        slopes = {
            "output.weight": (narrow.T @ wrong)[None], "output.bias": wrong.sum(keepdims=True),
            "hidden2.weight": down.T @ wide, "hidden2.bias": down.sum(axis=0),
            "hidden1.weight": further.T @ seen, "hidden1.bias": further.sum(axis=0),
        }  # fmt: skip
        self.adam.step(slopes, rate)
        return loss

    def taught(self) -> Net:
        """The net for figures as they are: the scale is worked into its first layer."""
        net = {name: in_numpy(layer) for name, layer in self.net.items()}
        return {**net, "hidden1.weight": (net["hidden1.weight"] * in_numpy(self.scale)).astype(np.float32)}

    def save(self, out: Path) -> None:
        """Write the net down; half the digits are enough."""
        net: dict[str, Any] = {**self.taught(), "input_scale": in_numpy(self.scale)}
        np.savez_compressed(out, **{name: layer.astype(np.float16) for name, layer in net.items()})


def slices(
    memory: Iterable[tuple[Rows, Rows]], dice: np.random.Generator, size: int = course.SLICE
) -> Iterator[tuple[Rows, Rows]]:
    """Everything remembered, in slices of this size and in any order."""
    lots = list(memory)
    for lot, some in course.picks([len(goals) for _, goals in lots], dice, size):
        yield lots[lot][0][some], lots[lot][1][some]


class Studies:
    """An instinct that learns from what is remembered of the last few turns of play."""

    def __init__(self, game: Game, arrays: Any, before: Path | None, remembered: int) -> None:
        self.pupil = Pupil(game, arrays=arrays)
        self.memory: deque[tuple[Rows, Rows]] = deque(maxlen=remembered)
        self.net: Net | None = None
        self.turn, self.fast = 0, FAST
        if before:
            self.pupil.recall(before, game)
            self.net, self.turn, self.fast = self.pupil.taught(), 1000, FAST / 2

    def learn(self, gone: float, size: int = course.SLICE) -> float:
        """Go through all of it once, slower towards the end."""
        rate = self.fast * (1 - 0.95 * min(1.0, gone))
        losses = [self.pupil.learn(seen, goals, rate) for seen, goals in slices(self.memory, self.pupil.dice, size)]
        self.net = self.pupil.taught()
        self.turn += 1
        return float(sum(losses)) / len(losses)

    def noted(self) -> str:
        """What the last turn had to learn from."""
        return f"{len(self.memory[-1][1]):,} positions"

    def save(self, out: Path) -> None:
        """Write the instinct down."""
        self.pupil.save(out)


class Lessons(Studies):
    """Play and learn in turns until the time is over."""

    def __init__(self, game: Game, threads: int = THREADS, arrays: Any = np, before: Path | None = None) -> None:
        super().__init__(game, arrays, before, REMEMBERED)
        self.school = School(game, threads)

    def lesson(self, games: int, tries: int, gone: float) -> float:
        """One turn: play, then learn from the last few turns; towards the end look closer, err less, learn slower."""
        late = gone > LATE
        slips, tries = (30, 2 * tries) if late else (80, tries)
        self.memory.append(self.school.play(self.net, games, tries, slips, self.turn * 10**9))
        self.pupil.look_through(self.memory[0][0])
        return self.learn(gone)


def main() -> None:
    """Teach one game."""
    asked = course.questions(__doc__, games=8000, tries=16, out="value_net.npz")
    asked.add_argument("--before", type=Path, help="an earlier instinct to go on from")
    how = asked.parse_args()
    course.run(Lessons(load(how.game), how.threads, course.arrays_on(how.device), how.before), how)


if __name__ == "__main__":
    main()
