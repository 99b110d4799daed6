"""What puzzles of River of Gold are about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sampan.engine.game import Game, PuzzleKinds, State

DEEDS = {"deliver": "delivery", "build": "building", "sail": "voyage"}
RIVALS = "rivals"


def kind_of(
    game: Game, state: State, answer: Sequence[int], instead: Sequence[int], reasons: Mapping[str, float]
) -> str:
    """What makes the answer better than what is mostly played instead."""
    made, other = ([game.moves.kind(move) for move in line] for line in (answer, instead))
    if int(state.last_turns[0]) >= 0:
        return "last_turn"
    if next(iter(reasons), "") == RIVALS:
        return "in_the_way"
    if "trade" in made and "trade" not in other:
        return "exchange"
    if "die" in made and "die" not in other:
        return "die"
    return next((DEEDS[kind] for kind in made if kind in DEEDS), "")


PUZZLES = PuzzleKinds(("delivery", "building", "voyage", "exchange", "die", "in_the_way", "last_turn"), kind_of)
