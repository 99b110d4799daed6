"""What puzzles of Feya's Swamp are about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sampan.engine.game import Game, PuzzleKinds, State

from .terms import LAST_ROUND

DEEDS = {
    "build": "settlement", "site": "settlement", "celebrate": "feast", "fish": "catch", "trade": "sale",
    "sail": "voyage", "improve": "board", "spirit": "board", "pass": "passing", "guide": "guide", "block": "in_the_way",
}  # fmt: skip
RIVALS = "rivals"


def kind_of(
    game: Game, state: State, answer: Sequence[int], instead: Sequence[int], reasons: Mapping[str, float]
) -> str:
    """What makes the answer better than what is mostly played instead."""
    made, other = ([game.moves.kind(move) for move in line] for line in (answer, instead))
    if next(iter(reasons), "") == RIVALS:
        return "in_the_way"
    if int(state.round_now[0]) == LAST_ROUND:
        return "last_round"
    if {"swap", "use"} & {*made} and not {"swap", "use"} & {*other}:
        return "exchange"
    return next((DEEDS[kind] for kind in made if kind in DEEDS), "")


PUZZLES = PuzzleKinds((*dict.fromkeys(DEEDS.values()), "exchange", "last_round"), kind_of)
