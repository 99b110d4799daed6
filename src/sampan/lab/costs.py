"""What judged costs are worth: the same decisions played on to the end of the game, and how costs spread by level.

    python -m sampan.lab.costs GAME GAMES FOLDER [--workers N] [--ray ADDRESS] [--write]

Games of learners, club players and experts are reviewed as people get it; some of the decisions in which another line
came out ahead are then played on to the end, with other seeds, and won or lost. What a judged cost becomes on average
(its worth) and how far apart the two lie beyond the noise of the trials (its doubt) go into the game's folder. Every
game is kept in the folder, where the same command goes on.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from sampan import games
from sampan.bots.calibration import fingerprints
from sampan.bots.evaluate import compiled_for
from sampan.bots.prospect import Lines
from sampan.bots.rollout import ROLLOUT, STATES
from sampan.bots.workspace import LONGEST_STRETCH, Parameter, new_workspace
from sampan.engine.errors import SampanError
from sampan.engine.game import MOST_DECISIONS, Game, State
from sampan.engine.pick import new_picker, stirred
from sampan.engine.record import Record
from sampan.engine.seeds import checked_seed
from sampan.review.judge import Effort, Judged
from sampan.review.review import Reviewer
from sampan.review.worth import FILE, Worth

from .arena import players
from .match import Match, played

play: Any = None
determinize: Any = None
play_best: Any = None
standing: Any = None

SEATS = (
    ("learner", "expert"), ("club", "expert", "learner"), ("club", "club"), ("expert", "learner", "club", "club"),
    ("expert", "club"), ("expert", "expert", "learner"), ("learner", "learner"),
    ("learner", "club", "expert", "expert"),
)  # fmt: skip
FAR = 12  # decisions of a game that are played on to the end ...
PLAYED = 160  # ... so often, with either line
TIMES = 200  # that games are drawn anew for an interval
SMALL = 0.05  # of a win: a cost below it may be none
LIMITS = (0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.15)
Values = np.ndarray[Any, Any]


def play_lines_out(box, hidden, lines, lengths, seed, samples, most, states, picker, out, shares, work):
    """How the seats share the win after each line, trial by trial, if quick players play on to the end."""
    points, share, viewer, s = (
        np.zeros(len(work[0].values), np.int64),
        np.zeros(len(work[0].values)),
        hidden[0].seat,
        states[0],
    )
    for trial in range(shares.shape[1]):
        for number in range(len(lengths)):
            picker[0] = stirred(seed + np.uint64(trial))
            states[0] = hidden[0]
            determinize(box[0], s, viewer, picker)
            for place in range(lengths[number]):
                play(box[0], s, lines[number, place])
            made = 0
            while s.seat >= 0 and made < most:
                play_best(box[0], states, samples, picker, out, work[0])
                made += 1
            standing(box[0], s, points, share)
            for seat in range(s.players):
                shares[number, trial, seat] = share[seat]


@dataclass(frozen=True)
class Decision:
    """One judged decision: who made it, what it cost, and what became of it at the end of the game."""

    game: int
    players: int
    level: str
    openness: float  # of the game for its seat, from 0 to 1
    cost: float  # as the trials say it; below 0 where the found line was not better after all
    error: float
    far: float | None = None  # the same at the end of the game
    far_error: float = 0.0


class Far:
    """Plays decisions of one game on to the end."""

    def __init__(self, game: Game) -> None:
        self.game, self._work = game, new_workspace(game)
        self._play: Callable[..., Any] = compiled_for(game, [*ROLLOUT, play_lines_out])
        self._samples = int(self._work.parameters[0, Parameter.COMPARE_SAMPLES])

    def shares(self, hidden: State, lines: Lines, number: int, seed: int) -> Values:
        """Who won, by line, trial and seat."""
        moves = np.zeros((len(lines), LONGEST_STRETCH), np.int16)
        for place, line in enumerate(lines):
            moves[place, : len(line)] = line
        shares = np.zeros((len(lines), number, int(hidden.players[0])))
        self._play(
            self.game.box.record, hidden, moves, np.array([len(line) for line in lines], np.int64), checked_seed(seed),
            self._samples, MOST_DECISIONS, self.game.batch(STATES), new_picker(),
            np.zeros(len(self.game.moves), np.int16), shares, self._work,
        )  # fmt: skip
        return shares

    def cost(self, judged: Judged, seed: int) -> tuple[float, float]:
        """What the played line cost in the end, and the error of that."""
        stretch = judged.stretch
        hidden = self.game.hide(stretch.before, stretch.seat)
        shares = self.shares(hidden, [judged.lines[0], judged.lines[judged.best]], PLAYED, seed)[:, :, stretch.seat]
        apart = shares[1] - shares[0]
        return float(apart.mean()), float(apart.std(ddof=1) / np.sqrt(PLAYED))


def plan(game: str, number: int) -> list[Match]:
    """Games of mixed levels and sizes."""
    loaded, found = games.load(game), []
    for k in range(number):
        seats = SEATS[k % len(SEATS)]
        shift = k // len(SEATS) % len(seats)
        options = loaded.resolve({"players": len(seats)})
        found.append(Match(k, game, None, options, seats[shift:] + seats[:shift], 5000 + k))
    return found


def recorded(game: Game, match: Match) -> Record:
    """The record of a game between these."""
    line, end = played(game, match)
    record, after = Record.start(game, match.options, match.seed), [*(state for state, _ in line[1:]), end]
    for (_, move), state in zip(line, after, strict=True):
        record.add(game, move, state)
    return record


def studied(game: Game, match: Match, far: Far) -> dict[str, Any]:
    """One game: its record, its review and its decisions."""
    record = recorded(game, match)
    reviewer = Reviewer(game, record, None, Effort(), 0, 1, None, threading.Event())
    review = reviewer.run()
    open_ones = [k for k, judged in sorted(reviewer.judged.items()) if judged.best]
    dice = random.Random(match.seed)
    chosen = set(dice.sample(open_ones, min(FAR, len(open_ones))))
    rows = []
    for number, judged in sorted(reviewer.judged.items()):
        cost, error = judged.cost(reviewer.calibration)
        openness = judged.openness(reviewer.calibration)
        end = far.cost(judged, match.seed * 1009 + number) if number in chosen else (None, 0.0)
        level = match.seats[judged.stretch.seat]
        rows.append(Decision(match.number, review.players, level, openness, cost, error, *end))
    return {
        "seats": match.seats, "record": json.loads(record.to_json()), "review": json.loads(review.to_json()),
        "decisions": [asdict(row) for row in rows],
    }  # fmt: skip


# ---------------------------------------------------------------- what it says


def fitted(rows: Sequence[Decision]) -> tuple[float, float]:
    """What a judged cost comes to at the end, on average; and how far off small ones are in an open game.

    Noise, of the trials and of the games played on, is taken out of both. Large costs decide the first; the second is
    taken from small ones, for only there it matters whether there was a cost at all.
    """
    seen = [row for row in rows if row.far is not None]
    cost, error, openness, far, far_error = (
        np.array([getattr(row, name) for row in seen]) for name in ("cost", "error", "openness", "far", "far_error")
    )
    worth = float((cost * far).sum() / max(1e-12, float((cost**2 - error**2).sum())))
    beyond = (far - worth * cost) ** 2 - far_error**2 - (worth * error) ** 2
    small = np.abs(cost) < SMALL
    doubt = float(beyond[small].sum()) / max(1e-12, float((openness[small] ** 2).sum()))
    return worth, float(np.sqrt(max(0.0, doubt)))


def intervals(rows: Sequence[Decision]) -> list[tuple[float, float]]:
    """95 % intervals of both: games are drawn anew, for decisions of one game go together."""
    dice, by_game = random.Random(0), dict[int, list[Decision]]()
    for row in rows:
        by_game.setdefault(row.game, []).append(row)
    drawn = [
        fitted([row for number in dice.choices([*by_game], k=len(by_game)) for row in by_game[number]])
        for _ in range(TIMES)
    ]
    return [(float(low), float(high)) for low, high in np.percentile(np.array(drawn), [2.5, 97.5], axis=0).T]


def worth_from(slope: float, doubt: float, decisions: int, number: int, made_of: dict[str, str]) -> Worth:
    """Factors on the scale of the shown chances: a cost is shrunk to its worth, but never blown up beyond them."""
    scale = max(1.0, slope)
    return Worth(round(slope / scale, 3), round(doubt / scale, 4), decisions, number, made_of)


def spread(rows: Sequence[Decision], worth: Worth) -> list[str]:
    """How often a decision of each level costs more than so much, beyond twice its error."""
    lines = ["level     decisions  " + "".join(f"  > {100 * limit:4.1f} %" for limit in LIMITS)]
    for level in ("learner", "club", "expert"):
        said = [worth.cost(row.cost, row.error, row.openness) for row in rows if row.level == level]
        sure = np.array([cost if cost > 2 * error else 0.0 for cost, error in said])
        shares = "".join(f"{100 * (sure > limit).mean():8.1f}%" for limit in LIMITS) if len(sure) else ""
        lines.append(f"{level:8} {len(sure):10d}  {shares}")
    return lines


_far: dict[str, Far] = {}


def study(match: Match) -> dict[str, Any]:
    """One game, in whichever process: what the next ones need is kept there."""
    game = games.load(match.game)
    if match.game not in _far:
        _far[match.game] = Far(game)
    return studied(game, match, _far[match.game])


def main(name: str, number: int, folder: Path, workers: int = 1, write: bool = False, ray: str | None = None) -> None:
    """Play, review, play on, and print."""
    game, rows, planned = games.load(name), list[Decision](), plan(name, number)
    folder.mkdir(parents=True, exist_ok=True)
    files = {match.number: folder / f"{name}-{match.number:03d}.json" for match in planned}
    left = [match for match in planned if not files[match.number].exists()]
    done = players(workers, ray, study)(left)
    for match, found in zip(left, done, strict=True):
        files[match.number].write_text(json.dumps(found), encoding="utf-8")
        print(f"\r{match.number + 1}/{number}", end="", file=sys.stderr)
    print(file=sys.stderr)
    for file in files.values():
        rows += [Decision(**row) for row in json.loads(file.read_text(encoding="utf-8"))["decisions"]]
    (worth, doubt), bounds = fitted(rows), intervals(rows)
    many = sum(row.far is not None for row in rows)
    print(f"{name}: {len(rows)} decisions of {number} games, {many} of them played on to the end {PLAYED} times a line")
    for named, value, (low, high) in zip(("worth", "doubt in an open game"), (worth, doubt), bounds, strict=True):
        print(f"{named}: {value:.3f} ({low:.3f} to {high:.3f})")
    kept = worth_from(worth, doubt, many, number, fingerprints(game))
    print(*spread(rows, kept), sep="\n")
    if write:
        (game.definition.folder / FILE).write_text(kept.to_json(), encoding="utf-8")


if __name__ == "__main__":
    asked = argparse.ArgumentParser(prog="python -m sampan.lab.costs")
    asked.add_argument("game")
    asked.add_argument("games", type=int)
    asked.add_argument("folder", type=Path)
    asked.add_argument("--workers", type=int, default=1)
    asked.add_argument("--ray", help="play on a Ray cluster: its address, or local")
    asked.add_argument("--write", action="store_true")
    given = asked.parse_args()
    try:
        main(given.game, given.games, given.folder, given.workers, given.write, given.ray)
    except SampanError as error:
        sys.exit(f"sampan: {error}")
