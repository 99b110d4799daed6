"""The review of a finished game: first everybody's chances all along, then turn by turn the largest drops first.

What is done so far is reported after every step, and it adds up at any time: what is not known yet is in the remainder.
With a budget in `Effort` and a seed a review is always the same; with seconds it is refined until they are over.
"""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from functools import partial
from typing import Any

import numpy as np

from sampan.bots.calibration import calibration_of, fingerprints
from sampan.engine.errors import RecordError
from sampan.engine.game import Game
from sampan.engine.messages import Message
from sampan.engine.record import Record, verify

from .candidates import Line
from .judge import Effort, Judge, Judged
from .shape import Chance, Review, Turn
from .sheets import sheet_of
from .stretches import stretches
from .turns import fill_in, in_words, new_turn
from .worth import worth_of

VERSION = 3  # goes up when the same game would be judged otherwise
MOST_MOVES = 5000
SECONDS = 30.0
BASE_SHARE = 0.5  # of the seconds, that looking at every turn may take; the rest refines
REFINED, ENOUGH = 64, 1024  # trials more at a time, and at most
Values = np.ndarray[Any, Any]
Report = Callable[[Review], None]


def evaluation_of(game: Game) -> str:
    """A fingerprint of all that a review depends on beside the game that was played."""
    made = (VERSION, sorted(fingerprints(game).items()), calibration_of(game).to_json(), worth_of(game).to_json())
    return hashlib.sha256(repr(made).encode()).hexdigest()[:16]


def review(
    game: Game,
    record: Record,
    seconds: float | None = None,
    effort: Effort | None = None,
    seed: int = 0,
    threads: int = 1,
    report: Report | None = None,
    stop: threading.Event | None = None,
) -> Review:
    """Review a finished game; `report` is given what is known so far, `stop` ends it there."""
    check(game, record)
    return Reviewer(game, record, seconds, effort or Effort(), seed, threads, report, stop or threading.Event()).run()


def check(game: Game, record: Record) -> None:
    """Refuse what cannot be reviewed."""
    if len(record.moves) > MOST_MOVES:
        raise RecordError(f"{len(record.moves)} moves: expected at most {MOST_MOVES}")
    if record.game != game.name:
        raise RecordError(f"a record of {record.game}: expected one of {game.name}")
    if not game.over(verify(game, record)):
        raise RecordError(f"the game is not finished after {len(record.moves)} moves: only finished games are reviewed")


