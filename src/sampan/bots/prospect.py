"""What a position or a line of moves promises every seat: the evaluation that hints and reviews show.

A trial fills in what the viewer cannot know, plays the line and then on for some turns (rollout.py, with the settings
of a comparison). Trial k of every line has the same seed (common random numbers), so that lines differ by what they are
worth. The mean of the trials is calibrated (calibration.py): of positions shown as 60 %, 60 % are won.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sampan.engine.game import EVERYBODY, Game, State
from sampan.engine.pick import new_picker, stirred
from sampan.engine.seeds import checked_seed

from .compare import IN_COMPARISON
from .evaluate import compiled_for
from .rollout import ROLLOUT, STATES
from .workspace import LONGEST_STRETCH, new_workspace

play: Any = None
is_quiet: Any = None
fill_points: Any = None
fill_policy: Any = None
determinize: Any = None
play_stretch: Any = None
evaluate_seat: Any = None
rollout: Any = None

Values = np.ndarray[Any, Any]
Lines = Sequence[Sequence[int]]


def try_lines(box, position, viewer, begun, lines, lengths, first, seed, states, picker, out, values, work):
    """The values of every seat after each line, trial by trial from the first on; returns the progress of the game.

    With `begun` the position lies within a turn, which an empty line must first bring to its end.
    """
    s, progress = states[0], 0.0
    for trial in range(values.shape[1]):
        for number in range(len(lengths)):
            picker[0] = stirred(seed + np.uint64(first + trial))
            states[0] = position[0]
            determinize(box[0], s, viewer, picker)
            if trial == 0 and number == 0:
                fill_points(box[0], s, work[0])
                progress = work[0].progress
            mover, turn = s.seat, s.turns
            for place in range(lengths[number]):
                play(box[0], s, lines[number, place])
            within = s.seat == mover and s.turns == turn and not is_quiet(box[0], s)
            under_way = 1 if within and (begun or lengths[number] > 0) else 0
            rollout(box[0], states, under_way, picker, out, work[0])
            for seat in range(s.players):
                values[number, trial, seat] = work[0].values[seat]
    return progress


def complete_line(box, position, viewer, line, given, samples, seed, states, picker, out, work):
    """Complete a line whose first moves are given: of so many stretches the one that ends best; returns its length."""
    picker[0] = stirred(seed)
    states[0] = position[0]
    determinize(box[0], states[0], viewer, picker)
    mover, best, length = states[0].seat, -1e9, given
    fill_policy(box[0], states[0], work[0])
    trial = work[0].lines[0]
    for sample in range(samples):
        states[2] = states[0]
        kept = given + (sample * 7) % (length - given + 1) if sample % 2 == 1 else given
        trial[:kept] = line[:kept]
        walked = play_stretch(box[0], states, trial, kept, picker, out, work[0])
        value = evaluate_seat(box[0], states[3], mover, work[0])
        if value > best:
            best, length = value, walked
            line[:walked] = trial[:walked]
    return length


def let_fall(box, position, viewer, line, length, seed, worlds, picker):
    """Play a line in worlds where all that the viewer cannot know, and chance, fell otherwise."""
    for number in range(len(worlds)):
        picker[0] = stirred(seed + np.uint64(number))
        worlds[number] = position[0]
        determinize(box[0], worlds[number], viewer, picker)
        for place in range(length):
            play(box[0], worlds[number], line[place])


class Prospects:
    """Plays trials of one game, on one thread."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._try = compiled_for(game, [*ROLLOUT, try_lines])
        self._complete = compiled_for(game, [*ROLLOUT, complete_line])
        self._fall = compiled_for(game, [*ROLLOUT, let_fall])
        self._states, self._picker = game.batch(STATES), new_picker()
        self._out, self._work = np.zeros(len(game.moves), np.int16), new_workspace(game)
        parameters = self._work.parameters[0]
        for parameter, here in IN_COMPARISON.items():
            parameters[parameter] = parameters[here]

    def prepare(self) -> None:
        """Compile now rather than at the first trial."""
        state = self.game.deal()
        self.trials(state, EVERYBODY, [()], 1, 0)
        self.complete(self.game.hide(state, self.game.to_move(state)), (), 1, 0)
        self.worlds(state, EVERYBODY, (), 1, 0)

    def trials(
        self, position: State, viewer: int, lines: Lines, number: int, seed: int, first: int = 0, begun: bool = False
    ) -> tuple[Values, float]:
        """Values by line, trial and seat, and how much of the game is over, from 0 to 1."""
        lengths = np.array([len(line) for line in lines], np.int64)
        moves = np.zeros((len(lines), max(1, LONGEST_STRETCH)), np.int16)
        for place, line in enumerate(lines):
            moves[place, : len(line)] = line
        values = np.zeros((len(lines), number, int(position.players[0])))
        progress = self._try(
            self.game.box.record, position, viewer, begun, moves, lengths, first, checked_seed(seed), self._states,
            self._picker, self._out, values, self._work,
        )  # fmt: skip
        return values, float(progress)

    def complete(self, hidden: State, given: Sequence[int], samples: int, seed: int) -> list[int]:
        """The whole stretch that begins with these moves and seems best at first sight."""
        line = np.zeros(LONGEST_STRETCH, np.int16)
        line[: len(given)] = given
        length = self._complete(
            self.game.box.record, hidden, self.game.to_move(hidden), line, len(given), samples, checked_seed(seed),
            self._states, self._picker, self._out, self._work,
        )  # fmt: skip
        return [*line[:length].tolist()]

    def worlds(self, position: State, viewer: int, line: Sequence[int], number: int, seed: int) -> State:
        """So many positions after this line, with what the viewer cannot know and chance fallen anew in each."""
        moves = np.zeros(LONGEST_STRETCH, np.int16)
        moves[: len(line)] = line
        worlds = self.game.batch(number)
        self._fall(
            self.game.box.record, position, viewer, moves, len(line), checked_seed(seed), worlds, self._picker
        )  # fmt: skip
        return worlds
