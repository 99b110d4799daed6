"""Looking for a fairer box: figures that are not the printed ones are changed a little, and games say what came of it.

A search for noisy figures. At each step some boxes, each a few small changes away from the best so far, play the same
games as that one (common random numbers); the worse half is dropped, the others play on with more games (successive
halving), and the last one takes its place where it is fairer by more than the error. Every step has deals of its own,
so that nothing is fitted to the luck of some. At the end both boxes are measured anew, by quick players and by strong
ones. Every game is kept, so the same command goes on where it stopped.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sampan.boxes.checking import differences
from sampan.engine.balance import Balance, Tables, Tuning
from sampan.engine.box_toml import as_toml
from sampan.engine.errors import BoxError, OptionError
from sampan.engine.game import Game

from .arena import players as players_of
from .balance import Asked, play_and_look
from .box_changes import changed
from .counting import Counts, Play, begin, kept
from .match import Match, check_bot
from .rotation import measurable
from .unfairness import agreement, gain, unfairness

ALL = "all"
FEWEST_GAMES = 24  # of a box at a step
HALVINGS = 2
MOST_CHANGES = 3  # at once
TRIES = 400  # for a change that keeps what is known
FOUND = "found.toml"
Say = Callable[[str], None]


@dataclass(frozen=True)
class Search:
    """What is looked for, and with how much."""

    asked: Asked  # the box to begin with; its bot confirms
    what: str
    quick: str
    steps: int
    boxes: int
    confirm: int


@dataclass(frozen=True)
class Candidate:
    """A box that is tried."""

    tables: Tables
    hash: str
    path: Path


@dataclass(frozen=True)
class Tuned:
    """What was found."""

    path: Path
    figures: dict[str, Any]

    def told(self) -> list[str]:
        """In lines."""
        found = self.figures
        lines = [f"changed: {', '.join(found['changed']) or 'nothing; no box was clearly fairer'}"]
        for level in found["confirmed"]:
            lines.append(
                f"{level['bot']}, new games: unfairness {level['before']:.2f} before, {level['after']:.2f} after; "
                f"fairer by {level['gain']:.2f}, give or take {level['error']:.2f}"
            )
        for box, (rank, things) in (found["agreement"] or {}).items():
            said = "too few games to say" if rank is None else f"rank correlation {rank}, things: {things}"
            lines.append(f"{box}: how far quick and confirming bots agree: {said}")
        return [*lines, f"Saved in {self.path}"]


def tunable(search: Search) -> tuple[Game, Balance, Tuning]:
    """The game, if it says what of its box can be tuned, and the search can be made."""
    game, balance = measurable(search.asked.game, search.asked.box)
    tuning = balance.tuning
    if tuning is None:
        raise OptionError(f"--tune: every figure of {game.name} is a printed one: expected a game with stand-ins")
    if search.what not in (ALL, *tuning.whats):
        raise OptionError(f"--tune {search.what}: expected one of {', '.join((ALL, *tuning.whats))}")
    if search.asked.number < FEWEST_GAMES:
        raise OptionError(f"--games {search.asked.number}: expected {FEWEST_GAMES} or more with --tune")
    whats = tuning.whats if search.what == ALL else (search.what,)
    if not any(next(iter(tuning.changes(game.box.tables, what)), None) for what in whats):
        raise OptionError(
            f"--tune {search.what}: nothing there is a stand-in in {game.box.name}: expected one to change"
        )
    if broken := tuning.broken(game.box.tables):
        raise OptionError(f"--tune: {game.box.name}: {broken[0]}")
    check_bot(search.quick, game.name)
    return game, balance, tuning


def tuned(search: Search, folder: Path, workers: int | None, ray: str | None, say: Say) -> Tuned:
    """Search, confirm, and write down the box that was found."""
    game, balance, _ = tunable(search)
    laboratory = Laboratory(search, folder, players_of(workers, ray, play_and_look))
    start = laboratory.kept_box(game.box.tables)
    assert start is not None
    best, steps = start, []
    for step in range(search.steps):
        best, told = one_step(search, laboratory, balance, best, step)
        steps.append(told)
        say(said(step, search.steps, told))
    path = folder / FOUND
    path.write_text(best.path.read_text(encoding="utf-8"), encoding="utf-8")
    return Tuned(path, {
        "game": game.name, "what": search.what, "quick": search.quick, "bot": search.asked.bot,
        "games": search.asked.number, "seed": search.asked.seed, "steps": steps, "box": str(path),
        "start": start.hash, "found": best.hash, "changed": changes_between(start, best),
        **confirmed(search, laboratory, balance, start, best, say),
    })  # fmt: skip


def changes_between(start: Candidate, best: Candidate) -> list[str]:
    """Each figure that is another one now."""
    return [*map(str, differences(start.tables, best.tables))]


# ---------------------------------------------------------------- one step


def one_step(
    search: Search, laboratory: Laboratory, balance: Balance, best: Candidate, step: int
) -> tuple[Candidate, dict[str, Any]]:
    """Some boxes near the best one; the fairest of them takes its place where that is sure enough."""
    assert balance.tuning is not None
    asked = replace(search.asked, bot=search.quick, seed=search.asked.seed + step)
    field = neighbours(
        search, laboratory, balance.tuning, best, random.Random(f"{asked.seed} {search.what} {best.hash}")
    )
    tried = len(field)
    lines: dict[str, list[Counts]] = {}
    plan = asked.plan()
    for halving in range(HALVINGS, -1, -1):
        games = max(FEWEST_GAMES, asked.number >> halving)
        found = laboratory.measure(asked, plan[:games], [best, *field])
        lines = {box.hash: of_box for box, of_box in zip([best, *field], found, strict=True)}
        field.sort(key=lambda box: unfairness(balance, lines[box.hash]))
        field = field[: max(1, (len(field) + 1) // 2)] if halving else field[:1]
    now = unfairness(balance, lines[best.hash])
    told: dict[str, Any] = {"tried": tried, "before": round(now, 3), "taken": False}
    if field:
        better, error = gain(balance, lines[best.hash], lines[field[0].hash])
        told |= {"gain": round(better, 3), "error": round(error, 3), "taken": better > error}
        told["changed"] = changes_between(best, field[0])
    return (field[0] if told["taken"] else best), told


def neighbours(
    search: Search, laboratory: Laboratory, tuning: Tuning, best: Candidate, dice: random.Random
) -> list[Candidate]:
    """Boxes a few small changes away that keep what is known of the printed one and pass the check of boxes."""
    found: dict[str, Candidate] = {}
    for _ in range(TRIES):
        if len(found) == search.boxes:
            break
        tables: Tables = best.tables
        for _ in range(dice.randint(1, MOST_CHANGES)):
            what = dice.choice(tuning.whats) if search.what == ALL else search.what
            if steps := [*tuning.changes(tables, what)]:
                tables = changed(tables, dice.choice(steps))
        if not tuning.broken(tables) and only_stand_ins(tuning, best.tables, tables):
            box = laboratory.kept_box(tables)
            if box is not None and box.hash != best.hash:
                found.setdefault(box.hash, box)
    return [*found.values()]


def only_stand_ins(tuning: Tuning, before: Tables, after: Tables) -> bool:
    """Whether nothing but stand-ins is another figure now."""
    return all(tuning.stands_in(before, found.place) for found in differences(before, after))


def said(step: int, steps: int, told: dict[str, Any]) -> str:
    """What a step came to, in a line."""
    line = f"step {step + 1} of {steps}: unfairness {told['before']:.2f}, boxes tried: {told['tried']}"
    if "gain" not in told:
        return line
    verb = "taken" if told["taken"] else "left"
    return f"{line}; fairer by {told['gain']:.2f}, give or take {told['error']:.2f}: {verb}"


# ---------------------------------------------------------------- playing


@dataclass(frozen=True)
class Laboratory:
    """Plays boxes and keeps their games."""

    search: Search
    folder: Path
    play: Play

    def kept_box(self, tables: Tables) -> Candidate | None:
        """The box as a file of the folder, named by its hash; None where the check of boxes refuses it."""
        definition = measurable(self.search.asked.game)[0].definition
        place = self.folder / "boxes"
        place.mkdir(parents=True, exist_ok=True)
        heading = (
            f"Made by sampan balance {definition.name} --tune {self.search.what}: stand-ins changed, nothing else."
        )
        draft = place / "draft.toml"
        draft.write_text(as_toml(tables, heading), encoding="utf-8")
        try:
            box = definition.read_box(draft)
        except BoxError:
            return None
        path = place / f"{box.hash}.toml"
        draft.replace(path)
        return Candidate(box.tables, box.hash, path)

    def measure(self, asked: Asked, plan: Sequence[Match], boxes: Sequence[Candidate]) -> list[list[Counts]]:
        """The same games with every box: those that are kept, then the rest, all of them at once."""
        files = [
            self.folder / "games" / f"{box.hash}.{asked.bot.replace(':', '-')}.{asked.seed}.jsonl" for box in boxes
        ]
        headings = [asked.heading(str(box.path)) for box in boxes]
        found = [kept(file, heading, len(plan)) for file, heading in zip(files, headings, strict=True)]
        rest = [
            (at, replace(match, box=str(box.path))) for at, box in enumerate(boxes) for match in plan[len(found[at]) :]
        ]
        files[0].parent.mkdir(parents=True, exist_ok=True)
        for (at, _), line in zip(rest, self.play([match for _, match in rest]), strict=True):
            with files[at].open("a", encoding="utf-8") as file:
                begin(file, files[at], headings[at])
                file.write(line.to_line())
            found[at].append(line)
        return found


def confirmed(
    search: Search, laboratory: Laboratory, balance: Balance, start: Candidate, best: Candidate, say: Say
) -> dict[str, Any]:
    """Both boxes in new games, by quick players and by strong ones; and whether these agree on what is unfair."""
    if not search.confirm:
        return {"confirmed": [], "agreement": None}
    boxes = [start] if start.hash == best.hash else [start, best]
    rows, by_bot = [], {}
    for bot in dict.fromkeys((search.quick, search.asked.bot)):
        say(f"confirming: games of {bot} with each box: {search.confirm}")
        asked = replace(search.asked, bot=bot, number=search.confirm, seed=search.asked.seed + search.steps)
        lines = by_bot[bot] = laboratory.measure(asked, asked.plan(), boxes)
        better, error = gain(balance, lines[0], lines[-1])
        rows.append({
            "bot": bot, "games": search.confirm, "before": round(unfairness(balance, lines[0]), 3),
            "after": round(unfairness(balance, lines[-1]), 3), "gain": round(better, 3), "error": round(error, 3),
        })  # fmt: skip
    if len(by_bot) < 2:
        return {"confirmed": rows, "agreement": None}
    some, others = by_bot.values()
    named = {"box before": 0, "box found": len(boxes) - 1}
    return {"confirmed": rows, "agreement": {
        name: agreement(balance, some[at], others[at]) for name, at in named.items()}}  # fmt: skip
