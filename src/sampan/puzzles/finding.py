"""Finding a puzzle: a turn of a game that is clearly better than all others, and that players miss.

A turn of a game that somebody played is looked at quickly, as a review does it. Where one line stands out, club and
expert players try the position some times; what they play joins the other lines. Then all of it is judged anew with ten
times the search, ten times the trials and fresh seeds, lines that differ from the best in one move included. It is a
puzzle where the same line is best, give or take exchanges that hardly matter, and ahead of every other one by MARGIN
of a win beyond twice the error, and beyond what a review takes all trials to get wrong.
"""

from __future__ import annotations

import random
import threading
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from sampan.bots import decided
from sampan.bots.calibration import Calibration, calibration_of
from sampan.bots.levels import LevelBot
from sampan.engine.game import Game, State
from sampan.review.candidates import Line, candidates, cut, end_of
from sampan.review.judge import Effort, Judge, Judged, behind
from sampan.review.sheets import SURE
from sampan.review.stretches import Stretch, ends
from sampan.review.worth import worth_of

Values = np.ndarray[Any, Any]
MARGIN = 0.04  # of a win, beyond SURE errors, that the best line is ahead of every other one
HOPELESS = 3.0  # errors beyond the margin at which a line is tried no more
TIMES = 10  # as much search and as many trials as a review, for the check
LEVELS = ("club", "expert")  # who try to solve it
DIFFERING = 12  # trials of each line that differs from the best in one move
FEW, SOME = 24, 96  # trials at which hopeless lines are left out
BEST = 8  # first moves that the check continues
NEAREST, TOLD = 3, 6  # other lines that are measured to the end, and that are told
QUICK = Effort(search=60, first=24, trials=10)
THOROUGH = replace(Effort().scaled(TIMES), rounds=24)
CHECK_SEED = 2**24  # apart from the seeds of the first look
WORLD, TRIED, CHECKED = (place * 2**22 for place in (9, 10, 11))  # what a turn's seeds are used for, beside a review's


@dataclass(frozen=True)
class Search:
    """How much is spent on finding puzzles."""

    drops: int = 8  # turns of each game that are looked at because whoever played lost most there ...
    others: int = 12  # ... and others
    quick: Effort = QUICK
    tries: int = 16  # of players of either level
    checks: int = 2  # turns of each game that are checked, at most
    check: Effort = THOROUGH


@dataclass
class Standing:
    """Lines of a turn, each with the values of its trials; some were left out early."""

    lines: list[Line]
    values: list[Values]  # by line: by trial and seat
    progress: float
    seat: int

    def order(self) -> list[int]:
        """The lines that were tried to the end, the best first."""
        most = max(len(one) for one in self.values)
        left = [k for k, one in enumerate(self.values) if len(one) == most]
        return sorted(left, key=lambda k: -float(self.values[k][:, self.seat].mean()))

    def lead(self, calibration: Calibration, best: int, other: int) -> tuple[float, float]:
        """By how much of a win a line is ahead of another, over the trials of both, and the error of that."""
        trials = min(len(self.values[best]), len(self.values[other]))
        pair = self.values[other][:trials], self.values[best][:trials]
        return behind(calibration, self.progress, self.seat, *pair)

    def ahead(self, calibration: Calibration, best: int, alike: Collection[int] = ()) -> float:
        """How far the best is ahead of the nearest line that is not like it, twice the error taken off."""
        leads = [self.lead(calibration, best, k) for k in range(len(self.lines)) if k != best and k not in alike]
        return min((lead - SURE * error for lead, error in leads), default=0.0)


@dataclass
class Found:
    """A position with one answer."""

    judged: Judged  # what players mostly play instead comes first
    ahead: float  # of every other line, twice the error taken off
    accepted: list[Line]  # the best line, then those that differ from it in exchanges that hardly matter
    missed: dict[str, float]  # how often players of each level did not find it


@dataclass
class Looked:
    """What became of one game's turns: how many came how far."""

    turns: int = 0  # with something to decide
    looked: int = 0
    clear: int = 0  # in which one line stood out at first sight
    tried: int = 0  # by players
    checked: int = 0  # because at least one club player did not find it
    held: int = 0  # with ten times the search