class Reviewer:
    """One review under way."""

    def __init__(
        self, game: Game, record: Record, seconds: float | None, effort: Effort, seed: int, threads: int,
        report: Report | None, stop: threading.Event,
    ) -> None:  # fmt: skip
        self.game, self.record, self.effort, self.seed = game, record, effort, seed
        self.threads, self.report, self.stop = threads, report, stop
        self.begun, self.seconds = time.monotonic(), seconds
        self.calibration = calibration_of(game)
        self.stretches = [*stretches(game, record)]
        self.start: Values | None = None
        self.chances: list[Values] = []
        self.expected: dict[int, Values] = {}
        self.judged: dict[int, Judged] = {}
        self.said: dict[tuple[int, Line], list[Message]] = {}
        self.decided = [k for k, stretch in enumerate(self.stretches) if not stretch.forced]
        self.fallen = [k for k, stretch in enumerate(self.stretches) if stretch.chance]
        self.done, self.total = 0, 2 + len(self.decided) + len(self.fallen)
        self.local = threading.local()

    @property
    def judge(self) -> Judge:
        """This thread's judge."""
        if not hasattr(self.local, "judge"):
            self.local.judge = Judge(self.game.twin(), self.calibration, self.effort, self.seed, self.stop)
        judge: Judge = self.local.judge
        judge.effort, judge.searcher.iterations = self.effort, self.effort.search
        return judge

    def run(self) -> Review:
        """All of it, or as much as there is time for."""
        self.work()
        if not self.stop.is_set():
            self.done = self.total
        review = self.sum_up()
        if self.report is not None:
            self.report(review)
        return review

    def work(self) -> None:
        """Step by step."""
        with ThreadPoolExecutor(self.threads) as pool:
            self.follow_chances(pool)
            self.tell()
            order = sorted(self.decided, key=lambda k: (self.drop(k), k))
            for number, judged in self.each(pool, order, lambda k: self.judge.judge(self.stretches[k])):
                self.judged[number] = judged
                self.tell()
            order = sorted(self.fallen, key=lambda k: (-abs(self.drop(k)), k))
            for number, expected in self.each(pool, order, lambda k: self.judge.expected(self.stretches[k])):
                self.expected[number] = expected
                self.tell()
            self.refine(pool)

    def tell(self) -> None:
        """One step more."""
        self.done += 1
        if self.report is not None and not self.stop.is_set():
            self.report(self.sum_up())

    def each(self, pool: ThreadPoolExecutor, numbers: Iterable[int], work: Callable[[int], Any]) -> Iterator[Any]:
        """What this gives for every one of these turns, as it comes; nothing more once it is stopped."""

        def unless_stopped(number: int) -> tuple[int, Any] | None:
            return None if self.stop.is_set() else (number, work(number))

        for future in as_completed([pool.submit(unless_stopped, number) for number in numbers]):
            if (found := future.result()) is not None and not self.stop.is_set():
                yield found

    def follow_chances(self, pool: ThreadPoolExecutor) -> None:
        """Everybody's chance before the deal, after it and after every turn; that tells how quick this machine is."""
        self.judge_once(pool)
        before = time.monotonic()
        dealt = pool.submit(lambda: self.judge.dealt(self.stretches[0]))
        # a game that left another one began with a position, not with a deal
        start = dealt if self.record.origins else pool.submit(lambda: self.judge.before_deal(self.record.options))
        after = [*pool.map(lambda k: self.judge.after(self.stretches[k]), range(len(self.stretches)))]
        self.start, self.chances = start.result(), [dealt.result(), *after]
        if self.seconds is not None:
            spent = time.monotonic() - before
            self.effort = self.effort.scaled(min(4.0, max(0.25, BASE_SHARE * self.seconds / self.base_cost(spent))))

    def judge_once(self, pool: ThreadPoolExecutor) -> None:
        """Have everything compiled, which is not the game's fault."""
        pool.submit(lambda: self.judge.dealt(self.stretches[0])).result()

    def base_cost(self, spent: float) -> float:
        """About the seconds that all turns will take, from those that their chances took."""
        effort = self.effort
        trial = spent / effort.trials / (len(self.stretches) + effort.deals)
        judged = effort.search + 6 * effort.first + 2 * effort.second
        return max(1e-3, trial * (len(self.decided) * judged + len(self.fallen) * effort.worlds * effort.trials))

    def drop(self, number: int) -> float:
        """What the seat that decided gained in this turn; less than nothing where it lost."""
        seat = self.stretches[number].seat
        return float(self.chances[number + 1][seat] - self.chances[number][seat])

    def refine(self, pool: ThreadPoolExecutor) -> None:
        """Points by source wherever something was better; then, while there is time, more trials where they matter."""
        better = sorted((k for k in self.judged if self.cost(k)[0] > 0), key=lambda k: (-self.cost(k)[0], k))
        for _ in self.each(pool, better, lambda k: self.judge.forecast(self.judged[k])):
            pass
        while self.seconds is not None and time.monotonic() - self.begun < self.seconds and not self.stop.is_set():
            worth = [k for k in better if self.judged[k].trials < ENOUGH and self.cost(k)[0] > 0]
            some = sorted(worth, key=lambda k: (-self.cost(k)[0] / self.judged[k].trials, k))[: self.threads]
            if not some:
                break
            for _ in self.each(pool, some, lambda k: self.judge.refine(self.judged[k], REFINED)):
                pass

    def cost(self, number: int) -> tuple[float, float]:
        """What a decision cost so far, and the error of that."""
        return self.judged[number].cost(self.calibration)

    # ------------------------------------------------------------ what comes out

    def sum_up(self) -> Review:
        """All that is known now."""
        game, end = self.game, self.stretches[-1].after
        assert self.start is not None
        turns = [self.turn(number) for number in range(len(self.stretches))]
        at = [0, *(stretch.last for stretch in self.stretches)]
        start, dealt = self.start.tolist(), self.chances[0].tolist()
        players = len(start)
        return Review(
            game.name, game.version, game.box.hash, evaluation_of(game), players, len(self.record.moves),
            self.done, self.total,
            [Chance(ply, win.tolist()) for ply, win in zip(at, self.chances, strict=True)],
            turns,
            [sheet_of(game, seat, start, dealt, turns, end) for seat in range(players)],
        )  # fmt: skip

    def turn(self, number: int) -> Turn:
        """One turn, as far as it is judged."""
        stretch, before, after = self.stretches[number], self.chances[number], self.chances[number + 1]
        luck = after - self.expected[number] if number in self.expected else np.zeros_like(after)
        decision, judged = np.zeros_like(after), self.judged.get(number)
        says = partial(self.says, number)
        turn = new_turn(self.game, stretch, says)
        if judged is not None:
            decision = fill_in(self.game, self.calibration, turn, judged, says)
        elif not stretch.forced:
            turn.verdict = ""
        turn.luck, turn.decision = luck.tolist(), decision.tolist()
        turn.remainder = (after - before - luck - decision).tolist()
        turn.win_before, turn.win_after = before.tolist(), after.tolist()
        return turn

    def says(self, number: int, moves: Line) -> list[Message]:
        """Every move of a line in words, worked out once."""
        key = number, tuple(moves)
        if key not in self.said:
            self.said[key] = in_words(self.game, self.stretches[number], moves)
        return self.said[key]
