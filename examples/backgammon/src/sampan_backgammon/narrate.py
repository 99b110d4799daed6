"""A move in words: what it would do, what it did, why it cannot be done."""

from __future__ import annotations

from typing import Any

from sampan.engine.game import Game, State
from sampan.engine.layout import Fields
from sampan.engine.messages import Message

from .moves import ENDS, NAMES, ROLL, STARTS, STEP
from .terms import BAR, NOBODY, OFF, Source


def describe(game: Game, state: State, move: int) -> Message:
    """A move in the position it would be made in."""
    if move == ROLL:
        return "backgammon_move_roll", {}
    start, end = STARTS[move - STEP], ENDS[move - STEP]
    args = {"start": place(start), "end": place(end)}
    if start == BAR:
        kind = "enter"
    elif end == OFF:
        kind = "off"
    else:
        kind = "move"
    return f"backgammon_move_{kind}{'_hit' if hits(state, end) else ''}", args


def place(number: int) -> str | int:
    """A point by its number; the bar and the tray by their names."""
    return number if OFF < number < BAR else f"backgammon_place_{NAMES[number]}"


def hits(state: State, end: int) -> bool:
    """Whether a lone checker of the other player stands there."""
    s = state[0]
    return bool(end != OFF and s.seat != NOBODY and s.checkers[1 - s.seat, BAR - end] == 1)


def explain(game: Game, state: State, move: int, why: int) -> dict[str, Any]:
    """The figures a refusal may want to name."""
    args = describe(game, state, move)[1]
    return {"start": "", "end": "", "die": int(state.dice[0][0])} | args


def narrate(game: Game, before: State, move: int, after: State) -> list[Message]:
    """What happened: the roll or the step, a turn that cannot be played, the end."""
    b, a = Fields(before), Fields(after)
    who = b.seat
    if move == ROLL:
        log: list[Message] = [("backgammon_log_roll", {"who": who, "one": a.dice[0], "other": a.dice[1]})]
        return log if a.seat == who else [*log, ("backgammon_log_no_move", {"who": who})]
    name, args = describe(game, before, move)
    log = [(name.replace("_move_", "_log_"), {"who": who, **args})]
    if a.seat == NOBODY:
        kind = max(source for source in Source if a.vp[who][source])
        log.append((f"backgammon_log_over_{kind.name.lower()}", {"who": who, "points": sum(a.vp[who])}))
    return log
