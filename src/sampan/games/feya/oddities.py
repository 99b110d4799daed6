"""Turns of Feya's Swamp that look silly: exchanges and bonus tiles that come to nothing, and workers left idle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from sampan.engine.game import Game, Oddities, State

from .terms import BOAT_ACTIONS, Action, Bonus

MEANINGS = {
    "exchanges": "exchanges, a turn",
    "undone": "turns in which mana became an axolotl and an axolotl mana",
    "worker_to_axolotl": "turns in which a worker became mana and mana an axolotl",
    "worker_to_axolotl_sent": "turns in which that was done and an axolotl sent, where the worker could have gone",
    "axolotl_first": "axolotls sent while a worker was free",
    "idle_catch": "tiles for a larger catch used in a turn without fishing",
    "idle_discount": "tiles for a cheaper settlement used in a turn without building",
    "idle_range": "tiles for more range used in a turn in which no boat sailed",
    "worker_left": "passes with a worker left who was worth mana",
}
USED_FOR = {"idle_catch": Bonus.CATCH, "idle_discount": Bonus.DISCOUNT, "idle_range": Bonus.RANGE}
ACTIONS = frozenset(Action.__members__)
Line = Sequence[tuple[State, int]]


def turns_of(line: Line) -> Iterator[list[tuple[State, int]]]:
    """The moves of each turn, one seat's in a row, from the first round on."""
    for (turn, _), made in groupby(line, lambda step: (int(step[0].turns[0]), int(step[0].turn[0]))):
        if turn > 0:
            yield [step for step in made if step[0].seat[0] == step[0].turn[0]]


def helped(bonus: int, actions: set[int]) -> bool:
    """Whether a tile of round I did something for one of these actions."""
    if bonus == Bonus.CATCH:
        return Action.FISH in actions
    if bonus == Bonus.DISCOUNT:
        return Action.BUILD in actions
    return any(action < BOAT_ACTIONS for action in actions)


def of_turn(game: Game, turn: Line) -> Iterator[tuple[str, int, int]]:
    """What looks silly in one turn: name, how often, of how many."""
    box = game.box.record[0]
    texts = [game.move_text(move) for _, move in turn]
    kinds = [game.moves.kind(move) for _, move in turn]
    tiles = [game.moves.place(move) for (_, move), kind in zip(turn, kinds, strict=True) if kind == "use"]
    bought, sold = texts.count("swap:mana>axolotl"), texts.count("swap:axolotl>mana")
    given = texts.count("swap:worker>mana")
    swaps = bought + sold + given + sum(int(box.bonus[tile]) == Bonus.EXCHANGE for tile in tiles)
    yield "exchanges", swaps, 1
    yield "undone", int(bought > 0 and sold > 0), 1
    yield "worker_to_axolotl", int(bought > 0 and given > 0), 1
    workers = [(step, text) for step, kind, text in zip(turn, kinds, texts, strict=True) if kind.upper() in ACTIONS]
    sent = [int(s.free[0, int(s.turn[0])]) for (s, _), text in workers if text.endswith("a")]
    yield "worker_to_axolotl_sent", int(bought > 0 and given > 0 and len(sent) > 0), 1
    yield "axolotl_first", sum(free > 0 for free in sent), len(sent)
    actions = {int(Action[kind.upper()]) for kind in kinds if kind.upper() in ACTIONS}
    actions |= {int(box.bonus_amount[tile]) for tile in tiles if box.bonus[tile] == Bonus.ACTION}
    for name, bonus in USED_FOR.items():
        used = sum(int(box.bonus[tile]) == bonus for tile in tiles)
        yield name, 0 if helped(bonus, actions) else used, used
    if "pass" in kinds:
        last, move = turn[-1]
        free = int(last.free[0, int(last.turn[0])]) - (game.move_text(move) == "swap:worker>mana")
        yield "worker_left", int(free > 0), 1


def found(game: Game, line: Line) -> dict[str, tuple[int, int]]:
    """Of each oddity, how often it was there and how often it could have been."""
    times, chances = Counter[str](), Counter[str]()
    for turn in turns_of(line):
        for name, count, of in of_turn(game, turn):
            times[name] += count
            chances[name] += of
    return {name: (times[name], chances[name]) for name in MEANINGS}


ODDITIES = Oddities(MEANINGS, found)
