"""How a game's instinct learns to tell good turns from less good ones: turns weighed against each other.

    python -m sampan.lab.weigh river --minutes 10 --before value_net.npz --out value_net.npz

Games against oneself teach who wins (`sampan.lab.teach`), and hardly which of two turns of the same position is better:
what they differ by is little beside the luck that follows. Here some turns of one position are played on from many
times, all with the same luck, and the instinct learns what they came to, above all by how much they differ.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from sampan.bots.compare import IN_COMPARISON
from sampan.bots.evaluate import compiled_for
from sampan.bots.rollout import ROLLOUT, STATES
from sampan.bots.workspace import Net, input_count, new_workspace
from sampan.engine.chance import DEAL, seed_chance
from sampan.engine.game import MOST_DECISIONS, Game
from sampan.engine.pick import new_picker, pick, pick_word, stirred
from sampan.engine.seeds import checked_seed
from sampan.games import load

from . import course
from .course import THREADS
from .teach import PLAYERS, Rows, Studies

deal: Any = None
play: Any = None
fresh: Any = None
determinize: Any = None
fill_points: Any = None
fill_inputs: Any = None
play_stretch: Any = None
play_best: Any = None
rollout: Any = None

REMEMBERED = 40  # turns of play
WEIGHED = (64, 16, 8, 4, 4, 2)  # turns of one position: the best of so many tried ones each
OFTEN = 8  # every so many turns are weighed
GROUPS = 20  # of a game, at most, on the average
SLIPS = 80  # turns of a thousand that are played at first sight
TRIALS = 8  # ways to play on from each
SLICE = 512  # groups that are learned from at once


def play_again(box, states, length, picker, out, work):
    """Play the turn in work.lines[1] again from states[STATES]; what to judge of it is then in states[STATES + 1].

    Returns its last move where that lets chance fall after what is judged, or -1.
    """
    states[2] = states[STATES]
    play_stretch(box, states, work.lines[1], length, picker, out, work)
    states[STATES + 1] = states[3]
    return work.lines[1, length - 1] if states[3].draws != states[2].draws else -1


def see(box, s, seat, seen, work):
    """Write down what a seat sees of a position."""
    fill_points(box, s, work)
    fill_inputs(box, s, seat, work)
    seen[:] = work.inputs


def play_on_from(box, states, last, seat, trials, luck, picker, out, seen, goals, work):
    """What the turn that led to states[STATES + 1] came to for the seat: the mean of some rollouts with this luck.

    What anybody sees after the first fall of chance, and what came of that, is noted in the second row.
    """
    total, viewer = 0.0, pick(picker, states[STATES].players)
    for trial in range(trials):
        picker[0] = stirred(luck + np.uint64(trial))
        states[0] = states[STATES + 1]
        determinize(box, states[0], seat, picker)
        if last >= 0:
            play(box, states[0], last)
        noted = trial == 0 and states[0].seat >= 0
        if noted:
            see(box, states[0], viewer, seen[1], work)
        rollout(box, states, 0, picker, out, work)
        total += work.values[seat]
        if noted:
            goals[1] = work.values[viewer]
    return total / trials


def weigh(box, states, weighed, trials, luck, picker, out, seen, goals, work):
    """Weigh some turns of the position in states[STATES] against each other; 1 unless one of them ends the game."""
    seat = states[STATES].seat
    for turn in range(len(weighed)):
        picker[0] = stirred(luck - np.uint64(turn + 1))
        states[0] = states[STATES]
        length = play_best(box, states, weighed[turn], picker, out, work)
        last = play_again(box, states, length, picker, out, work)
        if states[STATES + 1].seat < 0:
            return 0
        see(box, states[STATES + 1], seat, seen[turn, 0], work)
        known = -1
        for other in range(turn):
            if np.all(seen[other, 0] == seen[turn, 0]):
                known = other
        if known >= 0:
            seen[turn], goals[turn] = seen[known], goals[known]
            continue
        seen[turn, 1] = seen[turn, 0]
        goals[turn, 1] = -1.0
        goals[turn, 0] = play_on_from(box, states, last, seat, trials, luck, picker, out, seen[turn], goals[turn], work)
        if goals[turn, 1] < 0.0:
            goals[turn, 1] = goals[turn, 0]
    return 1


def weigh_turns(
    box, blank, states, games, options, seed, tries, slips, weighed, trials, picker, out, seen, goals, most, work
):
    """Play so many games, and weigh the turns of some of their positions; return how many positions."""
    picker[0] = stirred(seed)
    groups, game = 0, STATES + 2
    s = states[game]
    for number in range(games):
        states[game] = blank[0]
        seed_chance(s, seed, np.uint64(number), DEAL)
        deal(box[0], s, options)
        made = 0
        while s.seat >= 0 and made < most:
            if pick(picker, OFTEN) == 0 and groups < len(seen):
                states[STATES] = states[game]
                luck = pick_word(picker)
                groups += weigh(
                    box[0], states, weighed, trials, luck, picker, out, seen[groups], goals[groups], work[0]
                )
                picker[0] = stirred(luck)
            states[0] = states[game]
            count = 1 if pick(picker, 1000) < slips else tries
            made += play_best(box[0], states, count, picker, out, work[0])
            states[game] = states[0]
    return groups


class Scales:
    """Plays games of the instinct of the moment on every core, and weighs turns in them."""

    def __init__(self, game: Game, threads: int = THREADS) -> None:
        self.game, self.threads = game, threads
        steps: list[Callable[..., Any]] = [play_again, see, play_on_from, weigh, weigh_turns]
        self.loop: Callable[..., Any] = compiled_for(game, [*ROLLOUT, *steps])

    def play(self, net: Net, games: int, tries: int, seed: int) -> tuple[Rows, Rows]:
        """Turns that were weighed, by position: what was seen of each, twice, and what it came to."""
        each = max(1, games // (self.threads * len(PLAYERS)))
        jobs = list(enumerate(PLAYERS * self.threads))
        with ThreadPoolExecutor(self.threads) as pool:
            parts = list(pool.map(lambda job: self._some(net, each, job[1], tries, seed + job[0] * 10_000_000), jobs))
        return np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts])

    def _some(self, net: Net, games: int, players: int, tries: int, seed: int) -> tuple[Rows, Rows]:
        game, work, weighed = self.game, new_workspace(self.game, net), np.array(WEIGHED, np.int64)
        for parameter, here in IN_COMPARISON.items():  # weighed as in a second look
            work.parameters[0][parameter] = work.parameters[0][here]
        goals = np.zeros((games * GROUPS, len(weighed), 2))
        seen = np.zeros((*goals.shape, input_count(game)), np.float32)
        groups = self.loop(
            game.box.record, game.batch(1), game.batch(STATES + 3), games, game.option_numbers({"players": players}),
            checked_seed(seed), tries, SLIPS, weighed, TRIALS, new_picker(),
            np.zeros(len(game.moves), np.int16), seen, goals, MOST_DECISIONS, work,
        )  # fmt: skip
        return seen[:groups].astype(np.float16), goals[:groups].astype(np.float32)


class Lessons(Studies):
    """Weigh and learn in turns until the time is over."""

    def __init__(self, game: Game, before: Path, threads: int = THREADS, arrays: Any = np) -> None:
        super().__init__(game, arrays, before, REMEMBERED)
        self.scales = Scales(game, threads)

    def lesson(self, games: int, tries: int, gone: float) -> float:
        """One turn: weigh, then learn from the last few turns, slower towards the end."""
        self.memory.append(self.scales.play(self.pupil.taught(), games, tries, self.turn * 10**9))
        return self.learn(gone, SLICE)


def main() -> None:
    """Teach one game."""
    asked = course.questions(__doc__, games=THREADS * 100, tries=16, out="value_net.npz")
    asked.add_argument("--before", type=Path, help="the instinct to go on from; the game's own unless given")
    how = asked.parse_args()
    game = load(how.game)
    before = how.before or game.definition.folder / "value_net.npz"
    course.run(Lessons(game, before, how.threads, course.arrays_on(how.device)), how)


if __name__ == "__main__":
    main()
