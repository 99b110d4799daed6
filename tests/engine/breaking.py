"""Games with one rule replaced by a faulty one, which the test kit must notice."""

from __future__ import annotations

import dataclasses

import pytest

from sampan.engine.check import CheckFailed, check
from sampan.engine.game import Game
from sampan.games import load


def broken(name: str, **rules) -> Game:
    """A game with one rule replaced by a faulty one, interpreted so that nothing is compiled twice."""
    whole = load(name)
    definition = dataclasses.replace(whole.definition, rules=dataclasses.replace(whole.definition.rules, **rules))
    return Game(definition, whole.box)


def insist_noticed(name: str, promise: str, **rules) -> None:
    """The test kit says that this promise is not kept."""
    game = broken(name, **rules)
    game.__dict__["loops"] = {**game.loops, **interpreted_loops(rules)}
    with pytest.raises(CheckFailed, match=promise):
        check(game, 2, options=[{"players": 2}])


def interpreted_loops(rules):
    """The engine's entry points for the replaced rules, as plain Python."""
    loops = {}
    if "legal" in rules:
        loops["legal_at"] = lambda box, games, i, out: rules["legal"](box[0], games[i], out)
    if "hide" in rules:
        loops["hide_at"] = lambda box, games, i, seat: rules["hide"](box[0], games[i], seat)
    if "redeal" in rules:

        def redeal_at(box, games, i, seat, low, high):
            rules["redeal"](box[0], games[i], seat)

        loops["redeal_at"] = redeal_at
    return loops


def insist_lie_noticed(name: str, figure: str, claim, promise: str, everywhere: bool = False) -> None:
    """The test kit says that a figure is a lie: where descriptions have it, or added to every one of them."""
    whole = load(name)

    def describe(game, state, move):
        message, args = whole.definition.describe(game, state, move)
        return message, args | {figure: claim(args)} if everywhere or figure in args else args

    lying = Game(dataclasses.replace(whole.definition, describe=describe), whole.box)
    with pytest.raises(CheckFailed, match=promise):
        check(lying, 1 if everywhere else 3, options=[{"players": 2}])
