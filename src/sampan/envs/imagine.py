"""Looking ahead honestly: fill lanes with games as the seats to move there could imagine them.

What a seat may not know, other hands, the order of decks, the dice to come, is dealt anew before anything is tried out.
So nothing that is learned in imagined games can have peeked, and many tries from one position cost one call.
"""

# mypy: disable-error-code="no-untyped-def, misc"
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sampan.engine.bits import NONE
from sampan.engine.errors import OptionError
from sampan.engine.game import Game
from sampan.engine.lanes import Lanes, rows_of
from sampan.engine.rule import bind

hide: Any = None
redeal_at: Any = None
standing: Any = None
observe_at: Any = None


def imagine_all(box, sources, rows, seeds, games, lanes, spare, out, observations, masks):
    """Game sources[rows[i]] into place i, what its seat to move may not know dealt anew; -1 is a game that is over."""
    for i in range(len(games)):
        games[i] = sources[max(rows[i], 0)]
        seat = games[i].seat
        if rows[i] < 0:
            games[i].seat = -1
        elif seat >= 0:
            hide(box[0], games[i], seat)
            redeal_at(box, games, i, seat, seeds[i], NONE)
        lanes[i].length = 0
        lanes[i].done = False
        standing(box[0], games[i], lanes[i].points, lanes[i].share)
        observe_at(box, games, lanes, i, spare, out[0].row, observations[i].row, masks[i].row)


_compiled: dict[str, Callable[..., Any]] = {}


def imagine(copies: Lanes, lanes: Lanes, rows: Any, seeds: Any) -> None:
    """Let lane i of the copies hold the game of lane rows[i] as its seat to move could imagine it, dealt by seeds[i].

    The same seed gives the same deal, so tries from one position can be compared. Row -1 leaves a lane empty.
    """
    where, dealt = np.asarray(rows), np.asarray(seeds)
    if copies is lanes or copies.game.name != lanes.game.name or copies.players != lanes.players:
        raise OptionError(
            f"imagining {lanes.game.name} of {lanes.players} in lanes for {copies.game.name} of {copies.players}:"
            " expected other lanes for the same game and as many players"
        )
    for name, given in (("rows", where), ("seeds", dealt)):
        if given.shape != (copies.size,) or given.dtype.kind not in "iu":
            raise OptionError(
                f"{name} of shape {given.shape} and type {given.dtype}:"
                f" expected {copies.size} whole numbers, one a lane"
            )
    if where.min() < -1 or where.max() >= lanes.size:
        raise OptionError(f"rows from {where.min()} to {where.max()}: expected -1..{lanes.size - 1}")
    game = copies.game
    loop_of(game)(
        game.box.record.view(np.ndarray), lanes.states.view(np.ndarray), where.astype(np.int64),
        dealt.astype(np.uint64), copies.states.view(np.ndarray), copies.notes, game.batch(1).view(np.ndarray),
        rows_of(np.zeros((1, len(game.moves)), np.int16)), rows_of(copies.observations), rows_of(copies.masks),
    )  # fmt: skip


def loop_of(game: Game) -> Callable[..., Any]:
    """The loop, compiled with the game's rules."""
    if game.name not in _compiled:
        rules = {**vars(game.definition.rules), **game.loops}
        _compiled[game.name] = bind(imagine_all, game.name, rules)
    return _compiled[game.name]