class Finder:
    """Finds puzzles in games, on one thread."""

    def __init__(self, game: Game, search: Search, seed: int = 0) -> None:
        self.game, self.search, self.seed = game, search, seed
        self.calibration = calibration_of(game)
        stop = threading.Event()
        self.quick = Judge(game, self.calibration, search.quick, seed, stop)
        self.thorough = Judge(game, self.calibration, search.check, seed + CHECK_SEED, stop)
        self.players = {level: LevelBot(level, threads=1) for level in LEVELS}

    def find(self, game: Sequence[Stretch]) -> tuple[Found | None, Looked]:
        """The first turn of a game that is a puzzle, those in which one line stands out most before the others."""
        looked, clear = Looked(turns=sum(not stretch.forced for stretch in game)), []
        some = self.worth_a_look(game)
        for stretch in some:
            line, ahead = self.glance(stretch)
            if ahead > MARGIN:
                clear.append((ahead, stretch, line))
        looked.looked, looked.clear = len(some), len(clear)
        for _, stretch, line in sorted(clear, key=lambda one: -one[0]):
            if looked.checked == self.search.checks:
                break
            looked.tried += 1
            played = {LEVELS[0]: self.played(LEVELS[0], stretch)}
            if self.share_of(stretch, played[LEVELS[0]], [line]) == 0:
                continue
            looked.checked += 1
            played |= {level: self.played(level, stretch) for level in LEVELS[1:]}
            if (found := self.checked(stretch, line, played)) is not None:
                looked.held += 1
                return found, looked
        return None, looked

    def worth_a_look(self, game: Sequence[Stretch]) -> list[Stretch]:
        """Turns with something to decide: those in which whoever decided lost most, and some others."""
        after = [self.quick.after(stretch) for stretch in game]
        drops = [(float(a[one.seat] - b[one.seat]), one) for a, b, one in zip(after, after[1:], game[1:], strict=False)]
        ranked = sorted((entry for entry in drops if not entry[1].forced), key=lambda one: (-one[0], one[1].first))
        turns = [stretch for _, stretch in ranked]
        rest = turns[self.search.drops :]
        dice = random.Random(self.seed)
        return [*turns[: self.search.drops], *dice.sample(rest, min(len(rest), self.search.others))]

    def glance(self, stretch: Stretch) -> tuple[Line, float]:
        """The best line at first sight, and how far it is ahead of the next one, one error taken off."""
        judge, seed = self.quick, self.quick.seed_of(stretch, 0)
        lines = candidates(self.game, stretch, judge.searcher, judge.prospects, seed)
        for trials in (max(2, judge.effort.first // 3), judge.effort.first):
            standing = self.tried(judge, stretch, lines, [trials], seed)
            best, *others = standing.order()
            others = [k for k in others if self.core(lines[k]) != self.core(lines[best])]
            lead, error = standing.lead(self.calibration, best, others[0]) if others else (0.0, 0.0)
            if lead < MARGIN / 2:
                break
        return lines[best], lead - error

    def tried(
        self, judge: Judge, stretch: Stretch, lines: list[Line], steps: Sequence[int], seed: int,
        kept: Sequence[Line] = (),
    ) -> Standing:  # fmt: skip
        """Try all lines with the same seeds, ever more often; after each step what is hopeless is left out."""
        hidden, seat = self.game.hide(stretch.before, stretch.seat), stretch.seat
        left, done = list(range(len(lines))), 0
        standing = Standing(lines, [np.zeros((0, 0))] * len(lines), 0.0, seat)
        for step in steps:
            values, standing.progress = judge.prospects.trials(
                hidden, seat, [lines[k] for k in left], step - done, seed, done
            )
            for k, more in zip(left, values, strict=True):
                standing.values[k] = more if not done else np.concatenate([standing.values[k], more])
            done, best = step, standing.order()[0]
            left = [k for k in left if k == best or lines[k] in kept or not self.hopeless(standing, best, k)]
        return standing

    def hopeless(self, standing: Standing, best: int, other: int) -> bool:
        """Whether a line is so far behind that more trials would not change it."""
        lead, error = standing.lead(self.calibration, best, other)
        return lead > MARGIN + HOPELESS * error

    # ------------------------------------------------------------ players

    def world(self, stretch: Stretch) -> State:
        """The position with what the seat cannot know filled in, the same for all who try it."""
        hidden = self.game.hide(stretch.before, stretch.seat)
        return self.game.redeal(hidden, stretch.seat, self.thorough.seed_of(stretch, WORLD))

    def played(self, level: str, stretch: Stretch) -> list[Line]:
        """What players of a level play here."""
        world = self.world(stretch)
        return [self.play(level, world, stretch, k) for k in range(self.search.tries)]

    def play(self, level: str, world: State, stretch: Stretch, number: int) -> Line:
        """One player's turn, as such a player decides it."""
        game, state, line = self.game, self.game.copy(world), list[int]()
        before, seed = state, self.thorough.seed_of(stretch, TRIED) + number * 997
        while not line or not ends(before, state, world):
            hidden, before = game.hide(state, stretch.seat), game.copy(state)
            line.append(decided(self.players[level], game, hidden, 0.0, seed + len(line)))
            game.play(state, line[-1])
        return tuple(line)

    def share_of(self, stretch: Stretch, lines: Sequence[Line], answers: Sequence[Line]) -> float:
        """How many of these lines end where none of the answers does."""
        world = self.world(stretch)
        right = {end_of(self.game, world, answer) for answer in answers}
        return sum(end_of(self.game, world, line) not in right for line in lines) / len(lines)

    # ------------------------------------------------------------ the check

    def checked(self, stretch: Stretch, answer: Line, played: dict[str, list[Line]]) -> Found | None:
        """Judge it anew with ten times the search and fresh seeds: a puzzle, if the same line is clearly best."""
        lines, standing = self.weighed(stretch, answer, [line for level in LEVELS for line in played[level]])
        top, alike = standing.order()[0], self.alike(standing)
        if self.core(lines[top]) != self.core(answer) or standing.ahead(self.calibration, top, alike) <= 0:
            return None
        rivals = self.nearest(standing, top, alike)
        accepted = [lines[top], *(lines[k] for k in alike)]
        missed = {level: self.share_of(stretch, played[level], accepted) for level in LEVELS}
        if not rivals or missed[LEVELS[0]] == 0:
            return None
        instead = self.instead(stretch, lines, played, {top, *alike}, rivals[0])
        some = dict.fromkeys([instead, *rivals[:NEAREST]])
        measured = self.measured(stretch, [lines[k] for k in (top, *some)])
        ahead = measured.ahead(self.calibration, 0)
        if ahead < MARGIN or not self.beyond_doubt(measured):
            return None
        order = [instead, top, *(k for k in rivals[:TOLD] if k != instead)]
        few = min(len(standing.values[k]) for k in order)
        first = np.array([standing.values[k][:few] for k in order])
        second = np.array([measured.values[1], measured.values[0]])
        behind = {place: standing.lead(self.calibration, top, k)[0] for place, k in enumerate(order) if place > 1}
        judged = Judged(stretch, [lines[k] for k in order], first, measured.progress, 1, second, behind=behind)
        self.thorough.forecast(judged)
        return Found(judged, ahead, accepted, missed)

    def recheck(self, stretch: Stretch, answer: Line, others: Sequence[Line]) -> float:
        """How far the answer is still ahead of every other line, twice the error taken off; 0 where it is not best."""
        lines, standing = self.weighed(stretch, answer, others)
        top, alike = standing.order()[0], self.alike(standing)
        if self.core(lines[top]) != self.core(answer):
            return 0.0
        rivals = self.nearest(standing, top, alike)[:NEAREST]
        return self.measured(stretch, [lines[k] for k in (top, *rivals)]).ahead(self.calibration, 0)

    def core(self, line: Line) -> Line:
        """A line without exchanges and the like, which decide nothing by themselves."""
        first, last = self.game.definition.asides
        return tuple(move for move in line if not first <= move < last)

    def alike(self, standing: Standing) -> list[int]:
        """The lines that differ from the best in exchanges alone, and hardly in what they promise."""
        top = standing.order()[0]
        same = [k for k, line in enumerate(standing.lines) if self.core(line) == self.core(standing.lines[top])]
        return [k for k in same if k != top and standing.lead(self.calibration, top, k)[0] < MARGIN]

    def weighed(self, stretch: Stretch, answer: Line, played: Sequence[Line]) -> tuple[list[Line], Standing]:
        """The answer and all its rivals, tried ever more often."""
        lines, first = self.rivals(stretch, answer, played), self.search.check.first
        steps = sorted({min(step, first) for step in (FEW, SOME, first)})
        seed = self.thorough.seed_of(stretch, CHECKED)
        return lines, self.tried(self.thorough, stretch, lines, steps, seed)

    def beyond_doubt(self, measured: Standing) -> bool:
        """Whether the first line is surely ahead also by what a review takes all trials to get wrong."""
        worth, seat = worth_of(self.game), measured.seat
        for other in range(1, len(measured.lines)):
            means = np.array([measured.values[k].mean(axis=0) for k in (0, other)])
            chance = float(self.calibration.chances(means, measured.progress)[:, seat].mean())
            cost, error = worth.cost(*measured.lead(self.calibration, 0, other), 4 * chance * (1 - chance))
            if cost <= SURE * error:
                return False
        return True

    def measured(self, stretch: Stretch, lines: list[Line]) -> Standing:
        """Lines that were chosen with some trials, measured with others."""
        effort = self.search.check
        seed = self.thorough.seed_of(stretch, CHECKED + effort.first)
        return self.tried(self.thorough, stretch, lines, [effort.second], seed)

    def rivals(self, stretch: Stretch, answer: Line, played: Sequence[Line]) -> list[Line]:
        """The answer and every other line worth trying: of a long search, of players, and one move away from it."""
        judge, world = self.thorough, self.world(stretch)
        seed = judge.seed_of(stretch, 0)
        found = {end_of(self.game, world, answer): answer}
        searched = candidates(self.game, stretch, judge.searcher, judge.prospects, seed, BEST)
        for line in [cut(self.game, world, line) for line in (*searched, *played)]:
            found.setdefault(end_of(self.game, world, line), line)
        near = {end_of(self.game, world, line): line for line in self.differing(stretch, answer)}
        new = [answer, *(line for end, line in near.items() if end not in found)]
        standing = self.tried(judge, stretch, new, [DIFFERING], seed)
        leads = [standing.lead(self.calibration, 0, k) for k in range(len(new))]
        close = [k for k, (lead, error) in enumerate(leads) if k and lead - HOPELESS * error < MARGIN]
        return [*found.values(), *(new[k] for k in sorted(close, key=lambda k: leads[k][0])[: 2 * BEST])]

    def differing(self, stretch: Stretch, answer: Line) -> list[Line]:
        """Lines with another move in one place, completed in the way that seems best."""
        game, world, judge = self.game, self.world(stretch), self.thorough
        hidden, state, found = game.hide(stretch.before, stretch.seat), game.copy(world), list[Line]()
        for place, move in enumerate(answer):
            for other in game.legal_moves(game.hide(state, stretch.seat)):
                if other != move:
                    given = (*answer[:place], other)
                    seed = judge.seed_of(stretch, WORLD + 1 + len(found))
                    found.append(cut(game, world, judge.prospects.complete(hidden, given, 24, seed)))
            game.play(state, move)
        return found

    def instead(
        self, stretch: Stretch, lines: Sequence[Line], played: dict[str, list[Line]], right: set[int], else_: int
    ) -> int:
        """Which line players play most often where they do not find a right one, club players before experts."""
        world = self.world(stretch)
        places = {end_of(self.game, world, line): k for k, line in reversed([*enumerate(lines)])}
        for level in LEVELS:
            found = Counter(places[end_of(self.game, world, cut(self.game, world, line))] for line in played[level])
            if missed := [place for place, _ in found.most_common() if place not in right]:
                return missed[0]
        return else_

    def nearest(self, standing: Standing, top: int, alike: Collection[int]) -> list[int]:
        """All other lines, those that come nearest to the best one first."""
        others = [k for k in range(len(standing.lines)) if k != top and k not in alike]
        return sorted(others, key=lambda k: standing.lead(self.calibration, top, k)[0])
